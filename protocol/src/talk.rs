//! Who is there, what they are called, and what they say. Nothing of this has a `seq`, and nothing of it is kept in a
//! room's log.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{Seat, Timestamp};
use crate::texts::{ChatText, DisplayName};

/// Who is there. Sent to everyone whenever it changes; across several servers it may lag by some seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// Whoever holds the host's seat.
    pub host: SeatPresence,
    /// Whoever holds the guest's seat.
    pub guest: SeatPresence,
    /// How many watch: sockets without a seat.
    pub watchers: u32,
}

/// Whether a player is there: with at least one socket, on whichever server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatPresence {
    /// Whether the player is there.
    pub here: bool,
    /// Since when the player is there, or is gone; `null` if this is not known: the player has not been seen yet.
    pub since: Option<Timestamp>,
}

/// What the players want to be called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Names {
    /// The host.
    pub host: Option<DisplayName>,
    /// The guest.
    pub guest: Option<DisplayName>,
}

/// Who hears what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// The two players, and nobody else.
    Players,
    /// Those who watch. The players hear it, and may join in, while no game is running.
    Watchers,
}

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// Whoever holds the host's seat.
    Host,
    /// Whoever holds the guest's seat.
    Guest,
    /// Somebody who watches.
    Watcher,
}

impl From<Option<Seat>> for Speaker {
    fn from(seat: Option<Seat>) -> Self {
        match seat {
            Some(Seat::Host) => Self::Host,
            Some(Seat::Guest) => Self::Guest,
            None => Self::Watcher,
        }
    }
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// Its number in its channel of the room, from 1. The same line may be sent twice; it then has the same number.
    pub n: u64,
    /// Who hears it.
    pub channel: Channel,
    /// Who said it.
    pub from: Speaker,
    /// What the speaker was called then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<DisplayName>,
    /// What was said.
    pub text: ChatText,
    /// When.
    pub time: Timestamp,
}

/// The most lines of each channel that a snapshot holds: the last ones.
pub const CHAT_HISTORY: usize = 50;
