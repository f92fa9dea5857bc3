//! What was measured of the moves.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

/// The longest time that is told apart, in microseconds: more than anything may take.
const LONGEST: u64 = 60_000_000;

/// Takes the times of moves while it is open, and counts errors always.
pub(crate) struct Recorder {
    open: AtomicBool,
    taken: Mutex<Taken>,
}

struct Taken {
    to_ok: Histogram<u64>,
    to_opponent: Histogram<u64>,
    errors: BTreeMap<String, u64>,
    rooms: u64,
}

/// What was taken.
#[derive(Debug, Serialize)]
pub(crate) struct Times {
    /// Moves that the opponent saw.
    pub(crate) moves: u64,
    /// Rooms made.
    pub(crate) rooms_made: u64,
    /// From when a move was due to when its sender had the answer.
    #[serde(rename = "move_to_ok_us")]
    pub(crate) move_to_ok: Percentiles,
    /// From when a move was due to when the opponent saw it.
    #[serde(rename = "move_to_opponent_us")]
    pub(crate) move_to_opponent: Percentiles,
    /// What went wrong how often, by code.
    pub(crate) errors: BTreeMap<String, u64>,
}

/// How long something took, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Percentiles {
    pub(crate) p50: u64,
    pub(crate) p90: u64,
    pub(crate) p99: u64,
    pub(crate) p99_9: u64,
    pub(crate) max: u64,
}

impl Recorder {
    /// A closed one.
    ///
    /// # Errors
    /// Never: the bounds of the histograms are good.
    pub(crate) fn new() -> Result<Self, hdrhistogram::CreationError> {
        let histogram = || Histogram::new_with_bounds(1, LONGEST, 3);
        let taken = Taken { to_ok: histogram()?, to_opponent: histogram()?, errors: BTreeMap::new(), rooms: 0 };
        Ok(Self { open: AtomicBool::new(false), taken: Mutex::new(taken) })
    }

    /// Starts or ends taking times.
    pub(crate) fn set_open(&self, open: bool) {
        self.open.store(open, Ordering::Relaxed);
    }

    fn if_open(&self) -> Option<MutexGuard<'_, Taken>> {
        self.open.load(Ordering::Relaxed).then(|| self.taken())
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player has the answer to a move.
    pub(crate) fn answered(&self, after: Duration) {
        if let Some(mut taken) = self.if_open() {
            taken.to_ok.saturating_record(microseconds(after));
        }
    }

    /// The opponent has seen a move.
    pub(crate) fn seen_by_opponent(&self, after: Duration) {
        if let Some(mut taken) = self.if_open() {
            taken.to_opponent.saturating_record(microseconds(after));
        }
    }

    /// A room was made.
    pub(crate) fn room_made(&self) {
        if let Some(mut taken) = self.if_open() {
            taken.rooms += 1;
        }
    }

    /// Something went wrong.
    pub(crate) fn error(&self, code: &str) {
        *self.taken().errors.entry(code.to_owned()).or_default() += 1;
    }

    /// What was taken so far.
    pub(crate) fn times(&self) -> Times {
        let taken = self.taken();
        Times {
            moves: taken.to_opponent.len(),
            rooms_made: taken.rooms,
            move_to_ok: Percentiles::of(&taken.to_ok),
            move_to_opponent: Percentiles::of(&taken.to_opponent),
            errors: taken.errors.clone(),
        }
    }
}

impl Percentiles {
    fn of(histogram: &Histogram<u64>) -> Self {
        let at = |quantile| histogram.value_at_quantile(quantile);
        Self { p50: at(0.5), p90: at(0.9), p99: at(0.99), p99_9: at(0.999), max: histogram.max() }
    }
}

fn microseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_times_only_while_open() {
        let recorder = Recorder::new().unwrap();
        recorder.seen_by_opponent(Duration::from_secs(1));
        recorder.set_open(true);
        for milliseconds in 1..=100 {
            recorder.seen_by_opponent(Duration::from_millis(milliseconds));
        }
        recorder.set_open(false);
        recorder.seen_by_opponent(Duration::from_secs(1));
        let times = recorder.times();
        assert_eq!(times.moves, 100);
        assert!((49_900..=50_100).contains(&times.move_to_opponent.p50), "{times:?}");
        assert!((100_000..=100_100).contains(&times.move_to_opponent.max), "{times:?}");
        assert_eq!(times.move_to_ok, Percentiles { p50: 0, p90: 0, p99: 0, p99_9: 0, max: 0 });
    }

    #[test]
    fn counts_errors_always() {
        let recorder = Recorder::new().unwrap();
        recorder.error("busy");
        recorder.error("busy");
        assert_eq!(recorder.times().errors, BTreeMap::from([("busy".to_owned(), 2)]));
    }
}
