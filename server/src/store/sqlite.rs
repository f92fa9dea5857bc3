//! The store in a SQLite file: what a server uses when nothing is set up.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use protocol::http::ArchivedGame;
use protocol::{GameId, RoomId};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Sqlite, Transaction};
use tracing::warn;

use super::{Append, Appended, Store, StoreError, rows};
use crate::room::Recorded;
use crate::stats::Tally;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/sqlite");

/// How long a connection waits for another one's lock. Only this process uses the file, so it is short.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// Connections that only read.
const READERS: u32 = 4;

/// A SQLite database file, used by this process alone.
///
/// One connection writes, some others read; the write-ahead log lets them do so at the same time. Every commit
/// reaches the disk before it is answered.
#[derive(Debug)]
pub struct SqliteStore {
    writer: SqlitePool,
    readers: SqlitePool,
    /// Held locked as long as the store is in use. The system unlocks it however the process ends.
    lock: File,
}

impl SqliteStore {
    /// Opens a database file, making it and its folder if they are not there, and brings its tables up to date.
    ///
    /// # Errors
    /// If the file cannot be used, another process uses it, or its tables cannot be brought up to date.
    pub async fn open(path: &str) -> Result<Self, StoreError> {
        let lock = lock(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT);
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options.clone())
            .await
            .map_err(|why| unusable(path, why))?;
        MIGRATIONS.run(&writer).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.read_only(true))
            .await
            .map_err(|why| unusable(path, why))?;
        Ok(Self { writer, readers, lock })
    }

    async fn try_append(&self, batch: &[Append]) -> Result<Vec<Appended>, sqlx::Error> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let mut won = move_heads(&mut transaction, batch).await?;
        let (winners, losers): (Vec<_>, Vec<_>) = batch.iter().partition(|append| won.contains(&append.room));
        insert_events(&mut transaction, &winners).await?;
        insert_games(&mut transaction, &winners).await?;
        won.extend(stored_before(&mut transaction, &losers).await?);
        transaction.commit().await?;
        Ok(batch
            .iter()
            .map(|append| if won.contains(&append.room) { Appended::Stored } else { Appended::Conflict })
            .collect())
    }
}

