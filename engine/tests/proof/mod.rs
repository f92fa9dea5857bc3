//! Proofs by trying everything: slow, plain, and without any judgement that the engine's search could share.

#![allow(dead_code, reason = "each program that includes this module uses a part of it")]

use rules::{Move, Position, Side};

/// Whether `side` can force a win within so many plies.
pub(crate) fn wins(position: &Position, side: Side, plies: u32) -> bool {
    if let Some(ending) = position.ending() {
        return ending.outcome.winner() == Some(side);
    }
    if plies == 0 {
        return false;
    }
    let goes_on = |mv: &Move| wins(&after(position, *mv), side, plies - 1);
    let moves = position.legal_moves();
    if position.to_move() == side { moves.iter().any(goes_on) } else { moves.iter().all(goes_on) }
}

/// The moves after which the side to move wins within so many plies, this one included.
pub(crate) fn winning_moves(position: &Position, plies: u32) -> Vec<Move> {
    let side = position.to_move();
    let moves = position.legal_moves().into_iter();
    moves.filter(|&mv| wins(&after(position, mv), side, plies.saturating_sub(1))).collect()
}

/// The moves after which the opponent cannot force a win within so many plies, this one included.
pub(crate) fn saving_moves(position: &Position, plies: u32) -> Vec<Move> {
    let enemy = position.to_move().opponent();
    let moves = position.legal_moves().into_iter();
    moves.filter(|&mv| !wins(&after(position, mv), enemy, plies.saturating_sub(1))).collect()
}

/// The position after a move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}
