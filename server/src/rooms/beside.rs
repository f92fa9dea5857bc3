//! What lies beside a room's log: who is there, what the players are called, and what is said.
//!
//! None of it decides anything in a game, so none of it waits in line with the commands: it has a line of its own, in
//! which one thing at a time is under way.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use protocol::{
    CHAT_HISTORY, Channel, ChatLine, ChatText, DisplayName, ErrorCode, Names, PerSeat, RoomId, Seat, Timestamp,
};
use tokio::time::{Instant, sleep, timeout_at};
use tracing::debug;

use super::listener::Listener;
use super::registry::Shared;
use super::request::Pending;
use super::work::Future;
use crate::identity::chat_line_id;
use crate::limits::{ChatLimits, TooMuch};
use crate::room::COMPUTER;
use crate::store::{self, Aside, AsideHead, PerChannel, Presence, Said, SeatPresence, StoreError};

/// How long to wait before the store is read again that could not be read.
const RETRY: Duration = Duration::from_secs(1);

/// How many things may wait in line.
const LINE: usize = 32;

/// What lies beside a room's log.
pub(super) struct Beside {
    room: RoomId,
    shared: Arc<Shared>,
    /// When this server opened the room. Who was not seen since then has been away at least so long.
    opened: Timestamp,
    names: PerSeat<Option<DisplayName>>,
    /// Since when the computer has sat in its seat, where it plays. It is always there.
    computer_since: Option<Timestamp>,
    /// Who is there, at this server.
    here: Presence,
    /// Who is there at other servers, as far as they tell.
    elsewhere: Presence,
    chat: PerChannel<History>,
    /// How often something was forgotten, as of what is known here.
    forgotten: u64,
    /// Whether what is left after that has to be shown to everyone once it is read.
    shows_anew: bool,
    waiting: VecDeque<Errand>,
    underway: Option<(Errand, Future<Result<Done, StoreError>>)>,
    /// Whether the store could not be read when it was last tried.
    failed: bool,
    /// Made when something is said for the first time.
    limits: Option<Box<ChatLimits>>,
}

/// The last lines of a channel.
#[derive(Debug, Default)]
struct History {
    /// The number of the last line; 0 if nothing was said.
    last: u64,
    lines: VecDeque<ChatLine>,
}

impl History {
    /// Takes a line in. Returns it if it is new and can be understood.
    fn add(&mut self, said: &Said) -> Option<ChatLine> {
        if said.n <= self.last {
            return None;
        }
        self.last = said.n;
        let line = shown(said)?;
        if self.lines.len() == CHAT_HISTORY {
            self.lines.pop_front();
        }
        self.lines.push_back(line.clone());
        Some(line)
    }
}

/// A stored line as clients see it; `None` if it was not written by a server of ours.
fn shown(said: &Said) -> Option<ChatLine> {
    Some(ChatLine {
        n: said.n,
        channel: said.line.channel,
        from: said.line.from.into(),
        name: said.line.name.as_ref().and_then(|name| name.parse().ok()),
        text: said.line.text.parse().ok()?,
        time: said.line.time,
    })
}

/// One thing to be done at the store.
enum Errand {
    /// A line is to be said.
    Say(Pending, store::ChatLine),
    /// A player is to be called something. Without somebody who waits for it, it came with a `join`.
    Name(Option<Pending>, Seat, Option<DisplayName>),
    /// What others changed is to be read.
    Read,
}

impl Errand {
    /// When somebody who waits for it is told to try again; `None` if nobody waits.
    fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Say(pending, _) | Self::Name(Some(pending), ..) => Some(pending.deadline),
            Self::Name(None, ..) | Self::Read => None,
        }
    }
}

/// What the store did.
pub(super) enum Done {
    Said(Option<u64>),
    Named,
    /// What was read, and the lines after which it was to begin.
    Read(PerChannel<u64>, Box<Aside>),
}

