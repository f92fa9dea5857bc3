//! Claiming the game of a player who has gone away, with sockets, other servers and the store.

use protocol::{ErrorCode, EventBody, Outcome, Reason, Seat, TimeControl};
use server::room::LogEvent;

use super::table::{AT_ONCE, GUEST, HOST, HOUR, MINUTE, SECOND, Socket, Table, ends, here, pass, settle, setup};
use crate::memory::MemoryStore;

/// So long that no flag gets in the way.
const SLOW: TimeControl = TimeControl::RealTime { base: HOUR, increment: 0 };

async fn slow(store: MemoryStore) -> Table {
    Table::made(store, &setup(Some(SLOW))).await
}

fn claimed(event: &LogEvent) -> bool {
    matches!(event, LogEvent::Claimed { .. })
}

fn cancelled(event: &LogEvent) -> bool {
    matches!(event, LogEvent::ClaimCancelled)
}

/// A claim of the host that is open, and when its notice runs out.
async fn open_claim(table: &Table, host: &mut Socket) -> u64 {
    host.claim().await.unwrap();
    let claim = host.seen().claim.unwrap();
    assert_eq!(claim.until.0, table.now().0 + 30 * SECOND);
    claim.until.0
}

#[tokio::test(start_paused = true)]
async fn a_game_can_be_claimed_after_a_minute_and_ends_after_the_notice() {
    let table = slow(MemoryStore::new()).await;
    let (mut host, guest) = table.players().await;
    assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable), "the other player is there");
    guest.leave().await;
    pass(59 * SECOND).await;
    assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable));
    pass(SECOND).await;
    let until = open_claim(&table, &mut host).await;
    assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable), "a claim is open");
    host.until(until - 1).await;
    assert_eq!(host.seen().ended, None);
    pass(1 + AT_ONCE).await;
    let ended = host.seen().ended.clone().unwrap();
    assert_eq!((ended.outcome, ended.reason, host.seen().claim), (Outcome::First, Reason::Left, None));
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_back_in_time_cancels_the_claim() {
    let table = slow(MemoryStore::new()).await;
    let (mut host, guest) = table.players().await;
    guest.leave().await;
    pass(MINUTE).await;
    let until = open_claim(&table, &mut host).await;
    host.until(until - SECOND).await;
    let mut guest = table.come(Some(GUEST)).await;
    settle().await;
    assert_eq!((host.seen().claim, guest.seen().claim), (None, None));
    pass(MINUTE).await;
    assert_eq!((host.seen().ended.clone(), table.count(cancelled).await), (None, 1));
    assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable), "the other player is there again");
}

#[tokio::test(start_paused = true)]
async fn one_of_several_tabs_is_enough_to_be_there() {
    let table = slow(MemoryStore::new()).await;
    let (mut host, guest) = table.players().await;
    let tab = table.come(Some(GUEST)).await;
    guest.leave().await;
    pass(2 * MINUTE).await;
    assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable));
    assert!(host.seen().presence.guest.here);
    tab.leave().await;
    assert!(!host.seen().presence.guest.here);
}

