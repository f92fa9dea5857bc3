//! Servers that stop in good order and start again, and what that costs the side to move; with time standing still.

use std::sync::Arc;
use std::time::Duration;

use protocol::{ErrorCode, RoomSetup, SeatToken, ServerMessage, SidesChoice, Snapshot, Table, TimeControl, Timestamp};
use server::computer::Computer;
use server::room::{Action, Env, Outages, open_room};
use server::rooms::{Inbox, Join, Outgoing, Request, RoomHandle, Rooms, RoomsConfig, Wish, housekeeping, listener};
use server::store::Appender;
use server::{Clock, Store};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use crate::memory::MemoryStore;
use crate::promises::{append, room, token};

const HOST: u128 = 1;
const GUEST: u128 = 2;
const ROOM: u64 = 7;

/// What each side has for the game.
const EACH: u64 = 60_000;

/// A clock that goes with the time of the tests.
#[derive(Clone, Copy, Debug)]
struct TestClock(Instant);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(1_000_000 + self.0.elapsed().as_millis() as u64)
    }
}

/// A server. Dropped, it is gone without a word.
struct Server {
    store: Arc<MemoryStore>,
    rooms: Rooms,
    clock: TestClock,
    _tasks: [AbortOnDropHandle<()>; 2],
}

impl Server {
    /// The first server on a new store, with a room in which both players have arrived; and the one who is to move.
    async fn first() -> (Self, Socket) {
        let clock = TestClock(Instant::now());
        let server = Self::start(Arc::new(MemoryStore::shared()), clock);
        let setup = RoomSetup {
            game: "halma".to_owned(),
            sides: SidesChoice::First,
            clock: Some(TimeControl::RealTime { base: EACH, increment: 0 }),
            open: false,
            table: Table::Two,
            computer: None,
        };
        let env = Env { now: clock.now(), random: 0, outages: &Outages::NONE };
        server.store.append(&[append(room(ROOM), open_room(&setup, token(HOST), &env))]).await.unwrap();
        let (host, _) = server.come(HOST).await;
        server.come(GUEST).await;
        (server, host)
    }

    fn start(store: Arc<MemoryStore>, clock: TestClock) -> Self {
        let (appender, appending) = Appender::new(Arc::clone(&store) as Arc<dyn Store>);
        let config = RoomsConfig::default();
        let rooms =
            Rooms::new(Arc::clone(&store) as Arc<dyn Store>, appender, Arc::new(clock), config, Computer::none());
        let tasks = [tokio::spawn(appending), tokio::spawn(housekeeping(rooms.clone()))].map(AbortOnDropHandle::new);
        Self { store, rooms, clock, _tasks: tasks }
    }

    /// Another server on the same store.
    fn beside(&self) -> Self {
        Self::start(Arc::clone(&self.store), self.clock)
    }

    /// Somebody comes to a seat, and is shown the room.
    async fn come(&self, token: u128) -> (Socket, Snapshot) {
        let (room_end, inbox) = listener(64);
        let handle = self.rooms.open(room(ROOM));
        let join = Join { token: Some(SeatToken::from_bits(token)), sit: true, name: None };
        handle.try_send(Request::Join { listener: room_end, join, id: None, at: self.clock.now() }).unwrap();
        let mut socket = Socket { handle, inbox };
        match socket.until_answered().await.remove(0) {
            ServerMessage::Snapshot(snapshot) => {
                // Who arrives shows up right after.
                sleep(Duration::from_millis(1)).await;
                (socket, *snapshot)
            }
            other => panic!("not a snapshot: {other:?}"),
        }
    }

    /// When the time of the side to move is up, as somebody finds it who comes.
    async fn deadline(&self) -> u64 {
        deadline(&self.come(HOST).await.1)
    }
}

fn deadline(snapshot: &Snapshot) -> u64 {
    snapshot.clocks.and_then(|clocks| clocks.deadline).expect("no clock runs").0
}

/// A socket, as the room knows it.
struct Socket {
    handle: RoomHandle,
    inbox: Inbox,
}

impl Socket {
    /// All that is sent up to and with the next answer.
    async fn until_answered(&mut self) -> Vec<ServerMessage> {
        let mut messages = Vec::new();
        loop {
            let outgoing = timeout(Duration::from_secs(600), self.inbox.recv()).await.expect("no answer");
            let outgoing = outgoing.expect("the room let go of the socket");
            let (Outgoing::Frame(frame) | Outgoing::Answer { frame, .. }) = &outgoing;
            messages.push(serde_json::from_str(frame).unwrap());
            if matches!(outgoing, Outgoing::Answer { .. }) {
                return messages;
            }
        }
    }

