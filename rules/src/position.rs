//! The dynamic face: a position of any game.

use std::any::Any;
use std::fmt;

use crate::{Ending, Game, GamePosition, IllegalMove, Move, MoveInput, SetUp, Side, Square, text};

/// A position of any game, with what happened on the way to it as far as the rules care.
///
/// Its `Display` is a compact line of text from which [`Game::parse_position`] builds it again. In
/// Halma the text does not hold how often earlier positions have stood on the board: that count
/// starts anew.
pub struct Position(Box<dyn AnyPosition>);

/// What a move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Every square the man stood on, in order, from start to end: the chain the player gave, or a
    /// shortest one, ties broken by square order. For a man placed or brought back, just the square.
    pub path: Vec<Square>,
    /// The squares of the captured men, in square order.
    pub taken: Vec<Square>,
    /// The side that would have moved next but has no legal move.
    pub passed_over: Option<Side>,
    /// How the game ended, if this move ended it.
    pub ending: Option<Ending>,
}

impl Position {
    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &'static dyn Game {
        self.0.game()
    }

    /// Who is to move; meaningless once the game has ended.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.0.to_move()
    }

    /// The side that would have been to move in this position but has no legal move.
    #[must_use]
    pub fn passed_over(&self) -> Option<Side> {
        self.0.passed_over()
    }

    /// How the game ended, if its rules have ended it.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.0.ending()
    }

    /// The score of both players as it stands, in games that keep one: Jarmo's points, the men left
    /// in the Man in the Moon.
    #[must_use]
    pub fn score(&self) -> Option<[u32; 2]> {
        self.0.score()
    }

    /// Every legal move, in the bytewise order of their texts; none after the end.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.0.legal_moves_into(&mut moves);
        moves.sort_unstable_by_key(|mv| mv.text_order());
        moves
    }

    /// Whether a move is legal; never after the end.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }

    /// Plays a move that a player sent.
    ///
    /// # Errors
    /// The move is not legal; the position is unchanged then.
    pub fn play(&mut self, input: &MoveInput) -> Result<Played, IllegalMove> {
        let path = self.0.judge(input)?;
        Ok(self.played(input.mv(), path))
    }

    /// Plays a move that is known to be legal, and tells no path.
    ///
    /// It does not panic if the move is not legal, but the position is unspecified from then on.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.0.advance(mv);
    }

    fn played(&mut self, mv: Move, path: Vec<Square>) -> Played {
        let taken = self.0.captures(mv);
        self.0.advance(mv);
        Played { mv, path, taken, passed_over: self.passed_over(), ending: self.ending() }
    }

    /// The position laid out man by man, as a client draws it.
    #[must_use]
    pub fn set_up(&self) -> SetUp {
        self.0.set_up()
    }

    /// The text form, the same as `to_string()`.
    #[must_use]
    pub fn text(&self) -> String {
        self.to_string()
    }

    /// A hash of everything that decides what can happen from here, but for how often earlier
    /// positions have occurred. The same in every run.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.0.hash()
    }

    /// The position as its family's own type, if `P` is that type.
    #[must_use]
    pub fn downcast<P: GamePosition>(&self) -> Option<&P> {
        self.0.as_any().downcast_ref()
    }
}

impl<P: GamePosition> From<P> for Position {
    fn from(position: P) -> Self {
        Self(Box::new(position))
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        self.0.boxed_clone()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(f, &self.set_up(), &self.0.text_fields())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} {self})", self.game().id())
    }
}

/// [`GamePosition`] without the parts that cannot be called through a pointer.
trait AnyPosition: Send + Sync {
    fn game(&self) -> &'static dyn Game;
    fn to_move(&self) -> Side;
    fn passed_over(&self) -> Option<Side>;
    fn ending(&self) -> Option<Ending>;
    fn score(&self) -> Option<[u32; 2]>;
    fn legal_moves_into(&self, moves: &mut Vec<Move>);
    fn is_legal(&self, mv: Move) -> bool;
    fn judge(&self, input: &MoveInput) -> Result<Vec<Square>, IllegalMove>;
    fn captures(&self, mv: Move) -> Vec<Square>;
    fn advance(&mut self, mv: Move);
    fn hash(&self) -> u64;
    fn set_up(&self) -> SetUp;
    fn text_fields(&self) -> String;
    fn boxed_clone(&self) -> Position;
    fn as_any(&self) -> &dyn Any;
}

impl<P: GamePosition> AnyPosition for P {
    fn game(&self) -> &'static dyn Game {
        GamePosition::game(self)
    }

    fn to_move(&self) -> Side {
        GamePosition::to_move(self)
    }

    fn passed_over(&self) -> Option<Side> {
        GamePosition::passed_over(self)
    }

    fn ending(&self) -> Option<Ending> {
        GamePosition::ending(self)
    }

    fn score(&self) -> Option<[u32; 2]> {
        GamePosition::score(self)
    }

    fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        GamePosition::legal_moves_into(self, moves);
    }

    fn is_legal(&self, mv: Move) -> bool {
        GamePosition::is_legal(self, mv)
    }

    fn judge(&self, input: &MoveInput) -> Result<Vec<Square>, IllegalMove> {
        GamePosition::judge(self, input)
    }

    fn captures(&self, mv: Move) -> Vec<Square> {
        GamePosition::captures(self, mv)
    }

    fn advance(&mut self, mv: Move) {
        GamePosition::play_unchecked(self, mv);
    }

    fn hash(&self) -> u64 {
        GamePosition::hash(self)
    }

    fn set_up(&self) -> SetUp {
        GamePosition::set_up(self)
    }

    fn text_fields(&self) -> String {
        GamePosition::text_fields(self)
    }

    fn boxed_clone(&self) -> Position {
        self.clone().into()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
