//! The store in a Postgres database, which several servers may share.

mod append;
mod archive;
mod asides;
mod heartbeat;

use std::future::pending;
use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use protocol::{RoomId, Timestamp};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::Mutex;
use tokio::time::timeout;
use tracing::warn;
use uuid::Uuid;

use super::hints::{Announcer, Listening};
use super::{
    Append, Appended, BELIEVED_FOR, Deadline, Glimpse, Heartbeat, Hint, Listings, ServerId, Store, StoreError, rows,
};
use crate::blocks::Block;
use crate::room::Recorded;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/postgres");

/// Connections for all but appending.
const OTHERS: u32 = 8;

/// How long making a connection may take.
const CONNECT_PATIENCE: Duration = Duration::from_secs(3);

/// How long a statement may take before its connection is given up. A network that swallows everything is otherwise
/// noticed only after many minutes.
const STATEMENT_PATIENCE: Duration = Duration::from_secs(4);

/// The last events of some rooms.
const HEADS: &str = "select id, seq from rooms where id = any($1)";

/// Puts off deadlines of rooms whose logs have not moved on. Where an append is just at work, it sets a new one.
const POSTPONE: &str = "
with later as (
    select rooms.id, later.due from unnest($1::text[], $2::bigint[], $3::bigint[]) as later (room, seq, due)
    join rooms on rooms.id = later.room
    where rooms.seq = later.seq and not rooms.closed order by rooms.id for update of rooms skip locked
)
update rooms set due = later.due from later where rooms.id = later.id";

/// How many rooms the lobby has, with each of the newest; once without a room if there is none.
const LISTINGS: &str = "
select (select count(*) from rooms where listing is not null) as total, newest.*
from (values (true)) as once left join lateral (
    select id, created, listing, exists (
        select from presence where presence.room = rooms.id and presence.host_here
        and presence.seen >= greatest($1, (select last from heartbeat)) - $2
    ) as host_here from rooms where listing is not null order by created desc, id limit $3
) as newest on true";

/// A Postgres database, used by this server and perhaps by others.
#[derive(Debug)]
pub struct PostgresStore {
    options: PgConnectOptions,
    /// What all its connections are called, by which the database knows whether this process still lives.
    session: String,
    /// The connection that appends; made anew after anything went wrong on it.
    writer: Mutex<Option<PgConnection>>,
    /// For all else. What these write is small, and waits for nobody but its like.
    others: PgPool,
    hints: Option<Hints>,
}

/// Both ends of what servers tell each other.
#[derive(Debug)]
struct Hints {
    announcer: Announcer,
    listening: Mutex<Listening>,
}

