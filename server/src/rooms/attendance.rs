//! Who is in the rooms of this server, told to the other servers; and what those tell.
//!
//! One task tells it all, so that nothing older ever comes last. It is best effort: what is told is believed for some
//! seconds, and told again well before.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::RoomId;
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep};
use tracing::debug;

use super::registry::Rooms;
use crate::store::{AsideHead, Presence, ServerId};

/// How often everything is told again, and asked: what others tell may be a hint that got lost.
const EVERY: Duration = Duration::from_secs(2);

/// The same for a store that no other server uses; only what it believes must not grow old.
const EVERY_ALONE: Duration = Duration::from_secs(5);

/// How long somebody who came or went waits to be told, for others to go along with.
const GATHER: Duration = Duration::from_millis(50);

/// What this server tells.
#[derive(Debug, Default)]
pub(super) struct Attendance {
    server: ServerId,
    book: Mutex<Book>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Book {
    /// Who is in each open room.
    here: HashMap<RoomId, Presence>,
    /// The rooms that have to be told of, or asked about, at once.
    news: HashSet<RoomId>,
    /// What was heard of each open room last; nothing, if it is not there.
    heard: HashMap<RoomId, AsideHead>,
}

impl Attendance {
    fn book(&self) -> MutexGuard<'_, Book> {
        // Each change of the book leaves it as good as before, so a panic elsewhere does not matter.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This server, as others know it.
    pub(super) const fn server(&self) -> ServerId {
        self.server
    }

    /// How many rooms the book knows.
    pub(super) fn count(&self) -> usize {
        let book = self.book();
        book.here.len().max(book.heard.len())
    }

    /// Somebody came to a room or left it.
    pub(super) fn tell(&self, room: RoomId, presence: Presence) {
        let mut book = self.book();
        if book.here.insert(room, presence) != Some(presence) {
            book.news.insert(room);
            drop(book);
            self.changed.notify_one();
        }
    }

    /// A room leaves memory.
    pub(super) fn leave(&self, room: RoomId) {
        let mut book = self.book();
        book.heard.remove(&room);
        if book.here.remove(&room).is_some_and(|presence| presence != Presence::default()) {
            book.news.insert(room);
            drop(book);
            self.changed.notify_one();
        }
    }

    /// Something changed beside the logs of these rooms that is not known here.
    pub(super) fn ask_about(&self, rooms: Vec<RoomId>) {
        let mut book = self.book();
        let open: Vec<_> = rooms.into_iter().filter(|room| book.here.contains_key(room)).collect();
        if !open.is_empty() {
            book.news.extend(open);
            drop(book);
            self.changed.notify_one();
        }
    }

    /// Tells and asks, until dropped.
    pub(super) async fn keep(&self, rooms: &Rooms) {
        let mut all = interval(if rooms.store().is_shared() { EVERY } else { EVERY_ALONE });
        all.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let told: Vec<(RoomId, Presence)> = tokio::select! {
                _ = all.tick() => {
                    let mut book = self.book();
                    let left = std::mem::take(&mut book.news).into_iter().filter(|room| !book.here.contains_key(room));
                    let left: Vec<_> = left.map(|room| (room, Presence::default())).collect();
                    book.here.iter().map(|(room, presence)| (*room, *presence)).chain(left).collect()
                }
                () = self.changed.notified() => {
                    sleep(GATHER).await;
                    let mut book = self.book();
                    let news = std::mem::take(&mut book.news);
                    news.into_iter().map(|room| (room, book.here.get(&room).copied().unwrap_or_default())).collect()
                }
            };
            if !told.is_empty() {
                self.exchange(rooms, &told).await;
            }
        }
    }

    async fn exchange(&self, rooms: &Rooms, told: &[(RoomId, Presence)]) {
        let heads = match rooms.store().attend(self.server, rooms.now(), told).await {
            Ok(heads) => heads,
            Err(why) => {
                // Told again soon.
                debug!(%why, "cannot tell who is there");
                return;
            }
        };
        let mut heads: HashMap<_, _> = heads.into_iter().collect();
        let mut fresh = Vec::new();
        {
            let mut book = self.book();
            for (room, _) in told {
                let head = heads.remove(room).unwrap_or_default();
                let is_known = match book.heard.get(room) {
                    Some(heard) => *heard == head,
                    None => head == AsideHead::default(),
                };
                if !is_known && book.here.contains_key(room) {
                    book.heard.insert(*room, head.clone());
                    fresh.push((*room, head));
                }
            }
        }
        for (room, head) in fresh {
            if !rooms.hear(room, head) {
                // Its mailbox is full: it is told again with the next exchange.
                self.book().heard.remove(&room);
            }
        }
    }
}
