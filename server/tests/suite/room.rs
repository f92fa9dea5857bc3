//! The life of a room, without storing, sockets or time: `decide` and `apply` alone.

use proptest::prelude::*;
use protocol::{
    ErrorCode, EventBody, LegalMoveList, Outcome, PerSide, Reason, RoomId, Seat, SeatToken, ServerMessage, Side,
    SidesChoice, Timestamp,
};
use server::identity::TokenHash;
use server::room::{
    Action, BadLog, Command, Decision, Env, LOG_SCHEMA, LogEvent, Recorded, Refusal, RoomState, decide, event_view,
    legal_moves_text, snapshot_view,
};

const NOW: Env = Env { now: Timestamp(5000), random: 0 };

fn token(bits: u128) -> TokenHash {
    TokenHash::of(&SeatToken::from_bits(bits))
}

fn id() -> RoomId {
    RoomId::from_bits(1)
}

/// The legal moves, as the side to move is told them.
fn legal_moves(state: &RoomState) -> Option<LegalMoveList> {
    match serde_json::from_str(&legal_moves_text(state)?) {
        Ok(ServerMessage::LegalMoves(legal)) => Some(legal),
        other => panic!("not a list of legal moves: {other:?}"),
    }
}

/// A room with its log. Whatever is decided is applied, and seen to follow without a gap.
#[derive(Clone, Debug)]
struct Room {
    state: RoomState,
    log: Vec<Recorded>,
}

impl Room {
    /// A room in which the host waits.
    fn waiting(sides: SidesChoice) -> Self {
        let log = vec![Recorded::opening("halma".to_owned(), sides, token(1), Timestamp(1000))];
        Self { state: RoomState::replay(id(), &log).unwrap(), log }
    }

    /// A room in which the host, who is first, and the guest play.
    fn playing() -> Self {
        let mut room = Self::waiting(SidesChoice::First);
        room.sit(2, NOW).unwrap();
        room
    }

    fn give(&mut self, seat: Option<Seat>, id: &str, action: Action, env: Env) -> Result<u64, Refusal> {
        let command = Command { seat, id: id.parse().ok(), action };
        match decide(&self.state, &command, &env)? {
            Decision::Recorded { seq } => Ok(seq),
            Decision::Record(events) => {
                let seq = events[0].seq;
                for event in events {
                    self.state.apply(&event).unwrap();
                    self.log.push(event);
                }
                Ok(seq)
            }
        }
    }

    fn sit(&mut self, bits: u128, env: Env) -> Result<u64, Refusal> {
        self.give(None, "", Action::Sit { token: token(bits) }, env)
    }

    fn play(&mut self, seat: Seat, position: u64, text: &str) -> Result<u64, Refusal> {
        self.give(Some(seat), "", Action::Move { position, text: text.to_owned() }, NOW)
    }

    fn resign(&mut self, seat: Seat) -> Result<u64, Refusal> {
        self.give(Some(seat), "", Action::Resign { game: 1 }, NOW)
    }

    fn ending(&self) -> Option<(Outcome, Reason)> {
        self.state.current().and_then(|game| game.ending).map(|ending| (ending.outcome, ending.reason))
    }

    fn sides(&self) -> PerSide<Seat> {
        self.state.current().unwrap().sides
    }
}

#[test]
fn the_second_person_takes_the_seat_and_starts_the_game() {
    let mut room = Room::waiting(SidesChoice::Second);
    assert_eq!(room.sit(2, NOW), Ok(2));
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
        room.sit(2, Env { random, ..NOW }).unwrap();
        assert_eq!(room.sides().first, first, "{random}");
    }
}

#[test]
fn sitting_again_changes_nothing_and_a_third_person_finds_no_seat() {
    let mut room = Room::playing();
    for bits in [1, 2] {
        assert_eq!(room.sit(bits, NOW), Ok(3));
    }
    assert_eq!(room.sit(3, NOW), Err(Refusal::SeatsTaken));
    assert_eq!(room.log.len(), 3);
}

