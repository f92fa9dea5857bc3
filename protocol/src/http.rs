//! What goes over HTTP: the bodies of requests and answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod archive;
mod catalogue;
mod lobby;
mod stats;

pub use archive::{ArchivedGame, GameEntry, GamePage, ReadGame};
pub use catalogue::{BoardGeometry, Catalogue, CatalogueEntry, Look};
pub use lobby::{Lobby, LobbyEntry, RoomGames};
pub use stats::{
    AllStats, DayStats, DetailedStats, DrawStats, FirstMoveStats, GameStats, LengthStats, PairStats, ReasonStats,
    SideStats,
};

use crate::clocks::TimeControl;
use crate::computer::ComputerLevel;
use crate::error::ErrorCode;
use crate::frame::{FrameError, Outline, read_object};
use crate::ids::{CommandId, RoomId, SeatToken};
use crate::names::{Seat, SidesChoice, Table};
use crate::snapshot::RoomSetup;
use crate::texts::DisplayName;

/// `POST /api/rooms`: makes a room and seats its host.
///
/// Sent again with the same token and id it answers with the same room, so that a lost answer loses nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreateRoom {
    /// The protocol's version that the client speaks: [`crate::VERSION`].
    pub protocol: u32,
    /// What the client calls this request.
    pub id: CommandId,
    /// The token that holds the host's seat.
    pub token: SeatToken,
    /// The game's id in the catalogue.
    pub game: String,
    /// Which side the host plays; drawn by lot if left out.
    #[serde(default)]
    pub sides: SidesChoice,
    /// How much time the players have; as much as they like if left out.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// Whether anyone may find the room in the list of open rooms and take its free seat. Otherwise only whoever knows
    /// its link can.
    #[serde(default)]
    pub open: bool,
    /// Where the players sit. At one device the token holds both seats, and the game starts at once.
    #[serde(default)]
    pub table: Table,
    /// The level at which the computer is to play from the guest's seat. The game then starts at once. Not together with
    /// `open` or one device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<ComputerLevel>,
    /// What the host is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<DisplayName>,
}

impl CreateRoom {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// [`ErrorCode::BadJson`] if it is not a JSON object,
    /// [`ErrorCode::UnsupportedProtocol`] if it is of another version of the
    /// protocol, [`ErrorCode::BadText`] if the name cannot be taken, and [`ErrorCode::BadMessage`] if another field is
    /// missing or wrong.
    pub fn parse(body: &[u8]) -> Result<Self, FrameError> {
        match read_object::<Self>(body) {
            Ok(request) if request.protocol != crate::VERSION => Err(FrameError::unsupported(None, request.protocol)),
            Ok(request) => match request.contradiction() {
                Some(why) => Err(FrameError { id: None, code: ErrorCode::BadMessage, message: why.to_owned() }),
                None => Ok(request),
            },
            Err(error) => Err(Outline::of(body, &error)?.versioned()),
        }
    }

    /// What cannot be wished for together, if that is what is wished for, in words.
    fn contradiction(&self) -> Option<&'static str> {
        match (self.computer, self.table, self.open) {
            (None, Table::OneDevice, true) => {
                Some("a room for two people at one device has no free seat, so it cannot be open")
            }
            (Some(_), _, true) => Some("the computer takes the free seat, so the room cannot be open"),
            (Some(_), Table::OneDevice, false) => Some("at one device two people play, and not the computer"),
            _ => None,
        }
    }

    /// What is chosen for the room.
    #[must_use]
    pub fn setup(&self) -> RoomSetup {
        RoomSetup {
            game: self.game.clone(),
            sides: self.sides,
            clock: self.clock,
            open: self.open,
            table: self.table,
            computer: self.computer,
        }
    }
}

/// The answer to [`CreateRoom`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomCreated {
    /// The room.
    pub room: RoomId,
    /// The page that shows it, from the server's root: the link to send to the other player.
    pub path: String,
    /// The seat that the token holds.
    pub seat: Seat,
}

/// A text in the languages of the project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Localized {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl From<rules::Localized> for Localized {
    fn from(text: rules::Localized) -> Self {
        Self { en: text.en.to_owned(), fr: text.fr.to_owned() }
    }
}
