//! What the server sends over the socket of a room.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::ErrorCode;
use crate::ids::{CommandId, GameId, RoomId};
use crate::names::{Outcome, PerSeat, PerSide, Reason, Seat, Side, SidesChoice, SquareName, Timestamp, square_names};

/// A message of the server: one text frame, a JSON object whose `type` names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole room as it stands.
    Snapshot(Box<Snapshot>),
    /// One thing that happened.
    Event(Box<Event>),
    /// The legal moves of the side to move.
    LegalMoves(LegalMoveList),
    /// A message was accepted.
    #[serde(rename = "ok")]
    Okay(Okay),
    /// A message was refused.
    Error(Refused),
    /// The server is about to close this socket because it restarts.
    Restart(Restart),
}

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
}

/// What was chosen when the room was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomSetup {
    /// The game's id in the catalogue.
    pub game: String,
    /// Which side the host plays.
    pub sides: SidesChoice,
}

/// What is known of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatState {
    /// Whether somebody sits there.
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
    /// A move was played.
    Moved(Box<Moved>),
    /// The game ended.
    Ended(Ended),
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
}

/// The legal moves of the side to move. Sent to the players of that side after each event and snapshot that makes a
/// position, and to a player who asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegalMoveList {
    /// The position they are for; what a move names.
    pub position: u64,
    /// The side to move.
    pub side: Side,
    /// The moves, each by its two ends, in bytewise order.
    pub moves: Vec<String>,
}

impl LegalMoveList {
    /// The whole message for these moves, as JSON: what serializing it gives, written straight into one text. A list of
    /// moves goes out with nearly every move that is played, and is longer than all else that does.
    #[must_use]
    pub fn encode(position: u64, side: Side, moves: &[rules::Move]) -> String {
        let mut text = String::with_capacity(80 + 10 * moves.len());
        let side = match side {
            Side::First => "first",
            Side::Second => "second",
        };
        // A `String` takes whatever is written to it.
        let _ = write!(text, r#"{{"type":"legal_moves","position":{position},"side":"{side}","moves":["#);
        for (number, mv) in moves.iter().enumerate() {
            text.push_str(if number == 0 { "\"" } else { ",\"" });
            mv.push_to(&mut text);
            text.push('"');
        }
        text.push_str("]}");
        text
    }
}

/// A message was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Okay {
    /// The message's id, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// For a command: the number of the event that recorded it, the same again if it is sent again. Otherwise the
    /// room's last event.
    pub seq: u64,
    /// The server's time.
    pub time: Timestamp,
}

/// A message was refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refused {
    /// The message's id, if it had one that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// What is wrong, for programs.
    pub code: ErrorCode,
    /// What is wrong, for people.
    pub message: String,
    /// The room's last event; `null` before a room was joined.
    pub seq: Option<u64>,
    /// After how many seconds trying again makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

/// The server is about to close this socket because it restarts. Connecting again is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Restart {
    /// The same, for people.
    pub message: String,
    /// After how many seconds trying again makes sense.
    pub retry_after: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_written_straight_are_the_message() {
        let texts = ["a5*c1", "c4", "l2-l3", "p16-a10"];
        for count in 0..=texts.len() {
            let moves: Vec<rules::Move> = texts[..count].iter().map(|text| text.parse().unwrap()).collect();
            for side in [Side::First, Side::Second] {
                let moves_as_texts = texts[..count].iter().map(|text| (*text).to_owned()).collect();
                let message = ServerMessage::LegalMoves(LegalMoveList { position: 17, side, moves: moves_as_texts });
                assert_eq!(LegalMoveList::encode(17, side, &moves), serde_json::to_string(&message).unwrap());
            }
        }
    }
}
