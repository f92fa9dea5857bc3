//! Reading what a client sends: any text is a message, or is refused in words.

use serde::Deserialize;

use crate::client::{ClientMessage, Offer};
use crate::error::ErrorCode;
use crate::ids::CommandId;
use crate::offers::OfferKind;
use crate::texts::{ChatText, DisplayName, TextError};

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
    /// What is wrong with a text that a person wrote.
    bad_text: Option<TextError>,
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
        let bad_name = text("name").and_then(|name| name.parse::<DisplayName>().err());
        let bad_talk = || text("text").and_then(|talk| talk.parse::<ChatText>().err());
        Ok(Self {
            bad_text: bad_name.or_else(bad_talk),
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
        match self.bad_text {
            Some(why) => FrameError { id: self.id, code: ErrorCode::BadText, message: why.to_string() },
            None => FrameError { id: self.id, code: ErrorCode::BadMessage, message: self.problem },
        }
    }
}

impl ClientFrame {
    /// The kinds of message a client may send, as in their `type`.
    pub const TYPES: [&'static str; 12] = [
        "join",
        "move",
        "legal_moves",
        "resign",
        "abort",
        "offer",
        "answer",
        "withdraw",
        "claim",
        "chat",
        "name",
        "ping",
    ];

    /// Reads the text of a frame. Fields that are not known are passed over, so that a newer client may talk to an
    /// older server.
    ///
    /// # Errors
    /// [`ErrorCode::BadJson`] if the text is not a JSON object; [`ErrorCode::UnknownType`] if its `type` is none of
    /// [`Self::TYPES`]; [`ErrorCode::UnsupportedProtocol`] if it is a `join` of another version, whatever else it
    /// holds; [`ErrorCode::BadText`] if a name or what is said cannot be taken; [`ErrorCode::BadMessage`] if another
    /// field is missing or wrong.
    pub fn parse(text: &str) -> Result<ClientMessage, FrameError> {
        match read_object::<ClientMessage>(text.as_bytes()) {
            Ok(ClientMessage::Join(join)) if join.protocol != crate::VERSION => {
                Err(FrameError::unsupported(join.id, join.protocol))
            }
            Ok(ClientMessage::Offer(Offer { id, what, next: Some(_), .. })) if what != OfferKind::Rematch => {
                let message = "`next` goes with a rematch only".to_owned();
                Err(FrameError { id, code: ErrorCode::BadMessage, message })
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
    use crate::client::Move;

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
    fn texts_of_people_are_told_apart_from_broken_messages() {
        for text in [
            r#"{"type":"chat","id":"c","channel":"players","text":"  "}"#,
            r#"{"type":"chat","id":"c","channel":"players","text":"a\u0000b"}"#,
            r#"{"type":"name","id":"c","name":"\u202eevil"}"#,
            r#"{"type":"join","id":"c","protocol":1,"room":"0123456789ab","name":""}"#,
        ] {
            assert_eq!(refusal(text), (ErrorCode::BadText, Some("c".to_owned())), "{text}");
        }
        for text in [
            r#"{"type":"chat","id":"c","channel":"everyone","text":"hello"}"#,
            r#"{"type":"chat","id":"c","channel":"players","text":7}"#,
            r#"{"type":"name","id":"c","name":["Ada"]}"#,
            r#"{"type":"offer","id":"c","game":1,"what":"draw","next":"halma"}"#,
            r#"{"type":"offer","id":"c","game":1,"what":"tea"}"#,
        ] {
            assert_eq!(refusal(text), (ErrorCode::BadMessage, Some("c".to_owned())), "{text}");
        }
        assert!(ClientFrame::parse(r#"{"type":"name","name":null}"#).is_ok());
        assert!(ClientFrame::parse(r#"{"type":"offer","game":1,"what":"rematch","next":"moon"}"#).is_ok());
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
