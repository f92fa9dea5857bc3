//! What this server knows of the times in which no server lived.
//!
//! All servers on one store beat together: each says every few seconds that it lives, and learns from the store when
//! none did. Deadlines of clocks are worked out from that alone, so every server finds the same ones. One that stops
//! says so, since the time until one starts again need not be long to matter to the side to move.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use protocol::Timestamp;
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};
use tracing::debug;

use crate::clock::Clock;
use crate::room::{LONGEST_SILENCE, Outages};
use crate::store::{ServerId, Store, StoreError};

/// How often a server says that it lives.
const EVERY: Duration = Duration::from_secs(5);

/// How long no server must have said that it lives for the time to count as an outage, unless one starts alone.
const GAP: Duration = Duration::from_millis(LONGEST_SILENCE);

/// The shortest time between two beats, however often it is asked for one.
const AT_LEAST: Duration = Duration::from_millis(100);

/// How long to wait before a store that did not answer is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// Keeps the outages.
#[derive(Debug)]
pub(super) struct Timekeeper {
    outages: watch::Sender<Arc<Outages>>,
    asked: Notify,
    /// Since when this server gives no sign of life any more.
    rests: OnceLock<Timestamp>,
}

impl Timekeeper {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        let nothing = Arc::new(Outages::new(Timestamp(0), []));
        Self { outages: watch::Sender::new(nothing), asked: Notify::new(), rests: OnceLock::new() }
    }

    /// The outages as far as they are known.
    pub(super) fn outages(&self) -> Arc<Outages> {
        Arc::clone(&self.outages.borrow())
    }

    /// Waits until all outages up to a time are known: as long as the store is away, if need be. Returns whether they
    /// are; a server that rests will not know.
    pub(super) async fn known_until(&self, time: Timestamp) -> bool {
        let mut outages = self.outages.subscribe();
        while outages.borrow_and_update().known_until() < time {
            if self.rests() {
                return false;
            }
            self.asked.notify_one();
            // The sender is in `self`, so there is always another value to wait for.
            let _ = outages.changed().await;
        }
        true
    }

    /// Waits until the store has told of outages at all. Returns whether it has.
    pub(super) async fn is_ready(&self) -> bool {
        self.known_until(Timestamp(1)).await
    }

    /// Beats no more: this server stops. Returns since when, which only the first call decides.
    pub(super) fn rest(&self, now: Timestamp) -> Timestamp {
        let since = *self.rests.get_or_init(|| now);
        // Nobody need wait for the next beat.
        self.outages.send_modify(|_| {});
        since
    }

    /// Whether this server rests.
    pub(super) fn rests(&self) -> bool {
        self.rests.get().is_some()
    }

    /// Beats, until it rests. Tells of each outage that was not known before, until when it lasted.
    pub(super) async fn keep(&self, server: ServerId, store: &dyn Store, clock: &dyn Clock, tell: impl Fn(Timestamp)) {
        let mut last = None;
        while !self.rests() {
            match store.beat(server, clock.now(), GAP).await {
                Ok(beat) => {
                    let latest = beat.outages.last().copied();
                    self.outages.send_replace(Arc::new(Outages::new(beat.time, beat.outages)));
                    if let Some((_, until)) = latest.filter(|_| latest > last) {
                        last = latest;
                        tell(until);
                    }
                    sleep(AT_LEAST).await;
                    let _ = timeout(EVERY - AT_LEAST, self.asked.notified()).await;
                }
                Err(why) => {
                    debug!(%why, "cannot tell the store that this server lives");
                    sleep(RETRY).await;
                }
            }
        }
    }

    /// Tells the store since when this server rests, once nothing of it is to be stored any more.
    pub(super) async fn tell_rest(
        &self,
        server: ServerId,
        store: &dyn Store,
        clock: &dyn Clock,
    ) -> Result<(), StoreError> {
        store.rest(server, self.rest(clock.now()), GAP).await
    }
}
