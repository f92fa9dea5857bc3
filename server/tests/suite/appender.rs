//! Group commit: many rooms, one transaction at a time, through all that can go wrong.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use protocol::Timestamp;
use server::Store;
use server::store::{Append, AppendError, Appended, Appender};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::memory::{Fault, MemoryStore};
use crate::promises::{append, moving, opening, room};

fn appender(store: &Arc<MemoryStore>) -> Appender {
    let (appender, serving) = Appender::new(Arc::clone(store) as Arc<dyn Store>);
    tokio::spawn(serving);
    appender
}

/// Hands in the opening of rooms all at once, and gives back what became of each.
async fn open_rooms(appender: &Appender, numbers: std::ops::Range<u64>) -> Vec<Result<Appended, AppendError>> {
    let tasks = numbers.map(|number| {
        let appender = appender.clone();
        tokio::spawn(async move { appender.append(append(room(number), vec![opening()])).await })
    });
    let mut outcomes = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        outcomes.push(task.await.unwrap());
    }
    outcomes
}

#[tokio::test(start_paused = true)]
async fn what_comes_during_a_commit_goes_along_with_the_next() {
    let store = Arc::new(MemoryStore::new());
    let appender = appender(&store);
    store.set_answers(false);
    let first = tokio::spawn({
        let appender = appender.clone();
        async move { appender.append(append(room(0), vec![opening()])).await }
    });
    tokio::time::sleep(Duration::from_millis(1)).await;
    let others = tokio::spawn(async move { open_rooms(&appender, 1..51).await });
    tokio::time::sleep(Duration::from_millis(1)).await;
    store.set_answers(true);
    assert_eq!(first.await.unwrap(), Ok(Appended::Stored));
    assert!(others.await.unwrap().iter().all(|outcome| *outcome == Ok(Appended::Stored)));
    assert_eq!(store.batches(), [1, 50]);
}

#[tokio::test(start_paused = true)]
async fn one_that_cannot_be_stored_harms_no_other() {
    let store = Arc::new(MemoryStore::new());
    store.poison(room(3));
    let outcomes = open_rooms(&appender(&store), 0..6).await;
    for (number, outcome) in (0..).zip(outcomes) {
        let expected = if number == 3 { Err(AppendError::Rejected) } else { Ok(Appended::Stored) };
        assert_eq!(outcome, expected, "room {number}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_unavailable_store_is_tried_until_it_answers() {
    let store = Arc::new(MemoryStore::new());
    store.fail([Some(Fault::BeforeCommit); 50]);
    store.fail([Some(Fault::AfterCommit)]);
    let outcomes = open_rooms(&appender(&store), 0..3).await;
    assert_eq!(outcomes, [Ok(Appended::Stored); 3], "also if a commit's answer got lost");
    assert_eq!(store.append_ids(room(2)).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn without_its_task_an_append_is_refused() {
    let (appender, serving) = Appender::new(Arc::new(MemoryStore::new()));
    drop(serving);
    assert_eq!(appender.append(append(room(1), vec![opening()])).await, Err(AppendError::Stopped));
}

/// What two owners of each of some rooms were told.
#[derive(Debug, Default)]
struct Told {
    /// The appends that were acknowledged, with the number of their events.
    stored: HashMap<Uuid, usize>,
    /// The appends that lost against another owner.
    lost: Vec<Uuid>,
    /// The last event that was acknowledged, and what was said with it of the room's deadline and place in the lobby.
    last: (u64, Option<Timestamp>, Option<String>),
}

/// Appends to a room until it has added so many events, as a server does: it reads the log, appends after its end,
/// and reads again if another was faster.
async fn own(store: Arc<MemoryStore>, appender: Appender, number: u64, sizes: Vec<usize>) -> Told {
    let mut told = Told::default();
    for size in sizes {
        loop {
            let after = store.load(room(number), 0).await.unwrap().len() as u64;
            let events: Vec<_> = (after + 1..).take(size).map(moving).collect();
            let append: Append = append(room(number), events);
            let id = append.id;
            // Told by the id, so that no two appends say the same; and some say nothing.
            let bits = id.as_u128() as u64;
            let due = (!bits.is_multiple_of(3)).then_some(Timestamp(bits >> 1));
            let listing = (!bits.is_multiple_of(5)).then(|| id.to_string());
            let last = (after + size as u64, due, listing.clone());
            let append = Append { due, listing, ..append };
            tokio::task::yield_now().await;
            match appender.append(append).await.unwrap() {
                Appended::Stored => {
                    assert!(told.stored.insert(id, size).is_none());
                    told.last = last;
                    break;
                }
                Appended::Conflict => told.lost.push(id),
            }
        }
    }
    told
}

fn fault() -> impl Strategy<Value = Option<Fault>> {
    prop_oneof![
        3 => Just(None),
        1 => Just(Some(Fault::BeforeCommit)),
        1 => Just(Some(Fault::AfterCommit)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Two owners on two servers' appenders compete for each of three rooms while connections break before and after
    /// commits. Each acknowledged append is in the log once, whole, in one piece, and nothing else is; and the room is
    /// due and listed as the last of them says.
    #[test]
    fn acknowledged_is_stored_once_and_nothing_else_is(
        faults in prop::collection::vec(fault(), 0..40),
        sizes in prop::collection::vec(prop::collection::vec(1..4_usize, 0..6), 6),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let store = Arc::new(MemoryStore::new());
            store.fail(faults);
            let servers = [appender(&store), appender(&store)];
            let mut owners = JoinSet::new();
            for (owner, sizes) in sizes.into_iter().enumerate() {
                let number = owner as u64 / 2;
                let appender = servers[owner % 2].clone();
                let store = Arc::clone(&store);
                owners.spawn(async move { (number, own(store, appender, number, sizes).await) });
            }
            let mut stored: HashMap<u64, HashMap<Uuid, usize>> = HashMap::new();
            let mut lost = Vec::new();
            let mut lasts: HashMap<u64, (u64, Option<Timestamp>, Option<String>)> = HashMap::new();
            for (number, told) in owners.join_all().await {
                stored.entry(number).or_default().extend(told.stored);
                lost.extend(told.lost);
                let last = lasts.entry(number).or_default();
                *last = last.clone().max(told.last);
            }
            for (number, acknowledged) in stored {
                let log = store.load(room(number), 0).await.unwrap();
                assert!(log.iter().map(|event| event.seq).eq(1..=log.len() as u64), "the log has gaps");
                let ids = store.append_ids(room(number));
                let pieces: Vec<_> = ids.chunk_by(|one, next| one == next).map(|piece| (piece[0], piece.len())).collect();
                assert_eq!(pieces.len(), acknowledged.len(), "something was torn, or stored without a word");
                assert_eq!(pieces.into_iter().collect::<HashMap<_, _>>(), acknowledged);
                assert!(!ids.iter().any(|id| lost.contains(id)), "a loser was stored");
                let (seq, due, listing) = lasts.remove(&number).unwrap();
                assert_eq!(log.len() as u64, seq);
                assert_eq!(store.due_and_listing(room(number)), (due, listing));
            }
        });
    }
}