fn unusable(path: &str, why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StoreError {
    StoreError::File { path: path.to_owned(), source: why.into() }
}

/// Takes the lock file that lies beside a database file.
fn lock(path: &str) -> Result<File, StoreError> {
    let beside = format!("{path}.lock");
    let failed = |why: std::io::Error| unusable(path, why);
    if let Some(folder) = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let file = File::options().create(true).truncate(false).write(true).open(beside).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

/// Moves on the heads of the rooms whose logs end where their appends say, and makes the new rooms. Returns the rooms
/// for which that was so.
async fn move_heads(
    transaction: &mut Transaction<'_, Sqlite>,
    batch: &[Append],
) -> Result<HashSet<RoomId>, sqlx::Error> {
    let head = |append: &Append| {
        let last = append.events.last();
        json!({
            "room": append.room,
            "after": append.after,
            "seq": last.map_or(append.after, |event| event.seq),
            "time": last.map(|event| event.time),
        })
    };
    let (new, known): (Vec<_>, Vec<_>) = batch.iter().partition(|append| append.after == 0);
    let mut won = HashSet::new();
    if !new.is_empty() {
        let heads: Vec<_> = new.into_iter().map(head).collect();
        let query = "insert into rooms (id, seq, created, touched) \
             select value ->> 'room', value ->> 'seq', value ->> 'time', value ->> 'time' from json_each(?) where true \
             on conflict do nothing returning id";
        collect_rooms(&mut won, transaction, query, heads).await?;
    }
    if !known.is_empty() {
        let heads: Vec<_> = known.into_iter().map(head).collect();
        let query = "update rooms set seq = head.value ->> 'seq', touched = head.value ->> 'time' \
             from json_each(?) as head \
             where rooms.id = head.value ->> 'room' and rooms.seq = head.value ->> 'after' returning rooms.id";
        collect_rooms(&mut won, transaction, query, heads).await?;
    }
    Ok(won)
}

async fn insert_events(transaction: &mut Transaction<'_, Sqlite>, appends: &[&Append]) -> Result<(), sqlx::Error> {
    let row = |append: &Append, event: &Recorded| {
        Ok(json!({"room": append.room, "seq": event.seq, "append": append.id, "body": rows::body(event)?}))
    };
    let rows: Vec<_> = appends
        .iter()
        .flat_map(|append| append.events.iter().map(move |event| row(append, event)))
        .collect::<Result<_, sqlx::Error>>()?;
    let query = "insert into events (room, seq, append, body) \
         select value ->> 'room', value ->> 'seq', value ->> 'append', value ->> 'body' from json_each(?)";
    insert(transaction, query, rows).await
}

async fn insert_games(transaction: &mut Transaction<'_, Sqlite>, appends: &[&Append]) -> Result<(), sqlx::Error> {
    let rows: Vec<_> = appends
        .iter()
        .filter_map(|append| append.archive.as_ref())
        .map(|row| {
            let game = &row.game;
            json!({
                "id": game.id, "room": row.room, "number": row.number, "game": game.game, "outcome": game.outcome,
                "started": game.started, "ended": game.ended, "body": json!(game).to_string(),
            })
        })
        .collect();
    let query = "insert into games (id, room, number, game, outcome, started, ended, body) \
         select value ->> 'id', value ->> 'room', value ->> 'number', value ->> 'game', value ->> 'outcome', \
         value ->> 'started', value ->> 'ended', value ->> 'body' from json_each(?)";
    insert(transaction, query, rows).await
}

/// The rooms whose appends were stored by an earlier try, told by the append's id on the events.
async fn stored_before(
    transaction: &mut Transaction<'_, Sqlite>,
    losers: &[&Append],
) -> Result<HashSet<RoomId>, sqlx::Error> {
    let mut rooms = HashSet::new();
    if !losers.is_empty() {
        let rows: Vec<_> = losers
            .iter()
            .map(|append| json!({"room": append.room, "seq": append.after + 1, "append": append.id}))
            .collect();
        let query = "select events.room from json_each(?) as lost join events \
             on events.room = lost.value ->> 'room' and events.seq = lost.value ->> 'seq' \
             where events.append = lost.value ->> 'append'";
        collect_rooms(&mut rooms, transaction, query, rows).await?;
    }
    Ok(rooms)
}

/// Runs a statement over rows handed in as one JSON text, and collects the room ids it returns.
async fn collect_rooms(
    rooms: &mut HashSet<RoomId>,
    transaction: &mut Transaction<'_, Sqlite>,
    query: &'static str,
    rows: Vec<Value>,
) -> Result<(), sqlx::Error> {
    let returned = sqlx::query_scalar::<_, String>(query)
        .bind(Value::Array(rows).to_string())
        .fetch_all(&mut **transaction)
        .await?;
    rooms.extend(rows::rooms(&returned)?);
    Ok(())
}

/// Runs an insert over rows handed in as one JSON text.
async fn insert(
    transaction: &mut Transaction<'_, Sqlite>,
    query: &'static str,
    rows: Vec<Value>,
) -> Result<(), sqlx::Error> {
    if !rows.is_empty() {
        sqlx::query(query).bind(Value::Array(rows).to_string()).execute(&mut **transaction).await?;
    }
    Ok(())
}

/// Sorts database errors: constraint violations and values the database cannot take will not go away by trying
/// again, everything else may.
fn store_error(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Database(database) if database.kind() != sqlx::error::ErrorKind::Other => {
            StoreError::Rejected(error)
        }
        sqlx::Error::Encode(_) | sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => {
            StoreError::Rejected(error)
        }
        _ => StoreError::Unavailable(error),
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        self.try_append(batch).await.map_err(store_error)
    }

    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError> {
        let query = sqlx::query_scalar(rows::LOG).bind(room.as_str()).bind(rows::number(after));
        rows::log(room, &query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError> {
        let query = "select id, seq from rooms where id in (select value from json_each(?))";
        let query = sqlx::query_as(query).bind(json!(rooms).to_string());
        rows::heads(&query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn next_hint(&self) -> Vec<RoomId> {
        std::future::pending().await
    }

    fn is_shared(&self) -> bool {
        false
    }

    async fn tallies(&self) -> Result<Vec<Tally>, StoreError> {
        rows::tallies(sqlx::query_as(rows::TALLIES).fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError> {
        let query = sqlx::query_scalar(rows::GAME).bind(id.as_str());
        rows::game(id, query.fetch_optional(&self.readers).await.map_err(store_error)?)
    }

    async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
        // Whoever opens the file next need not wait until the last clone of this store is gone.
        if let Err(why) = self.lock.unlock() {
            warn!(%why, "the database's lock file stays locked until the process ends");
        }
    }
}
