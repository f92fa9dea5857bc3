//! Positions of the Halma family.

mod set_up;

use super::directions::Directions;
use super::mobility::Mobility;
use super::repetition::Repetition;
use super::variants::Variant;
use crate::square_set::SquareSet;
use crate::{Ending, Game, GamePosition, IllegalMove, Move, MoveInput, Outcome, Reason, SetUp, Side, Square, zobrist};

/// A position of Halma or one of its relatives.
#[derive(Clone, Debug)]
pub struct HalmaPosition {
    variant: &'static Variant,
    /// The men of either side; the sets share no square.
    men: [SquareSet; 2],
    /// Always that of `men`.
    mobility: Mobility,
    to_move: Side,
    passed_over: Option<Side>,
    /// Moves of their own the players have made.
    moves_made: [u32; 2],
    /// The exclusive or of the keys of all men.
    men_hash: u64,
    /// Stays empty in games that know no draw by repetition.
    repetition: Repetition,
    ending: Option<Ending>,
}

/// What it takes to take a move back in the Halma family.
#[derive(Clone, Copy, Debug)]
pub struct HalmaUndo {
    from: Square,
    to: Square,
    to_move: Side,
    passed_over: Option<Side>,
    moves_made: [u32; 2],
    ending: Option<Ending>,
}

impl HalmaPosition {
    /// The position in which the game starts.
    #[must_use]
    pub fn start(variant: &'static Variant) -> Self {
        let mut position = Self::bare(variant, variant.camps, Side::First, [0, 0]);
        position.begin();
        position
    }

    /// The squares of a side's men, in square order.
    #[inline]
    pub fn squares_of(&self, side: Side) -> impl Iterator<Item = Square> + use<> {
        self.men(side).iter()
    }

    /// How many moves of its own a side has made.
    #[inline]
    #[must_use]
    pub const fn moves_made(&self, side: Side) -> u32 {
        self.moves_made[side.index()]
    }

    fn bare(variant: &'static Variant, men: [SquareSet; 2], to_move: Side, moves_made: [u32; 2]) -> Self {
        let mut position = Self {
            variant,
            men,
            mobility: Mobility::of(&variant.geometry, &men),
            to_move,
            passed_over: None,
            moves_made,
            men_hash: 0,
            repetition: Repetition::default(),
            ending: None,
        };
        position.men_hash = position.men_hash_from_scratch();
        position
    }

    /// Settles who can move in a position that no move has led to, and begins counting.
    fn begin(&mut self) {
        self.give_turn(self.to_move);
        if self.variant.facts().repetition_is_draw {
            self.repetition = Repetition::starting_with(self.repetition_hash());
        }
    }

    /// The turn is `side`'s; if he has no move the other's; if neither has one the game is drawn.
    #[inline]
    fn give_turn(&mut self, side: Side) {
        self.passed_over = None;
        if self.has_move(side) {
            self.to_move = side;
        } else if self.has_move(side.opponent()) {
            self.to_move = side.opponent();
            self.passed_over = Some(side);
        } else {
            self.ending = Some(draw(Reason::NoMoves));
        }
    }

    fn fills_goal(&self, side: Side) -> bool {
        self.men(side).covers(self.variant.goal(side))
    }

    /// Whether a side that has just moved had to have left its camp by now and has not.
    fn fails_to_evacuate(&self, side: Side) -> bool {
        self.variant.facts().evacuation == Some(self.moves_made[side.index()])
            && self.men(side).meets(self.variant.home(side))
    }

    pub(super) fn mobility(&self) -> &Mobility {
        &self.mobility
    }

    #[inline]
    pub(super) fn men(&self, side: Side) -> &SquareSet {
        &self.men[side.index()]
    }

    /// The steps a man of that side has from a square, camps considered.
    #[inline]
    pub(super) fn steps(&self, side: Side, from: Square) -> Directions {
        self.mobility.steps(from) & self.variant.step_leave[side.index()][usize::from(from.index())]
    }

    /// The hops a man of that side has from a square, camps considered.
    #[inline]
    pub(super) fn hops(&self, side: Side, from: Square) -> Directions {
        self.mobility.hops(from) & self.variant.hop_leave[side.index()][usize::from(from.index())]
    }

    /// The squares on which a side's next move may not end: its own camp once it had to be empty.
    #[inline]
    pub(super) fn closed_to(&self, side: Side) -> SquareSet {
        match self.variant.facts().evacuation {
            Some(limit) if self.moves_made[side.index()] >= limit => *self.variant.home(side),
            _ => SquareSet::EMPTY,
        }
    }

    /// Whether a man of that side would leave a goal camp that binds it.
    pub(super) fn leaves_goal_camp(&self, side: Side, from: Square, to: Square) -> bool {
        let goal = self.variant.goal(side);
        self.variant.facts().goal_camp_is_final && goal.contains(from) && !goal.contains(to)
    }

    /// Takes the man on `from` to `to` on the board.
    #[inline]
    fn carry(&mut self, side: Side, from: Square, to: Square) {
        let men = &mut self.men[side.index()];
        men.remove(from);
        men.insert(to);
        self.mobility.toggle(&self.variant.geometry, from);
        self.mobility.toggle(&self.variant.geometry, to);
        self.men_hash ^= zobrist::man(side, from) ^ zobrist::man(side, to);
    }

