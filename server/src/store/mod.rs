//! Where rooms are kept: the logs of all rooms, and the archive of finished games.
//!
//! Everything that is written goes through [`Store::append`], which is *conditional*: events are added to a room's
//! log only if its last event is still the one that the decision was made on. So several owners of one room, even on
//! several servers, cannot do harm: the store puts their events in order, and the losers decide again.

mod appender;
mod hints;
mod postgres;
mod rows;
mod sqlite;

use std::sync::Arc;

use async_trait::async_trait;
use protocol::http::ArchivedGame;
use protocol::{GameId, RoomId};
use uuid::Uuid;

pub use appender::{AppendError, Appender};
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

use crate::room::Recorded;
use crate::stats::Tally;

/// After how many seconds it makes sense to ask again for what could not be stored or read.
pub const RETRY_AFTER: u32 = 2;

/// Events to be added to one room's log, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// Names this append, so that its fate can be read back if an answer got lost. Stored with its events.
    pub id: Uuid,
    /// The room.
    pub room: RoomId,
    /// The last event of the log on which the decision was made; 0 for a room that is to be made.
    pub after: u64,
    /// The events, numbered from `after` + 1. Never empty.
    pub events: Vec<Recorded>,
    /// The game that these events end, for the archive.
    pub archive: Option<ArchiveRow>,
}

/// A finished game on its way into the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveRow {
    /// The room it was played in.
    pub room: RoomId,
    /// Its number in that room, from 1.
    pub number: u32,
    /// What is told of it.
    pub game: ArchivedGame,
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// Its events are stored and will survive a crash of everything.
    Stored,
    /// The room's log had moved on (or the room was there already); nothing was stored.
    Conflict,
}

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store cannot be reached, or not now. For an append it is unknown whether it was stored; the same append
    /// may be tried again, and will not be stored twice.
    #[error("the store is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// The store will not take this, however often it is tried.
    #[error("the store refuses this: {0}")]
    Rejected(#[source] sqlx::Error),
    /// What the store holds is not what a server wrote.
    #[error("the store holds something unreadable in {place}: {why}")]
    Corrupt {
        /// Where.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// Another process uses the same database file.
    #[error("{path} is in use by another server; a SQLite database serves one process only, use Postgres for more")]
    InUse {
        /// The database file.
        path: String,
    },
    /// The database file cannot be opened.
    #[error("cannot use {path} as a database: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The address names no kind of store that there is.
    #[error("this is not a database address; use `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`")]
    UnknownUrl,
    /// The address of a Postgres database is not well formed. It may hold a password and is not repeated.
    #[error("this is not the address of a Postgres database: {why}")]
    BadUrl {
        /// What is wrong.
        why: sqlx::Error,
    },
    /// The tables could not be brought up to date.
    #[error("cannot bring the database's tables up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// A store. All of them keep the same promises, and pass the same tests.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Adds the events of many rooms in one transaction, each room's if its log still ends where its [`Append`]
    /// says. Returns what became of each, in order. No room may occur twice in a batch.
    ///
    /// An append that was stored by an earlier try whose answer got lost is [`Appended::Stored`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the outcome is unknown, [`StoreError::Rejected`] if nothing was stored because
    /// something in the batch cannot be.
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError>;

    /// The events of a room's log that follow event `after`, in order. Empty if there is no such room.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError>;

    /// The last events of those of some rooms that there are. Asked regularly by servers that share a store.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError>;

    /// Waits until another server says that it has appended to some rooms. It may say so late, twice, or never: only
    /// [`heads`](Self::heads) can be relied on. A store that is not shared waits for ever.
    async fn next_hint(&self) -> Vec<RoomId>;

    /// Whether other servers may use the same store.
    fn is_shared(&self) -> bool;

    /// How many games of each kind ended how, from the archive.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn tallies(&self) -> Result<Vec<Tally>, StoreError>;

    /// A finished game.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError>;

    /// Lets go of the store once all that was being written is written.
    async fn close(&self);
}

/// How a store is used.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether servers that share a Postgres database tell each other at once which rooms have changed.
    pub hints: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { hints: true }
    }
}

/// Opens the store that an address names, as [`open_with`] does, with the usual options.
///
/// # Errors
/// If the address names no store, or the store cannot be used.
pub async fn open(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_with(url, Options::default()).await
}

/// Opens the store that an address names, bringing its tables up to date as needed.
///
/// `sqlite:PATH` is a file, made if it is not there; `postgres://…` is a Postgres database.
///
/// # Errors
/// If the address names no store, or the store cannot be used.
pub async fn open_with(url: &str, options: Options) -> Result<Arc<dyn Store>, StoreError> {
    match url.split_once(':') {
        Some(("sqlite", path)) if !path.is_empty() => {
            Ok(Arc::new(SqliteStore::open(path.strip_prefix("//").unwrap_or(path)).await?))
        }
        Some(("postgres" | "postgresql", _)) => Ok(Arc::new(PostgresStore::open(url, options.hints).await?)),
        _ => Err(StoreError::UnknownUrl),
    }
}
