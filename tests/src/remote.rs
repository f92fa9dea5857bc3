//! A server with a network between it and its database.

use std::net::SocketAddr;
use std::ops::Range;
use std::time::Duration;

use crate::database::Database;
use crate::process::{Launch, ServerProcess};
use crate::proxy::Proxy;

/// When something that needs the database is refused because that is away: it waits for five seconds, and the machine
/// may take some time to say so.
pub const GIVES_UP: Range<Duration> = Duration::from_millis(4900)..Duration::from_secs(7);

/// A real server whose way to Postgres can be broken.
#[derive(Debug)]
pub struct Remote {
    /// The database.
    pub database: Database,
    /// The only way to it.
    pub network: Proxy,
    /// The server.
    pub server: ServerProcess,
}

impl Remote {
    /// Starts all three.
    pub async fn start() -> Self {
        let database = Database::postgres().await;
        let network = Proxy::start(database.address());
        let url = database.url_by_way_of(network.addr());
        let server = ServerProcess::start(&Launch::new(&url).without_bounds()).await;
        Self { database, network, server }
    }

    /// Where the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.server.address()
    }
}
