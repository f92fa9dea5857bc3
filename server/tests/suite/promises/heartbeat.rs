//! The heartbeat of all servers, and when none lived.
//!
//! All servers here share one store, and are all believed to live by the process that has it.

use std::time::Duration;

use protocol::Timestamp;
use server::Store;
use server::store::{Heartbeat, ServerId};

const GAP: Duration = Duration::from_secs(10);

/// When no server lived: from when to when.
type Outages = Vec<(u64, u64)>;

/// A server.
struct Server<'store> {
    store: &'store dyn Store,
    id: ServerId,
}

impl<'store> Server<'store> {
    fn of(store: &'store dyn Store) -> Self {
        Self { store, id: ServerId::new() }
    }

    /// Beats, and gives what is told in plain numbers.
    async fn beat(&self, now: u64) -> (u64, Outages) {
        let Heartbeat { time, outages } = self.store.beat(self.id, Timestamp(now), GAP).await.unwrap();
        (time.0, outages.into_iter().map(|(began, ended)| (began.0, ended.0)).collect())
    }

    async fn rest(&self, now: u64) {
        self.store.rest(self.id, Timestamp(now), GAP).await.unwrap();
    }
}

/// A server starts, and beats for the first time. Returns it, and which outages it is told.
async fn start(store: &dyn Store, now: u64) -> (Server<'_>, Outages) {
    let server = Server::of(store);
    let (_, outages) = server.beat(now).await;
    (server, outages)
}

pub(crate) async fn time_in_which_nobody_beats_is_an_outage(store: &dyn Store) {
    let server = Server::of(store);
    assert_eq!(server.beat(1_000_000).await, (1_000_000, vec![]), "there was nothing before the first beat");
    assert_eq!(server.beat(1_005_000).await, (1_005_000, vec![]));
    assert_eq!(server.beat(1_015_000).await, (1_015_000, vec![]), "no longer than the gap");
    let first = (1_015_000, 1_025_001);
    assert_eq!(server.beat(1_025_001).await, (1_025_001, vec![first]));
    assert_eq!(server.beat(1_025_001).await, (1_025_001, vec![first]), "once");
    let second = (1_025_001, 2_000_000);
    assert_eq!(server.beat(2_000_000).await, (2_000_000, vec![first, second]));
    assert_eq!(server.beat(2_005_000).await, (2_005_000, vec![first, second]));
}

pub(crate) async fn the_heartbeat_never_goes_back(store: &dyn Store) {
    let server = Server::of(store);
    server.beat(1_000_000).await;
    assert_eq!(server.beat(400_000).await, (1_000_000, vec![]), "a clock that is far behind");
    assert_eq!(server.beat(1_004_000).await, (1_004_000, vec![]));
    // Another one, whose clock is four seconds ahead; the first one goes on alone.
    let ahead = Server::of(store);
    for now in [1_005_000, 1_010_000] {
        assert_eq!(server.beat(now).await.1, []);
        assert_eq!(ahead.beat(now + 4_000).await.1, []);
    }
    for now in [1_015_000, 1_020_000, 1_025_000] {
        assert_eq!(server.beat(now).await.1, []);
    }
    assert_eq!(server.beat(1_100_000).await, (1_100_000, vec![(1_025_000, 1_100_000)]));
    assert_eq!(server.beat(1_090_000).await, (1_100_000, vec![(1_025_000, 1_100_000)]), "within the outage");
}

pub(crate) async fn outages_are_told_for_thirty_days(store: &dyn Store) {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let server = Server::of(store);
    server.beat(DAY).await;
    let first = (DAY, 2 * DAY);
    assert_eq!(server.beat(2 * DAY).await.1, [first]);
    let second = (2 * DAY, 32 * DAY);
    assert_eq!(server.beat(32 * DAY).await.1, [first, second], "just ended thirty days ago");
    assert_eq!(server.beat(32 * DAY + 1).await.1, [second]);
}

