//! Refusals: stable codes, with a sentence for people who write clients.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why something was refused. Codes are stable; the words beside them may change. The guide says for each what a
/// client should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The frame or body is not one JSON object, or the frame is not text.
    BadJson,
    /// The message's `type` is not known.
    UnknownType,
    /// A field is missing, or has a value it cannot have.
    BadMessage,
    /// The frame or body is longer than the server takes.
    FrameTooLarge,
    /// The server does not speak this version of the protocol.
    UnsupportedProtocol,
    /// The first message on a socket must be `join`.
    NotJoined,
    /// This socket is for another room.
    WrongRoom,
    /// There is no such room.
    UnknownRoom,
    /// There is no such game in the catalogue.
    UnknownGame,
    /// There is nothing at this address.
    NotFound,
    /// The token holds no seat of this room.
    UnknownToken,
    /// Both seats are taken by others.
    SeatsTaken,
    /// Only a player may do this, and this socket watches.
    NotSeated,
    /// No game has started yet.
    NotStarted,
    /// The game is over.
    GameOver,
    /// The message is meant for another game of this room.
    WrongGame,
    /// The message is meant for a position that is no longer, or not yet, on the board.
    StalePosition,
    /// It is the other side's turn.
    NotYourTurn,
    /// The text is not a move.
    BadMove,
    /// The rules do not allow the move.
    IllegalMove,
    /// The id of a request for a room was used before, for another room.
    IdReused,
    /// Too many messages; wait `retry_after` seconds.
    TooManyMessages,
    /// Too many rooms from this address; wait `retry_after` seconds.
    TooManyRooms,
    /// Too many sockets from this address; close one, or wait `retry_after` seconds.
    TooManySockets,
    /// The room has too much to do; wait `retry_after` seconds and send the same again.
    Busy,
    /// The command could not be stored in time; wait `retry_after` seconds and send the same again.
    StoreUnavailable,
    /// The server is about to restart; wait `retry_after` seconds and send the same again.
    Restarting,
    /// The server made a mistake. Nothing was changed.
    Internal,
}

/// The body of every HTTP answer that refuses something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// What is wrong, for programs.
    pub code: ErrorCode,
    /// What is wrong, for people.
    pub message: String,
    /// After how many seconds trying again makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}
