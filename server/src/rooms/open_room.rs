//! A room in memory.
//!
//! It takes one command at a time: decides, has the events stored, and only then takes them into its state, tells
//! everyone, and answers. While events are being stored, further commands wait in line; snapshots and lists of legal
//! moves are of what is stored, and do not wait.

use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use protocol::{ErrorCode, Seat, ServerMessage};
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant, sleep, sleep_until};
use tracing::{debug, error};
use uuid::Uuid;

use super::listener::{Listener, ListenerId};
use super::registry::Shared;
use super::request::{Join, Pending, Request, Wish};
use super::work::{Settled, Underway, Work, settle};
use super::{encode, okay, refused};
use crate::identity::TokenHash;
use crate::room::{
    Action, BadLog, Command, Decision, Env, Recorded, Refusal, RoomState, decide, event_view, legal_moves_text,
    snapshot_view,
};
use crate::store::{Append, AppendError, Appended, StoreError};

/// How long to wait before a log that could not be read is asked for again.
const RELOAD_PAUSE: Duration = Duration::from_millis(250);

/// Why a room's task cannot go on. Its sockets are closed, and the room is read anew when they come back.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error(transparent)]
    Log(#[from] BadLog),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("event {0} cannot be shown")]
    View(u64),
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
}

impl OpenRoom {
    /// A room in which nobody is yet.
    pub(super) fn new(state: RoomState, shared: Arc<Shared>, seq: Arc<AtomicU64>) -> Self {
        Self { state, shared, listeners: HashMap::new(), waiting: VecDeque::new(), underway: None, stale: false, seq }
    }

    /// Serves the room until it leaves memory, or the server stops and nothing is being stored any more.
    pub(super) async fn serve(mut self, mailbox: &mut mpsc::Receiver<Box<Request>>) -> Result<(), Broken> {
        self.seq.store(self.state.seq(), Ordering::Release);
        // Made once: a new one for each turn would lock what all rooms share.
        let mut stop = pin!(self.shared.stop.clone().cancelled_owned());
        let mut idle_at = Instant::now() + self.shared.config.idle_after;
        // Deadlines move on with every command and hardly ever come, so the timer follows them only when it rings.
        let mut timer = pin!(sleep_until(idle_at));
        loop {
            let is_idle = self.listeners.is_empty() && self.underway.is_none();
            let due = self.next_deadline().or(is_idle.then_some(idle_at));
            if due.is_some_and(|due| due < timer.deadline()) {
                timer.as_mut().reset(due.unwrap_or(idle_at));
            }
            tokio::select! {
                settled = settle(&mut self.underway) => self.on_settled(settled)?,
                request = mailbox.recv() => match request {
                    Some(request) => self.on_request(*request)?,
                    None => return Ok(()),
                },
                () = &mut timer, if due.is_some() => match due {
                    Some(due) if due > Instant::now() => timer.as_mut().reset(due),
                    _ if !is_idle => self.give_up_waiting(),
                    _ => {
                        if self.shared.leave_if_quiet(self.state.id(), mailbox) {
                            debug!(room = %self.state.id(), "room left memory");
                            return Ok(());
                        }
                    }
                },
                () = &mut stop, if self.underway.is_none() => return Ok(()),
            }
            if !is_idle {
                idle_at = Instant::now() + self.shared.config.idle_after;
            }
        }
    }

    fn next_deadline(&self) -> Option<Instant> {
        let underway = self.underway.as_ref().and_then(|underway| underway.pending.as_ref());
        // All wait equally long, so the oldest is the first.
        underway.or_else(|| self.waiting.front()).map(|pending| pending.deadline)
    }

