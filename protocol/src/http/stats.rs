//! The statistics.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Localized;
use crate::day::Day;
use crate::names::Reason;

/// `GET /api/stats`: the statistics of every game. See [`GameStats`] for which games count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AllStats {
    /// One entry per game of the catalogue, in its order.
    pub games: Vec<GameStats>,
}

/// How the finished games of one kind came out. Games that do not count are left out.
///
/// These are games between people. With `?opponent=computer` they are those against the computer, and with `&level=3`
/// those against it at one level. `&from=` and `&to=` name the first and the last day, and `&clocked=` whether there
/// were clocks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameStats {
    /// The game's id in the catalogue.
    pub game: String,
    /// How many finished.
    pub games: u64,
    /// What the first side won.
    pub first: SideStats,
    /// What the second side won.
    pub second: SideStats,
    /// What nobody won.
    pub draws: DrawStats,
}

/// What one side won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideStats {
    /// The side's colour.
    pub name: Localized,
    /// How many games it won.
    pub wins: u64,
    /// The same as a share of all games, cut to two decimals.
    pub percent: f64,
}

/// What nobody won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DrawStats {
    /// How many games were drawn.
    pub games: u64,
    /// The same as a share of all games, cut to two decimals.
    pub percent: f64,
}

/// `GET /api/stats/{game}`: all that is counted of the finished games of one kind. See [`GameStats`] for which games
/// count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DetailedStats {
    /// How they came out.
    #[serde(flatten)]
    pub results: GameStats,
    /// How long they were; `null` if there are none.
    pub length: Option<LengthStats>,
    /// Why they ended: one entry for each reason that occurs, the most frequent first.
    pub reasons: Vec<ReasonStats>,
    /// What they began with: one entry for each first move that occurs, the most frequent first.
    pub first_moves: Vec<FirstMoveStats>,
    /// The days on which any ended, in their order.
    pub days: Vec<DayStats>,
    /// Games and their rematches.
    pub pairs: PairStats,
}

/// How long games were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LengthStats {
    /// The average number of moves of both sides together, cut to two decimals.
    pub average_plies: f64,
    /// The number of moves of the shortest game.
    pub shortest_plies: u64,
    /// The number of moves of the longest game.
    pub longest_plies: u64,
    /// The mean time from start to end, in milliseconds.
    pub mean_duration: u64,
}

/// Games that ended for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReasonStats {
    /// The reason.
    pub reason: Reason,
    /// How many.
    pub games: u64,
    /// How many of them the first side won.
    pub first: u64,
    /// How many of them the second side won.
    pub second: u64,
    /// How many of them nobody won.
    pub draws: u64,
}

/// Games that began with one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FirstMoveStats {
    /// The move, by its two ends.
    #[serde(rename = "move")]
    pub first_move: String,
    /// How many.
    pub games: u64,
    /// How many of them the first side won.
    pub first: u64,
    /// How many of them the second side won.
    pub second: u64,
    /// How many of them nobody won.
    pub draws: u64,
}

/// Games that ended on one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DayStats {
    /// The day, in UTC.
    pub day: Day,
    /// How many.
    pub games: u64,
}

/// Games and their rematches, in which the players change sides. A board that is fair has as many pairs that one player
/// won twice as pairs that one side won twice; the more it favours a side, the more of the latter.
///
/// A pair is two games of a kind, one right after the other in the same room, that both count. It counts for the day of
/// its second game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairStats {
    /// How many there are.
    pub pairs: u64,
    /// In how many the same player won both games.
    pub same_player: u64,
    /// In how many the same side won both games.
    pub same_side: u64,
    /// In how many it was neither, as a game was drawn.
    pub neither: u64,
}
