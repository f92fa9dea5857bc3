//! Lines of any text, played as moves: `cargo +nightly fuzz run move_text`, in `rules/fuzz`.
//!
//! The first byte chooses the game. What is read must be written the same way, and what is played
//! must have been in the legal list.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{MoveInput, games};

fuzz_target!(|data: &[u8]| {
    let Some((choice, rest)) = data.split_first() else { return };
    let game = games()[usize::from(*choice) % games().len()];
    let mut position = game.start();
    for line in String::from_utf8_lossy(rest).lines() {
        let Ok(input) = line.parse::<MoveInput>() else { continue };
        assert_eq!(input.to_string(), line.to_ascii_lowercase());
        let legal = position.legal_moves().contains(&input.mv());
        let text = position.text();
        match position.play(&input) {
            Ok(played) => assert!(legal && played.mv == input.mv()),
            // A chain may go astray between the ends of a legal move.
            Err(_) => assert!(position.text() == text && (!legal || input.chain().is_some())),
        }
    }
});
