//! A store in memory that fails as it is told: before the commit, after it, or by refusing; or that does not answer
//! until it is let go on. Several servers may use the same contents, each by a connection of its own.

pub(crate) mod archive;
mod asides;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use protocol::{RoomId, Timestamp};
use server::blocks::Block;
use server::room::{LogEvent, Recorded};
use server::store::{
    Append, Appended, ArchiveRow, Deadline, Glimpse, Heartbeat, Hint, Listing, Listings, OUTAGES_KEPT, PresenceBook,
    ServerId, SignBook,
};
use server::{Store, StoreError};
use tokio::sync::{broadcast, watch};
use uuid::Uuid;

/// How an append goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The connection is lost before the commit.
    BeforeCommit,
    /// The connection is lost after the commit: all is stored, but nobody is told.
    AfterCommit,
}

/// A server's connection to a store.
#[derive(Debug)]
pub(crate) struct MemoryStore {
    contents: Arc<Mutex<Contents>>,
    /// The faults of the coming appends; none once they are used up.
    faults: Mutex<VecDeque<Option<Fault>>>,
    /// Rooms for which nothing can be stored.
    poisoned: Mutex<HashSet<RoomId>>,
    /// Whether the store answers at all.
    answers: watch::Sender<bool>,
    /// Whether rooms can be read.
    reads: watch::Sender<bool>,
    /// Rooms that nothing good comes of.
    cursed: Mutex<HashSet<RoomId>>,
    batches: Mutex<Vec<usize>>,
    shared: bool,
    hints: Option<Hints>,
}

/// What servers tell each other.
#[derive(Debug)]
struct Hints {
    /// Each with the connection that tells it.
    told: broadcast::Sender<(Uuid, Hint)>,
    heard: tokio::sync::Mutex<broadcast::Receiver<(Uuid, Hint)>>,
    me: Uuid,
}

impl Hints {
    fn new(told: broadcast::Sender<(Uuid, Hint)>) -> Self {
        Self { heard: tokio::sync::Mutex::new(told.subscribe()), told, me: Uuid::new_v4() }
    }
}

#[derive(Clone, Debug, Default)]
struct Contents {
    logs: HashMap<RoomId, Vec<(Uuid, Recorded)>>,
    rooms: HashMap<RoomId, RoomRow>,
    games: Vec<ArchiveRow>,
    asides: HashMap<RoomId, asides::Row>,
    blocks: Vec<Block>,
    heartbeat: Option<Heartbeat>,
    signs: SignBook,
    presence: PresenceBook,
}

/// What is kept of a room beside its log.
#[derive(Clone, Debug)]
struct RoomRow {
    created: Timestamp,
    due: Option<Timestamp>,
    listing: Option<String>,
    closed: bool,
}

impl MemoryStore {
    pub(crate) fn new() -> Self {
        Self {
            contents: Arc::default(),
            faults: Mutex::default(),
            poisoned: Mutex::default(),
            answers: watch::Sender::new(true),
            reads: watch::Sender::new(true),
            cursed: Mutex::default(),
            batches: Mutex::default(),
            shared: false,
            hints: None,
        }
    }

    /// A store that says that other servers may use it, too.
    pub(crate) fn shared() -> Self {
        Self { shared: true, ..Self::new() }
    }

    /// The same, and servers tell each other what has changed.
    pub(crate) fn hinting() -> Self {
        Self { hints: Some(Hints::new(broadcast::Sender::new(64))), ..Self::shared() }
    }

    /// The same store by another connection, which works or fails by itself.
    pub(crate) fn beside(&self) -> Self {
        Self {
            contents: Arc::clone(&self.contents),
            shared: self.shared,
            hints: self.hints.as_ref().map(|hints| Hints::new(hints.told.clone())),
            ..Self::new()
        }
    }

    fn tell(&self, hint: Hint) {
        if let Some(hints) = &self.hints {
            // Nobody may listen.
            let _ = hints.told.send((hints.me, hint));
        }
    }

    /// Plans the faults of the coming appends.
    pub(crate) fn fail(&self, faults: impl IntoIterator<Item = Option<Fault>>) {
        self.faults.lock().unwrap().extend(faults);
    }

    /// From now on refuses every batch in which this room occurs.
    pub(crate) fn poison(&self, room: RoomId) {
        self.poisoned.lock().unwrap().insert(room);
    }

    /// Stops answering, or goes on.
    pub(crate) fn set_answers(&self, answers: bool) {
        self.answers.send_replace(answers);
    }

    /// Stops answering whoever wants to read a room, or goes on.
    pub(crate) fn set_reads(&self, reads: bool) {
        self.reads.send_replace(reads);
    }

    /// From now on panics when this room is read.
    pub(crate) fn curse(&self, room: RoomId) {
        self.cursed.lock().unwrap().insert(room);
    }

    /// The sizes of the batches so far.
    pub(crate) fn batches(&self) -> Vec<usize> {
        self.batches.lock().unwrap().clone()
    }

