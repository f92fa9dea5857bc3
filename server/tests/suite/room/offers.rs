//! Draws and taking back: what can be offered, when, and what comes of it.

use protocol::{ErrorCode, OpenOffer};

use super::*;

fn open(room: &Room) -> Option<OpenOffer> {
    let open = room.snapshot().offer;
    assert_eq!(open, room.last_event().offer, "the last event says what the snapshot says");
    open
}

#[test]
fn a_draw_that_is_accepted_ends_the_game() {
    let mut room = Room::playing();
    let offer = room.offer(Seat::Guest, OfferKind::Draw).unwrap();
    assert_eq!(offer, 4);
    assert_eq!(open(&room), Some(OpenOffer { seq: 4, seat: Seat::Guest, what: OfferKind::Draw, next: None }));
    assert_eq!(room.answer(Seat::Host, offer, true), Ok(5));
    assert_eq!(room.ending(), Some((Outcome::Draw, Reason::Agreement)));
    assert_eq!(open(&room), None);
    assert_eq!(room.snapshot().series.score.draws, 1);
}

#[test]
fn offering_a_draw_to_one_who_offers_a_draw_accepts_it() {
    let mut room = Room::playing();
    room.offer(Seat::Host, OfferKind::Draw).unwrap();
    room.offer(Seat::Guest, OfferKind::Draw).unwrap();
    assert_eq!(room.ending(), Some((Outcome::Draw, Reason::Agreement)));
}

#[test]
fn a_draw_that_is_declined_or_withdrawn_can_be_offered_again_after_a_move() {
    for decline in [true, false] {
        let mut room = Room::playing();
        let offer = room.offer(Seat::Host, OfferKind::Draw).unwrap();
        let outcome = if decline { room.answer(Seat::Guest, offer, false) } else { room.withdraw(Seat::Host, offer) };
        assert_eq!(outcome, Ok(5));
        assert_eq!(kind(&room.last_event().event), if decline { "declined" } else { "withdrawn" });
        assert_eq!(open(&room), None);
        assert_eq!(room.offer(Seat::Host, OfferKind::Draw).unwrap_err().code(), ErrorCode::TooSoon);
        assert!(room.clone().offer(Seat::Guest, OfferKind::Draw).is_ok(), "the other player may still offer one");
        room.move_on("l2-l3");
        room.move_on("e15-e14");
        assert!(room.offer(Seat::Host, OfferKind::Draw).is_ok());
    }
}

#[test]
fn the_other_players_moves_do_not_make_an_offer_possible_again() {
    let mut room = Room::playing();
    room.move_on("l2-l3");
    let offer = room.offer(Seat::Host, OfferKind::Draw).unwrap();
    room.answer(Seat::Guest, offer, false).unwrap();
    room.move_on("e15-e14");
    assert_eq!(room.offer(Seat::Host, OfferKind::Draw), Err(Refusal::TooSoon));
}

#[test]
fn a_move_withdraws_the_movers_offer_and_not_the_others() {
    for what in [OfferKind::Draw, OfferKind::TakeBack] {
        let mut room = Room::playing();
        room.shuffle(2);
        let offer = room.offer(Seat::Host, what).unwrap();
        room.move_on("l3-l2");
        assert_eq!(open(&room), None);
        assert_eq!(room.answer(Seat::Guest, offer, true), Err(Refusal::NoSuchOffer(offer)), "no longer");
        assert!(room.offer(Seat::Host, what).is_ok(), "it was moved since");

        let mut room = Room::playing();
        room.shuffle(2);
        let offer = room.offer(Seat::Guest, what).unwrap();
        room.move_on("l3-l2");
        assert_eq!(open(&room).map(|open| open.seq), Some(offer), "the other player's move answers nothing");
    }
}

#[test]
fn at_most_one_offer_is_open() {
    let mut room = Room::playing();
    room.shuffle(2);
    let offer = room.offer(Seat::Host, OfferKind::Draw).unwrap();
    assert_eq!(room.offer(Seat::Host, OfferKind::Draw), Err(Refusal::OfferOpen(offer)), "one's own again");
    for seat in Seat::BOTH {
        assert_eq!(room.offer(seat, OfferKind::TakeBack), Err(Refusal::OfferOpen(offer)));
    }
    // Both may ask to take back, but not the same moves.
    room.answer(Seat::Guest, offer, false).unwrap();
    let offer = room.offer(Seat::Host, OfferKind::TakeBack).unwrap();
    assert_eq!(room.offer(Seat::Guest, OfferKind::TakeBack), Err(Refusal::OfferOpen(offer)));
}

#[test]
fn offers_are_answered_by_the_other_player_and_withdrawn_by_their_maker() {
    let mut room = Room::playing();
    let offer = room.offer(Seat::Host, OfferKind::Draw).unwrap();
    for accept in [true, false] {
        assert_eq!(room.answer(Seat::Host, offer, accept), Err(Refusal::NotYourOffer));
        assert_eq!(room.answer(Seat::Guest, offer - 1, accept), Err(Refusal::NoSuchOffer(offer - 1)));
        assert_eq!(room.give(None, "", Action::Answer { offer, accept }), Err(Refusal::NotSeated));
    }
    assert_eq!(room.withdraw(Seat::Guest, offer), Err(Refusal::NotYourOffer));
    assert_eq!(room.give(None, "", Action::Withdraw { offer }), Err(Refusal::NotSeated));
    room.withdraw(Seat::Host, offer).unwrap();
    assert_eq!(room.withdraw(Seat::Host, offer), Err(Refusal::NoSuchOffer(offer)), "once");
    assert_eq!(room.answer(Seat::Guest, offer, true), Err(Refusal::NoSuchOffer(offer)));
}