impl PostgresStore {
    /// Connects to a database and brings its tables up to date. With `hints`, the servers that share it tell each
    /// other which rooms have changed; without, they find out by asking.
    ///
    /// # Errors
    /// If the address is wrong, the database cannot be reached, or its tables cannot be brought up to date.
    pub async fn open(url: &str, hints: bool) -> Result<Self, StoreError> {
        let session = format!("sauterelle {}", Uuid::new_v4());
        let options = PgConnectOptions::from_str(url)
            .map_err(|why| StoreError::BadUrl { why })?
            .application_name(&session)
            // A database that is told to lose the newest commits in a crash is told otherwise by us.
            .options([("synchronous_commit", "on")])
            .log_slow_statements(tracing::log::LevelFilter::Warn, Duration::from_secs(1));
        // Alone it says what is wrong; a pool would only say that it waited.
        let writer = connect(&options).await.map_err(StoreError::Unavailable)?;
        let others = PgPoolOptions::new()
            .max_connections(OTHERS)
            .acquire_timeout(CONNECT_PATIENCE)
            // Without this the pool itself waits, before it takes a connection back, until the database answers on it;
            // if that never comes the connection's place stays taken.
            .after_release(|connection, _| {
                Box::pin(async { Ok(matches!(timeout(STATEMENT_PATIENCE, connection.ping()).await, Ok(Ok(())))) })
            })
            .connect_with(options.clone())
            .await
            .map_err(StoreError::Unavailable)?;
        MIGRATIONS.run(&others).await?;
        warn_of_unsafe_settings(&others).await.map_err(StoreError::Unavailable)?;
        let hints = hints.then(|| {
            let announcer = Announcer::start(options.clone());
            let listening = Mutex::new(Listening::new(options.clone(), announcer.process_id()));
            Hints { announcer, listening }
        });
        Ok(Self { options, session, writer: Mutex::new(Some(writer)), others, hints })
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection, sqlx::Error> {
    timeout(CONNECT_PATIENCE, PgConnection::connect_with(options)).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Says so if the database would lose acknowledged commits when its machine crashes.
async fn warn_of_unsafe_settings(pool: &PgPool) -> Result<(), sqlx::Error> {
    for setting in ["fsync", "full_page_writes"] {
        let value: String = sqlx::query_scalar("select current_setting($1)").bind(setting).fetch_one(pool).await?;
        if value != "on" {
            warn!("the database's setting {setting} is {value}: moves that were acknowledged may be lost in a crash");
        }
    }
    Ok(())
}

/// Sorts database errors. Data and constraints that the database refuses, it will refuse again; a lost connection, a
/// full disk, a deadlock or a restart may pass.
fn store_error(error: sqlx::Error) -> StoreError {
    let lasting = match &error {
        sqlx::Error::Database(database) => {
            // SQLSTATE classes: data exception, integrity violation, syntax or access rule, feature not supported.
            database.code().is_some_and(|code| ["22", "23", "42", "0A"].iter().any(|class| code.starts_with(class)))
        }
        sqlx::Error::Encode(_) | sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => true,
        _ => false,
    };
    if lasting { StoreError::Rejected(error) } else { StoreError::Unavailable(error) }
}

/// Gives a statement so long, and no longer.
async fn in_time<T>(statement: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    timeout(STATEMENT_PATIENCE, statement).await.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map_err(store_error)
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, batch: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let mut writer = self.writer.lock().await;
        // Taken out of its place, so that a connection on which something went wrong, or whose statement was given
        // up half way, is not used again.
        let mut connection = match writer.take() {
            Some(connection) => connection,
            None => connect(&self.options).await.map_err(StoreError::Unavailable)?,
        };
        let stored = in_time(append::append(&mut connection, batch)).await;
        if matches!(stored, Ok(_) | Err(StoreError::Rejected(_))) {
            *writer = Some(connection);
        }
        drop(writer);
        let stored = stored?;
        if let Some(hints) = &self.hints {
            hints.announcer.logs(&stored);
        }
        let outcome = |append: &Append| {
            if stored.contains(&append.room) { Appended::Stored } else { Appended::Conflict }
        };
        Ok(batch.iter().map(outcome).collect())
    }

    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError> {
        let query = sqlx::query_scalar(rows::LOG).bind(room.as_str()).bind(rows::number(after));
        rows::log(room, &in_time(query.fetch_all(&self.others)).await?)
    }

    async fn glimpse(&self, room: RoomId) -> Result<Glimpse, StoreError> {
        let query = sqlx::query_as(rows::GLIMPSE).bind(room.as_str());
        rows::glimpse(room, in_time(query.fetch_all(&self.others)).await?)
    }

    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError> {
        let ids: Vec<_> = rooms.iter().map(RoomId::as_str).collect();
        let heads: Vec<(String, i64)> = in_time(sqlx::query_as(HEADS).bind(ids).fetch_all(&self.others)).await?;
        rows::heads(&heads)
    }

    async fn next_hint(&self) -> Hint {
        match &self.hints {
            Some(hints) => hints.listening.lock().await.next().await,
            None => pending().await,
        }
    }

    async fn due_rooms(&self, now: Timestamp, limit: u32) -> Result<Vec<Deadline>, StoreError> {
        let query = sqlx::query_as(rows::DUE).bind(rows::number(now.0)).bind(i64::from(limit));
        rows::deadlines(&in_time(query.fetch_all(&self.others)).await?)
    }

    async fn postpone(&self, deadlines: &[Deadline]) -> Result<(), StoreError> {
        let query = sqlx::query(POSTPONE)
            .bind(deadlines.iter().map(|deadline| deadline.room.as_str()).collect::<Vec<_>>())
            .bind(deadlines.iter().map(|deadline| rows::number(deadline.seq)).collect::<Vec<_>>())
            .bind(deadlines.iter().map(|deadline| rows::number(deadline.due.0)).collect::<Vec<_>>());
        in_time(query.execute(&self.others)).await?;
        Ok(())
    }

    async fn listings(&self, now: Timestamp, limit: u32) -> Result<Listings, StoreError> {
        let query = sqlx::query_as(LISTINGS)
            .bind(rows::number(now.0))
            .bind(rows::milliseconds(BELIEVED_FOR))
            .bind(i64::from(limit));
        rows::listings(in_time(query.fetch_all(&self.others)).await?)
    }

    async fn beat(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<Heartbeat, StoreError> {
        let sign = heartbeat::Sign { server, session: &self.session, now, gap, rests: false };
        heartbeat::beat(&self.others, &sign).await
    }

    async fn rest(&self, server: ServerId, now: Timestamp, gap: Duration) -> Result<(), StoreError> {
        let sign = heartbeat::Sign { server, session: &self.session, now, gap, rests: true };
        sign.give(&self.others).await.map(|_| ())
    }

    async fn blocks(&self, now: Timestamp) -> Result<Vec<Block>, StoreError> {
        let query = sqlx::query_as(rows::BLOCKS).bind(rows::number(now.0));
        rows::blocks(&in_time(query.fetch_all(&self.others)).await?)
    }

    async fn block(&self, block: &Block, now: Timestamp) -> Result<(), StoreError> {
        let ended = sqlx::query(rows::END_BLOCKS).bind(rows::number(now.0));
        in_time(ended.execute(&self.others)).await?;
        let query = sqlx::query(rows::BLOCK).bind(block.network.to_string()).bind(rows::number(block.until.0));
        in_time(query.execute(&self.others)).await?;
        Ok(())
    }

    async fn lift_block(&self, block: &Block) -> Result<bool, StoreError> {
        let query = sqlx::query(rows::LIFT_BLOCK).bind(block.network.to_string());
        Ok(in_time(query.execute(&self.others)).await?.rows_affected() > 0)
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn close(&self) {
        if let Some(connection) = self.writer.lock().await.take() {
            // The server is going; a connection that does not part politely is cut.
            let _ = timeout(CONNECT_PATIENCE, connection.close()).await;
        }
        self.others.close().await;
    }
}
