//! What is kept of finished games, and how they are found and counted.

use std::fmt;
use std::str::FromStr;

use async_trait::async_trait;
use protocol::http::{ArchivedGame, GameEntry};
use protocol::{Day, GameId, Outcome, PerSide, Reason, RoomId, Timestamp};
use serde::Deserialize;

use super::StoreError;
use crate::stats::{Figures, Opponent, StatsFilter, Sums};

/// By how many first moves games can be looked for.
pub const OPENING_PLIES: usize = 4;

/// The archive of finished games, and the statistics, which are a roll-up of it.
///
/// All answers hold every game whose append was stored before they were asked for, whether the roll-up holds it or not.
#[async_trait]
pub trait ArchiveStore: Send + Sync {
    /// A finished game.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError>;

    /// The last `limit` finished games of a room, also of one that is closed; in order, so that the last one's number
    /// tells how many there were.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn games_of_room(&self, room: RoomId, limit: u32) -> Result<Vec<FinishedGame>, StoreError>;

    /// The games that a search finds, the ones that ended last first, from the one that comes after a place; at most
    /// `limit`, and fewer if a bounded number of games was looked at before.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn search(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<GameEntry>, StoreError>;

    /// The same games, whole.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn export(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<ArchivedGame>, StoreError>;

    /// What is added up of each game of the catalogue. Games of which there are none may be missing.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn results(&self, filter: &StatsFilter) -> Result<Vec<(String, Sums)>, StoreError>;

    /// What is counted of one game of the catalogue. All figures are of the same moment.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn figures(&self, game: &str, filter: &StatsFilter) -> Result<Figures, StoreError>;

    /// Adds up to `limit` games to the roll-up that it does not hold yet, and tells how many; none while another server
    /// is at it. It changes no answer.
    ///
    /// # Errors
    /// If the store cannot be reached. Then nothing has changed, or it was done.
    async fn roll_up(&self, limit: u32) -> Result<u64, StoreError>;

    /// Makes the roll-up anew from the archive, in one transaction, and tells how many games are in it. Answers are right
    /// all the while.
    ///
    /// # Errors
    /// If the store cannot be reached, or does not do it.
    async fn rebuild_stats(&self) -> Result<u64, StoreError>;

    /// Compares all figures of the roll-up, with the games that it does not hold yet, to those of the archive.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn check_stats(&self) -> Result<StatsCheck, StoreError>;
}

/// Games that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<T> {
    /// The games, perhaps none.
    pub games: Vec<T>,
    /// After which place the search goes on; `None` once all games were looked at.
    pub next: Option<ArchivePlace>,
}

/// Which games are looked for. The default is all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSearch {
    /// The game's id in the catalogue.
    pub game: Option<String>,
    /// How they came out.
    pub outcome: Option<Outcome>,
    /// Why they ended.
    pub reason: Option<Reason>,
    /// Against whom they were played.
    pub opponent: Option<Opponent>,
    /// Whether there were clocks.
    pub clocked: Option<bool>,
    /// The fewest moves.
    pub min_plies: Option<u32>,
    /// The most moves.
    pub max_plies: Option<u32>,
    /// The first day on which they may have ended.
    pub from: Option<Day>,
    /// The last day on which they may have ended.
    pub to: Option<Day>,
    /// Their first moves; only [`OPENING_PLIES`] of these count.
    pub opening: Vec<String>,
}

/// A place in the archive: that of a game in the order in which a search finds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchivePlace {
    /// When the game ended.
    pub ended: Timestamp,
    /// Which one it is.
    pub id: GameId,
}

impl fmt::Display for ArchivePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.ended.0, self.id)
    }
}

/// A text that names no place in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`after` is the `next` of a page of games")]
pub struct NotAPlace;

impl FromStr for ArchivePlace {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        let (ended, id) = text.split_once('-').ok_or(NotAPlace)?;
        let ended = ended.parse().map_err(|_| NotAPlace)?;
        Ok(Self { ended: Timestamp(ended), id: id.parse().map_err(|_| NotAPlace)? })
    }
}

/// What came of comparing the roll-up to the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatsCheck {
    /// How many games the archive holds, with those that do not count.
    pub games: u64,
    /// How many of them the roll-up does not hold yet.
    pub uncounted: u64,
    /// How many figures were compared: sums of days and months.
    pub sums: u64,
    /// Where they differ; only the first hundred.
    pub differences: Vec<StatsDifference>,
}

/// A sum that is not the same in the roll-up and the archive. Where both have it there are two of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatsDifference {
    /// Whether this is what the archive says.
    pub archive: bool,
    /// What is added up: the game, against whom, over which days and by what.
    pub of: String,
    /// The sums.
    pub sums: Sums,
}

impl fmt::Display for StatsDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = if self.archive { "the archive" } else { "the roll-up" };
        write!(f, "{}: {who} has {:?}", self.of, self.sums)
    }
}

/// A finished game on its way into the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveRow {
    /// The room it was played in.
    pub room: RoomId,
    /// Its number in that room, from 1.
    pub number: u32,
    /// What is told of it.
    pub game: ArchivedGame,
}

/// A finished game in the list of its room's: all but its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Its number in the room, from 1.
    pub number: u32,
    /// What is told of it.
    pub result: GameResult,
}

/// How a game went, without its moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GameResult {
    /// Its id in the archive.
    pub id: GameId,
    /// The game's id in the catalogue.
    pub game: String,
    /// How it came out.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// Each side's points or men, where the game counts them.
    #[serde(default)]
    pub score: Option<PerSide<u32>>,
    /// When it started.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
}

impl From<&ArchivedGame> for GameResult {
    fn from(game: &ArchivedGame) -> Self {
        Self {
            id: game.id,
            game: game.game.clone(),
            outcome: game.outcome,
            reason: game.reason,
            score: game.score,
            started: game.started,
            ended: game.ended,
        }
    }
}
