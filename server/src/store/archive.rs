//! What is kept of finished games.

use protocol::http::ArchivedGame;
use protocol::{GameId, Outcome, PerSide, Reason, RoomId, Timestamp};
use serde::Deserialize;

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
