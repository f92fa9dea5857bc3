//! The list of open rooms, and the games of one room.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clocks::TimeControl;
use crate::ids::RoomId;
use crate::names::{SidesChoice, Timestamp};
use crate::series::FinishedGame;
use crate::texts::DisplayName;

/// `GET /api/rooms`: the rooms in which somebody waits for anyone who wants to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lobby {
    /// The rooms, newest first. There is a bound to how many are listed.
    pub rooms: Vec<LobbyEntry>,
}

/// A room that is open to anyone and has a free seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyEntry {
    /// The room.
    pub room: RoomId,
    /// The game's id in the catalogue.
    pub game: String,
    /// Which side the host plays.
    pub sides: SidesChoice,
    /// How much time the players have; `null` for as much as they like.
    pub clock: Option<TimeControl>,
    /// What the host is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<DisplayName>,
    /// Whether the host is there now, as far as this server knows.
    #[serde(default)]
    pub host_here: bool,
    /// When the room was made.
    pub created: Timestamp,
}

/// `GET /api/rooms/{room}/games`: the finished games of a room, also when the room itself is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomGames {
    /// The room.
    pub room: RoomId,
    /// Whether it is closed.
    pub closed: bool,
    /// Its finished games, oldest first; at most the last [`Series::MAX_GAMES`](crate::Series::MAX_GAMES).
    pub games: Vec<FinishedGame>,
}
