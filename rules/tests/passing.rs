//! Being passed over, and games in which nobody can move.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

use rules::{Game, MoveInput, Outcome, Position, Reason, SetUp, Side, Square};

fn squares(text: &str) -> Vec<Square> {
    text.split_whitespace().map(|square| square.parse().unwrap()).collect()
}

fn game(id: &str) -> &'static dyn Game {
    rules::game(id).unwrap()
}

fn play_all(position: &mut Position, moves: &str) {
    for mv in moves.split_whitespace() {
        let input: MoveInput = mv.parse().unwrap();
        position.play(&input).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
}

#[test]
fn halma_family_passes_over_a_man_shut_in_a_corner() {
    for id in ["halma", "nerma", "halma8", "halma10"] {
        let mut set_up = SetUp { first: squares("a1"), second: squares("a2 b1 b2 a3 c1 c3"), ..SetUp::default() };
        let position = game(id).position(&set_up).unwrap();
        assert_eq!((position.to_move(), position.passed_over()), (Side::Second, Some(Side::First)), "{id}");
        assert!(!position.legal_moves().is_empty());

        // Let the last gap be closed by a move.
        set_up.second = squares("a2 b1 b2 a3 c1 d4");
        set_up.to_move = Side::Second;
        let mut position = game(id).position(&set_up).unwrap();
        let played = position.play(&"d4-c3".parse().unwrap()).unwrap();
        assert_eq!(played.passed_over, Some(Side::First));
        assert_eq!(position.to_move(), Side::Second);
        // It is not counted as a move.
        assert_eq!(position.set_up().moves_made, [0, 1]);
        play_all(&mut position, "c3-d4");
        assert_eq!((position.to_move(), position.passed_over()), (Side::First, None));
    }
}

#[test]
fn nobody_moves_in_closed_camps() {
    // Past the limit a man in the far corner of its own camp has only squares of the camp around it.
    for (id, first, second, limit) in
        [("nerma", "p1", "a16", 60), ("halma8", "h1", "a8", 30), ("halma10", "j1", "a10", 50)]
    {
        let mut set_up = SetUp {
            first: squares(first),
            second: squares(second),
            moves_made: [limit + 1, limit + 1],
            ..SetUp::default()
        };
        let ending = game(id).position(&set_up).unwrap().ending().unwrap();
        assert_eq!((ending.outcome, ending.reason), (Outcome::Draw, Reason::NoMoves), "{id}");
        set_up.moves_made[1] = limit - 1;
        let position = game(id).position(&set_up).unwrap();
        assert_eq!((position.ending(), position.passed_over()), (None, Some(Side::First)), "{id}");
    }
}

#[test]
fn jarmo_passes_over_and_begins_the_count_anew() {
    // From a4 lines lead to c3 and c5 only, and an own archer that has arrived stands on c5.
    let set_up = SetUp { first: squares("a4 c5"), second: squares("a5 e5"), captured: [3, 3], ..SetUp::default() };
    let mut position = game("jarmo").position(&set_up).unwrap();
    play_all(&mut position, "a4-c3 e5-d3 c3-a4 d3-e5 a4-c3 a5-b3 c3-a4");
    assert_eq!(position.to_move(), Side::Second);
    let played = position.play(&"b3-a5".parse().unwrap()).unwrap();
    assert_eq!(played.passed_over, Some(Side::First));
    assert_eq!(position.to_move(), Side::Second);
    play_all(&mut position, "e5-c4");
    assert_eq!((position.to_move(), position.passed_over()), (Side::First, None));
    assert!(position.is_legal("a4-c3".parse().unwrap()));
}

#[test]
fn jarmo_ends_scored_when_neither_can_move() {
    let set_up = SetUp { first: squares("d5 e3"), second: squares("a3 b1"), captured: [3, 3], ..SetUp::default() };
    let mut position = game("jarmo").position(&set_up).unwrap();
    play_all(&mut position, "e3-c2 a3-b5 c2-e3 b5-a3 e3-c2 a3-b5 c2-e3 b5-a3");
    let ending = position.ending().unwrap();
    assert_eq!((ending.outcome, ending.reason, ending.score), (Outcome::Draw, Reason::NoMoves, Some([3, 3])));
}

#[test]
fn moon_passes_over_whoever_is_shut_in() {
    // All men stand, and the first player has none next to the centre.
    let mut position = game("moon").start();
    play_all(&mut position, "a1 c2 a2 b3 a3 d3 a4 c4 a5 b1 b2 c1 b4 d1 b5 e1 c5 e2 d5 e3 e5 d2 d4 e4");
    assert_eq!((position.to_move(), position.passed_over()), (Side::Second, Some(Side::First)));
    assert_eq!(position.set_up().quiet_moves, Some(0));
    play_all(&mut position, "c2-c3");
    assert_eq!(position.set_up().quiet_moves, Some(1));
}

#[test]
fn somebody_always_moves_in_the_moon() {
    for quiet in 0..20 {
        let set_up = SetUp {
            first: squares("a1 a2 a3 a4 a5 b1 b2 b4 b5 c1 c5 d1"),
            second: squares("b3 c2 c4 d2 d3 d4 d5 e1 e2 e3 e4 e5"),
            quiet_moves: Some(quiet),
            ..SetUp::default()
        };
        let position = game("moon").position(&set_up).unwrap();
        assert_eq!(position.passed_over(), Some(Side::First));
        assert_eq!(position.legal_moves().len(), 4);
    }
}
