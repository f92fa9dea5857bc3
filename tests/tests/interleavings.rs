//! Whatever a network does to what is sent, and whenever servers restart: in the end both players, those who watch and
//! the store agree on every game, and nothing was lost or done twice.
//!
//! `SEED=<number>` repeats all choices of a run, and `TIMES=<number>` plays so many times as many rooms.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::Range;
use std::sync::Arc;

use protocol::http::CreateRoom;
use protocol::{Channel, RoomId, SeatToken, SidesChoice, Snapshot, TimeControl};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tests::audit::Audit;
use tests::client::{Client, new_token, watch as watching};
use tests::database::Database;
use tests::erratic::Erratic;
use tests::eventually;
use tests::http::{Api, room_of};
use tests::in_process::{Setup, TestServer};
use tests::process::{Launch, ServerProcess};
use tests::rough::{RoughNetwork, Servers, Trouble, Troubles};
use tests::seed::{generator, seed};
use tests::staged::Staged;
use tests::stored::Stored;
use tests::view::RoomView;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Rooms on the same servers at the same time.
const ROOMS: u64 = 20;

/// How many things each client of a room does while everything goes wrong.
const THINGS: u32 = 80;

/// How many things are done in a house when all its clients have come to rest and all restarts are over.
const DONE: u64 = ROOMS * 3 * (THINGS as u64 + 1) + 1;

/// How often a server is restarted meanwhile.
const RESTARTS: u64 = 4;

/// One server, which may be restarted.
enum Server {
    /// In this process, ended in good order.
    Within(TestServer),
    /// A process of its own, which is killed.
    Apart(ServerProcess),
}

impl Server {
    fn address(&self) -> SocketAddr {
        match self {
            Self::Within(server) => server.address(),
            Self::Apart(server) => server.address(),
        }
    }

    /// Ends it and starts it again, at another address: the old one might be taken by a connection meanwhile.
    async fn restart(self, database: &Arc<Database>, setup: &Setup) -> Self {
        match self {
            Self::Within(server) => {
                server.stop().await;
                Self::Within(TestServer::on(database, setup.clone()).await)
            }
            Self::Apart(mut server) => {
                server.kill().await;
                Self::Apart(ServerProcess::start(&launch(database)).await)
            }
        }
    }

    async fn stop(self) {
        match self {
            Self::Within(server) => server.stop().await,
            Self::Apart(mut server) => {
                server.terminate();
                server.ended_well().await;
            }
        }
    }
}

fn launch(database: &Database) -> Launch {
    Launch::new(&database.url()).without_bounds().argument("--room-idle-seconds", "0")
}

/// Some servers on one database, all of whose rooms have the same bad time.
struct House {
    database: Arc<Database>,
    setup: Setup,
    servers: Vec<Server>,
    random: StdRng,
    seed: u64,
}

/// A room in a house.
struct Room {
    id: RoomId,
    clients: [Erratic; 3],
    networks: [RoughNetwork; 3],
}

/// Says which room it was in which something surprised.
struct Named(RoomId);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("this was in room {}", self.0);
        }
    }
}

/// What came of a room.
struct Played {
    id: RoomId,
    clients: [Erratic; 3],
    networks: [RoughNetwork; 3],
    /// What newcomers saw in the end, at each server.
    newcomers: Vec<Snapshot>,
}

impl House {
    /// Servers in this process.
    async fn within(database: Database, servers: usize, seed: u64) -> Self {
        let mut random = generator(seed, 0);
        // Now and then a reader is too slow for the events that wait for it, and rooms leave memory at once.
        let queue = *[4, 64].choose(&mut random).expect("some");
        let idle = *[0, 60].choose(&mut random).expect("some");
        let setup = Setup::with(|config| {
            config.socket_queue = queue.try_into().expect("not zero");
            config.room_idle_seconds = idle;
        });
        let setup = setup.through(move |store| {
            let staged = Staged::new(store).unsteady(generator(seed, 1));
            if servers > 1 { staged.losing_hints(generator(seed, 2)) } else { staged }
        });
        let database = Arc::new(database);
        let mut running = Vec::new();
        for _ in 0..servers {
            running.push(Server::Within(TestServer::on(&database, setup.clone()).await));
        }
        Self { database, setup, servers: running, random, seed }
    }