/// What has changed, and what is to be answered.
#[derive(Default)]
pub(super) struct News {
    /// What was said, in order.
    pub(super) lines: Vec<ChatLine>,
    /// Whether a player's name changed.
    pub(super) names: bool,
    /// Whether a player came or went.
    pub(super) presence: bool,
    /// Whether the number of watchers changed.
    pub(super) watchers: bool,
    /// Whether something that was said is not to be shown any more, so that all is to be shown anew.
    pub(super) anew: bool,
    /// Who waited for this, and what to answer: that it is done, or why not.
    pub(super) answer: Option<(Pending, Result<(), NotDone>)>,
}

/// Why something was not done: what a client is told.
pub(super) struct NotDone {
    pub(super) code: ErrorCode,
    pub(super) why: &'static str,
    /// How long to wait, if that has to be worked out.
    pub(super) wait: Option<TooMuch>,
}

impl NotDone {
    const BUSY: Self = Self::new(ErrorCode::Busy, "the room has too much to do; send the same again");

    const fn new(code: ErrorCode, why: &'static str) -> Self {
        Self { code, why, wait: None }
    }
}

impl News {
    /// Nothing has changed, and this is to be answered.
    fn refused(pending: Option<Pending>, why: NotDone) -> Self {
        Self { answer: pending.map(|pending| (pending, Err(why))), ..Self::default() }
    }
}

impl Beside {
    /// Nothing is known yet.
    pub(super) fn new(room: RoomId, computer_since: Option<Timestamp>, shared: Arc<Shared>) -> Self {
        let opened = shared.clock.now();
        Self {
            room,
            shared,
            opened,
            names: PerSeat::default(),
            computer_since,
            here: Presence::default(),
            elsewhere: Presence::default(),
            chat: PerChannel::default(),
            forgotten: 0,
            shows_anew: false,
            waiting: VecDeque::new(),
            underway: None,
            failed: false,
            limits: None,
        }
    }

    /// What the store has of a room, as a room that is opened reads it.
    pub(super) async fn read(shared: &Shared, room: RoomId) -> Result<Aside, StoreError> {
        let limit = u32::try_from(CHAT_HISTORY).unwrap_or(u32::MAX);
        let (server, now) = (shared.attendance.server(), shared.clock.now());
        shared.store.aside(server, now, room, PerChannel::default(), limit).await
    }

    /// Whether nothing waits or is under way.
    pub(super) fn is_idle(&self) -> bool {
        self.underway.is_none() && self.waiting.is_empty()
    }

    /// What the players are called.
    pub(super) fn names(&self) -> Names {
        Names { host: self.names.host.clone(), guest: self.names.guest.clone() }
    }

    /// What the player of a seat is called.
    pub(super) const fn name_of(&self, seat: Seat) -> Option<&DisplayName> {
        self.names.get(seat).as_ref()
    }

    /// Who is there, at all servers.
    pub(super) fn presence(&self) -> protocol::Presence {
        let mut all = self.here.and(self.elsewhere);
        if let Some(since) = self.computer_since {
            *all.seats.get_mut(COMPUTER) = Some(SeatPresence { here: true, since });
        }
        let seat = |seat: Option<SeatPresence>| protocol::SeatPresence {
            here: seat.is_some_and(|seat| seat.here),
            since: seat.map(|seat| seat.since),
        };
        protocol::Presence { host: seat(all.seats.host), guest: seat(all.seats.guest), watchers: all.watchers }
    }

    /// Since when the player of a seat has been away, as far as this server can tell; `None` for one who is there.
    pub(super) fn away_since(&self, seat: Seat) -> Option<Timestamp> {
        match self.here.and(self.elsewhere).seats.get(seat) {
            Some(presence) if presence.here => None,
            Some(presence) => Some(presence.since),
            None => Some(self.opened),
        }
    }

    /// Whether the player of a seat has a socket at this server, or is the computer.
    pub(super) fn is_here(&self, seat: Seat) -> bool {
        self.here.seats.get(seat).is_some_and(|presence| presence.here)
            || (seat == COMPUTER && self.computer_since.is_some())
    }

