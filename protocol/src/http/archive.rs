//! Finished games: one, or many.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clocks::TimeControl;
use crate::computer::{ComputerLevel, ComputerPlayed};
use crate::ids::GameId;
use crate::names::{Outcome, PerSide, Reason, Timestamp};

/// `GET /api/games/{id}`: a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArchivedGame {
    /// Its id in the archive.
    pub id: GameId,
    /// The game's id in the catalogue.
    pub game: String,
    /// The version of the rules it was played by.
    pub rules_version: u32,
    /// How it came out.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// Each side's points or men, where the game counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<PerSide<u32>>,
    /// All moves, each by the two ends of a chain.
    pub moves: Vec<String>,
    /// The plies (from 1) whose side also played the ply before, because the other side was passed over.
    pub passed_over_at: Vec<u32>,
    /// When it started.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
    /// The computer's part in it; `null` if two people played.
    #[serde(default)]
    pub computer: Option<ComputerPlayed>,
    /// How much time the players had; `null` if as much as they liked.
    #[serde(default)]
    pub clock: Option<TimeControl>,
}

/// `GET /api/games`: a page of the archive, newest first.
///
/// Which games are listed can be narrowed by `game`, `outcome`, `reason`, `opponent` (`people` or `computer`, with
/// `level`), `clocked`, `min_plies`, `max_plies`, `from` and `to` (days) and `moves` (up to four first moves, with
/// commas between them). `limit` is how many are wanted, and `after` the `next` of the page before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GamePage {
    /// The games. A page may hold fewer than were asked for, or none, and not be the last: where few games fit, the server
    /// looks at a part of the archive only.
    pub games: Vec<GameEntry>,
    /// What to ask for the following page with, as `after`; `null` on the last one.
    pub next: Option<String>,
}

/// A finished game in a list: what is told of it without its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameEntry {
    /// Its id in the archive.
    pub id: GameId,
    /// The game's id in the catalogue.
    pub game: String,
    /// How it came out.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// How many moves both sides made together.
    pub plies: u64,
    /// Its first moves, up to four.
    pub opening: Vec<String>,
    /// Whether the players had clocks.
    pub clocked: bool,
    /// The level at which the computer played; `null` if two people played.
    pub computer: Option<ComputerLevel>,
    /// When it started.
    pub started: Timestamp,
    /// When it ended.
    pub ended: Timestamp,
}

/// `POST /api/games/text`: a game that was read from its plain-text form. It need not be in the archive, and need not
/// be over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadGame {
    /// The game's id in the catalogue.
    pub game: String,
    /// The version of the rules that its moves were judged by.
    pub rules_version: u32,
    /// All moves, each by the two ends of a chain.
    pub moves: Vec<String>,
    /// The plies (from 1) whose side also played the ply before, because the other side was passed over.
    pub passed_over_at: Vec<u32>,
    /// How it came out; `null` if the text does not say so and the last move does not end it.
    pub outcome: Option<Outcome>,
    /// Why it ended; `null` if that is not known.
    pub reason: Option<Reason>,
    /// When it started, if the text says so.
    pub started: Option<Timestamp>,
    /// When it ended, if the text says so.
    pub ended: Option<Timestamp>,
}
