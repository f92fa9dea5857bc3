//! Why a command is refused.

use protocol::ErrorCode;
use rules::{IllegalMove, ParseMoveError};

use super::offers::{MAX_GAMES, MAX_REMATCHES};

/// Why a command is refused. It has then changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The token holds no seat here.
    #[error("this token holds no seat of this room; join without it to watch, or with `sit` to take a free seat")]
    UnknownToken,
    /// There is no free seat.
    #[error("both seats are taken; join without a token to watch")]
    SeatsTaken,
    /// Only a player may do this.
    #[error("only a player may do this; join with the token that holds a seat")]
    NotSeated,
    /// The room is closed.
    #[error("this room is closed; make a new one")]
    RoomClosed,
    /// No game has started.
    #[error("the game starts when both seats are taken")]
    NotStarted,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is not over yet.
    #[error("a game is running; this can be done when it is over")]
    GameRunning,
    /// The command is for another game.
    #[error("this is game {current} of the room, not game {named}")]
    WrongGame {
        /// The game that is played, or was played last.
        current: u32,
        /// The game that the command names.
        named: u32,
    },
    /// The command is for another position.
    #[error("the position on the board was made by event {current}, not by event {named}")]
    StalePosition {
        /// The event that made the position on the board.
        current: u64,
        /// The event that the command names.
        named: u64,
    },
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The text is not a move.
    #[error("this is not a move: {0}")]
    BadMove(#[from] ParseMoveError),
    /// The rules forbid the move.
    #[error("this move is not legal: {0}")]
    IllegalMove(#[from] IllegalMove),
    /// Both sides have moved, so nothing can be aborted any more.
    #[error("both sides have moved; the game can only be resigned now")]
    TooLate,
    /// The same was offered and turned down not long ago.
    #[error("this was offered and turned down, or taken back, not long ago; make a move first")]
    TooSoon,
    /// So many rematches were offered since the last game ended.
    #[error("a rematch was offered {MAX_REMATCHES} times; wait for the other player to offer one")]
    TooManyRematches,
    /// The offer is not open.
    #[error("event {0} made no offer that is still open")]
    NoSuchOffer(u64),
    /// One does not answer oneself, nor withdraw what another has offered.
    #[error("an offer is answered by the other player and withdrawn by its maker")]
    NotYourOffer,
    /// There is an open offer already.
    #[error("the offer of event {0} is still open; it has to be answered or withdrawn first")]
    OfferOpen(u64),
    /// The player has made no move.
    #[error("there is no move of this player to be taken back")]
    NothingToTakeBack,
    /// There is no such game in the catalogue.
    #[error("there is no game {0:?}; see /api/catalogue")]
    UnknownGame(String),
    /// The room has had enough games.
    #[error("{MAX_GAMES} games were played in this room; make a new one")]
    RoomFull,
    /// The game cannot be claimed.
    #[error("the game cannot be claimed: {0}")]
    NotClaimable(&'static str),
    /// The id was accepted for another kind of command.
    #[error("this id was used for another command of this seat; use a new one")]
    IdReused,
}

impl Refusal {
    /// What a client is told.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::UnknownToken => ErrorCode::UnknownToken,
            Self::SeatsTaken => ErrorCode::SeatsTaken,
            Self::NotSeated => ErrorCode::NotSeated,
            Self::RoomClosed => ErrorCode::RoomClosed,
            Self::NotStarted => ErrorCode::NotStarted,
            Self::GameOver => ErrorCode::GameOver,
            Self::GameRunning => ErrorCode::GameRunning,
            Self::WrongGame { .. } => ErrorCode::WrongGame,
            Self::StalePosition { .. } => ErrorCode::StalePosition,
            Self::NotYourTurn => ErrorCode::NotYourTurn,
            Self::BadMove(_) => ErrorCode::BadMove,
            Self::IllegalMove(_) => ErrorCode::IllegalMove,
            Self::TooLate => ErrorCode::TooLate,
            Self::TooSoon | Self::TooManyRematches => ErrorCode::TooSoon,
            Self::NoSuchOffer(_) => ErrorCode::NoSuchOffer,
            Self::NotYourOffer => ErrorCode::NotYourOffer,
            Self::OfferOpen(_) => ErrorCode::OfferOpen,
            Self::NothingToTakeBack => ErrorCode::NothingToTakeBack,
            Self::UnknownGame(_) => ErrorCode::UnknownGame,
            Self::RoomFull => ErrorCode::RoomFull,
            Self::NotClaimable(_) => ErrorCode::NotClaimable,
            Self::IdReused => ErrorCode::IdReused,
        }
    }
}
