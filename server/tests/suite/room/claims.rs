//! Claiming the game of a player who has gone away.

use protocol::{Claim, OpenClaim};

use super::*;

/// A game with clocks after two moves, in which the guest goes away now.
fn left_alone() -> (Room, Timestamp) {
    let mut room = Room::running(TimeControl::RealTime { base: 3_600_000, increment: 0 });
    room.shuffle(2);
    let away_since = Timestamp(room.now);
    (room, away_since)
}

fn claim(room: &mut Room, seat: Seat, away_since: Option<Timestamp>) -> Result<u64, Refusal> {
    room.give(Some(seat), "", Action::Claim { game: room.number(), away_since })
}

/// The same when the host has just claimed.
fn claimed() -> Room {
    let (mut room, away_since) = left_alone();
    room.pass(Claim::AWAY);
    claim(&mut room, Seat::Host, Some(away_since)).unwrap();
    room
}

#[test]
fn a_game_can_be_claimed_after_a_minute_alone() {
    assert_eq!((Claim::AWAY, Claim::NOTICE), (60_000, 30_000));
    let (mut room, away_since) = left_alone();
    room.pass(59_999);
    assert!(matches!(claim(&mut room, Seat::Host, Some(away_since)), Err(Refusal::NotClaimable(_))));
    room.pass(1);
    assert!(matches!(claim(&mut room, Seat::Host, None), Err(Refusal::NotClaimable(_))), "the guest is there");
    assert_eq!(claim(&mut room, Seat::Host, Some(away_since)), Ok(8));
    let until = Timestamp(room.now + 30_000);
    let open = Some(OpenClaim { seat: Seat::Host, until });
    assert_eq!((room.snapshot().claim, room.last_event().claim), (open, open));
    assert!(matches!(room.last_event().event, EventBody::Claimed(claimed) if claimed.until == until));
    assert!(matches!(claim(&mut room, Seat::Host, Some(away_since)), Err(Refusal::NotClaimable(_))), "once");
}

#[test]
fn a_claim_that_nobody_answers_wins_the_game() {
    let mut room = claimed();
    assert_eq!(room.due(), Some(90_000));
    room.pass(29_999);
    room.tick();
    assert_eq!(room.ending(), None);
    room.pass(1);
    room.tick();
    assert_eq!(room.ending(), Some((Outcome::First, Reason::Left)));
    assert_eq!(room.snapshot().claim, None);
    assert_eq!(room.snapshot().series.score.host, 1);
}

#[test]
fn any_sign_of_the_absent_player_cancels_a_claim() {
    type Sign = fn(&mut Room);
    let signs: [(&str, Sign); 4] = [
        ("being there", |room| room.show(Seat::Guest)),
        ("offering", |room| assert!(room.offer(Seat::Guest, OfferKind::Draw).is_ok())),
        ("asking to take back", |room| assert!(room.offer(Seat::Guest, OfferKind::TakeBack).is_ok())),
        ("moving", |room| {
            room.move_on("l3-l2");
            assert!(room.snapshot().claim.is_some(), "a move of the one who claims is no sign of the other");
            room.move_on("e14-e15");
        }),
    ];
    for (how, sign) in signs {
        let mut room = claimed();
        room.pass(29_999);
        sign(&mut room);
        assert_eq!(kind(&room.last_event().event), "claim_cancelled", "{how}");
        assert_eq!(room.snapshot().claim, None);
        room.pass(60_000);
        room.tick();
        assert_eq!(room.ending(), None, "{how}");
    }
}

#[test]
fn the_answer_of_a_command_names_its_own_event() {
    let mut room = claimed();
    let action = Action::Offer { game: 1, what: OfferKind::Draw, next: None };
    assert_eq!(room.give(GUEST, "o", action.clone()), Ok(9));
    assert!(matches!(room.log[8].event, LogEvent::Offered { .. }));
    assert_eq!(room.log[9].event, LogEvent::ClaimCancelled);
    assert_eq!(room.give(GUEST, "o", action), Ok(9), "also when it is sent again");
}

