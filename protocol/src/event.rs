//! What happens in a room.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clocks::Clocks;
use crate::ids::GameId;
use crate::names::{Outcome, PerSide, Reason, Seat, Side, Timestamp};
use crate::offers::{OfferKind, OpenClaim, OpenOffer};
use crate::series::SeriesScore;
use crate::snapshot::{Board, LastMove};

/// One thing that happened in the room, seen by everyone in it. Events are numbered without gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// Its number.
    pub seq: u64,
    /// When the command that caused it arrived at the server.
    pub time: Timestamp,
    /// What happened.
    pub event: EventBody,
    /// The side to move after it; `null` if no game is running.
    pub to_move: Option<Side>,
    /// The side that would have been to move, had it a legal move; `null` if nobody was passed over.
    pub passed_over: Option<Side>,
    /// What is offered and not answered yet after it; `null` if nothing is.
    pub offer: Option<OpenOffer>,
    /// Whether one player claims after it that the other has gone away; `null` if not.
    pub claim: Option<OpenClaim>,
    /// What the clocks of the game show after it; `null` without clocks, or before the first game.
    pub clocks: Option<Clocks>,
}

/// What happened. A client that meets a `kind` it does not know takes the envelope's `seq` and asks for a snapshot
/// by a `join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventBody {
    /// The room was made. It is always event 1, so that snapshots hold it and no socket is sent it.
    Opened,
    /// Somebody took a seat.
    Seated(Seated),
    /// A game started.
    Started(Started),
    /// A player is there, so that the clocks may begin to run. Only in games with clocks, and once for each player.
    Arrived(Arrived),
    /// A move was played.
    Moved(Box<Moved>),
    /// A player offered something.
    Offered(Offered),
    /// An offer was declined.
    Declined(Declined),
    /// An offer was taken back.
    Withdrawn(Withdrawn),
    /// Moves were taken back.
    TakenBack(Box<TakenBack>),
    /// A player claimed that the other has gone away.
    Claimed(Claimed),
    /// The player of whom this was claimed showed up.
    ClaimCancelled,
    /// The game ended.
    Ended(Ended),
    /// The room was closed: nothing will happen in it any more.
    Closed(Closed),
}

/// Somebody took a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seated {
    /// The seat.
    pub seat: Seat,
}

/// A game started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Started {
    /// The game's number in this room, from 1.
    pub number: u32,
    /// The game's id in the catalogue.
    pub game: String,
    /// The version of the rules it is played by.
    pub rules_version: u32,
    /// Which seat plays which side.
    pub sides: PerSide<Seat>,
    /// What stands on the board.
    pub board: Board,
}

/// A move was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// Its number in the game, from 1.
    pub ply: u32,
    /// The move, with its way.
    #[serde(flatten)]
    pub played: LastMove,
    /// What stands on the board after it.
    pub board: Board,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ended {
    /// The number of the game that ended.
    pub number: u32,
    /// How it came out.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
    /// Each side's points or men, where the game counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<PerSide<u32>>,
    /// Where the archive keeps it: `GET /api/games/<id>`.
    pub id: GameId,
    /// The score of all the room's games, with this one.
    pub series: SeriesScore,
}

/// A player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Arrived {
    /// The player's seat.
    pub seat: Seat,
}

/// A player offered something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offered {
    /// Who offered it.
    pub seat: Seat,
    /// What is offered.
    pub what: OfferKind,
    /// The game that would be played; for a rematch only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// An offer was declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Declined {
    /// Who declined it.
    pub seat: Seat,
    /// The number of the event that made the offer.
    pub offer: u64,
}

/// An offer was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Withdrawn {
    /// Who had made it, and took it back.
    pub seat: Seat,
    /// The number of the event that made the offer.
    pub offer: u64,
}

/// Moves were taken back. The number of this event names the position that is on the board again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakenBack {
    /// Who had asked for it, and is to move.
    pub seat: Seat,
    /// How many moves are left.
    pub ply: u32,
    /// What stands on the board.
    pub board: Board,
    /// The last move that is left, with its way.
    pub last_move: Option<LastMove>,
}

/// A player claimed that the other has gone away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claimed {
    /// Who claims.
    pub seat: Seat,
    /// When the game ends if the other player does not show up.
    pub until: Timestamp,
}

/// The room was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Closed {
    /// Why.
    pub reason: CloseReason,
}

/// Why a room was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// Nobody touched it for very long.
    Unused,
    /// Whoever runs the server closed it.
    Operator,
}
