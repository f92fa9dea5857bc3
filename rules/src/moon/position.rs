//! Positions of the Man in the Moon.

mod set_up;

use super::board::{CENTRE, MEN, MOON, QUIET_LIMIT, neighbours, rays};
use crate::points::Points;
use crate::{Ending, Game, GamePosition, IllegalMove, Move, MoveInput, Outcome, Reason, SetUp, Side, Square, zobrist};

/// A position of the Man in the Moon. It is small: to take a move back, keep a copy.
#[derive(Clone, Copy, Debug)]
pub struct MoonPosition {
    /// The men of either side; the sets share no square.
    men: [Points; 2],
    /// Moves in a row without a capture; `None` while men are being placed.
    quiet_moves: Option<u32>,
    to_move: Side,
    passed_over: Option<Side>,
    ending: Option<Ending>,
    /// The exclusive or of the keys of all men.
    men_hash: u64,
}

/// What the key of the count of quiet moves is about; see [`zobrist::fact`].
const QUIET_FACT: u64 = 7;

impl MoonPosition {
    /// The position in which the game starts: an empty board.
    #[must_use]
    pub fn start() -> Self {
        Self::laid_out([Points::EMPTY; 2], None, Side::First)
    }

    /// The men of a side as bits: bit `5 * rank + file`, both counted from 0.
    #[inline]
    #[must_use]
    pub const fn men_bits(&self, side: Side) -> u32 {
        self.men[side.index()].bits()
    }

    /// Moves in a row without a capture; `None` while men are being placed.
    #[inline]
    #[must_use]
    pub const fn quiet_moves(&self) -> Option<u32> {
        self.quiet_moves
    }

    fn laid_out(men: [Points; 2], quiet_moves: Option<u32>, to_move: Side) -> Self {
        let mut position = Self { men, quiet_moves, to_move, passed_over: None, ending: None, men_hash: 0 };
        position.men_hash = position.men_hash_from_scratch();
        position
    }

    #[inline]
    fn men(&self, side: Side) -> Points {
        self.men[side.index()]
    }

    #[inline]
    fn occupied(&self) -> Points {
        self.men[0].or(self.men[1])
    }

    /// Where a man may be placed.
    #[inline]
    fn open(&self) -> Points {
        Points::FULL.minus(self.occupied()).minus(Points::of(&CENTRE))
    }

    /// Whether a side has a move, once all men stand.
    fn has_move(&self, side: Side) -> bool {
        self.men(side).iter().any(|from| !neighbours(from).minus(self.occupied()).is_empty())
    }

    /// The men of the other side that are captured when a man of `side` arrives on `to`: in each
    /// direction an unbroken run of them with an own man right behind it.
    fn framed(&self, side: Side, from: Square, to: Square) -> Points {
        let own = self.men(side).minus(Points::of(&[from]));
        let enemies = self.men(side.opponent());
        let mut framed = Points::EMPTY;
        for ray in rays(to) {
            let mut run = Points::EMPTY;
            for square in ray {
                if enemies.contains(square) {
                    run = run.with(square);
                } else {
                    if own.contains(square) {
                        framed = framed.or(run);
                    }
                    break;
                }
            }
        }
        framed
    }

    fn toggle(&mut self, side: Side, square: Square) {
        let men = &mut self.men[side.index()];
        let point = Points::of(&[square]);
        *men = men.or(point).minus(men.and(point));
        self.men_hash ^= zobrist::man(side, square);
    }

    fn place(&mut self, mover: Side, to: Square) {
        self.toggle(mover, to);
        self.to_move = mover.opponent();
        if self.men.iter().all(|men| men.len() >= MEN) {
            self.quiet_moves = Some(0);
            self.conclude(Side::First);
        }
    }

    fn go(&mut self, mover: Side, from: Square, to: Square) {
        let framed = self.framed(mover, from, to);
        self.toggle(mover, from);
        self.toggle(mover, to);
        for square in framed.iter() {
            self.toggle(mover.opponent(), square);
        }
        let quiet = self.quiet_moves.unwrap_or_default();
        self.quiet_moves = Some(if framed.is_empty() { quiet.saturating_add(1) } else { 0 });
        self.conclude(mover.opponent());
    }

