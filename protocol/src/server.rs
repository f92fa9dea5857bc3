//! What the server sends over the socket of a room.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ErrorCode;
use crate::event::Event;
use crate::ids::CommandId;
use crate::names::{Side, Timestamp};
use crate::snapshot::Snapshot;
use crate::talk::{ChatLine, Names, Presence};

/// A message of the server: one text frame, a JSON object whose `type` names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole room as it stands.
    Snapshot(Box<Snapshot>),
    /// One thing that happened.
    Event(Box<Event>),
    /// The legal moves of the side to move.
    LegalMoves(LegalMoveList),
    /// A message was accepted.
    #[serde(rename = "ok")]
    Okay(Okay),
    /// A message was refused.
    Error(Refused),
    /// Who is there.
    Presence(Presence),
    /// What the players are called.
    Names(Names),
    /// Something that was said.
    Chat(ChatLine),
    /// The server is about to close this socket because it restarts.
    Restart(Restart),
}

/// The legal moves of the side to move. Sent to the players of that side after each event and snapshot that makes a
/// position, and to a player who asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegalMoveList {
    /// The position they are for; what a move names.
    pub position: u64,
    /// The side to move.
    pub side: Side,
    /// The moves, each by its two ends, in bytewise order.
    pub moves: Vec<String>,
}

/// A message was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Okay {
    /// The message's id, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// For a command: the number of the event that recorded it, the same again if it is sent again. Otherwise the
    /// room's last event.
    pub seq: u64,
    /// The server's time.
    pub time: Timestamp,
}

/// A message was refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The message's id, if it had one that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// What is wrong, for programs.
    pub code: ErrorCode,
    /// What is wrong, for people.
    pub message: String,
    /// The room's last event; `null` before a room was joined.
    pub seq: Option<u64>,
    /// After how many seconds trying again makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

/// The server is about to close this socket because it restarts. Connecting again is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Restart {
    /// The same, for people.
    pub message: String,
    /// After how many seconds trying again makes sense.
    pub retry_after: u32,
}
