//! What a client sends over the socket of a room.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ErrorCode;
use crate::ids::{CommandId, RoomId, SeatToken};

/// A message of a client: one text frame, a JSON object whose `type` names it.
///
/// Each may carry an `id` of the client's making, and each gets exactly one answer, `ok` or `error`, that names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Opens a room on this socket, or takes its free seat.
    Join(Join),
    /// Plays a move.
    Move(Move),
    /// Asks for the legal moves of the side to move.
    LegalMoves(LegalMoves),
    /// Gives the game up.
    Resign(Resign),
    /// Asks whether the server is there.
    Ping(Ping),
}

impl ClientMessage {
    /// The id that the answer must name.
    #[must_use]
    pub const fn id(&self) -> Option<&CommandId> {
        match self {
            Self::Join(Join { id, .. })
            | Self::Move(Move { id, .. })
            | Self::LegalMoves(LegalMoves { id, .. })
            | Self::Resign(Resign { id, .. })
            | Self::Ping(Ping { id }) => id.as_ref(),
        }
    }
}

/// The first message on a socket. Sent again on the same socket it names the same room, and may take its free seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The protocol's version that the client speaks: [`crate::VERSION`].
    pub protocol: u32,
    /// The room.
    pub room: RoomId,
    /// The token that holds a seat, or is to hold one. Without it the client watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<SeatToken>,
    /// Whether to take a free seat if the token holds none yet. Without it a token that holds no seat is refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sit: bool,
}

/// Plays a move in the position that the client sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// What the answer names. Without one, a move cannot be sent again safely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The `seq` of the event that made the position for which the move is meant.
    pub position: u64,
    /// The move: `a1-b2`, `a1-c3-e3` (every square of a chain of hops), `c4` (placing), `a5*c1` (bringing back).
    #[serde(rename = "move")]
    pub text: String,
}

/// Asks for the legal moves of the side to move. The server sends `legal_moves`, then `ok`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegalMoves {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// Gives the game up. Before both sides have moved this aborts the game: it counts for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resign {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The number of the game that is given up, so that a late message cannot end a later game.
    pub game: u32,
}

/// Asks whether the server is there; answered with `ok`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// Reads a client's frame.
pub struct ClientFrame;

/// Why a frame is not a message, in the words of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// The id of the frame, where one could be read.
    pub id: Option<CommandId>,
    /// What is wrong.
    pub code: ErrorCode,
    /// What is wrong, in words.
    pub message: String,
}

impl FrameError {
    /// The refusal of another version of the protocol.
    pub(crate) fn unsupported(id: Option<CommandId>, version: u32) -> Self {
        let message = format!("this server speaks protocol {}, not {version}; get a newer client", crate::VERSION);
        Self { id, code: ErrorCode::UnsupportedProtocol, message }
    }
}

/// Reads a message from a JSON object. Left alone, serde would take an array of a message's fields for the message.
pub(crate) fn read_object<'text, T: Deserialize<'text>>(text: &'text [u8]) -> Result<T, serde_json::Error> {
    if text.trim_ascii_start().first() == Some(&b'[') {
        return Err(serde::de::Error::custom("an array is not an object"));
    }
    serde_json::from_slice(text)
}

/// What can be told of a text that is a JSON object, but not the message it should be.
pub(crate) struct Outline {
    kind: Option<String>,
    id: Option<CommandId>,
    version: Option<u32>,
    problem: String,
}

impl Outline {
    /// Looks at a text that could not be read as a message.
    ///
    /// # Errors
    /// [`ErrorCode::BadJson`] if it is not even a JSON object.
    pub(crate) fn of(text: &[u8], problem: &serde_json::Error) -> Result<Self, FrameError> {
        let object = serde_json::from_slice::<serde_json::Map<_, _>>(text).map_err(|error| FrameError {
            id: None,
            code: ErrorCode::BadJson,
            message: format!("this is not a JSON object: {error}"),
        })?;
        let text = |key: &str| object.get(key).and_then(serde_json::Value::as_str);
        Ok(Self {
            kind: text("type").map(str::to_owned),
            id: text("id").and_then(|id| id.parse().ok()),
            version: object.get("protocol").and_then(|version| u32::try_from(version.as_u64()?).ok()),
            problem: problem.to_string(),
        })
    }