    /// Plays the first move, at some time.
    async fn play(&mut self, at: Timestamp) -> Result<u64, ErrorCode> {
        let wish = Wish::Act(Action::Move { position: 3, text: "l2-l3".to_owned() });
        let listener = self.inbox.id;
        self.handle.try_send(Request::Wish { listener, wish, id: "m".parse().ok(), at }).unwrap();
        match self.until_answered().await.pop() {
            Some(ServerMessage::Okay(okay)) => Ok(okay.seq),
            Some(ServerMessage::Error(error)) => Err(error.code),
            other => panic!("not an answer: {other:?}"),
        }
    }
}

async fn pass(milliseconds: u64) {
    sleep(Duration::from_millis(milliseconds)).await;
}

#[tokio::test(start_paused = true)]
async fn a_restart_costs_no_time_however_short() {
    for span in [1, 900, 2_000, 7_999, 8_001, 100_000] {
        let (server, _) = Server::first().await;
        let before = server.deadline().await;
        pass(13_000).await;
        server.rooms.stop().await;
        pass(span).await;
        let server = server.beside();
        assert_eq!(server.deadline().await, before + span);
        // Nothing more is given back later.
        pass(20_000).await;
        assert_eq!(server.deadline().await, before + span);
    }
}

#[tokio::test(start_paused = true)]
async fn clocks_run_on_while_another_server_lives() {
    let (server, _) = Server::first().await;
    let other = server.beside();
    let before = server.deadline().await;
    pass(13_000).await;
    server.rooms.stop().await;
    pass(2_000).await;
    let again = server.beside();
    assert_eq!((again.deadline().await, other.deadline().await), (before, before));
    // The next one is restarted, too.
    other.rooms.stop().await;
    pass(3_000).await;
    let other = other.beside();
    pass(6_000).await;
    assert_eq!((again.deadline().await, other.deadline().await), (before, before));
}

#[tokio::test(start_paused = true)]
async fn when_all_servers_have_stopped_clocks_stand() {
    let (server, _) = Server::first().await;
    let other = server.beside();
    let before = server.deadline().await;
    pass(4_000).await;
    server.rooms.stop().await;
    pass(3_000).await;
    other.rooms.stop().await;
    pass(2_000).await;
    let servers = [server.beside(), other.beside()];
    pass(6_000).await;
    for server in servers {
        assert_eq!(server.deadline().await, before + 2_000);
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_stop_costs_no_time_either() {
    let (server, mut host) = Server::first().await;
    pass(13_000).await;
    let sent = server.clock.now();
    pass(10).await;
    server.rooms.rest();
    let stopped = server.clock.now().0;
    pass(20).await;
    // What was sent before is still done, while sockets say goodbye.
    assert_eq!(host.play(sent).await, Ok(6));
    pass(4_000).await;
    server.rooms.stop().await;
    pass(1_000).await;
    let server = server.beside();
    let started = server.clock.now().0;
    assert_eq!(server.deadline().await, sent.0 + EACH + started - stopped);
}

#[tokio::test(start_paused = true)]
async fn no_flag_falls_once_a_server_stops_and_nothing_waits_for_it() {
    let (server, mut host) = Server::first().await;
    let before = server.deadline().await;
    pass(before - server.clock.now().0 - 1_000).await;
    let since = server.clock.now().0;
    server.rooms.rest();
    pass(1_500).await;
    // Whoever moves too late is not told that the time was up, as that will be known only when a server starts.
    assert_eq!(host.play(server.clock.now()).await, Err(ErrorCode::Restarting));
    timeout(Duration::from_millis(10), server.rooms.stop()).await.unwrap();
    pass(60_000).await;
    let server = server.beside();
    let started = server.clock.now().0;
    assert_eq!(server.deadline().await, before + started - since);
    assert_eq!(server.store.load(room(ROOM), 5).await.unwrap(), []);
    pass(1_200).await;
    assert_eq!(server.store.load(room(ROOM), 5).await.unwrap().len(), 1, "the flag has fallen");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_dies_without_a_word_may_live_for_some_seconds() {
    for (span, given_back) in [(2_000, false), (10_000, true)] {
        let (server, _) = Server::first().await;
        let before = server.deadline().await;
        pass(12_000).await;
        let (store, clock) = (Arc::clone(&server.store), server.clock);
        drop(server);
        pass(span).await;
        let server = Server::start(store, clock);
        assert_eq!(server.deadline().await > before, given_back);
    }
}
