//! An archer may not go back and forth more than twice in a row.

use std::fmt;
use std::str::FromStr;

use crate::{Square, text};

/// So many turns in a row between the same two points are the most: back and forth twice.
const MOST: u8 = 4;

/// How a player's latest turns went back and forth, as far as it can still matter.
///
/// Any turn that does not take the same archer straight back begins anew, and so does being passed
/// over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ToAndFro(Option<Run>);

/// Turns in a row that each took the archer back where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    from: Square,
    to: Square,
    /// From 1, the latest turn alone, to [`MOST`].
    turns: u8,
}

impl ToAndFro {
    /// Nothing that could matter.
    pub(super) const NOTHING: Self = Self(None);

    /// Whether this move would go back and forth once too often.
    #[inline]
    pub(super) fn forbids(self, from: Square, to: Square) -> bool {
        self.0.is_some_and(|run| run.turns >= MOST && run.takes_back(from, to))
    }

    /// The same after the player's next turn, a move.
    #[inline]
    #[must_use]
    pub(super) fn after(self, from: Square, to: Square) -> Self {
        let turns = match self.0 {
            Some(run) if run.takes_back(from, to) => run.turns.saturating_add(1).min(MOST),
            _ => 1,
        };
        Self(Some(Run { from, to, turns }))
    }

    /// Where the archer went that may want to go back.
    #[inline]
    pub(super) fn archer(self) -> Option<Square> {
        self.0.map(|run| run.to)
    }

    /// The points it has been going between, where it stands now last.
    pub(super) fn ends(self) -> Option<(Square, Square)> {
        self.0.map(|run| (run.from, run.to))
    }

    /// A number that tells different values apart; 0 for nothing.
    pub(super) fn number(self) -> u32 {
        self.0.map_or(0, |run| u32::from_be_bytes([0, run.from.index(), run.to.index(), run.turns]))
    }
}

impl Run {
    /// The archer that stands on `to` is meant: nothing else of the player's can be there.
    fn takes_back(self, from: Square, to: Square) -> bool {
        self.from == to && self.to == from
    }
}

impl fmt::Display for ToAndFro {
    /// `-` for nothing, else the latest move and the number of turns: `a1-c2:3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("-"),
            Some(run) => write!(f, "{}-{}:{}", run.from, run.to, run.turns),
        }
    }
}

/// A text that `ToAndFro` does not give.
#[derive(Debug)]
pub(super) struct ParseToAndFroError;

impl FromStr for ToAndFro {
    type Err = ParseToAndFroError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "-" {
            return Ok(Self::NOTHING);
        }
        let (mv, turns) = text.split_once(':').ok_or(ParseToAndFroError)?;
        let [from, to] = text::pair(mv, '-').ok_or(ParseToAndFroError)?;
        match turns.parse() {
            Ok(turns @ 1..=MOST) => Ok(Self(Some(Run { from, to, turns }))),
            _ => Err(ParseToAndFroError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifth_turn_in_a_row_is_forbidden() {
        let [a, b, c]: [Square; 3] = ["a1", "c2", "e3"].map(|text| text.parse().unwrap());
        let mut runs = ToAndFro::NOTHING;
        for (from, to) in [(a, b), (b, a), (a, b), (b, a)] {
            assert!(!runs.forbids(from, to));
            runs = runs.after(from, to);
        }
        assert!(runs.forbids(a, b));
        assert!(!runs.forbids(a, c));
        assert!(!runs.after(a, c).forbids(c, a));
    }

    #[test]
    fn text_round_trips() {
        for text in ["-", "a1-c2:1", "c2-a1:4"] {
            assert_eq!(text.parse::<ToAndFro>().unwrap().to_string(), text);
        }
        for text in ["", "a1-c2", "a1-c2:0", "a1-c2:5", "a1:2", "a1-c2-e3:2"] {
            assert!(text.parse::<ToAndFro>().is_err(), "{text:?}");
        }
    }
}
