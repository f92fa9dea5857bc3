//! Rooms whose store refuses, is slow, or is away.

use std::time::Duration;

use protocol::{ErrorCode, Reason, TimeControl};
use server::room::{Action, LogEvent};
use server::rooms::{Closing, RoomsConfig, Wish};
use tokio::time::timeout;

use super::table::{
    FIVE_MINUTES_EACH, GUEST, HOST, HOUR, MINUTE, MINUTE_EACH, ROOM, SECOND, Table, ends, joining, pass, settle, setup,
};
use crate::memory::MemoryStore;
use crate::promises::room;

#[tokio::test(start_paused = true)]
async fn what_the_store_refuses_is_not_tried_all_the_time() {
    let table = Table::made(MemoryStore::new(), &setup(Some(MINUTE_EACH))).await;
    let guest = table.come(Some(GUEST)).await;
    settle().await;
    table.store.poison(room(ROOM));
    // The host's arrival cannot be recorded.
    let mut host = table.come(Some(HOST)).await;
    let before = table.store.batches().len();
    pass(MINUTE).await;
    let tries = table.store.batches().len() - before;
    assert!(tries <= 60, "{tries} tries in a minute");
    assert!(host.ask(Wish::Ping).await.is_ok(), "the room goes on");
    // Nor can the room be closed; whoever wants that is told.
    assert_eq!(timeout(Duration::from_secs(60), table.close(ROOM)).await, Ok(Closing::Unavailable));
    let before = table.store.batches().len();
    pass(MINUTE).await;
    let tries = table.store.batches().len() - before;
    assert!(tries <= 60, "{tries} tries in a minute");
    host.leave().await;
    guest.leave().await;
    pass(2 * MINUTE).await;
    assert_eq!(table.rooms.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_flag_that_the_store_refuses_holds_up_nothing() {
    let table = Table::made(MemoryStore::new(), &setup(Some(FIVE_MINUTES_EACH))).await;
    let (host, guest) = table.players().await;
    table.store.poison(room(ROOM));
    host.leave().await;
    guest.leave().await;
    pass(7 * MINUTE).await;
    let before = table.store.batches().len();
    pass(10 * MINUTE).await;
    let tries = table.store.batches().len() - before;
    assert!(tries <= 10, "{tries} tries in ten minutes");
    assert_eq!(table.rooms.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_room_that_could_not_be_read_for_a_while_is_looked_at_soon_again() {
    let table = Table::made(MemoryStore::new(), &setup(Some(FIVE_MINUTES_EACH))).await;
    let (mut host, guest) = table.players().await;
    let deadline = host.deadline();
    host.leave().await;
    guest.leave().await;
    pass(2 * MINUTE).await;
    pass(deadline - table.now().0).await;
    // The room is opened, but cannot be read in the time that it waits.
    table.store.set_reads(false);
    pass(10 * SECOND).await;
    table.store.set_reads(true);
    pass(MINUTE).await;
    assert_eq!(table.count(|event| ends(event, Reason::Time)).await, 1);
}

#[tokio::test(start_paused = true)]
async fn what_came_in_time_is_done_though_its_sender_is_gone() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    table.store.set_answers(false);
    host.send_move("l2-l3");
    settle().await;
    // This waits for the move to be stored, and the socket does not.
    guest.send(Wish::Act(Action::Resign { game: 1 }));
    guest.leave().await;
    pass(SECOND).await;
    table.store.set_answers(true);
    host.answer().await.unwrap();
    settle().await;
    assert!(matches!(table.log().await[3..], [LogEvent::Moved { .. }, LogEvent::Ended { .. }]));
    assert!(host.seen().ended.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_room_leaves_the_memory_of_a_server_where_nobody_is() {
    let clock = TimeControl::RealTime { base: HOUR, increment: 0 };
    let table = Table::made(MemoryStore::hinting(), &setup(Some(clock))).await;
    let other = Table::beside(&table);
    let (mut host, mut guest) = table.players().await;
    let visitor = other.come(None).await;
    pass(SECOND).await;
    visitor.leave().await;
    // At this server, players go on and talk.
    for turn in 0..12 {
        let (here, there) = (2 + turn / 2, 15 - turn / 2);
        let (player, text) = match turn % 2 {
            0 => (&mut host, format!("l{here}-l{}", here + 1)),
            _ => (&mut guest, format!("e{there}-e{}", there - 1)),
        };
        pass(8 * SECOND).await;
        player.play_on(&text).await.unwrap();
        player.say(protocol::Channel::Players, "Your turn").await.unwrap();
        pass(10).await;
        host.received();
        guest.received();
    }
    assert_eq!((other.rooms.count(), other.rooms.tasks(), other.rooms.attended()), (0, 0, 0));
    assert_eq!(table.rooms.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_server_stops_though_a_room_waits_to_read_from_a_store_that_is_away() {
    let table = Table::with(MemoryStore::shared()).await;
    let (_host, _guest) = table.players().await;
    table.store.set_answers(false);
    let mut watcher = table.socket(room(ROOM), joining(None, None));
    pass(10).await;
    assert!(timeout(Duration::from_secs(60), table.stop()).await.is_ok());
    assert_eq!(watcher.inbox.try_recv(), None);
}

#[tokio::test(start_paused = true)]
async fn so_many_may_wait_in_line_and_no_more() {
    let table = Table::new().await;
    let (mut host, _guest) = table.players().await;
    table.store.set_answers(false);
    host.send_move("l2-l3");
    settle().await;
    let mut sockets = Vec::new();
    for n in 0..70 {
        sockets.push(table.socket(room(ROOM), joining(Some(100 + n), None)));
        settle().await;
    }
    let (waiting, refused) = sockets.split_at_mut(RoomsConfig::default().mailbox);
    for socket in refused {
        assert_eq!(socket.answer().await, Err(ErrorCode::Busy));
    }
    table.store.set_answers(true);
    assert!(host.answer().await.is_ok());
    for socket in waiting {
        assert_eq!(socket.answer().await, Err(ErrorCode::SeatsTaken));
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_that_broke_leaves_nothing_behind() {
    let table = Table::with(MemoryStore::shared()).await;
    let (host, _guest) = table.players().await;
    // It is read for everyone who comes, as other servers may know more.
    table.store.curse(room(ROOM));
    let mut watcher = table.socket(room(ROOM), joining(None, None));
    assert_eq!(watcher.inbox.recv().await, None);
    settle().await;
    assert_eq!((table.rooms.count(), table.rooms.tasks(), table.rooms.attended()), (0, 0, 0));
    host.leave().await;
    assert_eq!(table.rooms.count(), 0);
}
