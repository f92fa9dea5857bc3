//! The clocks of a game: whole milliseconds, worked out from the times of events and from nothing else.
//!
//! A clock is only looked at: nothing ticks. What a side has left is what it had when its turn began, less the time
//! since then. Times in which no server lived are not counted, because nobody could have moved. Which times those were
//! comes from the database, so that every server works out the same deadline.

use protocol::{Clocks, PerSeat, PerSide, Seat, TimeControl, Timestamp};
use rules::Side;

/// A clock on which a move takes at least so long runs on while no server lives: days are not worth a correction of
/// minutes, and a correspondent counts by the calendar.
const RUNS_ON: u64 = 60 * 60 * 1000;

/// The longest time between two signs of life of servers, in milliseconds, that is not an outage. They give one every
/// five seconds; one may be late, and the clocks of servers may differ a little. Shorter outages are known only where a
/// server starts while no other lives.
pub const LONGEST_SILENCE: u64 = 8_000;

/// The times in which no server lived, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outages {
    known_until: Timestamp,
    /// In order, none empty, and no two of them touch.
    list: Vec<(Timestamp, Timestamp)>,
}

impl Outages {
    /// No outages, and none to come: for clocks that are known to be right.
    pub const NONE: Self = Self { known_until: Timestamp(u64::MAX), list: Vec::new() };

    /// Outages, each from the last sign of life before it to the first one after it, in any order.
    ///
    /// `known_until` is the time up to which they are all known: the last time at which a server told the database
    /// that it lives. Deadlines after it may still move.
    #[must_use]
    pub fn new(known_until: Timestamp, outages: impl IntoIterator<Item = (Timestamp, Timestamp)>) -> Self {
        let mut all: Vec<_> = outages.into_iter().filter(|(from, to)| from < to).collect();
        all.sort_unstable();
        let mut list: Vec<(Timestamp, Timestamp)> = Vec::with_capacity(all.len());
        for (from, to) in all {
            match list.last_mut() {
                Some((_, end)) if from <= *end => *end = to.max(*end),
                _ => list.push((from, to)),
            }
        }
        Self { known_until, list }
    }

    /// Up to when all outages are known.
    #[must_use]
    pub const fn known_until(&self) -> Timestamp {
        self.known_until
    }

    /// For how many milliseconds between two times servers lived.
    #[must_use]
    pub fn lived(&self, from: Timestamp, to: Timestamp) -> u64 {
        let overlap = |(start, end): &(Timestamp, Timestamp)| end.0.min(to.0).saturating_sub(start.0.max(from.0));
        to.0.saturating_sub(from.0) - self.list.iter().map(overlap).sum::<u64>()
    }

    /// The first time by which servers have lived for so many milliseconds since `from`.
    #[must_use]
    pub fn after(&self, from: Timestamp, lived: u64) -> Timestamp {
        let mut at = from.0.saturating_add(lived);
        for (start, end) in self.list.iter().filter(|(_, end)| *end > from) {
            let start = start.0.max(from.0);
            if start >= at {
                break;
            }
            at = at.saturating_add(end.0 - start);
        }
        Timestamp(at)
    }
}

/// The two clocks of a game.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    control: TimeControl,
    /// What each side had left when the present turn began, or when the game ended.
    left: PerSide<u64>,
    /// Which players have been there since the game began.
    arrived: PerSeat<bool>,
    /// Since when the time of the side to move runs; `None` until both players have been there, and after the end.
    since: Option<Timestamp>,
}

impl GameClock {
    /// The clocks at the start of a game. They do not run before both players have been there.
    pub(super) const fn start(control: TimeControl) -> Self {
        let time = control.start();
        Self {
            control,
            left: PerSide { first: time, second: time },
            arrived: PerSeat { host: false, guest: false },
            since: None,
        }
    }

    /// Whether this player has been there since the game began.
    pub(super) const fn has_arrived(&self, seat: Seat) -> bool {
        *self.arrived.get(seat)
    }

