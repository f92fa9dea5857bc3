//! The state of a room: the fold of its log.

use std::collections::HashMap;

use protocol::{CommandId, PerSeat, PerSide, Reason, RoomId, Seat, SidesChoice, Timestamp};
use rules::{Game, MoveInput, Played, Position, Side};

use super::log::{LOG_SCHEMA, LogEvent, Recorded};
use crate::identity::TokenHash;
use crate::store::ArchiveRow;

/// A log that cannot be what this server, or an older one, wrote.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLog {
    /// The log does not begin with the opening of the room.
    #[error("the log does not begin with event 1, `opened`")]
    NoOpening,
    /// An event has the wrong number.
    #[error("event {found} stands where event {expected} belongs")]
    Gap {
        /// The number that belongs there.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// An event was written by a newer server.
    #[error("event {seq} has schema {schema}, and this server reads up to {LOG_SCHEMA}")]
    NewerSchema {
        /// The event.
        seq: u64,
        /// Its schema.
        schema: u32,
    },
    /// A game of the log is not in the catalogue, or not with these rules.
    #[error("event {seq} starts {game} with rules {rules_version}, which this server does not have")]
    UnknownRules {
        /// The event.
        seq: u64,
        /// The game's id.
        game: String,
        /// The version of its rules.
        rules_version: u32,
    },
    /// An event does not fit the state before it.
    #[error("event {seq} does not fit what went before: {why}")]
    Misfit {
        /// The event.
        seq: u64,
        /// What is wrong.
        why: String,
    },
}

/// A room as it stands after its last event.
#[derive(Clone, Debug)]
pub struct RoomState {
    pub(super) id: RoomId,
    /// The last event that is in this state.
    pub(super) seq: u64,
    /// The time of that event.
    pub(super) time: Timestamp,
    pub(super) game: &'static dyn Game,
    pub(super) sides: SidesChoice,
    /// The host's seat is always held.
    pub(super) seats: PerSeat<Option<TokenHash>>,
    pub(super) current: Option<GameState>,
    /// The accepted commands that had an id, each with the event that recorded it. It grows with the log and is
    /// bounded with it.
    accepted: HashMap<(Seat, CommandId), u64>,
}

/// The game that is played in a room, or was played last.
#[derive(Clone, Debug)]
pub struct GameState {
    /// Its number in the room, from 1.
    pub number: u32,
    /// Which seat plays which side.
    pub sides: PerSide<Seat>,
    /// When it started.
    pub started: Timestamp,
    /// What stands on the board.
    pub position: Position,
    /// The event that made the position.
    pub position_seq: u64,
    /// All moves so far, by the two ends of each.
    pub moves: Vec<String>,
    /// The plies, from 1, that were played by the side of the ply before.
    pub passed_over_at: Vec<u32>,
    /// The last move, and who made it.
    pub last: Option<(Side, Played)>,
    /// Which sides have moved.
    pub has_moved: [bool; 2],
    /// How it ended, once it has.
    pub ending: Option<Ending>,
}

/// How a room's game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How it came out.
    pub outcome: protocol::Outcome,
    /// Why.
    pub reason: Reason,
    /// Each side's points or men, where the game counts them.
    pub score: Option<PerSide<u32>>,
    /// When.
    pub time: Timestamp,
}

impl GameState {
    /// Whether moves can be made.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.ending.is_none()
    }

    /// The seat that plays a side.
    #[must_use]
    pub const fn seat_of(&self, side: Side) -> Seat {
        match side {
            Side::First => self.sides.first,
            Side::Second => self.sides.second,
        }
    }

    /// The side that a seat plays.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Side {
        if self.sides.first == seat { Side::First } else { Side::Second }
    }

    /// How many moves have been played.
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    fn start(number: u32, game: &'static dyn Game, sides: PerSide<Seat>, seq: u64, time: Timestamp) -> Self {
        Self {
            number,
            sides,
            started: time,
            position: game.start(),
            position_seq: seq,
            moves: Vec::new(),
            passed_over_at: Vec::new(),
            last: None,
            has_moved: [false; 2],
            ending: None,
        }
    }

    /// Plays a recorded move. The rules judge it again: a log that holds an illegal move is not ours.
    fn play(&mut self, seq: u64, text: &str, path: &[rules::Square]) -> Result<(), BadLog> {
        let misfit = |why: String| BadLog::Misfit { seq, why };
        let side = self.position.to_move();
        let input = text.parse::<MoveInput>().map_err(|error| misfit(error.to_string()))?;
        let mut played = self.position.play(&input).map_err(|error| misfit(error.to_string()))?;
        // The way a chain took was chosen when it was played, by the rules or by the player; it stays that way.
        path.clone_into(&mut played.path);
        self.moves.push(text.to_owned());
        if self.last.as_ref().is_some_and(|(last, _)| *last == side) {
            self.passed_over_at.push(self.ply());
        }
        self.has_moved[side as usize] = true;
        self.last = Some((side, played));
        self.position_seq = seq;
        Ok(())
    }
}

impl RoomState {
    /// The state after a whole log.
    ///
    /// # Errors
    /// If the log is empty, has gaps, or holds what cannot have happened.
    pub fn replay(id: RoomId, log: &[Recorded]) -> Result<Self, BadLog> {
        let (opening, rest) = log.split_first().ok_or(BadLog::NoOpening)?;
        let mut state = Self::open(id, opening)?;
        for recorded in rest {
            state.apply(recorded)?;
        }
        Ok(state)
    }

