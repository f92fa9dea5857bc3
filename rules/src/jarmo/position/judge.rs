//! Judging moves as players send them, with a reason for each refusal.

use super::JarmoPosition;
use crate::jarmo::board::{goal_rank, neighbours, own_rank};
use crate::points::Points;
use crate::{IllegalMove, Move, MoveInput, Square};

impl JarmoPosition {
    /// What [`GamePosition::judge`](crate::GamePosition::judge) says.
    pub(super) fn verdict(&self, input: &MoveInput) -> Result<Vec<Square>, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::GameOver);
        }
        if input.chain().is_some() {
            return Err(IllegalMove::NoChains);
        }
        let mv = input.mv();
        if let Some(stray) = mv.squares().find(|&square| !Points::FULL.contains(square)) {
            return Err(IllegalMove::NotOnBoard(stray));
        }
        match mv {
            Move::Go { from, to } => self.judge_go(from, to).map(|()| vec![from, to]),
            Move::BringBack { payer, to } => self.judge_bring_back(payer, to).map(|()| vec![to]),
            Move::Place { .. } => Err(IllegalMove::MoveAMan),
        }
    }

    fn judge_go(&self, from: Square, to: Square) -> Result<(), IllegalMove> {
        let side = self.to_move;
        if !self.archers(side).contains(from) {
            Err(IllegalMove::NoManOfYours(from))
        } else if from == to {
            Err(IllegalMove::EndsWhereItBegan(from))
        } else if goal_rank(side).contains(from) {
            Err(IllegalMove::StaysOnGoalRank(from))
        } else if self.archers(side).contains(to) {
            Err(IllegalMove::Occupied(to))
        } else if !neighbours(from).contains(to) {
            Err(IllegalMove::OutOfReach { from, to })
        } else if self.to_and_fro[side.index()].forbids(from, to) {
            Err(IllegalMove::BackAndForth { from, to })
        } else {
            Ok(())
        }
    }

    fn judge_bring_back(&self, payer: Square, to: Square) -> Result<(), IllegalMove> {
        let side = self.to_move;
        if self.captured[side.index()] == 0 {
            Err(IllegalMove::NothingToBringBack)
        } else if !self.payers(side).contains(payer) {
            Err(IllegalMove::CannotPay(payer))
        } else if !own_rank(side).contains(to) {
            Err(IllegalMove::NotOwnRank(to))
        } else if !self.returns(side).contains(to) {
            Err(IllegalMove::Occupied(to))
        } else {
            Ok(())
        }
    }
}
