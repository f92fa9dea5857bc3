//! The search: iterative deepening over alpha-beta with a transposition table, the same for every family of games.
//!
//! A player without a legal move is passed over, so whose turn it is after a move is asked and never assumed.

pub(crate) mod memory;
mod order;
mod table;

use rules::{GamePosition, Move};

use crate::knowledge::Knowledge;
use crate::limits::{Stopped, Watch};
use crate::score::{self, WON};
use memory::Memory;
use table::{Bound, Entry};

/// No line is followed further than this.
pub(crate) const DEEPEST: i32 = 96;

/// Beyond every value there can be.
const INFINITE: i32 = WON + 1;

/// Below every value of a root move, however bad the conduct.
const NO_MOVE_YET: i32 = -10 * WON;

/// A move of the position that is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Added to its value while that is undecided: conduct, impatience and whim.
    pub(crate) bias: i32,
    /// What the deepest search of it gave, bias included.
    pub(crate) value: i32,
}

/// What a search has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) mv: Move,
    /// Without the bias of the move.
    pub(crate) value: i32,
    /// The last depth at which all moves were searched.
    pub(crate) depth: u32,
}

/// One search of one position.
#[derive(Debug)]
pub(crate) struct Search<'a, 'l, K: Knowledge> {
    knowledge: &'a K,
    position: K::Position,
    memory: &'a mut Memory,
    watch: &'a mut Watch<'l>,
    /// The depth of the present iteration.
    planned: i32,
}

impl<'a, 'l, K: Knowledge> Search<'a, 'l, K> {
    pub(crate) fn new(
        knowledge: &'a K,
        position: K::Position,
        memory: &'a mut Memory,
        watch: &'a mut Watch<'l>,
    ) -> Self {
        Self { knowledge, position, memory, watch, planned: 0 }
    }

    /// Searches deeper and deeper until it is stopped, knows the result, or has reached `deepest`.
    ///
    /// `moves` are the legal ones with the most promising first; the first one is the answer until a better is found.
    pub(crate) fn run(mut self, moves: &mut [RootMove], deepest: i32) -> Option<Found> {
        let mut found = Found { mv: moves.first()?.mv, value: 0, depth: 0 };
        for depth in 1..=deepest.min(DEEPEST) {
            self.planned = depth;
            let is_complete = self.iterate(moves, depth, &mut found).is_ok();
            if !is_complete {
                break;
            }
            found.depth = depth as u32;
            // Deeper searches find nothing better than the quickest end; a lost game may hold a longer way.
            if moves.len() == 1 || found.value >= WON - depth || found.value <= depth - WON {
                break;
            }
            moves.sort_by_key(|root| std::cmp::Reverse(root.value));
        }
        Some(found)
    }

    fn iterate(&mut self, moves: &mut [RootMove], depth: i32, found: &mut Found) -> Result<(), Stopped> {
        let account = self.knowledge.account(&self.position);
        let mut best = NO_MOVE_YET;
        for root in moves.iter_mut() {
            let unbiased = |value: i32| if score::is_decided(value) { value } else { value - root.bias };
            let alpha = unbiased(best);
            let mut value = if best == NO_MOVE_YET {
                self.play(root.mv, account, Beyond::Plies(depth - 1), 0, -INFINITE, INFINITE)?
            } else {
                self.play(root.mv, account, Beyond::Plies(depth - 1), 0, alpha, alpha + 1)?
            };
            if value > alpha && best != NO_MOVE_YET {
                value = self.play(root.mv, account, Beyond::Plies(depth - 1), 0, alpha, INFINITE)?;
            }
            let biased = if score::is_decided(value) { value } else { value + root.bias };
            // Values of moves that are not better are bounds only; they sort behind.
            root.value = if biased > best { biased } else { biased.min(best - 1) };
            if biased > best {
                best = biased;
                found.mv = root.mv;
                found.value = value;
            }
        }
        Ok(())
    }

    /// The value of a move for its player, searched so far beyond it.
    fn play(
        &mut self,
        mv: Move,
        account: K::Account,
        beyond: Beyond,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let mover = self.position.to_move();
        let account = self.knowledge.account_after(&self.position, account, mv);
        let undo = self.position.play_unchecked(mv);
        self.watch.node()?;
        let value = if let Some(ending) = self.position.ending() {
            score::of_outcome(ending.outcome, mover, ply + 1)
        } else if self.position.to_move() == mover {
            self.value_beyond(account, beyond, ply + 1, alpha, beta)?
        } else {
            -self.value_beyond(account, beyond, ply + 1, -beta, -alpha)?
        };
        self.position.undo(undo);
        Ok(value)
    }

