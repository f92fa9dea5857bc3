//! The server inside the test, with the clock and the bounds that the test wants.

use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use protocol::Timestamp;
use server::{Clock, Config, ManualClock, RunError, Store, SystemClock, store};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::PATIENCE;
use crate::database::Database;

/// What a test wants of its server.
#[derive(Clone, Debug)]
pub struct Setup {
    config: Config,
    clock: Arc<dyn Clock>,
    options: store::Options,
    way: Option<SocketAddr>,
    layer: Option<Layer>,
}

/// What a test puts between its server and the store.
#[derive(Clone)]
struct Layer(Arc<MakeStore>);

type MakeStore = dyn Fn(Arc<dyn Store>) -> Arc<dyn Store> + Send + Sync;

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Layer")
    }
}

impl Setup {
    /// The machine's clock, and bounds so wide that no test meets them by chance.
    #[must_use]
    pub fn without_bounds() -> Self {
        let many = NonZeroU32::new(1_000_000).expect("not zero");
        let mut config = Config {
            messages_per_second: many,
            message_burst: many,
            rooms_per_hour: many,
            room_burst: many,
            sockets_per_address: many,
            computer_rooms_per_hour: many,
            computer_room_burst: many,
            joins_per_minute: many,
            join_burst: many,
            ..Config::default()
        };
        config.connections.connections = many;
        config.connections.connections_per_address = many;
        config.connections.sockets = many;
        Self { config, clock: Arc::new(SystemClock), options: store::Options::default(), way: None, layer: None }
    }

    /// The same, but for what `change` changes.
    #[must_use]
    pub fn with(change: impl FnOnce(&mut Config)) -> Self {
        let mut setup = Self::without_bounds();
        change(&mut setup.config);
        setup
    }

    /// The same, with a clock that stands still at `now` until the test moves it.
    #[must_use]
    pub fn with_clock_at(now: Timestamp) -> (Self, Arc<ManualClock>) {
        let clock = Arc::new(ManualClock::new(now));
        let setup = Self { clock: Arc::clone(&clock) as Arc<dyn Clock>, ..Self::without_bounds() };
        (setup, clock)
    }

    /// The same, on a store without hints.
    #[must_use]
    pub fn without_hints(mut self) -> Self {
        self.options.hints = false;
        self
    }

    /// The same, with a database that is reached by way of this address.
    #[must_use]
    pub fn by_way_of(mut self, address: SocketAddr) -> Self {
        self.way = Some(address);
        self
    }

    /// The same, on a store that is made out of the usual one.
    #[must_use]
    pub fn through<S: Store>(mut self, layer: impl Fn(Arc<dyn Store>) -> S + Send + Sync + 'static) -> Self {
        self.layer = Some(Layer(Arc::new(move |store| Arc::new(layer(store)))));
        self
    }

    async fn open(&self, database: &Database) -> Arc<dyn Store> {
        let url = self.way.map_or_else(|| database.url(), |address| database.url_by_way_of(address));
        let store = store::open_with(&url, self.options).await.expect("the database can be opened");
        match &self.layer {
            Some(Layer(layer)) => layer(store),
            None => store,
        }
    }
}

/// A server that runs in this process.
#[derive(Debug)]
pub struct TestServer {
    address: SocketAddr,
    database: Arc<Database>,
    setup: Setup,
    shutdown: CancellationToken,
    running: JoinHandle<Result<(), RunError>>,
}

impl TestServer {
    /// Starts a server without bounds on a new database.
    pub async fn start() -> Self {
        Self::with(Setup::without_bounds()).await
    }

    /// Starts a server on a new database.
    pub async fn with(setup: Setup) -> Self {
        Self::on(&Arc::new(Database::temporary()), setup).await
    }

    /// Starts a server on a database that others may use, too.
    pub async fn on(database: &Arc<Database>, setup: Setup) -> Self {
        Self::launch(SocketAddr::from(([127, 0, 0, 1], 0)), Arc::clone(database), setup).await
    }

    async fn launch(address: SocketAddr, database: Arc<Database>, setup: Setup) -> Self {
        let store = setup.open(&database).await;
        let listener = TcpListener::bind(address).await.expect("the port is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let shutdown = CancellationToken::new();
        let serving = server::run(listener, store, setup.config.clone(), Arc::clone(&setup.clock), shutdown.clone());
        Self { address, database, setup, shutdown, running: tokio::spawn(serving) }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops it in good order.
    ///
    /// # Panics
    /// If it does not end, or not well.
    pub async fn stop(self) {
        self.end().await;
    }

    /// Stops it in good order and starts it again, on the same port and database.
    pub async fn restart(self) -> Self {
        let address = self.address;
        let (database, setup) = self.end().await;
        Self::launch(address, database, setup).await
    }

    async fn end(self) -> (Arc<Database>, Setup) {
        self.shutdown.cancel();
        let ended = timeout(PATIENCE, self.running).await;
        ended.expect("the server ends when told to").expect("the server does not panic").expect("it ends well");
        (self.database, self.setup)
    }
}
