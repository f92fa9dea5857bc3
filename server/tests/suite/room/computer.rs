//! A room in which the computer holds the guest's seat.

use protocol::{ComputerLevel, ComputerPlayed, Side};
use server::room::{COMPUTER_LATE, Duty, awaits, due_after, duty, look_at, thinking_time};

use super::*;

fn level() -> ComputerLevel {
    ComputerLevel::new(3).unwrap()
}

fn against(game: &str, sides: SidesChoice, clock: Option<TimeControl>) -> RoomSetup {
    RoomSetup { sides, computer: Some(level()), ..setup(game, clock) }
}

/// A room in which the host, who is first, plays Halma against the computer.
fn halma(clock: Option<TimeControl>) -> Room {
    Room::made(&against("halma", SidesChoice::First, clock), 0)
}

fn claim(game: u32) -> Action {
    Action::Claim { game, away_since: Some(Timestamp(0)) }
}

#[test]
fn the_game_starts_when_the_room_is_made_and_nobody_can_sit_down() {
    let mut room = halma(None);
    assert_eq!(room.log.len(), 2);
    assert!(matches!(room.log[0].event, LogEvent::Opened { computer: Some(found), .. } if found == level()));
    assert!(matches!(room.log[1].event, LogEvent::Started { number: 1, .. }));
    let snapshot = room.snapshot();
    assert_eq!(snapshot.setup.computer, Some(level()));
    assert!(snapshot.seats.host.taken && snapshot.seats.guest.taken);
    assert_eq!(room.sit(2), Err(Refusal::SeatsTaken));
    assert_eq!(room.sit(1), Ok(2), "the host has a seat");
    let forged =
        Recorded { seq: 3, event: LogEvent::Seated { seat: Seat::Guest, token: token(2) }, ..room.log[1].clone() };
    assert!(room.state.clone().apply(&forged).is_err(), "nothing ever holds the computer's seat");
    assert_eq!(room.reloaded().computer(), Some(level()));
    assert!(room.state.was_made_for(&token(1), &against("halma", SidesChoice::First, None)));
    let stronger = RoomSetup { computer: Some(ComputerLevel::MAX), ..setup("halma", None) };
    assert!(!room.state.was_made_for(&token(1), &stronger), "the level is a choice");
    assert!(!room.state.was_made_for(&token(1), &setup("halma", None)));
}

#[test]
fn the_lot_is_drawn_at_once() {
    for (random, first) in [(0, Seat::Host), (1, Seat::Guest)] {
        assert_eq!(Room::made(&against("moon", SidesChoice::Lot, None), random).sides().first, first);
    }
    assert_eq!(Room::made(&against("moon", SidesChoice::Second, None), 0).sides().first, Seat::Guest);
}

#[test]
fn the_computer_has_to_move_when_it_is_its_turn() {
    let mut room = halma(None);
    assert_eq!(duty(&room.state), None);
    let position = room.move_on("l2-l3");
    assert_eq!(duty(&room.state), Some(Duty::Move { position }));
    assert_eq!(room.play(Seat::Guest, position, "l3-l4").map_err(|refusal| refusal.code()), {
        Err(protocol::ErrorCode::IllegalMove)
    });
    assert_eq!(room.play(Seat::Guest, position - 1, "e15-e14").map_err(|refusal| refusal.code()), {
        Err(protocol::ErrorCode::StalePosition)
    });
    room.play(Seat::Guest, position, "e15-e14").unwrap();
    assert_eq!(duty(&room.state), None);
    room.resign(Seat::Host).unwrap();
    assert_eq!(duty(&room.state), None);
    let row = room.state.archive_row().unwrap();
    assert_eq!(row.game.computer, Some(ComputerPlayed { level: level(), side: Side::Second }));
    assert_eq!(Room::playing().state.computer(), None);
    assert_eq!(duty(&Room::playing().state), None, "people move by themselves");
}

