//! What a command leads to.

use protocol::{CloseReason, Outcome, PerSide, Reason, RoomSetup, Seat, SidesChoice, Table, Timestamp};
use rules::{MoveInput, Side};

use super::claims::claim;
use super::command::{Action, Command, Decision, Env};
use super::due::{Overdue, overdue};
use super::game::{GameState, MAX_MOVES};
use super::log::{Author, LOG_SCHEMA, LogEvent, Recorded};
use super::offers::{answer, offer, withdraw};
use super::refusal::Refusal;
use super::state::RoomState;
use crate::identity::TokenHash;

/// The events that make a room and seat its host. At one device they seat both players, and there and against the
/// computer they start the first game.
#[must_use]
pub fn open_room(setup: &RoomSetup, host: TokenHash, env: &Env<'_>) -> Vec<Recorded> {
    let mut events = vec![LogEvent::opened(setup, host)];
    if setup.table == Table::OneDevice {
        events.push(LogEvent::Seated { seat: Seat::Guest, token: host });
    }
    if let (true, Some(game)) = (setup.table == Table::OneDevice || setup.computer.is_some(), rules::game(&setup.game))
    {
        events.push(first_game(game, setup.sides, env));
    }
    record(0, env.now, events, None)
}

/// Decides on a command: which events it leads to, or why it is refused.
///
/// What was due before the command arrived comes first, so that a move that comes after its deadline is the fall of
/// the flag.
///
/// # Errors
/// The reason for which the command is refused.
pub fn decide(state: &RoomState, command: &Command, env: &Env<'_>) -> Result<Decision, Refusal> {
    if let Some(seq) = known(state, command)? {
        return Ok(Decision::Recorded { seq });
    }
    let is_of_server = matches!(command.action, Action::Tick | Action::Close);
    let needs_seat = !is_of_server && !matches!(command.action, Action::Sit { .. });
    if needs_seat && command.seat.is_none() {
        return Err(Refusal::NotSeated);
    }
    if state.closed.is_some() {
        return if is_of_server { Ok(Decision::Nothing) } else { Err(Refusal::RoomClosed) };
    }
    // A room's time never goes back.
    let env = Env { now: env.now.max(state.time), ..*env };
    match overdue(state, &env) {
        Overdue::Nothing => {}
        Overdue::Event(event) => return Ok(Decision::Due(record(state.seq(), env.now, vec![event], None))),
        Overdue::Unknown(until) => return Ok(Decision::TimeUnknown { until }),
    }
    // Whatever a player does now is written down with what is left on the clock.
    if command.action != Action::Tick && is_clock_unsure(state, &env) {
        return Ok(Decision::TimeUnknown { until: env.now });
    }
    let mut events = match &command.action {
        Action::Sit { token } => sit(state, *token, &env)?,
        Action::Close => close(state, &env),
        Action::Tick => Vec::new(),
        action => of_player(state, command.seat.ok_or(Refusal::NotSeated)?, action, &env)?,
    };
    if events.is_empty() {
        return Ok(Decision::Nothing);
    }
    if command.seat.is_some_and(|seat| shows_up(state, seat, &events)) {
        events.push(LogEvent::ClaimCancelled);
    }
    let author = command.seat.map(|seat| Author { seat, id: command.id.clone() });
    Ok(Decision::Record(record(state.seq(), env.now, events, author.as_ref())))
}

/// Numbers and dates events that follow event `after`.
fn record(after: u64, time: Timestamp, events: Vec<LogEvent>, by: Option<&Author>) -> Vec<Recorded> {
    (after + 1..)
        .zip(events)
        .map(|(seq, event)| Recorded { schema: LOG_SCHEMA, seq, time, by: by.cloned(), event })
        .collect()
}

/// The event that recorded a command when it was accepted before.
fn known(state: &RoomState, command: &Command) -> Result<Option<u64>, Refusal> {
    if let Action::Sit { token } = &command.action {
        return Ok(state.seat_of(token).map(|_| state.seq()));
    }
    match (command.seat, &command.id) {
        (Some(seat), Some(id)) => match state.accepted_as(seat, id) {
            Some((_, kind)) if !command.action.leads_to(kind) => Err(Refusal::IdReused),
            accepted => Ok(accepted.map(|(seq, _)| seq)),
        },
        _ => Ok(None),
    }
}

/// Whether what the clocks show may still change because an outage is not known yet.
pub(super) fn is_clock_unsure(state: &RoomState, env: &Env<'_>) -> bool {
    let clock = state.running_game().and_then(|game| game.clock.as_ref());
    clock.is_some_and(|clock| clock.is_unsure(env.now, env.outages))
}

/// Whether a command of `seat` that leads to these events proves a claim wrong that is still of interest.
fn shows_up(state: &RoomState, seat: Seat, events: &[LogEvent]) -> bool {
    let settled = |event: &LogEvent| matches!(event, LogEvent::Ended { .. } | LogEvent::ClaimCancelled);
    state.claim.is_some_and(|claim| claim.seat != seat) && !events.iter().any(settled)
}

