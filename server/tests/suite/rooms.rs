//! The task that owns an open room, driven as a socket drives it, with time standing still.

mod claims;
mod clocks;
mod computer;
mod leaks;
mod one_device;
mod outages;
mod presence;
mod table;
mod talk;
mod trouble;
mod unused;

use std::time::Duration;

use protocol::{ErrorCode, EventBody, LegalMoveList, Seat, ServerMessage};
use server::Store;
use server::room::{Action, LOG_SCHEMA, LogEvent, Recorded};
use server::rooms::{Outgoing, Request, Wish};
use server::store::Appended;

use crate::memory::{Fault, MemoryStore};
use crate::promises::{append, room};
use table::{GUEST, HOST, ROOM, Table, joining};

#[tokio::test(start_paused = true)]
async fn the_second_person_starts_the_game() {
    let table = Table::new().await;
    let (mut host, snapshot, rest) = table.join(Some(HOST)).await;
    assert_eq!((snapshot.you, snapshot.seq, snapshot.game), (Some(Seat::Host), 1, None));
    assert_eq!(rest, [], "nobody is to move");
    let (_guest, snapshot, _) = table.join(Some(GUEST)).await;
    assert_eq!((snapshot.you, snapshot.seq), (Some(Seat::Guest), 3));
    let mut seen = Vec::new();
    while let Some(Outgoing::Frame(frame)) = host.inbox.try_recv() {
        seen.push(serde_json::from_str(&frame).unwrap());
    }
    match &seen[..] {
        [
            ServerMessage::Event(seated),
            ServerMessage::Event(started),
            ServerMessage::LegalMoves(moves),
            ServerMessage::Presence(presence),
        ] => {
            assert!(presence.host.here && presence.guest.here);
            assert!(matches!((seated.seq, &seated.event), (2, EventBody::Seated(_))));
            assert!(matches!((started.seq, &started.event), (3, EventBody::Started(_))));
            let LegalMoveList { position, moves, .. } = moves;
            assert_eq!((*position, moves.len()), (3, 40));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_is_acknowledged_only_once_it_is_stored() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    table.store.set_answers(false);
    host.play("m1", 3, "l2-l3");
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(host.inbox.try_recv(), None);
    assert_eq!(guest.inbox.try_recv(), None);
    table.store.set_answers(true);
    assert_eq!(host.answer().await, Ok(4));
    assert!(guest.inbox.try_recv().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_command_that_cannot_be_stored_in_time_is_to_be_sent_again() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    table.store.set_answers(false);
    let started = tokio::time::Instant::now();
    host.play("m1", 3, "l2-l3");
    tokio::time::sleep(Duration::from_secs(1)).await;
    guest.wish("r1", Wish::Act(Action::Resign { game: 1 }));
    assert_eq!(host.answer().await, Err(ErrorCode::StoreUnavailable));
    assert_eq!(started.elapsed().as_secs(), 5);
    assert_eq!(guest.answer().await, Err(ErrorCode::StoreUnavailable));
    assert_eq!(started.elapsed().as_secs(), 6);

    // The room can still be seen, as it is stored.
    let (_watcher, snapshot, _) = table.join(None).await;
    assert_eq!(snapshot.seq, 3);

    // What was under way is stored in the end; sent again it is known.
    table.store.set_answers(true);
    host.play("m1", 3, "l2-l3");
    assert_eq!(host.answer().await, Ok(4));
    assert!(matches!(table.log().await[..], [_, _, _, LogEvent::Moved { .. }]), "the resignation was never taken");
}

#[tokio::test(start_paused = true)]
async fn the_same_command_again_is_answered_and_does_nothing() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    table.store.fail([Some(Fault::AfterCommit)]);
    host.play("m1", 3, "l2-l3");
    assert_eq!(host.answer().await, Ok(4));
    guest.play("m1", 4, "a13-c11");
    assert_eq!(guest.answer().await, Ok(5), "another player's id is another id");
    host.play("m1", 3, "l2-l3");
    assert_eq!(host.answer().await, Ok(4));
    assert_eq!(table.log().await.len(), 5);
}

#[tokio::test(start_paused = true)]
async fn another_owner_of_the_room_may_be_faster() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    let squares = ["l2", "l3"].map(|square| protocol::SquareName(square.parse().unwrap()));
    let elsewhere = Recorded {
        schema: LOG_SCHEMA,
        seq: 4,
        time: table.now(),
        by: None,
        event: LogEvent::Moved { text: "l2-l3".to_owned(), path: squares.to_vec(), taken: Vec::new(), left: None },
    };
    let appended = table.store.append(&[append(room(ROOM), vec![elsewhere])]).await.unwrap();
    assert_eq!(appended, [Appended::Stored]);

    host.play("m1", 3, "o4-n5");
    assert_eq!(host.answer().await, Err(ErrorCode::StalePosition), "decided anew on what really is on the board");
    guest.play("m1", 4, "a13-c11");
    assert_eq!(guest.answer().await, Ok(5), "the event from elsewhere was taken in");
    let (_, snapshot, _) = table.join(None).await;
    assert_eq!(snapshot.game.map(|game| game.moves), Some(vec!["l2-l3".to_owned(), "a13-c11".to_owned()]));
}

#[tokio::test(start_paused = true)]
async fn what_another_owner_appends_is_shown_when_it_is_known() {
    let table = Table::new().await;
    let (mut host, guest) = table.players().await;
    let other = Table::beside(&table);
    let (mut elsewhere, ..) = other.join(Some(HOST)).await;
    elsewhere.play("m1", 3, "l2-l3");
    assert_eq!(elsewhere.answer().await, Ok(4));
    assert_eq!(host.inbox.try_recv(), None);

    table.rooms.refresh(room(ROOM));
    tokio::time::sleep(Duration::from_millis(1)).await;
    let event = host.inbox.try_recv();
    assert!(matches!(&event, Some(Outgoing::Frame(frame)) if frame.contains(r#""seq":4"#)), "{event:?}");
    assert_eq!(table.rooms.heads(), [(room(ROOM), 4)].into());

    // While a command is being stored, a refresh waits.
    table.store.set_answers(false);
    guest.play("m2", 4, "e15-e14");
    tokio::time::sleep(Duration::from_millis(1)).await;
    table.rooms.refresh(room(ROOM));
    tokio::time::sleep(Duration::from_millis(1)).await;
    table.store.set_answers(true);
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(table.rooms.heads(), [(room(ROOM), 5)].into());
}

#[tokio::test(start_paused = true)]
async fn who_comes_from_another_server_finds_what_was_acknowledged_there() {
    let table = Table::with(MemoryStore::shared()).await;
    let other = Table::beside(&table);
    let (_host, mut guest) = table.players().await;
    let (mut elsewhere, ..) = other.join(Some(HOST)).await;
    elsewhere.play("m1", 3, "l2-l3");
    assert_eq!(elsewhere.answer().await, Ok(4));
    let (_moved, snapshot, _) = table.join(Some(HOST)).await;
    assert_eq!(snapshot.seq, 4);
    guest.play("m2", 4, "e15-e14");
    assert_eq!(guest.answer().await, Ok(5));

    // While the store is away the room is shown as it is known, a little later.
    table.store.set_answers(false);
    let (_watcher, snapshot, _) = table.join(None).await;
    assert_eq!(snapshot.seq, 5);
}

#[tokio::test(start_paused = true)]
async fn servers_that_share_a_store_ask_for_the_heads_of_their_open_rooms() {
    let table = Table::with(MemoryStore::shared()).await;
    let other = Table::beside(&table);
    let (_host, _guest) = table.players().await;
    let (mut elsewhere, ..) = other.join(Some(HOST)).await;
    elsewhere.play("m1", 3, "l2-l3");
    assert_eq!(elsewhere.answer().await, Ok(4));
    tokio::time::sleep(Duration::from_millis(2001)).await;
    assert_eq!(table.rooms.heads(), [(room(ROOM), 4)].into());
}

#[tokio::test(start_paused = true)]
async fn what_the_store_refuses_changes_nothing() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    table.store.poison(room(ROOM));
    host.play("m1", 3, "l2-l3");
    assert_eq!(host.answer().await, Err(ErrorCode::Internal));
    assert_eq!(guest.inbox.try_recv(), None);
    host.wish("p1", Wish::Ping);
    assert_eq!(host.answer().await, Ok(3), "the room goes on");
}

#[tokio::test(start_paused = true)]
async fn rooms_leave_memory_when_nobody_is_there() {
    let table = Table::new().await;
    let (host, ..) = table.join(Some(HOST)).await;
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert_eq!(table.rooms.count(), 1, "somebody is there");
    host.handle.send(Request::Leave(host.inbox.id)).await;
    tokio::time::sleep(Duration::from_secs(59)).await;
    assert_eq!(table.rooms.count(), 1);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(table.rooms.count(), 0);
    let (_, snapshot, _) = table.join(Some(HOST)).await;
    assert_eq!(snapshot.you, Some(Seat::Host));
}

#[tokio::test(start_paused = true)]
async fn a_room_that_is_not_there_leaves_nothing_behind() {
    let table = Table::new().await;
    let mut socket = table.socket(room(99), joining(None, None));
    assert_eq!(socket.answer().await, Err(ErrorCode::UnknownRoom));
    assert_eq!(socket.inbox.recv().await, None);
    assert_eq!(table.rooms.count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_room_cannot_be_opened_while_the_store_is_away() {
    let table = Table::new().await;
    table.store.set_answers(false);
    let mut socket = table.socket(room(ROOM), joining(None, None));
    assert_eq!(socket.answer().await, Err(ErrorCode::StoreUnavailable));
    table.store.set_answers(true);
    let (_, snapshot, _) = table.join(None).await;
    assert_eq!(snapshot.seq, 1);
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_a_snapshot_in_the_place_of_what_it_missed() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    let mut watcher = table.socket_with_queue(8, room(ROOM), joining(None, None));
    watcher.answer().await.unwrap();
    watcher.received();
    for turn in 0..6 {
        let (here, there) = (2 + turn, 15 - turn);
        host.play(&format!("m{turn}"), 3 + 2 * turn, &format!("l{here}-l{}", here + 1));
        host.answer().await.unwrap();
        guest.play(&format!("m{turn}"), 4 + 2 * turn, &format!("e{there}-e{}", there - 1));
        guest.answer().await.unwrap();
    }
    assert!(watcher.inbox.has_missed_something());
    watcher.handle.send(Request::Resync(watcher.inbox.id)).await;
    watcher.wish("p", Wish::Ping);
    let messages = watcher.until_answered().await;
    let seqs: Vec<_> = messages
        .iter()
        .map(|message| match message {
            ServerMessage::Event(event) => event.seq,
            ServerMessage::Snapshot(snapshot) => snapshot.seq,
            ServerMessage::Okay(okay) => okay.seq,
            other => panic!("{other:?}"),
        })
        .collect();
    let last = table.log().await.len() as u64;
    assert_eq!(seqs, [4, 5, 6, 7, 8, 9, 10, 11, last, last], "the events there was room for, a snapshot, the answer");
}

#[tokio::test(start_paused = true)]
async fn stopping_waits_for_what_is_being_stored() {
    let table = Table::new().await;
    let (mut host, _guest) = table.players().await;
    table.store.set_answers(false);
    host.play("m1", 3, "l2-l3");
    tokio::time::sleep(Duration::from_millis(10)).await;
    let stopping = tokio::spawn({
        let rooms = table.rooms.clone();
        async move { rooms.stop().await }
    });
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!stopping.is_finished());
    table.store.set_answers(true);
    assert_eq!(host.answer().await, Ok(4));
    stopping.await.unwrap();
    assert_eq!(table.log().await.len(), 4);
}
