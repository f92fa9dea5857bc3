//! Who is where, as several servers tell each other.

use std::time::Duration;

use protocol::{PerSeat, Timestamp};
use server::Store;
use server::store::{AsideHead, PerChannel, Presence, SeatPresence, ServerId};

use super::asides::make_rooms;
use super::room;

fn seat(here: bool, since: u64) -> Option<SeatPresence> {
    Some(SeatPresence { here, since: Timestamp(since) })
}

fn presence(host: Option<SeatPresence>, guest: Option<SeatPresence>, watchers: u32) -> Presence {
    Presence { seats: PerSeat { host, guest }, watchers }
}

/// A server tells who is in room 1, and is told who is there at the others.
async fn attend(store: &dyn Store, server: ServerId, now: u64, here: Presence) -> Presence {
    let told = store.attend(server, Timestamp(now), &[(room(1), here)]).await.unwrap();
    let elsewhere = told.into_iter().map(|(_, head)| head.elsewhere).next().unwrap_or_default();
    let read = store.aside(server, Timestamp(now), room(1), PerChannel::default(), 0).await.unwrap();
    assert_eq!(read.head, AsideHead { elsewhere, ..AsideHead::default() }, "both ways tell the same");
    elsewhere
}

pub(crate) async fn servers_tell_each_other_who_is_there(store: &dyn Store) {
    make_rooms(store, 1..3).await;
    let [one, two, three] = [(); 3].map(|()| ServerId::new());
    let nobody = Presence::default();
    let at_one = presence(seat(true, 100), None, 2);
    let at_two = presence(seat(false, 150), seat(false, 50), 1);
    assert_eq!(attend(store, one, 1000, at_one).await, nobody);
    assert_eq!(attend(store, two, 1000, at_two).await, at_one);
    assert_eq!(attend(store, three, 1000, nobody).await, at_one.and(at_two));
    assert_eq!(at_one.and(at_two), presence(seat(true, 100), seat(false, 50), 3));

    // The host goes to another server, the guest comes back, a watcher leaves.
    let at_one = presence(seat(false, 1500), None, 1);
    let at_two = presence(seat(true, 1400), seat(true, 1200), 1);
    assert_eq!(attend(store, two, 1500, at_two).await, presence(seat(true, 100), None, 2));
    assert_eq!(attend(store, one, 1500, at_one).await, at_two);
    assert_eq!(attend(store, three, 1500, nobody).await, presence(seat(true, 1400), seat(true, 1200), 2));

    // The room leaves one server's memory, and the other server stops.
    attend(store, one, 2000, nobody).await;
    assert_eq!(attend(store, three, 2000, nobody).await, at_two);
    store.part(two).await.unwrap();
    assert_eq!(attend(store, three, 2000, nobody).await, nobody);
}

pub(crate) async fn a_server_that_tells_nothing_is_soon_not_believed(store: &dyn Store) {
    make_rooms(store, 1..2).await;
    let (one, two) = (ServerId::new(), ServerId::new());
    let here = presence(seat(true, 100), None, 2);
    let nobody = Presence::default();
    // It tells the same again and again, and is believed all the time.
    for now in (0..60_000).step_by(2000) {
        attend(store, one, 100_000 + now, here).await;
        assert_eq!(attend(store, two, 100_000 + now, nobody).await, here);
    }
    // Since then it has not been heard of. What it told last was told at most a third of the time ago.
    assert_eq!(attend(store, two, 158_000 + 10_000, nobody).await, here);
    assert_eq!(attend(store, two, 158_000 + 15_001, nobody).await, nobody);
    assert_eq!(attend(store, two, 158_000 + 300_000, nobody).await, nobody);
    // It was only slow.
    attend(store, one, 158_000 + 300_000, here).await;
    assert_eq!(attend(store, two, 158_000 + 300_000, nobody).await, here);
}

pub(crate) async fn servers_whose_clocks_differ_believe_each_other(store: &dyn Store) {
    make_rooms(store, 1..2).await;
    let (ahead, behind) = (ServerId::new(), ServerId::new());
    let (at_one, at_other) = (presence(None, None, 1), presence(None, None, 2));
    // One server's clock is far ahead of the other's; both beat and tell for a while.
    const APART: u64 = 60_000;
    for now in (1_000_000..1_060_000).step_by(1000) {
        store.beat(ahead, Timestamp(now + APART), Duration::from_secs(10)).await.unwrap();
        store.beat(behind, Timestamp(now), Duration::from_secs(10)).await.unwrap();
        attend(store, behind, now, at_other).await;
        assert_eq!(attend(store, ahead, now + APART, at_one).await, at_other);
        assert_eq!(attend(store, behind, now, at_other).await, at_one);
    }
}
