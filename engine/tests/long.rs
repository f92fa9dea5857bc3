//! Whole games with little thought: every move is legal, and every game comes to its end by the rules.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

use std::sync::atomic::{AtomicU64, Ordering};

use engine::contest::{Conditions, Record, play};
use engine::{Player, Searcher};
use rules::{Game, Reason};

/// No game of two players who want to get on takes longer.
const MOST_PLIES: u32 = 1_000;

fn check(game: &'static dyn Game, number: u64, searcher: &mut Searcher) -> Record {
    let conditions = Conditions { most_plies: MOST_PLIES, seed: 7, ..Conditions::default() };
    let record = play(game, [Player::Nodes(200); 2], &conditions, number, searcher).unwrap();
    let mut position = game.start();
    for (ply, mv) in record.moves.iter().enumerate() {
        assert!(position.is_legal(*mv), "{} game {number} ply {ply}: {mv} in {position}", game.id());
        position.play_unchecked(*mv);
    }
    assert_eq!(position.ending(), record.ending);
    assert!(record.ending.is_some(), "{} game {number} does not end: {position}", game.id());
    record
}

/// Plays so many games of each kind on all cores; how many ended for which reason.
fn check_all(games_each: u64) -> Vec<(&'static str, Reason)> {
    let games = rules::games();
    let next = AtomicU64::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = || {
            let mut searcher = Searcher::new();
            let mut endings = Vec::new();
            loop {
                let job = next.fetch_add(1, Ordering::Relaxed);
                let Some(&game) = usize::try_from(job / games_each).ok().and_then(|game| games.get(game)) else {
                    return endings;
                };
                let record = check(game, job % games_each, &mut searcher);
                endings.push((game.id(), record.ending.unwrap().reason));
            }
        };
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

fn check_endings(endings: &[(&str, Reason)]) {
    // Camps are left in time and nobody is shut in, but for a rare accident of so little thought.
    let spoilt = |reason: &Reason| matches!(reason, Reason::CampNotEvacuated | Reason::Repetition | Reason::NoMoves);
    for game in rules::games().iter().map(|game| game.id()) {
        let all = endings.iter().filter(|(id, _)| *id == game).count();
        let few = endings.iter().filter(|(id, reason)| *id == game && spoilt(reason)).count();
        println!("{game}: {few} of {all} games not won by running");
        assert!(few * 10 <= all + 9, "{game}: {few} of {all}");
    }
}

#[test]
fn every_game_ends_by_its_rules() {
    check_endings(&check_all(4));
}

/// Takes several minutes: `cargo test --release -p engine --test long -- --ignored --nocapture`.
#[test]
#[ignore = "ten thousand games"]
fn ten_thousand_games_end_by_their_rules() {
    let endings = check_all(1_667);
    assert!(endings.len() >= 10_000);
    check_endings(&endings);
}
