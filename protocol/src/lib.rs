//! The messages between Sauterelle's server and its clients: version 1 of the protocol as Rust types.
//!
//! Things that are asked once (making a room, the catalogue, statistics, finished games) go over HTTP, see
//! [`http`]; a room is followed and played over one WebSocket, see [`ClientMessage`] and [`ServerMessage`]. The
//! crate holds no behaviour beyond reading and writing these types. Its `README.md` is the guide for client
//! authors, `schema.json` the JSON Schema that [`schema`] makes from the types, and `sauterelle-protocol.d.ts` the types
//! for TypeScript that `npm run types` in `server/web` makes from that.

pub mod client;
pub mod clocks;
pub mod computer;
pub mod day;
pub mod error;
pub mod event;
pub mod frame;
pub mod http;
pub mod ids;
pub mod names;
pub mod offers;
pub mod schema;
pub mod series;
pub mod server;
pub mod snapshot;
pub mod talk;
pub mod texts;

pub use client::{
    Abort, Answer, Chat, Claim, ClientMessage, Join, LegalMoves, Move, Offer, Ping, Resign, SetName, Withdraw,
};
pub use clocks::{Clocks, TimeControl};
pub use computer::{ComputerLevel, ComputerPlayed, NotALevel};
pub use day::{Day, NotADay};
pub use error::{ErrorBody, ErrorCode, RecordProblem, RecordProblemKind};
pub use event::{
    Arrived, Claimed, CloseReason, Closed, Declined, Ended, Event, EventBody, Moved, Offered, Seated, Started,
    TakenBack, Withdrawn,
};
pub use frame::{ClientFrame, FrameError};
pub use ids::{CommandId, GameId, ParseIdError, RoomId, SeatToken};
pub use names::{Outcome, PerSeat, PerSide, Reason, Seat, Side, SidesChoice, SquareName, Table, Timestamp};
pub use offers::{OfferKind, OpenClaim, OpenOffer};
pub use series::{FinishedGame, Series, SeriesScore};
pub use server::{LegalMoveList, Okay, Refused, Restart, ServerMessage};
pub use snapshot::{Board, GameSnapshot, LastMove, RoomSetup, SeatState, Snapshot};
pub use talk::{CHAT_HISTORY, Channel, ChatLine, Names, Presence, SeatPresence, Speaker};
pub use texts::{ChatText, DisplayName, TextError};

/// The version of the protocol that these types speak. A `join` and a request for a room name it.
pub const VERSION: u32 = 1;

/// The same as a semantic version, of which [`VERSION`] is the first number. The guide says what makes which number go up.
pub const SEMANTIC_VERSION: &str = "1.0.0";

/// The guide for client authors, in Markdown.
pub const GUIDE: &str = include_str!("../README.md");

/// The longest text frame a client may send, in bytes. A longer one is refused with
/// [`ErrorCode::FrameTooLarge`].
pub const MAX_FRAME_BYTES: usize = 4096;
