//! Closing a room for good.

use protocol::{Outcome, Seat, Timestamp};
use server::Store;
use server::store::{Append, Appended, Aside, Channel, Deadline, Listings, PerChannel};

use super::asides::{aside, line};
use super::{append, append_one, archived, ending, moving, opening, room, seating, store_a_room};

/// Closes a room by the append that it is made of; it is due and listed all the same.
fn closing(append: Append) -> Append {
    Append { closes: true, due: Some(Timestamp(1)), listing: Some("{}".to_owned()), ..append }
}

/// A room with a log of four events, a finished game, a chat and names; due and listed.
async fn store_a_full_room(store: &dyn Store) {
    store_a_room(store).await;
    let archive = Some(archived(room(1), 1, Outcome::First));
    let full = Append { archive, ..append(room(1), vec![moving(5)]) };
    let full = Append { due: Some(Timestamp(1)), listing: Some("{}".to_owned()), ..full };
    assert_eq!(append_one(store, &full).await, Appended::Stored);
    store.say(room(1), &line(Channel::Players, "bonjour")).await.unwrap().unwrap();
    store.say(room(1), &line(Channel::Watchers, "hush")).await.unwrap().unwrap();
    assert!(store.set_name(room(1), Seat::Host, Some("Zoé")).await.unwrap());
}

async fn beside(store: &dyn Store) -> Aside {
    aside(store, room(1), PerChannel::default(), 10).await
}

pub(crate) async fn of_a_closed_room_only_its_end_and_its_games_are_left(store: &dyn Store) {
    store_a_full_room(store).await;
    let other = append(room(2), vec![opening()]);
    let lost = closing(append(room(3), vec![ending(7)]));
    let close = closing(append(room(1), vec![ending(6), seating(7)]));
    let outcomes = store.append(&[close.clone(), other, lost]).await.unwrap();
    assert_eq!(outcomes, [Appended::Stored, Appended::Stored, Appended::Conflict]);

    assert_eq!(store.load(room(1), 0).await.unwrap(), close.events);
    assert_eq!(store.load(room(1), 5).await.unwrap(), close.events, "another server finds the end");
    assert_eq!(store.heads(&[room(1)]).await.unwrap(), [(room(1), 7)]);
    assert_eq!(beside(store).await, Aside::default());
    assert_eq!(store.due_rooms(Timestamp(u64::MAX), 10).await.unwrap(), []);
    assert_eq!(store.listings(Timestamp(1), 10).await.unwrap(), Listings::default());
    let games = store.games_of_room(room(1), 10).await.unwrap();
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1]);
    assert_eq!(store.load(room(2), 0).await.unwrap().len(), 1);
}

pub(crate) async fn a_closed_room_stays_closed(store: &dyn Store) {
    store_a_full_room(store).await;
    let close = closing(append(room(1), vec![ending(6)]));
    assert_eq!(append_one(store, &close).await, Appended::Stored);
    assert_eq!(append_one(store, &close).await, Appended::Stored, "the answer to the first try was lost");
    let after = Append { due: Some(Timestamp(1)), ..append(room(1), vec![moving(7)]) };
    assert_eq!(append_one(store, &after).await, Appended::Conflict);
    assert_eq!(append_one(store, &closing(append(room(1), vec![moving(7)]))).await, Appended::Conflict);
    assert_eq!(append_one(store, &append(room(1), vec![opening()])).await, Appended::Conflict, "its id is used up");
    assert_eq!(store.say(room(1), &line(Channel::Players, "hello?")).await.unwrap(), None);
    assert!(!store.set_name(room(1), Seat::Guest, Some("Léa")).await.unwrap());
    assert!(!store.set_name(room(1), Seat::Host, None).await.unwrap());
    store.postpone(&[Deadline { room: room(1), seq: 6, due: Timestamp(1) }]).await.unwrap();

    assert_eq!(store.load(room(1), 0).await.unwrap(), close.events);
    assert_eq!(beside(store).await, Aside::default());
    assert_eq!(store.due_rooms(Timestamp(u64::MAX), 10).await.unwrap(), []);
}

pub(crate) async fn a_closing_that_comes_too_late_closes_nothing(store: &dyn Store) {
    store_a_full_room(store).await;
    assert_eq!(append_one(store, &closing(append(room(1), vec![ending(5)]))).await, Appended::Conflict);
    assert_eq!(store.load(room(1), 0).await.unwrap().len(), 5);
    let kept = beside(store).await;
    assert_eq!((kept.lines.players.len(), kept.lines.watchers.len()), (1, 1));
    assert_eq!(kept.head.names.host.as_deref(), Some("Zoé"));
    assert_eq!(append_one(store, &append(room(1), vec![moving(6)])).await, Appended::Stored, "play goes on");
}

pub(crate) async fn a_closing_that_cannot_be_stored_closes_nothing(store: &dyn Store) {
    store_a_full_room(store).await;
    // The archive holds each game of a room once, so this can never be stored.
    let archive = Some(archived(room(1), 1, Outcome::Draw));
    let bad = Append { archive, ..closing(append(room(1), vec![ending(6)])) };
    assert!(store.append(&[bad]).await.is_err());
    assert_eq!(store.load(room(1), 0).await.unwrap().len(), 5);
    assert_eq!(beside(store).await.lines.players.len(), 1);
    assert_eq!(append_one(store, &append(room(1), vec![moving(6)])).await, Appended::Stored, "play goes on");
}