    /// A server in a process of its own.
    async fn apart(database: Database, seed: u64) -> Self {
        let servers = vec![Server::Apart(ServerProcess::start(&launch(&database)).await)];
        let database = Arc::new(database);
        Self { database, setup: Setup::without_bounds(), servers, random: generator(seed, 0), seed }
    }

    /// Plays in all rooms while everything goes wrong, and checks what came of it. Returns what happened.
    async fn stand(mut self) -> Happened {
        let addresses: Vec<_> = self.servers.iter().map(Server::address).collect();
        let servers = Servers::new(addresses.clone());
        let done = watch::Sender::new(0);
        let mut rooms = JoinSet::new();
        for number in 0..ROOMS {
            let room = open(Api::new(addresses[0]), &servers, self.seed.wrapping_add(1 + number), &done).await;
            rooms.spawn(room.live());
        }
        // Rooms that are over, or else fail here.
        let mut over = Vec::new();
        let things = ROOMS * 3 * u64::from(THINGS);
        for restart in 0..RESTARTS {
            let at = things * restart / RESTARTS + self.random.random_range(0..things / RESTARTS);
            let mut done = done.subscribe();
            while let Some(room) = tokio::select! {
                _ = done.wait_for(|done| *done >= at) => None,
                room = rooms.join_next() => room,
            } {
                over.push(room.expect("a room in good order"));
            }
            let which = self.random.random_range(0..self.servers.len());
            let server = self.servers.swap_remove(which).restart(&self.database, &self.setup).await;
            servers.moved(which, server.address());
            self.servers.push(server);
            let last = self.servers.len() - 1;
            self.servers.swap(which, last);
        }
        done.send_modify(|done| *done += 1);
        over.extend(all(rooms).await);
        self.is_quiet(3 * over.len()).await;

        let mut ends = JoinSet::new();
        let addresses: Vec<_> = self.servers.iter().map(Server::address).collect();
        for room in over {
            ends.spawn(room.end(addresses.clone()));
        }
        let played = all(ends).await;
        for server in self.servers {
            server.stop().await;
        }
        check(&self.database, played).await
    }

    /// Waits until no server has a socket any more but those of the clients that are there.
    async fn is_quiet(&self, clients: usize) {
        eventually("nothing is on its way any more", async || {
            let mut sockets = 0;
            for server in &self.servers {
                sockets += Api::new(server.address()).health().await.sockets;
            }
            (sockets == clients).then_some(())
        })
        .await;
    }
}

/// Waits for all, and says what surprised one of them.
async fn all<T: 'static>(mut set: JoinSet<T>) -> Vec<T> {
    let mut out = Vec::new();
    while let Some(one) = set.join_next().await {
        out.push(one.expect("a room in good order"));
    }
    out
}

/// Makes a room, by the seed, and the networks through which its clients come.
async fn open(api: Api, servers: &Servers, seed: u64, done: &watch::Sender<u64>) -> Room {
    let mut random = generator(seed, 0);
    let (host, guest): (SeatToken, _) = (new_token(), new_token());
    let game = rules::games().choose(&mut random).expect("there are games").id();
    let clock = match random.random_range(0..4) {
        0 => Some(TimeControl::RealTime { base: TimeControl::MAX_BASE, increment: 1000 }),
        1 => Some(TimeControl::PerMove { time: TimeControl::MAX_PER_MOVE }),
        _ => None,
    };
    let room = api.create(&CreateRoom { clock, ..room_of(game, host, SidesChoice::Lot) }).await.room;
    println!("room {room}: {game}, {clock:?}, seed {seed}");
    let networks = [1, 2, 3].map(|part| RoughNetwork::start(servers.clone(), random.random::<u64>() ^ part));
    let clients = [
        Erratic::host(networks[0].addr(), room, host, generator(seed, 1), done.clone()),
        Erratic::guest(networks[1].addr(), room, guest, generator(seed, 2), done.clone()),
        Erratic::watcher(networks[2].addr(), room, generator(seed, 3), done.clone()),
    ];
    Room { id: room, clients, networks }
}

