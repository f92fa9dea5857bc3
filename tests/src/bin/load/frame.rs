//! What the tool needs to know of a frame, without reading all of it.
//!
//! The load has to cost far less than the server does, or it would measure itself. So frames are not parsed as JSON:
//! `type` is the first field of every message, and of the rest only a number or a word is looked for.

use std::fmt::Write as _;

/// What a frame says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame<'text> {
    /// Something happened in the room.
    Event {
        /// Its number.
        seq: u64,
        /// What: `moved`, `ended`, …
        kind: &'text str,
    },
    /// The answer to a message that was accepted.
    Okay,
    /// The answer to a message that was refused, with its code.
    Refused(&'text str),
    /// The whole room.
    Snapshot,
    /// The legal moves.
    LegalMoves,
    /// Who is there, what they are called, what they say.
    Beside,
    /// Nothing this tool knows.
    Other,
}

impl<'text> Frame<'text> {
    /// Looks at the text of a frame.
    pub(crate) fn read(text: &'text str) -> Self {
        match word(text, r#"{"type":""#) {
            Some("event") => match (number(text, r#""seq":"#), word(text, r#""kind":""#)) {
                (Some(seq), Some(kind)) => Self::Event { seq, kind },
                _ => Self::Other,
            },
            Some("ok") => Self::Okay,
            Some("error") => Self::Refused(word(text, r#""code":""#).unwrap_or("unknown")),
            Some("snapshot") => Self::Snapshot,
            Some("legal_moves") => Self::LegalMoves,
            Some("presence" | "names" | "chat") => Self::Beside,
            _ => Self::Other,
        }
    }
}

/// What follows a key, up to the next quotation mark.
fn word<'text>(text: &'text str, key: &str) -> Option<&'text str> {
    let rest = after(text, key)?;
    rest.find('"').map(|end| &rest[..end])
}

fn number(text: &str, key: &str) -> Option<u64> {
    let rest = after(text, key)?;
    let end = rest.find(|character: char| !character.is_ascii_digit())?;
    rest[..end].parse().ok()
}

fn after<'text>(text: &'text str, key: &str) -> Option<&'text str> {
    if let Some(rest) = text.strip_prefix(key) {
        return Some(rest);
    }
    text.find(key).map(|at| &text[at + key.len()..])
}

/// A move as a client sends it.
pub(crate) fn move_frame(ply: u32, position: u64, text: &str) -> String {
    let mut frame = String::with_capacity(80);
    // Writing to a string cannot fail.
    let _ = write!(frame, r#"{{"type":"move","id":"m-{ply}","position":{position},"move":"{text}"}}"#);
    frame
}

#[cfg(test)]
mod tests {
    use protocol::{
        ClientFrame, ClientMessage, ErrorCode, Event, EventBody, Okay, Refused, Seat, Seated, ServerMessage, Timestamp,
    };

    use super::*;

    fn text(message: &ServerMessage) -> String {
        serde_json::to_string(message).unwrap()
    }

    #[test]
    fn reads_what_the_server_writes() {
        let event = Event {
            seq: 4711,
            time: Timestamp(99),
            event: EventBody::Seated(Seated { seat: Seat::Guest }),
            to_move: None,
            passed_over: None,
            offer: None,
            claim: None,
            clocks: None,
        };
        let event = text(&ServerMessage::Event(Box::new(event)));
        assert_eq!(Frame::read(&event), Frame::Event { seq: 4711, kind: "seated" });
        let okay = text(&ServerMessage::Okay(Okay { id: None, seq: 3, time: Timestamp(0) }));
        assert_eq!(Frame::read(&okay), Frame::Okay);
        let refused = Refused {
            id: "m-1".parse().ok(),
            code: ErrorCode::NotYourTurn,
            message: "wait".to_owned(),
            seq: None,
            retry_after: None,
        };
        assert_eq!(Frame::read(&text(&ServerMessage::Error(refused))), Frame::Refused("not_your_turn"));
        assert_eq!(Frame::read("{}"), Frame::Other);
        assert_eq!(Frame::read(""), Frame::Other);
    }

    #[test]
    fn moves_are_messages_of_the_protocol() {
        let Ok(ClientMessage::Move(sent)) = ClientFrame::parse(&move_frame(7, 10, "l2-l3")) else { panic!() };
        assert_eq!((sent.position, sent.text.as_str()), (10, "l2-l3"));
        assert_eq!(sent.id.unwrap().as_str(), "m-7");
    }
}
