//! Set-ups and texts that are refused, and why.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

use rules::{Game, ParsePositionError, Position, Reason, SetUp, SetUpError, SetUpField, Side, Square};

fn game(id: &str) -> &'static dyn Game {
    rules::game(id).unwrap()
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn squares(text: &str) -> Vec<Square> {
    text.split_whitespace().map(square).collect()
}

fn refused(id: &str, set_up: &SetUp) -> SetUpError {
    game(id).position(set_up).unwrap_err()
}

fn men(first: &str, second: &str) -> SetUp {
    SetUp { first: squares(first), second: squares(second), ..SetUp::default() }
}

#[test]
fn men_stand_on_squares_of_their_own() {
    assert_eq!(refused("halma8", &men("a1", "i1")), SetUpError::NotOnBoard(square("i1")));
    assert_eq!(refused("halma", &men("a1 b2", "b2")), SetUpError::TwoMenOn(square("b2")));
    let six = men("a1 a2 a3 a4 a5 b1", "b2");
    assert_eq!(refused("jarmo", &six), SetUpError::TooManyMen { side: Side::First, most: 5 });
}

#[test]
fn fields_of_other_games_are_refused() {
    let quiet = SetUp { quiet_moves: Some(1), ..men("a1 a2", "b1 b2") };
    let moved = SetUp { moves_made: [1, 0], ..men("a1 a2", "b1 b2") };
    assert_eq!(refused("halma", &quiet), SetUpError::Meaningless(SetUpField::QuietMoves));
    assert_eq!(refused("jarmo", &moved), SetUpError::Meaningless(SetUpField::MovesMade));
    assert_eq!(refused("moon", &moved), SetUpError::Meaningless(SetUpField::MovesMade));
}

#[test]
fn jarmo_counts_captured_archers_too() {
    let set_up = SetUp { captured: [4, 0], ..men("a1 b1", "a5") };
    assert_eq!(refused("jarmo", &set_up), SetUpError::TooManyMen { side: Side::First, most: 5 });
    let set_up = SetUp { marked: squares("c3"), ..men("a1", "b5") };
    assert_eq!(refused("jarmo", &set_up), SetUpError::NobodyToMark(square("c3")));
}

#[test]
fn moon_places_in_turn_and_not_in_the_centre() {
    assert_eq!(refused("moon", &men("a1", "")), SetUpError::PlacedOutOfTurn);
    let second = SetUp { to_move: Side::Second, ..men("c3", "") };
    assert_eq!(refused("moon", &second), SetUpError::ClosedForPlacing(square("c3")));
    let all = men("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3", "d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5");
    assert_eq!(refused("moon", &all), SetUpError::NobodyLeftToPlace);
}

#[test]
fn moon_needs_two_men_somewhere_and_an_open_end() {
    let lonely = SetUp { quiet_moves: Some(0), ..men("a1", "b3") };
    assert_eq!(refused("moon", &lonely), SetUpError::TooFewMen);
    let endless = SetUp { quiet_moves: Some(21), ..men("a1 b1", "b3 c4") };
    assert_eq!(refused("moon", &endless), SetUpError::TooManyQuietMoves(20));
    let over = SetUp { quiet_moves: Some(0), ..men("a1 b1", "b3") };
    let ending = game("moon").position(&over).unwrap().ending().unwrap();
    assert_eq!((ending.outcome.winner(), ending.reason), (Some(Side::First), Reason::ManInTheMoon));
}

#[test]
fn jarmo_set_ups_can_have_ended() {
    let ending = game("jarmo").position(&men("a5 b5", "c3")).unwrap().ending().unwrap();
    assert_eq!((ending.reason, ending.score), (Reason::AllHome, Some([4, 1])));
}

fn unreadable(id: &str, text: &str) -> ParsePositionError {
    game(id).parse_position(text).unwrap_err()
}

#[test]
fn texts_say_what_is_wrong_with_them() {
    use ParsePositionError::{Contradiction, Malformed, TooLong, UnknownField};
    assert_eq!(unreadable("halma", ""), Malformed("the side to move"));
    assert_eq!(unreadable("halma", "first a1"), Malformed("the second player's men"));
    assert_eq!(unreadable("halma", "first a1 b1 moves=1"), Malformed("moves"));
    assert_eq!(unreadable("halma", "first a1 b1 moves"), Malformed("a field key=value"));
    assert_eq!(unreadable("halma", "first a1 b1 moves=1,2 moves=1,2"), UnknownField("moves".to_owned()));
    assert_eq!(unreadable("halma", "first a1 b1 back=-/-"), UnknownField("back".to_owned()));
    assert_eq!(unreadable("halma", &"a1,".repeat(2_000)), TooLong);
    assert_eq!(unreadable("halma", "first a1 b1 ended=first:camp_filled"), Contradiction("ended"));
    assert_eq!(unreadable("nerma", "first a1 b1 ended=draw:repetition"), Contradiction("ended"));
    assert_eq!(unreadable("halma", "first a1 b1 passed=second"), Contradiction("passed"));
    assert_eq!(unreadable("jarmo", "first a1 b5 back=a1-c2:2/-"), Contradiction("back"));
    assert_eq!(unreadable("moon", "first a1,b1 d5,e5 quiet=1 passed=second"), Contradiction("passed"));
    let error = unreadable("halma", "first a1 a1");
    assert_eq!(error.to_string(), "two men stand on a1");
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn the_text_of_a_start() {
    let texts: Vec<String> = ["halma8", "jarmo", "moon"].map(|id| game(id).start().text()).to_vec();
    assert_eq!(
        texts,
        [
            "first e1,f1,g1,h1,f2,g2,h2,g3,h3,h4 a5,a6,b6,a7,b7,c7,a8,b8,c8,d8",
            "first a1,b1,c1,d1,e1 a5,b5,c5,d5,e5",
            "first - -",
        ]
    );
}

#[test]
fn the_text_of_jarmo_keeps_who_went_back_and_forth() {
    let mut position: Position = game("jarmo").start();
    for mv in ["a1-c2", "a5-c4", "c2-a1", "c4-a5", "a1-c2", "e5-d3"] {
        position.play(&mv.parse().unwrap()).unwrap();
    }
    assert_eq!(position.text(), "first b1,c1,d1,e1,c2 d3,a5,b5,c5,d5 back=a1-c2:3/e5-d3:1");
}