    /// The deadline of a room, exactly, and its entry in the lobby.
    pub(crate) fn due_and_listing(&self, room: RoomId) -> (Option<Timestamp>, Option<String>) {
        let contents = self.contents.lock().unwrap();
        contents.rooms.get(&room).map(|row| (row.due, row.listing.clone())).unwrap_or_default()
    }

    /// The appends that stored a room's events, one entry per event.
    pub(crate) fn append_ids(&self, room: RoomId) -> Vec<Uuid> {
        let contents = self.contents.lock().unwrap();
        contents.logs.get(&room).map(|log| log.iter().map(|(id, _)| *id).collect()).unwrap_or_default()
    }

    async fn until_it_answers(&self) {
        let mut answers = self.answers.subscribe();
        answers.wait_for(|answers| *answers).await.unwrap();
    }
}

impl Contents {
    fn append(&mut self, append: &Append) -> Result<Appended, ()> {
        let log = self.logs.entry(append.room).or_default();
        let last = log.last().map_or(0, |(_, event)| event.seq);
        let closed = self.rooms.get(&append.room).is_some_and(|row| row.closed);
        if last != append.after || closed {
            let first = log.iter().find(|(_, event)| event.seq == append.after + 1);
            let known = first.is_some_and(|(id, _)| *id == append.id);
            return Ok(if known { Appended::Stored } else { Appended::Conflict });
        }
        log.extend(append.events.iter().map(|event| (append.id, event.clone())));
        if let Some(row) = &append.archive {
            if self.games.iter().any(|game| (game.room, game.number) == (row.room, row.number)) {
                return Err(());
            }
            self.games.push(row.clone());
        }
        let row = RoomRow {
            created: self.rooms.get(&append.room).map_or(append.events[0].time, |row| row.created),
            due: append.due.filter(|_| !append.closes),
            listing: append.listing.clone().filter(|_| !append.closes),
            closed: append.closes,
        };
        self.rooms.insert(append.room, row);
        if append.closes {
            log.retain(|(_, event)| event.seq > append.after);
            self.asides.remove(&append.room);
        }
        Ok(Appended::Stored)
    }

    /// Takes in a server's sign of life.
    fn sign(&mut self, server: ServerId, now: Timestamp, gap: Duration, rests: bool) -> Heartbeat {
        let heartbeat = self.heartbeat.get_or_insert_with(|| Heartbeat { time: now, outages: Vec::new() });
        let time = heartbeat.time.max(now);
        if time.0 - heartbeat.time.0 > self.signs.gap(server, time, gap).as_millis() as u64 {
            heartbeat.outages.push((heartbeat.time, time));
        }
        heartbeat.time = time;
        let since = time.0.saturating_sub(OUTAGES_KEPT.as_millis() as u64);
        heartbeat.outages.retain(|(_, ended)| ended.0 >= since);
        self.signs.sign(server, time, rests);
        self.presence.beat(time);
        heartbeat.clone()
    }
}

fn unavailable() -> StoreError {
    StoreError::Unavailable(sqlx::Error::PoolClosed)
}

