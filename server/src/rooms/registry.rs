//! Which rooms are open in this server.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use protocol::{RoomId, Timestamp};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, debug, debug_span};

use super::attendance::Attendance;
use super::request::Request;
use super::task::RoomTask;
use super::timekeeper::Timekeeper;
use crate::clock::Clock;
use crate::computer::{Computer, Load, Unasked};
use crate::limits::ChatQuotas;
use crate::store::{Appender, AsideHead, Store};

/// The bounds that rooms live in.
#[derive(Clone, Copy, Debug)]
pub struct RoomsConfig {
    /// How long a room stays in memory after the last socket left.
    pub idle_after: Duration,
    /// How long a command waits to be stored before its sender is told to send it again.
    pub patience: Duration,
    /// How many requests of sockets may wait for a room's task, and as many commands for the store.
    pub mailbox: usize,
    /// Whether people may talk.
    pub chat: bool,
    /// Whether people may give themselves names.
    pub names: bool,
    /// How much they may say.
    pub chat_quotas: ChatQuotas,
}

impl Default for RoomsConfig {
    fn default() -> Self {
        Self {
            idle_after: Duration::from_secs(60),
            patience: Duration::from_secs(5),
            mailbox: 64,
            chat: true,
            names: true,
            chat_quotas: ChatQuotas::default(),
        }
    }
}

/// What all rooms share.
pub(super) struct Shared {
    pub(super) store: Arc<dyn Store>,
    pub(super) appender: Appender,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) config: RoomsConfig,
    pub(super) computer: Computer,
    pub(super) stop: CancellationToken,
    pub(super) time: Timekeeper,
    pub(super) attendance: Attendance,
    tasks: TaskTracker,
    open: Mutex<HashMap<RoomId, RoomHandle>>,
}

/// Why a request did not reach a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsent {
    /// The room has too much to do.
    #[error("the room's mailbox is full")]
    Full,
    /// The room has left memory, and has to be opened anew.
    #[error("the room has left memory")]
    Left,
}

/// The way to an open room's task.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    /// Boxed, so that a mailbox with its places for many takes little memory in a quiet room.
    mailbox: mpsc::Sender<Box<Request>>,
    seq: Arc<AtomicU64>,
}

impl RoomHandle {
    /// Hands a request to the room, if its mailbox has a place for it.
    ///
    /// # Errors
    /// If the mailbox is full, or the room has left memory.
    pub fn try_send(&self, request: Request) -> Result<(), Unsent> {
        self.mailbox.try_send(Box::new(request)).map_err(|error| match error {
            TrySendError::Full(_) => Unsent::Full,
            TrySendError::Closed(_) => Unsent::Left,
        })
    }

    /// Hands a request to the room, waiting for a place. Does nothing if the room has left memory.
    pub async fn send(&self, request: Request) {
        let _ = self.mailbox.send(Box::new(request)).await;
    }

    /// The number of the room's last event.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq.load(Ordering::Acquire)
    }
}

/// The open rooms. Clones are the same.
#[derive(Clone)]
pub struct Rooms(Arc<Shared>);

