//! Keeping up with other servers on the same store.
//!
//! Whoever appends to a room says so, and every server asks for the heads of its open rooms every two seconds, since
//! what is said may get lost. A room that is behind reads what it missed and tells its sockets.

use std::future::pending;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tracing::debug;

use super::registry::Rooms;
use crate::store::Hint;

/// How often the heads of all open rooms are asked for.
const ASK_EVERY: Duration = Duration::from_secs(2);

/// Follows what other servers do, until dropped; without end if there can be none.
pub(super) async fn follow(rooms: &Rooms) {
    if !rooms.store().is_shared() {
        return pending().await;
    }
    let asking = async {
        let mut ticks = interval(ASK_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            ask(rooms).await;
        }
    };
    let listening = async {
        loop {
            match rooms.store().next_hint().await {
                Hint::Logs(changed) => changed.into_iter().for_each(|room| rooms.refresh(room)),
                Hint::Asides(changed) => rooms.ask_about(changed),
            }
        }
    };
    tokio::join!(asking, listening);
}

/// Asks for the heads of all open rooms in one go, and refreshes those that are behind.
async fn ask(rooms: &Rooms) {
    let known = rooms.heads();
    if known.is_empty() {
        return;
    }
    let ids: Vec<_> = known.keys().copied().collect();
    match rooms.store().heads(&ids).await {
        Ok(heads) => {
            let behind = heads.into_iter().filter(|(room, seq)| known.get(room).is_some_and(|known| known < seq));
            behind.for_each(|(room, _)| rooms.refresh(room));
        }
        // The next time will do.
        Err(why) => debug!(%why, "cannot ask for the heads of open rooms"),
    }
}
