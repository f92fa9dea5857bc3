//! The computer in the guest's seat: what it has to do, and how long it may think about it.
//!
//! Nothing holds its seat, and it is nobody's command that moves for it but the server's own. Whatever it does is decided
//! like anybody's; see [`decide`](super::decide).

use std::time::Duration;

use protocol::{OfferKind, Seat, TimeControl, Timestamp};

use super::clocks::Outages;
use super::state::RoomState;

/// The seat in which the computer sits, where it plays.
pub const COMPUTER: Seat = Seat::Guest;

/// What the computer has to do in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// To move in the position that this event made.
    Move {
        /// The event.
        position: u64,
    },
    /// To answer the offer of a draw that this event made.
    Answer {
        /// The event.
        offer: u64,
    },
}

/// What the computer has to do now; `None` if it does not play here, or it is not its turn. An offer is answered before
/// a move is made.
#[must_use]
pub fn duty(state: &RoomState) -> Option<Duty> {
    state.computer()?;
    let game = state.running_game()?;
    if let Some(offer) = &state.offers.open
        && offer.what == OfferKind::Draw
        && offer.seat != COMPUTER
    {
        return Some(Duty::Answer { offer: offer.seq });
    }
    (game.seat_to_move() == COMPUTER).then_some(Duty::Move { position: game.position_seq })
}

/// What the computer has on its clock for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkingTime {
    /// What is left, in milliseconds.
    pub left: u64,
    /// What the move adds, in milliseconds.
    pub increment: u64,
}

impl ThinkingTime {
    /// How many moves the time that is left is spread over.
    const MOVES: u64 = 30;

    /// The least part of the time that is left that stays, as its inverse: what it takes to store a move, and whatever
    /// else may come between, must not make the flag fall.
    const AT_MOST: u64 = 5;

    /// The part of the time that is left that may well go by in line, as its inverse.
    const IN_LINE: u64 = 20;

    /// How long to wait at most for a thread to think on, where that can be helped.
    #[must_use]
    pub const fn patience(self) -> Duration {
        Duration::from_millis(self.left / Self::IN_LINE)
    }

    /// How long to think about one move, if part of the time went by while others were thought about.
    #[must_use]
    pub fn share(self, waited: Duration) -> Duration {
        let left = self.left.saturating_sub(u64::try_from(waited.as_millis()).unwrap_or(u64::MAX));
        let share = (left / Self::MOVES).saturating_add(self.increment / 4 * 3);
        Duration::from_millis(share.min(left / Self::AT_MOST))
    }
}

/// What the computer has on its clock at a time; `None` without clocks, or if it is not to move.
#[must_use]
pub fn thinking_time(state: &RoomState, now: Timestamp, outages: &Outages) -> Option<ThinkingTime> {
    let game = state.running_game().filter(|game| game.seat_to_move() == COMPUTER)?;
    let side = game.position.to_move();
    let left = *game.clock.as_ref()?.left(side, now, outages).get(side.into());
    let increment = match state.setup.clock? {
        TimeControl::RealTime { increment, .. } => increment,
        TimeControl::PerMove { .. } => 0,
    };
    Some(ThinkingTime { left, increment })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(left: u64, increment: u64, waited: u64) -> u128 {
        ThinkingTime { left, increment }.share(Duration::from_millis(waited)).as_millis()
    }

    #[test]
    fn no_move_takes_more_than_a_sensible_share() {
        assert_eq!(share(300_000, 0, 0), 10_000);
        assert_eq!(share(300_000, 4000, 0), 13_000);
        assert_eq!(share(300_000, 4000, 60_000), 11_000);
        assert_eq!(share(1000, 60_000, 0), 200, "an increment that is not there yet cannot be spent");
        assert_eq!(share(60_000, 0, 90_000), 0);
        assert_eq!(share(u64::MAX, u64::MAX, 0), u128::from(u64::MAX / 5));
    }

    #[test]
    fn an_increment_keeps_the_clock_from_running_out() {
        let (mut left, increment) = (60_000, 2000);
        for _ in 0..1000 {
            let used = u64::try_from(share(left, increment, 0)).unwrap();
            assert!(used < left);
            left = left - used + increment;
        }
        assert!(left > 10_000, "{left}");
    }
}
