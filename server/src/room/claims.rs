//! Claiming the game of a player who has gone away.
//!
//! Only where the clock is a real-time one: by correspondence, nobody is expected to be there. A claim gives notice;
//! any sign of the other player cancels it, and otherwise the game is over when the notice has run out.

use protocol::{Claim, OpenClaim, Outcome, Reason, Seat, TimeControl, Timestamp};
use rules::Side;

use super::clocks::Outages;
use super::command::Env;
use super::decide::end;
use super::game::GameState;
use super::log::LogEvent;
use super::refusal::Refusal;
use super::state::RoomState;

/// A claim that was made and is not decided yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claimed {
    /// Who claims.
    pub(super) seat: Seat,
    /// When the claim was made.
    pub(super) at: Timestamp,
    /// When the notice has run out, if servers live all the time.
    pub(super) until: Timestamp,
}

impl Claimed {
    /// When the notice has run out. The player who is away could not come back while no server lived.
    pub(super) fn deadline(&self, outages: &Outages) -> Timestamp {
        outages.after(self.at, self.until.0.saturating_sub(self.at.0))
    }

    /// What clients are shown.
    pub(super) fn view(&self, outages: &Outages) -> OpenClaim {
        OpenClaim { seat: self.seat, until: self.deadline(outages) }
    }
}

/// Decides on a claim.
pub(super) fn claim(
    state: &RoomState,
    seat: Seat,
    number: u32,
    away_since: Option<Timestamp>,
    env: &Env<'_>,
) -> Result<Vec<LogEvent>, Refusal> {
    state.game_named(number)?;
    state.running()?;
    if state.is_on_one_device() {
        return Err(Refusal::NotClaimable("both players sit at one device"));
    }
    if state.computer().is_some() {
        return Err(Refusal::NotClaimable("the computer does not go away"));
    }
    if !state.setup.clock.is_some_and(TimeControl::is_real_time) {
        return Err(Refusal::NotClaimable("without a real-time clock nobody is expected to be there"));
    }
    if state.claim.is_some() {
        return Err(Refusal::NotClaimable("a claim is open already"));
    }
    match away_since {
        None => Err(Refusal::NotClaimable("the other player is there")),
        Some(since) if env.outages.lived(since, env.now) < Claim::AWAY => {
            Err(Refusal::NotClaimable("the other player has not been away for a minute"))
        }
        Some(_) => Ok(vec![LogEvent::Claimed { seat, until: Timestamp(env.now.0.saturating_add(Claim::NOTICE)) }]),
    }
}

/// The end of a game whose claim has run out.
pub(super) fn won_by_claim(game: &GameState, seat: Seat, env: &Env<'_>) -> LogEvent {
    let outcome = match game.side_of(seat) {
        Side::First => Outcome::First,
        Side::Second => Outcome::Second,
    };
    end(game, outcome, Reason::Left, env)
}
