//! Seats and moves: what is allowed, refused, and known again.

use protocol::{ErrorCode, EventBody, Side};

use super::*;

#[test]
fn the_second_person_takes_the_seat_and_starts_the_game() {
    let mut room = Room::waiting(SidesChoice::Second);
    assert_eq!(room.sit(2), Ok(2));
    assert!(matches!(room.log[1].event, LogEvent::Seated { seat: Seat::Guest, .. }));
    assert!(matches!(room.log[2].event, LogEvent::Started { number: 1, rules_version: 1, .. }));
    assert_eq!(room.sides(), PerSide { first: Seat::Guest, second: Seat::Host });
    assert_eq!(room.state.seat_of(&token(1)), Some(Seat::Host));
    assert_eq!(room.state.seat_of(&token(2)), Some(Seat::Guest));
    assert_eq!(room.state.seat_of(&token(3)), None);
}

#[test]
fn sides_are_drawn_by_lot_when_the_game_starts() {
    for (random, first) in [(0, Seat::Host), (1, Seat::Guest), (6, Seat::Host), (7, Seat::Guest)] {
        let mut room = Room::waiting(SidesChoice::Lot);
        room.random = random;
        room.sit(2).unwrap();
        assert_eq!(room.sides().first, first, "{random}");
    }
}

#[test]
fn sitting_again_changes_nothing_and_a_third_person_finds_no_seat() {
    let mut room = Room::playing();
    for bits in [1, 2] {
        assert_eq!(room.sit(bits), Ok(3));
    }
    assert_eq!(room.sit(3), Err(Refusal::SeatsTaken));
    assert_eq!(room.log.len(), 3);
}

#[test]
fn commands_are_refused_in_a_settled_order() {
    let mut waiting = Room::waiting(SidesChoice::First);
    assert_eq!(waiting.play(Seat::Host, 1, "l2-l3"), Err(Refusal::NotStarted));
    assert_eq!(waiting.resign(Seat::Host), Err(Refusal::NotStarted));

    let mut room = Room::playing();
    let watcher = room.give(None, "", Action::Move { position: 3, text: "l2-l3".to_owned() });
    assert_eq!(watcher, Err(Refusal::NotSeated));
    assert_eq!(room.give(None, "", Action::Resign { game: 1 }), Err(Refusal::NotSeated));
    assert_eq!(room.play(Seat::Guest, 2, "nonsense"), Err(Refusal::StalePosition { current: 3, named: 2 }));
    assert_eq!(room.play(Seat::Guest, 3, "nonsense"), Err(Refusal::NotYourTurn));
    assert_eq!(room.play(Seat::Host, 3, "nonsense").unwrap_err().code(), ErrorCode::BadMove);
    assert_eq!(room.play(Seat::Host, 3, "l2-l5").unwrap_err().code(), ErrorCode::IllegalMove);
    assert_eq!(room.play(Seat::Host, 3, "n4-n5-n6").unwrap_err().code(), ErrorCode::IllegalMove);
    let wrong_game = room.give(Some(Seat::Host), "", Action::Resign { game: 2 });
    assert_eq!(wrong_game, Err(Refusal::WrongGame { current: 1, named: 2 }));
    assert_eq!(room.log.len(), 3, "what is refused is not in the log");

    room.resign(Seat::Host).unwrap();
    assert_eq!(room.play(Seat::Host, 3, "l2-l3"), Err(Refusal::GameOver));
    assert_eq!(room.resign(Seat::Guest), Err(Refusal::GameOver));
}

#[test]
fn a_resignation_before_both_have_moved_counts_for_nobody() {
    for moves in 0..3 {
        let mut room = Room::playing();
        for (seat, position, text) in [(Seat::Host, 3, "l2-l3"), (Seat::Guest, 4, "e15-e14")].into_iter().take(moves) {
            room.play(seat, position, text).unwrap();
        }
        room.resign(Seat::Host).unwrap();
        let expected =
            if moves == 2 { (Outcome::Second, Reason::Resignation) } else { (Outcome::None, Reason::Aborted) };
        assert_eq!(room.ending(), Some(expected), "after {moves} moves");
    }
}

