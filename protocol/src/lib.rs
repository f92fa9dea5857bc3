//! The messages between Sauterelle's server and its clients: version 1 of the protocol as Rust types.
//!
//! Things that are asked once (making a room, the catalogue, statistics, finished games) go over HTTP, see
//! [`http`]; a room is followed and played over one WebSocket, see [`ClientMessage`] and [`ServerMessage`]. The
//! crate holds no behaviour beyond reading and writing these types. Its `README.md` is the guide for client
//! authors, and `schema.json` the JSON Schema that [`schema`] makes from the types.

pub mod client;
pub mod error;
pub mod http;
pub mod ids;
pub mod names;
pub mod schema;
pub mod server;

pub use client::{ClientFrame, ClientMessage, FrameError, Join, LegalMoves, Move, Ping, Resign};
pub use error::{ErrorBody, ErrorCode};
pub use ids::{CommandId, GameId, ParseIdError, RoomId, SeatToken};
pub use names::{Outcome, PerSeat, PerSide, Reason, Seat, Side, SidesChoice, SquareName, Timestamp};
pub use server::{
    Board, Ended, Event, EventBody, GameSnapshot, LastMove, LegalMoveList, Moved, Okay, Refused, Restart, RoomSetup,
    SeatState, Seated, ServerMessage, Snapshot, Started,
};

/// The version of the protocol that these types speak. A `join` and a request for a room name it.
pub const VERSION: u32 = 1;

/// The longest text frame a client may send, in bytes. A longer one is refused with
/// [`ErrorCode::FrameTooLarge`].
pub const MAX_FRAME_BYTES: usize = 4096;
