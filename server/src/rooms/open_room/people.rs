//! Those who are in the room: letting them in, and passing on who is there, what they are called and what they say.

use protocol::{ChatLine, DisplayName, ErrorCode, Seat, ServerMessage};
use tokio::time::{Duration, Instant};

use super::OpenRoom;
use crate::rooms::beside::{Done, News, NotDone, hears};
use crate::rooms::encode;
use crate::rooms::listener::ListenerId;
use crate::rooms::request::{Pending, Wish};
use crate::store::StoreError;

/// How long a change of the number of watchers waits to be told, for others to go along with.
const WATCHERS_GATHER: Duration = Duration::from_secs(1);

impl OpenRoom {
    /// Shows the room to somebody, from now on as the holder of this seat, and answers.
    pub(super) fn let_in(&mut self, pending: &Pending, seat: Option<Seat>, name: Option<DisplayName>) {
        let name = name.filter(|_| self.shared.config.names);
        if let Some(listener) = self.listeners.get_mut(&pending.listener) {
            listener.admit(seat, name.clone());
        }
        if let (Some(seat), Some(name)) = (seat, name)
            && self.beside.name_of(seat) != Some(&name)
        {
            // With too much in line the player keeps the old name, and can ask for another.
            let news = self.beside.call(None, seat, Some(name));
            self.tell_news(news);
        }
        // The snapshot says it all to the one who came.
        self.count_people(Some(pending.listener));
        self.send_snapshot(pending.listener);
        self.accept(pending, self.state.seq());
    }

    /// The seat of the client behind a listener.
    pub(super) fn seat_of(&self, listener: ListenerId) -> Option<Seat> {
        self.listeners.get(&listener).and_then(|listener| listener.seat)
    }

    /// Counts who is there, and tells everyone, but for `newcomer`, if that has changed.
    pub(super) fn count_people(&mut self, newcomer: Option<ListenerId>) {
        match self.beside.count(self.listeners.values()) {
            (true, _) => {
                self.tell_presence(newcomer);
                self.look_ahead();
            }
            (false, true) => self.tell_watchers_soon(),
            (false, false) => {}
        }
    }

    fn tell_watchers_soon(&mut self) {
        self.tell_watchers_at.get_or_insert_with(|| Instant::now() + WATCHERS_GATHER);
    }

    /// Tells everyone how many watch, if it is time.
    pub(super) fn tell_watchers_in_time(&mut self) {
        if self.tell_watchers_at.is_some_and(|at| at <= Instant::now()) {
            self.tell_presence(None);
        }
    }

    fn tell_presence(&mut self, but: Option<ListenerId>) {
        self.tell_watchers_at = None;
        let frame = encode(&ServerMessage::Presence(self.beside.presence()));
        let others = self.listeners.values().filter(|listener| Some(listener.id) != but);
        others.for_each(|listener| listener.send(frame.clone()));
    }

    /// Somebody wants to say something, or to be called something.
    pub(super) fn on_talk(&mut self, mut pending: Pending) {
        let Some(listener) = self.listeners.get(&pending.listener) else { return };
        let (seat, config) = (listener.seat, &self.shared.config);
        match std::mem::replace(&mut pending.wish, Wish::Ping) {
            Wish::Chat { .. } if !config.chat => {
                self.refuse(&pending, ErrorCode::ChatOff, "there is no chat on this server");
            }
            Wish::Chat { .. } | Wish::Name(_) if self.state.is_closed() => {
                self.refuse(&pending, ErrorCode::RoomClosed, "the room is closed");
            }
            Wish::Chat { channel, text } => {
                let name = match seat {
                    Some(seat) => self.beside.name_of(seat).cloned(),
                    None => listener.name().cloned(),
                };
                let is_playing = self.state.running_game().is_some();
                let news = self.beside.say(pending, (seat, name), (channel, &text), is_playing);
                self.tell_news(news);
            }
            Wish::Name(_) if !config.names => {
                self.refuse(&pending, ErrorCode::NamesOff, "there are no names on this server");
            }
            Wish::Name(name) => match seat {
                Some(seat) => {
                    let news = self.beside.call(Some(pending), seat, name);
                    self.tell_news(news);
                }
                None => {
                    if let Some(listener) = self.listeners.get_mut(&pending.listener) {
                        listener.call(name);
                    }
                    self.accept(&pending, self.state.seq());
                }
            },
            Wish::Join(_) | Wish::Act(_) | Wish::LegalMoves | Wish::Ping => {}
        }
    }

    /// The store has done something that lies beside the log.
    pub(super) fn on_done(&mut self, done: Result<Done, StoreError>) {
        let news = self.beside.settle(done);
        self.tell_news(news);
    }

    /// Tells everyone what has changed beside the log, and answers who waited for it.
    pub(super) fn tell_news(&mut self, news: News) {
        if news.names {
            let frame = encode(&ServerMessage::Names(self.beside.names()));
            self.listeners.values().for_each(|listener| listener.send(frame.clone()));
        }
        if news.presence {
            self.tell_presence(None);
        } else if news.watchers {
            self.tell_watchers_soon();
        }
        if news.anew {
            self.listeners.keys().for_each(|listener| self.send_snapshot(*listener));
        } else if self.shared.config.chat {
            news.lines.iter().for_each(|line| self.tell_line(line));
        }
        match news.answer {
            Some((pending, Ok(()))) => self.accept(&pending, self.state.seq()),
            Some((pending, Err(NotDone { code, why, wait: None }))) => self.refuse(&pending, code, why),
            Some((pending, Err(NotDone { code, why, wait: Some(wait) }))) => {
                self.refuse_until(&pending, code, why, wait.retry_after);
            }
            None => {}
        }
    }

    /// Passes on what was said to those who may hear it.
    fn tell_line(&self, line: &ChatLine) {
        let is_playing = self.state.running_game().is_some();
        let frame = encode(&ServerMessage::Chat(line.clone()));
        let hearers = self.listeners.values().filter(|listener| hears(line.channel, listener.seat, is_playing));
        hearers.for_each(|listener| listener.send(frame.clone()));
    }

    /// Lets the players hear what the watchers said during the game that is over.
    pub(super) fn tell_what_watchers_said(&self) {
        if !self.shared.config.chat {
            return;
        }
        for line in self.beside.of_watchers() {
            let frame = encode(&ServerMessage::Chat(line.clone()));
            let players = self.listeners.values().filter(|listener| listener.seat.is_some());
            players.for_each(|listener| listener.send(frame.clone()));
        }
    }
}
