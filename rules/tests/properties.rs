//! What must hold for every game in every position.

mod random;

use proptest::prelude::*;
use rules::{Game, IllegalMove, Move, MoveInput, Position, Side, Square, games};

fn config(cases: u32) -> ProptestConfig {
    // A failure shows the seed from which everything follows; no file is needed to repeat it.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn any_game() -> impl Strategy<Value = &'static dyn Game> {
    (0..games().len()).prop_map(|place| games()[place])
}

/// Every move that can be written down, on the board or off it.
fn every_move() -> impl Iterator<Item = Move> {
    let squares = || (0..=255).map(Square::from_index);
    let pairs = squares().flat_map(move |from| {
        squares().flat_map(move |to| [Move::Go { from, to }, Move::BringBack { payer: from, to }])
    });
    squares().map(|to| Move::Place { to }).chain(pairs)
}

/// Both positions look the same from outside.
fn assert_same(one: &Position, other: &Position) {
    assert_eq!(one.text(), other.text());
    assert_eq!(one.set_up(), other.set_up());
    assert_eq!(one.hash(), other.hash());
    assert_eq!(one.legal_moves(), other.legal_moves());
    assert_eq!(one.passed_over(), other.passed_over());
    assert_eq!(one.ending(), other.ending());
    assert_eq!(one.score(), other.score());
}

proptest! {
    #![proptest_config(config(if cfg!(debug_assertions) { 48 } else { 600 }))]

    /// The legal list holds exactly what `play` accepts, in the order of the texts, and `is_legal`
    /// agrees.
    #[test]
    fn the_legal_list_is_what_play_accepts(game in any_game(), seed: u64, plies in 0..200u32) {
        let mut position = random::any(game, seed, plies);
        let legal = position.legal_moves();
        prop_assert!(legal.is_sorted_by(|one, next| one.to_string() < next.to_string()));
        for mv in every_move() {
            let is_legal = legal.binary_search(&mv).is_ok();
            prop_assert_eq!(position.is_legal(mv), is_legal, "{}", mv);
            if is_legal {
                prop_assert!(position.clone().play(&mv.into()).is_ok(), "{} refused", mv);
            } else {
                prop_assert!(position.play(&mv.into()).is_err(), "{} accepted", mv);
            }
        }
        assert_same(&position, &random::any(game, seed, plies));
    }

    /// A text gives back the position it was written from, through moves and endings.
    #[test]
    fn texts_round_trip(game in any_game(), seed: u64, plies in 0..200u32) {
        let mut position = random::any(game, seed, plies);
        let mut lots = random::Lots(seed);
        for _ in 0..20 {
            let text = position.text();
            let read = game.parse_position(&text);
            prop_assert!(read.is_ok(), "{}: {:?}", text, read);
            if let Ok(read) = read {
                assert_same(&position, &read);
            }
            if position.ending().is_some() {
                break;
            }
            let mv = lots.pick(&position.legal_moves());
            position.play_unchecked(mv);
        }
    }

    /// What a move reports is what has happened to the board.
    #[test]
    fn a_move_reports_what_it_did(game in any_game(), seed: u64, plies in 0..200u32) {
        let before = random::any(game, seed, plies);
        prop_assume!(before.ending().is_none());
        let mover = before.to_move();
        for mv in before.legal_moves() {
            let mut after = before.clone();
            let played = after.play(&mv.into());
            prop_assert!(played.is_ok());
            let Ok(played) = played else { continue };
            prop_assert_eq!(played.mv, mv);
            prop_assert_eq!(played.path.last(), Some(&mv.to()));
            prop_assert_eq!(played.passed_over, after.passed_over());
            prop_assert_eq!(played.ending, after.ending());
            let mut own = before.set_up().men(mover).to_vec();
            let mut enemies = before.set_up().men(mover.opponent()).to_vec();
            if let Move::Go { from, .. } = mv {
                prop_assert_eq!(played.path.first(), Some(&from));
                own.retain(|&square| square != from);
            }
            own.push(mv.to());
            own.sort_unstable();
            enemies.retain(|square| !played.taken.contains(square));
            prop_assert!(played.taken.is_sorted());
            let set_up = after.set_up();
            prop_assert_eq!(set_up.men(mover), own.as_slice());
            prop_assert_eq!(set_up.men(mover.opponent()), enemies.as_slice());
            if let Some(passed) = played.passed_over {
                prop_assert_eq!(passed, mover.opponent());
                prop_assert_eq!(after.to_move(), mover);
            }
        }
    }
}

/// Whole random games keep going until they end, and then nothing more is accepted.
#[test]
fn games_end_once_and_for_all() {
    for &game in games() {
        for seed in 0..20 {
            let mut lots = random::Lots(seed);
            let mut position = game.start();
            for _ in 0..2_000 {
                let legal = position.legal_moves();
                if position.ending().is_some() {
                    assert!(legal.is_empty());
                    break;
                }
                assert!(!legal.is_empty(), "{} seed {seed}: {position}", game.id());
                position.play_unchecked(lots.pick(&legal));
            }
            if let Some(ending) = position.ending() {
                assert!(game.catalogue().reasons.contains(&ending.reason));
                let refused = position.play(&MoveInput::from(Move::Place { to: Square::from_index(0) }));
                assert_eq!(refused, Err(IllegalMove::GameOver));
            }
        }
    }
}

/// The catalogue alone tells where the men stand at the start.
#[test]
fn catalogues_agree_with_the_start() {
    for &game in games() {
        let facts = game.catalogue();
        let start = game.start();
        assert_eq!(rules::game(facts.id).map(Game::id), Some(facts.id));
        for side in Side::BOTH {
            assert_eq!(start.set_up().men(side), facts.board.camps[side.index()]);
            assert!(facts.board.goals[side.index()].iter().all(|square| facts.board.squares.contains(square)));
        }
        assert!(facts.board.squares.is_sorted());
        let inside = |square: &Square| square.file() < facts.board.files && square.rank() < facts.board.ranks;
        assert!(facts.board.squares.iter().all(inside));
    }
}