    fn on_request(&mut self, request: Request) -> Result<(), Broken> {
        let deadline = Instant::now() + self.shared.config.patience;
        match request {
            Request::Join { listener, join, id, at } => {
                let pending = Pending { listener: listener.id, wish: Wish::Join(join), id, at, deadline };
                self.listeners.insert(listener.id, listener);
                self.on_wish(pending)
            }
            Request::Wish { listener, wish, id, at } => self.on_wish(Pending { listener, wish, id, at, deadline }),
            Request::Resync(listener) => {
                self.send_snapshot(listener);
                Ok(())
            }
            Request::Leave(listener) => {
                self.listeners.remove(&listener);
                Ok(())
            }
            Request::Refresh => {
                self.stale = true;
                self.refresh_if_stale();
                Ok(())
            }
        }
    }

    /// Answers a wish at once if it needs nothing stored, and else when its turn comes.
    fn on_wish(&mut self, pending: Pending) -> Result<(), Broken> {
        match pending.wish {
            Wish::LegalMoves => self.tell_legal_moves(&pending),
            Wish::Ping => self.accept(&pending, self.state.seq()),
            // Whoever comes from another server may have been told there of events that are not known here yet.
            Wish::Join(_) if self.shared.store.is_shared() => match self.underway {
                None => {
                    let work = self.reload();
                    self.underway = Some(Underway { work, pending: Some(pending) });
                }
                Some(_) => self.let_wait(pending),
            },
            Wish::Join(join) if !self.would_take_seat(join) => self.join_as_is(&pending, join),
            _ if self.underway.is_none() => self.start(pending),
            _ => self.let_wait(pending),
        }
        Ok(())
    }

    /// Puts a wish in line, if the line is not too long.
    fn let_wait(&mut self, pending: Pending) {
        if self.waiting.len() < self.shared.config.mailbox {
            self.waiting.push_back(pending);
        } else {
            self.refuse(&pending, ErrorCode::Busy, "the room has too much to do; send the same again");
        }
    }

    fn would_take_seat(&self, join: Join) -> bool {
        join.sit && join.token.is_some_and(|token| self.state.seat_of(&TokenHash::of(&token)).is_none())
    }

    /// Lets somebody in who takes no new seat.
    fn join_as_is(&mut self, pending: &Pending, join: Join) {
        let seat = join.token.map(|token| self.state.seat_of(&TokenHash::of(&token)));
        match seat {
            Some(None) => self.refuse_for(pending, &Refusal::UnknownToken),
            Some(Some(seat)) => self.let_in(pending, Some(seat)),
            None => self.let_in(pending, None),
        }
    }

    /// Shows the room to somebody, from now on as the holder of this seat, and answers.
    fn let_in(&mut self, pending: &Pending, seat: Option<Seat>) {
        if let Some(listener) = self.listeners.get_mut(&pending.listener) {
            listener.admit(seat);
        }
        self.send_snapshot(pending.listener);
        self.accept(pending, self.state.seq());
    }

    /// Decides on a wish; nothing else is under way.
    fn start(&mut self, pending: Pending) {
        let Some(command) = self.command(&pending) else { return };
        let env = Env { now: pending.at, random: Uuid::new_v4().as_u64_pair().1 };
        match decide(&self.state, &command, &env) {
            Err(refusal) => self.refuse_for(&pending, &refusal),
            Ok(Decision::Recorded { seq }) => match pending.wish {
                Wish::Join(join) => self.join_as_is(&pending, join),
                _ => self.accept(&pending, seq),
            },
            Ok(Decision::Record(events)) => match self.append(events) {
                Ok(work) => self.underway = Some(Underway { work, pending: Some(pending) }),
                Err(why) => {
                    error!(room = %self.state.id(), %why, "a decision does not fit its own room");
                    self.refuse(&pending, ErrorCode::Internal, "the server made a mistake; nothing was changed");
                }
            },
        }
    }