impl Room {
    /// Lets all clients do what they like, and then come to rest. They stay connected.
    async fn live(mut self) -> Self {
        let _named = Named(self.id);
        let [host, guest, watcher] = &mut self.clients;
        tokio::join!(host.live(THINGS), guest.live(THINGS), watcher.live(THINGS));
        for network in &self.networks {
            network.calm_down().await;
        }
        let [host, guest, watcher] = &mut self.clients;
        tokio::join!(host.rest(DONE), guest.rest(DONE), watcher.rest(DONE));
        self
    }

    /// Checks that all know the same in the end, and that sending again changes nothing.
    async fn end(mut self, servers: Vec<SocketAddr>) -> Played {
        let _named = Named(self.id);
        let mut newcomers = Vec::new();
        for server in &servers {
            newcomers.push(Client::joined(*server, watching(self.id)).await);
        }
        // Where there are clocks the room itself still has to notice that both players are there, at whichever server.
        newcomers[0].until("the clock runs", is_at_rest).await;
        let room = newcomers[0].view().shared();
        for newcomer in &mut newcomers[1..] {
            newcomer.until_seq(room.seq).await;
            assert_eq!(newcomer.view().shared(), room);
        }
        for client in &mut self.clients {
            client.until("all is known", |view| view.seq() >= room.seq).await;
            assert_eq!(client.view().shared(), room);
        }
        self.have_heard().await;

        for client in &mut self.clients {
            client.send_all_again().await;
        }
        let mut seen = Vec::new();
        for (newcomer, server) in newcomers.iter_mut().zip(&servers) {
            newcomer.ping().await.expect("answered");
            assert_eq!(newcomer.view().shared(), room, "nothing is done again");
            seen.push(Client::joined(*server, watching(self.id)).await.view().shared());
        }
        let Self { id, clients, networks } = self;
        Played { id, clients, networks, newcomers: seen }
    }

    /// Checks that what was said is heard, by both players once and by those who watch.
    async fn have_heard(&mut self) {
        let [host, guest, watcher] = &mut self.clients;
        let said = |clients: [&Erratic; 2], channel| {
            let of = |client: &Erratic| client.ledger().said(channel).map(str::to_owned).collect::<Vec<_>>();
            clients.map(of).concat()
        };
        let by_players = said([host, guest], Channel::Players);
        for player in [&mut *host, &mut *guest] {
            player.until("what the players said is heard", |view| holds(view, Channel::Players, &by_players)).await;
        }
        let mut by_all = said([host, guest], Channel::Watchers);
        by_all.extend(watcher.ledger().said(Channel::Watchers).map(str::to_owned));
        watcher.until("what was said to watchers is heard", |view| holds(view, Channel::Watchers, &by_all)).await;

        let (host, guest) = (lines(host.view(), Channel::Players), lines(guest.view(), Channel::Players));
        for text in &by_players {
            assert_eq!(host.values().filter(|line| *line == text).count(), 1, "{text} is said once: {host:?}");
        }
        let common = host.keys().filter(|n| guest.contains_key(n));
        for n in common {
            assert_eq!(host[n], guest[n], "line {n}");
        }
    }
}

/// Whether nothing happens any more in a room where both players are and do nothing.
fn is_at_rest(view: &RoomView) -> bool {
    view.is_over() || view.snapshot().clocks.is_none_or(|clocks| clocks.running.is_some())
}

