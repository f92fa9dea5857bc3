//! What this server knows of the times in which no server lived.
//!
//! All servers on one store beat together: each says every few seconds that it lives, and learns from the store when
//! none did. Deadlines of clocks are worked out from that alone, so every server finds the same ones.

use std::sync::Arc;
use std::time::Duration;

use protocol::Timestamp;
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};
use tracing::debug;

use crate::clock::Clock;
use crate::room::{LONGEST_SILENCE, Outages};
use crate::store::Store;

/// How often a server says that it lives.
const EVERY: Duration = Duration::from_secs(5);

/// How long no server must have said that it lives for the time to count as an outage.
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
}

impl Timekeeper {
    /// Nothing is known yet.
    pub(super) fn new() -> Self {
        let nothing = Arc::new(Outages::new(Timestamp(0), []));
        Self { outages: watch::Sender::new(nothing), asked: Notify::new() }
    }

    /// The outages as far as they are known.
    pub(super) fn outages(&self) -> Arc<Outages> {
        Arc::clone(&self.outages.borrow())
    }

    /// Waits until all outages up to a time are known: as long as the store is away, if need be.
    pub(super) async fn known_until(&self, time: Timestamp) {
        let mut outages = self.outages.subscribe();
        while outages.borrow_and_update().known_until() < time {
            self.asked.notify_one();
            // The sender is in `self`, so there is always another value to wait for.
            let _ = outages.changed().await;
        }
    }

    /// Waits until the store has told of outages at all.
    pub(super) async fn is_ready(&self) {
        self.known_until(Timestamp(1)).await;
    }

    /// Beats, until dropped. Tells of each outage that was not known before, until when it lasted.
    pub(super) async fn keep(&self, store: &dyn Store, clock: &dyn Clock, tell: impl Fn(Timestamp)) {
        let mut last = None;
        loop {
            match store.beat(clock.now(), GAP).await {
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
}
