//! Jarmo: captures, marks, bringing back, and refusals.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

use rules::{Game, MoveInput, Played, Position, SetUp, Side, Square};

fn squares(text: &str) -> Vec<Square> {
    text.split_whitespace().map(|square| square.parse().unwrap()).collect()
}

fn jarmo() -> &'static dyn Game {
    rules::game("jarmo").unwrap()
}

fn play(position: &mut Position, mv: &str) -> Played {
    let input: MoveInput = mv.parse().unwrap();
    position.play(&input).unwrap_or_else(|error| panic!("{mv}: {error}"))
}

fn refusal(position: &Position, mv: &str) -> String {
    position.clone().play(&mv.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn a_capture_is_told_and_marks() {
    let set_up = SetUp { first: squares("a1 b1"), second: squares("c2 e5"), captured: [3, 3], ..SetUp::default() };
    let mut position = jarmo().position(&set_up).unwrap();
    let played = play(&mut position, "a1-c2");
    assert_eq!((played.path, played.taken), (squares("a1 c2"), squares("c2")));
    let after = position.set_up();
    assert_eq!((after.marked, after.captured), (squares("c2"), [3, 4]));
    play(&mut position, "e5-d3");
    // The mark goes along.
    play(&mut position, "c2-e3");
    assert_eq!(position.set_up().marked, squares("e3"));
}

#[test]
fn bringing_back_costs_the_mark_and_the_turn() {
    let set_up = SetUp {
        first: squares("a5 b1"),
        second: squares("d4 e4"),
        marked: squares("a5"),
        captured: [3, 3],
        ..SetUp::default()
    };
    let mut position = jarmo().position(&set_up).unwrap();
    let played = play(&mut position, "a5*c1");
    assert_eq!((played.path, played.taken), (squares("c1"), Vec::new()));
    assert_eq!(position.to_move(), Side::Second);
    let after = position.set_up();
    assert_eq!((after.first, after.marked, after.captured), (squares("b1 c1 a5"), Vec::new(), [2, 3]));
    play(&mut position, "d4-e2");
    assert_eq!(refusal(&position, "a5*d1"), "you have no marked archer on a5 that could bring another one back");
}

#[test]
fn a_captured_archer_loses_its_mark() {
    let set_up = SetUp {
        first: squares("a1 c2"),
        second: squares("e3 b5"),
        marked: squares("c2"),
        to_move: Side::Second,
        ..SetUp::default()
    };
    let mut position = jarmo().position(&set_up).unwrap();
    play(&mut position, "e3-c2");
    // The mark is now that of the archer that has captured.
    assert_eq!(position.set_up().marked, squares("c2"));
    play(&mut position, "a1-b3");
    play(&mut position, "c2-b2");
    assert_eq!(position.set_up().marked, squares("b2"));
}

#[test]
fn refusals_say_why() {
    let start = jarmo().start();
    assert_eq!(refusal(&start, "a5-b3"), "you have no man on a5");
    assert_eq!(refusal(&start, "a1-a2"), "the man on a1 cannot reach a2");
    assert_eq!(refusal(&start, "a1-f6"), "this board has no square f6");
    assert_eq!(refusal(&start, "a1-c2-a1"), "there are no chains in this game: name only the two ends, like a1-b2");
    assert_eq!(refusal(&start, "a5*c1"), "none of your archers has been captured");
    let set_up = SetUp {
        first: squares("a5 b1 c4"),
        second: squares("d4 e4 c1"),
        marked: squares("a5"),
        captured: [2, 2],
        ..SetUp::default()
    };
    let position = jarmo().position(&set_up).unwrap();
    assert_eq!(refusal(&position, "a5-b3"), "the archer on a5 has arrived and does not move again");
    assert_eq!(refusal(&position, "c4-a5"), "a man already stands on a5");
    assert_eq!(refusal(&position, "a5*c3"), "an archer comes back on your own first rank, not on c3");
    assert_eq!(refusal(&position, "a5*b1"), "a man already stands on b1");
    assert_eq!(refusal(&position, "a5*c1"), "a man already stands on c1");
}

#[test]
fn going_back_and_forth_a_third_time_is_refused() {
    let mut position = jarmo().start();
    for mv in ["a1-c2", "a5-c4", "c2-a1", "c4-a5", "a1-c2", "a5-c4", "c2-a1", "c4-a5"] {
        play(&mut position, mv);
    }
    assert!(refusal(&position, "a1-c2").starts_with("the archer on a1 has gone back and forth twice in a row"));
    play(&mut position, "a1-b3");
}
