//! Any frame, read as a message of the server by a client that uses these types: `cargo +nightly fuzz run
//! server_message`, in `protocol/fuzz`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::ServerMessage;

fuzz_target!(|text: &str| {
    let Ok(message) = serde_json::from_str::<ServerMessage>(text) else { return };
    let written = serde_json::to_string(&message).expect("a message can be written");
    assert_eq!(serde_json::from_str::<ServerMessage>(&written).ok(), Some(message));
});
