//! Rooms that nobody uses, and rooms that are closed.

use protocol::CloseReason;
use server::room::{ABANDONED_AFTER, CLOSED_AFTER, lobby_view};

use super::*;

const DAY: u64 = 24 * 60 * 60 * 1000;

#[test]
fn a_game_without_a_clock_is_abandoned_after_thirty_days() {
    assert_eq!((ABANDONED_AFTER, CLOSED_AFTER), (30 * DAY, 90 * DAY));
    let mut room = Room::playing();
    room.pass(DAY);
    room.move_on("l2-l3");
    assert_eq!(room.due(), Some(31 * DAY), "counted from the last event");
    room.pass(30 * DAY - 1);
    room.tick();
    assert_eq!(room.ending(), None);
    room.pass(1);
    room.tick();
    assert_eq!(room.ending(), Some((Outcome::None, Reason::Abandoned)));
    assert!(room.state.archive_row().is_some());
    assert_eq!(room.due(), Some(31 * DAY + 90 * DAY));
}

#[test]
fn a_move_after_thirty_days_comes_too_late() {
    let mut room = Room::playing();
    room.pass(30 * DAY);
    assert_eq!(room.play(Seat::Host, 3, "l2-l3"), Err(Refusal::GameOver));
    assert_eq!(room.ending(), Some((Outcome::None, Reason::Abandoned)));
}

#[test]
fn a_room_without_a_game_is_closed_after_ninety_days() {
    let mut waiting = Room::waiting(SidesChoice::First);
    let mut over = Room::playing();
    over.abort(Seat::Host).unwrap();
    for room in [&mut waiting, &mut over] {
        assert_eq!(room.due(), Some(90 * DAY));
        room.pass(90 * DAY - 1);
        room.tick();
        assert!(!room.state.is_closed());
        room.pass(1);
        room.tick();
        assert!(room.state.is_closed() && room.snapshot().closed);
        assert!(room.log.last().unwrap().closes_room());
        assert!(matches!(room.last_event().event, EventBody::Closed(closed) if closed.reason == CloseReason::Unused));
        assert_eq!(room.due(), None);
    }
    assert_eq!(over.snapshot().series.games.len(), 1, "its games can still be seen");
}

#[test]
fn nothing_happens_in_a_closed_room() {
    let mut room = Room::playing();
    room.shuffle(2);
    room.give(HOST, "r", Action::Resign { game: 1 }).unwrap();
    room.give(None, "", Action::Close).unwrap();
    let length = room.log.len();
    for seat in Seat::BOTH {
        assert_eq!(room.offer(seat, OfferKind::Rematch), Err(Refusal::RoomClosed));
        assert_eq!(room.play(seat, 5, "l3-l2"), Err(Refusal::RoomClosed));
        assert_eq!(room.resign(seat), Err(Refusal::RoomClosed));
        assert_eq!(room.answer(seat, 3, true), Err(Refusal::RoomClosed));
        assert_eq!(room.give(Some(seat), "", Action::Show), Err(Refusal::RoomClosed));
    }
    assert_eq!(room.sit(3), Err(Refusal::RoomClosed));
    assert_eq!(room.give(HOST, "r", Action::Resign { game: 1 }), Ok(6), "what was accepted stays accepted");
    room.pass(365 * DAY);
    room.tick();
    room.give(None, "", Action::Close).unwrap();
    assert_eq!(room.log.len(), length);
}

#[test]
fn the_operator_closes_a_room_in_the_middle_of_a_game() {
    let mut room = Room::running(BLITZ);
    room.shuffle(4);
    room.pass(5000);
    room.give(None, "", Action::Close).unwrap();
    assert_eq!(room.ending(), Some((Outcome::None, Reason::Aborted)));
    assert!(matches!(room.last_event().event, EventBody::Closed(closed) if closed.reason == CloseReason::Operator));
    assert_eq!(room.clocks(), (301_000, 306_000), "the clocks stand where they stood: {:?}", room.log.last());
    assert_eq!(room.state.archive_row().map(|row| row.game.outcome), Some(Outcome::None));
}

#[test]
fn a_game_whose_clock_waits_for_a_player_is_abandoned_and_one_whose_clock_runs_is_not() {
    let mut room = Room::playing_with(Some(BLITZ));
    assert_eq!(room.due(), Some(30 * DAY));
    room.show(Seat::Guest);
    room.pass(30 * DAY);
    room.tick();
    assert_eq!(room.ending(), Some((Outcome::None, Reason::Abandoned)));

    let mut room = Room::running(TimeControl::PerMove { time: 14 * DAY });
    assert_eq!(room.due(), Some(14 * DAY));
    room.pass(14 * DAY);
    room.tick();
    assert_eq!(room.ending(), Some((Outcome::Second, Reason::Time)));
}

#[test]
fn the_lobby_shows_rooms_that_are_open_and_have_a_free_seat() {
    let open = RoomSetup { open: true, ..setup("moon", Some(BLITZ)) };
    let mut room = Room::made(&open, 0);
    let entry = lobby_view(&room.state).unwrap();
    assert_eq!((entry.room, entry.game.as_str(), entry.clock), (id(), "moon", Some(BLITZ)));
    assert_eq!(entry.created, Timestamp(BEGINNING));
    assert_eq!(lobby_view(&Room::made(&setup("moon", None), 0).state), None, "by link only");
    let mut closed = room.clone();
    closed.give(None, "", Action::Close).unwrap();
    assert_eq!(lobby_view(&closed.state), None);
    room.sit(2).unwrap();
    assert_eq!(lobby_view(&room.state), None);
}
