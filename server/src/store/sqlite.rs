//! The store in a SQLite file: what a server uses when nothing is set up.

mod append;
mod archive;
mod asides;

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use protocol::{RoomId, Timestamp};
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use tracing::warn;

use super::{
    Append, Appended, Deadline, Glimpse, Heartbeat, Hint, Listings, OUTAGES_KEPT, PresenceBook, ServerId, SignBook,
    Store, StoreError, rows,
};
use crate::blocks::Block;
use crate::room::Recorded;

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
    /// Nobody else tells of presence, and nothing of it need outlive the process.
    presence: Mutex<PresenceBook>,
    /// Locked while somebody gives a sign of life, so that what is written here is what the database holds.
    signs: tokio::sync::Mutex<SignBook>,
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
            .busy_timeout(BUSY_TIMEOUT)
            // What is deleted on request is not to be found in the file any more.
            .pragma("secure_delete", "on");
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
        Ok(Self { writer, readers, presence: Mutex::default(), signs: tokio::sync::Mutex::default(), lock })
    }

    /// Takes in a sign of life. Returns what a beat is told.
    async fn sign(
        &self,
        server: ServerId,
        now: Timestamp,
        gap: Duration,
        rests: bool,
    ) -> Result<Heartbeat, StoreError> {
        let mut signs = self.signs.lock().await;
        let gap = |time| signs.gap(server, time, gap);
        let (time, outages) = self.try_sign(now, gap).await.map_err(store_error)?;
        let heartbeat = rows::heartbeat(time, &outages)?;
        signs.sign(server, heartbeat.time, rests);
        drop(signs);
        self.presence().beat(heartbeat.time);
        Ok(heartbeat)
    }

    /// The time of the heartbeat after a sign of life, and the outages of late. `gap` tells for that time how long a
    /// silence must be to be one.
    async fn try_sign(
        &self,
        now: Timestamp,
        gap: impl Fn(Timestamp) -> Duration,
    ) -> Result<(i64, Vec<(i64, i64)>), sqlx::Error> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let beat = "insert into heartbeat (one, last, previous) values (1, $1, $1) \
             on conflict (one) do update set previous = last, last = max(last, excluded.last) returning last";
        let time: i64 = sqlx::query_scalar(beat).bind(rows::number(now.0)).fetch_one(&mut *transaction).await?;
        let outage =
            "insert into outages (began, ended) select previous, last from heartbeat where last - previous > ?";
        let gap = gap(Timestamp(u64::try_from(time).unwrap_or_default()));
        sqlx::query(outage).bind(rows::milliseconds(gap)).execute(&mut *transaction).await?;
        let since = time.saturating_sub(rows::milliseconds(OUTAGES_KEPT));
        let outages = sqlx::query_as(rows::OUTAGES).bind(since).fetch_all(&mut *transaction).await?;
        transaction.commit().await?;
        Ok((time, outages))
    }

    fn presence(&self) -> MutexGuard<'_, PresenceBook> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
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
        append::append(&self.writer, batch).await.map_err(store_error)
    }

    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError> {
        let query = sqlx::query_scalar(rows::LOG).bind(room.as_str()).bind(rows::number(after));
        rows::log(room, &query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn glimpse(&self, room: RoomId) -> Result<Glimpse, StoreError> {
        let query = sqlx::query_as(rows::GLIMPSE).bind(room.as_str());
        rows::glimpse(room, query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError> {
        let query = "select id, seq from rooms where id in (select value from json_each(?))";
        let query = sqlx::query_as(query).bind(json!(rooms).to_string());
        rows::heads(&query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn due_rooms(&self, now: Timestamp, limit: u32) -> Result<Vec<Deadline>, StoreError> {
        let query = sqlx::query_as(rows::DUE).bind(rows::number(now.0)).bind(limit);
        rows::deadlines(&query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn postpone(&self, deadlines: &[Deadline]) -> Result<(), StoreError> {
        let row = |deadline: &Deadline| json!({"room": deadline.room, "seq": deadline.seq, "due": deadline.due});
        let rows: Vec<_> = deadlines.iter().map(row).collect();
        let query = "update rooms set due = later.value ->> 'due' from json_each(?) as later \
             where rooms.id = later.value ->> 'room' and rooms.seq = later.value ->> 'seq' and not rooms.closed";
        sqlx::query(query).bind(json!(rows).to_string()).execute(&self.writer).await.map_err(store_error)?;
        Ok(())
    }

    async fn listings(&self, now: Timestamp, limit: u32) -> Result<Listings, StoreError> {
        let query = "select (select count(*) from rooms where listing is not null) as total, newest.* \
             from (select 1) left join (select id, created, listing, 0 as host_here from rooms \
             where listing is not null order by created desc, id limit ?) as newest on true";
        let rows = sqlx::query_as(query).bind(limit).fetch_all(&self.readers).await.map_err(store_error)?;
        let mut listings = rows::listings(rows)?;
        let presence = self.presence();
        for listing in &mut listings.rooms {
            listing.host_here = presence.host_is_here(now, listing.room);
        }
        Ok(listings)
    }

    async fn beat(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<Heartbeat, StoreError> {
        self.sign(server, now, gap, false).await
    }

    async fn rest(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<(), StoreError> {
        self.sign(server, now, gap, true).await.map(|_| ())
    }

    async fn next_hint(&self) -> Hint {
        std::future::pending().await
    }

    async fn blocks(&self, now: Timestamp) -> Result<Vec<Block>, StoreError> {
        let query = sqlx::query_as(rows::BLOCKS).bind(rows::number(now.0));
        rows::blocks(&query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn block(&self, block: &Block, now: Timestamp) -> Result<(), StoreError> {
        let ended = sqlx::query(rows::END_BLOCKS).bind(rows::number(now.0));
        ended.execute(&self.writer).await.map_err(store_error)?;
        let query = sqlx::query(rows::BLOCK).bind(block.network.to_string()).bind(rows::number(block.until.0));
        query.execute(&self.writer).await.map_err(store_error)?;
        Ok(())
    }

    async fn lift_block(&self, block: &Block) -> Result<bool, StoreError> {
        let query = sqlx::query(rows::LIFT_BLOCK).bind(block.network.to_string());
        Ok(query.execute(&self.writer).await.map_err(store_error)?.rows_affected() > 0)
    }

    fn is_shared(&self) -> bool {
        false
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
