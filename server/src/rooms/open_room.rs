//! A room in memory.
//!
//! It takes one command at a time: decides, has the events stored, and only then takes them into its state, tells
//! everyone, and answers. While events are being stored, further commands wait in line; snapshots and lists of legal
//! moves are of what is stored, and do not wait.

mod commands;
mod computer;
mod people;
mod showing;

use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use protocol::Timestamp;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Duration, Instant, sleep_until};
use tracing::debug;

use super::beside::Beside;
use super::listener::{Listener, ListenerId};
use super::registry::Shared;
use super::request::{Closing, Pending, Request, Wish};
use super::work::{Underway, settle};
use crate::room::{BadLog, RoomState};
use crate::store::{Aside, StoreError};
use computer::Mind;

/// The longest that the timer is set for, in milliseconds: what is due later is looked at again then.
const FAR_AWAY: u64 = 24 * 60 * 60 * 1000;

/// Why a room's task cannot go on. Its sockets are closed, and the room is read anew when they come back.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error(transparent)]
    Log(#[from] BadLog),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("event {0} cannot be shown")]
    View(u64),
    #[error("the room was closed elsewhere, and its log is gone")]
    Closed,
}

/// A room in memory.
pub(super) struct OpenRoom {
    /// What is stored, and nothing else.
    state: RoomState,
    shared: Arc<Shared>,
    listeners: HashMap<ListenerId, Listener>,
    /// What came while something was under way, oldest first.
    waiting: VecDeque<Pending>,
    underway: Option<Underway>,
    /// Whether another server may have appended events since the log was last read.
    stale: bool,
    /// The number of the last event, for the sockets to read.
    seq: Arc<AtomicU64>,
    /// Who is there, what they are called, and what they say.
    beside: Beside,
    /// What the computer is at, if it plays here.
    mind: Mind,
    /// When something is due by itself, as of the last look.
    due: Option<Timestamp>,
    /// Until when nothing is done without anyone's asking, because the store refused that.
    resting_until: Option<Instant>,
    /// When everyone is to be told that the number of watchers has changed.
    tell_watchers_at: Option<Instant>,
    /// Who waits for the room to be closed.
    closing: Vec<oneshot::Sender<Closing>>,
}

impl OpenRoom {
    /// A room in which nobody is yet.
    pub(super) fn new(state: RoomState, aside: &Aside, shared: Arc<Shared>, seq: Arc<AtomicU64>) -> Self {
        let computer_since = state.computer().filter(|_| shared.computer.is_on()).map(|_| state.created());
        let mut beside = Beside::new(state.id(), computer_since, Arc::clone(&shared));
        beside.take_in(aside);
        let mut room = Self {
            state,
            shared,
            listeners: HashMap::new(),
            waiting: VecDeque::new(),
            underway: None,
            stale: false,
            seq,
            beside,
            mind: Mind::default(),
            due: None,
            resting_until: None,
            tell_watchers_at: None,
            closing: Vec::new(),
        };
        room.look_ahead();
        room
    }

