//! One game after the other: sides swapped, another game, the series' score.

use protocol::{ErrorCode, FinishedGame, Series, SeriesScore};
use server::identity::game_id;
use server::room::{MAX_GAMES, MAX_REMATCHES};

use super::*;

/// A room in which a game was played and resigned by the guest.
fn over() -> Room {
    let mut room = Room::playing();
    room.shuffle(2);
    room.resign(Seat::Guest).unwrap();
    room
}

fn offer_next(room: &mut Room, seat: Seat, next: &str) -> Result<u64, Refusal> {
    let next = Some(next.to_owned());
    room.give(Some(seat), "", Action::Offer { game: room.number(), what: OfferKind::Rematch, next })
}

#[test]
fn a_rematch_swaps_the_sides_and_the_series_counts() {
    let mut room = over();
    let offer = room.offer(Seat::Guest, OfferKind::Rematch).unwrap();
    let open = room.snapshot().offer.unwrap();
    assert_eq!((open.what, open.next.as_deref()), (OfferKind::Rematch, Some("halma")), "the same game again");
    let started = room.answer(Seat::Host, offer, true).unwrap();
    assert_eq!(room.sides(), PerSide { first: Seat::Guest, second: Seat::Host });
    let snapshot = room.snapshot();
    let game = snapshot.game.unwrap();
    assert_eq!((game.number, game.position, game.moves.len(), game.result), (2, started, 0, None));
    assert_eq!(snapshot.offer, None);
    assert_eq!(snapshot.series.score, SeriesScore { host: 1, guest: 0, draws: 0 });
    let first = FinishedGame {
        number: 1,
        id: game_id(id(), 1),
        game: "halma".to_owned(),
        sides: Some(PerSide { first: Seat::Host, second: Seat::Guest }),
        outcome: Outcome::First,
        reason: Reason::Resignation,
        ended: Timestamp(BEGINNING),
    };
    assert_eq!(snapshot.series.games, [first]);

    // The guest is first now and wins with that side; the score is by seat.
    room.shuffle(2);
    room.resign(Seat::Host).unwrap();
    let EventBody::Ended(ended) = room.last_event().event else { panic!("not the end") };
    assert_eq!((ended.number, ended.outcome), (2, Outcome::First));
    assert_eq!(ended.series, SeriesScore { host: 1, guest: 1, draws: 0 });
    assert_eq!(room.state.archive_row().unwrap().number, 2);
}

#[test]
fn both_asking_for_the_same_game_start_it() {
    let mut room = over();
    room.offer(Seat::Guest, OfferKind::Rematch).unwrap();
    offer_next(&mut room, Seat::Host, "halma").unwrap();
    assert_eq!(room.number(), 2);

    let mut room = over();
    let offer = room.offer(Seat::Guest, OfferKind::Rematch).unwrap();
    assert_eq!(
        offer_next(&mut room, Seat::Host, "moon"),
        Err(Refusal::OfferOpen(offer)),
        "another game is another offer"
    );
}

#[test]
fn another_of_the_games_can_be_next() {
    let mut room = over();
    let offer = offer_next(&mut room, Seat::Host, "moon").unwrap();
    let offered = room.last_event();
    assert!(matches!(offered.event, EventBody::Offered(offered) if offered.next.as_deref() == Some("moon")));
    room.answer(Seat::Guest, offer, true).unwrap();
    let EventBody::Started(started) = room.last_event().event else { panic!("not started") };
    assert_eq!((started.number, started.game.as_str()), (2, "moon"));
    assert_eq!(started.sides, PerSide { first: Seat::Guest, second: Seat::Host });
    room.abort(Seat::Host).unwrap();
    room.offer(Seat::Host, OfferKind::Rematch).unwrap();
    assert_eq!(room.snapshot().offer.unwrap().next.as_deref(), Some("moon"), "the same means the last one");
    assert_eq!(offer_next(&mut over(), Seat::Host, "chess").unwrap_err().code(), ErrorCode::UnknownGame);
}

