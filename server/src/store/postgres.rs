//! The store in a Postgres database, which several servers may share.

use std::collections::HashSet;
use std::future::pending;
use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use protocol::http::ArchivedGame;
use protocol::{GameId, RoomId};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection};
use tokio::sync::Mutex;
use tokio::time::timeout;
use tracing::warn;
use uuid::Uuid;

use super::hints::{Announcer, Listening};
use super::{Append, Appended, Store, StoreError, rows};
use crate::room::Recorded;
use crate::stats::Tally;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/postgres");

/// Connections that only read.
const READERS: u32 = 8;

/// How long making a connection may take.
const CONNECT_PATIENCE: Duration = Duration::from_secs(3);

/// How long a statement may take before its connection is given up. A network that swallows everything is otherwise
/// noticed only after many minutes.
const STATEMENT_PATIENCE: Duration = Duration::from_secs(4);

/// Moves on the heads of the rooms whose logs end where their appends say, makes the new rooms, stores the events of
/// those rooms alone, and the games they end. Returns the rooms that won.
///
/// It is one statement, so one transaction and one round trip. Heads are locked in the order of their rooms, so two
/// servers never wait for each other in a circle. A head that another server is just moving on is waited for and
/// looked at again.
const APPEND: &str = "
with heads as (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as head (room, after, seq, time)
), locked as (
    select rooms.id, heads.seq, heads.time from rooms join heads on rooms.id = heads.room
    where rooms.seq = heads.after order by rooms.id for update of rooms
), moved as (
    update rooms set seq = locked.seq, touched = locked.time from locked where rooms.id = locked.id
    returning rooms.id
), made as (
    insert into rooms (id, seq, created, touched)
    select room, seq, time, time from heads where after = 0 order by room
    on conflict do nothing returning id
), won as (
    select id from moved union all select id from made
), stored as (
    insert into events (room, seq, append, body)
    select event.* from unnest($5::text[], $6::bigint[], $7::uuid[], $8::text[]) as event (room, seq, append, body)
    join won on won.id = event.room
), archived as (
    insert into games (id, room, number, game, outcome, started, ended, body)
    select game.* from unnest(
        $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::text[]
    ) as game (id, room, number, game, outcome, started, ended, body)
    join won on won.id = game.room
)
select id from won";

/// Of some appends that lost, the rooms of those that an earlier try has stored.
const STORED_BEFORE: &str = "
select events.room from unnest($1::text[], $2::bigint[], $3::uuid[]) as lost (room, seq, append)
join events on events.room = lost.room and events.seq = lost.seq and events.append = lost.append";

/// The last events of some rooms.
const HEADS: &str = "select id, seq from rooms where id = any($1)";

/// A Postgres database, used by this server and perhaps by others.
#[derive(Debug)]
pub struct PostgresStore {
    options: PgConnectOptions,
    /// The connection that appends; made anew after anything went wrong on it.
    writer: Mutex<Option<PgConnection>>,
    readers: PgPool,
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
        let options = PgConnectOptions::from_str(url)
            .map_err(|why| StoreError::BadUrl { why })?
            .application_name("sauterelle")
            // A database that is told to lose the newest commits in a crash is told otherwise by us.
            .options([("synchronous_commit", "on")])
            .log_slow_statements(tracing::log::LevelFilter::Warn, Duration::from_secs(1));
        // Alone it says what is wrong; a pool would only say that it waited.
        let writer = connect(&options).await.map_err(StoreError::Unavailable)?;
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(CONNECT_PATIENCE)
            // Without this the pool itself waits, before it takes a connection back, until the database answers on it;
            // if that never comes the connection's place stays taken.
            .after_release(|connection, _| {
                Box::pin(async { Ok(matches!(timeout(STATEMENT_PATIENCE, connection.ping()).await, Ok(Ok(())))) })
            })
            .connect_with(options.clone())
            .await
            .map_err(StoreError::Unavailable)?;
        MIGRATIONS.run(&readers).await?;
        warn_of_unsafe_settings(&readers).await.map_err(StoreError::Unavailable)?;
        let hints = hints.then(|| {
            let announcer = Announcer::start(options.clone());
            let listening = Mutex::new(Listening::new(options.clone(), announcer.process_id()));
            Hints { announcer, listening }
        });
        Ok(Self { options, writer: Mutex::new(Some(writer)), readers, hints })
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

/// Appends a batch, and says which rooms' appends are stored.
async fn append(connection: &mut PgConnection, batch: &[Append]) -> Result<HashSet<RoomId>, sqlx::Error> {
    let heads = Heads::of(batch);
    let events = Events::of(batch)?;
    let games = Games::of(batch)?;
    let won: Vec<String> = sqlx::query_scalar(APPEND)
        .bind(heads.rooms)
        .bind(heads.afters)
        .bind(heads.seqs)
        .bind(heads.times)
        .bind(events.rooms)
        .bind(events.seqs)
        .bind(events.appends)
        .bind(events.bodies)
        .bind(games.ids)
        .bind(games.rooms)
        .bind(games.numbers)
        .bind(games.games)
        .bind(games.outcomes)
        .bind(games.started)
        .bind(games.ended)
        .bind(games.bodies)
        .fetch_all(&mut *connection)
        .await?;
    let mut stored = rows::rooms(&won)?;
    let losers: Vec<_> = batch.iter().filter(|append| !stored.contains(&append.room)).collect();
    if !losers.is_empty() {
        let before: Vec<String> = sqlx::query_scalar(STORED_BEFORE)
            .bind(losers.iter().map(|append| append.room.as_str()).collect::<Vec<_>>())
            .bind(losers.iter().map(|append| rows::number(append.after + 1)).collect::<Vec<_>>())
            .bind(losers.iter().map(|append| append.id).collect::<Vec<_>>())
            .fetch_all(connection)
            .await?;
        stored.extend(rows::rooms(&before)?);
    }
    Ok(stored)
}

/// The heads that a batch wants to move on, column by column.
#[derive(Default)]
struct Heads<'batch> {
    rooms: Vec<&'batch str>,
    afters: Vec<i64>,
    seqs: Vec<i64>,
    times: Vec<i64>,
}

