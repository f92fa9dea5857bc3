//! What the server sends over the socket of a room.

use std::fmt::Write;

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

impl LegalMoveList {
    /// The whole message for these moves, as JSON: what serializing it gives, written straight into one text. A list of
    /// moves goes out with nearly every move that is played, and is longer than all else that does.
    #[must_use]
    pub fn encode(position: u64, side: Side, moves: &[rules::Move]) -> String {
        let mut text = String::with_capacity(80 + 10 * moves.len());
        let side = match side {
            Side::First => "first",
            Side::Second => "second",
        };
        // A `String` takes whatever is written to it.
        let _ = write!(text, r#"{{"type":"legal_moves","position":{position},"side":"{side}","moves":["#);
        for (number, mv) in moves.iter().enumerate() {
            text.push_str(if number == 0 { "\"" } else { ",\"" });
            mv.push_to(&mut text);
            text.push('"');
        }
        text.push_str("]}");
        text
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_written_straight_are_the_message() {
        let texts = ["a5*c1", "c4", "l2-l3", "p16-a10"];
        for count in 0..=texts.len() {
            let moves: Vec<rules::Move> = texts[..count].iter().map(|text| text.parse().unwrap()).collect();
            for side in [Side::First, Side::Second] {
                let moves_as_texts = texts[..count].iter().map(|text| (*text).to_owned()).collect();
                let message = ServerMessage::LegalMoves(LegalMoveList { position: 17, side, moves: moves_as_texts });
                assert_eq!(LegalMoveList::encode(17, side, &moves), serde_json::to_string(&message).unwrap());
            }
        }
    }
}
