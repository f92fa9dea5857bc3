//! The statistics are those of the archive: whatever games there are, in whatever order they are stored and whenever they
//! are rolled up, each store answers what counting them one by one gives.

use std::collections::HashMap;
use std::sync::Arc;

use protocol::{ComputerLevel, ComputerPlayed, Day, Outcome, Reason, RoomId, Side, TimeControl, Timestamp};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use server::Store;
use server::stats::{Figures, Opponent, StatsFilter};
use server::store::{Append, Appended, ArchiveRow, ArchiveStore, GameSearch, PostgresStore, SqliteStore};
use sqlx::{Connection, Executor, PgConnection};
use test_postgres::Cluster;
use tokio::task::JoinSet;

use crate::memory::archive::{entry, figures, found, results};
use crate::promises::{append, archived, ending, opening, room};

const GAMES: [&str; 3] = ["halma", "moon", "jarmo"];
const OUTCOMES: [Outcome; 4] = [Outcome::First, Outcome::Second, Outcome::Draw, Outcome::None];
const REASONS: [Reason; 4] = [Reason::CampFilled, Reason::Resignation, Reason::Time, Reason::Agreement];
const MOVES: [&str; 4] = ["l2-l3", "a13-c11", "c4", "a5*c1"];

/// 2025-12-20.
const FIRST_DAY: u32 = 20_442;
const DAYS: u32 = 80;

/// A generator whose seed is printed, and can be given as `SEED`.
fn generator() -> StdRng {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(rand::random);
    println!("SEED={seed}");
    StdRng::seed_from_u64(seed)
}

fn pick<T: Copy>(random: &mut StdRng, of: &[T]) -> T {
    *of.choose(random).unwrap()
}

fn level(number: u8) -> ComputerLevel {
    ComputerLevel::new(number).unwrap()
}

fn some_day(random: &mut StdRng) -> Day {
    Day::from_number(FIRST_DAY + random.random_range(0..DAYS)).unwrap()
}

fn one_in(random: &mut StdRng, chances: u32) -> bool {
    random.random_range(0..chances) == 0
}

/// Rooms in which games are played one after the other, mostly of the same kind.
#[derive(Default)]
struct Rooms(HashMap<RoomId, u32>);

impl Rooms {
    /// The next game of a room, as its append.
    fn play(&mut self, random: &mut StdRng, number: u64) -> Append {
        let room = room(number);
        let played = self.0.entry(room).or_default();
        *played += 1;
        let mut row = archived(room, *played, pick(random, &OUTCOMES));
        let game = &mut row.game;
        game.game = if one_in(random, 6) { pick(random, &GAMES) } else { GAMES[(number % 3) as usize] }.to_owned();
        game.reason = pick(random, &REASONS);
        game.moves = (0..random.random_range(0..7)).map(|_| pick(random, &MOVES).to_owned()).collect();
        // Not in order at all: a game that ended long ago may be stored last.
        game.ended = Timestamp(some_day(random).start().0 + random.random_range(0..86_400_000));
        game.started = Timestamp(game.ended.0 - random.random_range(0..10_000_000));
        game.computer = number
            .is_multiple_of(4)
            .then(|| ComputerPlayed { level: level(1 + (number / 4 % 5) as u8), side: Side::Second });
        game.clock = number.is_multiple_of(2).then_some(TimeControl::PerMove { time: 60_000 });
        let seq = u64::from(*played);
        let event = if seq == 1 { opening() } else { ending(seq) };
        Append { archive: Some(row), ..append(room, vec![event]) }
    }
}

fn some_filter(random: &mut StdRng) -> StatsFilter {
    let opponents = [Opponent::People, Opponent::Computer(None), Opponent::Computer(Some(level(3)))];
    let (one, other) = (some_day(random), some_day(random));
    let mut filter = StatsFilter::against(pick(random, &opponents));
    filter.clocked = pick(random, &[None, Some(true), Some(false)]);
    if !one_in(random, 3) {
        filter.from = one.min(other);
    }
    if !one_in(random, 3) {
        filter.to = one.max(other);
    }
    filter
}

