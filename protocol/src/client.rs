//! What a client sends over the socket of a room.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{CommandId, RoomId, SeatToken};
use crate::offers::OfferKind;
use crate::talk::Channel;
use crate::texts::{ChatText, DisplayName};

/// A message of a client: one text frame, a JSON object whose `type` names it.
///
/// Each may carry an `id` of the client's making, and each gets exactly one answer, `ok` or `error`, that names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Opens a room on this socket, or takes its free seat.
    Join(Join),
    /// Plays a move.
    Move(Move),
    /// Asks for the legal moves of the side to move.
    LegalMoves(LegalMoves),
    /// Gives the game up.
    Resign(Resign),
    /// Breaks the game off before both sides have moved.
    Abort(Abort),
    /// Offers a draw, to take moves back, or another game.
    Offer(Offer),
    /// Accepts or declines an offer.
    Answer(Answer),
    /// Takes an offer back.
    Withdraw(Withdraw),
    /// Claims the game because the other player has gone away.
    Claim(Claim),
    /// Says something.
    Chat(Chat),
    /// Changes what this client's person is called.
    Name(SetName),
    /// Asks whether the server is there.
    Ping(Ping),
}

impl ClientMessage {
    /// The id that the answer must name.
    #[must_use]
    pub const fn id(&self) -> Option<&CommandId> {
        match self {
            Self::Join(Join { id, .. })
            | Self::Move(Move { id, .. })
            | Self::LegalMoves(LegalMoves { id, .. })
            | Self::Resign(Resign { id, .. })
            | Self::Abort(Abort { id, .. })
            | Self::Offer(Offer { id, .. })
            | Self::Answer(Answer { id, .. })
            | Self::Withdraw(Withdraw { id, .. })
            | Self::Claim(Claim { id, .. })
            | Self::Chat(Chat { id, .. })
            | Self::Name(SetName { id, .. })
            | Self::Ping(Ping { id }) => id.as_ref(),
        }
    }
}

/// The first message on a socket. Sent again on the same socket it names the same room, and may take its free seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The protocol's version that the client speaks: [`crate::VERSION`].
    pub protocol: u32,
    /// The room.
    pub room: RoomId,
    /// The token that holds a seat, or is to hold one. Without it the client watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<SeatToken>,
    /// Whether to take a free seat if the token holds none yet. Without it a token that holds no seat is refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sit: bool,
    /// What this client's person is called. A player who was given a name keeps it if this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<DisplayName>,
}

/// Plays a move in the position that the client sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// What the answer names. Without one, a move cannot be sent again safely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The `seq` of the event that made the position for which the move is meant.
    pub position: u64,
    /// The move: `a1-b2`, `a1-c3-e3` (every square of a chain of hops), `c4` (placing), `a5*c1` (bringing back).
    #[serde(rename = "move")]
    pub text: String,
}

/// Asks for the legal moves of the side to move. The server sends `legal_moves`, then `ok`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegalMoves {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// Gives the game up. Before both sides have moved this aborts the game: it counts for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resign {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The number of the game that is given up, so that a late message cannot end a later game.
    pub game: u32,
}

/// Breaks the game off before both sides have moved: it counts for nobody. Later than that it is refused, so that an
/// `abort` that crosses the first move is never taken for a resignation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Abort {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The number of the game that is broken off.
    pub game: u32,
}

/// Offers something to the other player. If that one has offered the same, this accepts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The number of the game that it is about: the running one, or for a rematch the one that is over.
    pub game: u32,
    /// What is offered.
    pub what: OfferKind,
    /// For a rematch: the id of the game to be played; the same as the last one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Accepts or declines what the other player has offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The number of the event that made the offer.
    pub offer: u64,
    /// Whether it is accepted.
    pub accept: bool,
}

/// Takes an offer of one's own back. A move takes the mover's offer of a draw, or to take moves back, with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Withdraw {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The number of the event that made the offer.
    pub offer: u64,
}

/// Claims the game because the other player has been away for [`Claim::AWAY`] milliseconds; only where the clock is a
/// real-time one. The other player then has [`Claim::NOTICE`] milliseconds to show up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The number of the game that is claimed.
    pub game: u32,
}

impl Claim {
    /// How long the other player has to be away, in milliseconds.
    pub const AWAY: u64 = 60_000;

    /// How long the other player then has to show up, in milliseconds.
    pub const NOTICE: u64 = 30_000;
}

/// Says something. Unlike a command it is not known again: what is sent twice is said twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chat {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// Who is to hear it.
    pub channel: Channel,
    /// What is said.
    pub text: ChatText,
}

/// Changes what this client's person is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetName {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// The name; `null` for none.
    pub name: Option<DisplayName>,
}

/// Asks whether the server is there; answered with `ok`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ping {
    /// What the answer names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}
