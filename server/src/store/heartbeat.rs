//! The heartbeat of the servers that share a store, and what it tells of the times in which none of them lived.
//!
//! Each server beats every few seconds. The store keeps the latest time that any of them told, which never goes back,
//! so it matters little whose clock is ahead, as long as the clocks differ by less than the gap that counts as an
//! outage. The beats of several servers wait for each other: an outage is recorded by the first to come after it,
//! once, and the next can only begin where it ended.

use std::time::Duration;

use protocol::Timestamp;

/// How far back outages are told.
pub const OUTAGES_KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// What a server learns when it beats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heartbeat {
    /// The latest time that any server has told, and until which all outages are known.
    pub time: Timestamp,
    /// The outages, from when to when, that ended in the [last thirty days](OUTAGES_KEPT) before `time`. Oldest first;
    /// none is empty, and each begins no earlier than the one before ended.
    pub outages: Vec<(Timestamp, Timestamp)>,
}
