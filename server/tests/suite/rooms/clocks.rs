//! Clocks while servers live: what they cost, and when they have run out.

use protocol::{
    ErrorCode, EventBody, OfferKind, Outcome, Reason, RoomSetup, Seat, Side, SidesChoice, TimeControl, Timestamp,
};
use server::room::{Action, LogEvent};
use server::rooms::{Request, Wish};
use server::store::ArchiveStore;

use super::table::{
    AT_ONCE, DAY, FIVE_MINUTES_EACH, GUEST, HOST, HOUR, MINUTE, MINUTE_EACH, SECOND, Table, arrivals, ends, pass,
    settle, setup,
};
use crate::memory::MemoryStore;

async fn timed(clock: TimeControl) -> Table {
    Table::made(MemoryStore::new(), &setup(Some(clock))).await
}

async fn flags(table: &Table) -> usize {
    table.count(|event| ends(event, Reason::Time)).await
}

#[tokio::test(start_paused = true)]
async fn the_clocks_wait_until_both_have_come() {
    let table = timed(MINUTE_EACH).await;
    let mut guest = table.come(Some(GUEST)).await;
    pass(10 * MINUTE).await;
    let clocks = guest.seen().clocks.unwrap();
    assert_eq!((clocks.first, clocks.second, clocks.running, clocks.deadline), (MINUTE, MINUTE, None, None));
    assert_eq!(arrivals(&table.log().await), [Seat::Guest]);

    let came = table.now().0;
    let mut host = table.come(Some(HOST)).await;
    settle().await;
    assert_eq!(arrivals(&table.log().await), [Seat::Guest, Seat::Host]);
    for socket in [&mut host, &mut guest] {
        let clocks = socket.seen().clocks.unwrap();
        assert_eq!((clocks.running, clocks.deadline.unwrap().0), (Some(Side::First), came + MINUTE));
    }
}

#[tokio::test(start_paused = true)]
async fn the_first_move_of_the_side_that_is_there_costs_nothing_while_it_is_alone() {
    let setup = RoomSetup { sides: SidesChoice::Second, ..setup(Some(MINUTE_EACH)) };
    let table = Table::made(MemoryStore::new(), &setup).await;
    let mut guest = table.come(Some(GUEST)).await;
    pass(5 * MINUTE).await;
    guest.play_on("l2-l3").await.unwrap();
    assert_eq!(guest.clocks(), (MINUTE + 2 * SECOND, MINUTE));
    pass(5 * MINUTE).await;
    let came = table.now().0;
    let mut host = table.come(Some(HOST)).await;
    settle().await;
    assert_eq!(host.deadline(), came + MINUTE, "the time of the other's first move begins with the arrival");
    host.play_on("e15-e14").await.unwrap();
    pass(10 * SECOND).await;
    guest.play_on("l3-l2").await.unwrap();
    assert_eq!(guest.clocks().0, MINUTE - 6 * SECOND, "from now on all time counts");
}

#[tokio::test(start_paused = true)]
async fn a_move_costs_the_time_since_the_one_before_and_brings_the_increment() {
    let table = timed(MINUTE_EACH).await;
    let (mut host, mut guest) = table.players().await;
    let began = host.deadline() - MINUTE;
    host.until(began + 10 * SECOND).await;
    host.play_on("l2-l3").await.unwrap();
    assert_eq!(host.clocks(), (MINUTE - 8 * SECOND, MINUTE));
    pass(30 * SECOND).await;
    guest.play_on("e15-e14").await.unwrap();
    assert_eq!(guest.clocks(), (MINUTE - 8 * SECOND, MINUTE - 28 * SECOND));
    assert_eq!(host.clocks(), guest.clocks());
    // Whoever comes now is shown what is left now.
    pass(5 * SECOND).await;
    let (mut watcher, snapshot, _) = table.join(None).await;
    let clocks = snapshot.clocks.unwrap();
    assert_eq!((clocks.first, clocks.at, clocks.running), (MINUTE - 13 * SECOND, snapshot.time, Some(Side::First)));
    assert_eq!(watcher.deadline(), host.deadline());
}

