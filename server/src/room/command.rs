//! What somebody wants to happen in a room, and what comes of it.

use protocol::{CommandId, OfferKind, Seat, Timestamp};

use super::clocks::Outages;
use super::log::{EventKind, Recorded};
use crate::identity::TokenHash;

/// What somebody wants to happen in a room.
#[derive(Clone, Debug)]
pub struct Command {
    /// The seat of whoever wants it; `None` for one who watches, and for the server itself. On one device, the host's.
    pub seat: Option<Seat>,
    /// What the client calls the command.
    pub id: Option<CommandId>,
    /// What is wanted.
    pub action: Action,
}

impl Command {
    /// A command of the server itself.
    #[must_use]
    pub const fn of_server(action: Action) -> Self {
        Self { seat: None, id: None, action }
    }
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// To take the free seat with this token.
    Sit {
        /// What is to hold the seat.
        token: TokenHash,
    },
    /// To be seen: the player is there, with a socket on whichever server. Starts the clocks where they wait for this,
    /// and cancels a claim.
    Show,
    /// To play a move.
    Move {
        /// The event that made the position for which the move is meant.
        position: u64,
        /// The move, as the client wrote it.
        text: String,
    },
    /// To give the game up.
    Resign {
        /// The number of the game.
        game: u32,
    },
    /// To break the game off before both sides have moved.
    Abort {
        /// The number of the game.
        game: u32,
    },
    /// To offer something.
    Offer {
        /// The number of the game: the running one, or for a rematch the one that is over.
        game: u32,
        /// What is offered.
        what: OfferKind,
        /// For a rematch: the id of the game to be played; the same again if `None`.
        next: Option<String>,
    },
    /// To accept or decline an offer.
    Answer {
        /// The event that made it.
        offer: u64,
        /// Whether it is accepted.
        accept: bool,
    },
    /// To take an offer back.
    Withdraw {
        /// The event that made it.
        offer: u64,
    },
    /// To claim the game because the other player has gone away.
    Claim {
        /// The number of the game.
        game: u32,
        /// Since when the other player has been away; `None` if that player is there.
        away_since: Option<Timestamp>,
    },
    /// To close the room, in the name of whoever runs the server.
    Close,
    /// That what is due happens: a flag falls, a claim runs out, a room that nobody uses comes to its end.
    Tick,
}

impl Action {
    /// Whether the first event that such a command leads to can be of this kind.
    pub(super) const fn leads_to(&self, kind: EventKind) -> bool {
        match self {
            Self::Move { .. } => matches!(kind, EventKind::Moved),
            Self::Resign { .. } | Self::Abort { .. } => matches!(kind, EventKind::Ended),
            Self::Offer { what: OfferKind::Draw, .. } => matches!(kind, EventKind::Offered | EventKind::Ended),
            Self::Offer { what: OfferKind::TakeBack, .. } => matches!(kind, EventKind::Offered | EventKind::TakenBack),
            Self::Offer { what: OfferKind::Rematch, .. } => matches!(kind, EventKind::Offered | EventKind::Started),
            Self::Answer { accept: false, .. } => matches!(kind, EventKind::Declined),
            Self::Answer { accept: true, .. } => {
                matches!(kind, EventKind::Ended | EventKind::TakenBack | EventKind::Started)
            }
            Self::Withdraw { .. } => matches!(kind, EventKind::Withdrawn),
            Self::Claim { .. } => matches!(kind, EventKind::Claimed),
            Self::Sit { .. } | Self::Show | Self::Close | Self::Tick => true,
        }
    }
}

/// What [`decide`](super::decide) may know of the world.
#[derive(Clone, Copy, Debug)]
pub struct Env<'outages> {
    /// When the command arrived.
    pub now: Timestamp,
    /// Bits drawn at random for this decision.
    pub random: u64,
    /// The times in which no server lived.
    pub outages: &'outages Outages,
}

/// What is to be done about a command that is not refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// These events are to be stored, all or none.
    Record(Vec<Recorded>),
    /// Nothing: the command was accepted before, and this event recorded it.
    Recorded {
        /// The event.
        seq: u64,
    },
    /// Nothing: there is nothing to be done.
    Nothing,
    /// These events come first, because they were due before the command arrived. They are to be stored, all or none,
    /// and then the command is to be decided again.
    Due(Vec<Recorded>),
    /// It cannot be told yet whether something was due before the command arrived, or what the clocks show: it depends
    /// on whether servers lived until then. The outages are to be asked for again, and then the command is to be
    /// decided again.
    TimeUnknown {
        /// Up to when the outages have to be known.
        until: Timestamp,
    },
}