    /// The command that a wish stands for; `None` if it stands for none.
    fn command(&self, pending: &Pending) -> Option<Command> {
        let action = match &pending.wish {
            Wish::Join(join) => Action::Sit { token: TokenHash::of(&join.token?) },
            Wish::Move { position, text } => Action::Move { position: *position, text: text.clone() },
            Wish::Resign { game } => Action::Resign { game: *game },
            Wish::LegalMoves | Wish::Ping => return None,
        };
        let seat = self.listeners.get(&pending.listener).and_then(|listener| listener.seat);
        Some(Command { seat, id: pending.id.clone(), action })
    }

    /// Hands events to the store.
    fn append(&self, events: Vec<Recorded>) -> Result<Work, BadLog> {
        let mut archive = None;
        if events.iter().any(Recorded::ends_game) {
            let mut ended = self.state.clone();
            events.iter().try_for_each(|event| ended.apply(event))?;
            archive = ended.archive_row();
        }
        let append = Append {
            id: Uuid::new_v4(),
            room: self.state.id(),
            after: self.state.seq(),
            events: events.clone(),
            archive,
        };
        let appender = self.shared.appender.clone();
        Ok(Work::Append { events, outcome: Box::pin(async move { appender.append(append).await }) })
    }

    /// Asks the store for what happened since the last event known here.
    fn reload(&mut self) -> Work {
        self.stale = false;
        let (store, room, after) = (Arc::clone(&self.shared.store), self.state.id(), self.state.seq());
        let outcome = Box::pin(async move {
            loop {
                match store.load(room, after).await {
                    Err(StoreError::Unavailable(_)) => sleep(RELOAD_PAUSE).await,
                    outcome => return outcome,
                }
            }
        });
        Work::Reload { outcome }
    }

    fn on_settled(&mut self, settled: Settled) -> Result<(), Broken> {
        let pending = self.underway.take().and_then(|underway| underway.pending);
        match settled {
            Settled::Append(events, Ok(Appended::Stored)) => {
                let seq = self.take_in(&events)?;
                if let Some(pending) = pending {
                    match pending.wish {
                        Wish::Join(join) => self.join_as_is(&pending, join),
                        _ => self.accept(&pending, seq),
                    }
                }
            }
            Settled::Append(_, Ok(Appended::Conflict)) => {
                debug!(room = %self.state.id(), "another owner was faster");
                let work = self.reload();
                self.underway = Some(Underway { work, pending });
            }
            Settled::Append(_, Err(why)) => {
                if let Some(pending) = pending {
                    match why {
                        AppendError::Rejected => {
                            self.refuse(&pending, ErrorCode::Internal, "this could not be stored; nothing was changed");
                        }
                        AppendError::Stopped => {
                            self.refuse(&pending, ErrorCode::Restarting, "the server restarts; send the same again");
                        }
                    }
                }
            }
            Settled::Reload(events) => {
                self.take_in(&events?)?;
                if let Some(pending) = pending {
                    match pending.wish {
                        Wish::Join(join) if !self.would_take_seat(join) => self.join_as_is(&pending, join),
                        _ => self.start(pending),
                    }
                }
            }
        }
        self.refresh_if_stale();
        while self.underway.is_none() {
            let Some(pending) = self.waiting.pop_front() else { break };
            self.on_wish(pending)?;
        }
        Ok(())
    }

    /// Reads what another server may have appended, unless something is under way, which comes first.
    fn refresh_if_stale(&mut self) {
        if self.stale && self.underway.is_none() {
            let work = self.reload();
            self.underway = Some(Underway { work, pending: None });
        }
    }

    /// Takes stored events into the state and tells everyone. Returns the number of the first one.
    fn take_in(&mut self, events: &[Recorded]) -> Result<u64, Broken> {
        let position_before = self.position();
        for event in events {
            self.state.apply(event)?;
            let view = event_view(&self.state, event).ok_or(Broken::View(event.seq))?;
            let frame = encode(&ServerMessage::Event(Box::new(view)));
            self.listeners.values().for_each(|listener| listener.send(frame.clone()));
        }
        self.seq.store(self.state.seq(), Ordering::Release);
        if self.position() != position_before {
            self.push_legal_moves();
        }
        Ok(events.first().map_or(self.state.seq(), |event| event.seq))
    }

