//! How finished games came out: what is counted, and what is shown of it.
//!
//! The archive is the only truth. A store keeps a roll-up of it, by day and by month, and answers from that and from
//! the games that the roll-up does not hold yet; see [`ArchiveStore`](crate::store::ArchiveStore).

mod answer;
mod keeper;
mod span;

use std::ops::AddAssign;

use protocol::{ComputerLevel, Day, Reason};

pub use answer::{all_stats, detailed_stats};
pub use keeper::keep_counted;
pub use span::Spans;

/// Against whom the games were played that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// People among themselves.
    People,
    /// The computer, at one level or at all.
    Computer(Option<ComputerLevel>),
}

impl Opponent {
    /// Whether a game counts in which the computer played at this level, or not at all.
    #[must_use]
    pub fn counts(self, computer: Option<ComputerLevel>) -> bool {
        match self {
            Self::People => computer.is_none(),
            Self::Computer(level) => computer.is_some() && (level.is_none() || level == computer),
        }
    }
}

/// Which games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatsFilter {
    /// Against whom they were played.
    pub opponent: Opponent,
    /// Whether there were clocks; `None` for both.
    pub clocked: Option<bool>,
    /// The first day on which they may have ended.
    pub from: Day,
    /// The last day on which they may have ended.
    pub to: Day,
}

impl StatsFilter {
    /// All games against somebody.
    #[must_use]
    pub const fn against(opponent: Opponent) -> Self {
        Self { opponent, clocked: None, from: Day::FIRST, to: Day::LAST }
    }
}

/// What is added up of some games. Games with the outcome `none` do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many there are.
    pub games: u64,
    /// How many the first side won.
    pub first: u64,
    /// How many the second side won.
    pub second: u64,
    /// How many nobody won.
    pub draws: u64,
    /// How many moves were made in them.
    pub plies: u64,
    /// How many moves were made in the shortest; 0 if there is none.
    pub shortest: u64,
    /// How many moves were made in the longest.
    pub longest: u64,
    /// How long all of them together took, in milliseconds.
    pub duration: u64,
    /// How many are the rematch of a game that counts, too.
    pub pairs: u64,
    /// Of these, how many were won by whom the game before was won.
    pub same_player: u64,
    /// Of these, how many were won by the side by which the game before was won.
    pub same_side: u64,
}

impl AddAssign<&Self> for Sums {
    fn add_assign(&mut self, other: &Self) {
        self.shortest = match (self.games, other.games) {
            (_, 0) => self.shortest,
            (0, _) => other.shortest,
            _ => self.shortest.min(other.shortest),
        };
        self.games += other.games;
        self.first += other.first;
        self.second += other.second;
        self.draws += other.draws;
        self.plies += other.plies;
        self.longest = self.longest.max(other.longest);
        self.duration += other.duration;
        self.pairs += other.pairs;
        self.same_player += other.same_player;
        self.same_side += other.same_side;
    }
}

/// What is counted of one game of the catalogue, in no particular order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// By the day on which games ended, each day once.
    pub days: Vec<(Day, Sums)>,
    /// By why they ended, each reason once.
    pub reasons: Vec<(Reason, Sums)>,
    /// By their first move, each move once. Games without a move are left out.
    pub first_moves: Vec<(String, Sums)>,
}
