//! Clocks: what they show, when they run, and when a flag falls.

use protocol::Side;
use server::room::LONGEST_SILENCE;

use super::*;

const MINUTE: u64 = 60 * 1000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

fn at(milliseconds: u64) -> Timestamp {
    Timestamp(BEGINNING + milliseconds)
}

/// Outages between times after the room was made, known up to `until`.
fn outages<const N: usize>(until: u64, list: [(u64, u64); N]) -> Outages {
    Outages::new(at(until), list.map(|(from, to)| (at(from), at(to))))
}

#[test]
fn a_move_costs_its_time_and_adds_the_increment() {
    let mut room = Room::running(BLITZ);
    assert_eq!(room.clocks(), (300_000, 300_000));
    room.pass(4000);
    assert_eq!(room.clocks(), (296_000, 300_000));
    room.move_on("l2-l3");
    assert_eq!(room.clocks(), (299_000, 300_000));
    room.pass(1000);
    assert_eq!(room.clocks(), (299_000, 299_000), "only the time of the side to move runs");
    room.move_on("e15-e14");
    assert_eq!(room.clocks(), (299_000, 302_000), "an increment can take a clock above its start");

    let clocks = room.last_event().clocks.unwrap();
    assert_eq!((clocks.first, clocks.second), (299_000, 302_000));
    assert_eq!((clocks.running, clocks.at), (Some(Side::First), at(5000)));
    assert_eq!(clocks.deadline, Some(at(5000 + 299_000)));
    assert_eq!(room.due(), Some(5000 + 299_000));
}

#[test]
fn a_clock_without_a_base_starts_with_an_increment() {
    let mut room = Room::running(TimeControl::RealTime { base: 0, increment: 5000 });
    assert_eq!(room.clocks(), (5000, 5000));
    room.pass(2000);
    room.move_on("l2-l3");
    assert_eq!(room.clocks(), (8000, 5000));
}

#[test]
fn a_time_per_move_begins_anew_with_each_move() {
    let mut room = Room::running(TimeControl::PerMove { time: DAY });
    room.pass(23 * HOUR);
    assert_eq!(room.clocks(), (HOUR, DAY));
    room.move_on("l2-l3");
    assert_eq!(room.clocks(), (DAY, DAY));
    assert_eq!(room.due(), Some(23 * HOUR + DAY));
}

#[test]
fn no_time_runs_before_both_are_there() {
    let mut room = Room::playing_with(Some(BLITZ));
    room.pass(HOUR);
    assert_eq!(room.clocks(), (300_000, 300_000));
    room.show(Seat::Guest);
    assert_eq!(kind(&room.last_event().event), "arrived");
    assert_eq!(room.last_event().clocks.unwrap().running, None);
    room.pass(HOUR);
    assert_eq!(room.clocks(), (300_000, 300_000));
    room.show(Seat::Host);
    assert_eq!(room.last_event().clocks.unwrap().running, Some(Side::First));
    room.pass(1000);
    assert_eq!(room.clocks(), (299_000, 300_000));
}

#[test]
fn the_second_sides_first_move_waits_for_it_too() {
    let mut room = Room::playing_with(Some(BLITZ));
    room.pass(MINUTE);
    // Who moves is there.
    room.move_on("l2-l3");
    assert_eq!(room.clocks(), (303_000, 300_000), "the first move cost nothing");
    room.pass(HOUR);
    assert_eq!(room.clocks(), (303_000, 300_000));
    room.show(Seat::Host);
    assert_eq!(kind(&room.last_event().event), "moved", "the host is known to be there");
    room.show(Seat::Guest);
    room.pass(2000);
    room.move_on("e15-e14");
    assert_eq!(room.clocks(), (303_000, 301_000));
}

