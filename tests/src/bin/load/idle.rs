//! Players that sit and do nothing.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::process::Process;
use crate::record::Recorder;
use crate::table::{Table, Tables};

/// How many rooms are made at a time.
const AT_A_TIME: u32 = 20;

/// How long the server gets to come to rest before its memory is looked at.
const REST: Duration = Duration::from_secs(2);

/// Idle players, two in a room, for as long as this lives. They answer the server's pings.
pub(crate) struct Idle {
    _tasks: JoinSet<()>,
    /// How many there are.
    pub(crate) connections: u32,
    /// By how much they made the server grow.
    pub(crate) bytes: Option<u64>,
}

impl Idle {
    /// Seats them, and looks at the server's memory before and after.
    pub(crate) async fn seat(wanted: u32, tables: &Tables, server: Option<Process>, recorder: &Recorder) -> Self {
        let mut tasks = JoinSet::new();
        // What the first rooms of a server cost once is not their sockets' cost.
        seat_some(AT_A_TIME, tables, recorder, &mut tasks).await;
        let memory = || server.and_then(|server| server.memory().ok());
        sleep(REST).await;
        let before = memory();
        let mut connections = 0;
        let mut left = wanted.div_ceil(2);
        while left > 0 {
            let rooms = left.min(AT_A_TIME);
            connections += 2 * seat_some(rooms, tables, recorder, &mut tasks).await;
            left -= rooms;
        }
        sleep(REST).await;
        let bytes = memory().zip(before).map(|(after, before)| after.saturating_sub(before));
        Self { _tasks: tasks, connections, bytes }
    }
}

/// Seats players in so many new rooms. Returns in how many of them that went well.
async fn seat_some(rooms: u32, tables: &Tables, recorder: &Recorder, tasks: &mut JoinSet<()>) -> u32 {
    let opened = futures_util::future::join_all((0..rooms).map(|_| tables.open())).await;
    let mut seated = 0;
    for table in opened {
        match table {
            Ok(table) => {
                tasks.spawn(stay(table));
                seated += 1;
            }
            Err(trouble) => recorder.error(&trouble.code()),
        }
    }
    seated
}

async fn stay(mut table: Table) {
    // The library answers pings while somebody reads. When a socket is gone there is nothing more to wait for.
    let _gone = table.listen().await;
}