#[test]
fn an_offer_of_a_draw_waits_for_the_computers_answer() {
    let mut room = halma(None);
    let position = room.move_on("l2-l3");
    let offer = room.offer(Seat::Host, OfferKind::Draw).unwrap();
    assert_eq!(duty(&room.state), Some(Duty::Answer { offer }), "before it moves");
    let mut declined = room.clone();
    declined.answer(Seat::Guest, offer, false).unwrap();
    assert_eq!(duty(&declined.state), Some(Duty::Move { position }));
    assert_eq!(declined.offer(Seat::Host, OfferKind::Draw), Err(Refusal::TooSoon));
    room.answer(Seat::Guest, offer, true).unwrap();
    assert_eq!(room.ending(), Some((Outcome::Draw, Reason::Agreement)));
}

#[test]
fn moves_are_taken_back_as_soon_as_that_is_wished_for() {
    let mut room = halma(None);
    assert_eq!(room.offer(Seat::Host, OfferKind::TakeBack), Err(Refusal::NothingToTakeBack));
    // While the computer thinks: the host's last move; after it has moved: both.
    for (moves, left) in [(1, 0), (4, 2)] {
        room.shuffle(moves);
        let position = room.offer(Seat::Host, OfferKind::TakeBack).unwrap();
        let EventBody::TakenBack(told) = room.last_event().event else { panic!("not taken back") };
        assert_eq!((told.ply, told.seat), (left, Seat::Host));
        assert_eq!((room.snapshot().offer, duty(&room.state)), (None, None));
        assert_eq!(room.state.running_game().unwrap().position_seq, position);
    }
}

#[test]
fn another_game_starts_as_soon_as_it_is_wished_for() {
    let mut room = halma(None);
    room.abort(Seat::Host).unwrap();
    let next = Some("nerma".to_owned());
    room.give(HOST, "", Action::Offer { game: 1, what: OfferKind::Rematch, next }).unwrap();
    let game = room.snapshot().game.unwrap();
    assert_eq!((game.number, game.game.as_str(), game.sides.first), (2, "nerma", Seat::Guest));
    assert_eq!(duty(&room.state), Some(Duty::Move { position: room.state.seq() }));
    room.abort(Seat::Host).unwrap();
    assert_eq!(room.state.archive_row().unwrap().game.computer.unwrap().side, Side::First);
}

#[test]
fn nothing_can_be_claimed() {
    let mut room = halma(Some(BLITZ));
    assert!(matches!(room.give(HOST, "", claim(1)), Err(Refusal::NotClaimable(_))));
    assert!(matches!(room.give(GUEST, "", claim(1)), Err(Refusal::NotClaimable(_))));
}

#[test]
fn its_clock_runs_like_anybodys() {
    let mut room = halma(Some(BLITZ));
    assert!(awaits(&room.state, Seat::Guest));
    room.show(Seat::Guest);
    assert!(!awaits(&room.state, Seat::Guest));
    room.pass(10_000);
    assert_eq!(room.clocks(), (300_000, 300_000), "the host is not there yet");
    room.show(Seat::Host);
    assert_eq!(thinking_time(&room.state, Timestamp(room.now), &Outages::NONE), None, "it is not its turn");
    room.move_on("l2-l3");
    room.pass(2000);
    let time = thinking_time(&room.state, Timestamp(room.now), &Outages::NONE).unwrap();
    assert_eq!((time.left, time.increment), (298_000, 3000));
    room.pass(298_000);
    room.tick();
    assert_eq!(room.ending(), Some((Outcome::First, Reason::Time)));
}

#[test]
fn somebody_looks_if_the_computer_does_nothing() {
    let mut room = halma(None);
    assert_eq!(look_at(&room.state, &Outages::NONE), due(&room.state, &Outages::NONE));
    room.pass(1000);
    room.move_on("l2-l3");
    let late = Timestamp(room.now + COMPUTER_LATE);
    assert_eq!(look_at(&room.state, &Outages::NONE), Some(late));
    assert!(due(&room.state, &Outages::NONE) > Some(late), "nothing happens then but that it thinks");
    // The same is told of a move before it is stored.
    let before = RoomState::replay(id(), &room.log[..2]).unwrap();
    assert_eq!(due_after(&before, &room.log[2..], &Outages::NONE).unwrap(), Some(late));
}
