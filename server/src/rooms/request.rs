//! What sockets ask of a room.

use protocol::{Channel, ChatText, CommandId, DisplayName, Seat, SeatToken, Timestamp};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::listener::{Listener, ListenerId};
use crate::room::Action;
use crate::store::{AsideHead, Deadline};

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
    /// Another server says what lies beside the log.
    Beside(AsideHead),
    /// For some time, until then, no server lived, as is known now.
    Outage(Timestamp),
    /// By what the store knows, something is due in the room.
    Due(Deadline),
    /// Whoever runs the server wants the room closed.
    Close(oneshot::Sender<Closing>),
}

/// What came of the wish to close a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// It is closed.
    Closed,
    /// There is no such room.
    Unknown,
    /// It could not be done in time.
    Unavailable,
}

/// As what a client wants to join.
#[derive(Clone, Debug)]
pub struct Join {
    /// The token that holds a seat or is to hold one; without it, the client watches.
    pub token: Option<SeatToken>,
    /// Whether to take a free seat.
    pub sit: bool,
    /// What the client wants to be called.
    pub name: Option<DisplayName>,
}

/// What a joined client wants.
#[derive(Debug)]
pub enum Wish {
    /// To join again, perhaps as somebody else.
    Join(Join),
    /// What a player does in the game.
    Act(Action),
    /// To say something.
    Chat {
        /// To whom.
        channel: Channel,
        /// What.
        text: ChatText,
    },
    /// To be called something, or nothing.
    Name(Option<DisplayName>),
    /// To know the legal moves.
    LegalMoves,
    /// To know whether the room is there.
    Ping,
}

/// A wish with all that is needed to answer it.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) listener: ListenerId,
    /// The seat of its sender when it came: what came counts, though its sender may be gone when its turn comes.
    pub(super) seat: Option<Seat>,
    pub(super) wish: Wish,
    pub(super) id: Option<CommandId>,
    pub(super) at: Timestamp,
    /// When its sender is told to try again.
    pub(super) deadline: Instant,
}
