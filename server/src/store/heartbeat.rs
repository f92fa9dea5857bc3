//! The heartbeat of the servers that share a store, and what it tells of the times in which none of them lived.
//!
//! Each server beats every few seconds. The store keeps the latest time that any of them told, which never goes back,
//! so it matters little whose clock is ahead, as long as the clocks differ by less than the gap that counts as an
//! outage. The beats of several servers wait for each other: an outage is recorded by the first to come after it,
//! once, and the next can only begin where it ended.
//!
//! The store also keeps when each server gave its last sign of life, and whether it said with it that it rests. So a
//! server that starts can tell whether it is alone. If it is, none lived since the latest sign, however short that is
//! ago.

use std::collections::HashMap;
use std::time::Duration;

use protocol::Timestamp;

use super::presence::ServerId;

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

/// For how long a server is remembered that gives no sign of life. One that lived on is then taken for one that starts.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);

/// A server's last sign of life.
#[derive(Clone, Copy, Debug)]
struct Sign {
    time: Timestamp,
    rests: bool,
}

/// The last sign of life of each server, kept in memory: for a store that one process has to itself. No server of
/// another process lives then, so they need not be known.
#[derive(Clone, Debug, Default)]
pub struct SignBook {
    signs: HashMap<ServerId, Sign>,
}

impl SignBook {
    /// How long no server must have given a sign for that to be an outage if `server` gives one at `time`: usually
    /// `gap`. But if it starts and no other lives, no time is too short.
    #[must_use]
    pub fn gap(&self, server: ServerId, time: Timestamp, gap: Duration) -> Duration {
        let lives = |sign: &Sign| !sign.rests && Duration::from_millis(time.0.saturating_sub(sign.time.0)) <= gap;
        let starts_alone = !self.signs.contains_key(&server) && !self.signs.values().any(lives);
        if starts_alone { Duration::ZERO } else { gap }
    }

    /// A server gives a sign. Once it has said that it rests, it does.
    pub fn sign(&mut self, server: ServerId, time: Timestamp, rests: bool) {
        let rested = self.signs.get(&server).is_some_and(|sign| sign.rests);
        self.signs.insert(server, Sign { time, rests: rests || rested });
        self.signs.retain(|_, sign| Duration::from_millis(time.0.saturating_sub(sign.time.0)) <= REMEMBERED);
    }
}
