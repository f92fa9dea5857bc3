//! The rooms that strangers may join.

use protocol::{PerSeat, Timestamp};
use server::Store;
use server::room::Recorded;
use server::store::{Append, Appended, Presence, SeatPresence, ServerId};

use super::{append, append_one, opening, room, seating};

/// A room that is made at a time and listed.
fn listed(number: u64, time: u64) -> Append {
    let opening = Recorded { time: Timestamp(time), ..opening() };
    Append { listing: Some(format!(r#"{{"number":{number}}}"#)), ..append(room(number), vec![opening]) }
}

pub(crate) async fn the_lobby_lists_the_newest_first(store: &dyn Store) {
    let now = Timestamp(9000);
    assert_eq!(store.listings(now, 10).await.unwrap().total, 0);
    let unlisted = append(room(4), vec![opening()]);
    let batch = [listed(1, 1000), listed(2, 3000), listed(3, 2000), unlisted];
    assert_eq!(store.append(&batch).await.unwrap(), [Appended::Stored; 4]);

    let lobby = store.listings(now, 10).await.unwrap();
    let rooms: Vec<_> = lobby.rooms.iter().map(|listing| (listing.room, listing.created.0)).collect();
    assert_eq!(rooms, [(room(2), 3000), (room(3), 2000), (room(1), 1000)]);
    assert_eq!((lobby.total, lobby.rooms[1].entry.as_str()), (3, r#"{"number":3}"#));
    let page = store.listings(now, 2).await.unwrap();
    assert_eq!((page.total, &page.rooms[..]), (3, &lobby.rooms[..2]));
    assert_eq!(store.listings(now, 0).await.unwrap().total, 3);
}

pub(crate) async fn a_room_is_listed_as_its_last_append_says(store: &dyn Store) {
    let now = Timestamp(9000);
    assert_eq!(append_one(store, &listed(1, 1000)).await, Appended::Stored);
    let renamed = Append { listing: Some("2".to_owned()), ..append(room(1), vec![seating(2)]) };
    assert_eq!(append_one(store, &renamed).await, Appended::Stored);
    assert_eq!(append_one(store, &append(room(1), vec![seating(2)])).await, Appended::Conflict);
    let lobby = store.listings(now, 10).await.unwrap();
    assert_eq!(lobby.rooms[0].entry, "2", "the loser changed nothing");
    assert_eq!(lobby.rooms[0].created, Timestamp(1000));

    assert_eq!(append_one(store, &append(room(1), vec![seating(3)])).await, Appended::Stored);
    assert_eq!(store.listings(now, 10).await.unwrap().total, 0);
}

pub(crate) async fn the_lobby_tells_whether_the_host_is_there(store: &dyn Store) {
    store.append(&[listed(1, 1000), listed(2, 2000), listed(3, 3000)]).await.unwrap();
    let [here, gone] = [true, false].map(|here| Some(SeatPresence { here, since: Timestamp(4000) }));
    let presence = |host, guest| Presence { seats: PerSeat { host, guest }, watchers: 1 };
    let (server, other) = (ServerId::new(), ServerId::new());
    let now = Timestamp(5000);
    store.attend(server, now, &[(room(1), presence(here, None)), (room(2), presence(gone, here))]).await.unwrap();
    store.attend(other, now, &[(room(1), presence(gone, None)), (room(3), presence(None, None))]).await.unwrap();
    let here = async |time| {
        let rooms = store.listings(Timestamp(time), 10).await.unwrap().rooms;
        rooms.into_iter().filter(|listing| listing.host_here).map(|listing| listing.room).collect::<Vec<_>>()
    };
    assert_eq!(here(6000).await, [room(1)]);
    assert_eq!(here(5000 + 15_001).await, [], "nobody has said so for a while");
}