impl<'batch> Heads<'batch> {
    fn of(batch: &'batch [Append]) -> Self {
        let mut heads = Self::default();
        for append in batch {
            let Some(last) = append.events.last() else { continue };
            heads.rooms.push(append.room.as_str());
            heads.afters.push(rows::number(append.after));
            heads.seqs.push(rows::number(last.seq));
            heads.times.push(rows::number(last.time.0));
        }
        heads
    }
}

/// The events of a batch, column by column.
#[derive(Default)]
struct Events<'batch> {
    rooms: Vec<&'batch str>,
    seqs: Vec<i64>,
    appends: Vec<Uuid>,
    bodies: Vec<String>,
}

impl<'batch> Events<'batch> {
    fn of(batch: &'batch [Append]) -> Result<Self, sqlx::Error> {
        let mut events = Self::default();
        for append in batch {
            for event in &append.events {
                events.rooms.push(append.room.as_str());
                events.seqs.push(rows::number(event.seq));
                events.appends.push(append.id);
                events.bodies.push(rows::body(event)?);
            }
        }
        Ok(events)
    }
}

/// The games that a batch ends, column by column.
#[derive(Default)]
struct Games<'batch> {
    ids: Vec<&'batch str>,
    rooms: Vec<&'batch str>,
    numbers: Vec<i64>,
    games: Vec<&'batch str>,
    outcomes: Vec<String>,
    started: Vec<i64>,
    ended: Vec<i64>,
    bodies: Vec<String>,
}

impl<'batch> Games<'batch> {
    fn of(batch: &'batch [Append]) -> Result<Self, sqlx::Error> {
        let mut games = Self::default();
        for row in batch.iter().filter_map(|append| append.archive.as_ref()) {
            games.ids.push(row.game.id.as_str());
            games.rooms.push(row.room.as_str());
            games.numbers.push(row.number.into());
            games.games.push(&row.game.game);
            games.outcomes.push(rows::word(row.game.outcome)?);
            games.started.push(rows::number(row.game.started.0));
            games.ended.push(rows::number(row.game.ended.0));
            games.bodies.push(rows::body(&row.game)?);
        }
        Ok(games)
    }
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
        let stored = in_time(append(&mut connection, batch)).await;
        if matches!(stored, Ok(_) | Err(StoreError::Rejected(_))) {
            *writer = Some(connection);
        }
        drop(writer);
        let stored = stored?;
        if let Some(hints) = &self.hints {
            hints.announcer.announce(&stored);
        }
        let outcome = |append: &Append| {
            if stored.contains(&append.room) { Appended::Stored } else { Appended::Conflict }
        };
        Ok(batch.iter().map(outcome).collect())
    }

    async fn load(&self, room: RoomId, after: u64) -> Result<Vec<Recorded>, StoreError> {
        let query = sqlx::query_scalar(rows::LOG).bind(room.as_str()).bind(rows::number(after));
        rows::log(room, &in_time(query.fetch_all(&self.readers)).await?)
    }

    async fn heads(&self, rooms: &[RoomId]) -> Result<Vec<(RoomId, u64)>, StoreError> {
        let ids: Vec<_> = rooms.iter().map(RoomId::as_str).collect();
        let heads: Vec<(String, i64)> = in_time(sqlx::query_as(HEADS).bind(ids).fetch_all(&self.readers)).await?;
        rows::heads(&heads)
    }

    async fn next_hint(&self) -> Vec<RoomId> {
        match &self.hints {
            Some(hints) => hints.listening.lock().await.next().await,
            None => pending().await,
        }
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn tallies(&self) -> Result<Vec<Tally>, StoreError> {
        rows::tallies(in_time(sqlx::query_as(rows::TALLIES).fetch_all(&self.readers)).await?)
    }

    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError> {
        let query = sqlx::query_scalar(rows::GAME).bind(id.as_str());
        rows::game(id, in_time(query.fetch_optional(&self.readers)).await?)
    }

    async fn close(&self) {
        if let Some(connection) = self.writer.lock().await.take() {
            // The server is going; a connection that does not part politely is cut.
            let _ = timeout(CONNECT_PATIENCE, connection.close()).await;
        }
        self.readers.close().await;
    }
}