#[test]
fn a_rematch_is_for_when_the_game_is_over() {
    let mut room = Room::waiting(SidesChoice::First);
    assert_eq!(room.offer(Seat::Host, OfferKind::Rematch), Err(Refusal::NotStarted));
    room.sit(2).unwrap();
    assert_eq!(room.offer(Seat::Host, OfferKind::Rematch), Err(Refusal::GameRunning));
    let mut room = over();
    room.offer(Seat::Host, OfferKind::Rematch).unwrap();
    room.offer(Seat::Guest, OfferKind::Rematch).unwrap();
    // A message for the game before comes too late.
    let late = room.give(HOST, "", Action::Offer { game: 1, what: OfferKind::Rematch, next: None });
    assert_eq!(late, Err(Refusal::WrongGame { current: 2, named: 1 }));
    let late = room.give(HOST, "", Action::Resign { game: 1 });
    assert_eq!(late, Err(Refusal::WrongGame { current: 2, named: 1 }));
}

#[test]
fn a_delayed_move_for_the_game_before_is_refused() {
    let mut room = Room::playing();
    room.move_on("l2-l3");
    room.move_on("e15-e14");
    room.resign(Seat::Host).unwrap();
    assert_eq!(room.play(Seat::Host, 5, "l3-l2"), Err(Refusal::GameOver));
    room.offer(Seat::Host, OfferKind::Rematch).unwrap();
    let started = room.offer(Seat::Guest, OfferKind::Rematch).unwrap();
    for position in 1..started {
        for seat in Seat::BOTH {
            let late = room.play(seat, position, "l2-l3");
            assert_eq!(late, Err(Refusal::StalePosition { current: started, named: position }));
        }
    }
}

#[test]
fn a_rematch_can_be_offered_three_times_after_each_game() {
    let mut room = over();
    for time in 0..MAX_REMATCHES {
        let offer = room.offer(Seat::Host, OfferKind::Rematch).unwrap();
        if time % 2 == 0 { room.answer(Seat::Guest, offer, false) } else { room.withdraw(Seat::Host, offer) }.unwrap();
    }
    assert_eq!(room.offer(Seat::Host, OfferKind::Rematch).unwrap_err().code(), ErrorCode::TooSoon);
    let offer = room.offer(Seat::Guest, OfferKind::Rematch).unwrap();
    // To offer what the other one offers is to accept it, however often one has asked.
    assert!(room.clone().offer(Seat::Host, OfferKind::Rematch).is_ok());
    room.answer(Seat::Host, offer, true).unwrap();
    room.abort(Seat::Host).unwrap();
    assert!(room.offer(Seat::Host, OfferKind::Rematch).is_ok(), "after the next game it counts anew");
}

#[test]
fn aborted_games_are_listed_and_do_not_count() {
    let mut room = Room::playing();
    room.abort(Seat::Host).unwrap();
    let series = room.snapshot().series;
    assert_eq!(series.score, SeriesScore::default());
    assert_eq!(series.games.len(), 1);
}

#[test]
fn the_list_of_games_is_bounded_and_so_is_the_room() {
    let mut room = Room::playing();
    for number in 1..MAX_GAMES {
        assert_eq!(room.number(), number);
        let offer = room.offer(Seat::Host, OfferKind::Draw).unwrap();
        room.answer(Seat::Guest, offer, true).unwrap();
        room.offer(Seat::Host, OfferKind::Rematch).unwrap();
        room.offer(Seat::Guest, OfferKind::Rematch).unwrap();
    }
    room.abort(Seat::Host).unwrap();
    assert_eq!(room.offer(Seat::Host, OfferKind::Rematch).unwrap_err().code(), ErrorCode::RoomFull);
    let series = room.snapshot().series;
    assert_eq!(series.score.draws, MAX_GAMES - 1, "the score knows all of them");
    assert_eq!(series.games.len(), Series::MAX_GAMES);
    assert_eq!(series.games.last().map(|game| game.number), Some(MAX_GAMES), "the last ones are listed");
}
