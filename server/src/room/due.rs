//! What happens in a room by itself, when its time has come: a flag falls, a claim runs out, a room that nobody uses
//! comes to its end.

use protocol::{CloseReason, Outcome, Reason, Timestamp};
use rules::Side;

use super::claims::{Claimed, won_by_claim};
use super::clocks::Outages;
use super::command::Env;
use super::computer::duty;
use super::decide::{end, is_clock_unsure};
use super::game::GameState;
use super::log::{LogEvent, Recorded};
use super::state::{BadLog, RoomState};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// After how many milliseconds without an event a game is abandoned, if no clock ends it first.
pub const ABANDONED_AFTER: u64 = 30 * DAY;

/// After how many milliseconds without an event a room in which no game is running is closed.
pub const CLOSED_AFTER: u64 = 90 * DAY;

/// After how many milliseconds somebody looks at a room in which the computer has something to do and has not done it.
pub const COMPUTER_LATE: u64 = 10_000;

/// What is to happen next in a room by itself.
enum Next<'room> {
    /// The side to move has no time left.
    Flag(&'room GameState),
    /// The notice of a claim has run out.
    Claim(&'room GameState, Claimed),
    /// The game is abandoned.
    Abandoned(&'room GameState),
    /// The room is closed.
    Close,
}

impl<'room> Next<'room> {
    /// What comes first, and when.
    fn of(state: &'room RoomState, outages: &Outages) -> Option<(Timestamp, Self)> {
        if state.closed.is_some() {
            return None;
        }
        let later = |time: u64| Timestamp(state.time.0.saturating_add(time));
        let Some(game) = state.running_game() else { return Some((later(CLOSED_AFTER), Self::Close)) };
        let flag = game.clock.as_ref().and_then(|clock| clock.deadline(game.position.to_move(), outages));
        let claim = state.claim.map(|claim| (claim.deadline(outages), Self::Claim(game, claim)));
        let end = match flag {
            Some(flag) => (flag, Self::Flag(game)),
            None => (later(ABANDONED_AFTER), Self::Abandoned(game)),
        };
        Some(match claim {
            Some(claim) if claim.0 < end.0 => claim,
            _ => end,
        })
    }

    /// Whether an outage that is not known yet could put it off.
    fn waits_for_outages(&self) -> bool {
        match self {
            Self::Flag(game) => game.clock.as_ref().is_some_and(super::clocks::GameClock::gives_back),
            Self::Claim(..) => true,
            Self::Abandoned(_) | Self::Close => false,
        }
    }

    /// Whether the side to move has time left at the end, and what depends on when that is noticed.
    fn leaves_time(&self) -> bool {
        matches!(self, Self::Claim(..))
    }

    fn event(&self, env: &Env<'_>) -> LogEvent {
        match self {
            Self::Flag(game) => {
                let outcome = match game.position.to_move() {
                    Side::First => Outcome::Second,
                    Side::Second => Outcome::First,
                };
                end(game, outcome, Reason::Time, env)
            }
            Self::Claim(game, claim) => won_by_claim(game, claim.seat, env),
            Self::Abandoned(game) => end(game, Outcome::None, Reason::Abandoned, env),
            Self::Close => LogEvent::Closed { reason: CloseReason::Unused },
        }
    }
}

/// When something is due in a room by itself, as far as the outages are known; `None` if nothing ever is. At that time
/// a [`Tick`](super::Action::Tick) is to be decided.
#[must_use]
pub fn due(state: &RoomState, outages: &Outages) -> Option<Timestamp> {
    Next::of(state, outages).map(|(time, _)| time)
}

/// When somebody must look at a room even if nobody has it open: when something is [`due`], or when the computer has had
/// something to do for so long that its server may be gone.
#[must_use]
pub fn look_at(state: &RoomState, outages: &Outages) -> Option<Timestamp> {
    let late = duty(state).map(|_| Timestamp(state.time.0.saturating_add(COMPUTER_LATE)));
    [due(state, outages), late].into_iter().flatten().min()
}

/// A time by which the room is to be looked at once these events have followed: never later than its [`look_at`] then.
/// For a move between people, which is what nearly all events are, it is found without playing it, and may be earlier.
///
/// # Errors
/// If the events cannot follow.
pub fn due_after(state: &RoomState, events: &[Recorded], outages: &Outages) -> Result<Option<Timestamp>, BadLog> {
    if let ([Recorded { time, event: LogEvent::Moved { left, .. }, .. }], Some(game), None) =
        (events, state.running_game(), state.computer())
    {
        let abandoned = Timestamp(time.0.saturating_add(ABANDONED_AFTER));
        let soonest = game.clock.as_ref().map(|clock| {
            let left = left.unwrap_or_default().min(clock.least_at_turn());
            Timestamp(time.0.saturating_add(left))
        });
        let claim = state.claim.map(|claim| claim.until);
        return Ok([Some(abandoned), soonest, claim].into_iter().flatten().min());
    }
    let mut after = state.clone();
    events.iter().try_for_each(|event| after.apply(event))?;
    Ok(look_at(&after, outages))
}

/// What is due now.
pub(super) enum Overdue {
    /// Nothing.
    Nothing,
    /// This.
    Event(LogEvent),
    /// This cannot be told before the outages are known up to a time.
    Unknown(Timestamp),
}

/// What is due now.
pub(super) fn overdue(state: &RoomState, env: &Env<'_>) -> Overdue {
    match Next::of(state, env.outages) {
        Some((time, next)) if time <= env.now => {
            if next.waits_for_outages() && env.outages.known_until() < time {
                Overdue::Unknown(time)
            } else if next.leaves_time() && is_clock_unsure(state, env) {
                // That it is over is known, but not yet what is left on the clock.
                Overdue::Unknown(env.now)
            } else {
                Overdue::Event(next.event(env))
            }
        }
        _ => Overdue::Nothing,
    }
}
