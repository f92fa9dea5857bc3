//! Rooms that nobody uses any more, and rooms that are closed.

use std::time::Duration;

use protocol::{CloseReason, ErrorCode, EventBody, Outcome, Reason};
use server::Store;
use server::room::{Action, LogEvent};
use server::rooms::{Closing, Wish};
use server::store::{Appended, ArchiveStore, AsideStore};
use tokio::time::advance;

use super::table::{DAY, GUEST, HOST, MINUTE, MINUTE_EACH, ROOM, SECOND, Table, ends, pass, settle, setup};
use crate::memory::MemoryStore;
use crate::promises::{append, room, token};

/// Lets days pass in one step, and what is due then happen.
async fn days(days: u64) {
    advance(Duration::from_millis(days * DAY)).await;
    pass(2 * SECOND).await;
}

/// A room in which a move was made and a few words said, and that nobody has open any more.
async fn left(table: &Table) {
    let (mut host, mut guest) = table.players().await;
    host.play_on("l2-l3").await.unwrap();
    host.say(protocol::Channel::Players, "Bonjour").await.unwrap();
    guest.seen();
    host.leave().await;
    guest.leave().await;
    pass(2 * MINUTE).await;
    assert_eq!(table.rooms.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_game_that_nobody_goes_on_with_is_abandoned_after_thirty_days() {
    let table = Table::new().await;
    left(&table).await;
    days(29).await;
    assert_eq!(table.count(|event| ends(event, Reason::Abandoned)).await, 0);
    days(1).await;
    // The store keeps such a time a little late.
    pass(40 * MINUTE).await;
    assert_eq!(table.count(|event| ends(event, Reason::Abandoned)).await, 1);
    assert_eq!(table.rooms.count(), 0);
    let (_, snapshot, _) = table.join(Some(GUEST)).await;
    let result = snapshot.game.unwrap().result.unwrap();
    assert_eq!((result.outcome, result.reason), (Outcome::None, Reason::Abandoned));
    assert_eq!(snapshot.series.score, protocol::SeriesScore::default());
}

#[tokio::test(start_paused = true)]
async fn a_room_that_nobody_uses_is_closed_after_ninety_days() {
    let table = Table::new().await;
    left(&table).await;
    let (mut host, guest) = table.players().await;
    host.act(Action::Abort { game: 1 }).await.unwrap();
    let game = host.seen().ended.clone().unwrap().id;
    host.leave().await;
    guest.leave().await;
    pass(2 * MINUTE).await;
    days(89).await;
    assert!(table.log().await.len() > 1);
    days(1).await;
    pass(40 * MINUTE).await;
    assert_eq!(table.log().await, [LogEvent::Closed { reason: CloseReason::Unused }]);
    assert_eq!(table.rooms.count(), 0);

    // Neither is anything left beside the log, nor can the room be used or made again; its games can be found.
    let aside = table.store.aside(Default::default(), table.now(), room(ROOM), Default::default(), 50).await.unwrap();
    assert_eq!(aside, Default::default());
    for token in [Some(HOST), Some(GUEST), Some(99), None] {
        assert_eq!(table.refusal(token).await, ErrorCode::RoomClosed);
    }
    assert_eq!(table.close(ROOM).await, Closing::Closed);
    let again =
        server::room::Recorded::opening("halma".to_owned(), protocol::SidesChoice::First, token(HOST), table.now());
    assert_eq!(table.store.append(&[append(room(ROOM), vec![again])]).await.unwrap(), [Appended::Conflict]);
    let games = table.store.games_of_room(room(ROOM), 100).await.unwrap();
    assert_eq!(games.iter().map(|game| game.result.id).collect::<Vec<_>>(), [game]);
    pass(MINUTE).await;
    assert_eq!((table.rooms.count(), table.rooms.tasks(), table.rooms.attended()), (0, 0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_room_with_somebody_in_it_is_closed_no_less() {
    let table = Table::new().await;
    let mut host = table.come(Some(HOST)).await;
    days(90).await;
    pass(40 * MINUTE).await;
    assert!(host.seen().closed);
    assert_eq!(table.refusal(Some(HOST)).await, ErrorCode::RoomClosed);
    assert_eq!(table.refusal(None).await, ErrorCode::RoomClosed);
    assert_eq!(host.play_on("l2-l3").await, Err(ErrorCode::RoomClosed));
    assert_eq!(host.say(protocol::Channel::Players, "?").await, Err(ErrorCode::RoomClosed));
    host.leave().await;
    pass(2 * MINUTE).await;
    assert_eq!(table.rooms.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn what_the_operator_closes_is_closed_for_all() {
    let table = Table::made(MemoryStore::hinting(), &setup(Some(MINUTE_EACH))).await;
    let other = Table::beside(&table);
    let (mut host, mut guest) = table.players().await;
    let mut watcher = other.come(None).await;
    host.play_on("l2-l3").await.unwrap();
    guest.play_on("e15-e14").await.unwrap();
    settle().await;
    host.offer(protocol::OfferKind::Draw).await.unwrap();
    pass(SECOND).await;
    assert_eq!(table.close(ROOM).await, Closing::Closed);
    pass(SECOND).await;
    for socket in [&mut host, &mut guest, &mut watcher] {
        let events = socket.events();
        assert!(
            matches!(&events[events.len() - 1].event, EventBody::Closed(closed) if closed.reason == CloseReason::Operator)
        );
        let seen = socket.seen();
        let ended = seen.ended.clone().unwrap();
        assert_eq!((ended.outcome, ended.reason), (Outcome::None, Reason::Aborted));
        assert!(seen.closed && seen.offer.is_none() && seen.clocks.unwrap().running.is_none());
        assert_eq!(socket.ask(Wish::Ping).await.map(|_| ()), Ok(()), "the socket may stay");
    }
    assert_eq!(table.store.games_of_room(room(ROOM), 100).await.unwrap().len(), 1);
    assert_eq!(table.log().await.len(), 2, "only what closed it is left");
    assert_eq!(table.close(ROOM).await, Closing::Closed, "once more");
    assert_eq!(other.close(ROOM).await, Closing::Closed);
    assert_eq!(table.close(99).await, Closing::Unknown);
    for server in [&table, &other] {
        assert_eq!(server.refusal(Some(HOST)).await, ErrorCode::RoomClosed);
    }
    // The clock that ran is of no interest any more.
    pass(5 * MINUTE).await;
    assert_eq!(table.log().await.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_behind_lets_go_of_a_room_that_was_closed_elsewhere() {
    let table = Table::with(MemoryStore::shared()).await;
    let other = Table::beside(&table);
    let (mut host, _guest) = table.players().await;
    let mut watcher = other.come(None).await;
    // The other server knows nothing of the move when the room is closed, and what it missed is gone.
    host.play_on("l2-l3").await.unwrap();
    assert_eq!(table.close(ROOM).await, Closing::Closed);
    pass(3 * SECOND).await;
    watcher.received();
    assert_eq!(watcher.inbox.recv().await, None, "the socket ends");
    assert_eq!(other.refusal(None).await, ErrorCode::RoomClosed);
    pass(SECOND).await;
    assert_eq!((other.rooms.count(), other.rooms.attended()), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn closing_waits_for_a_store_that_is_away() {
    let table = Table::new().await;
    let (mut host, _guest) = table.players().await;
    table.store.set_answers(false);
    let closing = table.close(ROOM);
    tokio::pin!(closing);
    assert!(tokio::time::timeout(Duration::from_secs(10), &mut closing).await.is_err());
    table.store.set_answers(true);
    assert_eq!(closing.await, Closing::Closed);
    assert!(host.seen().closed);
}
