//! Any text whatever is read or refused, never worse. Random bytes with a printed seed; the fuzz
//! targets in `rules/fuzz` go further.

mod random;

use rules::{MoveInput, Square, games};

/// Unoptimised, it would take too long.
const SEEDS: u64 = if cfg!(debug_assertions) { 2_000 } else { 20_000 };

/// Random text: half of it of letters that mean something, so that it gets further.
fn random_text(lots: &mut random::Lots) -> String {
    const TELLING: &[u8] = b"abcp0123456789-*,=: /firstsecondmovesmarkedcapturedquietbackpassedended";
    let length = lots.below(60);
    let bytes: Vec<u8> = if lots.below(2) == 0 {
        (0..length).map(|_| lots.pick(TELLING)).collect()
    } else {
        (0..length).map(|_| lots.next() as u8).collect()
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A good text with a few bytes changed, dropped or doubled.
fn bent(text: &str, lots: &mut random::Lots) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=lots.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = lots.below(bytes.len());
        match lots.below(3) {
            0 => bytes[at] = lots.pick(b"abcdefghp0123456789-*,=: "),
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, bytes[at]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn squares_and_moves() {
    for seed in 0..SEEDS {
        let mut lots = random::Lots(seed);
        let text = random_text(&mut lots);
        if let Ok(square) = text.parse::<Square>() {
            assert_eq!(square.to_string(), text.to_ascii_lowercase(), "seed {seed}");
        }
        for text in [text, bent("a1-c3-e3", &mut lots), bent("a5*c1", &mut lots)] {
            if let Ok(input) = text.parse::<MoveInput>() {
                assert_eq!(input.to_string(), text.to_ascii_lowercase(), "seed {seed}");
                for game in games() {
                    let _ = game.start().play(&input);
                }
            }
        }
    }
}

#[test]
fn positions() {
    for seed in 0..SEEDS / 5 {
        let mut lots = random::Lots(seed);
        for &game in games() {
            let good = random::any(game, seed, 30).text();
            for text in [random_text(&mut lots), bent(&good, &mut lots), bent(&good, &mut lots)] {
                // Whatever is accepted is a position like any other.
                if let Ok(mut position) = game.parse_position(&text) {
                    let again = game.parse_position(&position.text());
                    assert_eq!(again.map(|again| again.text()), Ok(position.text()), "seed {seed}");
                    let legal = position.legal_moves();
                    assert_eq!(legal.is_empty(), position.ending().is_some(), "seed {seed}: {text}");
                    if let Some(&mv) = legal.first() {
                        assert!(position.play(&mv.into()).is_ok(), "seed {seed}: {text}");
                    }
                }
            }
        }
    }
}