#[test]
fn a_move_is_a_sign_of_its_player() {
    let mut room = Room::playing_with(Some(BLITZ));
    room.move_on("l2-l3");
    room.pass(HOUR);
    room.move_on("e15-e14");
    assert_eq!(room.clocks(), (303_000, 303_000));
    room.pass(1000);
    assert_eq!(room.clocks(), (302_000, 303_000), "both have moved");
    let length = room.log.len();
    Seat::BOTH.into_iter().for_each(|seat| room.show(seat));
    assert_eq!(room.log.len(), length, "nobody needs to arrive any more");
}

#[test]
fn a_player_arrives_once_in_each_game_and_only_where_there_are_clocks() {
    let mut room = Room::running(BLITZ);
    assert_eq!(room.log.len(), 5);
    Seat::BOTH.into_iter().for_each(|seat| room.show(seat));
    assert_eq!(room.log.len(), 5);
    room.abort(Seat::Host).unwrap();
    room.show(Seat::Host);
    assert_eq!(room.log.len(), 6, "after the end nobody arrives");
    room.offer(Seat::Host, OfferKind::Rematch).unwrap();
    room.offer(Seat::Guest, OfferKind::Rematch).unwrap();
    room.pass(HOUR);
    assert_eq!(room.clocks(), (300_000, 300_000), "a rematch waits for both anew");
    Seat::BOTH.into_iter().for_each(|seat| room.show(seat));
    assert_eq!(room.log.len(), 10);

    let mut room = Room::playing();
    Seat::BOTH.into_iter().for_each(|seat| room.show(seat));
    assert_eq!((room.log.len(), room.snapshot().clocks), (3, None));
}

#[test]
fn the_flag_falls_when_the_time_is_up() {
    let mut room = Room::running(BLITZ);
    room.shuffle(3);
    assert_eq!(room.clocks(), (306_000, 303_000));
    assert_eq!(room.due(), Some(303_000));
    room.pass(302_999);
    room.tick();
    assert_eq!(room.ending(), None);
    room.pass(1);
    room.tick();
    assert_eq!(room.ending(), Some((Outcome::First, Reason::Time)));
    let ended = room.last_event();
    let clocks = ended.clocks.unwrap();
    assert_eq!((clocks.first, clocks.second, clocks.running, clocks.deadline), (306_000, 0, None, None));
    assert_eq!(ended.to_move, None);
    room.pass(HOUR);
    assert_eq!(room.clocks(), (306_000, 0), "the clocks stand");
}

#[test]
fn a_move_that_comes_after_its_deadline_is_the_flag() {
    for late in [0, 1, 5000] {
        let mut room = Room::running(BLITZ);
        room.pass(300_000 + late);
        assert_eq!(room.play(Seat::Host, 3, "l2-l3"), Err(Refusal::GameOver));
        assert_eq!(room.ending(), Some((Outcome::Second, Reason::Time)));
        assert_eq!(room.state.current().unwrap().ply(), 0);
    }
    let mut room = Room::running(BLITZ);
    room.pass(299_999);
    room.move_on("l2-l3");
    assert_eq!(room.clocks(), (3001, 300_000));
}

#[test]
fn what_came_before_the_deadline_is_decided_as_of_then() {
    // The command arrived in time, and something else was stored meanwhile.
    let mut room = Room::running(BLITZ);
    room.pass(299_000);
    let command = Command { seat: HOST, id: None, action: Action::Move { position: 3, text: "l2-l3".to_owned() } };
    assert!(matches!(room.decide(&command), Ok(Decision::Record(_))));
    let late = Env { now: at(301_000), ..room.env() };
    assert!(matches!(decide(&room.state, &command, &late), Ok(Decision::Due(events)) if events.len() == 1));
}

#[test]
fn any_command_after_the_deadline_finds_the_game_over() {
    for action in [
        Action::Resign { game: 1 },
        Action::Abort { game: 1 },
        Action::Offer { game: 1, what: OfferKind::Draw, next: None },
        Action::Claim { game: 1, away_since: Some(Timestamp(0)) },
    ] {
        let mut room = Room::running(BLITZ);
        room.pass(300_000);
        assert_eq!(room.give(GUEST, "", action.clone()), Err(Refusal::GameOver), "{action:?}");
        assert_eq!(room.ending(), Some((Outcome::Second, Reason::Time)));
    }
}

