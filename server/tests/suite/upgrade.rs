//! Databases of earlier versions go on: what was stored is there, and can be appended to.

use std::path::Path;

use protocol::{Outcome, Timestamp};
use server::room::Recorded;
use server::stats::{Opponent, StatsFilter, Sums};
use server::store::{Appended, Channel, GameSearch, PostgresStore, SqliteStore};
use server::{Store, StoreError};
use sqlx::migrate::Migrator;
use sqlx::{PgPool, SqlitePool};
use uuid::Uuid;

use crate::promises::{append, line, moving, opening, room, seating};

/// The migrations of a kind of database up to one, as a server of that time knew them.
async fn migrations_until(kind: &str, last: &str) -> Migrator {
    let folder = tempfile::tempdir().unwrap();
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(kind);
    for file in std::fs::read_dir(all).unwrap() {
        let file = file.unwrap();
        if file.file_name().to_str().unwrap() <= last {
            std::fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
        }
    }
    let migrations = Migrator::new(folder.path()).await.unwrap();
    assert_eq!(migrations.iter().count(), 1);
    migrations
}

const FIRST: &str = "0001_rooms_and_games.sql";

/// When the room that is there was touched, and how long after that somebody is to look at it.
const TOUCHED: u64 = 1_700_000_000_000;
const THIRTY_DAYS: u64 = 30 * 24 * 60 * 60 * 1000;

fn log() -> [Recorded; 2] {
    [opening(), seating(2)]
}

/// A finished game as the first version kept it.
const GAME: &str = r#"{"id":"0q9xjd2tzb4c","game":"halma","rules_version":1,"outcome":"second","reason":"resignation","moves":["l2-l3"],"passed_over_at":[],"started":1,"ended":2}"#;
const INSERT_GAME: &str = "insert into games (id, room, number, game, outcome, started, ended, body) \
    values ('0q9xjd2tzb4c', '000000000009', 1, 'halma', 'second', 1, 2, $1)";

async fn goes_on(store: &dyn Store) {
    let game = store.archived("0q9xjd2tzb4c".parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((game.outcome, game.computer), (Outcome::Second, None), "people played it");
    let second = Sums { games: 1, second: 1, plies: 1, shortest: 1, longest: 1, duration: 1, ..Sums::default() };
    let people = StatsFilter::against(Opponent::People);
    for counted in [1, 0] {
        assert_eq!(store.results(&people).await.unwrap(), [("halma".to_owned(), second)]);
        assert_eq!(store.roll_up(10).await.unwrap(), counted);
    }
    let found = store.search(&GameSearch::default(), None, 10).await.unwrap().games;
    assert_eq!(found.iter().map(|game| (game.id, game.plies, game.clocked)).collect::<Vec<_>>(), [(game.id, 1, false)]);
    assert_eq!(store.load(room(1), 0).await.unwrap(), log());
    let due = store.due_rooms(Timestamp(TOUCHED + THIRTY_DAYS), 10).await.unwrap();
    assert_eq!(due.iter().map(|deadline| (deadline.room, deadline.seq)).collect::<Vec<_>>(), [(room(1), 2)]);
    assert_eq!(store.due_rooms(Timestamp(TOUCHED + THIRTY_DAYS - 1), 10).await.unwrap(), []);
    assert_eq!(store.listings(Timestamp(TOUCHED), 10).await.unwrap().total, 0);
    assert_eq!(store.append(&[append(room(1), vec![moving(3)])]).await.unwrap(), [Appended::Stored]);
    assert_eq!(store.say(room(1), &line(Channel::Players, "bonjour")).await.unwrap(), Some(1));
    assert_eq!(store.due_rooms(Timestamp(u64::MAX), 10).await.unwrap(), []);
}

#[tokio::test]
async fn a_sqlite_file_of_the_first_version_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let pool = SqlitePool::connect(&format!("sqlite:{}?mode=rwc", path.display())).await.unwrap();
    migrations_until("sqlite", FIRST).await.run(&pool).await.unwrap();
    let head = sqlx::query("insert into rooms (id, seq, created, touched) values (?, 2, 1000, ?)");
    head.bind(room(1).as_str()).bind(TOUCHED as i64).execute(&pool).await.unwrap();
    sqlx::query(INSERT_GAME).bind(GAME).execute(&pool).await.unwrap();
    for event in log() {
        let stored = sqlx::query("insert into events (room, seq, append, body) values (?, ?, ?, ?)");
        let body = serde_json::to_string(&event).unwrap();
        let stored = stored.bind(room(1).as_str()).bind(event.seq as i64).bind(Uuid::new_v4().to_string()).bind(body);
        stored.execute(&pool).await.unwrap();
    }
    pool.close().await;
    goes_on(&SqliteStore::open(path.to_str().unwrap()).await.unwrap()).await;
}

#[tokio::test]
async fn a_postgres_database_of_the_first_version_goes_on() {
    let url = test_postgres::Cluster::shared().new_database().await;
    let pool = PgPool::connect(&url).await.unwrap();
    migrations_until("postgres", FIRST).await.run(&pool).await.unwrap();
    let head = sqlx::query("insert into rooms (id, seq, created, touched) values ($1, 2, 1000, $2)");
    head.bind(room(1).as_str()).bind(TOUCHED as i64).execute(&pool).await.unwrap();
    sqlx::query(INSERT_GAME).bind(GAME).execute(&pool).await.unwrap();
    for event in log() {
        let stored = sqlx::query("insert into events (room, seq, append, body) values ($1, $2, $3, $4)");
        let body = serde_json::to_string(&event).unwrap();
        let stored = stored.bind(room(1).as_str()).bind(event.seq as i64).bind(Uuid::new_v4()).bind(body);
        stored.execute(&pool).await.unwrap();
    }
    pool.close().await;
    goes_on(&PostgresStore::open(&url, true).await.unwrap()).await;
}

/// A step of which this version knows nothing, as a newer server notes it.
const NEWER: &str = "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
    values (9999, 'later', true, $1, 0)";

#[tokio::test]
async fn a_sqlite_file_of_a_newer_version_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    SqliteStore::open(path.to_str().unwrap()).await.unwrap().close().await;
    let pool = SqlitePool::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    sqlx::query(NEWER).bind(vec![0_u8; 4]).execute(&pool).await.unwrap();
    pool.close().await;
    let refused = SqliteStore::open(path.to_str().unwrap()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { step: 9999 }), "{refused}");
}

#[tokio::test]
async fn a_postgres_database_of_a_newer_version_is_refused() {
    let url = test_postgres::Cluster::shared().new_database().await;
    PostgresStore::open(&url, false).await.unwrap().close().await;
    let pool = PgPool::connect(&url).await.unwrap();
    sqlx::query(NEWER).bind(vec![0_u8; 4]).execute(&pool).await.unwrap();
    pool.close().await;
    let refused = PostgresStore::open(&url, false).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { step: 9999 }), "{refused}");
}
