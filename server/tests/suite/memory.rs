//! A store in memory that fails as it is told: before the commit, after it, or by refusing; or that does not answer
//! until it is let go on.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Mutex;

use async_trait::async_trait;
use protocol::http::ArchivedGame;
use protocol::{GameId, RoomId};
use server::room::Recorded;
use server::stats::Tally;
use server::store::{Append, Appended, ArchiveRow};
use server::{Store, StoreError};
use tokio::sync::watch;
use uuid::Uuid;

/// How an append goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The connection is lost before the commit.
    BeforeCommit,
    /// The connection is lost after the commit: all is stored, but nobody is told.
    AfterCommit,
}

#[derive(Debug)]
pub(crate) struct MemoryStore {
    contents: Mutex<Contents>,
    /// The faults of the coming appends; none once they are used up.
    faults: Mutex<VecDeque<Option<Fault>>>,
    /// Rooms for which nothing can be stored.
    poisoned: Mutex<HashSet<RoomId>>,
    /// Whether the store answers at all.
    answers: watch::Sender<bool>,
    batches: Mutex<Vec<usize>>,
    shared: bool,
}

#[derive(Clone, Debug, Default)]
struct Contents {
    logs: HashMap<RoomId, Vec<(Uuid, Recorded)>>,
    games: Vec<ArchiveRow>,
}

impl MemoryStore {
    pub(crate) fn new() -> Self {
        Self {
            contents: Mutex::default(),
            faults: Mutex::default(),
            poisoned: Mutex::default(),
            answers: watch::Sender::new(true),
            batches: Mutex::default(),
            shared: false,
        }
    }

    /// A store that says that other servers may use it, too.
    pub(crate) fn shared() -> Self {
        Self { shared: true, ..Self::new() }
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

    /// The sizes of the batches so far.
    pub(crate) fn batches(&self) -> Vec<usize> {
        self.batches.lock().unwrap().clone()
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
        if last != append.after {
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
        Ok(Appended::Stored)
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
        let outcomes = batch.iter().map(|append| changed.append(append)).collect::<Result<_, _>>();
        let outcomes = outcomes.map_err(|()| StoreError::Rejected(sqlx::Error::PoolClosed))?;
        *contents = changed;
        if fault == Some(Fault::AfterCommit) { Err(unavailable()) } else { Ok(outcomes) }
    }

    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError> {
        self.until_it_answers().await;
        let contents = self.contents.lock().unwrap();
        let log = contents.logs.get(&room).map(Vec::as_slice).unwrap_or_default();
        Ok(log.iter().map(|(_, event)| event.clone()).filter(|event| event.seq > after).collect())
    }

    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError> {
        let contents = self.contents.lock().unwrap();
        let head = |room: &RoomId| Some((*room, contents.logs.get(room)?.last()?.1.seq));
        Ok(rooms.iter().filter_map(head).collect())
    }

    async fn next_hint(&self) -> Vec<RoomId> {
        std::future::pending().await
    }

    fn is_shared(&self) -> bool {
        self.shared
    }

    async fn tallies(&self) -> Result<Vec<Tally>, StoreError> {
        let contents = self.contents.lock().unwrap();
        let mut tallies: Vec<Tally> = Vec::new();
        for row in &contents.games {
            let same = |tally: &&mut Tally| tally.game == row.game.game && tally.outcome == row.game.outcome;
            match tallies.iter_mut().find(same) {
                Some(tally) => tally.games += 1,
                None => tallies.push(Tally { game: row.game.game.clone(), outcome: row.game.outcome, games: 1 }),
            }
        }
        Ok(tallies)
    }

    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError> {
        let contents = self.contents.lock().unwrap();
        Ok(contents.games.iter().find(|row| row.game.id == id).map(|row| row.game.clone()))
    }

    async fn close(&self) {}
}