#[async_trait]
impl Store for MemoryStore {
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        self.until_it_answers().await;
        self.batches.lock().unwrap().push(batch.len());
        let rooms: HashSet<_> = batch.iter().map(|append| append.room).collect();
        assert_eq!(rooms.len(), batch.len(), "a room occurs twice in a batch");
        assert!(batch.is_sorted_by_key(|append| append.room), "the rooms of a batch are not in order");
        let fault = self.faults.lock().unwrap().pop_front().flatten();
        if fault == Some(Fault::BeforeCommit) {
            return Err(unavailable());
        }
        if rooms.iter().any(|room| self.poisoned.lock().unwrap().contains(room)) {
            return Err(StoreError::Rejected(sqlx::Error::PoolClosed));
        }
        let mut contents = self.contents.lock().unwrap();
        let mut changed = contents.clone();
        let outcomes = batch.iter().map(|append| changed.append(append)).collect::<Result<Vec<_>, _>>();
        let outcomes = outcomes.map_err(|()| StoreError::Rejected(sqlx::Error::PoolClosed))?;
        *contents = changed;
        drop(contents);
        self.tell(Hint::Logs(batch.iter().map(|append| append.room).collect()));
        if fault == Some(Fault::AfterCommit) { Err(unavailable()) } else { Ok(outcomes) }
    }

    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError> {
        self.until_it_answers().await;
        self.reads.subscribe().wait_for(|reads| *reads).await.unwrap();
        let is_cursed = self.cursed.lock().unwrap().contains(&room);
        assert!(!is_cursed, "this is meant to happen");
        let contents = self.contents.lock().unwrap();
        let log = contents.logs.get(&room).map(Vec::as_slice).unwrap_or_default();
        Ok(log.iter().map(|(_, event)| event.clone()).filter(|event| event.seq > after).collect())
    }

    async fn glimpse(&self, room: RoomId) -> Result<Glimpse, StoreError> {
        self.until_it_answers().await;
        let contents = self.contents.lock().unwrap();
        let log = contents.logs.get(&room).map(Vec::as_slice).unwrap_or_default();
        let turns = |event: &Recorded| event.ends_game() || matches!(event.event, LogEvent::Started { .. });
        let turning = log.iter().rev().map(|(_, event)| event).filter(|event| turns(event)).take(2);
        let mut kept: Vec<_> = turning.map(|event| event.seq).collect();
        kept.extend(log.last().map(|(_, event)| event.seq));
        let events = log.iter().map(|(_, event)| event.clone());
        let events = events.filter(|event| event.seq == 1 || kept.contains(&event.seq));
        let host_name = contents.asides.get(&room).and_then(|row| row.names.host.clone());
        Ok(Glimpse { events: events.collect(), host_name })
    }

    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError> {
        self.until_it_answers().await;
        let contents = self.contents.lock().unwrap();
        let head = |room: &RoomId| Some((*room, contents.logs.get(room)?.last()?.1.seq));
        Ok(rooms.iter().filter_map(head).collect())
    }

    async fn next_hint(&self) -> Hint {
        let Some(hints) = &self.hints else { return std::future::pending().await };
        let mut heard = hints.heard.lock().await;
        loop {
            self.until_it_answers().await;
            match heard.recv().await {
                Ok((teller, hint)) if teller != hints.me => return hint,
                // Hints may get lost.
                Ok(_) | Err(_) => {}
            }
        }
    }

    async fn due_rooms(&self, now: Timestamp, limit: u32) -> Result<Vec<Deadline>, StoreError> {
        self.until_it_answers().await;
        let contents = self.contents.lock().unwrap();
        let deadline = |(room, row): (&RoomId, &RoomRow)| {
            let due = row.due.filter(|due| *due <= now)?;
            Some(Deadline { room: *room, seq: contents.logs[room].last()?.1.seq, due })
        };
        let mut deadlines: Vec<_> = contents.rooms.iter().filter_map(deadline).collect();
        deadlines.sort_by_key(|deadline| deadline.due);
        deadlines.truncate(limit as usize);
        Ok(deadlines)
    }

    async fn postpone(&self, deadlines: &[Deadline]) -> Result<(), StoreError> {
        self.until_it_answers().await;
        let mut contents = self.contents.lock().unwrap();
        let Contents { logs, rooms, .. } = &mut *contents;
        for Deadline { room, seq, due } in deadlines {
            let last = logs.get(room).and_then(|log| log.last()).map(|(_, event)| event.seq);
            if let Some(row) = rooms.get_mut(room).filter(|row| last == Some(*seq) && !row.closed) {
                row.due = Some(*due);
            }
        }
        Ok(())
    }

    async fn listings(&self, now: Timestamp, limit: u32) -> Result<Listings, StoreError> {
        self.until_it_answers().await;
        let contents = self.contents.lock().unwrap();
        let listing = |(room, row): (&RoomId, &RoomRow)| {
            let host_here = contents.presence.host_is_here(now, *room);
            Some(Listing { room: *room, created: row.created, entry: row.listing.clone()?, host_here })
        };
        let mut rooms: Vec<_> = contents.rooms.iter().filter_map(listing).collect();
        let total = rooms.len() as u64;
        rooms.sort_by_key(|listing| (std::cmp::Reverse(listing.created), listing.room));
        rooms.truncate(limit as usize);
        Ok(Listings { rooms, total })
    }

    async fn beat(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<Heartbeat, StoreError> {
        self.until_it_answers().await;
        Ok(self.contents.lock().unwrap().sign(server, now, gap, false))
    }

    async fn rest(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<(), StoreError> {
        self.until_it_answers().await;
        self.contents.lock().unwrap().sign(server, now, gap, true);
        Ok(())
    }

    async fn blocks(&self, now: Timestamp) -> Result<Vec<Block>, StoreError> {
        let contents = self.contents.lock().unwrap();
        let mut blocks: Vec<_> = contents.blocks.iter().filter(|block| block.until > now).copied().collect();
        blocks.sort_by_key(|block| block.network.to_string());
        Ok(blocks)
    }

    async fn block(&self, block: &Block, now: Timestamp) -> Result<(), StoreError> {
        let mut contents = self.contents.lock().unwrap();
        contents.blocks.retain(|other| other.until > now && other.network != block.network);
        contents.blocks.push(*block);
        Ok(())
    }

    async fn lift_block(&self, block: &Block) -> Result<bool, StoreError> {
        let mut contents = self.contents.lock().unwrap();
        let before = contents.blocks.len();
        contents.blocks.retain(|other| other.network != block.network);
        Ok(contents.blocks.len() < before)
    }

    fn is_shared(&self) -> bool {
        self.shared
    }

    async fn close(&self) {}
}
