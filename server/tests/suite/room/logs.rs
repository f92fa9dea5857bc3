//! Logs that are read: those of earlier servers, and those that cannot be.

use protocol::CloseReason;
use server::room::{BadLog, LOG_SCHEMA};

use super::*;

#[test]
fn logs_that_cannot_have_been_written_are_refused() {
    let log = Room::playing().log;
    assert_eq!(RoomState::replay(id(), &[]).unwrap_err(), BadLog::NoOpening);
    assert_eq!(RoomState::replay(id(), &log[1..]).unwrap_err(), BadLog::NoOpening);
    let gap = [log[0].clone(), log[2].clone()];
    assert_eq!(RoomState::replay(id(), &gap).unwrap_err(), BadLog::Gap { expected: 2, found: 3 });
    let newer = Recorded { schema: LOG_SCHEMA + 1, ..log[0].clone() };
    assert!(matches!(RoomState::replay(id(), &[newer]).unwrap_err(), BadLog::NewerSchema { .. }));
    let illegal = LogEvent::Moved { text: "l2-l5".to_owned(), path: Vec::new(), taken: Vec::new(), left: None };
    let illegal = Recorded { seq: 4, event: illegal, ..log[2].clone() };
    let log = [log, vec![illegal]].concat();
    assert!(matches!(RoomState::replay(id(), &log).unwrap_err(), BadLog::Misfit { seq: 4, .. }));
    for (event, why) in [
        (LogEvent::Seated { seat: Seat::Guest, token: token(3) }, "the seat is taken"),
        (LogEvent::Arrived { seat: Seat::Guest }, "there are no clocks that wait for somebody"),
        (LogEvent::Declined { seat: Seat::Guest, offer: 3 }, "this offer is not open"),
        (LogEvent::Withdrawn { seat: Seat::Guest, offer: 3 }, "this offer is not open"),
        (LogEvent::TakenBack { seat: Seat::Guest, ply: 0 }, "there is no ply after 0 to be taken back"),
        (LogEvent::ClaimCancelled, "no claim is open"),
        (LogEvent::Closed { reason: CloseReason::Unused }, "a game is running"),
        (
            LogEvent::Offered { seat: Seat::Host, what: OfferKind::Rematch, next: Some("halma".to_owned()) },
            "this is not the time for such an offer",
        ),
    ] {
        let misfit = Recorded { seq: 4, event, ..log[2].clone() };
        let log = [&log[..3], &[misfit]].concat();
        assert_eq!(RoomState::replay(id(), &log).unwrap_err(), BadLog::Misfit { seq: 4, why: why.to_owned() });
    }
    let unknown = Recorded::opening("chess".to_owned(), SidesChoice::Lot, token(1), Timestamp(0));
    assert!(matches!(RoomState::replay(id(), &[unknown]).unwrap_err(), BadLog::UnknownRules { .. }));
}

fn recorded(log: &str) -> Vec<Recorded> {
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Logs as earlier servers wrote them are read for ever.
#[test]
fn logs_of_the_first_schema_are_still_replayed() {
    let log = recorded(include_str!("logs/v1.jsonl"));
    let state = RoomState::replay(id(), &log).unwrap();
    let game = state.current().unwrap();
    assert_eq!((state.seq(), game.ply()), (6, 2));
    assert_eq!(game.ending.map(|ending| ending.outcome), Some(Outcome::First));
    assert_eq!(state.accepted(Seat::Host, &"m1".parse().unwrap()), Some(4));
}

/// Two games of the Man in the Moon and of Jarmo with clocks: with an offer of each kind, a claim, and the end of the
/// room. Written by the first server that knew them.
#[test]
fn logs_of_the_second_schema_are_still_replayed() {
    let log = recorded(include_str!("logs/v2.jsonl"));
    let written: Vec<_> = log.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    assert_eq!(written, include_str!("logs/v2.jsonl").lines().collect::<Vec<_>>(), "nothing is lost in reading it");
    let state = RoomState::replay(id(), &log).unwrap();
    assert!(state.is_closed());
    let series = snapshot_view(&state, None, Timestamp(0), &Outages::NONE).series;
    let games: Vec<_> = series.games.iter().map(|game| (game.game.as_str(), game.outcome, game.reason)).collect();
    assert_eq!(games, [("moon", Outcome::Draw, Reason::Agreement), ("jarmo", Outcome::First, Reason::Left)]);
    assert_eq!((series.score.host, series.score.guest, series.score.draws), (1, 0, 1));
}

/// A game of the Man in the Moon against the computer, with moves taken back at once and a draw it did not take.
#[test]
fn logs_of_the_third_schema_are_still_replayed() {
    let log = recorded(include_str!("logs/v3.jsonl"));
    let written: Vec<_> = log.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    assert_eq!(written, include_str!("logs/v3.jsonl").lines().collect::<Vec<_>>(), "nothing is lost in reading it");
    let state = RoomState::replay(id(), &log).unwrap();
    assert_eq!(state.computer().map(protocol::ComputerLevel::get), Some(4));
    let game = state.archive_row().unwrap().game;
    assert_eq!((game.moves, game.outcome), (vec!["a1".to_owned(), "d4".to_owned()], Outcome::First));
    assert_eq!(game.computer.map(|computer| computer.side), Some(protocol::Side::First));
}
