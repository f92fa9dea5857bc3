//! Opening the rooms in which something is due while nobody has them open.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tracing::debug;

use super::registry::Rooms;
use super::request::Request;

/// How often the store is asked.
const EVERY: Duration = Duration::from_secs(1);

/// How many rooms are opened at once; the others follow.
const AT_ONCE: u32 = 200;

/// Opens rooms whose time has come, until dropped. What is due is for the room to decide.
pub(super) async fn sweep(rooms: &Rooms) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match rooms.store().due_rooms(rooms.now(), AT_ONCE).await {
            Ok(due) => {
                for deadline in due {
                    // If its mailbox is full, it has the next sweep to hear of it.
                    let _ = rooms.open(deadline.room).try_send(Request::Due(deadline));
                }
            }
            // The next time will do.
            Err(why) => debug!(%why, "cannot ask which rooms are due"),
        }
    }
}
