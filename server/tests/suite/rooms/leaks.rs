//! Many rooms that come and go leave nothing behind.

use futures_util::future::join_all;

use super::table::{FIVE_MINUTES_EACH, GUEST, HOST, MINUTE, Socket, Table, joining, pass, setup};
use crate::memory::MemoryStore;
use crate::promises::room;

const ROOMS: u64 = 2000;

/// What a server counts: rooms in memory, tasks, rooms known to the attendance.
fn gauges(table: &Table) -> (usize, usize, usize) {
    (table.rooms.count(), table.rooms.tasks(), table.rooms.attended())
}

async fn came(table: &Table, number: u64, token: Option<u128>) -> Socket {
    let mut socket = table.socket(room(number), joining(token, token.is_some().then_some("Ada")));
    socket.answer().await.unwrap();
    socket
}

/// Two players and a watcher come to a room, play and talk a little; all leave.
async fn visit(table: &Table, number: u64) {
    let mut host = came(table, number, Some(HOST)).await;
    let mut guest = came(table, number, Some(GUEST)).await;
    let mut watcher = came(table, number, None).await;
    pass(100).await;
    host.play_on("l2-l3").await.unwrap();
    host.say(protocol::Channel::Players, "Bonjour").await.unwrap();
    watcher.say(protocol::Channel::Watchers, "Hm").await.unwrap();
    pass(100).await;
    guest.play_on("e15-e14").await.unwrap();
    if number.is_multiple_of(2) {
        host.act(server::room::Action::Resign { game: 1 }).await.unwrap();
    }
    for socket in [host, guest, watcher] {
        socket.leave().await;
    }
}

#[tokio::test(start_paused = true)]
async fn two_thousand_rooms_leave_nothing_behind() {
    let table = Table::made(MemoryStore::hinting(), &setup(None)).await;
    let other = Table::beside(&table);
    for number in 100..100 + ROOMS {
        let clock = number.is_multiple_of(3).then_some(FIVE_MINUTES_EACH);
        table.make(number, &setup(clock)).await;
    }
    let visits = (100..100 + ROOMS).map(|number| visit(if number.is_multiple_of(5) { &other } else { &table }, number));
    join_all(visits).await;
    let (rooms, tasks, attended) = gauges(&table);
    assert_eq!((rooms, tasks, attended), (1600, 1600, 1600));
    pass(2 * MINUTE).await;
    assert_eq!((gauges(&table), gauges(&other)), ((0, 0, 0), (0, 0, 0)));
    // The clocks of some run out later, in rooms that nobody has open, and these come and go again.
    pass(10 * MINUTE).await;
    assert_eq!((gauges(&table), gauges(&other)), ((0, 0, 0), (0, 0, 0)));
}

#[tokio::test(start_paused = true)]
async fn rooms_that_do_not_exist_leave_nothing_behind() {
    let table = Table::new().await;
    let visits = (100..100 + ROOMS).map(async |number| {
        let mut socket = table.socket(room(number), joining(None, None));
        assert_eq!(socket.answer().await, Err(protocol::ErrorCode::UnknownRoom));
    });
    join_all(visits).await;
    pass(1).await;
    assert_eq!(gauges(&table), (0, 0, 0));
}