    /// The state after the first event of a log.
    fn open(id: RoomId, opening: &Recorded) -> Result<Self, BadLog> {
        readable(opening)?;
        let LogEvent::Opened { game, sides, host } = &opening.event else { return Err(BadLog::NoOpening) };
        if opening.seq != 1 {
            return Err(BadLog::NoOpening);
        }
        let game = known_game(opening.seq, game, None)?;
        Ok(Self {
            id,
            seq: opening.seq,
            time: opening.time,
            game,
            sides: *sides,
            seats: PerSeat { host: Some(*host), guest: None },
            current: None,
            accepted: HashMap::new(),
        })
    }

    /// Takes the next event into the state.
    ///
    /// # Errors
    /// If the event cannot come next. The state is then of no more use: the event may be half taken in.
    pub fn apply(&mut self, recorded: &Recorded) -> Result<(), BadLog> {
        readable(recorded)?;
        let Recorded { seq, time, by, event, .. } = recorded;
        let (seq, time) = (*seq, *time);
        if seq != self.seq + 1 {
            return Err(BadLog::Gap { expected: self.seq + 1, found: seq });
        }
        match event {
            LogEvent::Opened { .. } => return Err(misfit(seq, "a room opens once")),
            LogEvent::Seated { seat, token } => {
                let holder = self.seats.get_mut(*seat);
                if holder.is_some() {
                    return Err(misfit(seq, "the seat is taken"));
                }
                *holder = Some(*token);
            }
            LogEvent::Started { number, game, rules_version, sides } => {
                if self.current.as_ref().is_some_and(GameState::is_running) {
                    return Err(misfit(seq, "a game is running"));
                }
                let game = known_game(seq, game, Some(*rules_version))?;
                self.current = Some(GameState::start(*number, game, *sides, seq, time));
            }
            LogEvent::Moved { text, path, .. } => {
                let path: Vec<_> = path.iter().map(|square| square.0).collect();
                self.running(seq)?.play(seq, text, &path)?;
            }
            LogEvent::Ended { outcome, reason, score } => {
                let ending = Ending { outcome: *outcome, reason: *reason, score: *score, time };
                self.running(seq)?.ending = Some(ending);
            }
        }
        if let Some((seat, id)) = by.as_ref().and_then(|by| Some((by.seat, by.id.clone()?))) {
            // A command's first event is the one that recorded it.
            self.accepted.entry((seat, id)).or_insert(seq);
        }
        self.seq = seq;
        self.time = time;
        Ok(())
    }

    fn running(&mut self, seq: u64) -> Result<&mut GameState, BadLog> {
        self.current.as_mut().filter(|game| game.is_running()).ok_or_else(|| misfit(seq, "no game is running"))
    }

    /// The room's id.
    #[must_use]
    pub const fn id(&self) -> RoomId {
        self.id
    }

    /// The number of the last event.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The game that is played, or was played last.
    #[must_use]
    pub const fn current(&self) -> Option<&GameState> {
        self.current.as_ref()
    }

    /// The game that is running.
    #[must_use]
    pub fn running_game(&self) -> Option<&GameState> {
        self.current.as_ref().filter(|game| game.is_running())
    }

    /// The seat that a token holds.
    #[must_use]
    pub fn seat_of(&self, token: &TokenHash) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.seats.get(*seat).as_ref() == Some(token))
    }

    /// Whether this is the room that a request with these wishes would have made.
    #[must_use]
    pub fn was_made_for(&self, host: &TokenHash, game: &str, sides: SidesChoice) -> bool {
        self.seats.host.as_ref() == Some(host) && self.game.id() == game && self.sides == sides
    }

    /// The event that recorded a command, if it was accepted before.
    #[must_use]
    pub fn accepted(&self, seat: Seat, id: &CommandId) -> Option<u64> {
        self.accepted.get(&(seat, id.clone())).copied()
    }

    /// What the archive keeps of the game that ended last.
    #[must_use]
    pub fn archive_row(&self) -> Option<ArchiveRow> {
        let game = self.current.as_ref()?;
        let ending = game.ending?;
        Some(ArchiveRow {
            room: self.id,
            number: game.number,
            game: protocol::http::ArchivedGame {
                id: crate::identity::game_id(self.id, game.number),
                game: game.position.game().id().to_owned(),
                rules_version: game.position.game().rules_version(),
                outcome: ending.outcome,
                reason: ending.reason,
                score: ending.score,
                moves: game.moves.clone(),
                passed_over_at: game.passed_over_at.clone(),
                started: game.started,
                ended: ending.time,
            },
        })
    }
}

fn misfit(seq: u64, why: &str) -> BadLog {
    BadLog::Misfit { seq, why: why.to_owned() }
}

fn readable(recorded: &Recorded) -> Result<(), BadLog> {
    if recorded.schema > LOG_SCHEMA {
        return Err(BadLog::NewerSchema { seq: recorded.seq, schema: recorded.schema });
    }
    Ok(())
}

/// Finds a game with the version of the rules a log names. A room that has not started a game names none.
fn known_game(seq: u64, id: &str, rules_version: Option<u32>) -> Result<&'static dyn Game, BadLog> {
    rules::game(id).filter(|game| rules_version.is_none_or(|version| version == game.rules_version())).ok_or_else(
        || BadLog::UnknownRules { seq, game: id.to_owned(), rules_version: rules_version.unwrap_or_default() },
    )
}
