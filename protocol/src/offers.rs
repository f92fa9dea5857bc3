//! What one player may ask of the other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::{Seat, Timestamp};

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// That the running game ends as a draw.
    Draw,
    /// That the offerer's last move, and what was played after it, is taken back.
    TakeBack,
    /// Another game, with the sides swapped, now that the last one is over.
    Rematch,
}

/// An offer that was made and is not answered yet. A room has one at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenOffer {
    /// The number of the event that made it: what `answer` and `withdraw` name.
    pub seq: u64,
    /// Who made it.
    pub seat: Seat,
    /// What is offered.
    pub what: OfferKind,
    /// The game that would be played; for a rematch only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A player's claim that the other one has gone away. Unless that one shows up, the game is won by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenClaim {
    /// Who claims.
    pub seat: Seat,
    /// When the game ends if the other player does not show up.
    pub until: Timestamp,
}
