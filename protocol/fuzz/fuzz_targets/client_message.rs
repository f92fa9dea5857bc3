//! Any frame, read as a client's message: `cargo +nightly fuzz run client_message`, in `protocol/fuzz`.
//!
//! What is read is written and read again as the same; what is refused is refused in words.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::ClientFrame;

fuzz_target!(|text: &str| {
    match ClientFrame::parse(text) {
        Ok(message) => {
            let written = serde_json::to_string(&message).expect("a message can be written");
            assert_eq!(ClientFrame::parse(&written), Ok(message));
        }
        Err(refusal) => assert!(!refusal.message.is_empty()),
    }
});
