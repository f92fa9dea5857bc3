//! A store that does what the one behind it does, but for what a test has staged.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use protocol::http::{ArchivedGame, GameEntry};
use protocol::{GameId, RoomId, Seat, Timestamp};
use rand::RngExt;
use rand::rngs::StdRng;
use server::blocks::Block;
use server::room::Recorded;
use server::stats::{Figures, StatsFilter, Sums};
use server::store::{
    Append, Appended, ArchivePlace, ArchiveStore, Aside, AsideHead, AsideStore, ChatLine, Deadline, FinishedGame,
    Found, GameSearch, Glimpse, Heartbeat, Hint, Listings, PerChannel, Presence, ServerId, StatsCheck,
};
use server::{Store, StoreError};
use tokio::sync::Mutex;

use crate::meeting::Meeting;

/// Such a store.
pub struct Staged {
    store: Arc<dyn Store>,
    tells_heads: bool,
    tells_glimpses: bool,
    losing_hints: Option<Mutex<StdRng>>,
    unsteady: Option<Mutex<StdRng>>,
    meeting: Option<Arc<Meeting>>,
    exported: Option<Arc<AtomicUsize>>,
}

impl Staged {
    /// Nothing is staged yet.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            tells_heads: true,
            tells_glimpses: true,
            losing_hints: None,
            unsteady: None,
            meeting: None,
            exported: None,
        }
    }

    /// It says of no room that it has moved on: what other servers append is found out by their hints, or not at all.
    #[must_use]
    pub fn without_heads(mut self) -> Self {
        self.tells_heads = false;
        self
    }

    /// Asked for a glimpse of a room, it never answers.
    #[must_use]
    pub fn without_glimpses(mut self) -> Self {
        self.tells_glimpses = false;
        self
    }

    /// Half of the hints of other servers are lost, and some come late.
    #[must_use]
    pub fn losing_hints(mut self, random: StdRng) -> Self {
        self.losing_hints = Some(Mutex::new(random));
        self
    }

    /// Appending takes a moment, now and then fails, or succeeds without anyone being told.
    #[must_use]
    pub fn unsteady(mut self, random: StdRng) -> Self {
        self.unsteady = Some(Mutex::new(random));
        self
    }

    /// Whatever is appended comes by a meeting first.
    #[must_use]
    pub fn meeting(mut self, meeting: Arc<Meeting>) -> Self {
        self.meeting = Some(meeting);
        self
    }

    /// How many whole games were read for files of them is counted.
    #[must_use]
    pub fn counting_exports(mut self, exported: Arc<AtomicUsize>) -> Self {
        self.exported = Some(exported);
        self
    }
}

