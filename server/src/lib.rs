//! The server of Sauterelle: rooms in which two people play, kept in a database.
//!
//! From the inside out:
//!
//! - [`room`]: what can happen in a room, as pure functions over its log of events.
//! - [`store`]: keeps the logs and the archive of finished games; all writing is conditional and goes through one
//!   group commit.
//! - [`computer`]: a few threads that think for the computer, in whichever rooms it plays.
//! - [`rooms`]: the open rooms, a task each.
//! - [`stats`], [`record`]: what is told of finished games, counted and one by one.
//! - `page`, `picture`: what links are shown with before anyone opens them.
//! - `socket`, `http`: the ways in.
//!
//! [`run`] puts them together around a listener, a store, a clock and a signal to stop, all handed in.

mod app;
pub mod blocks;
pub mod clock;
pub mod computer;
pub mod config;
mod connections;
mod http;
pub mod identity;
pub mod limits;
mod lobby;
mod metrics;
pub mod origin;
mod page;
mod picture;
mod public_url;
pub mod record;
pub mod room;
pub mod rooms;
mod socket;
pub mod stats;
pub mod store;
mod web;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};
use tracing::{info, warn};

pub use clock::{Clock, ManualClock, SystemClock};
pub use config::{CommandLine, Config, LogFormat, Task};
pub use public_url::{BadPublicUrl, PublicUrl};
pub use store::{Store, StoreError};

use app::{App, Parts};
use blocks::Blocks;
use computer::{Computer, EngineChooser};
use http::Readiness;
use limits::Limits;
use lobby::LobbyList;
use origin::Proxies;
use page::FactsBook;
use picture::Gallery;
use rooms::Rooms;
use store::Appender;

/// How long the first look at who is blocked may take.
const BLOCKS_WITHIN: Duration = Duration::from_millis(500);

/// How long a stopping server takes at most.
const STOP_WITHIN: Duration = Duration::from_millis(4500);

/// How long a stopping server waits at most for those who read its answers.
const ANSWERED_WITHIN: Duration = Duration::from_secs(2);

/// Why the server ended without being asked to.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The computer cannot think.
    #[error("cannot start the computer's threads: {0}")]
    Computer(std::io::Error),
}

/// Where requests come from.
#[derive(Debug)]
pub struct Listeners {
    /// Everyone's.
    pub public: TcpListener,
    /// The operator's, whoever can reach it; `None` if there are to be none.
    pub operator: Option<TcpListener>,
    /// That of whoever collects what is measured; `None` if there is to be none.
    pub metrics: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    /// Requests of everyone only.
    fn from(public: TcpListener) -> Self {
        Self { public, operator: None, metrics: None }
    }
}

/// Serves until `shutdown` is cancelled, then stops within five seconds: takes nothing new, finishes what is being
/// stored, answers it, and tells each socket that it is a restart.
///
/// # Errors
/// If the computer cannot be started.
pub async fn run(
    listeners: impl Into<Listeners>,
    store: Arc<dyn Store>,
    config: Config,
    clock: Arc<dyn Clock>,
    shutdown: CancellationToken,
) -> Result<(), RunError> {
    let Listeners { public: listener, operator, metrics } = listeners.into();
    let (appender, appending) = Appender::new(Arc::clone(&store));
    let appending = tokio::spawn(appending);
    let computer = Computer::start(config.computer(), EngineChooser::default).map_err(RunError::Computer)?;
    let rooms = Rooms::new(Arc::clone(&store), appender.clone(), Arc::clone(&clock), config.rooms(), computer);
    let housekeeping = AbortOnDropHandle::new(tokio::spawn(rooms::housekeeping(rooms.clone())));
    let counted = Arc::clone(&store);
    let counting = AbortOnDropHandle::new(tokio::spawn(async move { stats::keep_counted(counted.as_ref()).await }));
    let blocks = Arc::new(Blocks::default());
    // A store that has just fallen silent does not keep people waiting who are not blocked.
    match timeout(BLOCKS_WITHIN, blocks.learn(store.as_ref(), clock.now())).await {
        Ok(Ok(())) => {}
        Ok(Err(why)) => warn!(%why, "cannot read who is blocked; nobody is until that is possible"),
        Err(_) => warn!("cannot read in time who is blocked; nobody is until that is possible"),
    }
    let (kept, keeper, time) = (Arc::clone(&store), Arc::clone(&blocks), Arc::clone(&clock));
    let blocking = AbortOnDropHandle::new(tokio::spawn(async move { keeper.keep(kept.as_ref(), time.as_ref()).await }));
    let app = App::new(Parts {
        store: Arc::clone(&store),
        appender,
        rooms: rooms.clone(),
        clock,
        limits: Limits::new(&config),
        proxies: Proxies::new(&config.connections.trusted_proxies),
        config,
        blocks: Arc::clone(&blocks),
        readiness: Readiness::default(),
        lobby: LobbyList::default(),
        facts: FactsBook::default(),
        gallery: Gallery::default(),
        shutdown: shutdown.clone(),
        sockets: TaskTracker::new(),
    });
    let sockets = app.sockets.clone();

    // Whoever can reach these is trusted, so there are no bounds.
    let serve_apart = |listener: TcpListener, router: axum::Router| {
        let stop = shutdown.clone().cancelled_owned();
        let serving = axum::serve(listener, router).with_graceful_shutdown(stop);
        AbortOnDropHandle::new(tokio::spawn(async { serving.await }))
    };
    let apart = (
        operator.map(|listener| serve_apart(listener, http::operator_router(app.clone()))),
        metrics.map(|listener| serve_apart(listener, http::metrics_router(app.clone()))),
    );
    let router = http::router(app.clone());
    let mut serving = pin!(connections::serve(listener, app, router, shutdown.clone()));
    // Serving ends as soon as the listener is closed, as sockets are not waited for; that may be seen before the
    // signal that closed it.
    let served = tokio::select! {
        biased;
        () = shutdown.cancelled() => false,
        () = &mut serving => true,
    };

    info!("stopping");
    // No socket takes a move any more.
    rooms.rest();
    // Requests, sockets, rooms, and what they were storing: each stage may still need the next.
    let stages = async {
        if !served {
            // Who reads an answer slowly, or not at all, does not keep the rooms from stopping in good order.
            let _ = timeout(ANSWERED_WITHIN, serving).await;
        }
        sockets.close();
        sockets.wait().await;
        drop(apart);
        rooms.stop().await;
        drop((rooms, housekeeping, counting, blocking));
        let _ = appending.await;
        store.close().await;
    };
    if timeout_at(Instant::now() + STOP_WITHIN, stages).await.is_err() {
        warn!("stopping before everything was finished");
    }
    Ok(())
}