fn of_player(state: &RoomState, holder: Seat, action: &Action, env: &Env<'_>) -> Result<Vec<LogEvent>, Refusal> {
    // On one device the host plays for both.
    let seat = match state.running_game() {
        Some(game) if state.is_on_one_device() => game.seat_to_move(),
        _ => holder,
    };
    match action {
        Action::Move { position, text } => play(state.running()?, seat, *position, text, env),
        Action::Resign { game } => {
            state.game_named(*game)?;
            Ok(vec![resign(state.running()?, seat, env)])
        }
        Action::Abort { game } => {
            state.game_named(*game)?;
            let game = state.running()?;
            if game.both_have_moved() { Err(Refusal::TooLate) } else { Ok(vec![abort(game, env)]) }
        }
        Action::Offer { game, what, next } => offer(state, seat, *game, *what, next.as_deref(), env),
        Action::Answer { offer, accept } => answer(state, seat, *offer, *accept, env),
        Action::Withdraw { offer } => withdraw(state, seat, *offer),
        Action::Claim { game, away_since } => claim(state, seat, *game, *away_since, env),
        Action::Show => Ok(show(state, holder)),
        Action::Sit { .. } | Action::Close | Action::Tick => Ok(Vec::new()),
    }
}

/// Seats somebody, and starts the first game if that fills the room.
fn sit(state: &RoomState, token: TokenHash, env: &Env<'_>) -> Result<Vec<LogEvent>, Refusal> {
    let free = Seat::BOTH.into_iter().find(|seat| !state.is_taken(*seat)).ok_or(Refusal::SeatsTaken)?;
    Ok(vec![LogEvent::Seated { seat: free, token }, first_game(state.game, state.setup.sides, env)])
}

/// The start of a room's first game.
fn first_game(game: &'static dyn rules::Game, sides: SidesChoice, env: &Env<'_>) -> LogEvent {
    let host_is_first = match sides {
        SidesChoice::First => true,
        SidesChoice::Second => false,
        SidesChoice::Lot => env.random & 1 == 0,
    };
    let first = if host_is_first { Seat::Host } else { Seat::Guest };
    LogEvent::Started {
        number: 1,
        game: game.id().to_owned(),
        rules_version: game.rules_version(),
        sides: PerSide { first, second: first.other() },
    }
}

fn play(game: &GameState, seat: Seat, position: u64, text: &str, env: &Env<'_>) -> Result<Vec<LogEvent>, Refusal> {
    if position != game.position_seq {
        return Err(Refusal::StalePosition { current: game.position_seq, named: position });
    }
    let side = game.position.to_move();
    if game.seat_of(side) != seat {
        return Err(Refusal::NotYourTurn);
    }
    let input = text.parse::<MoveInput>()?;
    let played = game.position.clone().play(&input)?;
    let left = game.clock.as_ref().map(|clock| clock.after_move(side, env.now, env.outages));
    let moved = LogEvent::Moved {
        text: played.mv.to_string(),
        path: protocol::names::square_names(&played.path),
        taken: protocol::names::square_names(&played.taken),
        left: left.map(|left| *left.get(side.into())),
    };
    let ended = match played.ending {
        Some(ending) => Some(LogEvent::Ended {
            outcome: ending.outcome.into(),
            reason: ending.reason.into(),
            score: ending.score.map(PerSide::from),
            left,
        }),
        None if game.moves_made + 1 >= MAX_MOVES => {
            Some(LogEvent::Ended { outcome: Outcome::None, reason: Reason::Aborted, score: None, left })
        }
        None => None,
    };
    Ok(std::iter::once(moved).chain(ended).collect())
}

/// The end of a game other than by a move.
pub(super) fn end(game: &GameState, outcome: Outcome, reason: Reason, env: &Env<'_>) -> LogEvent {
    let left = game.clock.as_ref().map(|clock| clock.left(game.position.to_move(), env.now, env.outages));
    LogEvent::Ended { outcome, reason, score: None, left }
}

/// A resignation; before both sides have moved, it aborts the game.
fn resign(game: &GameState, seat: Seat, env: &Env<'_>) -> LogEvent {
    if !game.both_have_moved() {
        return abort(game, env);
    }
    let outcome = match game.side_of(seat) {
        Side::First => Outcome::Second,
        Side::Second => Outcome::First,
    };
    end(game, outcome, Reason::Resignation, env)
}

fn abort(game: &GameState, env: &Env<'_>) -> LogEvent {
    end(game, Outcome::None, Reason::Aborted, env)
}

/// Whether it would change anything that the player of a seat is there: whether [`Action::Show`] leads to events.
#[must_use]
pub fn awaits(state: &RoomState, holder: Seat) -> bool {
    state.closed.is_none() && !show(state, holder).is_empty()
}

/// What it changes that a player is there.
fn show(state: &RoomState, holder: Seat) -> Vec<LogEvent> {
    let mut events = Vec::new();
    if let Some(clock) = state.running_game().and_then(|game| game.clock.as_ref()) {
        let here = |seat: &Seat| *seat == holder || state.is_on_one_device();
        let new = Seat::BOTH.into_iter().filter(here).filter(|seat| !clock.has_arrived(*seat));
        events.extend(new.map(|seat| LogEvent::Arrived { seat }));
    }
    if state.claim.is_some_and(|claim| claim.seat != holder) {
        events.push(LogEvent::ClaimCancelled);
    }
    events
}

/// The end of everything, in the name of whoever runs the server.
fn close(state: &RoomState, env: &Env<'_>) -> Vec<LogEvent> {
    let ended = state.running_game().map(|game| abort(game, env));
    ended.into_iter().chain([LogEvent::Closed { reason: CloseReason::Operator }]).collect()
}