fn some_search(random: &mut StdRng) -> GameSearch {
    let mut search = GameSearch::default();
    if one_in(random, 2) {
        search.game = Some(pick(random, &GAMES).to_owned());
    }
    search.outcome = one_in(random, 4).then(|| pick(random, &OUTCOMES));
    search.reason = one_in(random, 4).then(|| pick(random, &REASONS));
    search.opponent = one_in(random, 3)
        .then(|| pick(random, &[Opponent::People, Opponent::Computer(None), Opponent::Computer(Some(level(2)))]));
    search.clocked = one_in(random, 4).then(|| random.random());
    search.min_plies = one_in(random, 4).then(|| random.random_range(0..5));
    search.max_plies = one_in(random, 4).then(|| random.random_range(3..7));
    search.from = one_in(random, 4).then(|| some_day(random));
    search.to = one_in(random, 4).then(|| some_day(random));
    if one_in(random, 4) {
        search.opening = (0..random.random_range(1..3)).map(|_| pick(random, &MOVES).to_owned()).collect();
    }
    search
}

fn sorted(mut figures: Figures) -> Figures {
    figures.days.sort_by_key(|(day, _)| *day);
    figures.reasons.sort_by_key(|(reason, _)| format!("{reason:?}"));
    figures.first_moves.sort_by(|(one, _), (other, _)| one.cmp(other));
    figures
}

/// Whatever is asked, the store answers what counting gives.
async fn agrees(store: &dyn Store, rows: &[ArchiveRow], random: &mut StdRng) {
    let filter = some_filter(random);
    for game in GAMES {
        let answer = sorted(store.figures(game, &filter).await.unwrap());
        assert_eq!(answer, sorted(figures(rows, game, &filter)), "{game}, {filter:?}");
    }
    let mut answer = store.results(&filter).await.unwrap();
    let mut expected = results(rows, &filter);
    answer.sort_by(|(one, _), (other, _)| one.cmp(other));
    expected.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(answer, expected, "{filter:?}");
    let check = store.check_stats().await.unwrap();
    assert_eq!((check.games, check.differences), (rows.len() as u64, Vec::new()));
}

/// Going through the pages finds the same games as looking at each, in the same order.
async fn finds(store: &dyn Store, rows: &[ArchiveRow], random: &mut StdRng) {
    let search = some_search(random);
    let expected = found(rows, &search, None, u32::MAX);
    let limit = random.random_range(1..20);
    let (mut listed, mut whole, mut after) = (Vec::new(), Vec::new(), None);
    loop {
        let page = store.search(&search, after, limit).await.unwrap();
        let same = store.export(&search, after, limit).await.unwrap();
        assert_eq!(same.next, page.next);
        whole.extend(same.games);
        listed.extend(page.games);
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(whole, expected, "{search:?}");
    assert_eq!(listed, expected.into_iter().map(entry).collect::<Vec<_>>(), "{search:?}");
}

async fn counts_as_the_archive(store: &dyn Store) {
    let mut random = generator();
    let (mut rooms, mut rows) = (Rooms::default(), Vec::new());
    for _ in 0..80 {
        match random.random_range(0..10) {
            0..5 => {
                let numbers: Vec<_> = (0..40).filter(|_| one_in(&mut random, 12)).collect();
                let batch: Vec<_> = numbers.into_iter().map(|number| rooms.play(&mut random, number)).collect();
                assert!(store.append(&batch).await.unwrap().iter().all(|outcome| *outcome == Appended::Stored));
                rows.extend(batch.into_iter().filter_map(|append| append.archive));
            }
            5..7 => {
                store.roll_up(random.random_range(1..12)).await.unwrap();
            }
            7 if one_in(&mut random, 4) => {
                assert_eq!(store.rebuild_stats().await.unwrap(), rows.len() as u64);
                assert_eq!(store.check_stats().await.unwrap().uncounted, 0);
            }
            7..9 => agrees(store, &rows, &mut random).await,
            _ => finds(store, &rows, &mut random).await,
        }
    }
    while store.roll_up(7).await.unwrap() > 0 {
        agrees(store, &rows, &mut random).await;
    }
    assert_eq!(store.check_stats().await.unwrap().uncounted, 0);
    assert!(rows.len() > 50, "only {} games were played", rows.len());
    for _ in 0..10 {
        agrees(store, &rows, &mut random).await;
        finds(store, &rows, &mut random).await;
    }
}

#[tokio::test]
async fn sqlite_counts_as_the_archive() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("test.db").to_str().unwrap()).await.unwrap();
    counts_as_the_archive(&store).await;
}

