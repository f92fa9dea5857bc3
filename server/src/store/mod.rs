//! Where rooms are kept: the logs of all rooms, and the archive of finished games.
//!
//! Everything that is written goes through [`Store::append`], which is *conditional*: events are added to a room's
//! log only if its last event is still the one that the decision was made on. So several owners of one room, even on
//! several servers, cannot do harm: the store puts their events in order, and the losers decide again.

mod appender;
mod archive;
mod asides;
mod deadlines;
mod glimpse;
mod heartbeat;
mod hints;
mod lobby;
mod postgres;
mod presence;
mod rows;
mod search;
mod sqlite;
mod sums;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use protocol::{RoomId, Timestamp};
use uuid::Uuid;

pub use appender::{AppendError, Appender};
pub use archive::{
    ArchivePlace, ArchiveRow, ArchiveStore, FinishedGame, Found, GameResult, GameSearch, NotAPlace, OPENING_PLIES,
    StatsCheck, StatsDifference,
};
pub use asides::{Aside, AsideHead, AsideStore, Channel, ChatLine, KEPT_LINES, Names, PerChannel, Said};
pub use deadlines::Deadline;
pub use glimpse::Glimpse;
pub use heartbeat::{Heartbeat, OUTAGES_KEPT, SignBook};
pub use lobby::{Listing, Listings};
pub use postgres::PostgresStore;
pub use presence::{BELIEVED_FOR, Presence, PresenceBook, SeatPresence, ServerId};
pub use sqlite::SqliteStore;

use crate::blocks::Block;
use crate::room::Recorded;

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
    /// When, after these events, somebody must look at the room even if nobody has it open. Kept a little later; see
    /// [`Store::due_rooms`].
    pub due: Option<Timestamp>,
    /// The room's entry in the lobby after these events, as JSON; `None` if it is not to be there.
    pub listing: Option<String>,
    /// Whether these events close the room for good. Its log is then deleted but for them, and so is what lies beside
    /// it; `due` and `listing` do not count, nothing can be appended to it any more, and it cannot be made again. What
    /// the archive holds stays.
    pub closes: bool,
}

impl Append {
    /// The deadline to be kept for the room.
    fn kept_due(&self) -> Option<Timestamp> {
        let last = self.events.last()?;
        let due = self.due.filter(|_| !self.closes)?;
        Some(deadlines::kept(due, last.time))
    }

    /// The entry in the lobby to be kept for the room.
    fn kept_listing(&self) -> Option<&str> {
        self.listing.as_deref().filter(|_| !self.closes)
    }
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// Its events are stored and will survive a crash of everything.
    Stored,
    /// The room's log had moved on (or the room was there already, or is closed); nothing was stored.
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
    Migration(#[source] sqlx::migrate::MigrateError),
    /// A newer server has changed the tables.
    #[error(
        "a newer server has changed the tables (by step {step}, which this one does not know); \
         use that version, or restore a backup from before the upgrade"
    )]
    Newer {
        /// The number of the step.
        step: i64,
    },
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        match error {
            sqlx::migrate::MigrateError::VersionMissing(step) => Self::Newer { step },
            error => Self::Migration(error),
        }
    }
}

/// What another server says has changed. It names rooms and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Something was appended to the logs of these rooms.
    Logs(Vec<RoomId>),
    /// Something changed beside the logs of these rooms: what [`AsideStore::aside`] tells.
    Asides(Vec<RoomId>),
}

/// A store. All of them keep the same promises, and pass the same tests.
#[async_trait]
pub trait Store: ArchiveStore + AsideStore + 'static {
    /// Adds the events of many rooms in one transaction, each room's if its log still ends where its [`Append`]
    /// says. Returns what became of each, in order. No room may occur twice in a batch.
    ///
    /// An append that was stored by an earlier try whose answer got lost is [`Appended::Stored`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the outcome is unknown, [`StoreError::Rejected`] if nothing was stored because
    /// something in the batch cannot be.
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError>;

    /// The events of a room's log that follow event `after`, in order. Empty if there is no such room. Of a closed room
    /// only the events of the append that closed it are left, so its log does not begin with event 1.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError>;

    /// A room in short. Of its log no more is handed out than a few events, and none older than the last game's but
    /// the first one is looked at.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn glimpse(&self, room: RoomId) -> Result<Glimpse, StoreError>;

    /// The last events of those of some rooms that there are. Asked regularly by servers that share a store.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError>;

    /// Waits until another server says that it has changed something. It may say so late, twice, or never: only
    /// [`heads`](Self::heads) and [`attend`](AsideStore::attend) can be relied on. A store that is not shared waits
    /// for ever.
    async fn next_hint(&self) -> Hint;

    /// The rooms that somebody must look at by `now`, and of them the `limit` that are due longest.
    ///
    /// A room shows up some time after the `due` of its last append, and never before: at most by a thirty-second part
    /// of the time from its last event to then, and at most by 35 minutes.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn due_rooms(&self, now: Timestamp, limit: u32) -> Result<Vec<Deadline>, StoreError>;

    /// Puts off what was found not to be due yet: each room's, exactly to this time, if `seq` still is its last event.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn postpone(&self, deadlines: &[Deadline]) -> Result<(), StoreError>;

    /// The lobby: the newest `limit` of the rooms that have a [`listing`](Append::listing). `now` only serves to tell
    /// which servers still live.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn listings(&self, now: Timestamp, limit: u32) -> Result<Listings, StoreError>;

    /// A server says that it lives, and is told the outages of the last thirty days. If no server has given a sign of
    /// life for longer than `gap`, that was an outage. If this is the server's first beat and no other server lives,
    /// the time since the latest sign was an outage even if it is shorter. The very first beat of all records none.
    ///
    /// Another server lives if its last sign is no older than `gap`, and was not that it [rests](Self::rest), and the
    /// store does not know better: of a server that died without a word, it often knows that it is gone.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn beat(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<Heartbeat, StoreError>;

    /// A server gives its last sign of life: it stops in good order. Otherwise this is a beat. If no other server
    /// lives, the outage until the next one starts begins here. Should an older beat of the same server come in late,
    /// it still rests.
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn rest(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<(), StoreError>;

    /// The operator's blocks that have not ended by `now`.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn blocks(&self, now: Timestamp) -> Result<Vec<Block>, StoreError>;

    /// Keeps a block, instead of an earlier one of the same network. What has ended by `now` is deleted.
    ///
    /// # Errors
    /// If the store cannot be reached. It can be done again.
    async fn block(&self, block: &Block, now: Timestamp) -> Result<(), StoreError>;

    /// Deletes the block of the same network, whenever that would end. Returns whether there was one.
    ///
    /// # Errors
    /// If the store cannot be reached. It can be done again.
    async fn lift_block(&self, block: &Block) -> Result<bool, StoreError>;

    /// Whether other servers may use the same store.
    fn is_shared(&self) -> bool;

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