    /// What the move of `mover` has led to. A win is looked for first; it and a failure to evacuate
    /// cannot come together, since nobody has more men than a camp has squares.
    #[inline]
    fn conclude(&mut self, mover: Side, from: Square, to: Square) {
        if self.fills_goal(mover) {
            self.passed_over = None;
            self.ending = Some(won(mover, Reason::CampFilled));
        } else if self.fails_to_evacuate(mover) {
            self.passed_over = None;
            self.ending = Some(won(mover.opponent(), Reason::CampNotEvacuated));
        } else {
            self.give_turn(mover.opponent());
        }
        if self.variant.facts().repetition_is_draw {
            self.repetition.record(self.repetition_hash(), mover, from, to);
            if self.ending.is_none() && self.repetition.occurrences(&self.men) >= 3 {
                self.passed_over = None;
                self.ending = Some(draw(Reason::Repetition));
            }
        }
    }

    /// Positions repeat if the men and the side to move are the same.
    fn repetition_hash(&self) -> u64 {
        self.men_hash ^ zobrist::to_move(self.to_move)
    }

    fn men_hash_from_scratch(&self) -> u64 {
        let keys =
            Side::BOTH.map(|side| self.men(side).iter().fold(0, |hash, square| hash ^ zobrist::man(side, square)));
        keys[0] ^ keys[1]
    }

    /// The moves made matter where a camp has to be evacuated, until it has been.
    fn hash_with(&self, men_hash: u64) -> u64 {
        let mut hash = men_hash ^ zobrist::to_move(self.to_move);
        if let Some(limit) = self.variant.facts().evacuation {
            for side in Side::BOTH {
                hash ^= zobrist::fact(3, side, self.moves_made[side.index()].min(limit));
            }
        }
        hash
    }
}

fn draw(reason: Reason) -> Ending {
    Ending { outcome: Outcome::Draw, reason, score: None }
}

fn won(winner: Side, reason: Reason) -> Ending {
    Ending { outcome: Outcome::won_by(winner), reason, score: None }
}

impl GamePosition for HalmaPosition {
    type Undo = HalmaUndo;

    fn game(&self) -> &'static dyn Game {
        self.variant
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
        None
    }

    #[inline]
    fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        if self.ending.is_none() {
            let _ = self.each_move(self.to_move, |from, to| {
                moves.push(Move::Go { from, to });
                std::ops::ControlFlow::Continue(())
            });
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Go { from, to } => {
                self.ending.is_none() && self.men(self.to_move).contains(from) && self.reaches(self.to_move, from, to)
            }
            Move::Place { .. } | Move::BringBack { .. } => false,
        }
    }

    fn judge(&self, input: &MoveInput) -> Result<Vec<Square>, IllegalMove> {
        if self.ending.is_some() {
            return Err(IllegalMove::GameOver);
        }
        let (from, to) = match input.mv() {
            Move::Go { from, to } => (from, to),
            Move::Place { .. } => return Err(IllegalMove::MoveAMan),
            Move::BringBack { .. } => return Err(IllegalMove::NoBringingBack),
        };
        let ends = [from, to];
        let named = input.chain().unwrap_or(&ends);
        if let Some(&stray) = named.iter().find(|square| !self.variant.squares.contains(**square)) {
            return Err(IllegalMove::NotOnBoard(stray));
        }
        let side = self.to_move;
        if !self.men(side).contains(from) {
            return Err(IllegalMove::NoManOfYours(from));
        }
        if from == to {
            return Err(IllegalMove::EndsWhereItBegan(from));
        }
        if Side::BOTH.iter().any(|&side| self.men(side).contains(to)) {
            return Err(IllegalMove::Occupied(to));
        }
        let path = match input.chain() {
            Some(chain) => self.check_chain(side, chain).map(|()| chain.to_vec())?,
            None => self.shortest_path(side, from, to).ok_or(if self.leaves_goal_camp(side, from, to) {
                IllegalMove::LeavesGoalCamp { from, to }
            } else {
                IllegalMove::OutOfReach { from, to }
            })?,
        };
        if self.closed_to(side).contains(to) {
            return Err(IllegalMove::OwnCampClosed(to));
        }
        Ok(path)
    }

    fn captures(&self, _: Move) -> Vec<Square> {
        Vec::new()
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) -> HalmaUndo {
        // The other kinds of moves do not exist here; any two squares will do for them.
        let (from, to) = match mv {
            Move::Go { from, to } => (from, to),
            Move::Place { to } | Move::BringBack { to, .. } => (to, to),
        };
        let mover = self.to_move;
        let undo = HalmaUndo {
            from,
            to,
            to_move: mover,
            passed_over: self.passed_over,
            moves_made: self.moves_made,
            ending: self.ending,
        };
        self.carry(mover, from, to);
        let made = &mut self.moves_made[mover.index()];
        *made = made.saturating_add(1);
        self.conclude(mover, from, to);
        undo
    }

    #[inline]
    fn undo(&mut self, undo: HalmaUndo) {
        self.repetition.forget();
        self.carry(undo.to_move, undo.to, undo.from);
        self.to_move = undo.to_move;
        self.passed_over = undo.passed_over;
        self.moves_made = undo.moves_made;
        self.ending = undo.ending;
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
            moves_made: self.moves_made,
            ..SetUp::default()
        }
    }

    fn text_fields(&self) -> String {
        self.fields()
    }
}
