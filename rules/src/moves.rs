//! Moves and their text.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::Square;

/// A move, reduced to what changes the position.
///
/// A chain of hops is named by its two ends, because the squares in between leave no trace on the
/// board. The order of moves is the bytewise order of their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A man goes from one square to another: a step, a whole chain of hops, or a capture. `a1-b2`.
    Go {
        /// Where the man stands before.
        from: Square,
        /// Where it stands afterwards.
        to: Square,
    },
    /// A new man is placed on an empty square (the Man in the Moon's first phase). `c4`.
    Place {
        /// Where the man is placed.
        to: Square,
    },
    /// A captured archer comes back (Jarmo); a marked archer pays for it with its mark. `a5*c1`.
    BringBack {
        /// Where the marked archer stands; it stays there.
        payer: Square,
        /// Where the captured archer comes back.
        to: Square,
    },
}

impl Move {
    /// The square on which a man stands after this move and did not before.
    #[must_use]
    pub const fn to(self) -> Square {
        match self {
            Self::Go { to, .. } | Self::Place { to } | Self::BringBack { to, .. } => to,
        }
    }

    /// Every square the move names, in the order in which it names them.
    pub(crate) fn squares(self) -> impl Iterator<Item = Square> {
        let first = match self {
            Self::Go { from: first, .. } | Self::BringBack { payer: first, .. } => Some(first),
            Self::Place { .. } => None,
        };
        first.into_iter().chain([self.to()])
    }

    /// A number that orders moves as their texts are ordered bytewise. Its parts, from the highest: the first square,
    /// then the sign between (nothing, `*`, `-`, which come before the digits), then the second square.
    pub(crate) const fn text_order(self) -> u32 {
        let (first, sign, second) = match self {
            Self::Place { to } => (to.text_order(), 0, 0),
            Self::BringBack { payer, to } => (payer.text_order(), 1, to.text_order()),
            Self::Go { from, to } => (from.text_order(), 2, to.text_order()),
        };
        (first as u32) << 16 | sign << 8 | second as u32
    }

    /// The names of its squares, and the sign between them.
    const fn parts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Go { from, to } => (from.name(), "-", to.name()),
            Self::Place { to } => (to.name(), "", ""),
            Self::BringBack { payer, to } => (payer.name(), "*", to.name()),
        }
    }

    /// Adds the move's text to a longer one.
    pub fn push_to(self, text: &mut String) {
        let (first, sign, second) = self.parts();
        text.push_str(first);
        text.push_str(sign);
        text.push_str(second);
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text_order().cmp(&other.text_order())
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, sign, second) = self.parts();
        f.write_str(first)?;
        f.write_str(sign)?;
        f.write_str(second)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a move, or the two ends of one that was sent with the squares in between.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(|input: MoveInput| input.mv())
    }
}

/// A move as a player sent it: a [`Move`], and the chain of hops if every square was named.
///
/// `a1-e3` leaves the way to the rules; `a1-c3-e3` insists on it, and then every hop has to be
/// legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveInput {
    mv: Move,
    /// All squares of the chain in order; empty unless squares in between were given, else at
    /// least three of them, beginning and ending with those of `mv`.
    chain: Vec<Square>,
}

impl MoveInput {
    /// The most squares a chain may name: no shortest chain needs more than the board has.
    pub const MAX_CHAIN: usize = 256;

    /// No longer text is looked at: each of those squares takes three letters and a dash at most.
    pub const MAX_TEXT: usize = Self::MAX_CHAIN * 4;

    /// A chain of hops given square by square, from where the man stands to where it stops.
    ///
    /// # Errors
    /// Fewer than two squares, or more than [`MAX_CHAIN`](Self::MAX_CHAIN).
    pub fn from_chain(chain: &[Square]) -> Result<Self, ParseMoveError> {
        let (&from, &to) = match chain {
            [from, .., to] => (from, to),
            _ => return Err(ParseMoveError::Malformed),
        };
        if chain.len() > Self::MAX_CHAIN {
            return Err(ParseMoveError::TooLong);
        }
        let chain = if chain.len() > 2 { chain.to_vec() } else { Vec::new() };
        Ok(Self { mv: Move::Go { from, to }, chain })
    }

