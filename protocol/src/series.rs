//! The games that were played in a room, one after the other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::GameId;
use crate::names::{Outcome, PerSide, Reason, Seat, Timestamp};

/// The score of a room's games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// Who has won how many of all of them.
    pub score: SeriesScore,
    /// The games that are over, oldest first; at most the last [`Self::MAX_GAMES`].
    pub games: Vec<FinishedGame>,
}

impl Series {
    /// The most games that are listed.
    pub const MAX_GAMES: usize = 100;
}

/// Who has won how many games. Games that do not count are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesScore {
    /// What the host has won.
    pub host: u32,
    /// What the guest has won.
    pub guest: u32,
    /// What nobody has won.
    pub draws: u32,
}

/// A game of a room that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FinishedGame {
    /// Its number in the room, from 1.
    pub number: u32,
    /// Where the archive keeps it: `GET /api/games/<id>`.
    pub id: GameId,
    /// The game's id in the catalogue.
    pub game: String,
    /// Which seat played which side; left out where this is no longer known, once the room's log is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<PerSide<Seat>>,
    /// How it came out.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// When it ended.
    pub ended: Timestamp,
}
