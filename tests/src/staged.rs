//! A store that does what the one behind it does, but for what a test has staged.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use protocol::http::ArchivedGame;
use protocol::{GameId, RoomId};
use rand::RngExt;
use rand::rngs::StdRng;
use server::room::Recorded;
use server::stats::Tally;
use server::store::{Append, Appended};
use server::{Store, StoreError};
use tokio::sync::Mutex;

use crate::meeting::Meeting;

/// Such a store.
pub struct Staged {
    store: Arc<dyn Store>,
    tells_heads: bool,
    losing_hints: Option<Mutex<StdRng>>,
    meeting: Option<Arc<Meeting>>,
}

impl Staged {
    /// Nothing is staged yet.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, tells_heads: true, losing_hints: None, meeting: None }
    }

    /// It says of no room that it has moved on: what other servers append is found out by their hints, or not at all.
    #[must_use]
    pub fn without_heads(mut self) -> Self {
        self.tells_heads = false;
        self
    }

    /// Half of the hints of other servers are lost, and some come late.
    #[must_use]
    pub fn losing_hints(mut self, random: StdRng) -> Self {
        self.losing_hints = Some(Mutex::new(random));
        self
    }

    /// Whatever is appended comes by a meeting first.
    #[must_use]
    pub fn meeting(mut self, meeting: Arc<Meeting>) -> Self {
        self.meeting = Some(meeting);
        self
    }
}

#[async_trait]
impl Store for Staged {
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        if let Some(meeting) = &self.meeting {
            meeting.attend().await;
        }
        self.store.append(batch).await
    }

    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError> {
        self.store.load(room, after).await
    }

    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError> {
        if self.tells_heads { self.store.heads(rooms).await } else { Ok(Vec::new()) }
    }

    async fn next_hint(&self) -> Vec<RoomId> {
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

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    async fn tallies(&self) -> Result<Vec<Tally>, StoreError> {
        self.store.tallies().await
    }

    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError> {
        self.store.archived(id).await
    }

    async fn close(&self) {
        self.store.close().await;
    }
}