#[tokio::test(start_paused = true)]
async fn by_correspondence_each_move_has_its_own_time() {
    let table = timed(TimeControl::PerMove { time: MINUTE }).await;
    let (mut host, mut guest) = table.players().await;
    pass(59 * SECOND).await;
    host.play_on("l2-l3").await.unwrap();
    assert_eq!(host.clocks(), (MINUTE, MINUTE));
    pass(59 * SECOND).await;
    guest.play_on("e15-e14").await.unwrap();
    assert_eq!(host.clocks(), (MINUTE, MINUTE));
    pass(MINUTE + AT_ONCE).await;
    let ended = host.seen().ended.clone().unwrap();
    assert_eq!((ended.outcome, ended.reason), (Outcome::Second, Reason::Time));
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_by_itself() {
    let table = timed(MINUTE_EACH).await;
    let (mut host, mut guest) = table.players().await;
    let mut watcher = table.come(None).await;
    let deadline = host.deadline();
    host.until(deadline - 1).await;
    assert_eq!(host.seen().ended, None);
    pass(1 + AT_ONCE).await;
    for socket in [&mut host, &mut guest, &mut watcher] {
        let ended = socket.seen().ended.clone().unwrap();
        assert_eq!((ended.outcome, ended.reason, ended.series.guest), (Outcome::Second, Reason::Time, 1));
        let clocks = socket.seen().clocks.unwrap();
        assert_eq!((clocks.first, clocks.second, clocks.running), (0, MINUTE, None));
    }
    assert_eq!(guest.play_on("e15-e14").await, Err(ErrorCode::GameOver));
    let archived = table.store.archived(host.seen().ended.clone().unwrap().id).await.unwrap().unwrap();
    assert_eq!(archived.reason, Reason::Time);
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_when_it_should_in_a_room_in_which_nothing_happens_for_days() {
    let table = timed(TimeControl::PerMove { time: 2 * DAY + 3 * HOUR }).await;
    let (mut host, _guest) = table.players().await;
    let deadline = host.deadline();
    // It is the room that notices, and not whoever asks the store which rooms are due: that may be half an hour later.
    table.end_housekeeping();
    host.until(deadline - 1).await;
    assert_eq!(host.seen().ended, None);
    pass(1 + AT_ONCE).await;
    assert!(host.seen().ended.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_in_a_room_that_nobody_has_open() {
    let table = timed(FIVE_MINUTES_EACH).await;
    let (mut host, guest) = table.players().await;
    let deadline = host.deadline();
    host.leave().await;
    guest.leave().await;
    pass(2 * MINUTE).await;
    assert_eq!(table.rooms.count(), 0);
    pass(deadline - table.now().0 - 1).await;
    assert_eq!(flags(&table).await, 0);
    // Whoever looks at rooms that are due does so every second.
    pass(SECOND + 1).await;
    assert_eq!(flags(&table).await, 1);
    let (mut host, snapshot, _) = table.join(Some(HOST)).await;
    assert_eq!(snapshot.game.unwrap().result.unwrap().reason, Reason::Time);
    assert_eq!(host.play_on("l2-l3").await, Err(ErrorCode::GameOver));
    host.leave().await;
    pass(2 * MINUTE).await;
    assert_eq!((table.rooms.count(), table.rooms.tasks()), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_move_that_comes_in_time_counts_however_late_it_is_stored() {
    for late in [3 * SECOND, 30 * SECOND] {
        let table = timed(MINUTE_EACH).await;
        let (mut host, mut guest) = table.players().await;
        host.until_left(SECOND).await;
        table.store.set_answers(false);
        host.send_move("l2-l3");
        pass(late).await;
        assert_eq!(guest.seen().ended, None);
        table.store.set_answers(true);
        settle().await;
        // After five seconds its sender was told to send it again; it was stored all the same.
        let answered = host.answer().await;
        assert_eq!(answered.is_ok(), late < 5 * SECOND, "{answered:?}");
        assert_eq!(guest.clocks(), (3 * SECOND, MINUTE));
        assert_eq!(flags(&table).await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_that_comes_too_late_is_the_flag() {
    let table = timed(MINUTE_EACH).await;
    let (mut host, mut guest) = table.players().await;
    host.until_left(SECOND).await;
    // So the flag waits for the store when the move comes.
    table.store.set_answers(false);
    pass(SECOND + 1).await;
    assert_eq!(guest.seen().ended, None);
    host.send_move("l2-l3");
    pass(SECOND).await;
    table.store.set_answers(true);
    assert_eq!(host.answer().await, Err(ErrorCode::GameOver));
    assert_eq!(flags(&table).await, 1);
    assert_eq!(table.count(|event| matches!(event, LogEvent::Moved { .. })).await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_move_that_waits_to_be_read_when_the_flag_would_fall_came_first() {
    // Whether the room's task looks at its mailbox or at its clock first is up to chance.
    for _ in 0..30 {
        let table = timed(TimeControl::PerMove { time: HOUR }).await;
        let (mut host, _guest) = table.players().await;
        let deadline = host.deadline();
        host.until(deadline).await;
        let (listener, position) = (host.inbox.id, host.seen().position);
        let wish = Wish::Act(Action::Move { position, text: "l2-l3".to_owned() });
        let at = Timestamp(deadline - 1);
        host.handle.try_send(Request::Wish { listener, wish, id: None, at }).unwrap();
        assert!(host.answer().await.is_ok());
        assert_eq!(flags(&table).await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn two_servers_find_the_same_deadline_and_one_end() {
    for store in [MemoryStore::shared(), MemoryStore::hinting()] {
        let table = Table::made(store, &setup(Some(MINUTE_EACH))).await;
        let other = Table::beside(&table);
        let mut host = table.come(Some(HOST)).await;
        let mut guest = other.come(Some(GUEST)).await;
        pass(5 * SECOND).await;
        assert_eq!(arrivals(&table.log().await).len(), 2);
        assert_eq!(host.deadline(), guest.deadline());
        pass(10 * SECOND).await;
        host.play_on("l2-l3").await.unwrap();
        pass(3 * SECOND).await;
        assert_eq!(host.deadline(), guest.deadline());
        guest.until_left(1).await;
        assert_eq!((host.seen().ended.clone(), guest.seen().ended.clone()), (None, None));
        // The server at which nobody is who could still move waits a little for the other.
        pass(5 * SECOND).await;
        assert_eq!(flags(&table).await, 1);
        let ended = host.seen().ended.clone().unwrap();
        assert_eq!((ended.outcome, ended.reason), (Outcome::First, Reason::Time));
        assert_eq!(guest.seen().ended, Some(ended));
    }
}

#[tokio::test(start_paused = true)]
async fn another_server_leaves_a_move_the_time_to_be_stored() {
    let table = Table::made(MemoryStore::shared(), &setup(Some(MINUTE_EACH))).await;
    let other = Table::beside(&table);
    let mut host = table.come(Some(HOST)).await;
    let mut guest = other.come(Some(GUEST)).await;
    pass(5 * SECOND).await;
    host.until_left(500).await;
    // The move is under way to the store while the other server sees the time run out.
    table.store.set_answers(false);
    host.send_move("l2-l3");
    pass(SECOND).await;
    table.store.set_answers(true);
    assert!(host.answer().await.is_ok());
    pass(5 * SECOND).await;
    assert_eq!(flags(&table).await, 0);
    assert_eq!(guest.clocks().0, 2500);
}

#[tokio::test(start_paused = true)]
async fn the_flag_falls_at_another_server_if_that_of_the_player_is_dead() {
    let table = Table::made(MemoryStore::shared(), &setup(Some(MINUTE_EACH))).await;
    let other = Table::beside(&table);
    let mut host = table.come(Some(HOST)).await;
    let mut guest = other.come(Some(GUEST)).await;
    pass(5 * SECOND).await;
    host.until_left(SECOND).await;
    table.kill();
    pass(4 * SECOND).await;
    assert_eq!(guest.seen().ended.as_ref().map(|ended| ended.outcome), Some(Outcome::Second));
}

#[tokio::test(start_paused = true)]
async fn taking_back_sets_the_clocks_back() {
    let table = timed(MINUTE_EACH).await;
    let (mut host, mut guest) = table.players().await;
    pass(10 * SECOND).await;
    host.play_on("l2-l3").await.unwrap();
    pass(20 * SECOND).await;
    guest.play_on("e15-e14").await.unwrap();
    let at_turn = guest.clocks();
    pass(5 * SECOND).await;
    host.play_on("l3-l4").await.unwrap();
    pass(30 * SECOND).await;
    let offer = host.offer(OfferKind::TakeBack).await.unwrap();
    pass(3 * SECOND).await;
    let seq = guest.accept(offer).await.unwrap();
    settle().await;
    for socket in [&mut host, &mut guest] {
        assert_eq!((socket.clocks(), socket.seen().offer.clone()), (at_turn, None));
        let taken_back = socket.events().into_iter().find(|event| event.seq == seq).unwrap();
        assert!(matches!(taken_back.event, EventBody::TakenBack(_)));
        assert_eq!(taken_back.clocks.unwrap().running, Some(Side::First));
    }
    // The time of the turn begins anew.
    let deadline = host.deadline();
    assert_eq!(deadline, table.now().0 - 1 + at_turn.0);
    assert_eq!(host.act(Action::Move { position: 8, text: "l3-l4".to_owned() }).await, Err(ErrorCode::StalePosition));
    host.until(deadline - 1).await;
    assert_eq!(host.seen().ended, None);
    pass(1 + AT_ONCE).await;
    assert_eq!(host.seen().ended.as_ref().map(|ended| ended.outcome), Some(Outcome::Second));
}

#[tokio::test(start_paused = true)]
async fn in_a_rematch_the_clocks_wait_again_for_those_who_are_not_there() {
    let table = timed(MINUTE_EACH).await;
    let (mut host, mut guest) = table.players().await;
    for (socket, text) in [(&mut host, "l2-l3"), (&mut guest, "e15-e14")] {
        socket.play_on(text).await.unwrap();
    }
    settle().await;
    host.act(Action::Resign { game: 1 }).await.unwrap();
    let offer = host.offer(OfferKind::Rematch).await.unwrap();
    host.leave().await;
    guest.accept(offer).await.unwrap();
    pass(10 * MINUTE).await;
    let clocks = guest.seen().clocks.unwrap();
    assert_eq!((clocks.first, clocks.running), (MINUTE, None));
    let came = table.now().0;
    let mut host = table.come(Some(HOST)).await;
    settle().await;
    assert_eq!(host.deadline(), came + MINUTE);
    guest.play_on("l2-l3").await.unwrap();
}