    /// What is wrong with a message that names its version of the protocol: first of all that, whatever else.
    pub(crate) fn versioned(self) -> FrameError {
        match self.version {
            Some(version) if version != crate::VERSION => FrameError::unsupported(self.id, version),
            _ => self.bad(),
        }
    }

    fn bad(self) -> FrameError {
        FrameError { id: self.id, code: ErrorCode::BadMessage, message: self.problem }
    }
}

impl ClientFrame {
    /// The kinds of message a client may send, as in their `type`.
    pub const TYPES: [&'static str; 5] = ["join", "move", "legal_moves", "resign", "ping"];

    /// Reads the text of a frame. Fields that are not known are passed over, so that a newer client may talk to an
    /// older server.
    ///
    /// # Errors
    /// [`ErrorCode::BadJson`] if the text is not a JSON object; [`ErrorCode::UnknownType`] if its `type` is none of
    /// [`Self::TYPES`]; [`ErrorCode::UnsupportedProtocol`] if it is a `join` of another version, whatever else it
    /// holds; [`ErrorCode::BadMessage`] if a field is missing or wrong.
    pub fn parse(text: &str) -> Result<ClientMessage, FrameError> {
        match read_object::<ClientMessage>(text.as_bytes()) {
            Ok(ClientMessage::Join(join)) if join.protocol != crate::VERSION => {
                Err(FrameError::unsupported(join.id, join.protocol))
            }
            Ok(message) => Ok(message),
            Err(error) => Err(Self::explain(Outline::of(text.as_bytes(), &error)?)),
        }
    }

    fn explain(outline: Outline) -> FrameError {
        match outline.kind.as_deref() {
            Some("join") => outline.versioned(),
            Some(kind) if Self::TYPES.contains(&kind) => outline.bad(),
            _ => FrameError {
                id: outline.id,
                code: ErrorCode::UnknownType,
                message: format!("`type` is one of {}", Self::TYPES.join(", ")),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> (ErrorCode, Option<String>) {
        let error = ClientFrame::parse(text).unwrap_err();
        (error.code, error.id.map(|id| id.as_str().to_owned()))
    }

    #[test]
    fn reads_a_move() {
        let message = ClientFrame::parse(r#"{"type":"move","id":"m1","position":3,"move":"l2-l3","later":true}"#);
        let expected = Move { id: "m1".parse().ok(), position: 3, text: "l2-l3".to_owned() };
        assert_eq!(message, Ok(ClientMessage::Move(expected)));
    }

    #[test]
    fn names_the_id_wherever_it_can_be_read() {
        assert_eq!(refusal(r#"{"type":"move","id":"m1"}"#), (ErrorCode::BadMessage, Some("m1".to_owned())));
        assert_eq!(refusal(r#"{"type":"fly","id":"m2"}"#), (ErrorCode::UnknownType, Some("m2".to_owned())));
        assert_eq!(refusal(r#"{"type":7,"id":"m3"}"#), (ErrorCode::UnknownType, Some("m3".to_owned())));
        assert_eq!(refusal(r#"{"type":"ping","id":7}"#), (ErrorCode::BadMessage, None));
    }

    #[test]
    fn tells_broken_json_from_a_wrong_message() {
        for text in [
            "",
            "{",
            "not json",
            "\u{0}",
            "{\"type\":\"ping\"} trailing",
            "[]",
            "7",
            "null",
            "\"ping\"",
            " [\"ping\",\"p1\"]",
        ] {
            assert_eq!(refusal(text).0, ErrorCode::BadJson, "{text:?}");
        }
        assert_eq!(refusal("{}").0, ErrorCode::UnknownType);
        let deep = "[".repeat(100_000);
        assert_eq!(refusal(&deep).0, ErrorCode::BadJson);
    }

    #[test]
    fn another_version_is_told_before_anything_else() {
        let text = r#"{"type":"join","id":"j","protocol":2,"place":"elsewhere"}"#;
        assert_eq!(refusal(text), (ErrorCode::UnsupportedProtocol, Some("j".to_owned())));
        let text = r#"{"type":"join","protocol":0,"room":"0123456789ab"}"#;
        assert_eq!(refusal(text), (ErrorCode::UnsupportedProtocol, None));
    }

    #[test]
    fn every_type_is_listed() {
        for kind in ClientFrame::TYPES {
            let text = format!(r#"{{"type":"{kind}"}}"#);
            let code = ClientFrame::parse(&text).err().map(|error| error.code);
            assert_ne!(code, Some(ErrorCode::UnknownType), "{kind}");
        }
    }
}
