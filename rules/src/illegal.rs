//! Why a move is refused.

use std::fmt;

use crate::Square;

/// Why a move cannot be played in a position, told so that the player can do something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game has ended.
    GameOver,
    /// The board has no such square.
    NotOnBoard(Square),
    /// The player to move has no man there.
    NoManOfYours(Square),
    /// The move would end where it began.
    EndsWhereItBegan(Square),
    /// A man stands on the square the move wants to end on.
    Occupied(Square),
    /// Men can only be placed now.
    PlaceAMan,
    /// All men stand (or the game never places any): one of them has to move.
    MoveAMan,
    /// The game has no bringing back.
    NoBringingBack,
    /// The game has no chains of hops, so no squares in between can be given.
    NoChains,
    /// No step, hop or chain of hops, or no line, leads there.
    OutOfReach {
        /// Where the man stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// A hop of a chain that was given square by square is not possible.
    BrokenChain {
        /// Which hop, counted from 1.
        hop: usize,
        /// Where the hop begins.
        from: Square,
        /// Where it should land.
        to: Square,
    },
    /// A man in its goal camp stays there (Halma).
    LeavesGoalCamp {
        /// The square in the camp.
        from: Square,
        /// The square outside.
        to: Square,
    },
    /// The player's own camp has had to be evacuated, and nobody may stop there any more.
    OwnCampClosed(Square),
    /// Nothing may be placed on that square (the centre in the Man in the Moon).
    ClosedForPlacing(Square),
    /// An archer on its goal rank never moves again (Jarmo).
    StaysOnGoalRank(Square),
    /// The archer has gone back and forth twice in a row and has to do something else (Jarmo).
    BackAndForth {
        /// Where the archer stands.
        from: Square,
        /// Where it came from.
        to: Square,
    },
    /// No marked archer of the player stands on that square of his goal rank (Jarmo).
    CannotPay(Square),
    /// No archer of the player has been captured (Jarmo).
    NothingToBringBack,
    /// Archers come back on the player's own first rank only (Jarmo).
    NotOwnRank(Square),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NotOnBoard(square) => write!(f, "this board has no square {square}"),
            Self::NoManOfYours(square) => write!(f, "you have no man on {square}"),
            Self::EndsWhereItBegan(square) => write!(f, "a move cannot end on {square}, where it began"),
            Self::Occupied(square) => write!(f, "a man already stands on {square}"),
            Self::PlaceAMan => f.write_str("men are being placed: name an empty square, like c4"),
            Self::MoveAMan => f.write_str("no man is placed now: move one, like a1-b2"),
            Self::NoBringingBack => f.write_str("nothing is brought back in this game: move a man, like a1-b2"),
            Self::NoChains => f.write_str("there are no chains in this game: name only the two ends, like a1-b2"),
            Self::OutOfReach { from, to } => write!(f, "the man on {from} cannot reach {to}"),
            Self::BrokenChain { hop, from, to } => write!(f, "hop {hop}, from {from} to {to}, is not possible"),
            Self::LeavesGoalCamp { from, to } => {
                write!(f, "a man in its goal camp stays there, so it cannot go from {from} to {to}")
            }
            Self::OwnCampClosed(square) => {
                write!(f, "no move may end in your own camp any more, so none on {square}")
            }
            Self::ClosedForPlacing(square) => write!(f, "no man may be placed on {square}"),
            Self::StaysOnGoalRank(square) => {
                write!(f, "the archer on {square} has arrived and does not move again")
            }
            Self::BackAndForth { from, to } => write!(
                f,
                "the archer on {from} has gone back and forth twice in a row: it cannot go to {to} now, play something else"
            ),
            Self::CannotPay(square) => {
                write!(f, "you have no marked archer on {square} that could bring another one back")
            }
            Self::NothingToBringBack => f.write_str("none of your archers has been captured"),
            Self::NotOwnRank(square) => {
                write!(f, "an archer comes back on your own first rank, not on {square}")
            }
        }
    }
}

impl std::error::Error for IllegalMove {}
