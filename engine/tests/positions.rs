//! Positions with one right move, for each game a file of them in `positions/`.
//!
//! A line says what holds, in how many plies, which move it takes, and the position: `wins 3 | b5-b4 | first …` if that
//! move and no other wins within three plies, whatever the opponent does; `saves 4 | …` if the opponent wins within four
//! plies after every other move. That this is so is proven here by trying everything. `runs 4 | - | …` is a race that
//! the side to move can finish alone in so many moves and no fewer.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

mod proof;

use engine::{History, Level, Limits, Searcher};
use rules::{Game, Position};

/// One line of a file.
struct Case {
    what: String,
    plies: u32,
    mv: String,
    position: Position,
}

fn read(game: &'static dyn Game, file: &str) -> Vec<Case> {
    let case = |line: &str| {
        let [task, mv, position] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (what, plies) = task.split_once(' ').unwrap();
        let position = game.parse_position(position).unwrap_or_else(|error| panic!("{line}: {error}"));
        Case { what: what.to_owned(), plies: plies.parse().unwrap(), mv: mv.to_owned(), position }
    };
    file.lines().filter(|line| !line.starts_with('#')).map(case).collect()
}

fn check(id: &str, file: &str) {
    let game = rules::game(id).unwrap();
    let cases = read(game, file);
    assert!(cases.len() >= 5, "{id} has {} cases only", cases.len());
    for case in cases {
        if case.what == "runs" {
            check_race(&case);
        } else {
            check_move(&case);
        }
    }
}

fn check_move(case: &Case) {
    let right = match case.what.as_str() {
        "wins" => proof::winning_moves(&case.position, case.plies),
        "saves" => proof::saving_moves(&case.position, case.plies),
        other => panic!("{other}"),
    };
    let right: Vec<String> = right.iter().map(ToString::to_string).collect();
    assert_eq!(right, [case.mv.as_str()], "{}", case.position);
    let history = History::new(&case.position);
    let mut searcher = Searcher::new();
    for level in [4, 5] {
        let style = Level::new(level).unwrap().style();
        // Enough for the best level, too, and the same in every run.
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let style = engine::Style { time: std::time::Duration::MAX, ..style };
        let choice = searcher.search(&case.position, &history, &limits, &style, 1).unwrap();
        assert_eq!(choice.mv.to_string(), case.mv, "level {level} in {}", case.position);
    }
}

/// The other side has no men and is passed over all the time.
fn check_race(case: &Case) {
    let side = case.position.to_move();
    assert!(!proof::wins(&case.position, side, case.plies - 1), "{}", case.position);
    let mut position = case.position.clone();
    let mut history = History::new(&position);
    let mut searcher = Searcher::new();
    let style = engine::Style { time: std::time::Duration::MAX, ..Level::new(4).unwrap().style() };
    for ply in 1..=case.plies {
        let choice = searcher.search(&position, &history, &Limits::default(), &style, 1).unwrap();
        position.play_unchecked(choice.mv);
        history.record(&position);
        assert_eq!(position.ending().is_some(), ply == case.plies, "ply {ply} of {}", case.position);
    }
}

#[test]
fn halma() {
    check("halma", include_str!("positions/halma.txt"));
}

#[test]
fn nerma() {
    check("nerma", include_str!("positions/nerma.txt"));
}

#[test]
fn halma8() {
    check("halma8", include_str!("positions/halma8.txt"));
}

#[test]
fn halma10() {
    check("halma10", include_str!("positions/halma10.txt"));
}

#[test]
fn jarmo() {
    check("jarmo", include_str!("positions/jarmo.txt"));
}

#[test]
fn moon() {
    check("moon", include_str!("positions/moon.txt"));
}
