//! The heartbeat of all servers, and when none lived.

use std::time::Duration;

use protocol::Timestamp;
use server::Store;
use server::store::Heartbeat;

const GAP: Duration = Duration::from_secs(10);

/// Beats, and gives what is told in plain numbers.
async fn beat(store: &dyn Store, now: u64) -> (u64, Vec<(u64, u64)>) {
    let Heartbeat { time, outages } = store.beat(Timestamp(now), GAP).await.unwrap();
    (time.0, outages.into_iter().map(|(began, ended)| (began.0, ended.0)).collect())
}

pub(crate) async fn time_in_which_nobody_beats_is_an_outage(store: &dyn Store) {
    assert_eq!(beat(store, 1_000_000).await, (1_000_000, vec![]), "there was nothing before the first beat");
    assert_eq!(beat(store, 1_005_000).await, (1_005_000, vec![]));
    assert_eq!(beat(store, 1_015_000).await, (1_015_000, vec![]), "no longer than the gap");
    let first = (1_015_000, 1_025_001);
    assert_eq!(beat(store, 1_025_001).await, (1_025_001, vec![first]));
    assert_eq!(beat(store, 1_025_001).await, (1_025_001, vec![first]), "once");
    let second = (1_025_001, 2_000_000);
    assert_eq!(beat(store, 2_000_000).await, (2_000_000, vec![first, second]));
    assert_eq!(beat(store, 2_005_000).await, (2_005_000, vec![first, second]));
}

pub(crate) async fn the_heartbeat_never_goes_back(store: &dyn Store) {
    beat(store, 1_000_000).await;
    assert_eq!(beat(store, 400_000).await, (1_000_000, vec![]), "a clock that is far behind");
    assert_eq!(beat(store, 1_004_000).await, (1_004_000, vec![]));
    // Two servers, one four seconds ahead; the other one goes on alone.
    for now in [1_005_000, 1_009_000, 1_010_000, 1_014_000, 1_015_000, 1_020_000, 1_025_000] {
        assert_eq!(beat(store, now).await.1, []);
    }
    assert_eq!(beat(store, 1_100_000).await, (1_100_000, vec![(1_025_000, 1_100_000)]));
    assert_eq!(beat(store, 1_090_000).await, (1_100_000, vec![(1_025_000, 1_100_000)]), "within the outage");
}

pub(crate) async fn outages_are_told_for_thirty_days(store: &dyn Store) {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    beat(store, DAY).await;
    let first = (DAY, 2 * DAY);
    assert_eq!(beat(store, 2 * DAY).await.1, [first]);
    let second = (2 * DAY, 32 * DAY);
    assert_eq!(beat(store, 32 * DAY).await.1, [first, second], "just ended thirty days ago");
    assert_eq!(beat(store, 32 * DAY + 1).await.1, [second]);
}
