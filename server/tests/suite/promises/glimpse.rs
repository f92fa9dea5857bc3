//! A room in short.

use protocol::{PerSide, Seat};
use server::Store;
use server::room::{LogEvent, Recorded};
use server::store::{Append, Appended, Glimpse};

use super::{append, append_one, ending, moving, opening, recorded, room, seating};

fn starting(seq: u64, number: u32) -> Recorded {
    let sides = PerSide { first: Seat::Host, second: Seat::Guest };
    recorded(seq, LogEvent::Started { number, game: "halma".to_owned(), rules_version: 1, sides })
}

pub(crate) async fn a_glimpse_is_the_first_event_the_last_turns_and_the_last_event(store: &dyn Store) {
    let numbers = async || {
        let events = store.glimpse(room(1)).await.unwrap().events;
        events.iter().map(|event| event.seq).collect::<Vec<_>>()
    };
    assert_eq!(store.glimpse(room(1)).await.unwrap(), Glimpse::default());
    for (events, seen) in [
        (vec![opening()], vec![1]),
        (vec![seating(2), starting(3, 1)], vec![1, 3]),
        (vec![moving(4), moving(5)], vec![1, 3, 5]),
        (vec![ending(6)], vec![1, 3, 6]),
        (vec![starting(7, 2)], vec![1, 6, 7]),
        (vec![moving(8)], vec![1, 6, 7, 8]),
    ] {
        assert_eq!(append_one(store, &append(room(1), events)).await, Appended::Stored);
        assert_eq!(numbers().await, seen);
    }
    assert_eq!(append_one(store, &append(room(2), vec![opening()])).await, Appended::Stored);
    store.set_name(room(1), Seat::Host, Some("Léa")).await.unwrap();
    let glimpse = store.glimpse(room(1)).await.unwrap();
    assert_eq!((glimpse.host_name.as_deref(), &glimpse.events[3]), (Some("Léa"), &moving(8)));
    assert_eq!(store.glimpse(room(2)).await.unwrap().host_name, None);

    let closing = Append { closes: true, ..append(room(1), vec![ending(9)]) };
    assert_eq!(append_one(store, &closing).await, Appended::Stored);
    assert_eq!(store.glimpse(room(1)).await.unwrap(), Glimpse { events: vec![ending(9)], host_name: None });
}
