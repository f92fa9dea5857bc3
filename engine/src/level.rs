//! How strong the computer plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::limits::Limits;

/// A level from 1, for beginners, to 5, the best the computer can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The level with that number, if it is one of 1 to 5.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= 5 { Some(Self(number)) } else { None }
    }

    /// The number, from 1 to 5.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// How a player of this level thinks.
    #[must_use]
    pub const fn style(self) -> Style {
        match self.0 {
            1 => Style { nodes: 360, time: Duration::from_secs(2), depth: 1, whim: 100 },
            2 => Style { nodes: 400, time: Duration::from_secs(2), depth: 2, whim: 60 },
            3 => Style { nodes: 1_600, time: Duration::from_secs(2), depth: 4, whim: 20 },
            4 => Style { nodes: 10_000, time: Duration::from_secs(2), depth: 12, whim: 3 },
            _ => Style::BEST,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text or number that is not a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is a number from 1 to 5")]
pub struct NotALevel;

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(text: &str) -> Result<Self, NotALevel> {
        text.parse().ok().and_then(Self::new).ok_or(NotALevel)
    }
}

impl TryFrom<u8> for Level {
    type Error = NotALevel;

    fn try_from(number: u8) -> Result<Self, NotALevel> {
        Self::new(number).ok_or(NotALevel)
    }
}

/// How a player thinks: how much, how far ahead, and how much by whim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The most nodes for a move.
    pub nodes: u64,
    /// The most time for a move.
    pub time: Duration,
    /// The most plies it looks ahead.
    pub depth: u32,
    /// By how much it misjudges its moves at most, in hundredths of the game's unit (see [`Score`](crate::Score)). A
    /// little makes games differ; much makes a weak player.
    pub whim: u32,
}

impl Style {
    /// As good as it can: two seconds a move.
    pub const BEST: Self = Self { nodes: u64::MAX, time: Duration::from_secs(2), depth: u32::MAX, whim: 1 };

    /// The best that can be done with so many nodes a move, whatever time that takes: the same in every run.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Self {
        Self { nodes, time: Duration::MAX, ..Self::BEST }
    }

    /// The tighter of these limits and the style's own.
    pub(crate) fn tighten<'a>(&self, limits: &Limits<'a>) -> Limits<'a> {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        let time = limits.time.map_or(self.time, |time| time.min(self.time));
        Limits {
            nodes: (nodes < u64::MAX).then_some(nodes),
            time: (time < Duration::MAX).then_some(time),
            stop: limits.stop,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_one_to_five() {
        assert_eq!("3".parse(), Ok(Level::ALL[2]));
        for text in ["0", "6", "", "x", "-1", "300"] {
            assert_eq!(text.parse::<Level>(), Err(NotALevel), "{text:?}");
        }
        assert!(Level::ALL.iter().all(|level| level.to_string().parse() == Ok(*level)));
    }

    #[test]
    fn each_level_thinks_more_than_the_one_below() {
        for pair in Level::ALL.windows(2) {
            let [less, more] = [pair[0].style(), pair[1].style()];
            assert!(less.nodes < more.nodes && less.depth < more.depth && less.whim > more.whim, "{pair:?}");
            assert!(more.time <= Duration::from_secs(2));
        }
    }

    #[test]
    fn the_tighter_limit_counts() {
        let limits = Limits { nodes: Some(500), time: Some(Duration::from_secs(9)), stop: None };
        let tight = Level::ALL[4].style().tighten(&limits);
        assert_eq!((tight.nodes, tight.time), (Some(500), Some(Duration::from_secs(2))));
        let own = Style::of_nodes(200).tighten(&Limits::default());
        assert_eq!((own.nodes, own.time), (Some(200), None));
    }
}
