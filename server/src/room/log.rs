//! The events of a room's log, in the form in which they are stored.
//!
//! Stored forms outlive the code that wrote them. A change of this form raises [`LOG_SCHEMA`] and keeps reading the
//! older ones.

use protocol::{CommandId, Outcome, PerSide, Reason, Seat, SidesChoice, SquareName, Timestamp};
use serde::{Deserialize, Serialize};

use crate::identity::TokenHash;

/// The version of the stored form that this code writes.
pub const LOG_SCHEMA: u32 = 1;

/// An event with its place in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The version of the stored form.
    #[serde(rename = "v")]
    pub schema: u32,
    /// Its number in the room's log: 1, 2, 3, … without gaps.
    pub seq: u64,
    /// When the command that caused it arrived. Never earlier than the event before.
    pub time: Timestamp,
    /// Whose command it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Author>,
    /// What happened.
    #[serde(flatten)]
    pub event: LogEvent,
}

impl Recorded {
    /// The event that makes a room and seats its host.
    #[must_use]
    pub const fn opening(game: String, sides: SidesChoice, host: TokenHash, now: Timestamp) -> Self {
        Self { schema: LOG_SCHEMA, seq: 1, time: now, by: None, event: LogEvent::Opened { game, sides, host } }
    }

    /// Whether a game ends with this event.
    #[must_use]
    pub const fn ends_game(&self) -> bool {
        matches!(self.event, LogEvent::Ended { .. })
    }
}

/// Who sent a command, and what the client called it. With it, a command that is sent again is recognised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// The seat.
    pub seat: Seat,
    /// The command's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// What happened in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LogEvent {
    /// The room was made, and its host sat down.
    Opened {
        /// The game's id in the catalogue.
        game: String,
        /// Which side the host plays in the first game.
        sides: SidesChoice,
        /// What holds the host's seat.
        host: TokenHash,
    },
    /// Somebody took the free seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// What holds it.
        token: TokenHash,
    },
    /// A game started.
    Started {
        /// Its number in the room, from 1.
        number: u32,
        /// The game's id in the catalogue.
        game: String,
        /// The version of the rules it is played by.
        rules_version: u32,
        /// Which seat plays which side.
        sides: PerSide<Seat>,
    },
    /// The side to move played.
    Moved {
        /// The move, by its two ends.
        #[serde(rename = "move")]
        text: String,
        /// Every square the man stood on.
        path: Vec<SquareName>,
        /// The squares on which men were captured.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        taken: Vec<SquareName>,
    },
    /// The game ended.
    Ended {
        /// How it came out.
        outcome: Outcome,
        /// Why.
        reason: Reason,
        /// Each side's points or men, where the game counts them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<PerSide<u32>>,
    },
}