#[test]
fn commands_are_refused_in_a_settled_order() {
    let mut waiting = Room::waiting(SidesChoice::First);
    assert_eq!(waiting.play(Seat::Host, 1, "l2-l3"), Err(Refusal::NotStarted));
    assert_eq!(waiting.resign(Seat::Host), Err(Refusal::NotStarted));

    let mut room = Room::playing();
    let watcher = room.give(None, "", Action::Move { position: 3, text: "l2-l3".to_owned() }, NOW);
    assert_eq!(watcher, Err(Refusal::NotSeated));
    assert_eq!(room.give(None, "", Action::Resign { game: 1 }, NOW), Err(Refusal::NotSeated));
    assert_eq!(room.play(Seat::Guest, 2, "nonsense"), Err(Refusal::StalePosition { current: 3, named: 2 }));
    assert_eq!(room.play(Seat::Guest, 3, "nonsense"), Err(Refusal::NotYourTurn));
    assert_eq!(room.play(Seat::Host, 3, "nonsense").unwrap_err().code(), ErrorCode::BadMove);
    assert_eq!(room.play(Seat::Host, 3, "l2-l5").unwrap_err().code(), ErrorCode::IllegalMove);
    assert_eq!(room.play(Seat::Host, 3, "n4-n5-n6").unwrap_err().code(), ErrorCode::IllegalMove);
    let wrong_game = room.give(Some(Seat::Host), "", Action::Resign { game: 2 }, NOW);
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
        room.give(Some(seat), "m1", Action::Move { position, text: text.to_owned() }, NOW)
    };
    assert_eq!(again(&mut room, Seat::Host, "l2-l3", 3), Ok(4));
    assert_eq!(again(&mut room, Seat::Host, "l2-l3", 3), Ok(4));
    assert_eq!(again(&mut room, Seat::Guest, "e15-e14", 4), Ok(5), "another seat's id");
    room.state = RoomState::replay(id(), &room.log).unwrap();
    assert_eq!(again(&mut room, Seat::Host, "l2-l3", 3), Ok(4), "also after a restart");
    room.resign(Seat::Guest).unwrap();
    assert_eq!(again(&mut room, Seat::Host, "l2-l3", 3), Ok(4), "also after the end");
    assert_eq!(room.log.len(), 6);

    let refused = |room: &mut Room| room.give(Some(Seat::Host), "r", Action::Resign { game: 9 }, NOW);
    assert!(refused(&mut room).is_err());
    assert!(refused(&mut room).is_err(), "what was refused is judged anew");
}

#[test]
fn a_rooms_time_never_goes_back() {
    let mut room = Room::playing();
    let early = Env { now: Timestamp(1), ..NOW };
    room.give(Some(Seat::Host), "", Action::Move { position: 3, text: "l2-l3".to_owned() }, early).unwrap();
    assert_eq!(room.log[3].time, NOW.now);
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
    let moved = event_view(&before_end, &room.log[room.log.len() - 2]).unwrap();
    assert_eq!((moved.to_move, moved.passed_over), (None, None));
    let ended = event_view(&room.state, room.log.last().unwrap()).unwrap();
    assert!(matches!(ended.event, EventBody::Ended(_)));
}

#[test]
fn a_snapshot_holds_the_chain_that_was_played() {
    let mut room = Room::playing();
    room.play(Seat::Host, 3, "n1-l3").unwrap();
    let snapshot = snapshot_view(&room.state, Some(Seat::Guest), Timestamp(9000));
    assert_eq!((snapshot.you, snapshot.seq, snapshot.to_move), (Some(Seat::Guest), 4, Some(Side::Second)));
    let game = snapshot.game.unwrap();
    let last = game.last_move.unwrap();
    let path: Vec<_> = last.path.iter().map(ToString::to_string).collect();
    assert_eq!((last.side, last.text.as_str(), path), (Side::First, "n1-l3", vec!["n1".to_owned(), "l3".to_owned()]));
    assert_eq!((game.position, game.moves), (4, vec!["n1-l3".to_owned()]));
}

#[test]
fn logs_that_cannot_have_been_written_are_refused() {
    let log = Room::playing().log;
    assert_eq!(RoomState::replay(id(), &[]).unwrap_err(), BadLog::NoOpening);
    assert_eq!(RoomState::replay(id(), &log[1..]).unwrap_err(), BadLog::NoOpening);
    let gap = [log[0].clone(), log[2].clone()];
    assert_eq!(RoomState::replay(id(), &gap).unwrap_err(), BadLog::Gap { expected: 2, found: 3 });
    let newer = Recorded { schema: LOG_SCHEMA + 1, ..log[0].clone() };
    assert!(matches!(RoomState::replay(id(), &[newer]).unwrap_err(), BadLog::NewerSchema { .. }));
    let illegal = LogEvent::Moved { text: "l2-l5".to_owned(), path: Vec::new(), taken: Vec::new() };
    let illegal = Recorded { seq: 4, event: illegal, ..log[2].clone() };
    let log = [log, vec![illegal]].concat();
    assert!(matches!(RoomState::replay(id(), &log).unwrap_err(), BadLog::Misfit { seq: 4, .. }));
    let unknown = Recorded::opening("chess".to_owned(), SidesChoice::Lot, token(1), Timestamp(0));
    assert!(matches!(RoomState::replay(id(), &[unknown]).unwrap_err(), BadLog::UnknownRules { .. }));
}

