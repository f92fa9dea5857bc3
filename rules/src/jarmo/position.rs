//! Positions of Jarmo.

mod judge;
mod set_up;

use super::board::{JARMO, goal_rank, neighbours, own_rank};
use super::to_and_fro::ToAndFro;
use crate::points::Points;
use crate::{Ending, Game, GamePosition, IllegalMove, Move, MoveInput, Outcome, Reason, SetUp, Side, Square, zobrist};

/// A position of Jarmo. It is small: to take a move back, keep a copy.
#[derive(Clone, Copy, Debug)]
pub struct JarmoPosition {
    /// The archers of either side; the sets share no point.
    archers: [Points; 2],
    /// Those of either side that have captured and not yet paid for a return. Each holds an archer.
    marked: Points,
    /// Archers that the first and the second player have lost.
    captured: [u32; 2],
    to_and_fro: [ToAndFro; 2],
    to_move: Side,
    passed_over: Option<Side>,
    ending: Option<Ending>,
    /// The exclusive or of the keys of archers and marks.
    board_hash: u64,
}

/// What the key of a fact is about; see [`zobrist::fact`].
mod fact {
    pub(super) const MARK: u64 = 4;
    pub(super) const CAPTURED: u64 = 5;
    pub(super) const TO_AND_FRO: u64 = 6;
}

impl JarmoPosition {
    /// The position in which the game starts.
    #[must_use]
    pub fn start() -> Self {
        Self::laid_out(Side::BOTH.map(own_rank), Points::EMPTY, [0, 0], Side::First)
    }

    /// The archers of a side as bits: bit `5 * rank + file`, both counted from 0.
    #[inline]
    #[must_use]
    pub const fn archer_bits(&self, side: Side) -> u32 {
        self.archers[side.index()].bits()
    }

    /// The archers of both sides that are marked, as bits in the same way.
    #[inline]
    #[must_use]
    pub const fn marked_bits(&self) -> u32 {
        self.marked.bits()
    }

    /// How many archers a side has lost and not brought back.
    #[inline]
    #[must_use]
    pub const fn captured(&self, side: Side) -> u32 {
        self.captured[side.index()]
    }

    fn laid_out(archers: [Points; 2], marked: Points, captured: [u32; 2], to_move: Side) -> Self {
        let mut position = Self {
            archers,
            marked,
            captured,
            to_and_fro: [ToAndFro::NOTHING; 2],
            to_move,
            passed_over: None,
            ending: None,
            board_hash: 0,
        };
        position.board_hash = position.board_hash_from_scratch();
        position
    }

    #[inline]
    fn archers(&self, side: Side) -> Points {
        self.archers[side.index()]
    }

    /// The archers of a side that can still move.
    #[inline]
    fn free(&self, side: Side) -> Points {
        self.archers(side).minus(goal_rank(side))
    }

    /// Where the archer of a side on a point can go: along a line to an empty point or an enemy.
    #[inline]
    fn reach(&self, side: Side, from: Square) -> Points {
        neighbours(from).minus(self.archers(side))
    }

    /// The archers of a side that could pay for the return of another one.
    #[inline]
    fn payers(&self, side: Side) -> Points {
        if self.captured[side.index()] == 0 {
            return Points::EMPTY;
        }
        self.archers(side).and(goal_rank(side)).and(self.marked)
    }

    /// The points on which an archer of a side could come back.
    #[inline]
    fn returns(&self, side: Side) -> Points {
        own_rank(side).minus(self.archers[0].or(self.archers[1]))
    }

    fn each_move(&self, side: Side, mut found: impl FnMut(Move)) {
        let to_and_fro = self.to_and_fro[side.index()];
        for from in self.free(side).iter() {
            for to in self.reach(side, from).iter().filter(|&to| !to_and_fro.forbids(from, to)) {
                found(Move::Go { from, to });
            }
        }
        for payer in self.payers(side).iter() {
            for to in self.returns(side).iter() {
                found(Move::BringBack { payer, to });
            }
        }
    }

    fn has_move(&self, side: Side) -> bool {
        let mut any = false;
        self.each_move(side, |_| any = true);
        any
    }

    /// Ends the game or gives the turn to `next`, or past him to the other player.
    fn conclude(&mut self, next: Side) {
        self.passed_over = None;
        if Side::BOTH.iter().any(|&side| self.free(side).is_empty()) {
            self.end(Reason::AllHome);
        } else if self.has_move(next) {
            self.to_move = next;
        } else if self.has_move(next.opponent()) {
            self.to_move = next.opponent();
            self.passed_over = Some(next);
            self.to_and_fro[next.index()] = ToAndFro::NOTHING;
        } else {
            self.end(Reason::NoMoves);
        }
    }

