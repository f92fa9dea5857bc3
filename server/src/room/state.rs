//! The state of a room: the fold of its log.

use std::collections::HashMap;

use protocol::{
    CloseReason, CommandId, ComputerLevel, ComputerPlayed, OfferKind, OpenOffer, PerSeat, RoomId, RoomSetup, Seat,
    Table, Timestamp,
};
use rules::Game;

use super::claims::Claimed;
use super::clocks::GameClock;
use super::computer::COMPUTER;
use super::game::{Ending, GameState};
use super::log::{EventKind, LOG_SCHEMA, LogEvent, Recorded};
use super::offers::Offers;
use super::refusal::Refusal;
use super::series::SeriesState;
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
    /// When the room was made.
    pub(super) created: Timestamp,
    /// The time of the last event.
    pub(super) time: Timestamp,
    /// What was chosen when the room was made.
    pub(super) setup: RoomSetup,
    /// The game of `setup`.
    pub(super) game: &'static dyn Game,
    /// What holds the seats. The host's is always held, and nothing holds the computer's.
    pub(super) seats: PerSeat<Option<TokenHash>>,
    pub(super) current: Option<GameState>,
    pub(super) offers: Offers,
    /// Never there without a running game.
    pub(super) claim: Option<Claimed>,
    pub(super) series: SeriesState,
    pub(super) closed: Option<CloseReason>,
    /// The accepted commands that had an id, each with the event that recorded it. It grows with the log and is
    /// bounded with it.
    accepted: HashMap<(Seat, CommandId), (u64, EventKind)>,
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
        let LogEvent::Opened { game, sides, host, clock, open, table, computer } = &opening.event else {
            return Err(BadLog::NoOpening);
        };
        if opening.seq != 1 {
            return Err(BadLog::NoOpening);
        }
        Ok(Self {
            id,
            seq: opening.seq,
            created: opening.time,
            time: opening.time,
            setup: RoomSetup {
                game: game.clone(),
                sides: *sides,
                clock: *clock,
                open: *open,
                table: *table,
                computer: *computer,
            },
            game: known_game(opening.seq, game, None)?,
            seats: PerSeat { host: Some(*host), guest: None },
            current: None,
            offers: Offers::default(),
            claim: None,
            series: SeriesState::default(),
            closed: None,
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
        if *seq != self.seq + 1 {
            return Err(BadLog::Gap { expected: self.seq + 1, found: *seq });
        }
        if self.closed.is_some() {
            return Err(misfit(*seq, "the room is closed"));
        }
        self.take_in(*seq, *time, event)?;
        if let Some((seat, id)) = by.as_ref().and_then(|by| Some((by.seat, by.id.clone()?))) {
            // A command's first event is the one that recorded it.
            self.accepted.entry((seat, id)).or_insert((*seq, event.kind()));
        }
        self.seq = *seq;
        self.time = *time;
        Ok(())
    }

    fn take_in(&mut self, seq: u64, time: Timestamp, event: &LogEvent) -> Result<(), BadLog> {
        match event {
            LogEvent::Opened { .. } => return Err(misfit(seq, "a room opens once")),
            LogEvent::Seated { seat, token } => {
                if self.is_taken(*seat) {
                    return Err(misfit(seq, "the seat is taken"));
                }
                *self.seats.get_mut(*seat) = Some(*token);
            }
            LogEvent::Started { number, game, rules_version, sides } => {
                if self.current.as_ref().is_some_and(GameState::is_running) {
                    return Err(misfit(seq, "a game is running"));
                }
                let game = known_game(seq, game, Some(*rules_version))?;
                self.current = Some(GameState::start(*number, game, *sides, self.setup.clock, seq, time));
                self.offers.clear();
            }
            LogEvent::Arrived { seat } => match &mut self.playing(seq)?.clock {
                Some(clock) => clock.arrive(*seat, time),
                None => return Err(misfit(seq, "there are no clocks that wait for somebody")),
            },
            LogEvent::Moved { text, path, left, .. } => {
                let path: Vec<_> = path.iter().map(|square| square.0).collect();
                let seat = self.playing(seq)?.play(seq, time, text, &path, *left)?;
                self.offers.moved(seat);
            }
            LogEvent::Offered { seat, what, next } => {
                let is_running = self.running_game().is_some();
                if self.current.is_none() || is_running == (*what == OfferKind::Rematch) {
                    return Err(misfit(seq, "this is not the time for such an offer"));
                }
                self.offers.make(OpenOffer { seq, seat: *seat, what: *what, next: next.clone() })?;
            }
            LogEvent::Declined { offer, .. } | LogEvent::Withdrawn { offer, .. } => {
                self.offers.turn_down(seq, *offer)?;
            }
            LogEvent::TakenBack { ply, .. } => {
                self.playing(seq)?.take_back(seq, time, *ply)?;
                self.offers.taken_back();
            }
            LogEvent::Claimed { seat, until } => {
                self.playing(seq)?;
                if self.claim.replace(Claimed { seat: *seat, at: time, until: *until }).is_some() {
                    return Err(misfit(seq, "a claim is open already"));
                }
            }
            LogEvent::ClaimCancelled => {
                self.claim.take().ok_or_else(|| misfit(seq, "no claim is open"))?;
            }
            LogEvent::Ended { outcome, reason, score, left } => {
                let ending = Ending { outcome: *outcome, reason: *reason, score: *score, time };
                let game = self.playing(seq)?;
                game.ending = Some(ending);
                if let (Some(clock), Some(left)) = (&mut game.clock, left) {
                    clock.stop(*left);
                }
                if let Some(game) = &self.current {
                    self.series.add(self.id, game, &ending);
                }
                self.offers.clear();
                self.claim = None;
            }
            LogEvent::Closed { reason } => {
                if self.running_game().is_some() {
                    return Err(misfit(seq, "a game is running"));
                }
                self.offers.clear();
                self.closed = Some(*reason);
            }
        }
        Ok(())
    }

    /// The running game, for an event that needs one.
    fn playing(&mut self, seq: u64) -> Result<&mut GameState, BadLog> {
        self.current.as_mut().filter(|game| game.is_running()).ok_or_else(|| misfit(seq, "no game is running"))
    }

    /// The running game, for a command that needs one.
    pub(super) fn running(&self) -> Result<&GameState, Refusal> {
        let game = self.current.as_ref().ok_or(Refusal::NotStarted)?;
        if game.is_running() { Ok(game) } else { Err(Refusal::GameOver) }
    }

    /// The game that is played, or was played last, if it is the one that a command names.
    pub(super) fn game_named(&self, number: u32) -> Result<&GameState, Refusal> {
        let game = self.current.as_ref().ok_or(Refusal::NotStarted)?;
        if game.number == number { Ok(game) } else { Err(Refusal::WrongGame { current: game.number, named: number }) }
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

    /// The time of the last event.
    #[must_use]
    pub const fn touched(&self) -> Timestamp {
        self.time
    }

    /// What was chosen when the room was made.
    #[must_use]
    pub const fn setup(&self) -> &RoomSetup {
        &self.setup
    }

    /// Whether one person holds both seats.
    #[must_use]
    pub fn is_on_one_device(&self) -> bool {
        self.setup.table == Table::OneDevice
    }

    /// The level at which the computer plays from the guest's seat, if it does.
    #[must_use]
    pub const fn computer(&self) -> Option<ComputerLevel> {
        self.setup.computer
    }

    /// When the last event happened.
    #[must_use]
    pub const fn time(&self) -> Timestamp {
        self.time
    }

    /// When the room was made.
    #[must_use]
    pub const fn created(&self) -> Timestamp {
        self.created
    }

    /// Whether somebody sits in a seat, or the computer.
    pub(super) fn is_taken(&self, seat: Seat) -> bool {
        self.seats.get(seat).is_some() || (seat == COMPUTER && self.setup.computer.is_some())
    }

    /// Whether nothing will happen here any more.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// The games that are over, the last ones if there are very many.
    #[must_use]
    pub fn finished_games(&self) -> Vec<protocol::FinishedGame> {
        self.series.view().games
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

    /// The seat that a token holds; the host's, if it holds both.
    #[must_use]
    pub fn seat_of(&self, token: &TokenHash) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.seats.get(*seat).as_ref() == Some(token))
    }

    /// The seat whose holder is to move: on one device always the host's. `None` if no game is running.
    #[must_use]
    pub fn holder_to_move(&self) -> Option<Seat> {
        let seat = self.running_game()?.seat_to_move();
        Some(if self.is_on_one_device() { Seat::Host } else { seat })
    }

    /// The seat of the player who alone can keep what is due next from happening: who is to move, or has to show up
    /// because of a claim. `None` if no clock runs a game.
    #[must_use]
    pub fn awaited(&self) -> Option<Seat> {
        let game = self.running_game().filter(|game| game.clock.is_some())?;
        Some(self.claim.map_or_else(|| game.seat_to_move(), |claim| claim.seat.other()))
    }

    /// Whether an outage that lasted until then changes what clients are shown of clocks and claims.
    #[must_use]
    pub fn is_moved_by_outage(&self, until: Timestamp) -> bool {
        let clock = self.running_game().and_then(|game| game.clock.as_ref());
        let since = clock.and_then(GameClock::gives_back_since);
        [since, self.claim.map(|claim| claim.at)].into_iter().flatten().any(|since| since < until)
    }

    /// Whether this is the room that a request with these wishes would have made.
    #[must_use]
    pub fn was_made_for(&self, host: &TokenHash, setup: &RoomSetup) -> bool {
        self.seats.host.as_ref() == Some(host) && self.setup == *setup
    }

    /// The event that recorded a command, if it was accepted before.
    #[must_use]
    pub fn accepted(&self, seat: Seat, id: &CommandId) -> Option<u64> {
        self.accepted_as(seat, id).map(|(seq, _)| seq)
    }

    /// The same, with what kind of event it was.
    pub(super) fn accepted_as(&self, seat: Seat, id: &CommandId) -> Option<(u64, EventKind)> {
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
                moves: game.moves(),
                passed_over_at: game.passed_over_at(),
                started: game.started,
                ended: ending.time,
                computer: self
                    .setup
                    .computer
                    .map(|level| ComputerPlayed { level, side: game.side_of(COMPUTER).into() }),
                clock: self.setup.clock,
            },
        })
    }
}

pub(super) fn misfit(seq: u64, why: &str) -> BadLog {
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