    /// The move itself.
    #[must_use]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// The squares of the chain with both ends, if the player gave those in between.
    #[must_use]
    pub fn chain(&self) -> Option<&[Square]> {
        (!self.chain.is_empty()).then_some(self.chain.as_slice())
    }
}

impl From<Move> for MoveInput {
    fn from(mv: Move) -> Self {
        Self { mv, chain: Vec::new() }
    }
}

impl fmt::Display for MoveInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chain.split_first() {
            None => self.mv.fmt(f),
            Some((first, rest)) => {
                write!(f, "{first}")?;
                rest.iter().try_for_each(|square| write!(f, "-{square}"))
            }
        }
    }
}

/// Why a text is not a move in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseMoveError {
    /// The text is longer than [`MoveInput::MAX_TEXT`] or names more squares than
    /// [`MoveInput::MAX_CHAIN`].
    TooLong,
    /// The text is not of one of the forms that moves have.
    Malformed,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a move names at most {} squares", MoveInput::MAX_CHAIN),
            Self::Malformed => f.write_str(
                "a move is written like a1-b2 (or a1-c3-e3 with the squares in between), c4 to place a man, \
                 a5*c1 to bring an archer back",
            ),
        }
    }
}

impl std::error::Error for ParseMoveError {}

impl FromStr for MoveInput {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > Self::MAX_TEXT {
            return Err(ParseMoveError::TooLong);
        }
        let square = |text: &str| text.parse::<Square>().map_err(|_| ParseMoveError::Malformed);
        if let Some((payer, to)) = text.split_once('*') {
            return Ok(Move::BringBack { payer: square(payer)?, to: square(to)? }.into());
        }
        let squares = text.split('-').map(square).collect::<Result<Vec<_>, _>>()?;
        match *squares {
            [to] => Ok(Move::Place { to }.into()),
            _ => Self::from_chain(&squares),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn each_kind_round_trips() {
        for text in ["a1-b2", "c4", "a5*c1", "p16-a10"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            let mut line = "> ".to_owned();
            mv.push_to(&mut line);
            assert_eq!(line, format!("> {text}"));
            assert_eq!(text.to_uppercase().parse(), Ok(mv));
        }
    }

    #[test]
    fn a_chain_keeps_its_squares() {
        let input: MoveInput = "A1-c3-E3".parse().unwrap();
        assert_eq!(input.mv(), Move::Go { from: square("a1"), to: square("e3") });
        assert_eq!(input.chain(), Some([square("a1"), square("c3"), square("e3")].as_slice()));
        assert_eq!(input.to_string(), "a1-c3-e3");
    }

    #[test]
    fn two_squares_are_no_chain() {
        let input: MoveInput = "a1-c3".parse().unwrap();
        assert_eq!(input.chain(), None);
        assert_eq!(input, MoveInput::from(input.mv()));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "-", "a1-", "-a1", "a1--b2", "a1*", "a1*b2*c3", "a1-b2*c3", "a1 b2", "a1-b2 ", "a17-b2", "*"] {
            assert_eq!(text.parse::<MoveInput>(), Err(ParseMoveError::Malformed), "{text:?}");
        }
    }

    #[test]
    fn length_is_bounded() {
        let chain = ["a1", "c1"].repeat(MoveInput::MAX_CHAIN / 2).join("-");
        assert!(chain.parse::<MoveInput>().is_ok());
        assert_eq!((chain + "-a1").parse::<MoveInput>(), Err(ParseMoveError::TooLong));
        assert_eq!("-".repeat(100_000).parse::<MoveInput>(), Err(ParseMoveError::TooLong));
    }

    #[test]
    fn moves_are_ordered_as_their_texts() {
        let squares: Vec<Square> = ["a1", "a10", "a2", "b1", "b16", "p9"].map(square).to_vec();
        let mut moves = Vec::new();
        for &one in &squares {
            moves.push(Move::Place { to: one });
            for &other in &squares {
                moves.push(Move::Go { from: one, to: other });
                moves.push(Move::BringBack { payer: one, to: other });
            }
        }
        let mut by_text = moves.clone();
        by_text.sort_by_key(ToString::to_string);
        moves.sort();
        assert_eq!(moves, by_text);
    }
}
