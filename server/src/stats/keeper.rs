//! Keeping the roll-up close behind the archive.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tracing::warn;

use crate::store::ArchiveStore;

/// How often is looked for games that are not counted yet. Answers hold them all the same; they only cost a little more.
const EVERY: Duration = Duration::from_secs(1);

/// How many games are counted in one transaction.
const AT_ONCE: u32 = 1_000;

/// Counts archived games in the roll-up, until dropped. Any number of servers may do so.
pub async fn keep_counted(store: &dyn ArchiveStore) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        loop {
            match store.roll_up(AT_ONCE).await {
                Ok(counted) if counted >= u64::from(AT_ONCE) => {}
                Ok(_) => break,
                // The next time will do.
                Err(why) => {
                    warn!(%why, "finished games could not be added to the statistics' roll-up");
                    break;
                }
            }
        }
    }
}
