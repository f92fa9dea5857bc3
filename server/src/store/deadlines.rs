//! When somebody must look at a room that nobody has open.

use protocol::{RoomId, Timestamp};

/// A room that somebody must look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// The room.
    pub room: RoomId,
    /// The last event of its log.
    pub seq: u64,
    /// When it must be looked at.
    pub due: Timestamp,
}

/// The coarsest step to which deadlines are kept, in milliseconds: 35 minutes. A power of two.
const COARSEST: u64 = 1 << 21;

/// The share of the time until a deadline by which it may be kept too late, as its inverse.
const SHARE: u64 = 32;

/// The deadline that is kept for one that is due at `due`, as seen at the time `from` of the last event: never
/// earlier, and later by no more than a thirty-second part of the time until then, nor by more than 35 minutes.
///
/// A deadline moves a little with each move of a game. Kept like this it mostly stays what it was, and the database
/// need not touch an index with every move. All steps are powers of two, so a finer one does not miss where a coarser
/// one stands.
pub(super) fn kept(due: Timestamp, from: Timestamp) -> Timestamp {
    let share = due.0.saturating_sub(from.0) / SHARE;
    let step = if share == 0 { 1 } else { (1 << share.ilog2()).min(COARSEST) };
    Timestamp(due.0.checked_next_multiple_of(step).unwrap_or(due.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: u64 = 60_000;
    const DAY: u64 = 24 * 60 * MINUTE;

    #[test]
    fn a_kept_deadline_is_never_early_and_hardly_late() {
        for from in [0, 1, 1_700_000_000_123] {
            for away in [0, 1, 31, 64, 1000, 30_000, 10 * MINUTE, 3 * 60 * MINUTE, DAY, 14 * DAY, 90 * DAY] {
                let due = Timestamp(from + away);
                let late = kept(due, Timestamp(from)).0 - due.0;
                assert!(late <= away / SHARE && late < COARSEST, "{away} ms after {from}: {late} ms late");
            }
        }
        assert_eq!(kept(Timestamp(5), Timestamp(9)), Timestamp(5), "already due");
        assert_eq!(kept(Timestamp(u64::MAX), Timestamp(0)), Timestamp(u64::MAX));
    }

    #[test]
    fn moves_that_follow_each_other_mostly_leave_it_as_it_is() {
        let changes = |allowed: u64, pause: u64| {
            let start = 1_700_000_000_000;
            let kept_at = |n: u64| kept(Timestamp(start + n * pause + allowed), Timestamp(start + n * pause));
            (1..=100).filter(|n| kept_at(*n) != kept_at(n - 1)).count()
        };
        assert!(changes(30 * DAY, 5000) <= 1, "without a clock");
        assert!(changes(10 * MINUTE, 2000) <= 15, "with ten minutes left");
    }
}
