//! The Man in the Moon: placing, framing, and refusals.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

use rules::{Game, MoveInput, Played, Position, SetUp, Square};

fn squares(text: &str) -> Vec<Square> {
    text.split_whitespace().map(|square| square.parse().unwrap()).collect()
}

fn moon() -> &'static dyn Game {
    rules::game("moon").unwrap()
}

fn play(position: &mut Position, mv: &str) -> Played {
    let input: MoveInput = mv.parse().unwrap();
    position.play(&input).unwrap_or_else(|error| panic!("{mv}: {error}"))
}

fn refusal(position: &Position, mv: &str) -> String {
    position.clone().play(&mv.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn placing_takes_turns_everywhere_but_in_the_centre() {
    let mut position = moon().start();
    assert_eq!(refusal(&position, "c3"), "no man may be placed on c3");
    assert_eq!(play(&mut position, "c4").path, squares("c4"));
    assert_eq!(refusal(&position, "c4"), "a man already stands on c4");
    assert_eq!(refusal(&position, "c4-c3"), "men are being placed: name an empty square, like c4");
    assert_eq!(refusal(&position, "f1"), "this board has no square f1");
    assert_eq!(refusal(&position, "a5*c1"), "nothing is brought back in this game: move a man, like a1-b2");
    assert_eq!(position.legal_moves().len(), 23);
    assert_eq!(position.score(), Some([1, 0]));
}

#[test]
fn placing_captures_nobody() {
    let mut position = moon().start();
    for mv in ["a1", "b1", "c1"] {
        assert_eq!(play(&mut position, mv).taken, []);
    }
    assert_eq!(position.set_up().second, squares("b1"));
}

#[test]
fn men_are_taken_in_all_directions_at_once() {
    let set_up = SetUp {
        first: squares("c2 a3 e3 c5"),
        second: squares("b3 d3 c4 a5 b5"),
        quiet_moves: Some(7),
        ..SetUp::default()
    };
    let mut position = moon().position(&set_up).unwrap();
    let played = play(&mut position, "c2-c3");
    assert_eq!(played.taken, squares("b3 d3 c4"));
    assert_eq!(position.set_up().quiet_moves, Some(0));
}

#[test]
fn refusals_say_why() {
    let set_up = SetUp { first: squares("a1 b1"), second: squares("a2 e5"), quiet_moves: Some(0), ..SetUp::default() };
    let position = moon().position(&set_up).unwrap();
    assert_eq!(refusal(&position, "a1-b2"), "the man on a1 cannot reach b2");
    assert_eq!(refusal(&position, "a1-a2"), "a man already stands on a2");
    assert_eq!(refusal(&position, "a2-a3"), "you have no man on a2");
    assert_eq!(refusal(&position, "b1-b1"), "a move cannot end on b1, where it began");
    assert_eq!(refusal(&position, "c4"), "no man is placed now: move one, like a1-b2");
    assert_eq!(refusal(&position, "b1-b2-b3"), "there are no chains in this game: name only the two ends, like a1-b2");
}