/// Logs as earlier servers wrote them are read for ever.
#[test]
fn recorded_logs_are_still_replayed() {
    let log: Vec<Recorded> =
        include_str!("logs/v1.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let state = RoomState::replay(id(), &log).unwrap();
    let game = state.current().unwrap();
    assert_eq!((state.seq(), game.ply()), (6, 2));
    assert_eq!(game.ending.map(|ending| ending.outcome), Some(Outcome::First));
    assert_eq!(state.accepted(Seat::Host, &"m1".parse().unwrap()), Some(4));
}

/// Something that somebody tries, sensible or not.
#[derive(Clone, Debug)]
enum Try {
    Sit(u128),
    /// A legal move, chosen by number, by whoever is to move.
    Legal(usize, u8),
    Nonsense(Option<Seat>, u64, String),
    Resign(Option<Seat>, u32),
}

fn seat() -> impl Strategy<Value = Option<Seat>> {
    prop::sample::select(vec![None, Some(Seat::Host), Some(Seat::Guest)])
}

fn attempts() -> impl Strategy<Value = Vec<Try>> {
    let one = prop_oneof![
        2 => (0..4_u128).prop_map(Try::Sit),
        20 => (any::<usize>(), 0..30_u8).prop_map(|(number, id)| Try::Legal(number, id)),
        4 => (seat(), 0..40_u64, "([a-q][0-9]{1,2}[-*]?){0,4}|\\PC{0,12}").prop_map(|(seat, position, text)| {
            Try::Nonsense(seat, position, text)
        }),
        1 => (seat(), 0..3_u32).prop_map(|(seat, game)| Try::Resign(seat, game)),
    ];
    prop::collection::vec(one, 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_is_tried_the_log_stays_right(attempts in attempts(), random in any::<u64>()) {
        let mut room = Room::waiting(SidesChoice::Lot);
        let mut ends = 0;
        for (number, attempt) in (0_u64..).zip(attempts) {
            let before = snapshot_view(&room.state, None, Timestamp(0));
            let env = Env { now: Timestamp(2000 + number * 7 % 50), random };
            let outcome = match attempt {
                Try::Sit(bits) => room.sit(bits, env),
                Try::Legal(number, id) => match legal_moves(&room.state) {
                    Some(legal) => {
                        let game = room.state.running_game().unwrap();
                        let seat = game.seat_of(game.position.to_move());
                        let text = legal.moves[number % legal.moves.len()].clone();
                        let action = Action::Move { position: legal.position, text };
                        let id = format!("m{id}");
                        let known = room.state.accepted(seat, &id.parse().unwrap());
                        let outcome = room.give(Some(seat), &id, action, env);
                        prop_assert_eq!(outcome.clone(), Ok(known.unwrap_or(before.seq + 1)));
                        outcome
                    }
                    None => continue,
                },
                Try::Nonsense(seat, position, text) => {
                    room.give(seat, "", Action::Move { position, text }, env)
                }
                Try::Resign(seat, game) => room.give(seat, "", Action::Resign { game }, env),
            };
            let after = snapshot_view(&room.state, None, Timestamp(0));
            if outcome.is_err() {
                prop_assert_eq!(&before, &after, "what is refused changes nothing");
            }
            ends += u32::from(before.to_move.is_some() && after.to_move.is_none());
        }
        prop_assert!(ends <= 1, "a game ends once");
        prop_assert!(room.log.iter().map(|event| event.seq).eq(1..=room.log.len() as u64), "the log has gaps");
        prop_assert!(room.log.is_sorted_by_key(|event| event.time), "time went back");

        // Stored, read and replayed, the log gives the same room; and each event shows what a snapshot shows.
        let text = serde_json::to_string(&room.log).unwrap();
        let read: Vec<Recorded> = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&read, &room.log);
        for length in 1..=read.len() {
            let state = RoomState::replay(id(), &read[..length]).unwrap();
            let snapshot = snapshot_view(&state, None, Timestamp(0));
            let event = event_view(&state, &read[length - 1]).unwrap();
            prop_assert_eq!((event.to_move, event.passed_over), (snapshot.to_move, snapshot.passed_over));
            if let EventBody::Moved(moved) = event.event {
                let game = snapshot.game.clone().unwrap();
                prop_assert_eq!((Some(moved.played), moved.board), (game.last_move, game.board));
            }
            if length == read.len() {
                prop_assert_eq!(snapshot, snapshot_view(&room.state, None, Timestamp(0)));
            }
        }
    }
}
