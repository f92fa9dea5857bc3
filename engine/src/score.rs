//! What a position is worth.

use std::fmt;

use rules::{Outcome, Side};

/// The value of a position or a move for the player to move: more is better, 0 is level.
///
/// An undecided value is in hundredths of a unit that differs from game to game: a man's step in the Halma family, an
/// archer in Jarmo, a man in the Man in the Moon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

/// The value of having won.
pub(crate) const WON: i32 = 1_000_000;

/// Values at least so large are proven wins.
pub(crate) const DECIDED: i32 = WON - 10_000;

impl Score {
    pub(crate) const fn new(value: i32) -> Self {
        Self(value)
    }

    /// The bare number.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether the search has proven a win or a loss.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        is_decided(self.0)
    }

    /// In how many plies the win (positive) or the loss (negative) comes that the search has proven.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if !self.is_decided() {
            None
        } else if self.0 > 0 {
            Some(WON - self.0)
        } else {
            Some(-WON - self.0)
        }
    }
}

impl fmt::Display for Score {
    /// `+1.25`, or `won in 7` and `lost in 4` with a number of plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if plies >= 0 => write!(f, "won in {plies}"),
            Some(plies) => write!(f, "lost in {}", -plies),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

pub(crate) const fn is_decided(value: i32) -> bool {
    value.abs() >= DECIDED
}

/// The value for `side` of a game that has ended so many plies from the root. A win is better soon, a loss late.
pub(crate) fn of_outcome(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner() {
        Some(winner) if winner == side => WON - ply as i32,
        Some(_) => ply as i32 - WON,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_values_tell_the_distance() {
        let won = Score::new(of_outcome(Outcome::First, Side::First, 7));
        assert_eq!((won.plies_to_end(), won.to_string()), (Some(7), "won in 7".to_owned()));
        let lost = Score::new(of_outcome(Outcome::First, Side::Second, 4));
        assert_eq!((lost.plies_to_end(), lost.to_string()), (Some(-4), "lost in 4".to_owned()));
        assert!(lost < Score::default() && Score::default() < won);
    }

    #[test]
    fn others_are_plain_numbers() {
        assert_eq!(Score::new(-125).to_string(), "-1.25");
        assert_eq!(Score::new(125).plies_to_end(), None);
        assert_eq!(of_outcome(Outcome::Draw, Side::First, 3), 0);
    }
}
