//! What a database holds, read or written past the servers that use it.

use std::sync::Arc;
use std::time::Duration;

use protocol::http::ArchivedGame;
use protocol::{RoomId, SeatToken, SidesChoice, Snapshot, Timestamp};
use server::identity::{TokenHash, game_id};
use server::room::{Outages, Recorded, RoomState, snapshot_view};
use server::store::{Append, Appended, ArchiveRow, ServerId, StatsCheck};
use server::{Store, store};
use uuid::Uuid;

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

    /// Puts finished games into the archive, each as the only one of a room of its own, and gives them their ids.
    pub async fn archive(&self, games: impl IntoIterator<Item = ArchivedGame>) -> Vec<ArchivedGame> {
        let nobody = || TokenHash::of(&SeatToken::from_bits(0));
        let games: Vec<_> = (1..)
            .map(RoomId::from_bits)
            .zip(games)
            .map(|(room, game)| (room, ArchivedGame { id: game_id(room, 1), ..game }))
            .collect();
        for some in games.chunks(500) {
            let append = |(room, game): &(RoomId, ArchivedGame)| Append {
                id: Uuid::new_v4(),
                room: *room,
                after: 0,
                events: vec![Recorded::opening(game.game.clone(), SidesChoice::First, nobody(), game.started)],
                archive: Some(ArchiveRow { room: *room, number: 1, game: game.clone() }),
                due: None,
                listing: None,
                closes: false,
            };
            let batch: Vec<_> = some.iter().map(append).collect();
            let outcomes = self.store.append(&batch).await.expect("games can be stored");
            assert!(outcomes.iter().all(|outcome| *outcome == Appended::Stored));
        }
        games.into_iter().map(|(_, game)| game).collect()
    }

    /// Leaves the database alone.
    pub async fn close(self) {
        self.store.close().await;
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