    fn value_beyond(
        &mut self,
        account: K::Account,
        beyond: Beyond,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        match beyond {
            Beyond::Plies(depth) => self.value(account, depth, ply, alpha, beta),
            Beyond::Sharp(left) => self.sharp_value(account, left, ply, alpha, beta),
        }
    }

    /// The value of the present position for the side to move. A search that is stopped leaves the position as it is.
    fn value(&mut self, account: K::Account, depth: i32, ply: usize, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        if depth <= 0 || ply as i32 >= DEEPEST {
            return self.sharp_value(account, K::SHARP_PLIES, ply, alpha, beta);
        }
        let key = self.position.hash();
        let known = self.memory.table.get(key, ply);
        if let Some(entry) = known
            && i32::from(entry.depth) >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            }
        {
            return Ok(entry.value);
        }
        let mut moves = self.memory.take_moves(ply);
        self.position.legal_moves_into(&mut moves);
        let mut ordered = self.memory.take_order(ply);
        let first = known.and_then(|entry| entry.best);
        self.memory.order(self.knowledge, &self.position, &moves, first, ply, &mut ordered);
        let is_forced = moves.len() == 1 && (ply as i32) < 2 * self.planned;
        let depth_left = if is_forced { depth } else { depth - 1 };
        let width = self.knowledge.width(depth);

        let (mut best, mut best_move, mut raised) = (-INFINITE, None, alpha);
        for (index, mv) in ordered.moves(&moves).enumerate() {
            // What has been left out must not be taken for a proven loss.
            if index >= width && best > -score::DECIDED {
                break;
            }
            let value = if index == 0 {
                self.play(mv, account, Beyond::Plies(depth_left), ply, raised, beta)?
            } else {
                let less = reduction(depth, index);
                let mut value = self.play(mv, account, Beyond::Plies(depth_left - less), ply, raised, raised + 1)?;
                if value > raised && less > 0 {
                    value = self.play(mv, account, Beyond::Plies(depth_left), ply, raised, raised + 1)?;
                }
                if value > raised && value < beta {
                    value = self.play(mv, account, Beyond::Plies(depth_left), ply, raised, beta)?;
                }
                value
            };
            if value > best {
                best = value;
                best_move = Some(mv);
            }
            if best >= beta {
                self.memory.has_refuted(self.position.to_move(), mv, depth, ply);
                break;
            }
            raised = raised.max(best);
        }
        self.memory.give_back(ply, moves, ordered);
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let best_move = if bound == Bound::AtMost { None } else { best_move };
        self.memory.table.put(key, ply, Entry { value: best, best: best_move, depth: depth as i8, bound });
        Ok(best)
    }

    /// The value of a leaf: what it is worth as it stands, or after the sharp moves that its player may choose.
    fn sharp_value(
        &mut self,
        account: K::Account,
        left: usize,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let mut moves = self.memory.take_moves(ply);
        let mut best = self.knowledge.evaluate(&self.position, account, &mut moves);
        if left > 0 && best < beta && (ply as i32) < DEEPEST {
            moves.clear();
            self.position.legal_moves_into(&mut moves);
            moves.retain(|&mv| self.knowledge.is_sharp(&self.position, mv));
            moves.sort_by_key(|&mv| std::cmp::Reverse(self.knowledge.promise(&self.position, mv)));
            for &mv in &moves {
                let raised = alpha.max(best);
                let value = self.play(mv, account, Beyond::Sharp(left - 1), ply, raised, beta)?;
                best = best.max(value);
                if best >= beta {
                    break;
                }
            }
        }
        self.memory.give_back_moves(ply, moves);
        Ok(best)
    }
}

/// How far a move is followed.
#[derive(Clone, Copy, Debug)]
enum Beyond {
    /// So many plies.
    Plies(i32),
    /// Only by sharp moves, at most so many of them.
    Sharp(usize),
}

/// By how much less deep a move is looked at first that stands so far back in the order.
const fn reduction(depth: i32, index: usize) -> i32 {
    match (depth, index) {
        (..=2, _) | (_, ..=2) => 0,
        (3, _) | (_, ..=9) => 1,
        _ => 2,
    }
}
