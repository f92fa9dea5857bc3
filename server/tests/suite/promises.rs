//! The promises, each as a function of a new and empty store.

mod asides;
mod blocks;
mod closing;
mod deadlines;
mod glimpse;
mod heartbeat;
mod lobby;
mod presence;

use protocol::http::ArchivedGame;
use protocol::{
    ComputerLevel, ComputerPlayed, Outcome, PerSide, Reason, RoomId, Seat, SeatToken, Side, SidesChoice, SquareName,
    Timestamp,
};
use server::Store;
use server::identity::{TokenHash, game_id};
use server::room::{Author, LOG_SCHEMA, LogEvent, Recorded};
use server::stats::{Opponent, StatsFilter, Sums};
use server::store::{Append, Appended, ArchiveRow, FinishedGame, StoreError};
use uuid::Uuid;

pub(crate) use asides::*;
pub(crate) use blocks::*;
pub(crate) use closing::*;
pub(crate) use deadlines::*;
pub(crate) use glimpse::*;
pub(crate) use heartbeat::*;
pub(crate) use lobby::*;
pub(crate) use presence::*;

pub(crate) fn room(number: u64) -> RoomId {
    RoomId::from_bits(number)
}

pub(crate) fn token(bits: u128) -> TokenHash {
    TokenHash::of(&SeatToken::from_bits(bits))
}

fn recorded(seq: u64, event: LogEvent) -> Recorded {
    let by = Some(Author { seat: Seat::Guest, id: format!("c{seq}").parse().ok() });
    Recorded { schema: LOG_SCHEMA, seq, time: Timestamp(1000 + seq), by, event }
}

pub(crate) fn opening() -> Recorded {
    Recorded::opening("halma".to_owned(), SidesChoice::Lot, token(1), Timestamp(1000))
}

pub(crate) fn seating(seq: u64) -> Recorded {
    recorded(seq, LogEvent::Seated { seat: Seat::Guest, token: token(2) })
}

pub(crate) fn moving(seq: u64) -> Recorded {
    let squares = ["l2", "l3"].map(|square| SquareName(square.parse().unwrap()));
    recorded(seq, LogEvent::Moved { text: "l2-l3".to_owned(), path: squares.to_vec(), taken: Vec::new(), left: None })
}

pub(crate) fn ending(seq: u64) -> Recorded {
    let score = Some(PerSide { first: 7, second: 3 });
    recorded(seq, LogEvent::Ended { outcome: Outcome::First, reason: Reason::AllHome, score, left: None })
}

pub(crate) fn append(room: RoomId, events: Vec<Recorded>) -> Append {
    let after = events[0].seq - 1;
    Append { id: Uuid::new_v4(), room, after, events, archive: None, due: None, listing: None, closes: false }
}

pub(crate) fn archived(room: RoomId, number: u32, outcome: Outcome) -> ArchiveRow {
    let game = ArchivedGame {
        id: game_id(room, number),
        game: "halma".to_owned(),
        rules_version: 1,
        outcome,
        reason: Reason::Resignation,
        score: None,
        moves: vec!["l2-l3".to_owned()],
        passed_over_at: vec![4],
        started: Timestamp(1),
        ended: Timestamp(2),
        computer: None,
        clock: None,
    };
    ArchiveRow { room, number, game }
}

/// Games against the computer are counted by its levels, apart from each other and from those of people.
pub(crate) async fn games_against_the_computer_are_counted_apart(store: &dyn Store) {
    let levels = [None, Some(1), Some(5), Some(5), None];
    for (number, level) in (1..).zip(levels) {
        let level = level.map(|level| ComputerLevel::new(level).unwrap());
        let mut row = archived(room(number), 1, Outcome::First);
        row.game.computer = level.map(|level| ComputerPlayed { level, side: Side::Second });
        let append = Append { archive: Some(row.clone()), ..append(room(number), vec![opening()]) };
        assert_eq!(append_one(store, &append).await, Appended::Stored);
        assert_eq!(store.archived(row.game.id).await.unwrap(), Some(row.game));
    }
    let levels = [None, Some(1), Some(2), Some(5)].map(|level| level.map(|level| ComputerLevel::new(level).unwrap()));
    let opponents = [Opponent::People, Opponent::Computer(None)].into_iter();
    let opponents = opponents.chain(levels.into_iter().flatten().map(|level| Opponent::Computer(Some(level))));
    for (opponent, games) in opponents.zip([2, 3, 1, 0, 2]) {
        let results = store.results(&StatsFilter::against(opponent)).await.unwrap();
        assert_eq!(results.iter().map(|(_, sums)| sums.first).sum::<u64>(), games, "{opponent:?}");
    }
}