#[test]
fn draws_are_for_games_that_run() {
    let mut room = Room::waiting(SidesChoice::First);
    assert_eq!(room.offer(Seat::Host, OfferKind::Draw), Err(Refusal::NotStarted));
    room.sit(2).unwrap();
    let wrong = room.give(HOST, "", Action::Offer { game: 2, what: OfferKind::Draw, next: None });
    assert_eq!(wrong, Err(Refusal::WrongGame { current: 1, named: 2 }));
    let watcher = room.give(None, "", Action::Offer { game: 1, what: OfferKind::Draw, next: None });
    assert_eq!(watcher, Err(Refusal::NotSeated));
    let offer = room.offer(Seat::Host, OfferKind::Draw).unwrap();
    room.abort(Seat::Host).unwrap();
    assert_eq!(open(&room), None, "the end of the game voids the offer");
    assert_eq!(room.answer(Seat::Guest, offer, true), Err(Refusal::NoSuchOffer(offer)));
    assert_eq!(room.offer(Seat::Host, OfferKind::Draw), Err(Refusal::GameOver));
    assert_eq!(room.offer(Seat::Host, OfferKind::TakeBack), Err(Refusal::GameOver));
}

#[test]
fn taking_back_goes_to_the_askers_last_turn() {
    // Asked right after one's own move, it takes that one back; after the answer to it, both.
    for (moves, asker, left) in [(1, Seat::Host, 0), (2, Seat::Host, 0), (2, Seat::Guest, 1), (3, Seat::Guest, 1)] {
        let mut room = Room::playing();
        room.shuffle(moves);
        let offer = room.offer(asker, OfferKind::TakeBack).unwrap();
        let seq = room.answer(asker.other(), offer, true).unwrap();
        let mut expected = Room::playing();
        expected.shuffle(left);
        let (game, like) = (room.snapshot().game.unwrap(), expected.snapshot().game.unwrap());
        assert_eq!((game.position, game.moves), (seq, like.moves), "{moves} moves, {asker:?} asks");
        assert_eq!((game.board.clone(), game.last_move.clone()), (like.board, like.last_move));
        assert_eq!(room.snapshot().to_move, expected.snapshot().to_move);
        let EventBody::TakenBack(told) = room.last_event().event else { panic!("not taken back") };
        assert_eq!((told.seat, told.ply, told.board), (asker, u32::try_from(left).unwrap(), game.board));
        assert_eq!(told.last_move, game.last_move);
    }
}

#[test]
fn a_take_back_is_what_it_is_when_it_is_accepted() {
    let mut room = Room::playing();
    room.shuffle(1);
    let offer = room.offer(Seat::Host, OfferKind::TakeBack).unwrap();
    room.move_on("e15-e14");
    room.answer(Seat::Guest, offer, true).unwrap();
    assert_eq!(room.state.running_game().unwrap().ply(), 0, "with the guest's move, too");
}

#[test]
fn who_has_not_moved_has_nothing_to_take_back() {
    let mut room = Room::playing();
    for seat in Seat::BOTH {
        assert_eq!(room.offer(seat, OfferKind::TakeBack), Err(Refusal::NothingToTakeBack));
    }
    room.shuffle(1);
    assert_eq!(room.offer(Seat::Guest, OfferKind::TakeBack), Err(Refusal::NothingToTakeBack));
}

#[test]
fn a_delayed_move_for_a_position_before_a_take_back_is_refused() {
    let mut room = Room::playing();
    room.shuffle(2);
    let offer = room.offer(Seat::Host, OfferKind::TakeBack).unwrap();
    let back = room.answer(Seat::Guest, offer, true).unwrap();
    for position in 3..back {
        let late = room.play(Seat::Host, position, "l2-l3");
        assert_eq!(late, Err(Refusal::StalePosition { current: back, named: position }));
    }
    assert!(room.play(Seat::Host, back, "l2-l3").is_ok());
}

#[test]
fn taking_back_again_and_again_reaches_the_start() {
    let mut room = Room::playing();
    room.shuffle(4);
    for left in [2, 0] {
        let offer = room.offer(Seat::Host, OfferKind::TakeBack).unwrap();
        room.answer(Seat::Guest, offer, true).unwrap();
        assert_eq!(room.state.running_game().unwrap().ply(), left);
    }
    assert_eq!(room.offer(Seat::Host, OfferKind::TakeBack), Err(Refusal::NothingToTakeBack));
    assert_eq!(room.reloaded().seq(), room.state.seq());
}

/// Positions have a past: what was taken back has not happened.
#[test]
fn a_position_that_was_taken_back_has_not_stood_on_the_board() {
    let mut room = Room::playing();
    room.shuffle(7);
    // The eighth move would repeat the first position for the third time and end the game; now it is the second time.
    for asker in [Seat::Host, Seat::Guest, Seat::Host, Seat::Guest] {
        let offer = room.offer(asker, OfferKind::TakeBack).unwrap();
        room.answer(asker.other(), offer, true).unwrap();
    }
    assert_eq!(room.state.running_game().unwrap().ply(), 3);
    room.move_on("e14-e15");
    assert_eq!(room.ending(), None);
    room.shuffle(4);
    assert_eq!(room.ending(), Some((Outcome::Draw, Reason::Repetition)));
}

#[test]
fn no_seat_can_flood_the_room_with_offers() {
    let mut room = Room::playing();
    room.shuffle(4);
    let before = room.log.len();
    for _ in 0..50 {
        for seat in Seat::BOTH {
            for what in [OfferKind::Draw, OfferKind::TakeBack, OfferKind::Rematch] {
                if let Ok(offer) = room.offer(seat, what) {
                    room.withdraw(seat, offer).unwrap();
                }
            }
        }
    }
    assert_eq!(room.log.len() - before, 8, "each seat offers each thing once, and withdraws it");
}
