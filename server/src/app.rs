//! What all requests and sockets of a server share.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::blocks::Blocks;
use crate::clock::Clock;
use crate::config::Config;
use crate::http::Readiness;
use crate::limits::Limits;
use crate::lobby::LobbyList;
use crate::origin::Proxies;
use crate::page::FactsBook;
use crate::picture::Gallery;
use crate::rooms::Rooms;
use crate::store::{Appender, Store};

/// What all requests and sockets of a server share. Clones are the same.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

/// The parts.
pub(crate) struct Parts {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) appender: Appender,
    pub(crate) rooms: Rooms,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) config: Config,
    pub(crate) limits: Limits,
    /// Whose word is taken for where a request comes from.
    pub(crate) proxies: Proxies,
    pub(crate) blocks: Arc<Blocks>,
    pub(crate) readiness: Readiness,
    pub(crate) lobby: LobbyList,
    pub(crate) facts: FactsBook,
    pub(crate) gallery: Gallery,
    /// Cancelled when the server is to stop.
    pub(crate) shutdown: CancellationToken,
    /// The sockets that are open.
    pub(crate) sockets: TaskTracker,
}

impl App {
    pub(crate) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