    /// Sends the legal moves to the sockets of the side to move.
    fn push_legal_moves(&self) {
        let Some(seat) = self.seat_to_move() else { return };
        let mut movers = self.listeners.values().filter(|listener| listener.seat == Some(seat)).peekable();
        // Nobody may be there: then they need not be worked out.
        if movers.peek().is_some()
            && let Some(frame) = self.legal_moves()
        {
            movers.for_each(|listener| listener.send(frame.clone()));
        }
    }

    fn seat_to_move(&self) -> Option<Seat> {
        self.state.running_game().map(|game| game.seat_of(game.position.to_move()))
    }

    /// The event that made the position on the board, while a game is running.
    fn position(&self) -> Option<u64> {
        self.state.running_game().map(|game| game.position_seq)
    }

    /// The legal moves as a frame, if a game is running.
    fn legal_moves(&self) -> Option<Utf8Bytes> {
        legal_moves_text(&self.state).map(Utf8Bytes::from)
    }

    /// Sends a listener all it needs to go on from here.
    fn send_snapshot(&self, listener: ListenerId) {
        let Some(listener) = self.listeners.get(&listener) else { return };
        let snapshot = snapshot_view(&self.state, listener.seat, self.shared.clock.now());
        listener.send_snapshot(encode(&ServerMessage::Snapshot(Box::new(snapshot))));
        if listener.seat.is_some()
            && listener.seat == self.seat_to_move()
            && let Some(frame) = self.legal_moves()
        {
            listener.send(frame);
        }
    }

    /// Answers a request for the legal moves.
    fn tell_legal_moves(&mut self, pending: &Pending) {
        let Some(listener) = self.listeners.get(&pending.listener) else { return };
        let refusal = match (listener.seat, self.state.current(), self.legal_moves()) {
            (None, _, _) => Refusal::NotSeated,
            (_, None, _) => Refusal::NotStarted,
            (_, _, None) => Refusal::GameOver,
            (_, _, Some(frame)) => {
                listener.send(frame);
                return self.accept(pending, self.state.seq());
            }
        };
        self.refuse_for(pending, &refusal);
    }

    /// Answers those who have waited too long, mostly that they send the same again. What is being stored goes on
    /// being stored.
    fn give_up_waiting(&mut self) {
        let now = Instant::now();
        let mut late = Vec::new();
        if let Some(underway) = &mut self.underway {
            late.extend(underway.pending.take_if(|pending| pending.deadline <= now));
        }
        while let Some(pending) = self.waiting.pop_front_if(|pending| pending.deadline <= now) {
            late.push(pending);
        }
        for pending in late {
            match pending.wish {
                // The room is shown as far as it is known; what is missing follows when the store is back.
                Wish::Join(join) if !self.would_take_seat(join) => self.join_as_is(&pending, join),
                _ => {
                    let why = "this could not be stored in time; send the same again";
                    self.refuse(&pending, ErrorCode::StoreUnavailable, why);
                }
            }
        }
    }

    fn accept(&self, pending: &Pending, seq: u64) {
        if let Some(listener) = self.listeners.get(&pending.listener) {
            listener.answer(okay(pending.id.clone(), seq, self.shared.clock.now()), true);
        }
    }

    fn refuse_for(&mut self, pending: &Pending, refusal: &Refusal) {
        self.refuse(pending, refusal.code(), &refusal.to_string());
    }

    /// Answers that a wish is refused. A socket that was about to join is let go of.
    fn refuse(&mut self, pending: &Pending, code: ErrorCode, why: &str) {
        let Some(listener) = self.listeners.get(&pending.listener) else { return };
        let joined = listener.is_admitted();
        let seq = joined.then_some(self.state.seq());
        listener.answer(refused(pending.id.clone(), code, why, seq), joined);
        if !joined {
            self.listeners.remove(&pending.listener);
        }
    }
}
