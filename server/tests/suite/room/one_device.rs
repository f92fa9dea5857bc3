//! Two people at one device: one token holds both seats.

use super::*;

fn one_device(clock: Option<TimeControl>) -> Room {
    Room::made(&RoomSetup { table: Table::OneDevice, ..setup("halma", clock) }, 0)
}

#[test]
fn the_game_starts_when_the_room_is_made() {
    let room = one_device(None);
    assert_eq!(room.log.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(matches!(room.log[1].event, LogEvent::Seated { seat: Seat::Guest, .. }));
    assert!(matches!(room.log[2].event, LogEvent::Started { number: 1, .. }));
    assert_eq!(room.state.seat_of(&token(1)), Some(Seat::Host), "the token is known as the host's");
    let snapshot = room.snapshot();
    assert!(snapshot.seats.host.taken && snapshot.seats.guest.taken);
    assert_eq!(room.clone().sit(2), Err(Refusal::SeatsTaken));
    assert!(room.state.was_made_for(&token(1), &RoomSetup { table: Table::OneDevice, ..setup("halma", None) }));
}

#[test]
fn the_lot_is_drawn_at_once() {
    let lot = RoomSetup { table: Table::OneDevice, sides: SidesChoice::Lot, ..setup("moon", None) };
    for (random, first) in [(0, Seat::Host), (1, Seat::Guest)] {
        assert_eq!(Room::made(&lot, random).sides().first, first);
    }
}

#[test]
fn the_host_moves_for_both() {
    let mut room = one_device(None);
    for (position, text) in (3..).zip(["l2-l3", "e15-e14", "l3-l2"]) {
        assert_eq!(room.state.holder_to_move(), HOST);
        assert_eq!(room.play(Seat::Host, position, text), Ok(position + 1));
    }
    assert_eq!(room.play(Seat::Host, 4, "e14-e15"), Err(Refusal::StalePosition { current: 6, named: 4 }));
    assert_eq!(room.give(None, "", Action::Move { position: 6, text: "e14-e15".to_owned() }), Err(Refusal::NotSeated));
}

#[test]
fn a_take_back_is_one_move_at_once() {
    let mut room = one_device(None);
    assert_eq!(room.offer(Seat::Host, OfferKind::TakeBack), Err(Refusal::NothingToTakeBack));
    room.shuffle(0);
    for (position, text) in (3..).zip(["l2-l3", "e15-e14"]) {
        room.play(Seat::Host, position, text).unwrap();
    }
    for (left, seat) in [(1, Seat::Guest), (0, Seat::Host)] {
        room.offer(Seat::Host, OfferKind::TakeBack).unwrap();
        let EventBody::TakenBack(told) = room.last_event().event else { panic!("not taken back") };
        assert_eq!((told.ply, told.seat), (left, seat), "whoever moved last");
        assert_eq!(room.snapshot().offer, None);
    }
}

#[test]
fn draws_and_further_games_need_nobodys_consent() {
    let mut room = one_device(None);
    room.offer(Seat::Host, OfferKind::Draw).unwrap();
    assert_eq!(room.ending(), Some((Outcome::Draw, Reason::Agreement)));
    let next = Some("nerma".to_owned());
    room.give(HOST, "", Action::Offer { game: 1, what: OfferKind::Rematch, next }).unwrap();
    let game = room.snapshot().game.unwrap();
    assert_eq!((game.number, game.game.as_str(), game.sides.first), (2, "nerma", Seat::Guest));
}

#[test]
fn the_side_to_move_resigns() {
    for (moves, outcome) in [(2, Outcome::Second), (3, Outcome::First)] {
        let mut room = one_device(None);
        for (position, text) in (3..).zip(["l2-l3", "e15-e14", "l3-l2"]).take(moves) {
            room.play(Seat::Host, position, text).unwrap();
        }
        room.resign(Seat::Host).unwrap();
        assert_eq!(room.ending(), Some((outcome, Reason::Resignation)));
    }
}

#[test]
fn clocks_run_once_the_device_is_there_and_nothing_can_be_claimed() {
    let mut room = one_device(Some(BLITZ));
    room.pass(10_000);
    assert_eq!(room.clocks(), (300_000, 300_000));
    room.show(Seat::Host);
    assert_eq!(bodies(&room.log[3..]), [Seat::Host, Seat::Guest].map(|seat| LogEvent::Arrived { seat }));
    room.pass(10_000);
    assert_eq!(room.clocks(), (290_000, 300_000));
    let claim = Action::Claim { game: 1, away_since: Some(Timestamp(0)) };
    assert!(matches!(room.give(HOST, "", claim), Err(Refusal::NotClaimable(_))));
}
