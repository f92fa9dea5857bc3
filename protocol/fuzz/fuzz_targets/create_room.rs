//! Any body, read as a request for a room: `cargo +nightly fuzz run create_room`, in `protocol/fuzz`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::http::CreateRoom;

fuzz_target!(|body: &[u8]| {
    match CreateRoom::parse(body) {
        Ok(request) => {
            let written = serde_json::to_vec(&request).expect("a request can be written");
            assert_eq!(CreateRoom::parse(&written), Ok(request));
        }
        Err(refusal) => assert!(!refusal.message.is_empty()),
    }
});
