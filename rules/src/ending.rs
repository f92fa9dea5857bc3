//! How a game ends.

use std::fmt;
use std::str::FromStr;

use crate::Side;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Nobody won.
    Draw,
    /// The game was broken off and counts for nothing.
    None,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Draw, Self::None];

    /// The outcome in which this side won.
    #[must_use]
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }

    /// More points win, equal points are a draw.
    #[must_use]
    pub const fn by_points(points: [u32; 2]) -> Self {
        if points[0] > points[1] {
            Self::First
        } else if points[0] < points[1] {
            Self::Second
        } else {
            Self::Draw
        }
    }

    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::First),
            Self::Second => Some(Side::Second),
            Self::Draw | Self::None => None,
        }
    }

    /// `first`, `second`, `draw` or `none`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Draw => "draw",
            Self::None => "none",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a game ended.
///
/// The rules of the games give the first seven; the others are for whoever runs the game to say and
/// never come out of a [`Position`](crate::Position).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A player's men fill his goal camp (Halma family).
    CampFilled,
    /// A player still had a man in his own camp when it had to be empty (Halma family).
    CampNotEvacuated,
    /// The same position stood on the board for the third time (Halma).
    Repetition,
    /// All the archers a player still has stand on his goal rank (Jarmo).
    AllHome,
    /// Neither player has a legal move.
    NoMoves,
    /// The loser has one man left, or none (the Man in the Moon).
    ManInTheMoon,
    /// Too many moves in a row without a capture (the Man in the Moon).
    NoCapture,
    /// A player resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player's time ran out.
    Time,
    /// A player went away and the other claimed the game.
    Left,
    /// Broken off before both had moved.
    Aborted,
    /// Broken off because both went away.
    Abandoned,
}

impl Reason {
    /// All reasons, those that the rules give first.
    pub const ALL: [Self; 13] = [
        Self::CampFilled,
        Self::CampNotEvacuated,
        Self::Repetition,
        Self::AllHome,
        Self::NoMoves,
        Self::ManInTheMoon,
        Self::NoCapture,
        Self::Resignation,
        Self::Agreement,
        Self::Time,
        Self::Left,
        Self::Aborted,
        Self::Abandoned,
    ];

    /// The reason in snake case, such as `camp_filled`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CampFilled => "camp_filled",
            Self::CampNotEvacuated => "camp_not_evacuated",
            Self::Repetition => "repetition",
            Self::AllHome => "all_home",
            Self::NoMoves => "no_moves",
            Self::ManInTheMoon => "man_in_the_moon",
            Self::NoCapture => "no_capture",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Time => "time",
            Self::Left => "left",
            Self::Aborted => "aborted",
            Self::Abandoned => "abandoned",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no outcome, or no reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseEndingError;

impl fmt::Display for ParseEndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a known outcome or reason")
    }
}

impl std::error::Error for ParseEndingError {}

impl FromStr for Outcome {
    type Err = ParseEndingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|outcome| outcome.as_str() == text);
        found.ok_or(ParseEndingError)
    }
}

impl FromStr for Reason {
    type Err = ParseEndingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|reason| reason.as_str() == text);
        found.ok_or(ParseEndingError)
    }
}

/// The end of a game by its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// The score of the first and the second player where the game keeps one: points in Jarmo, men
    /// left in the Man in the Moon.
    pub score: Option<[u32; 2]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip() {
        for reason in Reason::ALL {
            assert_eq!(reason.as_str().parse(), Ok(reason));
        }
        for outcome in Outcome::ALL {
            assert_eq!(outcome.as_str().parse(), Ok(outcome));
        }
        assert_eq!("Draw".parse::<Outcome>(), Err(ParseEndingError));
    }

    #[test]
    fn points_decide() {
        assert_eq!(Outcome::by_points([3, 2]), Outcome::First);
        assert_eq!(Outcome::by_points([2, 3]), Outcome::Second);
        assert_eq!(Outcome::by_points([2, 2]), Outcome::Draw);
    }
}