pub(crate) async fn append_one(store: &dyn Store, append: &Append) -> Appended {
    store.append(std::slice::from_ref(append)).await.unwrap()[0]
}

pub(crate) async fn store_a_room(store: &dyn Store) -> Vec<Recorded> {
    let log = vec![opening(), seating(2), moving(3), ending(4)];
    assert_eq!(append_one(store, &append(room(1), log[..1].to_vec())).await, Appended::Stored);
    assert_eq!(append_one(store, &append(room(1), log[1..].to_vec())).await, Appended::Stored);
    log
}

pub(crate) async fn a_log_is_read_as_it_was_written(store: &dyn Store) {
    let log = store_a_room(store).await;
    assert_eq!(store.load(room(1), 0).await.unwrap(), log);
    assert_eq!(store.load(room(1), 2).await.unwrap(), log[2..]);
    assert_eq!(store.load(room(1), 4).await.unwrap(), []);
    assert_eq!(store.load(room(1), u64::MAX).await.unwrap(), []);
    assert_eq!(store.load(room(2), 0).await.unwrap(), []);
}

pub(crate) async fn an_append_must_follow_the_last_event(store: &dyn Store) {
    let log = store_a_room(store).await;
    for seq in [2, 4, 6, 100] {
        assert_eq!(append_one(store, &append(room(1), vec![moving(seq)])).await, Appended::Conflict, "event {seq}");
    }
    let nowhere = append(room(2), vec![moving(2)]);
    assert_eq!(append_one(store, &nowhere).await, Appended::Conflict, "there is no such room");
    assert_eq!(store.load(room(1), 0).await.unwrap(), log);
    assert_eq!(store.load(room(2), 0).await.unwrap(), []);
}

pub(crate) async fn a_room_is_made_once(store: &dyn Store) {
    let log = store_a_room(store).await;
    assert_eq!(append_one(store, &append(room(1), vec![opening()])).await, Appended::Conflict);
    assert_eq!(store.load(room(1), 0).await.unwrap(), log);
}

pub(crate) async fn all_events_of_an_append_or_none(store: &dyn Store) {
    let log = store_a_room(store).await;
    let overlapping = append(room(1), vec![ending(4), moving(5)]);
    assert_eq!(append_one(store, &overlapping).await, Appended::Conflict);
    assert_eq!(store.load(room(1), 0).await.unwrap(), log);
}

pub(crate) async fn losers_do_not_keep_winners_from_being_stored(store: &dyn Store) {
    store_a_room(store).await;
    let batch = [
        append(room(1), vec![moving(3)]),
        append(room(2), vec![opening(), seating(2)]),
        append(room(3), vec![moving(9)]),
    ];
    let outcomes = store.append(&batch).await.unwrap();
    assert_eq!(outcomes, [Appended::Conflict, Appended::Stored, Appended::Conflict]);
    assert_eq!(store.load(room(2), 0).await.unwrap().len(), 2);
    assert_eq!(store.load(room(3), 0).await.unwrap(), []);
}

pub(crate) async fn an_append_that_was_stored_before_is_known_again(store: &dyn Store) {
    let opened = append(room(1), vec![opening()]);
    assert_eq!(append_one(store, &opened).await, Appended::Stored);
    assert_eq!(append_one(store, &opened).await, Appended::Stored, "the answer to the first try was lost");
    let seated = append(room(1), vec![seating(2), moving(3)]);
    assert_eq!(append_one(store, &seated).await, Appended::Stored);
    assert_eq!(append_one(store, &append(room(1), vec![moving(4)])).await, Appended::Stored);
    assert_eq!(append_one(store, &seated).await, Appended::Stored, "also if the log has moved on since");
    let same_from_elsewhere = Append { id: Uuid::new_v4(), ..seated };
    assert_eq!(append_one(store, &same_from_elsewhere).await, Appended::Conflict);
    assert_eq!(store.load(room(1), 0).await.unwrap().len(), 4, "nothing was stored twice");
}