#[async_trait]
impl Store for Staged {
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        if let Some(meeting) = &self.meeting {
            meeting.attend().await;
        }
        let Some(random) = &self.unsteady else { return self.store.append(batch).await };
        let (pauses, fate) = {
            let mut random = random.lock().await;
            let pause = |random: &mut StdRng| Duration::from_millis(random.random_range(0..4));
            ([pause(&mut random), pause(&mut random)], random.random_range(0..40))
        };
        let unavailable = || StoreError::Unavailable(sqlx::Error::PoolTimedOut);
        tokio::time::sleep(pauses[0]).await;
        if fate == 0 {
            return Err(unavailable());
        }
        let outcome = self.store.append(batch).await;
        tokio::time::sleep(pauses[1]).await;
        if fate == 1 { Err(unavailable()) } else { outcome }
    }

    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError> {
        self.store.load(room, after).await
    }

    async fn glimpse(&self, room: RoomId) -> Result<Glimpse, StoreError> {
        if self.tells_glimpses { self.store.glimpse(room).await } else { std::future::pending().await }
    }

    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError> {
        if self.tells_heads { self.store.heads(rooms).await } else { Ok(Vec::new()) }
    }

    async fn next_hint(&self) -> Hint {
        let Some(random) = &self.losing_hints else { return self.store.next_hint().await };
        loop {
            let hint = self.store.next_hint().await;
            let mut random = random.lock().await;
            match random.random_range(0..8) {
                0..4 => {}
                4 => {
                    tokio::time::sleep(Duration::from_millis(random.random_range(0..500))).await;
                    return hint;
                }
                _ => return hint,
            }
        }
    }

    async fn due_rooms(&self, now: Timestamp, limit: u32) -> Result<Vec<Deadline>, StoreError> {
        self.store.due_rooms(now, limit).await
    }

    async fn postpone(&self, deadlines: &[Deadline]) -> Result<(), StoreError> {
        self.store.postpone(deadlines).await
    }

    async fn listings(&self, now: Timestamp, limit: u32) -> Result<Listings, StoreError> {
        self.store.listings(now, limit).await
    }

    async fn beat(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<Heartbeat, StoreError> {
        self.store.beat(server, now, gap).await
    }

    async fn rest(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<(), StoreError> {
        self.store.rest(server, now, gap).await
    }

    async fn blocks(&self, now: Timestamp) -> Result<Vec<Block>, StoreError> {
        self.store.blocks(now).await
    }

    async fn block(&self, block: &Block, now: Timestamp) -> Result<(), StoreError> {
        self.store.block(block, now).await
    }

    async fn lift_block(&self, block: &Block) -> Result<bool, StoreError> {
        self.store.lift_block(block).await
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    async fn close(&self) {
        self.store.close().await;
    }
}

#[async_trait]
impl AsideStore for Staged {
    async fn say(&self, room: RoomId, line: &ChatLine) -> Result<Option<u64>, StoreError> {
        self.store.say(room, line).await
    }

    async fn set_name(&self, room: RoomId, seat: Seat, name: Option<&str>) -> Result<bool, StoreError> {
        self.store.set_name(room, seat, name).await
    }

    async fn forget(&self, room: RoomId, seat: Option<Seat>) -> Result<bool, StoreError> {
        self.store.forget(room, seat).await
    }

    async fn aside(
        &self,
        asker: ServerId,
        now: Timestamp,
        room: RoomId,
        after: PerChannel<u64>,
        limit: u32,
    ) -> Result<Aside, StoreError> {
        self.store.aside(asker, now, room, after, limit).await
    }

    async fn attend(
        &self,
        server: ServerId,
        now: Timestamp,
        here: &[(RoomId, Presence)],
    ) -> Result<Vec<(RoomId, AsideHead)>, StoreError> {
        self.store.attend(server, now, here).await
    }

    async fn part(&self, server: ServerId) -> Result<(), StoreError> {
        self.store.part(server).await
    }
}

#[async_trait]
impl ArchiveStore for Staged {
    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError> {
        self.store.archived(id).await
    }

    async fn games_of_room(&self, room: RoomId, limit: u32) -> Result<Vec<FinishedGame>, StoreError> {
        self.store.games_of_room(room, limit).await
    }

    async fn search(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<GameEntry>, StoreError> {
        self.store.search(search, after, limit).await
    }

    async fn export(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<ArchivedGame>, StoreError> {
        let found = self.store.export(search, after, limit).await?;
        if let Some(exported) = &self.exported {
            exported.fetch_add(found.games.len(), Ordering::SeqCst);
        }
        Ok(found)
    }

    async fn results(&self, filter: &StatsFilter) -> Result<Vec<(String, Sums)>, StoreError> {
        self.store.results(filter).await
    }

    async fn figures(&self, game: &str, filter: &StatsFilter) -> Result<Figures, StoreError> {
        self.store.figures(game, filter).await
    }

    async fn roll_up(&self, limit: u32) -> Result<u64, StoreError> {
        self.store.roll_up(limit).await
    }

    async fn rebuild_stats(&self) -> Result<u64, StoreError> {
        self.store.rebuild_stats().await
    }

    async fn check_stats(&self) -> Result<StatsCheck, StoreError> {
        self.store.check_stats().await
    }
}
