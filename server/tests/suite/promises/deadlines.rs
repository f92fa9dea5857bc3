//! When rooms are due.

use protocol::{RoomId, Timestamp};
use server::Store;
use server::store::{Append, Appended, Deadline};

use super::{append, append_one, moving, opening, room, seating};

const HOUR: u64 = 3_600_000;

/// An append with a deadline so long after its last event.
fn with_due(append: Append, after: u64) -> Append {
    let due = Timestamp(append.events[append.events.len() - 1].time.0 + after);
    Append { due: Some(due), ..append }
}

async fn due_by(store: &dyn Store, time: u64) -> Vec<(RoomId, u64)> {
    let deadlines = store.due_rooms(Timestamp(time), 100).await.unwrap();
    deadlines.into_iter().map(|deadline| (deadline.room, deadline.seq)).collect()
}

pub(crate) async fn a_room_is_due_as_its_last_append_says(store: &dyn Store) {
    // The events' times are 1000 and 1002; deadlines so near are kept to the millisecond.
    assert_eq!(append_one(store, &with_due(append(room(1), vec![opening()]), 20)).await, Appended::Stored);
    assert_eq!(append_one(store, &append(room(2), vec![opening()])).await, Appended::Stored);
    assert_eq!(due_by(store, 1019).await, []);
    assert_eq!(due_by(store, 1020).await, [(room(1), 1)]);

    assert_eq!(append_one(store, &with_due(append(room(1), vec![seating(2)]), 30)).await, Appended::Stored);
    assert_eq!(due_by(store, 1031).await, []);
    let deadline = Deadline { room: room(1), seq: 2, due: Timestamp(1032) };
    assert_eq!(store.due_rooms(Timestamp(u64::MAX), 100).await.unwrap(), [deadline]);

    let lost = with_due(append(room(1), vec![seating(2)]), 1);
    assert_eq!(append_one(store, &lost).await, Appended::Conflict);
    assert_eq!(due_by(store, 1031).await, [], "a loser says nothing");

    assert_eq!(append_one(store, &append(room(1), vec![moving(3)])).await, Appended::Stored);
    assert_eq!(due_by(store, u64::MAX).await, [], "never any more");
}

pub(crate) async fn a_room_is_never_due_early_and_hardly_late(store: &dyn Store) {
    let allowed = [1, 100, 30_000, HOUR, 24 * HOUR, 90 * 24 * HOUR];
    for (number, allowed) in (0..).zip(allowed) {
        let number = room(number);
        assert_eq!(append_one(store, &with_due(append(number, vec![opening()]), allowed)).await, Appended::Stored);
        let is_due = async |time| due_by(store, time).await.contains(&(number, 1));
        assert!(!is_due(1000 + allowed - 1).await, "{allowed} ms");
        assert!(is_due(1000 + allowed + (allowed / 32).min(35 * 60_000)).await, "{allowed} ms");
    }
}

pub(crate) async fn those_that_are_due_longest_come_first(store: &dyn Store) {
    let batch: Vec<_> = (0..5).map(|number| with_due(append(room(number), vec![opening()]), 20 - number)).collect();
    store.append(&batch).await.unwrap();
    assert_eq!(due_by(store, 1018).await, [(room(4), 1), (room(3), 1), (room(2), 1)]);
    let first = store.due_rooms(Timestamp(2000), 2).await.unwrap();
    assert_eq!(first.iter().map(|deadline| deadline.room).collect::<Vec<_>>(), [room(4), room(3)]);
    assert_eq!(store.due_rooms(Timestamp(2000), 0).await.unwrap(), []);
}

pub(crate) async fn what_is_not_due_yet_can_be_put_off(store: &dyn Store) {
    let batch: Vec<_> = (0..3).map(|number| with_due(append(room(number), vec![opening()]), 10 + number)).collect();
    store.append(&batch).await.unwrap();
    let later = |number, seq| Deadline { room: room(number), seq, due: Timestamp(123_456_789) };
    store.postpone(&[later(0, 1), later(1, 2), later(9, 1)]).await.unwrap();
    assert_eq!(due_by(store, 123_456_788).await, [(room(1), 1), (room(2), 1)], "room 1 is not at event 2");
    assert!(due_by(store, 123_456_789).await.contains(&(room(0), 1)));
    store.postpone(&[]).await.unwrap();
}