    /// Serves the room until it leaves memory, or the server stops and nothing is being stored any more. What waits for
    /// something else than a command to be stored does not hold up the stop.
    pub(super) async fn serve(&mut self, mailbox: &mut mpsc::Receiver<Box<Request>>) -> Result<(), Broken> {
        self.seq.store(self.state.seq(), Ordering::Release);
        // Made once: a new one for each turn would lock what all rooms share.
        let mut stop = pin!(self.shared.stop.clone().cancelled_owned());
        let mut idle_at = Instant::now() + self.shared.config.idle_after;
        // Deadlines move on with every command and hardly ever come, so the timer follows them only when it rings.
        let mut timer = pin!(sleep_until(idle_at));
        loop {
            // Whatever is in the mailbox came before what is due now.
            while let Ok(request) = mailbox.try_recv() {
                self.on_request(*request)?;
            }
            self.go_on()?;
            self.let_computer_think();
            let (is_idle, is_empty) = (self.is_idle(), self.listeners.is_empty());
            let wake = self.next_deadline().into_iter().chain(is_idle.then_some(idle_at)).min();
            if let Some(wake) = wake.filter(|wake| *wake < timer.deadline()) {
                timer.as_mut().reset(wake);
            }
            tokio::select! {
                settled = settle(&mut self.underway) => self.on_settled(settled)?,
                done = self.beside.done() => self.on_done(done),
                reply = self.mind.reply() => self.on_reply(reply),
                request = mailbox.recv() => match request {
                    Some(request) => self.on_request(*request)?,
                    None => return Ok(()),
                },
                () = &mut timer, if wake.is_some() => match wake {
                    Some(wake) if wake > Instant::now() => timer.as_mut().reset(wake),
                    _ => {
                        self.give_up_waiting();
                        self.tell_watchers_in_time();
                        self.rest_no_longer();
                        if is_idle && idle_at <= Instant::now() && self.shared.leave_if_quiet(self.state.id(), mailbox) {
                            debug!(room = %self.state.id(), "room left memory");
                            return Ok(());
                        }
                    }
                },
                () = &mut stop, if !self.is_storing() => return Ok(()),
            }
            // What other servers do here keeps nothing in memory.
            if !is_empty {
                idle_at = Instant::now() + self.shared.config.idle_after;
            }
        }
    }

    /// Whether nobody is there and nothing is to be done soon.
    fn is_idle(&self) -> bool {
        let due_at = if self.resting_until.is_none() { self.due_at() } else { None };
        let is_due_soon = due_at.is_some_and(|at| at < Instant::now() + self.shared.config.idle_after);
        self.listeners.is_empty() && self.underway.is_none() && self.beside.is_idle() && !is_due_soon
    }

    /// When the timer is to ring, apart from the room's leaving.
    fn next_deadline(&self) -> Option<Instant> {
        let underway = self.underway.as_ref().and_then(|underway| underway.pending.as_ref());
        // All wait equally long, so the oldest is the first.
        let pending = underway.or_else(|| self.waiting.front()).map(|pending| pending.deadline);
        // What is due waits for what is under way.
        let due = if self.underway.is_none() { self.resting_until.or_else(|| self.due_at()) } else { None };
        [pending, due, self.tell_watchers_at, self.mind.rests_until()].into_iter().flatten().min()
    }

    /// When something is due by itself, on the clock that timers use, or is to be looked at again.
    fn due_at(&self) -> Option<Instant> {
        let away = self.due?.0.saturating_sub(self.shared.clock.now().0);
        Some(Instant::now() + Duration::from_millis(away.min(FAR_AWAY)))
    }

    /// Whether something is being stored.
    fn is_storing(&self) -> bool {
        self.underway.as_ref().is_some_and(|underway| underway.work.is_storing())
    }

    fn on_request(&mut self, request: Request) -> Result<(), Broken> {
        let deadline = Instant::now() + self.shared.config.patience;
        match request {
            Request::Join { listener, join, id, at } => {
                let pending = Pending { listener: listener.id, seat: None, wish: Wish::Join(join), id, at, deadline };
                self.listeners.insert(listener.id, listener);
                self.on_wish(pending);
            }
            Request::Wish { listener, wish, id, at } => {
                let seat = self.seat_of(listener);
                self.on_wish(Pending { listener, seat, wish, id, at, deadline });
            }
            Request::Resync(listener) => self.send_snapshot(listener),
            Request::Leave(listener) => {
                self.listeners.remove(&listener);
                self.count_people(None);
            }
            Request::Refresh => self.stale = true,
            Request::Beside(head) => {
                let news = self.beside.hear(&head);
                self.tell_news(news);
                self.look_ahead();
            }
            Request::Outage(until) => self.on_outage(until),
            Request::Due(deadline) => self.on_due(deadline),
            Request::Close(told) => self.closing.push(told),
        }
        Ok(())
    }
}
