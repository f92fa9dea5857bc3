//! Many sockets that come and go leave nothing behind.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt, stream};
use protocol::{RoomId, RoomSetup, SeatToken, SidesChoice, Table};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};
use uuid::Uuid;

use crate::app::{App, Parts};
use crate::computer::Computer;
use crate::config::Config;
use crate::identity::TokenHash;
use crate::limits::Limits;
use crate::lobby::LobbyList;
use crate::origin::Proxies;
use crate::page::FactsBook;
use crate::picture::Gallery;
use crate::room::{Env, Outages, open_room};
use crate::rooms::{Rooms, housekeeping};
use crate::store::{Append, Appended, Appender, SqliteStore, Store};
use crate::{Clock, SystemClock, connections, http};

/// How many rooms are opened, and how many of them at the same time.
const ROOMS: u64 = 2000;
const AT_ONCE: usize = 40;

/// How long to wait for what should come soon, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(120);

const HOST: u128 = 1;
const GUEST: u128 = 2;

/// A server within reach, which lets go of rooms one second after the last socket left.
struct Server {
    app: App,
    address: SocketAddr,
    _running: [AbortOnDropHandle<()>; 3],
    _folder: tempfile::TempDir,
}

impl Server {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open(folder.path().join("rooms.db").to_str().unwrap()).await.unwrap());
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let many = NonZeroU32::new(1_000_000).unwrap();
        let mut config = Config { sockets_per_address: many, room_idle_seconds: 1, ..Config::default() };
        (config.joins_per_minute, config.join_burst) = (many, many);
        config.connections.connections_per_address = many;
        let (appender, appending) = Appender::new(Arc::clone(&store));
        let rooms =
            Rooms::new(Arc::clone(&store), appender.clone(), Arc::clone(&clock), config.rooms(), Computer::none());
        let app = App::new(Parts {
            store,
            appender,
            rooms: rooms.clone(),
            clock,
            limits: Limits::new(&config),
            proxies: Proxies::default(),
            config,
            blocks: Arc::default(),
            readiness: http::Readiness::default(),
            lobby: LobbyList::default(),
            facts: FactsBook::default(),
            gallery: Gallery::default(),
            shutdown: CancellationToken::new(),
            sockets: TaskTracker::new(),
        });
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = connections::serve(listener, app.clone(), http::router(app.clone()), CancellationToken::new());
        let running = [tokio::spawn(appending), tokio::spawn(housekeeping(rooms)), tokio::spawn(serving)];
        Self { app, address, _running: running.map(AbortOnDropHandle::new), _folder: folder }
    }

    async fn make(&self, room: RoomId) {
        let setup = RoomSetup {
            game: "halma".to_owned(),
            sides: SidesChoice::First,
            clock: None,
            open: false,
            table: Table::Two,
            computer: None,
        };
        let env = Env { now: self.app.clock.now(), random: 0, outages: &Outages::NONE };
        let events = open_room(&setup, TokenHash::of(&SeatToken::from_bits(HOST)), &env);
        let append = Append {
            id: Uuid::new_v4(),
            room,
            after: 0,
            events,
            archive: None,
            due: None,
            listing: None,
            closes: false,
        };
        assert_eq!(self.app.appender.append(append).await, Ok(Appended::Stored));
    }

    /// A socket that has joined, as a player if it has a token.
    async fn join(&self, room: RoomId, token: Option<u128>) -> Client {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let url = format!("ws://{}/api/socket", self.address);
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        let mut client = Client(socket);
        let mut join = json!({"type": "join", "id": "j", "protocol": protocol::VERSION, "room": room});
        if let Some(token) = token {
            join["token"] = json!(SeatToken::from_bits(token));
            join["sit"] = json!(true);
        }
        client.ask(join).await;
        client
    }

    /// What the server counts: rooms, tasks of rooms, rooms known to the attendance, sockets, and tasks of sockets.
    fn gauges(&self) -> [usize; 5] {
        let Parts { rooms, limits, sockets, .. } = &*self.app;
        [rooms.count(), rooms.tasks(), rooms.attended(), limits.open_sockets() as usize, sockets.len()]
    }
}

struct Client(WebSocketStream<TcpStream>);

impl Client {
    /// Sends a message, and reads all up to the answer, which must be `ok`.
    async fn ask(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
        loop {
            let frame = timeout(PATIENCE, self.0.next()).await.unwrap().unwrap().unwrap();
            let Message::Text(text) = frame else { continue };
            let told: Value = serde_json::from_str(&text).unwrap();
            assert_ne!(told["type"], "error", "{message}: {told}");
            if told["type"] == "ok" {
                return;
            }
        }
    }

    /// Closes the socket in good order, or just lets go of it.
    async fn leave(mut self, orderly: bool) {
        if orderly {
            self.0.close(None).await.unwrap();
            while let Ok(Some(Ok(_))) = timeout(PATIENCE, self.0.next()).await {}
        }
    }
}

/// Two players and a watcher come, play and talk a little, and leave.
async fn visit(server: &Server, number: u64) {
    let room = RoomId::from_bits(number);
    server.make(room).await;
    let mut host = server.join(room, Some(HOST)).await;
    let mut guest = server.join(room, Some(GUEST)).await;
    let watcher = server.join(room, None).await;
    host.ask(json!({"type": "move", "id": "m", "position": 3, "move": "l2-l3"})).await;
    guest.ask(json!({"type": "move", "id": "m", "position": 4, "move": "e15-e14"})).await;
    host.ask(json!({"type": "chat", "id": "t", "channel": "players", "text": "Bonjour"})).await;
    if number.is_multiple_of(2) {
        guest.ask(json!({"type": "resign", "id": "r", "game": 1})).await;
    }
    for client in [host, guest, watcher] {
        client.leave(!number.is_multiple_of(3)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_rooms_over_sockets_leave_nothing_behind() {
    let server = Server::start().await;
    let most = stream::iter(0..ROOMS)
        .map(async |number| {
            visit(&server, number).await;
            server.gauges()[0]
        })
        .buffer_unordered(AT_ONCE)
        .fold(0, async |most: usize, rooms| most.max(rooms))
        .await;
    assert!(most > 1, "the rooms were in memory");
    let all_gone = async {
        while server.gauges() != [0; 5] {
            sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(timeout(PATIENCE, all_gone).await.is_ok(), "{:?} are left", server.gauges());
}