    fn end(&mut self, reason: Reason) {
        let points = self.points();
        self.ending = Some(Ending { outcome: Outcome::by_points(points), reason, score: Some(points) });
    }

    /// Two points for each archer on its goal rank, one for each elsewhere.
    fn points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.archers(side).len() + self.archers(side).and(goal_rank(side)).len())
    }

    fn toggle_archer(&mut self, side: Side, square: Square) {
        let archers = &mut self.archers[side.index()];
        let point = Points::of(&[square]);
        *archers = archers.or(point).minus(archers.and(point));
        self.board_hash ^= zobrist::man(side, square);
    }

    fn set_mark(&mut self, square: Square, marked: bool) {
        if self.marked.contains(square) != marked {
            let point = Points::of(&[square]);
            self.marked = if marked { self.marked.or(point) } else { self.marked.minus(point) };
            self.board_hash ^= mark_key(square);
        }
    }

    /// Moves an archer, and captures the enemy where it arrives.
    fn go(&mut self, mover: Side, from: Square, to: Square) {
        let enemy = mover.opponent();
        let captures = self.archers(enemy).contains(to);
        let marked = captures || self.marked.contains(from);
        if captures {
            self.toggle_archer(enemy, to);
            self.captured[enemy.index()] = self.captured[enemy.index()].saturating_add(1);
            if self.to_and_fro[enemy.index()].archer() == Some(to) {
                self.to_and_fro[enemy.index()] = ToAndFro::NOTHING;
            }
        }
        self.toggle_archer(mover, from);
        self.toggle_archer(mover, to);
        self.set_mark(from, false);
        self.set_mark(to, marked);
        let to_and_fro = &mut self.to_and_fro[mover.index()];
        // On the goal rank it never moves again.
        *to_and_fro = if goal_rank(mover).contains(to) { ToAndFro::NOTHING } else { to_and_fro.after(from, to) };
    }

    fn bring_back(&mut self, mover: Side, payer: Square, to: Square) {
        self.set_mark(payer, false);
        self.toggle_archer(mover, to);
        self.captured[mover.index()] = self.captured[mover.index()].saturating_sub(1);
        self.to_and_fro[mover.index()] = ToAndFro::NOTHING;
    }

    fn board_hash_from_scratch(&self) -> u64 {
        let archers = Side::BOTH
            .into_iter()
            .flat_map(|side| self.archers(side).iter().map(move |square| zobrist::man(side, square)));
        archers.chain(self.marked.iter().map(mark_key)).fold(0, |hash, key| hash ^ key)
    }

    fn hash_with(&self, board_hash: u64) -> u64 {
        Side::BOTH.into_iter().fold(board_hash ^ zobrist::to_move(self.to_move), |hash, side| {
            hash ^ zobrist::fact(fact::CAPTURED, side, self.captured[side.index()])
                ^ zobrist::fact(fact::TO_AND_FRO, side, self.to_and_fro[side.index()].number())
        })
    }
}

/// The side does not matter: only one archer stands on a point.
fn mark_key(square: Square) -> u64 {
    zobrist::fact(fact::MARK, Side::First, u32::from(square.index()) + 1)
}

impl GamePosition for JarmoPosition {
    type Undo = Self;

    fn game(&self) -> &'static dyn Game {
        &JARMO
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn passed_over(&self) -> Option<Side> {
        self.passed_over
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(self.points())
    }

    #[inline]
    fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        if self.ending.is_none() {
            self.each_move(self.to_move, |mv| moves.push(mv));
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.judge(&mv.into()).is_ok()
    }

    fn judge(&self, input: &MoveInput) -> Result<Vec<Square>, IllegalMove> {
        self.verdict(input)
    }

    fn captures(&self, mv: Move) -> Vec<Square> {
        match mv {
            Move::Go { to, .. } if self.archers(self.to_move.opponent()).contains(to) => vec![to],
            _ => Vec::new(),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) -> Self {
        let undo = *self;
        let mover = self.to_move;
        match mv {
            Move::Go { from, to } => self.go(mover, from, to),
            Move::BringBack { payer, to } => self.bring_back(mover, payer, to),
            Move::Place { .. } => {}
        }
        self.conclude(mover.opponent());
        undo
    }

    #[inline]
    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn hash(&self) -> u64 {
        self.hash_with(self.board_hash)
    }

    fn hash_from_scratch(&self) -> u64 {
        self.hash_with(self.board_hash_from_scratch())
    }

    fn set_up(&self) -> SetUp {
        SetUp {
            to_move: self.to_move,
            first: self.archers(Side::First).iter().collect(),
            second: self.archers(Side::Second).iter().collect(),
            marked: self.marked.iter().collect(),
            captured: self.captured,
            ..SetUp::default()
        }
    }

    fn text_fields(&self) -> String {
        self.fields()
    }
}
