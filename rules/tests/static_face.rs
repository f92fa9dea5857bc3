//! What must hold for the positions behind the dynamic face: taking moves back, and hashes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

mod random;

use proptest::prelude::*;
use rules::halma::{HALMA, HALMA_8, HALMA_10, HalmaPosition, NERMA};
use rules::jarmo::JarmoPosition;
use rules::moon::MoonPosition;
use rules::{Game, GamePosition, Move, Position};

fn config() -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { 32 } else { 400 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Plays at random to the end; on the way every move is tried and taken back, and in the end the
/// whole game is.
fn there_and_back<P: GamePosition>(start: &P, seed: u64, plies: u32) {
    let mut lots = random::Lots(seed);
    let mut position = start.clone();
    let mut game = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        position.legal_moves_into(&mut moves);
        if moves.is_empty() {
            break;
        }
        // Everything there is to know, the tables inside included.
        let all = format!("{position:?}");
        for &mv in &moves {
            let undo = position.play_unchecked(mv);
            assert_eq!(position.hash(), position.hash_from_scratch(), "after {mv}");
            position.undo(undo);
        }
        assert_eq!(format!("{position:?}"), all);
        game.push(position.play_unchecked(lots.pick(&moves)));
    }
    for undo in game.into_iter().rev() {
        position.undo(undo);
    }
    assert_eq!(format!("{position:?}"), format!("{start:?}"));
}

/// Illegal moves leave an unspecified position, but one that can still be asked anything.
fn survives_anything<P: GamePosition>(mut position: P, seed: u64) {
    let mut lots = random::Lots(seed);
    let mut moves = Vec::new();
    for _ in 0..100 {
        let [from, to] = [0; 2].map(|_| rules::Square::from_index(lots.next() as u8));
        let mv = match lots.below(3) {
            0 => Move::Go { from, to },
            1 => Move::Place { to },
            _ => Move::BringBack { payer: from, to },
        };
        position.captures(mv);
        let undo = position.play_unchecked(mv);
        moves.clear();
        position.legal_moves_into(&mut moves);
        let _ = (position.set_up(), position.text_fields(), position.score(), position.ending());
        if lots.below(2) == 0 {
            position.undo(undo);
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_taken_back_leaves_no_trace(seed: u64, plies in 0..150u32) {
        for variant in [&HALMA, &NERMA, &HALMA_8, &HALMA_10] {
            there_and_back(&HalmaPosition::start(variant), seed, plies.min(30));
        }
        there_and_back(&JarmoPosition::start(), seed, plies);
        there_and_back(&MoonPosition::start(), seed, plies);
    }

    #[test]
    fn laid_out_positions_too(seed: u64, plies in 0..40u32) {
        for variant in [&HALMA, &NERMA, &HALMA_8, &HALMA_10] {
            let set_up = random::laid_out(variant, seed);
            there_and_back(&HalmaPosition::from_set_up(variant, &set_up).unwrap(), seed, plies);
        }
        let set_up = random::laid_out(&rules::jarmo::JARMO, seed);
        there_and_back(&JarmoPosition::from_set_up(&set_up).unwrap(), seed, plies);
        let set_up = random::laid_out(&rules::moon::MOON, seed);
        there_and_back(&MoonPosition::from_set_up(&set_up).unwrap(), seed, plies);
    }

    #[test]
    fn illegal_moves_never_panic(seed: u64) {
        for variant in [&HALMA, &NERMA, &HALMA_8, &HALMA_10] {
            survives_anything(HalmaPosition::start(variant), seed);
        }
        survives_anything(JarmoPosition::start(), seed);
        survives_anything(MoonPosition::start(), seed);
    }
}

#[test]
fn the_static_position_behind_a_dynamic_one() {
    let position: Position = HALMA.start();
    assert!(position.downcast::<HalmaPosition>().is_some());
    assert!(position.downcast::<JarmoPosition>().is_none());
}
