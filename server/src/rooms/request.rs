//! What sockets ask of a room.

use protocol::{CommandId, SeatToken, Timestamp};
use tokio::time::Instant;

use super::listener::{Listener, ListenerId};
use crate::room::Action;

/// What a socket asks of a room.
#[derive(Debug)]
pub enum Request {
    /// To be told what goes on in the room; the first request of every socket.
    Join {
        /// The room's end of the way to the socket.
        listener: Listener,
        /// As what it wants to join.
        join: Join,
        /// What the client calls its message.
        id: Option<CommandId>,
        /// When the message arrived.
        at: Timestamp,
    },
    /// Something that a joined socket's client wants.
    Wish {
        /// Whose.
        listener: ListenerId,
        /// What.
        wish: Wish,
        /// What the client calls its message.
        id: Option<CommandId>,
        /// When the message arrived.
        at: Timestamp,
    },
    /// A snapshot in the place of what the reader missed.
    Resync(ListenerId),
    /// The socket is gone.
    Leave(ListenerId),
    /// Another server may have appended events.
    Refresh,
}

/// As what a client wants to join.
#[derive(Clone, Copy, Debug)]
pub struct Join {
    /// The token that holds a seat or is to hold one; without it, the client watches.
    pub token: Option<SeatToken>,
    /// Whether to take a free seat.
    pub sit: bool,
}

/// What a joined client wants.
#[derive(Debug)]
pub enum Wish {
    /// To join again, perhaps as somebody else.
    Join(Join),
    /// What a player does in the game.
    Act(Action),
    /// To know the legal moves.
    LegalMoves,
    /// To know whether the room is there.
    Ping,
}

/// A wish with all that is needed to answer it.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) listener: ListenerId,
    pub(super) wish: Wish,
    pub(super) id: Option<CommandId>,
    pub(super) at: Timestamp,
    /// When its sender is told to try again.
    pub(super) deadline: Instant,
}