#[test]
fn taking_back_sets_both_clocks_back() {
    let mut room = Room::running(BLITZ);
    room.pass(10_000);
    room.move_on("l2-l3");
    room.pass(20_000);
    room.move_on("e15-e14");
    room.pass(30_000);
    assert_eq!(room.clocks(), (263_000, 283_000));
    let offer = room.offer(Seat::Guest, OfferKind::TakeBack).unwrap();
    room.pass(5000);
    room.answer(Seat::Host, offer, true).unwrap();
    assert_eq!(room.clocks(), (293_000, 300_000), "as they stood when the guest's turn began");
    room.pass(1000);
    assert_eq!(room.clocks(), (293_000, 299_000), "and the turn begins anew");
    let clocks = room.last_event().clocks.unwrap();
    assert_eq!((clocks.running, clocks.at), (Some(Side::Second), at(65_000)));
}

#[test]
fn offers_and_their_answers_leave_the_clocks_alone() {
    let mut room = Room::running(BLITZ);
    room.pass(10_000);
    let offer = room.offer(Seat::Guest, OfferKind::Draw).unwrap();
    assert_eq!(room.last_event().clocks.unwrap().first, 290_000);
    room.pass(10_000);
    room.answer(Seat::Host, offer, false).unwrap();
    assert_eq!(room.clocks(), (280_000, 300_000));
    assert_eq!(room.due(), Some(300_000));
}

#[test]
fn time_in_which_no_server_lived_is_given_back() {
    let mut room = Room::running(BLITZ);
    room.outages = outages(HOUR, [(60_000, 1_060_000), (1_100_000, 1_200_000)]);
    assert_eq!(room.due(), Some(300_000 + 1_000_000 + 100_000));
    room.pass(1_090_000);
    assert_eq!(room.clocks(), (300_000 - 90_000, 300_000));
    room.move_on("l2-l3");
    assert_eq!(room.clocks(), (213_000, 300_000));
    room.outages = Outages::NONE;
    assert_eq!(room.clocks(), (213_000, 300_000), "a move's event holds what is left");

    // An outage that was over before the turn began, or begins after it, changes nothing.
    let mut room = Room::playing_with(Some(BLITZ));
    room.outages = outages(HOUR, [(0, 10_000), (2_000_000, 3_000_000)]);
    room.pass(10_000);
    Seat::BOTH.into_iter().for_each(|seat| room.show(seat));
    assert_eq!(room.due(), Some(310_000));
    // One that began before is given back from the turn's beginning on.
    let mut room = Room::running(BLITZ);
    room.outages = Outages::new(at(HOUR), [(Timestamp(0), at(50_000))]);
    assert_eq!(room.due(), Some(350_000));
}

#[test]
fn clocks_of_an_hour_per_move_simply_run_on() {
    for (time, expected) in [(HOUR - 1, HOUR - 1 + MINUTE), (HOUR, HOUR), (DAY, DAY)] {
        let mut room = Room::running(TimeControl::PerMove { time });
        room.outages = outages(HOUR, [(MINUTE, 2 * MINUTE)]);
        assert_eq!(room.due(), Some(expected), "{time}");
        room.outages = outages(0, []);
        room.pass(time);
        let tick = room.decide(&Command::of_server(Action::Tick)).unwrap();
        let is_due = matches!(tick, Decision::Due(_));
        assert_eq!(is_due, time >= HOUR, "{time}: {tick:?}, though the outages are not known");
    }
}