#[tokio::test(start_paused = true)]
async fn a_sign_on_another_server_cancels_the_claim() {
    for store in [MemoryStore::shared(), MemoryStore::hinting()] {
        let table = slow(store).await;
        let other = Table::beside(&table);
        let (mut host, guest) = table.players().await;
        guest.leave().await;
        pass(MINUTE).await;
        let until = open_claim(&table, &mut host).await;
        host.until(until - 5 * SECOND).await;
        let mut guest = other.come(Some(GUEST)).await;
        pass(4 * SECOND).await;
        assert_eq!((host.seen().claim, guest.seen().claim), (None, None));
        assert!(host.events().iter().any(|event| matches!(event.event, EventBody::ClaimCancelled)));
        pass(MINUTE).await;
        assert_eq!((host.seen().ended.clone(), table.count(cancelled).await), (None, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_player_who_is_there_on_another_server_is_not_away() {
    for store in [MemoryStore::shared(), MemoryStore::hinting()] {
        let table = slow(store).await;
        let other = Table::beside(&table);
        let mut host = table.come(Some(HOST)).await;
        let guest = other.come(Some(GUEST)).await;
        pass(2 * MINUTE).await;
        assert_eq!(here(host.seen().presence), (true, true));
        assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable));
        guest.leave().await;
        let left = table.now().0;
        pass(3 * SECOND).await;
        assert_eq!(here(host.seen().presence), (true, false));
        host.until(left + 58 * SECOND).await;
        assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable));
        // The other server has let go of the room, and still it is known since when the player is away.
        pass(4 * SECOND).await;
        assert_eq!(other.rooms.count(), 0);
        let since = host.seen().presence.guest.since.unwrap().0;
        assert!(since.abs_diff(left) <= SECOND, "{since} is not {left}");
        open_claim(&table, &mut host).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_player_whose_server_has_died_is_away_since_then_and_not_longer() {
    let table = slow(MemoryStore::shared()).await;
    let other = Table::beside(&table);
    let mut host = table.come(Some(HOST)).await;
    let _guest = other.come(Some(GUEST)).await;
    pass(5 * MINUTE).await;
    other.kill();
    pass(20 * SECOND).await;
    assert_eq!(here(host.seen().presence), (true, false), "after 15 s a silent server is not believed any more");
    assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable));
    let since = host.seen().presence.guest.since.unwrap().0;
    assert!(table.now().0 - since <= 20 * SECOND, "{since}");
    pass(MINUTE).await;
    open_claim(&table, &mut host).await;
}

#[tokio::test(start_paused = true)]
async fn somebody_who_was_never_seen_since_the_room_was_opened_is_away_since_then() {
    let table = slow(MemoryStore::new()).await;
    let (host, guest) = table.players().await;
    host.leave().await;
    guest.leave().await;
    pass(5 * MINUTE).await;
    assert_eq!(table.rooms.count(), 0);
    let mut host = table.come(Some(HOST)).await;
    assert_eq!(host.seen().presence.guest.since, None);
    pass(59 * SECOND).await;
    assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable));
    pass(2 * SECOND).await;
    open_claim(&table, &mut host).await;
}

#[tokio::test(start_paused = true)]
async fn a_claim_runs_out_in_a_room_that_nobody_has_open() {
    let table = slow(MemoryStore::new()).await;
    let (mut host, guest) = table.players().await;
    guest.leave().await;
    pass(MINUTE).await;
    open_claim(&table, &mut host).await;
    host.leave().await;
    table.stop().await;
    pass(5 * SECOND).await;
    let later = Table::beside(&table);
    pass(40 * SECOND).await;
    assert_eq!(later.count(|event| ends(event, Reason::Left)).await, 1);
    pass(2 * MINUTE).await;
    assert_eq!(later.rooms.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn nobody_can_come_back_while_no_server_lives() {
    let table = slow(MemoryStore::new()).await;
    let (mut host, guest) = table.players().await;
    guest.leave().await;
    pass(MINUTE).await;
    open_claim(&table, &mut host).await;
    pass(10 * SECOND).await;
    table.stop().await;
    pass(10 * MINUTE).await;
    let later = Table::beside(&table);
    let mut host = later.come(Some(HOST)).await;
    pass(10 * SECOND).await;
    assert_eq!(host.seen().ended, None);
    let _guest = later.come(Some(GUEST)).await;
    pass(MINUTE).await;
    assert_eq!((later.count(cancelled).await, host.seen().ended.clone()), (1, None));
}

#[tokio::test(start_paused = true)]
async fn by_correspondence_and_without_clocks_nothing_can_be_claimed() {
    for clock in [None, Some(TimeControl::PerMove { time: HOUR })] {
        let table = Table::made(MemoryStore::new(), &setup(clock)).await;
        let (mut host, guest) = table.players().await;
        guest.leave().await;
        pass(5 * MINUTE).await;
        assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable));
        assert_eq!(table.count(claimed).await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn only_players_can_claim() {
    let table = slow(MemoryStore::new()).await;
    let (_host, guest) = table.players().await;
    guest.leave().await;
    pass(2 * MINUTE).await;
    let mut watcher = table.come(None).await;
    assert_eq!(watcher.claim().await, Err(ErrorCode::NotSeated));
    let host = LogEvent::Arrived { seat: Seat::Host };
    assert!(table.log().await.contains(&host));
}