#[test]
fn what_is_no_sign_of_the_absent_player_cancels_nothing() {
    let mut room = claimed();
    room.show(Seat::Host);
    room.offer(Seat::Host, OfferKind::Draw).unwrap();
    assert!(room.play(Seat::Guest, 7, "e14-e15").is_err(), "what is refused changes nothing");
    assert!(room.snapshot().claim.is_some());
    room.pass(30_000);
    room.tick();
    assert_eq!(room.ending(), Some((Outcome::First, Reason::Left)));
}

#[test]
fn who_comes_back_too_late_has_lost() {
    let mut room = claimed();
    room.pass(30_000);
    room.show(Seat::Guest);
    assert_eq!(room.ending(), Some((Outcome::First, Reason::Left)));
}

#[test]
fn a_resignation_ends_the_game_and_the_claim_with_it() {
    let mut room = claimed();
    room.resign(Seat::Guest).unwrap();
    assert_eq!(room.ending(), Some((Outcome::First, Reason::Resignation)));
    assert_eq!(room.snapshot().claim, None);
}

#[test]
fn the_flag_may_fall_before_the_notice_runs_out() {
    let mut room = Room::running(TimeControl::RealTime { base: 70_000, increment: 0 });
    let away_since = Timestamp(room.now);
    room.move_on("l2-l3");
    room.pass(65_000);
    claim(&mut room, Seat::Host, Some(away_since)).unwrap();
    assert_eq!(room.due(), Some(70_000));
    room.pass(100_000);
    room.tick();
    assert_eq!(room.ending(), Some((Outcome::First, Reason::Time)));
}

#[test]
fn only_games_with_a_real_time_clock_can_be_claimed() {
    for clock in [None, Some(TimeControl::PerMove { time: 60_000 })] {
        let mut room = Room::playing_with(clock);
        let away_since = Timestamp(room.now);
        room.pass(90_000);
        assert!(matches!(claim(&mut room, Seat::Host, Some(away_since)), Err(Refusal::NotClaimable(_))), "{clock:?}");
    }
    let (mut room, away_since) = left_alone();
    room.pass(90_000);
    let wrong = room.give(HOST, "", Action::Claim { game: 2, away_since: Some(away_since) });
    assert_eq!(wrong, Err(Refusal::WrongGame { current: 1, named: 2 }));
    let watcher = room.give(None, "", Action::Claim { game: 1, away_since: Some(away_since) });
    assert_eq!(watcher, Err(Refusal::NotSeated));
    room.resign(Seat::Host).unwrap();
    assert_eq!(claim(&mut room, Seat::Host, Some(away_since)), Err(Refusal::GameOver));
}

#[test]
fn nobody_is_away_while_no_server_lives() {
    let (mut room, away_since) = left_alone();
    room.outages = Outages::new(Timestamp(u64::MAX), [(away_since, Timestamp(away_since.0 + 50_000))]);
    room.pass(100_000);
    assert!(matches!(claim(&mut room, Seat::Host, Some(away_since)), Err(Refusal::NotClaimable(_))));

    // Nor does the notice run then.
    let mut room = claimed();
    let made = room.now;
    room.outages = Outages::new(Timestamp(made + 200_000), [(Timestamp(made + 10_000), Timestamp(made + 110_000))]);
    assert_eq!(room.snapshot().claim.unwrap().until, Timestamp(made + 130_000));
    room.pass(129_999);
    room.tick();
    assert_eq!(room.ending(), None);
    room.pass(1);
    room.outages = Outages::new(Timestamp(made + 20_000), []);
    assert!(matches!(room.decide(&Command::of_server(Action::Tick)), Ok(Decision::TimeUnknown { .. })));
}

/// That nobody came in time is known, but not yet for how long the clock ran since.
#[test]
fn what_a_claim_leaves_on_the_clock_is_worked_out_once_outages_are_known() {
    let mut room = claimed();
    room.pass(40_000);
    let outage = Timestamp(room.now);
    room.pass(600_000);
    room.outages = Outages::new(outage, []);
    let until = Timestamp(room.now);
    assert_eq!(room.decide(&Command::of_server(Action::Tick)), Ok(Decision::TimeUnknown { until }));
    room.outages = Outages::new(until, [(outage, until)]);
    room.tick();
    assert_eq!((room.ending(), room.clocks()), (Some((Outcome::First, Reason::Left)), (3_500_000, 3_600_000)));
}
