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
