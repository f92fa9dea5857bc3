//! Two servers' stores that append to the same rooms at the same time, in any order: nobody waits for ever, and the
//! logs are right.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::HashMap;
use std::sync::Arc;

use protocol::{RoomId, Seat, SeatToken, SidesChoice, SquareName, Timestamp};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use server::identity::TokenHash;
use server::room::{Author, LOG_SCHEMA, LogEvent, Recorded};
use server::store::{Append, Appended, PostgresStore};
use server::{Store, StoreError};
use tests::PATIENCE;
use tests::database::Database;
use tests::seed::{generator, seed};
use tests::stored::Stored;
use tokio::sync::Barrier;
use tokio::time::timeout;
use uuid::Uuid;

/// Rooms that are there from the start.
const OLD_ROOMS: u64 = 30;

const BATCHES: u64 = 90;

/// Rooms that may be made in each batch, by whoever is first. So many that making them takes a while.
const NEW_ROOMS: u64 = 200;

fn opening() -> Recorded {
    let host = TokenHash::of(&SeatToken::from_bits(1));
    Recorded::opening("halma".to_owned(), SidesChoice::Lot, host, Timestamp(1000))
}

/// An event that tells by whose batch it was stored. Stores do not care whether the rules allow it.
fn event(seq: u64, by: &str) -> Recorded {
    let by = Some(Author { seat: Seat::Host, id: Some(by.parse().expect("an id")) });
    let squares = ["l2", "l3"].map(|square| SquareName(square.parse().expect("a square")));
    let event = LogEvent::Moved { text: "l2-l3".to_owned(), path: squares.to_vec(), taken: Vec::new(), left: None };
    Recorded { schema: LOG_SCHEMA, seq, time: Timestamp(1000 + seq), by, event }
}

/// One of the two, and what it knows of the rooms.
struct Writer {
    name: &'static str,
    store: PostgresStore,
    random: StdRng,
    heads: HashMap<RoomId, u64>,
    /// The events it was told are stored.
    stored: Vec<(RoomId, Recorded)>,
    conflicts: usize,
}

impl Writer {
    async fn start(name: &'static str, database: &Database, random: StdRng) -> Self {
        let store = PostgresStore::open(&database.url(), false).await.expect("the database can be opened");
        let heads = (0..OLD_ROOMS).map(|room| (RoomId::from_bits(room), 1)).collect();
        Self { name, store, random, heads, stored: Vec::new(), conflicts: 0 }
    }

    /// One or two events for each of some rooms, in no order. In turn these are rooms that are there, rooms that are to
    /// be made, and both: whoever waits for a room that is there meets nobody while making others.
    fn batch(&mut self, number: u64) -> Vec<Append> {
        let old = (0..OLD_ROOMS).map(RoomId::from_bits);
        let new = (0..NEW_ROOMS).map(|place| RoomId::from_bits(1000 * (number + 1) + place));
        let mut rooms: Vec<_> = match number % 3 {
            0 => old.collect(),
            1 => new.collect(),
            _ => old.chain(new).collect(),
        };
        rooms.shuffle(&mut self.random);
        rooms.truncate(self.random.random_range(1..=rooms.len()));
        let by = format!("{}-{number}", self.name);
        let append = |room| {
            let after = self.heads.get(&room).copied().unwrap_or(0);
            let last = after + self.random.random_range(1..=2);
            let events = (after + 1..=last).map(|seq| if seq == 1 { opening() } else { event(seq, &by) }).collect();
            Append { id: Uuid::new_v4(), room, after, events, archive: None, due: None, listing: None, closes: false }
        };
        rooms.into_iter().map(append).collect()
    }

    /// Appends all batches, each at the same time as the other one's.
    async fn write_all(mut self, start: Arc<Barrier>) -> Self {
        for number in 0..BATCHES {
            let batch = self.batch(number);
            timeout(PATIENCE, start.wait()).await.expect("the other one is there");
            let outcomes = timeout(PATIENCE, self.store.append(&batch)).await.expect("nobody waits for ever");
            let outcomes = match outcomes {
                Ok(outcomes) => outcomes,
                Err(why @ StoreError::Unavailable(_)) => panic!("batches that meet get in each other's way: {why}"),
                Err(why) => panic!("{why}"),
            };
            self.learn(batch, &outcomes).await;
        }
        self
    }

    async fn learn(&mut self, batch: Vec<Append>, outcomes: &[Appended]) {
        assert_eq!(outcomes.len(), batch.len());
        let mut lost = Vec::new();
        for (append, outcome) in batch.into_iter().zip(outcomes) {
            match outcome {
                Appended::Stored => {
                    self.heads.insert(append.room, append.events[append.events.len() - 1].seq);
                    self.stored.extend(append.events.into_iter().map(|event| (append.room, event)));
                }
                Appended::Conflict => lost.push(append.room),
            }
        }
        self.conflicts += lost.len();
        self.heads.extend(self.store.heads(&lost).await.expect("heads can be read"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_that_touch_the_same_rooms_in_any_order_all_go_through() {
    let seed = seed("deadlock");
    let database = Database::postgres().await;
    let one = Writer::start("one", &database, generator(seed, 1)).await;
    let other = Writer::start("other", &database, generator(seed, 2)).await;
    let made = |room| Append {
        id: Uuid::new_v4(),
        room: RoomId::from_bits(room),
        after: 0,
        events: vec![opening()],
        archive: None,
        due: None,
        listing: None,
        closes: false,
    };
    one.store.append(&(0..OLD_ROOMS).map(made).collect::<Vec<_>>()).await.expect("rooms can be made");

    let start = Arc::new(Barrier::new(2));
    let (one, other) = (tokio::spawn(one.write_all(Arc::clone(&start))), tokio::spawn(other.write_all(start)));
    let (one, other) = (one.await.expect("no surprise"), other.await.expect("no surprise"));
    let conflicts = one.conflicts + other.conflicts;
    println!("{} and {} events, {conflicts} conflicts", one.stored.len(), other.stored.len());
    assert!(one.conflicts > 0 && other.conflicts > 0, "they met");

    // Each log is what the two were told, one behind the other.
    let mut logs: HashMap<RoomId, Vec<Recorded>> = HashMap::new();
    for (room, event) in one.stored.into_iter().chain(other.stored) {
        logs.entry(room).or_default().push(event);
    }
    let stored = Stored::on(&database).await;
    for (room, mut told) in logs {
        told.sort_by_key(|event| event.seq);
        let log = stored.log(room).await;
        assert_eq!(stored.head(room).await, log[log.len() - 1].seq);
        let opened_before = usize::from(told[0].seq == 2);
        assert_eq!(log[opened_before..], told, "room {room}");
    }
}