#[test]
fn no_flag_falls_before_it_is_known_that_servers_lived() {
    let mut room = Room::running(BLITZ);
    room.outages = outages(299_999, []);
    room.pass(400_000);
    let unknown = Decision::TimeUnknown { until: at(300_000) };
    let play = Command { seat: HOST, id: None, action: Action::Move { position: 3, text: "l2-l3".to_owned() } };
    for command in [Command::of_server(Action::Tick), play.clone()] {
        assert_eq!(room.decide(&command), Ok(unknown.clone()));
    }
    // The store was away meanwhile, and so no server could tell it that it lives.
    room.outages = outages(400_000, [(295_000, 398_000)]);
    assert_eq!(room.decide(&Command::of_server(Action::Tick)), Ok(Decision::Nothing));
    assert!(matches!(room.decide(&play), Ok(Decision::Record(_))), "the move was in time");
    // Or it was not.
    room.outages = outages(400_000, []);
    assert!(matches!(room.decide(&play), Ok(Decision::Due(_))));
    // What was accepted before is known again whatever the time.
    let mut room = Room::running(BLITZ);
    room.give(HOST, "m", Action::Move { position: 3, text: "l2-l3".to_owned() }).unwrap();
    (room.outages, room.now) = (outages(0, []), room.now + HOUR);
    assert_eq!(room.give(HOST, "m", Action::Move { position: 3, text: "l2-l3".to_owned() }), Ok(6));
}

#[test]
fn no_move_is_timed_while_it_is_not_known_whether_servers_lived() {
    let resign = Command { seat: HOST, id: None, action: Action::Resign { game: 1 } };
    let mut room = Room::running(BLITZ);
    room.pass(100_000);
    let last = 100_000 - LONGEST_SILENCE;
    for (known, is_sure) in [(100_000, true), (last, true), (last - 1, false), (0, false)] {
        room.outages = outages(known, []);
        let decision = room.decide(&resign);
        assert_eq!(decision == Ok(Decision::TimeUnknown { until: at(100_000) }), !is_sure, "{known}: {decision:?}");
    }
    // Without clocks, or with such as run on, it does not matter.
    for clock in [None, Some(TimeControl::PerMove { time: DAY })] {
        let mut room = Room::playing_with(clock);
        Seat::BOTH.into_iter().for_each(|seat| room.show(seat));
        room.outages = outages(0, []);
        room.pass(100_000);
        assert!(room.resign(Seat::Host).is_ok(), "{clock:?}");
    }
}

#[test]
fn every_server_finds_the_same_deadline_from_the_log() {
    let mut room = Room::running(BLITZ);
    room.pass(7000);
    room.move_on("l2-l3");
    room.pass(9000);
    room.offer(Seat::Host, OfferKind::Draw).unwrap();
    room.outages = outages(HOUR, [(20_000, 50_000)]);
    assert_eq!(due(&room.reloaded(), &room.outages), due(&room.state, &room.outages));
    assert_eq!(room.due(), Some(7000 + 300_000 + 30_000));
}

#[test]
fn outages_are_put_in_order_and_counted_once() {
    let list = [(500, 600), (100, 200), (150, 300), (300, 310), (400, 400), (900, 800)];
    let one = Outages::new(Timestamp(1000), list.map(|(from, to)| (Timestamp(from), Timestamp(to))));
    assert_eq!(one, Outages::new(Timestamp(1000), [(100, 310), (500, 600)].map(|(a, b)| (Timestamp(a), Timestamp(b)))));
    for (from, to, lived) in [(0, 100, 100), (0, 1000, 690), (100, 310, 0), (200, 320, 10), (550, 560, 0), (9, 3, 0)] {
        assert_eq!(one.lived(Timestamp(from), Timestamp(to)), lived, "{from}..{to}");
    }
    for (from, lived, at) in
        [(0, 100, 100), (0, 101, 311), (150, 0, 150), (150, 1, 311), (300, 190, 500), (300, 191, 601)]
    {
        assert_eq!(one.after(Timestamp(from), lived), Timestamp(at), "{lived} after {from}");
    }
    assert_eq!(one.after(Timestamp(5), u64::MAX), Timestamp(u64::MAX), "no overflow");
}