pub(crate) async fn a_bad_append_leaves_nothing_behind(store: &dyn Store) {
    store_a_room(store).await;
    let archive = Some(archived(room(1), 1, Outcome::First));
    let good = Append { archive: archive.clone(), ..append(room(1), vec![moving(5)]) };
    assert_eq!(append_one(store, &good).await, Appended::Stored);
    // The archive holds each game of a room once, so this can never be stored.
    let bad = Append { archive, ..append(room(1), vec![moving(6)]) };
    let bystander = append(room(2), vec![opening()]);
    let error = store.append(&[bad, bystander]).await.unwrap_err();
    assert!(matches!(error, StoreError::Rejected(_)), "{error}");
    assert_eq!(store.load(room(1), 0).await.unwrap().len(), 5);
    assert_eq!(store.load(room(2), 0).await.unwrap(), []);
}

pub(crate) async fn the_archive_counts_each_game_once(store: &dyn Store) {
    let people = StatsFilter::against(Opponent::People);
    assert_eq!(store.results(&people).await.unwrap(), []);
    let outcomes = [Outcome::First, Outcome::First, Outcome::Draw, Outcome::None];
    for (number, outcome) in (1..).zip(outcomes) {
        let room = room(number);
        let append = Append { archive: Some(archived(room, 1, outcome)), ..append(room, vec![opening()]) };
        assert_eq!(append_one(store, &append).await, Appended::Stored);
        assert_eq!(append_one(store, &append).await, Appended::Stored, "sent again");
    }
    let expected =
        Sums { games: 3, first: 2, draws: 1, plies: 3, shortest: 1, longest: 1, duration: 3, ..Sums::default() };
    assert_eq!(store.results(&people).await.unwrap(), [("halma".to_owned(), expected)]);
    assert_eq!(store.check_stats().await.unwrap().games, 4, "what does not count is in the archive, too");
    let row = archived(room(3), 1, Outcome::Draw);
    assert_eq!(store.archived(row.game.id).await.unwrap(), Some(row.game));
    assert_eq!(store.archived(game_id(room(3), 2)).await.unwrap(), None);
}

pub(crate) async fn the_games_of_a_room_are_told_in_order(store: &dyn Store) {
    assert_eq!(store.games_of_room(room(1), 10).await.unwrap(), []);
    assert_eq!(append_one(store, &append(room(1), vec![opening()])).await, Appended::Stored);
    let outcomes = [Outcome::First, Outcome::Draw, Outcome::None];
    let rows: Vec<_> = (1..).zip(outcomes).map(|(number, outcome)| archived(room(1), number, outcome)).collect();
    for row in &rows {
        let append = Append { archive: Some(row.clone()), ..append(room(1), vec![ending(u64::from(row.number) + 1)]) };
        assert_eq!(append_one(store, &append).await, Appended::Stored);
    }
    let elsewhere = Append { archive: Some(archived(room(2), 1, Outcome::Second)), ..append(room(2), vec![opening()]) };
    assert_eq!(append_one(store, &elsewhere).await, Appended::Stored);

    let told = |row: &ArchiveRow| FinishedGame { number: row.number, result: (&row.game).into() };
    let games: Vec<_> = rows.iter().map(told).collect();
    assert_eq!(store.games_of_room(room(1), 10).await.unwrap(), games);
    assert_eq!(store.games_of_room(room(1), 2).await.unwrap(), games[1..], "the last ones");
    assert_eq!(store.games_of_room(room(3), 10).await.unwrap(), []);
}

pub(crate) async fn a_large_batch_is_one_append_each(store: &dyn Store) {
    let batch: Vec<_> = (0..1000).map(|number| append(room(number), vec![opening(), seating(2)])).collect();
    let outcomes = store.append(&batch).await.unwrap();
    assert!(outcomes.iter().all(|outcome| *outcome == Appended::Stored));
    for number in [0, 500, 999] {
        assert_eq!(store.load(room(number), 0).await.unwrap().len(), 2);
    }
}

pub(crate) async fn heads_are_the_last_events_of_the_rooms_that_are_there(store: &dyn Store) {
    store_a_room(store).await;
    assert_eq!(append_one(store, &append(room(2), vec![opening()])).await, Appended::Stored);
    let mut heads = store.heads(&[room(3), room(2), room(1)]).await.unwrap();
    heads.sort();
    assert_eq!(heads, [(room(1), 4), (room(2), 1)]);
    assert_eq!(store.heads(&[]).await.unwrap(), []);
}
