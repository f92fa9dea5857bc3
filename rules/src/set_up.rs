//! Positions laid out man by man.

use std::fmt;

use crate::points::Points;
use crate::square_set::SquareSet;
use crate::{Side, Square};

/// A position laid out man by man: what any client needs to draw it.
///
/// [`Position::set_up`](crate::Position::set_up) takes a position apart into one, and
/// [`Game::position`](crate::Game::position) builds a position from one. It does not hold the past:
/// how often an archer has gone back and forth in Jarmo, how often positions have stood on the
/// board in Halma, that the game has ended by a move. A position built from it starts those counts
/// anew.
///
/// Fields that a game has no use for keep their default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Who is to move.
    pub to_move: Side,
    /// The first player's men, in square order.
    pub first: Vec<Square>,
    /// The second player's men, in square order.
    pub second: Vec<Square>,
    /// How many moves of their own the players have made (Halma family).
    pub moves_made: [u32; 2],
    /// The archers of either side that are marked, in square order (Jarmo).
    pub marked: Vec<Square>,
    /// How many men the first and the second player have lost (Jarmo).
    pub captured: [u32; 2],
    /// Moves in a row without a capture; `None` while men are still being placed (the Man in the
    /// Moon).
    pub quiet_moves: Option<u32>,
}

impl SetUp {
    /// The men of one side.
    #[must_use]
    pub fn men(&self, side: Side) -> &[Square] {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// Both sides' men as sets that share no square, without those that do not stand on the board.
    ///
    /// Where men of both sides stand on a square, the first player's is taken.
    pub(crate) fn square_sets(&self, board: &SquareSet) -> [SquareSet; 2] {
        let [first, second] = Side::BOTH.map(|side| SquareSet::of(self.men(side)).and(board));
        [first, second.minus(&first)]
    }

    /// The same on a 5x5 board.
    pub(crate) fn points(&self) -> [Points; 2] {
        let [first, second] = Side::BOTH.map(|side| Points::of(self.men(side)));
        [first, second.minus(first)]
    }

    /// Whether a man of either side stands on a square.
    pub(crate) fn occupies(&self, square: Square) -> bool {
        Side::BOTH.iter().any(|&side| self.men(side).contains(&square))
    }

    /// Refuses more men than a side can have, men off the board, and two on one square.
    pub(crate) fn check_men(&self, board: &SquareSet, most: u32) -> Result<(), SetUpError> {
        let mut taken = SquareSet::EMPTY;
        for side in Side::BOTH {
            if self.men(side).len() > most as usize {
                return Err(SetUpError::TooManyMen { side, most });
            }
            for &square in self.men(side) {
                if !board.contains(square) {
                    return Err(SetUpError::NotOnBoard(square));
                }
                if !taken.insert(square) {
                    return Err(SetUpError::TwoMenOn(square));
                }
            }
        }
        Ok(())
    }

    /// Refuses fields that are set although the game has no use for them.
    pub(crate) fn refuse(&self, meaningless: &[Field]) -> Result<(), SetUpError> {
        let set = |field: &Field| match field {
            Field::MovesMade => self.moves_made != [0, 0],
            Field::Marked => !self.marked.is_empty(),
            Field::Captured => self.captured != [0, 0],
            Field::QuietMoves => self.quiet_moves.is_some(),
        };
        match meaningless.iter().copied().find(set) {
            Some(field) => Err(SetUpError::Meaningless(field)),
            None => Ok(()),
        }
    }
}

/// The fields of a [`SetUp`] that only some games have a use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// [`SetUp::moves_made`].
    MovesMade,
    /// [`SetUp::marked`].
    Marked,
    /// [`SetUp::captured`].
    Captured,
    /// [`SetUp::quiet_moves`].
    QuietMoves,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MovesMade => "moves_made",
            Self::Marked => "marked",
            Self::Captured => "captured",
            Self::QuietMoves => "quiet_moves",
        })
    }
}

/// Why a [`SetUp`] is not a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpError {
    /// The board has no such square.
    NotOnBoard(Square),
    /// Two men stand on the same square.
    TwoMenOn(Square),
    /// A side has more men, on the board and captured, than the game gives it.
    TooManyMen {
        /// Whose men.
        side: Side,
        /// How many there may be.
        most: u32,
    },
    /// A mark was given to a square on which no man stands.
    NobodyToMark(Square),
    /// A field was set that means nothing in this game.
    Meaningless(Field),
    /// A man stands on a square that stays empty while men are placed.
    ClosedForPlacing(Square),
    /// While men are placed, in turn, the numbers of men say who is to move; here they say
    /// otherwise.
    PlacedOutOfTurn,
    /// Men are still to be placed, it says, but all of them stand.
    NobodyLeftToPlace,
    /// Neither side has the two men without which the game is over.
    TooFewMen,
    /// The count of moves without a capture is beyond the one that ends the game.
    TooManyQuietMoves(u32),
}

impl fmt::Display for SetUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnBoard(square) => write!(f, "this board has no square {square}"),
            Self::TwoMenOn(square) => write!(f, "two men stand on {square}"),
            Self::TooManyMen { side, most } => write!(f, "the {side} player has more than {most} men"),
            Self::NobodyToMark(square) => write!(f, "nobody stands on the marked square {square}"),
            Self::Meaningless(field) => write!(f, "{field} means nothing in this game"),
            Self::ClosedForPlacing(square) => {
                write!(f, "no man stands on {square} while men are being placed")
            }
            Self::PlacedOutOfTurn => f.write_str("men are placed in turn, so the other player is to move"),
            Self::NobodyLeftToPlace => f.write_str("all men stand, so the moves without a capture are counted"),
            Self::TooFewMen => f.write_str("one of the players needs at least two men"),
            Self::TooManyQuietMoves(most) => write!(f, "the game ends after {most} moves without a capture"),
        }
    }
}

impl std::error::Error for SetUpError {}
