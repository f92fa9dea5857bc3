//! What servers on one database tell each other: that rooms have changed, in their logs or beside them, and nothing more.
//!
//! A hint only makes prompt what asking for the heads of open rooms finds out in any case, so hints may get lost.
//! They go out after the commit, on a connection of their own, so that no room waits for them; and they are gathered
//! for a few milliseconds, so that a busy server does not send one for every move.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::RoomId;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPoolOptions};
use sqlx::{Connection, Error};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::task::AbortOnDropHandle;
use tracing::{debug, warn};

use super::Hint;

/// Where is said that something was appended to logs.
const LOGS: &str = "sauterelle_rooms";

/// Where is said that something changed beside logs. It is a channel of its own, so that moves, which are many, do not
/// make everyone read the chat.
const ASIDES: &str = "sauterelle_asides";

/// The longest that a hint waits for others to go along with.
const GATHER: Duration = Duration::from_millis(10);

/// Room ids in one notification. Postgres takes less than 8000 bytes; an id and its space are 13.
const ROOMS_IN_A_HINT: usize = 600;

/// How long to wait before a lost connection is made anew.
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

/// After so long without a hint the listening connection is looked at: if the network has lost it in silence, nothing
/// else would ever tell.
const QUIET: Duration = Duration::from_secs(5);

/// How long one step on a connection may take before it is given up.
const PATIENCE: Duration = Duration::from_secs(5);

/// Sends hints.
#[derive(Debug)]
pub(super) struct Announcer {
    state: Arc<State>,
    _task: AbortOnDropHandle<()>,
}

#[derive(Debug, Default)]
struct State {
    /// What is to be told.
    news: Mutex<News>,
    wake: Notify,
    process_id: Arc<AtomicU32>,
}

/// Rooms to be told of.
#[derive(Debug, Default)]
struct News {
    logs: BTreeSet<RoomId>,
    asides: BTreeSet<RoomId>,
}

impl Announcer {
    pub(super) fn start(options: PgConnectOptions) -> Self {
        let state = Arc::new(State::default());
        let task = tokio::spawn(announce(options, Arc::clone(&state)));
        Self { state, _task: AbortOnDropHandle::new(task) }
    }

    /// Tells the other servers, soon, that something was appended to the logs of these rooms.
    pub(super) fn logs<'rooms>(&self, rooms: impl IntoIterator<Item = &'rooms RoomId>) {
        self.news().logs.extend(rooms);
        self.state.wake.notify_one();
    }

    /// Tells the other servers, soon, that something changed beside the logs of these rooms.
    pub(super) fn asides(&self, rooms: impl IntoIterator<Item = RoomId>) {
        let mut news = self.news();
        let before = news.asides.len();
        news.asides.extend(rooms);
        if news.asides.len() > before {
            self.state.wake.notify_one();
        }
    }

    fn news(&self) -> MutexGuard<'_, News> {
        self.state.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The database process that sends this server's hints; 0 if there is none. By it, a server knows its own.
    pub(super) fn process_id(&self) -> Arc<AtomicU32> {
        Arc::clone(&self.state.process_id)
    }
}

async fn announce(options: PgConnectOptions, state: Arc<State>) {
    loop {
        if let Err(why) = announce_until_lost(&options, &state).await {
            debug!(%why, "hints cannot be sent for now");
        }
        state.process_id.store(0, Ordering::Relaxed);
        sleep(RECONNECT_PAUSE).await;
    }
}

async fn announce_until_lost(options: &PgConnectOptions, state: &State) -> Result<(), Error> {
    let mut connection = in_time(PgConnection::connect_with(options)).await?;
    let process_id: i32 = in_time(sqlx::query_scalar("select pg_backend_pid()").fetch_one(&mut connection)).await?;
    state.process_id.store(process_id.unsigned_abs(), Ordering::Relaxed);
    let mut last_sent = Instant::now();
    loop {
        state.wake.notified().await;
        sleep_until(last_sent + GATHER).await;
        let news = std::mem::take(&mut *state.news.lock().unwrap_or_else(PoisonError::into_inner));
        for (channel, rooms) in [(LOGS, news.logs), (ASIDES, news.asides)] {
            let rooms: Vec<_> = rooms.iter().map(RoomId::as_str).collect();
            for some in rooms.chunks(ROOMS_IN_A_HINT) {
                let notify = sqlx::query("select pg_notify($1, $2)").bind(channel).bind(some.join(" "));
                in_time(notify.execute(&mut connection)).await?;
            }
        }
        last_sent = Instant::now();
    }
}

/// Receives the hints of other servers.
#[derive(Debug)]
pub(super) struct Listening {
    options: PgConnectOptions,
    listener: Option<PgListener>,
    own_process: Arc<AtomicU32>,
}

impl Listening {
    pub(super) const fn new(options: PgConnectOptions, own_process: Arc<AtomicU32>) -> Self {
        Self { options, listener: None, own_process }
    }

    /// The next hint of another server. Never ends; connects anew as often as need be.
    pub(super) async fn next(&mut self) -> Hint {
        loop {
            match self.receive().await {
                Ok(None) => {}
                Ok(Some(hint)) => return hint,
                Err(why) => {
                    warn!(%why, "hints of other servers cannot be received for now");
                    self.listener = None;
                    sleep(RECONNECT_PAUSE).await;
                }
            }
        }
    }

    async fn receive(&mut self) -> Result<Option<Hint>, Error> {
        let listener = match &mut self.listener {
            Some(listener) => listener,
            None => self.listener.insert(in_time(listen(&self.options)).await?),
        };
        // A wait that is cut short loses nothing: what has come is kept in the listener.
        let Ok(hint) = timeout(QUIET, listener.recv()).await else {
            in_time(sqlx::query("select 1").execute(listener)).await?;
            return Ok(None);
        };
        let hint = hint?;
        if hint.process_id() == self.own_process.load(Ordering::Relaxed) {
            return Ok(None);
        }
        // What is not a room id was not sent by a server of ours.
        let rooms = hint.payload().split(' ').filter_map(|id| id.parse().ok()).collect();
        Ok(Some(if hint.channel() == ASIDES { Hint::Asides(rooms) } else { Hint::Logs(rooms) }))
    }
}

async fn listen(options: &PgConnectOptions) -> Result<PgListener, Error> {
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE).connect_with(options.clone()).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen_all([LOGS, ASIDES]).await?;
    Ok(listener)
}

async fn in_time<T>(step: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    timeout(PATIENCE, step).await.unwrap_or(Err(Error::PoolTimedOut))
}
