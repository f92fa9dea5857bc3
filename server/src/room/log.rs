//! The events of a room's log, in the form in which they are stored.
//!
//! Stored forms outlive the code that wrote them. A change of this form raises [`LOG_SCHEMA`] and keeps reading the
//! older ones. Schema 2 added clocks, offers, claims, rooms that are open or stand on one device, and their closing;
//! what schema 1 wrote means the same in it. Schema 3 added the computer in the guest's seat.

use protocol::{
    CloseReason, CommandId, ComputerLevel, OfferKind, Outcome, PerSide, Reason, RoomSetup, Seat, SidesChoice,
    SquareName, Table, TimeControl, Timestamp,
};
use serde::{Deserialize, Serialize};

use crate::identity::TokenHash;

/// The version of the stored form that this code writes.
pub const LOG_SCHEMA: u32 = 3;

/// An event with its place in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The version of the stored form.
    #[serde(rename = "v")]
    pub schema: u32,
    /// Its number in the room's log: 1, 2, 3, … without gaps.
    pub seq: u64,
    /// When the command that caused it arrived. Never earlier than the event before.
    pub time: Timestamp,
    /// Whose command it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Author>,
    /// What happened.
    #[serde(flatten)]
    pub event: LogEvent,
}

impl Recorded {
    /// The event that makes a room without clocks, by link only and for two devices, and seats its host.
    #[must_use]
    pub fn opening(game: String, sides: SidesChoice, host: TokenHash, now: Timestamp) -> Self {
        let setup = RoomSetup { game, sides, clock: None, open: false, table: Table::Two, computer: None };
        Self { schema: LOG_SCHEMA, seq: 1, time: now, by: None, event: LogEvent::opened(&setup, host) }
    }

    /// Whether a game ends with this event.
    #[must_use]
    pub const fn ends_game(&self) -> bool {
        matches!(self.event, LogEvent::Ended { .. })
    }

    /// Whether somebody moved.
    #[must_use]
    pub const fn is_move(&self) -> bool {
        matches!(self.event, LogEvent::Moved { .. })
    }

    /// Whether the room closes with this event: its log can be deleted.
    #[must_use]
    pub const fn closes_room(&self) -> bool {
        matches!(self.event, LogEvent::Closed { .. })
    }
}

/// Who sent a command, and what the client called it. With it, a command that is sent again is recognised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// The seat.
    pub seat: Seat,
    /// The command's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// What happened in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LogEvent {
    /// The room was made, and its host sat down.
    Opened {
        /// The game's id in the catalogue.
        game: String,
        /// Which side the host plays in the first game.
        sides: SidesChoice,
        /// What holds the host's seat.
        host: TokenHash,
        /// How much time the players have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<TimeControl>,
        /// Whether anyone may find the room while a seat is free.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
        /// Where the players sit.
        #[serde(default, skip_serializing_if = "is_for_two")]
        table: Table,
        /// At which level the computer plays from the guest's seat, if it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        computer: Option<ComputerLevel>,
    },
    /// Somebody took the free seat.
    Seated {
        /// The seat.
        seat: Seat,
        /// What holds it.
        token: TokenHash,
    },
    /// A game started.
    Started {
        /// Its number in the room, from 1.
        number: u32,
        /// The game's id in the catalogue.
        game: String,
        /// The version of the rules it is played by.
        rules_version: u32,
        /// Which seat plays which side.
        sides: PerSide<Seat>,
    },
    /// A player is there, so that the clocks may begin to run.
    Arrived {
        /// The player's seat.
        seat: Seat,
    },
    /// The side to move played.
    Moved {
        /// The move, by its two ends.
        #[serde(rename = "move")]
        text: String,
        /// Every square the man stood on.
        path: Vec<SquareName>,
        /// The squares on which men were captured.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        taken: Vec<SquareName>,
        /// What the mover has left on the clock after it, in milliseconds, where there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u64>,
    },
    /// A player offered something.
    Offered {
        /// Who offered it.
        seat: Seat,
        /// What is offered.
        what: OfferKind,
        /// The id of the game that would be played; for a rematch only, and always there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<String>,
    },
    /// An offer was declined.
    Declined {
        /// Who declined it.
        seat: Seat,
        /// The event that made it.
        offer: u64,
    },
    /// An offer was taken back.
    Withdrawn {
        /// Who had made it.
        seat: Seat,
        /// The event that made it.
        offer: u64,
    },
    /// Moves were taken back. The clocks are set back with them.
    TakenBack {
        /// Who had asked for it.
        seat: Seat,
        /// How many moves are left.
        ply: u32,
    },
    /// A player claimed that the other has gone away.
    Claimed {
        /// Who claims.
        seat: Seat,
        /// When the game ends if the other does not show up and servers live all the time.
        until: Timestamp,
    },
    /// The other showed up.
    ClaimCancelled,
    /// The game ended.
    Ended {
        /// How it came out.
        outcome: Outcome,
        /// Why.
        reason: Reason,
        /// Each side's points or men, where the game counts them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<PerSide<u32>>,
        /// What both sides have left on the clock, in milliseconds, where there are clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<PerSide<u64>>,
    },
    /// The room was closed for good.
    Closed {
        /// Why.
        reason: CloseReason,
    },
}

/// The default needs no writing.
fn is_for_two(table: &Table) -> bool {
    *table == Table::Two
}

impl LogEvent {
    /// The opening of a room with this set-up.
    pub(super) fn opened(setup: &RoomSetup, host: TokenHash) -> Self {
        Self::Opened {
            game: setup.game.clone(),
            sides: setup.sides,
            host,
            clock: setup.clock,
            open: setup.open,
            table: setup.table,
            computer: setup.computer,
        }
    }

    /// What kind of event it is.
    pub(super) const fn kind(&self) -> EventKind {
        match self {
            Self::Opened { .. } => EventKind::Opened,
            Self::Seated { .. } => EventKind::Seated,
            Self::Started { .. } => EventKind::Started,
            Self::Arrived { .. } => EventKind::Arrived,
            Self::Moved { .. } => EventKind::Moved,
            Self::Offered { .. } => EventKind::Offered,
            Self::Declined { .. } => EventKind::Declined,
            Self::Withdrawn { .. } => EventKind::Withdrawn,
            Self::TakenBack { .. } => EventKind::TakenBack,
            Self::Claimed { .. } => EventKind::Claimed,
            Self::ClaimCancelled => EventKind::ClaimCancelled,
            Self::Ended { .. } => EventKind::Ended,
            Self::Closed { .. } => EventKind::Closed,
        }
    }
}

/// The kinds of events, without what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    Opened,
    Seated,
    Started,
    Arrived,
    Moved,
    Offered,
    Declined,
    Withdrawn,
    TakenBack,
    Claimed,
    ClaimCancelled,
    Ended,
    Closed,
}