    /// Whether the player of a seat has a socket, and it is at another server.
    pub(super) fn is_only_elsewhere(&self, seat: Seat) -> bool {
        !self.is_here(seat) && self.elsewhere.seats.get(seat).is_some_and(|presence| presence.here)
    }

    /// The last lines that somebody at this seat, or who watches, may hear; oldest first.
    pub(super) fn history(&self, seat: Option<Seat>, is_playing: bool) -> Vec<ChatLine> {
        let hears = |channel| hears(channel, seat, is_playing);
        let players = self.chat.players.lines.iter().filter(|_| hears(Channel::Players));
        let watchers = self.chat.watchers.lines.iter().filter(|_| hears(Channel::Watchers));
        let mut lines: Vec<_> = players.chain(watchers).cloned().collect();
        lines.sort_by_key(|line| line.time);
        lines
    }

    /// What the watchers said last.
    pub(super) fn of_watchers(&self) -> impl Iterator<Item = &ChatLine> {
        self.chat.watchers.lines.iter()
    }

    /// Counts anew who is there, at this server. Returns whether that changes anything but the number of watchers, and
    /// whether it changes anything.
    pub(super) fn count<'room>(&mut self, listeners: impl Iterator<Item = &'room Listener>) -> (bool, bool) {
        let now = self.shared.clock.now();
        let mut here = PerSeat { host: false, guest: false };
        let mut watchers = 0;
        for listener in listeners.filter(|listener| listener.is_admitted()) {
            match listener.seat {
                Some(seat) => *here.get_mut(seat) = true,
                None => watchers += 1,
            }
        }
        let before = self.here;
        self.here.watchers = watchers;
        for seat in Seat::BOTH {
            let known = self.here.seats.get_mut(seat);
            let here = *here.get(seat);
            if known.map_or(here, |known| known.here != here) {
                *known = Some(SeatPresence { here, since: now });
            }
        }
        if self.here != before {
            self.shared.attendance.tell(self.room, self.here);
        }
        (self.here.seats != before.seats, self.here != before)
    }

    /// Somebody wants to say something. If it may not be said, or not now, that is to be answered at once.
    pub(super) fn say(
        &mut self,
        pending: Pending,
        (seat, name): (Option<Seat>, Option<DisplayName>),
        (channel, text): (Channel, &ChatText),
        is_playing: bool,
    ) -> News {
        if !hears(channel, seat, is_playing) {
            let why = match channel {
                Channel::Players => "only the two players may talk here; watchers have a channel of their own",
                Channel::Watchers => "players talk with watchers only while no game is running",
            };
            return News::refused(Some(pending), NotDone::new(ErrorCode::WrongChannel, why));
        }
        if self.waiting.len() >= LINE {
            return News::refused(Some(pending), NotDone::BUSY);
        }
        let limits = self.limits.get_or_insert_with(|| Box::new(self.shared.config.chat_quotas.limits()));
        if let Err(too_much) = limits.line(seat) {
            let why = NotDone::new(ErrorCode::TooManyMessages, "too much talk; wait, then send the same again");
            return News::refused(Some(pending), NotDone { wait: Some(too_much), ..why });
        }
        let line = store::ChatLine {
            id: chat_line_id(self.room, seat, pending.id.as_ref()),
            channel,
            from: seat,
            name: name.map(|name| name.as_str().to_owned()),
            text: text.as_str().to_owned(),
            time: pending.at,
        };
        self.send(Errand::Say(pending, line));
        News::default()
    }

    /// A player wants to be called something. Without somebody who waits for it, it came with a `join`. If it cannot be
    /// done now, that is to be answered at once.
    pub(super) fn call(&mut self, pending: Option<Pending>, seat: Seat, name: Option<DisplayName>) -> News {
        if self.waiting.len() >= LINE {
            return News::refused(pending, NotDone::BUSY);
        }
        self.send(Errand::Name(pending, seat, name));
        News::default()
    }

    /// Another server tells what it has. Returns what changed by that alone; new lines have to be read first.
    pub(super) fn hear(&mut self, head: &AsideHead) -> News {
        let mut news = self.take_head(head);
        if head.said.players > self.chat.players.last || head.said.watchers > self.chat.watchers.last {
            self.send(Errand::Read);
        } else {
            news.anew = std::mem::take(&mut self.shows_anew);
        }
        news
    }

    /// Takes in what a room that is opened has read.
    pub(super) fn take_in(&mut self, aside: &Aside) -> News {
        self.take_in_after(PerChannel::default(), aside)
    }

    /// Takes in what was read, with the lines that follow some.
    fn take_in_after(&mut self, after: PerChannel<u64>, aside: &Aside) -> News {
        if aside.head.forgotten < self.forgotten {
            // Read before something was forgotten of which is known by now.
            self.send(Errand::Read);
            return News::default();
        }
        let mut news = self.take_head(&aside.head);
        if after.players > self.chat.players.last || after.watchers > self.chat.watchers.last {
            // Something was forgotten since, so all lines before these are to be read, too.
            self.send(Errand::Read);
            return news;
        }
        for said in aside.lines.players.iter().chain(&aside.lines.watchers) {
            news.lines.extend(self.chat.get_mut(said.line.channel).add(said));
        }
        news.anew = std::mem::take(&mut self.shows_anew);
        news
    }

    fn take_head(&mut self, head: &AsideHead) -> News {
        let before = (self.names(), self.presence());
        if head.forgotten > self.forgotten {
            self.forgotten = head.forgotten;
            self.chat = PerChannel::default();
            self.shows_anew = true;
        }
        if self.shared.config.names {
            let name = |name: &Option<String>| name.as_ref().and_then(|name| name.parse().ok());
            self.names = PerSeat { host: name(&head.names.host), guest: name(&head.names.guest) };
        }
        let now = self.shared.clock.now();
        let seat = |seat| since_told(*self.elsewhere.seats.get(seat), *head.elsewhere.seats.get(seat), now);
        let seats = PerSeat { host: seat(Seat::Host), guest: seat(Seat::Guest) };
        self.elsewhere = Presence { seats, ..head.elsewhere };
        let (names, presence) = (self.names(), self.presence());
        News {
            names: names != before.0,
            presence: (presence.host, presence.guest) != (before.1.host, before.1.guest),
            watchers: presence.watchers != before.1.watchers,
            ..News::default()
        }
    }

    fn send(&mut self, errand: Errand) {
        // To read twice in a row is to no purpose.
        let is_known = matches!(errand, Errand::Read) && matches!(self.waiting.back(), Some(Errand::Read));
        if !is_known {
            self.waiting.push_back(errand);
            self.start();
        }
    }

    fn start(&mut self) {
        if self.underway.is_some() {
            return;
        }
        let Some(errand) = self.waiting.pop_front() else { return };
        let (shared, room) = (Arc::clone(&self.shared), self.room);
        let work: Future<Result<Done, StoreError>> = match &errand {
            Errand::Say(_, line) => {
                let line = line.clone();
                Box::pin(async move { shared.store.say(room, &line).await.map(Done::Said) })
            }
            Errand::Name(_, seat, name) => {
                let (seat, name) = (*seat, name.clone());
                Box::pin(async move {
                    let name = name.as_ref().map(DisplayName::as_str);
                    shared.store.set_name(room, seat, name).await.map(|_| Done::Named)
                })
            }
            Errand::Read => {
                let after = PerChannel { players: self.chat.players.last, watchers: self.chat.watchers.last };
                let limit = u32::try_from(CHAT_HISTORY).unwrap_or(u32::MAX);
                let pause = if self.failed { RETRY } else { Duration::ZERO };
                Box::pin(async move {
                    sleep(pause).await;
                    let (server, now) = (shared.attendance.server(), shared.clock.now());
                    let read = shared.store.aside(server, now, room, after, limit).await;
                    read.map(|aside| Done::Read(after, Box::new(aside)))
                })
            }
        };
        // Whoever waited in line has no more time than others.
        let deadline = errand.deadline().unwrap_or_else(|| Instant::now() + self.shared.config.patience);
        let in_time = async move {
            let too_late = || Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut));
            if deadline <= Instant::now() {
                return too_late();
            }
            timeout_at(deadline, work).await.unwrap_or_else(|_| too_late())
        };
        self.underway = Some((errand, Box::pin(in_time)));
    }

    /// Waits for what is under way, or for ever. Can be dropped while it waits without losing anything.
    pub(super) async fn done(&mut self) -> Result<Done, StoreError> {
        match &mut self.underway {
            Some((_, work)) => work.await,
            None => pending().await,
        }
    }

    /// Takes in what [`done`](Self::done) gave.
    pub(super) fn settle(&mut self, done: Result<Done, StoreError>) -> News {
        let Some((errand, _)) = self.underway.take() else { return News::default() };
        self.failed = done.is_err();
        let news = match (errand, done) {
            (Errand::Say(pending, line), Ok(Done::Said(Some(n)))) => {
                let history = self.chat.get_mut(line.channel);
                let mut news = News::default();
                if n > history.last + 1 {
                    // Other servers' lines come before it.
                    self.send(Errand::Read);
                } else {
                    news.lines.extend(history.add(&Said { n, line }));
                }
                News { answer: Some((pending, Ok(()))), ..news }
            }
            (Errand::Say(pending, _), Ok(_)) => {
                News::refused(Some(pending), NotDone::new(ErrorCode::RoomClosed, "the room is closed"))
            }
            (Errand::Name(pending, seat, name), Ok(_)) => {
                let known = self.names.get_mut(seat);
                let names = *known != name;
                *known = name;
                News { names, answer: pending.map(|pending| (pending, Ok(()))), ..News::default() }
            }
            (Errand::Read, Ok(Done::Read(after, aside))) => self.take_in_after(after, &aside),
            (Errand::Read, Ok(_)) => News::default(),
            (errand, Err(error)) => {
                debug!(room = %self.room, why = %error, "cannot store or read what lies beside a room");
                let is_away = matches!(error, StoreError::Unavailable(_));
                let (code, why) = if is_away {
                    (ErrorCode::StoreUnavailable, "this could not be stored in time; send the same again")
                } else {
                    (ErrorCode::Internal, "this could not be stored; nothing was changed")
                };
                let pending = match errand {
                    Errand::Say(pending, _) => Some(pending),
                    Errand::Name(pending, ..) => pending,
                    Errand::Read => {
                        // What cannot be understood is not to be had by asking again.
                        if is_away {
                            self.waiting.push_back(Errand::Read);
                        }
                        None
                    }
                };
                News::refused(pending, NotDone::new(code, why))
            }
        };
        self.start();
        news
    }
}

/// What is known of a player at other servers, after what was known `before` and what they tell at the time `now`.
///
/// A server that lets go of a room tells nothing of it any more, and one that dies is soon not believed any more. A
/// player who was there then counts as gone since now: nobody knows of an earlier time.
fn since_told(before: Option<SeatPresence>, told: Option<SeatPresence>, now: Timestamp) -> Option<SeatPresence> {
    match (before, told) {
        (Some(before), told) if before.here => match told {
            // Gone since before the player was here: told by a server that does not know better.
            Some(told) if told.here || told.since >= before.since => Some(told),
            _ => Some(SeatPresence { here: false, since: now }),
        },
        (Some(before), Some(told)) => Some(before.and(told)),
        (before, told) => told.or(before),
    }
}

/// Whether somebody at this seat, or who watches, hears a channel and may speak there.
pub(super) const fn hears(channel: Channel, seat: Option<Seat>, is_playing: bool) -> bool {
    match channel {
        Channel::Players => seat.is_some(),
        Channel::Watchers => seat.is_none() || !is_playing,
    }
}