#[test]
fn a_command_is_known_again_by_seat_and_id() {
    let mut room = Room::playing();
    let again = |room: &mut Room, seat, text: &str, position| {
        room.give(Some(seat), "m1", Action::Move { position, text: text.to_owned() })
    };
    assert_eq!(again(&mut room, Seat::Host, "l2-l3", 3), Ok(4));
    assert_eq!(again(&mut room, Seat::Host, "l2-l3", 3), Ok(4));
    assert_eq!(again(&mut room, Seat::Guest, "e15-e14", 4), Ok(5), "another seat's id");
    room.state = RoomState::replay(id(), &room.log).unwrap();
    assert_eq!(again(&mut room, Seat::Host, "l2-l3", 3), Ok(4), "also after a restart");
    room.resign(Seat::Guest).unwrap();
    assert_eq!(again(&mut room, Seat::Host, "l2-l3", 3), Ok(4), "also after the end");
    assert_eq!(room.log.len(), 6);

    let refused = |room: &mut Room| room.give(Some(Seat::Host), "r", Action::Resign { game: 9 });
    assert!(refused(&mut room).is_err());
    assert!(refused(&mut room).is_err(), "what was refused is judged anew");
}

#[test]
fn a_rooms_time_never_goes_back() {
    let mut room = Room::playing();
    room.now = 1;
    room.play(Seat::Host, 3, "l2-l3").unwrap();
    assert_eq!(room.log[3].time, Timestamp(BEGINNING));
}

#[test]
fn the_move_that_decides_the_game_ends_it() {
    // The same position for the third time: both sides go there and back twice.
    let mut room = Room::playing();
    for (position, text) in (3..).zip(["l2-l3", "e15-e14", "l3-l2", "e14-e15"].repeat(2)) {
        let seat = if position % 2 == 1 { Seat::Host } else { Seat::Guest };
        assert!(legal_moves(&room.state).is_some_and(|legal| legal.moves.contains(&text.to_owned())));
        room.play(seat, position, text).unwrap();
    }
    assert_eq!(room.ending(), Some((Outcome::Draw, Reason::Repetition)));
    assert_eq!(legal_moves(&room.state), None);
    let row = room.state.archive_row().unwrap();
    assert_eq!((row.room, row.number, row.game.moves.len()), (id(), 1, 8));
    assert_eq!((row.game.outcome, row.game.reason), (Outcome::Draw, Reason::Repetition));

    // The move comes first and says that nobody is to move; then the end.
    let before_end = RoomState::replay(id(), &room.log[..room.log.len() - 1]).unwrap();
    let moved = event_view(&before_end, &room.log[room.log.len() - 2], &Outages::NONE).unwrap();
    assert_eq!((moved.to_move, moved.passed_over), (None, None));
    assert!(matches!(room.last_event().event, EventBody::Ended(_)));
}

#[test]
fn a_snapshot_holds_the_chain_that_was_played() {
    let mut room = Room::playing();
    room.play(Seat::Host, 3, "n1-l3").unwrap();
    let snapshot = snapshot_view(&room.state, GUEST, Timestamp(9000), &Outages::NONE);
    assert_eq!((snapshot.you, snapshot.seq, snapshot.to_move), (Some(Seat::Guest), 4, Some(Side::Second)));
    let game = snapshot.game.unwrap();
    let last = game.last_move.unwrap();
    let path: Vec<_> = last.path.iter().map(ToString::to_string).collect();
    assert_eq!((last.side, last.text.as_str(), path), (Side::First, "n1-l3", vec!["n1".to_owned(), "l3".to_owned()]));
    assert_eq!((game.position, game.moves), (4, vec!["n1-l3".to_owned()]));
}

