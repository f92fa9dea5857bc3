//! Clocks while servers, or the store, are away.

use protocol::{ErrorCode, Outcome, Reason, TimeControl};

use super::table::{
    AT_ONCE, FIVE_MINUTES_EACH, GUEST, HOST, HOUR, MINUTE, MINUTE_EACH, SECOND, Table, ends, pass, settle, setup,
};
use crate::memory::MemoryStore;

/// By how much what was lost may be more or less than an outage: servers say every five seconds that they live.
const BEAT: u64 = 5 * SECOND;

async fn flags(table: &Table) -> usize {
    table.count(|event| ends(event, Reason::Time)).await
}

#[tokio::test(start_paused = true)]
async fn no_flag_falls_while_the_store_is_away() {
    let table = Table::made(MemoryStore::new(), &setup(Some(MINUTE_EACH))).await;
    let (mut host, mut guest) = table.players().await;
    host.until_left(10 * SECOND).await;
    let deadline = host.deadline();
    table.store.set_answers(false);
    for _ in 0..12 {
        pass(5 * SECOND).await;
        assert_eq!((host.seen().ended.clone(), guest.seen().ended.clone()), (None, None));
    }
    assert_eq!(host.play_on("l2-l3").await, Err(ErrorCode::StoreUnavailable));
    let away = table.now().0 - (deadline - 10 * SECOND);
    table.store.set_answers(true);
    pass(SECOND).await;
    assert_eq!(flags(&table).await, 0);
    // Nobody could have moved meanwhile, so the time is given back; what was sent last is stored in the end.
    let mut watcher = table.come(None).await;
    let clocks = watcher.seen().clocks.unwrap();
    let left = clocks.first.max(clocks.second);
    assert!(left <= MINUTE + 2 * SECOND && clocks.first.abs_diff(12 * SECOND) <= BEAT, "{clocks:?} after {away}");
}

#[tokio::test(start_paused = true)]
async fn after_the_store_was_away_a_flag_falls_as_much_later() {
    let table = Table::made(MemoryStore::new(), &setup(Some(MINUTE_EACH))).await;
    let (mut host, mut guest) = table.players().await;
    host.until_left(10 * SECOND).await;
    let old = host.deadline();
    table.store.set_answers(false);
    pass(3 * MINUTE).await;
    table.store.set_answers(true);
    pass(SECOND).await;
    // Everyone is shown that, whether just come or not.
    let deadline = table.come(None).await.deadline();
    assert_eq!((host.deadline(), guest.deadline()), (deadline, deadline));
    assert!(deadline.abs_diff(old + 3 * MINUTE) <= BEAT + SECOND, "{deadline} after {old}");
    host.until(deadline - 1).await;
    assert_eq!((host.seen().ended.clone(), flags(&table).await), (None, 0));
    pass(1 + AT_ONCE).await;
    assert_eq!((host.seen().ended.is_some(), guest.seen().ended.is_some(), flags(&table).await), (true, true, 1));
}

#[tokio::test(start_paused = true)]
async fn where_nothing_is_given_back_nothing_is_shown() {
    for clock in [None, Some(TimeControl::PerMove { time: HOUR })] {
        let table = Table::made(MemoryStore::new(), &setup(clock)).await;
        let (mut host, _guest) = table.players().await;
        table.store.set_answers(false);
        pass(MINUTE).await;
        table.store.set_answers(true);
        pass(10 * SECOND).await;
        assert_eq!(host.received(), []);
    }
}

