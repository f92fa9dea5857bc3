//! Finding moves: steps, and chains of hops.
//!
//! A hop changes file and rank by 0 or 2, so all squares a chain lands on agree in the parity of file
//! and of rank, and the squares it passes over do not agree with them. Two things follow: steps and
//! chains never lead to the same square, and a man never meets itself, so that the tables can be used
//! with the man still on the square where it began.

use std::ops::ControlFlow;

use super::directions::{behind, each, next};
use super::position::HalmaPosition;
use crate::square_set::SquareSet;
use crate::{IllegalMove, Side, Square};

impl HalmaPosition {
    /// Calls `found(from, to)` for each move a side has, until it breaks.
    #[inline]
    pub(super) fn each_move(
        &self,
        side: Side,
        mut found: impl FnMut(Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let closed = self.closed_to(side);
        let mut chain = [0; CELLS];
        self.men(side).iter().try_for_each(|from| self.each_move_from(side, from, &closed, &mut chain, &mut found))
    }

    /// Calls `found(from, to)` for each move the man on `from` has.
    ///
    /// `chain` is scratch space.
    #[inline]
    pub(super) fn each_move_from(
        &self,
        side: Side,
        from: Square,
        closed: &SquareSet,
        chain: &mut [u8; CELLS],
        found: &mut impl FnMut(Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for d in each(self.steps(side, from)) {
            let to = next(from, d);
            if !closed.contains(to) {
                found(from, to)?;
            }
        }
        let mut reached = cell(from);
        // Squares from which the chain has yet to be followed. Each is added once, so there is room.
        chain[0] = from.index();
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let at = Square::from_index(chain[waiting % CELLS]);
            for d in each(self.hops(side, at)) {
                let to = behind(at, d);
                if reached & cell(to) == 0 {
                    reached |= cell(to);
                    chain[waiting % CELLS] = to.index();
                    waiting += 1;
                    if !closed.contains(to) {
                        found(from, to)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a side has a move.
    #[inline]
    pub(super) fn has_move(&self, side: Side) -> bool {
        self.each_move(side, |_, _| ControlFlow::Break(())).is_break()
    }

    /// Whether the man of a side on `from` has a move to `to`.
    pub(super) fn reaches(&self, side: Side, from: Square, to: Square) -> bool {
        let closed = self.closed_to(side);
        self.each_move_from(side, from, &closed, &mut [0; CELLS], &mut |_, reached| {
            if reached == to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// The squares a man stands on when it goes from `from` to `to`, by a step or by a shortest
    /// chain, among those the first in square order. Whether it may stop there is not asked.
    pub(super) fn shortest_path(&self, side: Side, from: Square, to: Square) -> Option<Vec<Square>> {
        if each(self.steps(side, from)).any(|d| next(from, d) == to) {
            return Some(vec![from, to]);
        }
        // Searching in breadth, neighbours in square order, finds the first of the shortest chains.
        let mut reached = SquareSet::of(&[from]);
        let mut queue = vec![(from, 0)];
        let mut done = 0;
        while let Some(&(at, _)) = queue.get(done) {
            if at == to && done > 0 {
                return Some(walk_back(&queue, done));
            }
            for d in each(self.hops(side, at)) {
                let landing = behind(at, d);
                if reached.insert(landing) {
                    queue.push((landing, done));
                }
            }
            done += 1;
        }
        None
    }

    /// Checks a chain that was given square by square.
    pub(super) fn check_chain(&self, side: Side, chain: &[Square]) -> Result<(), IllegalMove> {
        let Some(&start) = chain.first() else {
            return Ok(());
        };
        for (hop, pair) in (1..).zip(chain.windows(2)) {
            let [from, to] = *pair else { continue };
            if !self.could_hop(start, from, to) {
                return Err(IllegalMove::BrokenChain { hop, from, to });
            }
            if self.leaves_goal_camp(side, from, to) {
                return Err(IllegalMove::LeavesGoalCamp { from, to });
            }
        }
        Ok(())
    }

    /// Whether a man that began its chain on `start` and has come to `from` could hop to `to`, camps
    /// apart.
    ///
    /// The mobility tables show the board with the man still on `start`, but that square counts as
    /// empty. So a hop onto it is looked up the other way round: it passes over the same man, and
    /// `from` is empty because the man has just landed there.
    fn could_hop(&self, start: Square, from: Square, to: Square) -> bool {
        let leads = |from: Square, to: Square| each(self.mobility().hops(from)).any(|d| behind(from, d) == to);
        leads(from, to) || (to == start && leads(start, from))
    }
}

/// So many squares of the largest board agree in the parity of file and rank: an 8x8 board.
const CELLS: usize = 64;

/// The bit of a square among the [`CELLS`] of its parity.
#[inline]
const fn cell(square: Square) -> u64 {
    let index = square.index();
    1 << (index >> 1 & 0b000_111 | index >> 2 & 0b111_000)
}

/// The way to the entry at `end` of a breadth-first queue whose entries name the one they came from.
fn walk_back(queue: &[(Square, usize)], end: usize) -> Vec<Square> {
    let mut path = Vec::new();
    let mut at = end;
    while let Some(&(square, parent)) = queue.get(at) {
        path.push(square);
        if at == 0 {
            break;
        }
        at = parent;
    }
    path.reverse();
    path
}
