//! What can be relied on, whatever the game: legal moves, at any moment, the same ones for the same question.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::contest::{Conditions, play};
use engine::{Choice, History, Level, Limits, Lots, NoChoice, Player, Searcher, Style};
use rules::{Game, Position, Side};

/// A position so many random plies after the start, and the history up to there.
fn reached(game: &'static dyn Game, seed: u64, plies: u32) -> (Position, History) {
    let mut lots = Lots::new(seed);
    let mut position = game.start();
    let mut history = History::new(&position);
    for _ in 0..plies {
        let mv = lots.pick(&position.legal_moves()).unwrap();
        let mut next = position.clone();
        next.play_unchecked(mv);
        if next.ending().is_some() {
            break;
        }
        position = next;
        history.record(&position);
    }
    (position, history)
}

fn choose(
    searcher: &mut Searcher,
    (position, history): &(Position, History),
    limits: &Limits<'_>,
    seed: u64,
) -> Choice {
    let choice = searcher.search(position, history, limits, &Style::of_nodes(3_000), seed).unwrap();
    assert!(position.is_legal(choice.mv), "{} in {position}", choice.mv);
    choice
}

#[test]
fn every_game_is_known() {
    for &game in rules::games() {
        choose(&mut Searcher::new(), &reached(game, 1, 0), &Limits::default(), 1);
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let mut used = Searcher::new();
    for &game in rules::games() {
        for plies in [3, 30] {
            let there = reached(game, 5, plies);
            let fresh = choose(&mut Searcher::new(), &there, &Limits::default(), 9);
            // What the searcher has seen before does not matter.
            assert_eq!(choose(&mut used, &there, &Limits::default(), 9), fresh, "{}", game.id());
            assert_eq!(choose(&mut used, &there, &Limits::default(), 9), fresh, "{}", game.id());
        }
    }
}

#[test]
fn the_seed_decides_between_equal_moves() {
    let start = reached(rules::game("halma").unwrap(), 0, 0);
    let first: Vec<_> = (0..20).map(|seed| choose(&mut Searcher::new(), &start, &Limits::default(), seed).mv).collect();
    assert!(first.iter().any(|mv| *mv != first[0]), "{first:?}");
}

#[test]
fn nodes_are_a_bound() {
    for &game in rules::games() {
        let there = reached(game, 2, 6);
        for nodes in [0, 1, 10, 777] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            assert!(choose(&mut Searcher::new(), &there, &limits, 1).nodes <= nodes);
        }
    }
}

#[test]
fn without_any_time_there_is_a_move() {
    let stop = AtomicBool::new(true);
    for &game in rules::games() {
        let there = reached(game, 3, 8);
        for limits in [
            Limits { time: Some(Duration::ZERO), ..Limits::default() },
            Limits { stop: Some(&stop), ..Limits::default() },
        ] {
            assert_eq!(choose(&mut Searcher::new(), &there, &limits, 1).depth, 0);
        }
    }
}

#[test]
fn a_search_without_bounds_can_be_stopped() {
    let there = reached(rules::game("halma").unwrap(), 3, 8);
    let stop = AtomicBool::new(false);
    let style = Style::of_nodes(u64::MAX);
    let choice = std::thread::scope(|scope| {
        let thinking = scope.spawn(|| {
            let limits = Limits { stop: Some(&stop), ..Limits::default() };
            Searcher::new().search(&there.0, &there.1, &limits, &style, 1)
        });
        stop.store(true, Ordering::Relaxed);
        thinking.join().unwrap().unwrap()
    });
    assert!(there.0.is_legal(choice.mv));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let moon = rules::game("moon").unwrap();
    let mut position = moon.parse_position("first a1,b2 c1,b5 quiet=19").unwrap();
    position.play_unchecked(position.legal_moves()[0]);
    assert!(position.ending().is_some());
    let history = History::new(&position);
    for player in [Player::Level(Level::ALL[4]), Player::Random, Player::Greedy, Player::Nodes(10)] {
        let chosen = player.choose(&mut Searcher::new(), &position, &history, &Limits::default(), 1);
        assert_eq!(chosen, Err(NoChoice::GameOver));
    }
    assert!(!Searcher::new().accepts_draw(&position, &history, Side::First));
}

#[test]
fn who_moves_again_because_the_other_cannot_is_understood() {
    // The second player's men cannot move: each turn is the first player's until he opens a way.
    let moon = rules::game("moon").unwrap();
    let mut position = moon.parse_position("first b1,d1,a2,e2,c3 a1,e1 quiet=0").unwrap();
    let mut history = History::new(&position);
    position.play_unchecked("c3-c4".parse().unwrap());
    history.record(&position);
    assert_eq!((position.passed_over(), position.to_move()), (Some(Side::Second), Side::First));
    let choice = choose(&mut Searcher::new(), &(position, history), &Limits::default(), 1);
    assert!(choice.score.value() > 200, "five men against two are good for the one who moves: {}", choice.score);
}

#[test]
fn games_can_be_played_again() {
    let jarmo = rules::game("jarmo").unwrap();
    let players = [Player::Level(Level::ALL[2]), Player::Level(Level::ALL[1])];
    let once = |number| play(jarmo, players, &Conditions::default(), number, &mut Searcher::new()).unwrap().moves;
    assert_eq!(once(0), once(0));
    assert_eq!(once(0)[..4], once(1)[..4], "two games have the same opening");
    assert_ne!(once(0)[..4], once(2)[..4]);
}

/// Goes to and fro with two men until nothing has moved forward for long.
fn stand_still(start: &Position, there_and_back: [&str; 4], rounds: usize) -> (Position, History) {
    let moves = there_and_back.into_iter().cycle().take(4 * rounds).map(|text| text.parse().unwrap());
    History::replay(start, moves)
}

#[test]
fn a_draw_is_taken_when_nothing_moves_forward() {
    let nerma = rules::game("nerma").unwrap();
    let mut searcher = Searcher::new();
    let start = nerma.start();
    assert!(!searcher.accepts_draw(&start, &History::new(&start), Side::Second), "the game has just begun");
    let shuffle = ["n4-n5", "c13-c12", "n5-n4", "c12-c13"];
    let (position, history) = stand_still(&nerma.start(), shuffle, 6);
    assert!(searcher.accepts_draw(&position, &history, Side::First));
    assert!(searcher.accepts_draw(&position, &history, Side::Second));
}

#[test]
fn a_draw_is_not_taken_when_ahead() {
    // The first player has nearly arrived, the second one has hardly left.
    let halma8 = rules::game("halma8").unwrap();
    let text = "first a5,a6,b6,a7,b7,c7,a8,b8,d6,e6 b4,d3,e3,f3,c4,d4,f4,e5,f5,g5";
    let (position, history) =
        stand_still(&halma8.parse_position(text).unwrap(), ["e6-e7", "b4-b3", "e7-e6", "b3-b4"], 6);
    let mut searcher = Searcher::new();
    assert!(!searcher.accepts_draw(&position, &history, Side::First));
    assert!(searcher.accepts_draw(&position, &history, Side::Second));
}