    /// Ends the game or gives the turn to `next`, or past him to the other player.
    ///
    /// One of the two always has a move: on a board that is not full, some man stands next to an
    /// empty square.
    fn conclude(&mut self, next: Side) {
        self.passed_over = None;
        let men = self.men.map(Points::len);
        if men.iter().any(|&men| men < 2) {
            self.end(Reason::ManInTheMoon, men);
        } else if self.quiet_moves >= Some(QUIET_LIMIT) {
            self.end(Reason::NoCapture, men);
        } else if self.has_move(next) {
            self.to_move = next;
        } else {
            self.to_move = next.opponent();
            self.passed_over = Some(next);
        }
    }

    /// More men win; that is true of the winner over the Man in the Moon as well.
    fn end(&mut self, reason: Reason, men: [u32; 2]) {
        self.ending = Some(Ending { outcome: Outcome::by_points(men), reason, score: Some(men) });
    }

    fn judge_go(&self, from: Square, to: Square) -> Result<(), IllegalMove> {
        if self.quiet_moves.is_none() {
            Err(IllegalMove::PlaceAMan)
        } else if !self.men(self.to_move).contains(from) {
            Err(IllegalMove::NoManOfYours(from))
        } else if from == to {
            Err(IllegalMove::EndsWhereItBegan(from))
        } else if self.occupied().contains(to) {
            Err(IllegalMove::Occupied(to))
        } else if !neighbours(from).contains(to) {
            Err(IllegalMove::OutOfReach { from, to })
        } else {
            Ok(())
        }
    }

    fn judge_place(&self, to: Square) -> Result<(), IllegalMove> {
        if self.quiet_moves.is_some() {
            Err(IllegalMove::MoveAMan)
        } else if CENTRE.contains(&to) {
            Err(IllegalMove::ClosedForPlacing(to))
        } else if self.occupied().contains(to) {
            Err(IllegalMove::Occupied(to))
        } else {
            Ok(())
        }
    }

    fn men_hash_from_scratch(&self) -> u64 {
        let keys =
            Side::BOTH.into_iter().flat_map(|side| self.men(side).iter().map(move |square| zobrist::man(side, square)));
        keys.fold(0, |hash, key| hash ^ key)
    }

    fn hash_with(&self, men_hash: u64) -> u64 {
        let quiet = self.quiet_moves.map_or(0, |quiet| quiet.saturating_add(1));
        men_hash ^ zobrist::to_move(self.to_move) ^ zobrist::fact(QUIET_FACT, Side::First, quiet)
    }
}

impl GamePosition for MoonPosition {
    type Undo = Self;

    fn game(&self) -> &'static dyn Game {
        &MOON
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
        Some(self.men.map(Points::len))
    }

    #[inline]
    fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        if self.ending.is_some() {
            return;
        }
        if self.quiet_moves.is_none() {
            moves.extend(self.open().iter().map(|to| Move::Place { to }));
            return;
        }
        for from in self.men(self.to_move).iter() {
            moves.extend(neighbours(from).minus(self.occupied()).iter().map(|to| Move::Go { from, to }));
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.judge(&mv.into()).is_ok()
    }

    fn judge(&self, input: &MoveInput) -> Result<Vec<Square>, IllegalMove> {
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
            Move::Place { to } => self.judge_place(to).map(|()| vec![to]),
            Move::BringBack { .. } => Err(IllegalMove::NoBringingBack),
        }
    }

    fn captures(&self, mv: Move) -> Vec<Square> {
        match mv {
            Move::Go { from, to } => self.framed(self.to_move, from, to).iter().collect(),
            Move::Place { .. } | Move::BringBack { .. } => Vec::new(),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) -> Self {
        let undo = *self;
        match mv {
            Move::Go { from, to } => self.go(self.to_move, from, to),
            Move::Place { to } => self.place(self.to_move, to),
            Move::BringBack { .. } => {}
        }
        undo
    }

    #[inline]
    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn hash(&self) -> u64 {
        self.hash_with(self.men_hash)
    }

    fn hash_from_scratch(&self) -> u64 {
        self.hash_with(self.men_hash_from_scratch())
    }

    fn set_up(&self) -> SetUp {
        SetUp {
            to_move: self.to_move,
            first: self.men(Side::First).iter().collect(),
            second: self.men(Side::Second).iter().collect(),
            quiet_moves: self.quiet_moves,
            ..SetUp::default()
        }
    }

    fn text_fields(&self) -> String {
        self.fields()
    }
}