pub(crate) async fn from_a_rest_to_the_next_start_is_an_outage_however_short(store: &dyn Store) {
    let (first, none) = start(store, 1_000_000).await;
    assert_eq!(none, []);
    first.rest(1_002_000).await;
    let mut outages = vec![(1_002_000, 1_002_001)];
    let (second, told) = start(store, 1_002_001).await;
    assert_eq!(told, outages);
    assert_eq!(second.beat(1_007_001).await.1, outages, "it lives on");
    // Time as such is no outage: it rests and another starts at once, or by a clock that is behind.
    second.rest(1_009_000).await;
    let (third, told) = start(store, 1_009_000).await;
    assert_eq!(told, outages);
    third.rest(1_010_000).await;
    let (fourth, told) = start(store, 1_008_000).await;
    assert_eq!(told, outages);
    // One that was long ago is recorded once as well.
    fourth.rest(1_011_000).await;
    outages.push((1_011_000, 2_000_000));
    assert_eq!(start(store, 2_000_000).await.1, outages);
}

pub(crate) async fn a_rest_while_another_server_lives_is_no_outage(store: &dyn Store) {
    let (first, _) = start(store, 1_000_000).await;
    let (second, told) = start(store, 1_003_000).await;
    assert_eq!(told, [], "two live");
    first.rest(1_005_000).await;
    let (third, told) = start(store, 1_007_000).await;
    assert_eq!(told, [], "the second one lives");
    second.rest(1_008_000).await;
    assert_eq!(third.beat(1_012_000).await.1, [], "the third one lived on");
    let (fourth, told) = start(store, 1_014_000).await;
    assert_eq!(told, []);
    // All stop, one after the other: nobody lives when the last one has.
    fourth.rest(1_015_000).await;
    third.rest(1_016_500).await;
    let (fifth, told) = start(store, 1_018_000).await;
    assert_eq!(told, [(1_016_500, 1_018_000)]);
    // One that gave no sign for longer than the gap does not count as living.
    let (sixth, _) = start(store, 1_020_000).await;
    sixth.beat(1_027_000).await;
    sixth.rest(1_028_100).await;
    assert_eq!(start(store, 1_029_000).await.1[1..], [(1_028_100, 1_029_000)]);
    assert_eq!(fifth.beat(1_030_000).await.1.len(), 2, "it was only slow");
}

pub(crate) async fn a_server_that_starts_beside_one_that_may_live_records_no_outage(store: &dyn Store) {
    let (_, told) = start(store, 1_000_000).await;
    assert_eq!(told, []);
    let (_, told) = start(store, 1_010_000).await;
    assert_eq!(told, []);
    assert_eq!(start(store, 1_020_001).await.1, [(1_010_000, 1_020_001)]);
}

pub(crate) async fn a_rest_is_the_last_sign_of_life(store: &dyn Store) {
    let (server, _) = start(store, 1_000_000).await;
    // The store was away until now.
    server.rest(1_020_000).await;
    let mut outages = vec![(1_000_000, 1_020_000)];
    // An older beat comes in late, and is told what there is.
    assert_eq!(server.beat(1_019_000).await, (1_020_000, outages.clone()));
    outages.push((1_020_000, 1_021_000));
    let (server, told) = start(store, 1_021_000).await;
    assert_eq!(told, outages);
    // It rests since some time; until a later one it is known that it lived.
    server.beat(1_024_000).await;
    server.rest(1_022_000).await;
    outages.push((1_024_000, 1_025_000));
    let (server, told) = start(store, 1_025_000).await;
    assert_eq!(told, outages);
    // One that never beat can rest, too.
    server.rest(1_026_000).await;
    Server::of(store).rest(1_027_000).await;
    outages.extend([(1_026_000, 1_027_000), (1_027_000, 1_028_000)]);
    assert_eq!(start(store, 1_028_000).await.1, outages);
}