    /// A player is there. Once both are, the time of the side to move runs.
    pub(super) fn arrive(&mut self, seat: Seat, time: Timestamp) {
        *self.arrived.get_mut(seat) = true;
        if self.since.is_none() && self.both_have_arrived() {
            self.since = Some(time);
        }
    }

    const fn both_have_arrived(&self) -> bool {
        self.arrived.host && self.arrived.guest
    }

    /// Whether time in which no server lived is given back.
    pub(super) const fn gives_back(&self) -> bool {
        match self.control {
            TimeControl::RealTime { .. } => true,
            TimeControl::PerMove { time } => time < RUNS_ON,
        }
    }

    /// Since when time runs of which outages are given back; `None` if none does.
    pub(super) fn gives_back_since(&self) -> Option<Timestamp> {
        self.since.filter(|_| self.gives_back())
    }

    /// Whether what is left at a time may still change because an outage until then is not known yet. For so long as
    /// [`LONGEST_SILENCE`] after a server was told of outages there is none that it need know: a longer one is not over,
    /// and a shorter one ends when a server starts and no other lives, but it lives. What was before its own start it is
    /// told at once.
    pub(super) const fn is_unsure(&self, at: Timestamp, outages: &Outages) -> bool {
        self.since.is_some() && self.gives_back() && outages.known_until.0.saturating_add(LONGEST_SILENCE) < at.0
    }

    /// What both sides had left when the present turn began.
    pub(super) const fn at_turn(&self) -> PerSide<u64> {
        self.left
    }

    /// The less of what both sides had left when the present turn began.
    pub(super) fn least_at_turn(&self) -> u64 {
        self.left.first.min(self.left.second)
    }

    /// What both sides have left at a time, if `side` is to move.
    pub(super) fn left(&self, side: Side, at: Timestamp, outages: &Outages) -> PerSide<u64> {
        let mut left = self.left;
        if let Some(since) = self.since {
            let used = if self.gives_back() { outages.lived(since, at) } else { at.0.saturating_sub(since.0) };
            let mine = left.get_mut(side.into());
            *mine = mine.saturating_sub(used);
        }
        left
    }

    /// What both sides have left after `side`, which is to move, has moved.
    pub(super) fn after_move(&self, side: Side, at: Timestamp, outages: &Outages) -> PerSide<u64> {
        let mut left = self.left(side, at, outages);
        let mine = left.get_mut(side.into());
        *mine = match self.control {
            TimeControl::RealTime { increment, .. } => mine.saturating_add(increment),
            TimeControl::PerMove { time } => time,
        };
        left
    }

    /// When the time of `side`, which is to move, is up; `None` if its time does not run.
    pub(super) fn deadline(&self, side: Side, outages: &Outages) -> Option<Timestamp> {
        let (since, left) = (self.since?, *self.left.get(side.into()));
        Some(if self.gives_back() { outages.after(since, left) } else { Timestamp(since.0.saturating_add(left)) })
    }

    /// Takes in a move of `side`, whose player holds `seat`, and what that side then had left.
    pub(super) fn moved(&mut self, side: Side, seat: Seat, left: u64, time: Timestamp) {
        *self.left.get_mut(side.into()) = left;
        *self.arrived.get_mut(seat) = true;
        self.since = self.both_have_arrived().then_some(time);
    }

    /// Sets the clocks back to what they showed when an earlier turn began, which begins anew.
    pub(super) fn set_back(&mut self, left: PerSide<u64>, time: Timestamp) {
        self.left = left;
        self.since = self.both_have_arrived().then_some(time);
    }

    /// Stops the clocks for good.
    pub(super) const fn stop(&mut self, left: PerSide<u64>) {
        self.left = left;
        self.since = None;
    }

    /// What clients are shown, if `to_move` is to move at that time.
    pub(super) fn view(&self, to_move: Option<Side>, at: Timestamp, outages: &Outages) -> Clocks {
        let running = to_move.filter(|_| self.since.is_some());
        let left = running.map_or(self.left, |side| self.left(side, at, outages));
        Clocks {
            first: left.first,
            second: left.second,
            running: running.map(protocol::Side::from),
            at,
            deadline: running.and_then(|side| self.deadline(side, outages)),
        }
    }
}