impl Rooms {
    /// No rooms yet; they open as they are asked for.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        appender: Appender,
        clock: Arc<dyn Clock>,
        config: RoomsConfig,
        computer: Computer,
    ) -> Self {
        Self(Arc::new(Shared {
            store,
            appender,
            clock,
            config,
            computer,
            stop: CancellationToken::new(),
            time: Timekeeper::new(),
            attendance: Attendance::default(),
            tasks: TaskTracker::new(),
            open: Mutex::default(),
        }))
    }

    /// The way to a room, which is opened if it is not. Whether there is such a room at all, its answers say.
    #[must_use]
    pub fn open(&self, id: RoomId) -> RoomHandle {
        match self.0.open().entry(id) {
            // A task that is gone without leaving the map has panicked, or the server stops.
            Entry::Occupied(entry) if !entry.get().mailbox.is_closed() => entry.get().clone(),
            Entry::Occupied(mut entry) => {
                entry.insert(self.spawn(id));
                entry.get().clone()
            }
            Entry::Vacant(entry) => entry.insert(self.spawn(id)).clone(),
        }
    }

    /// The last events of the rooms in memory, as far as these are loaded.
    #[must_use]
    pub fn heads(&self) -> HashMap<RoomId, u64> {
        let heads = self.0.open();
        heads.iter().map(|(id, handle)| (*id, handle.seq())).filter(|(_, seq)| *seq > 0).collect()
    }

    /// Has a room, if it is in memory, look for events that another server has appended.
    pub fn refresh(&self, id: RoomId) {
        let handle = self.0.open().get(&id).cloned();
        if let Some(handle) = handle {
            // A room with a full mailbox has its next append to find out by, and is asked about again soon.
            let _ = handle.try_send(Request::Refresh);
        }
    }

    /// Tells a room, if it is in memory, what another server says lies beside its log. Returns whether it could be
    /// told, or need not be.
    pub(super) fn hear(&self, id: RoomId, head: AsideHead) -> bool {
        let handle = self.0.open().get(&id).cloned();
        handle.is_none_or(|handle| handle.try_send(Request::Beside(head)) != Err(Unsent::Full))
    }

    /// Something changed beside the logs of these rooms, at another server or by the operator's wish.
    pub(crate) fn ask_about(&self, rooms: Vec<RoomId>) {
        self.0.attendance.ask_about(rooms);
    }

    /// Says that this server lives, and learns of outages, until it [rests](Self::rest).
    pub(super) async fn keep_time(&self) {
        let tell = |until| {
            let handles: Vec<_> = self.0.open().values().cloned().collect();
            for handle in handles {
                // A room with a full mailbox shows its clocks with what it does next.
                let _ = handle.try_send(Request::Outage(until));
            }
        };
        self.0.time.keep(self.0.attendance.server(), self.store(), self.0.clock.as_ref(), tell).await;
    }

    /// Tells other servers who is there, until dropped.
    pub(super) async fn keep_attendance(&self) {
        self.0.attendance.keep(self).await;
    }

    /// Whether the computer plays on this server.
    #[must_use]
    pub fn has_computer(&self) -> bool {
        self.0.computer.is_on()
    }

    /// Whether another room can be made in which the computer plays.
    ///
    /// # Errors
    /// If the computer has too much to do, or does not play on this server.
    pub fn has_room_for_computer(&self) -> Result<(), Unasked> {
        self.0.computer.has_room()
    }

    /// Where the rooms are kept.
    pub(super) fn store(&self) -> &dyn Store {
        self.0.store.as_ref()
    }

    /// The time by the server's clock.
    pub(super) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// How many rooms are kept in mind for other servers' sake.
    #[must_use]
    pub fn attended(&self) -> usize {
        self.0.attendance.count()
    }

    /// How many tasks of rooms run.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.0.tasks.len()
    }

    /// How many rooms are in memory.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.open().len()
    }

    /// How many requests wait in the mailboxes of rooms.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.open().values().map(|handle| handle.mailbox.max_capacity() - handle.mailbox.capacity()).sum()
    }

    /// What the computer has to do.
    #[must_use]
    pub fn computer_load(&self) -> Load {
        self.0.computer.load()
    }

    /// From now on nobody can play on this server, and nothing happens in its rooms by itself. What was asked before is
    /// still done, and [`stop`](Self::stop) then tells the store that the server rests since now.
    pub fn rest(&self) {
        self.0.time.rest(self.now());
    }

    /// Ends all rooms' tasks, and waits until what they were storing is stored. Then the store is told that this server
    /// rests, and since when: since now, or since [`rest`](Self::rest).
    pub async fn stop(&self) {
        self.rest();
        self.0.stop.cancel();
        self.0.tasks.close();
        self.0.tasks.wait().await;
        let server = self.0.attendance.server();
        let parting = async {
            tokio::join!(self.0.store.part(server), self.0.time.tell_rest(server, self.store(), self.0.clock.as_ref()))
        };
        // If the store cannot be told now, others find out in some seconds.
        if !matches!(timeout(self.0.config.patience, parting).await, Ok((Ok(()), Ok(())))) {
            debug!("the store cannot be told that this server stops");
        }
    }

    fn spawn(&self, id: RoomId) -> RoomHandle {
        let (sender, mailbox) = mpsc::channel(self.0.config.mailbox);
        let seq = Arc::new(AtomicU64::new(0));
        let task = RoomTask::new(id, Arc::clone(&self.0), mailbox, Arc::clone(&seq));
        let shared = Arc::clone(&self.0);
        let serving = async move {
            if AssertUnwindSafe(task.run()).catch_unwind().await.is_err() {
                shared.forget(id);
            }
        };
        // Only where details are logged, as a room is entered with every message.
        self.0.tasks.spawn(serving.instrument(debug_span!("room", %id)));
        RoomHandle { mailbox: sender, seq }
    }
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, HashMap<RoomId, RoomHandle>> {
        // Each change of the map is a single call, so a panic elsewhere cannot have left it half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a room out of the map if nobody has asked it anything meanwhile. Its task then ends; whoever still holds
    /// the old handle finds it closed and opens the room anew.
    pub(super) fn leave_if_quiet(&self, id: RoomId, mailbox: &mut mpsc::Receiver<Box<Request>>) -> bool {
        let mut open = self.open();
        if !mailbox.is_empty() {
            return false;
        }
        self.take_out(&mut open, id);
        mailbox.close();
        true
    }

    /// Takes a room out of the map in any case.
    pub(super) fn leave(&self, id: RoomId, mailbox: &mut mpsc::Receiver<Box<Request>>) {
        self.take_out(&mut self.open(), id);
        mailbox.close();
    }

    /// Takes a room out of the map whose task has panicked, unless it was opened anew.
    fn forget(&self, id: RoomId) {
        let mut open = self.open();
        if open.get(&id).is_some_and(|handle| handle.mailbox.is_closed()) {
            self.take_out(&mut open, id);
        }
    }

    /// Takes a room out of the map. Nobody can open it anew before it is settled that nobody is in it any more.
    fn take_out(&self, open: &mut HashMap<RoomId, RoomHandle>, id: RoomId) {
        self.attendance.leave(id);
        open.remove(&id);
    }
}
