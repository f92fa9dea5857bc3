//! Rebuilds the server when what it embeds changes.

fn main() {
    println!("cargo::rerun-if-changed=../migrations");
    println!("cargo::rerun-if-changed=web");
}
