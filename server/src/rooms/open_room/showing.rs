//! What the sockets of a room are sent.

use axum::extract::ws::Utf8Bytes;
use protocol::{ErrorCode, ServerMessage, Timestamp};

use super::{Broken, OpenRoom};
use crate::room::{Recorded, Refusal, event_view, legal_moves_text, snapshot_view};
use crate::rooms::listener::ListenerId;
use crate::rooms::request::Pending;
use crate::rooms::{encode, okay, refused, refused_until};

impl OpenRoom {
    /// Shows everyone an event that was just taken into the state.
    pub(super) fn show_event(&self, event: &Recorded) -> Result<(), Broken> {
        let outages = self.shared.time.outages();
        let view = event_view(&self.state, event, &outages).ok_or(Broken::View(event.seq))?;
        let frame = encode(&ServerMessage::Event(Box::new(view)));
        self.listeners.values().for_each(|listener| listener.send(frame.clone()));
        if event.ends_game() {
            self.tell_what_watchers_said();
        }
        Ok(())
    }

    /// Sends the legal moves to the sockets of the side to move.
    pub(super) fn push_legal_moves(&self) {
        let Some(seat) = self.state.holder_to_move() else { return };
        let mut movers = self.listeners.values().filter(|listener| listener.seat == Some(seat)).peekable();
        // Nobody may be there: then they need not be worked out.
        if movers.peek().is_some()
            && let Some(frame) = self.legal_moves()
        {
            movers.for_each(|listener| listener.send(frame.clone()));
        }
    }

    /// The event that made the position on the board, while a game is running.
    pub(super) fn position(&self) -> Option<u64> {
        self.state.running_game().map(|game| game.position_seq)
    }

    /// The legal moves as a frame, if a game is running.
    fn legal_moves(&self) -> Option<Utf8Bytes> {
        legal_moves_text(&self.state).map(Utf8Bytes::from)
    }

    /// Sends a listener all it needs to go on from here.
    pub(super) fn send_snapshot(&self, listener: ListenerId) {
        let Some(listener) = self.listeners.get(&listener).filter(|listener| listener.is_admitted()) else { return };
        let (now, outages) = (self.shared.clock.now(), self.shared.time.outages());
        let mut snapshot = snapshot_view(&self.state, listener.seat, now, &outages);
        snapshot.names = self.beside.names();
        snapshot.presence = self.beside.presence();
        let is_playing = self.state.running_game().is_some();
        snapshot.chat = self.shared.config.chat.then(|| self.beside.history(listener.seat, is_playing));
        listener.send_snapshot(encode(&ServerMessage::Snapshot(Box::new(snapshot))));
        if listener.seat.is_some()
            && listener.seat == self.state.holder_to_move()
            && let Some(frame) = self.legal_moves()
        {
            listener.send(frame);
        }
    }

    /// An outage is known that lasted until then. Where it is given back, everyone is shown that more is left than was
    /// told.
    pub(super) fn on_outage(&mut self, until: Timestamp) {
        self.look_ahead();
        if self.state.is_moved_by_outage(until) {
            self.listeners.keys().for_each(|listener| self.send_snapshot(*listener));
        }
    }

    /// Answers a request for the legal moves.
    pub(super) fn tell_legal_moves(&mut self, pending: &Pending) {
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

    pub(super) fn accept(&self, pending: &Pending, seq: u64) {
        if let Some(listener) = self.listeners.get(&pending.listener) {
            listener.answer(okay(pending.id.clone(), seq, self.shared.clock.now()), true);
        }
    }

    pub(super) fn refuse_for(&mut self, pending: &Pending, refusal: &Refusal) {
        self.refuse(pending, refusal.code(), &refusal.to_string());
    }

    /// Answers that a wish is refused. A socket that was about to join is let go of.
    pub(super) fn refuse(&mut self, pending: &Pending, code: ErrorCode, why: &str) {
        self.answer_refusal(pending, |seq| refused(pending.id.clone(), code, why, seq));
    }

    /// Answers that a wish is refused, and for how many seconds it would be again.
    pub(super) fn refuse_until(&mut self, pending: &Pending, code: ErrorCode, why: &str, wait: u32) {
        self.answer_refusal(pending, |seq| refused_until(pending.id.clone(), code, why, seq, Some(wait)));
    }

    fn answer_refusal(&mut self, pending: &Pending, frame: impl FnOnce(Option<u64>) -> Utf8Bytes) {
        let Some(listener) = self.listeners.get(&pending.listener) else { return };
        let joined = listener.is_admitted();
        listener.answer(frame(joined.then_some(self.state.seq())), joined);
        if !joined {
            self.listeners.remove(&pending.listener);
        }
    }
}