#[test]
fn a_game_is_aborted_only_before_both_have_moved() {
    for moves in 0..2 {
        let mut room = Room::playing();
        room.shuffle(moves);
        assert_eq!(room.give(GUEST, "", Action::Abort { game: 2 }), Err(Refusal::WrongGame { current: 1, named: 2 }));
        room.abort(Seat::Guest).unwrap();
        assert_eq!(room.ending(), Some((Outcome::None, Reason::Aborted)), "after {moves} moves");
        assert_eq!(room.abort(Seat::Host), Err(Refusal::GameOver));
    }
    let mut room = Room::playing();
    room.shuffle(2);
    for seat in Seat::BOTH {
        assert_eq!(room.abort(seat), Err(Refusal::TooLate), "an abort is never a resignation");
    }
    assert_eq!(room.ending(), None);
    assert_eq!(room.give(None, "", Action::Abort { game: 1 }), Err(Refusal::NotSeated));
    assert_eq!(Room::waiting(SidesChoice::Lot).abort(Seat::Host), Err(Refusal::NotStarted));
}

#[test]
fn an_id_that_was_used_for_another_kind_of_command_is_refused() {
    let mut room = Room::playing();
    room.give(HOST, "x", Action::Move { position: 3, text: "l2-l3".to_owned() }).unwrap();
    for action in [
        Action::Resign { game: 1 },
        Action::Offer { game: 1, what: OfferKind::Draw, next: None },
        Action::Answer { offer: 4, accept: true },
        Action::Withdraw { offer: 4 },
        Action::Claim { game: 1, away_since: None },
    ] {
        assert_eq!(room.give(HOST, "x", action.clone()), Err(Refusal::IdReused), "{action:?}");
    }
    assert_eq!(room.give(GUEST, "x", Action::Offer { game: 1, what: OfferKind::Draw, next: None }), Ok(5));
    assert_eq!(room.give(GUEST, "x", Action::Offer { game: 1, what: OfferKind::Draw, next: None }), Ok(5), "again");
    assert_eq!(room.give(HOST, "yes", Action::Answer { offer: 5, accept: true }), Ok(6));
    assert_eq!(room.give(HOST, "yes", Action::Answer { offer: 5, accept: true }), Ok(6), "again");
    assert_eq!(room.give(HOST, "yes", Action::Answer { offer: 5, accept: false }), Err(Refusal::IdReused));
    assert_eq!(room.log.len(), 6);
}

/// The bound of the server: a game ends with its last move, whether moves were taken back or not.
#[test]
fn a_game_of_too_many_moves_is_aborted() {
    // Jarmo knows no repetition, so that its men can go there and back for ever.
    let mut room = Room::made(&setup("jarmo", None), 0);
    room.sit(2).unwrap();
    let mut taken_back = 0;
    while room.ending().is_none() {
        let legal = legal_moves(&room.state).unwrap();
        let moves = room.state.running_game().unwrap().moves();
        // Back to where a man just came from, if that is possible; else anything that is.
        let back = moves.len().checked_sub(2).and_then(|ply| moves[ply].split_once('-'));
        let back = back.map(|(from, to)| format!("{to}-{from}")).filter(|back| legal.moves.contains(back));
        let text = back.unwrap_or_else(|| legal.moves.last().unwrap().clone());
        room.move_on(&text);
        if room.ending().is_none() && taken_back < 3 && moves.len() > 2 {
            let asker = room.state.running_game().unwrap().seat_to_move().other();
            let offer = room.offer(asker, OfferKind::TakeBack).unwrap();
            room.answer(asker.other(), offer, true).unwrap();
            taken_back += 1;
        }
    }
    assert_eq!(room.ending(), Some((Outcome::None, Reason::Aborted)));
    assert_eq!(room.state.current().unwrap().ply(), server::room::MAX_MOVES - 3);
    let last: Vec<_> = room.log.iter().rev().take(2).map(|recorded| (recorded.seq, &recorded.event)).collect();
    assert!(matches!(last[..], [(end, LogEvent::Ended { .. }), (moved, LogEvent::Moved { .. })] if end == moved + 1));
    assert_eq!(room.state.archive_row().unwrap().game.moves.len(), 4997);
}
