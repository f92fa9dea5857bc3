//! The open rooms of this server: one task owns each, and everything that happens in it goes through that task.

mod attendance;
mod beside;
mod follow;
mod housekeeping;
mod listener;
mod open_room;
mod registry;
mod request;
mod sweeper;
mod task;
mod timekeeper;
mod work;

use axum::extract::ws::Utf8Bytes;
use protocol::{CommandId, ErrorCode, Okay, Refused, ServerMessage, Timestamp};

use crate::{metrics, store};

pub use housekeeping::housekeeping;
pub use listener::{Inbox, Listener, ListenerId, Outgoing, listener};
pub use registry::{RoomHandle, Rooms, RoomsConfig, Unsent};
pub use request::{Closing, Join, Request, Wish};

/// A message of the server as it goes over a socket.
#[must_use]
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    // The messages hold nothing that JSON cannot express.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The frame that says that a message was accepted.
#[must_use]
pub fn okay(id: Option<CommandId>, seq: u64, time: Timestamp) -> Utf8Bytes {
    encode(&ServerMessage::Okay(Okay { id, seq, time }))
}

/// The frame that says that a message was refused, and how long to wait where the code tells that.
#[must_use]
pub fn refused(id: Option<CommandId>, code: ErrorCode, message: &str, seq: Option<u64>) -> Utf8Bytes {
    let retry_after = match code {
        ErrorCode::StoreUnavailable => Some(store::RETRY_AFTER),
        ErrorCode::Busy | ErrorCode::Restarting => Some(1),
        _ => None,
    };
    refused_until(id, code, message, seq, retry_after)
}

/// The frame that says that a message was refused, and for how many seconds it would be again.
#[must_use]
pub fn refused_until(
    id: Option<CommandId>,
    code: ErrorCode,
    message: &str,
    seq: Option<u64>,
    retry_after: Option<u32>,
) -> Utf8Bytes {
    metrics::refused(code);
    encode(&ServerMessage::Error(Refused { id, code, message: message.to_owned(), seq, retry_after }))
}
