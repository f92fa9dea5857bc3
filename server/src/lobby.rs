//! The list of open rooms, which many pages ask for again and again.

use std::time::Duration;

use protocol::http::{Lobby, LobbyEntry};
use tokio::sync::Mutex;
use tokio::time::Instant;
use tracing::warn;

use crate::clock::Clock;
use crate::store::{Listing, Store, StoreError};

/// The most rooms that are listed.
const MOST: u32 = 100;

/// How old the list may be. However many ask, the store is asked no more often.
const FRESH: Duration = Duration::from_secs(1);

/// The list as it was read last.
#[derive(Debug, Default)]
pub(crate) struct LobbyList(Mutex<Option<(Instant, Lobby)>>);

impl LobbyList {
    /// The open rooms, newest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn list(&self, store: &dyn Store, clock: &dyn Clock) -> Result<Lobby, StoreError> {
        // Held while the store is read, so that those who ask meanwhile wait for the same answer.
        let mut known = self.0.lock().await;
        if let Some((at, lobby)) = &*known
            && at.elapsed() < FRESH
        {
            return Ok(lobby.clone());
        }
        let listings = store.listings(clock.now(), MOST).await?;
        let lobby = Lobby { rooms: listings.rooms.iter().filter_map(entry).collect() };
        *known = Some((Instant::now(), lobby.clone()));
        Ok(lobby)
    }
}

/// What is shown of a room; `None` if its entry was written by no server of ours.
fn entry(listing: &Listing) -> Option<LobbyEntry> {
    match serde_json::from_str::<LobbyEntry>(&listing.entry) {
        Ok(entry) => Some(LobbyEntry { host_here: listing.host_here, ..entry }),
        Err(why) => {
            warn!(room = %listing.room, %why, "a room's entry in the lobby cannot be read");
            None
        }
    }
}
