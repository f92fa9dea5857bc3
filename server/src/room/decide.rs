//! What a command leads to.

use protocol::{CommandId, ErrorCode, Outcome, PerSide, Reason, Seat, SidesChoice, Timestamp};
use rules::{IllegalMove, MoveInput, ParseMoveError, Side};

use super::log::{Author, LOG_SCHEMA, LogEvent, Recorded};
use super::state::{GameState, RoomState};
use crate::identity::TokenHash;

/// What somebody wants to happen in a room.
#[derive(Clone, Debug)]
pub struct Command {
    /// The seat of whoever wants it; `None` for one who watches.
    pub seat: Option<Seat>,
    /// What the client calls the command.
    pub id: Option<CommandId>,
    /// What is wanted.
    pub action: Action,
}

/// What is wanted.
#[derive(Clone, Debug)]
pub enum Action {
    /// To take the free seat with this token.
    Sit {
        /// What is to hold the seat.
        token: TokenHash,
    },
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
}

/// What [`decide`] may know of the world.
#[derive(Clone, Copy, Debug)]
pub struct Env {
    /// When the command arrived.
    pub now: Timestamp,
    /// Bits drawn at random for this decision.
    pub random: u64,
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
}

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
    /// No game has started.
    #[error("the game starts when both seats are taken")]
    NotStarted,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
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
}

impl Refusal {
    /// What a client is told.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::UnknownToken => ErrorCode::UnknownToken,
            Self::SeatsTaken => ErrorCode::SeatsTaken,
            Self::NotSeated => ErrorCode::NotSeated,
            Self::NotStarted => ErrorCode::NotStarted,
            Self::GameOver => ErrorCode::GameOver,
            Self::WrongGame { .. } => ErrorCode::WrongGame,
            Self::StalePosition { .. } => ErrorCode::StalePosition,
            Self::NotYourTurn => ErrorCode::NotYourTurn,
            Self::BadMove(_) => ErrorCode::BadMove,
            Self::IllegalMove(_) => ErrorCode::IllegalMove,
        }
    }
}

/// Decides on a command: which events it leads to, or why it is refused.
///
/// # Errors
/// The reason for which the command is refused.
pub fn decide(state: &RoomState, command: &Command, env: &Env) -> Result<Decision, Refusal> {
    let events = match &command.action {
        Action::Sit { token } => match state.seat_of(token) {
            Some(_) => return Ok(Decision::Recorded { seq: state.seq() }),
            None => sit(state, *token, env)?,
        },
        Action::Move { position, text } => {
            let seat = command.seat.ok_or(Refusal::NotSeated)?;
            if let Some(seq) = accepted(state, seat, command) {
                return Ok(Decision::Recorded { seq });
            }
            play(running(state)?, seat, *position, text)?
        }
        Action::Resign { game } => {
            let seat = command.seat.ok_or(Refusal::NotSeated)?;
            if let Some(seq) = accepted(state, seat, command) {
                return Ok(Decision::Recorded { seq });
            }
            let current = state.current().ok_or(Refusal::NotStarted)?;
            if current.number != *game {
                return Err(Refusal::WrongGame { current: current.number, named: *game });
            }
            vec![resign(running(state)?, seat)]
        }
    };
    let author = command.seat.map(|seat| Author { seat, id: command.id.clone() });
    Ok(Decision::Record(record(state, events, author.as_ref(), env)))
}

/// Numbers and dates the events that follow the state's last one.
fn record(state: &RoomState, events: Vec<LogEvent>, by: Option<&Author>, env: &Env) -> Vec<Recorded> {
    let time = env.now.max(state.time);
    (state.seq() + 1..)
        .zip(events)
        .map(|(seq, event)| Recorded { schema: LOG_SCHEMA, seq, time, by: by.cloned(), event })
        .collect()
}

fn accepted(state: &RoomState, seat: Seat, command: &Command) -> Option<u64> {
    command.id.as_ref().and_then(|id| state.accepted(seat, id))
}

fn running(state: &RoomState) -> Result<&GameState, Refusal> {
    let game = state.current().ok_or(Refusal::NotStarted)?;
    if game.is_running() { Ok(game) } else { Err(Refusal::GameOver) }
}

/// Seats somebody, and starts the first game if that fills the room.
fn sit(state: &RoomState, token: TokenHash, env: &Env) -> Result<Vec<LogEvent>, Refusal> {
    let free = Seat::BOTH.into_iter().find(|seat| state.seats.get(*seat).is_none()).ok_or(Refusal::SeatsTaken)?;
    let host_is_first = match state.sides {
        SidesChoice::First => true,
        SidesChoice::Second => false,
        SidesChoice::Lot => env.random & 1 == 0,
    };
    let first = if host_is_first { Seat::Host } else { Seat::Guest };
    Ok(vec![
        LogEvent::Seated { seat: free, token },
        LogEvent::Started {
            number: 1,
            game: state.game.id().to_owned(),
            rules_version: state.game.rules_version(),
            sides: PerSide { first, second: first.other() },
        },
    ])
}

fn play(game: &GameState, seat: Seat, position: u64, text: &str) -> Result<Vec<LogEvent>, Refusal> {
    if position != game.position_seq {
        return Err(Refusal::StalePosition { current: game.position_seq, named: position });
    }
    if game.seat_of(game.position.to_move()) != seat {
        return Err(Refusal::NotYourTurn);
    }
    let input = text.parse::<MoveInput>()?;
    let played = game.position.clone().play(&input)?;
    let moved = LogEvent::Moved {
        text: played.mv.to_string(),
        path: protocol::names::square_names(&played.path),
        taken: protocol::names::square_names(&played.taken),
    };
    let ended = played.ending.map(|ending| LogEvent::Ended {
        outcome: ending.outcome.into(),
        reason: ending.reason.into(),
        score: ending.score.map(PerSide::from),
    });
    Ok(std::iter::once(moved).chain(ended).collect())
}

/// A resignation; before both sides have moved, it aborts the game.
fn resign(game: &GameState, seat: Seat) -> LogEvent {
    let (outcome, reason) = if game.has_moved == [true; 2] {
        let outcome = match game.side_of(seat) {
            Side::First => Outcome::Second,
            Side::Second => Outcome::First,
        };
        (outcome, Reason::Resignation)
    } else {
        (Outcome::None, Reason::Aborted)
    };
    LogEvent::Ended { outcome, reason, score: None }
}
