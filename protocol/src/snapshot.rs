//! A whole room, as a client is shown it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clocks::{Clocks, TimeControl};
use crate::computer::ComputerLevel;
use crate::event::Ended;
use crate::ids::RoomId;
use crate::names::{PerSeat, PerSide, Seat, Side, SidesChoice, SquareName, Table, Timestamp, square_names};
use crate::offers::{OpenClaim, OpenOffer};
use crate::series::Series;
use crate::talk::{ChatLine, Names, Presence};

/// The whole room as it stands after event `seq`. The next event is `seq` + 1.
///
/// It is the first message after a `join`. It comes again, in the place of events, whenever the server could not
/// send every single event to this socket: it replaces all the client knew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// The protocol's version.
    pub protocol: u32,
    /// The room.
    pub room: RoomId,
    /// The number of the last event that is in this snapshot.
    pub seq: u64,
    /// The server's time.
    pub time: Timestamp,
    /// The seat of this socket's client; `null` for one who watches.
    pub you: Option<Seat>,
    /// What was chosen when the room was made.
    pub setup: RoomSetup,
    /// The two seats.
    pub seats: PerSeat<SeatState>,
    /// The game that is played or was played last; `null` before the first one starts.
    pub game: Option<GameSnapshot>,
    /// The side to move; `null` if no game is running.
    pub to_move: Option<Side>,
    /// The side that would have been to move, had it a legal move; `null` if nobody was passed over.
    pub passed_over: Option<Side>,
    /// What is offered and not answered yet; `null` if nothing is.
    pub offer: Option<OpenOffer>,
    /// Whether one player claims that the other has gone away; `null` if not.
    pub claim: Option<OpenClaim>,
    /// What the clocks of the game show; `null` without clocks, or before the first game.
    pub clocks: Option<Clocks>,
    /// The games that are over, and their score.
    pub series: Series,
    /// Whether the room was closed: nothing will happen in it any more.
    pub closed: bool,
    /// What the players are called.
    pub names: Names,
    /// Who is there.
    pub presence: Presence,
    /// What was said last, oldest first, in the channels that this socket may hear; `null` if this server has no chat.
    pub chat: Option<Vec<ChatLine>>,
}

/// What was chosen when the room was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomSetup {
    /// The game's id in the catalogue.
    pub game: String,
    /// Which side the host plays in the first game.
    pub sides: SidesChoice,
    /// How much time the players have; `null` for as much as they like.
    #[serde(default)]
    pub clock: Option<TimeControl>,
    /// Whether anyone may find the room in the list of open rooms while a seat is free.
    #[serde(default)]
    pub open: bool,
    /// Where the players sit.
    #[serde(default)]
    pub table: Table,
    /// At which level the computer plays from the guest's seat; `null` if a person is to sit there.
    #[serde(default)]
    pub computer: Option<ComputerLevel>,
}

/// What is known of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatState {
    /// Whether somebody sits there, or the computer.
    pub taken: bool,
}

/// A game of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameSnapshot {
    /// The game's number in this room, from 1.
    pub number: u32,
    /// The game's id in the catalogue.
    pub game: String,
    /// The version of the rules it is played by.
    pub rules_version: u32,
    /// Which seat plays which side.
    pub sides: PerSide<Seat>,
    /// When it started.
    pub started: Timestamp,
    /// The `seq` of the event that made the position on the board. A move names it.
    pub position: u64,
    /// What stands on the board.
    pub board: Board,
    /// All moves so far, each by the two ends of a chain.
    pub moves: Vec<String>,
    /// The plies (from 1) whose side also played the ply before, because the other side was passed over.
    pub passed_over_at: Vec<u32>,
    /// The last move, with its way.
    pub last_move: Option<LastMove>,
    /// How it ended; `null` while it runs.
    pub result: Option<Ended>,
}

/// What stands on the board, and what else matters in the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Board {
    /// The first side's men.
    pub first: Vec<SquareName>,
    /// The second side's men.
    pub second: Vec<SquareName>,
    /// How many moves each side has made, where the game's rules count them (Halma family).
    pub moves_made: PerSide<u32>,
    /// The marked archers (Jarmo).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<SquareName>,
    /// How many of each side's men have been captured and lie beside the board.
    pub captured: PerSide<u32>,
    /// Moves in a row without a capture, where the game counts them (the Man in the Moon, once all men stand).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_moves: Option<u32>,
}

impl From<&rules::SetUp> for Board {
    fn from(set_up: &rules::SetUp) -> Self {
        Self {
            first: square_names(&set_up.first),
            second: square_names(&set_up.second),
            moves_made: set_up.moves_made.into(),
            marked: square_names(&set_up.marked),
            captured: set_up.captured.into(),
            quiet_moves: set_up.quiet_moves,
        }
    }
}

/// The last move, with its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LastMove {
    /// Who made it.
    pub side: Side,
    /// The move, by its two ends.
    #[serde(rename = "move")]
    pub text: String,
    /// Every square the man stood on, from the first to the last; only the last where a man was placed or brought
    /// back.
    pub path: Vec<SquareName>,
    /// The squares on which men were captured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<SquareName>,
}
