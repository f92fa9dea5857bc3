//! The server's time, which passes when a test says so.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use protocol::Timestamp;
use server::store::ServerId;
use server::{ManualClock, Store};
use tests::in_process::Setup;
use tests::staged::Staged;

/// When such a time begins.
const BEGIN: Timestamp = Timestamp(1_700_000_000_000);

/// How often somebody says that servers live, in milliseconds.
const BEAT: u64 = 5_000;

/// Time that stands still, but for [`pass`](Self::pass).
#[derive(Debug)]
pub(crate) struct Time {
    clock: Arc<ManualClock>,
    store: Arc<OnceLock<Beating>>,
    /// The server that lives all the time.
    server: ServerId,
}

/// The store, which has to be told that servers live.
struct Beating(Arc<dyn Store>);

impl std::fmt::Debug for Beating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Beating")
    }
}

impl Time {
    /// A server for which time stands still, and what lets it pass.
    pub(crate) fn standing_still() -> (Setup, Self) {
        Self::standing_still_at(BEGIN)
    }

    /// The same, with another time to begin with.
    pub(crate) fn standing_still_at(begin: Timestamp) -> (Setup, Self) {
        let (setup, clock) = Setup::with_clock_at(begin);
        let store = Arc::new(OnceLock::new());
        let kept = Arc::clone(&store);
        let setup = setup.through(move |store| {
            kept.get_or_init(|| Beating(Arc::clone(&store)));
            Staged::new(store)
        });
        (setup, Self { clock, store, server: ServerId::new() })
    }

    /// Lets milliseconds pass, all the time in the presence of a server: what passes without one costs no player anything.
    pub(crate) async fn pass(&self, milliseconds: u64) {
        let Beating(store) = self.store.get().expect("the server runs");
        let mut left = milliseconds;
        while left > 0 {
            let step = left.min(BEAT);
            self.clock.advance(step);
            left -= step;
            let beat = store.beat(self.server, server::Clock::now(&*self.clock), Duration::from_millis(BEAT)).await;
            assert_eq!(beat.expect("the store is there").outages, [], "servers live all the time");
        }
    }
}
