//! Refusals: stable codes, with a sentence for people who write clients.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why something was refused. Codes are stable; the words beside them may change. The guide says for each what a
/// client should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The frame or body is not one JSON object, or the frame is not text.
    BadJson,
    /// The message's `type` is not known.
    UnknownType,
    /// A field is missing, or has a value it cannot have.
    BadMessage,
    /// The frame or body is longer than the server takes.
    FrameTooLarge,
    /// The text is not a game that was written down, or not a possible one; `record` says where.
    BadRecord,
    /// A name, or what was said, is empty, too long, or holds characters that are not taken.
    BadText,
    /// The server does not speak this version of the protocol.
    UnsupportedProtocol,
    /// The first message on a socket must be `join`.
    NotJoined,
    /// This socket is for another room.
    WrongRoom,
    /// There is no such room.
    UnknownRoom,
    /// The room is closed: its games can still be looked at, but nobody plays there any more.
    RoomClosed,
    /// So many games were played in the room that it takes no further one.
    RoomFull,
    /// There is no such game in the catalogue.
    UnknownGame,
    /// There is nothing at this address.
    NotFound,
    /// The token holds no seat of this room.
    UnknownToken,
    /// Both seats are taken by others.
    SeatsTaken,
    /// Only a player may do this, and this socket watches.
    NotSeated,
    /// No game has started yet.
    NotStarted,
    /// The game is over.
    GameOver,
    /// A game is running, and this can only be done when it is over.
    GameRunning,
    /// The message is meant for another game of this room.
    WrongGame,
    /// The message is meant for a position that is no longer, or not yet, on the board.
    StalePosition,
    /// It is the other side's turn.
    NotYourTurn,
    /// The text is not a move.
    BadMove,
    /// The rules do not allow the move.
    IllegalMove,
    /// Both sides have moved, so the game cannot be aborted any more.
    TooLate,
    /// The same was offered and turned down, or taken back, not long ago.
    TooSoon,
    /// This offer is not, or no longer, open.
    NoSuchOffer,
    /// An offer can only be accepted or declined by the other player, and only be withdrawn by its maker.
    NotYourOffer,
    /// Another offer is open, and has to be answered or withdrawn first.
    OfferOpen,
    /// This player has made no move that could be taken back.
    NothingToTakeBack,
    /// The game cannot be claimed, or not now.
    NotClaimable,
    /// This channel is not for whoever wants to speak there, or not now.
    WrongChannel,
    /// This server has no chat.
    ChatOff,
    /// This server has no names.
    NamesOff,
    /// This server has no list of open rooms.
    LobbyOff,
    /// The computer does not play on this server.
    ComputerOff,
    /// The computer has too many games to think about already; wait `retry_after` seconds and send the same again.
    ComputerBusy,
    /// The id was used before: of a request for another room, or of another command.
    IdReused,
    /// Too many messages; wait `retry_after` seconds.
    TooManyMessages,
    /// Too many rooms from this address; wait `retry_after` seconds.
    TooManyRooms,
    /// Too many sockets from this address; close one, or wait `retry_after` seconds.
    TooManySockets,
    /// Too many joins from this address; wait `retry_after` seconds and send the same again.
    TooManyJoins,
    /// Too many connections from this address; close one, or wait `retry_after` seconds.
    TooManyConnections,
    /// The server has as many connections or sockets as it takes; wait `retry_after` seconds.
    ServerFull,
    /// Whoever runs the server has blocked this address, for `retry_after` seconds more.
    AddressBlocked,
    /// The request took too long to arrive; send the same again.
    RequestTimeout,
    /// The room has too much to do; wait `retry_after` seconds and send the same again.
    Busy,
    /// The command could not be stored in time; wait `retry_after` seconds and send the same again.
    StoreUnavailable,
    /// The server is about to restart; wait `retry_after` seconds and send the same again.
    Restarting,
    /// The server made a mistake. Nothing was changed.
    Internal,
}

/// The body of every HTTP answer that refuses something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// What is wrong, for programs.
    pub code: ErrorCode,
    /// What is wrong, for people.
    pub message: String,
    /// After how many seconds trying again makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
    /// Where a game's plain-text form is wrong; with [`ErrorCode::BadRecord`] only, and always there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordProblem>,
}

/// Where the plain-text form of a game is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordProblem {
    /// The line, from 1.
    pub line: u32,
    /// The word or value on that line that is wrong; empty if something is missing there.
    pub text: String,
    /// What is wrong.
    pub what: RecordProblemKind,
}

/// What can be wrong with the plain-text form of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordProblemKind {
    /// No game is named before the moves begin.
    NoGame,
    /// There is no such game in the catalogue.
    UnknownGame,
    /// The game was played by another version of the rules.
    OtherRules,
    /// A header has a value that it cannot have, or is there twice.
    BadHeader,
    /// A row has not the number that is its turn.
    WrongRow,
    /// The text is not a move.
    NotAMove,
    /// The rules do not allow the move.
    IllegalMove,
    /// The move is in the column of the side that is not to move.
    WrongSide,
    /// There are more moves than any game has.
    TooLong,
    /// The moves end the game otherwise than the headers say.
    OtherEnd,
}