#[tokio::test]
async fn postgres_counts_as_the_archive() {
    let url = Cluster::shared().new_database().await;
    counts_as_the_archive(&PostgresStore::open(&url, true).await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_roll_up_at_the_same_time_count_each_game_once() {
    let url = Cluster::shared().new_database().await;
    let mut random = generator();
    let (mut rooms, mut rows) = (Rooms::default(), Vec::new());
    let mut servers = JoinSet::new();
    let playing = Arc::new(PostgresStore::open(&url, false).await.unwrap());
    let done = tokio_util::sync::CancellationToken::new();
    for server in 0..3 {
        let (url, done) = (url.clone(), done.clone());
        servers.spawn(async move {
            let store = PostgresStore::open(&url, false).await.unwrap();
            while !done.is_cancelled() {
                store.roll_up(5).await.unwrap();
                if server == 0 {
                    store.rebuild_stats().await.unwrap();
                }
                tokio::task::yield_now().await;
            }
        });
    }
    for _ in 0..60 {
        let numbers = (0..40).filter(|_| random.random_bool(0.3)).collect::<Vec<_>>();
        let batch: Vec<_> = numbers.into_iter().map(|number| rooms.play(&mut random, number)).collect();
        playing.append(&batch).await.unwrap();
        rows.extend(batch.into_iter().filter_map(|append| append.archive));
        agrees(playing.as_ref(), &rows, &mut random).await;
    }
    done.cancel();
    while let Some(stopped) = servers.join_next().await {
        stopped.unwrap();
    }
    while playing.roll_up(100).await.unwrap() > 0 {}
    agrees(playing.as_ref(), &rows, &mut random).await;
}

#[tokio::test]
async fn a_game_that_is_committed_late_is_counted() {
    let url = Cluster::shared().new_database().await;
    let store = PostgresStore::open(&url, false).await.unwrap();
    let mut random = generator();
    let mut rooms = Rooms::default();
    // It ended before all others, and is still being stored while they are counted.
    let mut slow = PgConnection::connect(&url).await.unwrap();
    let late = archived(room(1), 1, Outcome::First);
    slow.execute("begin").await.unwrap();
    let insert = sqlx::query(
        "insert into games (id, room, number, game, outcome, started, ended, body) \
         values ($1, $2, 1, 'halma', 'first', 1, 2, $3)",
    );
    let body = serde_json::to_string(&late.game).unwrap();
    insert.bind(late.game.id.as_str()).bind(late.room.as_str()).bind(body).execute(&mut slow).await.unwrap();
    let batch: Vec<_> = (2..12).map(|number| rooms.play(&mut random, number)).collect();
    store.append(&batch).await.unwrap();
    let mut rows: Vec<_> = batch.into_iter().filter_map(|append| append.archive).collect();
    assert_eq!(store.roll_up(100).await.unwrap(), 10);
    agrees(&store, &rows, &mut random).await;
    slow.execute("commit").await.unwrap();
    rows.push(late);
    agrees(&store, &rows, &mut random).await;
    assert_eq!(store.roll_up(100).await.unwrap(), 1);
    agrees(&store, &rows, &mut random).await;
}

/// Spoils the roll-up by a statement, and has it found and mended.
async fn is_found_and_mended(store: &dyn Store, spoil: impl AsyncFn(&'static str)) {
    let mut random = generator();
    let mut rooms = Rooms::default();
    let batch: Vec<_> = (0..30).map(|number| rooms.play(&mut random, number)).collect();
    store.append(&batch).await.unwrap();
    store.roll_up(20).await.unwrap();
    for statement in [
        "update stats set games = games + 1 where feature = 'all' and span = 'month'",
        "update stats set longest = 999 where feature = 'reason'",
        "delete from stats where feature = 'first_move'",
        "delete from uncounted_games",
    ] {
        assert_eq!(store.check_stats().await.unwrap().differences, []);
        spoil(statement).await;
        let differences = store.check_stats().await.unwrap().differences;
        assert!(!differences.is_empty(), "after {statement}");
        store.rebuild_stats().await.unwrap();
        // So that there is something to be lost.
        let more: Vec<_> = (0..30).map(|number| rooms.play(&mut random, number)).collect();
        store.append(&more).await.unwrap();
    }
    assert_eq!(store.check_stats().await.unwrap().differences, []);
}

#[tokio::test]
async fn a_wrong_roll_up_is_found_and_mended_on_postgres() {
    let url = Cluster::shared().new_database().await;
    let store = PostgresStore::open(&url, false).await.unwrap();
    let pool = sqlx::PgPool::connect(&url).await.unwrap();
    is_found_and_mended(&store, async |statement| {
        pool.execute(statement).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_wrong_roll_up_is_found_and_mended_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = SqliteStore::open(path.to_str().unwrap()).await.unwrap();
    let pool = sqlx::SqlitePool::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    is_found_and_mended(&store, async |statement| {
        pool.execute(statement).await.unwrap();
    })
    .await;
}

/// Where hardly any game fits, a search stops looking after a while, and goes on from there.
async fn goes_on_where_it_stopped(store: &dyn Store) {
    const GAMES: u64 = 10_500;
    const FIT: [u64; 3] = [0, 4_999, 10_400];
    for batch in (0..GAMES).collect::<Vec<_>>().chunks(1_000) {
        let append = |number: &u64| {
            let mut row = archived(room(*number), 1, Outcome::First);
            row.game.reason = if FIT.contains(number) { Reason::Time } else { Reason::Left };
            row.game.ended = Timestamp(1_000_000 + number);
            Append { archive: Some(row), ..append(room(*number), vec![opening()]) }
        };
        store.append(&batch.iter().map(append).collect::<Vec<_>>()).await.unwrap();
    }
    let search = GameSearch { reason: Some(Reason::Time), ..GameSearch::default() };
    for limit in [1, 2, 50] {
        let (mut found, mut pages, mut after) = (Vec::new(), 0, None);
        loop {
            let page = store.search(&search, after, limit).await.unwrap();
            let same = store.export(&search, after, limit).await.unwrap();
            assert_eq!(
                same.games.iter().map(|game| game.id).collect::<Vec<_>>(),
                page.games.iter().map(|game| game.id).collect::<Vec<_>>()
            );
            found.extend(page.games.into_iter().map(|game| game.ended.0 - 1_000_000));
            pages += 1;
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found, [10_400, 4_999, 0], "{limit} at once");
        assert!(pages >= 3, "only {pages} pages");
    }
    let nowhere = GameSearch { reason: Some(Reason::Agreement), ..GameSearch::default() };
    let page = store.search(&nowhere, None, 50).await.unwrap();
    assert!(page.games.is_empty() && page.next.is_some());
}

#[tokio::test]
async fn a_search_on_sqlite_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("test.db").to_str().unwrap()).await.unwrap();
    goes_on_where_it_stopped(&store).await;
}

#[tokio::test]
async fn a_search_on_postgres_goes_on_where_it_stopped() {
    let url = Cluster::shared().new_database().await;
    goes_on_where_it_stopped(&PostgresStore::open(&url, false).await.unwrap()).await;
}
