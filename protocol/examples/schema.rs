//! Prints the JSON Schema of the protocol: `cargo run -p protocol --example schema > protocol/schema.json`.

fn main() {
    print!("{}", protocol::schema::schema_text());
}
