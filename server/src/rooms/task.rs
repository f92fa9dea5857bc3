//! The task that owns a room in this server: loads it, and serves it until it leaves memory.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use protocol::{ErrorCode, RoomId};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tracing::{debug, error, warn};

use super::open_room::{Broken, OpenRoom};
use super::refused;
use super::registry::Shared;
use super::request::Request;
use crate::room::RoomState;
use crate::store::StoreError;

/// A room that is not loaded yet.
pub(super) struct RoomTask {
    id: RoomId,
    shared: Arc<Shared>,
    mailbox: mpsc::Receiver<Box<Request>>,
    seq: Arc<AtomicU64>,
}

impl RoomTask {
    pub(super) const fn new(
        id: RoomId,
        shared: Arc<Shared>,
        mailbox: mpsc::Receiver<Box<Request>>,
        seq: Arc<AtomicU64>,
    ) -> Self {
        Self { id, shared, mailbox, seq }
    }

    /// Loads the room and serves it until it leaves memory.
    pub(super) async fn run(mut self) {
        let (code, why) = match self.load().await {
            Ok(Some(state)) => {
                let room = OpenRoom::new(state, Arc::clone(&self.shared), self.seq);
                if let Err(why) = room.serve(&mut self.mailbox).await {
                    error!(room = %self.id, %why, "a room is broken");
                    self.shared.leave(self.id, &mut self.mailbox);
                }
                return;
            }
            Ok(None) => (ErrorCode::UnknownRoom, "there is no such room"),
            Err(Broken::Store(StoreError::Unavailable(why))) => {
                warn!(room = %self.id, %why, "cannot load a room now");
                (ErrorCode::StoreUnavailable, "the room cannot be read right now; try again")
            }
            Err(why) => {
                error!(room = %self.id, %why, "cannot load a room");
                (ErrorCode::Internal, "the room cannot be read")
            }
        };
        self.shared.leave(self.id, &mut self.mailbox);
        while let Some(request) = self.mailbox.recv().await {
            if let Request::Join { listener, id, .. } = *request {
                listener.answer(refused(id, code, why, None), false);
            }
        }
    }

    /// Reads the room's log; `None` if there is none.
    async fn load(&self) -> Result<Option<RoomState>, Broken> {
        let log = timeout(self.shared.config.patience, self.shared.store.load(self.id, 0))
            .await
            .unwrap_or(Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut)))?;
        if log.is_empty() {
            return Ok(None);
        }
        let state = RoomState::replay(self.id, &log)?;
        debug!(room = %self.id, seq = state.seq(), "room opened");
        Ok(Some(state))
    }
}
