//! The task that owns a room in this server: loads it, and serves it until it leaves memory.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use protocol::{ErrorCode, RoomId, Timestamp};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tracing::{debug, error, warn};

use super::beside::Beside;
use super::open_room::{Broken, OpenRoom};
use super::refused;
use super::registry::Shared;
use super::request::{Closing, Request};
use crate::room::RoomState;
use crate::store::{Aside, Deadline, StoreError};

/// For how many milliseconds the sweeper leaves a room alone in which nothing can be done.
const PUT_OFF: u64 = 24 * 60 * 60 * 1000;

/// The deadline to be kept for a room in which nothing can be done for now.
pub(super) const fn put_off(deadline: Deadline, now: Timestamp) -> Deadline {
    Deadline { due: Timestamp(now.0.saturating_add(PUT_OFF)), ..deadline }
}

/// What the store has of a room.
enum Loaded {
    /// Nothing.
    Nothing,
    /// That it is closed.
    Closed,
    /// All of it.
    Room(Box<RoomState>, Box<Aside>),
}

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
            Ok(Loaded::Room(state, aside)) => {
                // In a box: as a part of this future it would be there twice.
                let mut room = Box::new(OpenRoom::new(*state, &aside, Arc::clone(&self.shared), self.seq));
                drop(aside);
                if let Err(why) = room.serve(&mut self.mailbox).await {
                    match why {
                        Broken::Closed => debug!(room = %self.id, "the room was closed elsewhere"),
                        why => error!(room = %self.id, %why, "a room is broken"),
                    }
                    self.shared.leave(self.id, &mut self.mailbox);
                }
                return;
            }
            Ok(Loaded::Closed) => (ErrorCode::RoomClosed, "the room is closed; its games are kept"),
            Ok(Loaded::Nothing) => (ErrorCode::UnknownRoom, "there is no such room"),
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
            match *request {
                Request::Join { listener, id, .. } => listener.answer(refused(id, code, why, None), false),
                // One that could not be read for lack of an answer is tried again with the next sweep.
                Request::Due(deadline) if code == ErrorCode::Internal => self.put_off(deadline).await,
                Request::Close(told) => {
                    // Whoever asked may have gone.
                    let _ = told.send(match code {
                        ErrorCode::RoomClosed => Closing::Closed,
                        ErrorCode::UnknownRoom => Closing::Unknown,
                        _ => Closing::Unavailable,
                    });
                }
                _ => {}
            }
        }
    }

    /// Has the sweeper leave a room alone for a while that cannot be opened, so that it does not hold up the others.
    async fn put_off(&self, deadline: Deadline) {
        if let Err(why) = self.shared.store.postpone(&[put_off(deadline, self.shared.clock.now())]).await {
            debug!(room = %self.id, %why, "cannot put off a room");
        }
    }

    /// Reads the room's log and what lies beside it.
    async fn load(&self) -> Result<Loaded, Broken> {
        let reading = async {
            // Without knowing of outages no clock can be read.
            if !self.shared.time.is_ready().await {
                return Err(StoreError::Unavailable(sqlx::Error::PoolClosed));
            }
            let (log, aside) = tokio::join!(self.shared.store.load(self.id, 0), Beside::read(&self.shared, self.id));
            Ok((log?, aside?))
        };
        let (log, aside) = timeout(self.shared.config.patience, reading)
            .await
            .unwrap_or(Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut)))?;
        match (log.first(), log.last()) {
            (Some(first), Some(last)) if first.seq > 1 && last.closes_room() => Ok(Loaded::Closed),
            (Some(_), Some(_)) => {
                let state = RoomState::replay(self.id, &log)?;
                debug!(room = %self.id, seq = state.seq(), "room opened");
                Ok(Loaded::Room(Box::new(state), Box::new(aside)))
            }
            _ => Ok(Loaded::Nothing),
        }
    }
}