#[tokio::test(start_paused = true)]
async fn what_all_servers_missed_is_given_back_and_all_agree() {
    for orderly in [true, false] {
        let table = Table::made(MemoryStore::shared(), &setup(Some(FIVE_MINUTES_EACH))).await;
        let other = Table::beside(&table);
        let mut host = table.come(Some(HOST)).await;
        let _guest = other.come(Some(GUEST)).await;
        pass(10 * SECOND).await;
        host.until_left(2 * MINUTE).await;
        let old = host.deadline();
        for server in [&table, &other] {
            if orderly { server.stop().await } else { server.kill() }
        }
        pass(20 * MINUTE).await;

        let servers = [Table::beside(&table), Table::beside(&table)];
        // The one who comes first finds the same as the one who comes later.
        let mut host = servers[0].come(Some(HOST)).await;
        pass(30 * SECOND).await;
        let mut guest = servers[1].come(Some(GUEST)).await;
        let deadline = host.deadline();
        assert_eq!(guest.deadline(), deadline);
        assert!(deadline.abs_diff(old + 20 * MINUTE) <= BEAT, "{deadline} after {old}");
        host.until(deadline - 1).await;
        assert_eq!((host.seen().ended.clone(), guest.seen().ended.clone()), (None, None));
        pass(5 * SECOND).await;
        let ended = host.seen().ended.clone().unwrap();
        assert_eq!((ended.outcome, ended.reason), (Outcome::Second, Reason::Time));
        assert_eq!(guest.seen().ended, Some(ended));
        assert_eq!(flags(&servers[0]).await, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_flag_that_is_put_off_by_an_outage_falls_in_a_room_that_nobody_opens() {
    let table = Table::made(MemoryStore::new(), &setup(Some(FIVE_MINUTES_EACH))).await;
    let (mut host, _guest) = table.players().await;
    host.until_left(2 * MINUTE).await;
    let old = host.deadline();
    table.stop().await;
    pass(HOUR).await;
    let later = Table::beside(&table);
    pass(MINUTE).await;
    assert_eq!(flags(&later).await, 0);
    let due = later.store.due_and_listing(crate::promises::room(super::table::ROOM)).0.unwrap().0;
    assert!(due.abs_diff(old + HOUR) <= BEAT, "the store is told when it will be due");
    pass(MINUTE + BEAT + 2 * SECOND).await;
    assert_eq!(flags(&later).await, 1);
    pass(2 * MINUTE).await;
    assert_eq!(later.rooms.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn while_one_server_lives_nothing_is_given_back() {
    let table = Table::made(MemoryStore::shared(), &setup(Some(FIVE_MINUTES_EACH))).await;
    let other = Table::beside(&table);
    let mut host = table.come(Some(HOST)).await;
    let mut guest = other.come(Some(GUEST)).await;
    pass(10 * SECOND).await;
    let deadline = host.deadline();
    table.kill();
    pass(2 * MINUTE).await;
    let again = Table::beside(&table);
    let mut host = again.come(Some(HOST)).await;
    assert_eq!((host.deadline(), guest.deadline()), (deadline, deadline));
}

#[tokio::test(start_paused = true)]
async fn clocks_of_an_hour_a_move_run_on() {
    for (time, gives_back) in [(HOUR, false), (59 * MINUTE, true)] {
        let table = Table::made(MemoryStore::new(), &setup(Some(TimeControl::PerMove { time }))).await;
        let (mut host, _guest) = table.players().await;
        let old = host.deadline();
        table.stop().await;
        pass(50 * MINUTE).await;
        let later = Table::beside(&table);
        let mut host = later.come(Some(HOST)).await;
        let deadline = host.deadline();
        if gives_back {
            assert!(deadline.abs_diff(old + 50 * MINUTE) <= BEAT, "{deadline} after {old}");
        } else {
            assert_eq!(deadline, old);
        }
        later.stop().await;
        pass(50 * MINUTE).await;
        let last = Table::beside(&table);
        // A deadline is kept by the store a little later than it is.
        pass(10 * SECOND).await;
        assert_eq!(flags(&last).await, usize::from(!gives_back));
    }
}

#[tokio::test(start_paused = true)]
async fn a_short_stop_costs_nothing() {
    let table = Table::made(MemoryStore::new(), &setup(Some(FIVE_MINUTES_EACH))).await;
    let (mut host, _guest) = table.players().await;
    let deadline = host.deadline();
    table.stop().await;
    pass(2 * SECOND).await;
    let later = Table::beside(&table);
    let mut host = later.come(Some(HOST)).await;
    settle().await;
    assert_eq!(host.deadline(), deadline + 2 * SECOND);
}