/// What is known to have been said in a channel, by number.
fn lines(view: &RoomView, channel: Channel) -> BTreeMap<u64, String> {
    let lines = view.snapshot().chat.iter().flatten().filter(|line| line.channel == channel);
    lines.map(|line| (line.n, line.text.as_str().to_owned())).collect()
}

fn holds(view: &RoomView, channel: Channel, said: &[String]) -> bool {
    let lines = lines(view, channel);
    said.iter().all(|text| lines.values().any(|line| line == text))
}

/// Holds all that clients were told against what is stored.
async fn check(database: &Database, rooms: Vec<Played>) -> Happened {
    let stored = Stored::on(database).await;
    let outages = stored.outages().await;
    let mut happened = Happened::default();
    let (mut commands, mut games, mut snapshots) = (0, 0, 0);
    for Played { id, clients, networks, newcomers } in rooms {
        let _named = Named(id);
        let audit = Audit::of(id, stored.log(id).await, outages);
        for snapshot in newcomers.iter().chain(&clients.each_ref().map(|client| client.view().shared())) {
            audit.agrees_with(snapshot);
        }
        let [host, guest, watcher] = clients.each_ref().map(Erratic::ledger);
        for ledger in [host, guest, watcher] {
            audit.agrees_with_what_was_shown(ledger);
            snapshots += ledger.snapshots.len();
        }
        let copied = |id: &_| networks.iter().any(|network| network.has_copied(id));
        audit.agrees_with_what_was_wanted([host, guest], copied);
        commands += host.accepted().chain(guest.accepted()).count();
        let archive = audit.archive();
        assert_eq!(stored.games_of_room(id).await, archive);
        games += archive.len();
        happened.add(audit.kinds(), networks.iter().flat_map(RoughNetwork::troubles));
    }
    assert_eq!(stored.games().await, u64::try_from(games).expect("small"), "each game is kept once");
    println!("{commands} commands accepted, {games} games ended, {snapshots} snapshots sent, {happened:?}");
    happened
}

/// What happened, by kind.
#[derive(Debug, Default)]
struct Happened {
    events: BTreeMap<String, u32>,
    troubles: Troubles,
}

impl Happened {
    fn add(&mut self, events: BTreeMap<String, u32>, troubles: impl IntoIterator<Item = (Trouble, u32)>) {
        events.into_iter().for_each(|(kind, times)| *self.events.entry(kind).or_default() += times);
        troubles.into_iter().for_each(|(trouble, times)| *self.troubles.entry(trouble).or_default() += times);
    }
}

/// Has bad times in some houses, one after the other, and checks that nothing was spared.
async fn stand(test: &str, houses: Range<u64>, open: impl AsyncFn(u64) -> House) {
    let seed = seed(test);
    let times = std::env::var("TIMES").map_or(1, |text| text.parse().expect("TIMES is a number"));
    let mut all = Happened::default();
    for time in 0..times {
        for house in houses.clone() {
            let Happened { events, troubles } =
                open(seed.wrapping_add((time << 32) + house * 1000)).await.stand().await;
            all.add(events, troubles);
        }
    }
    for kind in ["arrived", "declined", "ended", "moved", "offered", "started", "taken_back", "withdrawn"] {
        assert!(all.events.contains_key(kind), "nothing was {kind}");
    }
    for trouble in Trouble::ALL {
        assert!(all.troubles.contains_key(&trouble), "there was no {trouble:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_that_restarts() {
    stand("one_server_that_restarts", 0..6, async |seed| House::within(Database::temporary(), 1, seed).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_that_is_killed() {
    stand("one_server_that_is_killed", 6..8, async |seed| House::apart(Database::temporary(), seed).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_that_restart_on_one_database() {
    stand("two_servers_that_restart_on_one_database", 8..11, async |seed| {
        House::within(Database::postgres().await, 2, seed).await
    })
    .await;
}
