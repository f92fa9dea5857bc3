//! The two players.

use std::fmt;
use std::str::FromStr;

/// One of the two players, named by who moves first when the game starts.
///
/// Which colour that is differs from game to game; see [`Catalogue::colours`](crate::Catalogue).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player who moves first.
    #[default]
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both sides, first first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for first, 1 for second: the place of this side in every pair `[first, second]`.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that names neither side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSideError;

impl fmt::Display for ParseSideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side is written first or second")
    }
}

impl std::error::Error for ParseSideError {}

impl FromStr for Side {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::BOTH.into_iter().find(|side| side.as_str() == text).ok_or(ParseSideError)
    }
}
