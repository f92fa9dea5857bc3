//! What has to be done all the time, beside what the rooms do themselves.

use super::follow::follow;
use super::registry::Rooms;
use super::sweeper::sweep;

/// Says that this server lives, follows what other servers do, tells them who is there, and opens rooms in which
/// something is due; until dropped. Rooms cannot be opened without it.
pub async fn housekeeping(rooms: Rooms) {
    tokio::join!(rooms.keep_time(), rooms.keep_attendance(), sweep(&rooms), follow(&rooms));
}
