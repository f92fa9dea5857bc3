//! What a database holds, read past the servers that use it.

use std::sync::Arc;
use std::time::Duration;

use protocol::http::ArchivedGame;
use protocol::{RoomId, Snapshot, Timestamp};
use server::room::{Outages, Recorded, RoomState, snapshot_view};
use server::store::{ServerId, StatsCheck};
use server::{Store, store};

use crate::database::Database;
use crate::view::shared;

/// A way into a Postgres database beside its servers, or into a SQLite database that no server uses now.
pub struct Stored {
    store: Arc<dyn Store>,
}

impl Stored {
    /// Opens a way into the database.
    pub async fn on(database: &Database) -> Self {
        let options = store::Options { hints: false };
        Self { store: store::open_with(&database.url(), options).await.expect("the database can be opened") }
    }

    /// A room's log, which has no gaps.
    pub async fn log(&self, room: RoomId) -> Vec<Recorded> {
        let log = self.store.load(room, 0).await.expect("the log can be read");
        let seqs: Vec<_> = log.iter().map(|event| event.seq).collect();
        let without_gaps: Vec<_> = (1..).take(log.len()).collect();
        assert_eq!(seqs, without_gaps, "the log of room {room}");
        log
    }

    /// A room as its log tells, as everybody in it knows it.
    pub async fn room(&self, room: RoomId) -> Snapshot {
        let state = RoomState::replay(room, &self.log(room).await).expect("a log that can be replayed");
        shared(snapshot_view(&state, None, Timestamp(0), &Outages::NONE))
    }

    /// The last event of a room, as servers that share the database ask for it.
    pub async fn head(&self, room: RoomId) -> u64 {
        let heads = self.store.heads(&[room]).await.expect("heads can be read");
        heads.first().expect("the room is there").1
    }

    /// How many games the archive holds.
    pub async fn games(&self) -> u64 {
        self.stats_check().await.games
    }

    /// The archive and the statistics, compared.
    pub async fn stats_check(&self) -> StatsCheck {
        self.store.check_stats().await.expect("the archive can be read")
    }

    /// The games of a room that the archive holds, by their numbers.
    pub async fn games_of_room(&self, room: RoomId) -> Vec<(u32, ArchivedGame)> {
        let mut games = Vec::new();
        for finished in self.store.games_of_room(room, u32::MAX).await.expect("the archive can be read") {
            let archived = self.store.archived(finished.result.id).await.expect("the archive can be read");
            games.push((finished.number, archived.expect("a game of the room is in the archive")));
        }
        games
    }

    /// Whether there was a time in which no server lived.
    pub async fn outages(&self) -> bool {
        const NOTHING_NEW: (Timestamp, Duration) = (Timestamp(0), Duration::from_secs(1_000_000_000));
        let beat =
            self.store.beat(ServerId::new(), NOTHING_NEW.0, NOTHING_NEW.1).await.expect("the heartbeat can be read");
        !beat.outages.is_empty()
    }
}
