//! Any text, read as a position: `cargo +nightly fuzz run position_text`, in `rules/fuzz`.
//!
//! The first byte chooses the game. What is read must round-trip and be as good a position as any.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::games;

fuzz_target!(|data: &[u8]| {
    let Some((choice, rest)) = data.split_first() else { return };
    let game = games()[usize::from(*choice) % games().len()];
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let Ok(position) = game.parse_position(text) else { return };
    let again = game.parse_position(&position.text()).expect("its own text is read");
    assert_eq!(again.text(), position.text());
    assert_eq!(again.hash(), position.hash());
    let legal = position.legal_moves();
    assert_eq!(legal.is_empty(), position.ending().is_some());
    for mv in legal {
        position.clone().play(&mv.into()).expect("a legal move is played");
    }
});
