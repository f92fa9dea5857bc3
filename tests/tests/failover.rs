//! Two servers on one database: either may be killed, or lose the database or the other's hints, and a hundred rooms go
//! on.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use tests::balancer::Balancer;
use tests::crowd::{Crowd, room_at};
use tests::database::Database;
use tests::http::Api;
use tests::in_process::{Setup, TestServer};
use tests::process::{Launch, ServerProcess};
use tests::proxy::Proxy;
use tests::seed::{generator, seed};
use tests::staged::Staged;
use tests::stored::Stored;
use tokio::time::{Instant, sleep_until};

const ROOMS: u64 = 100;

/// How long a server is cut off from its database.
const CUT_OFF: Duration = Duration::from_secs(10);

/// Stops the players and compares what they were told, what both servers show and what the database holds.
async fn all_agree(crowd: Crowd, servers: [SocketAddr; 2], database: &Database) {
    let stored = Stored::on(database).await;
    let (ledgers, players) = crowd.stop().await;
    let mut played = 0;
    for ledger in &ledgers {
        let room = stored.room(ledger.room).await;
        played += ledger.check(&room);
        for server in servers {
            assert_eq!(room_at(server, ledger.room, room.seq).await, room);
        }
    }
    println!("{} rooms, {} players, {played} moves", ledgers.len(), players.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_a_killed_server_go_on_at_the_other() {
    let seed = seed("failover");
    let mut random = generator(seed, 0);
    let database = Database::postgres().await;
    let launch = Launch::new(&database.url()).without_bounds();
    let mut servers = [ServerProcess::start(&launch).await, ServerProcess::start(&launch).await];
    let addresses = [servers[0].address(), servers[1].address()];
    let balancer = Balancer::start(addresses.to_vec()).await;
    let mut crowd = Crowd::open(balancer.address(), ROOMS, seed, |_| [balancer.address(); 2]).await;

    let mut before = crowd.mark();
    for victim in [0, 1] {
        crowd.all_go_on(&before).await;
        crowd.more_answers(random.random_range(0..200)).await;
        assert!(Api::new(addresses[victim]).health().await.sockets > 0, "there is somebody to be moved");
        servers[victim].kill().await;
        let acknowledged = crowd.acknowledged();
        before = crowd.mark();
        acknowledged.are_known_to(addresses[1 - victim]).await;
        crowd.all_go_on(&before).await;
        before = crowd.mark();
        servers[victim].restart().await;
    }
    crowd.all_go_on(&before).await;
    all_agree(crowd, addresses, &database).await;
}

/// One server loses the database in some way while both serve: rooms of the other one alone go on meanwhile, and
/// afterwards all do.
async fn one_server_is_cut_off(cut_off: impl Fn(&Proxy)) {
    let seed = seed("failover");
    let database = Database::postgres().await;
    let network = Proxy::start(database.address());
    let healthy = ServerProcess::start(&Launch::new(&database.url()).without_bounds()).await;
    let behind_network = database.url_by_way_of(network.addr());
    let cut = ServerProcess::start(&Launch::new(&behind_network).without_bounds()).await;
    let servers = [healthy.address(), cut.address()];
    let (on_healthy, on_cut) = (0..20, 20..40);
    let players = |number: u64| match usize::try_from(number).expect("small") {
        room if on_healthy.contains(&room) => [servers[0]; 2],
        room if on_cut.contains(&room) => [servers[1]; 2],
        _ => servers,
    };
    let mut crowd = Crowd::open(servers[0], 60, seed, players).await;
    let opened = crowd.mark();
    crowd.all_go_on(&opened).await;

    cut_off(&network);
    let restored_at = Instant::now() + CUT_OFF;
    let mut mark = crowd.mark();
    // Twice, so that the answers which were on their way when the network went have all come.
    crowd.some_go_on(on_healthy.clone(), &mark).await;
    mark = crowd.mark();
    crowd.some_go_on(on_healthy.clone(), &mark).await;
    let after_the_cut = crowd.mark();
    while Instant::now() < restored_at {
        mark = crowd.mark();
        crowd.some_go_on(on_healthy.clone(), &mark).await;
    }
    assert!(crowd.mark().is_same_in(on_cut, &after_the_cut), "nothing is acknowledged that cannot be stored");
    sleep_until(restored_at).await;
    network.restore();
    mark = crowd.mark();
    crowd.all_go_on(&mark).await;
    all_agree(crowd, servers, &database).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_connections_to_the_database_are_refused_comes_back() {
    one_server_is_cut_off(Proxy::cut).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_database_falls_silent_comes_back() {
    one_server_is_cut_off(Proxy::swallow).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_words_reach_the_database_late_comes_back() {
    one_server_is_cut_off(Proxy::hold_back).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_go_on_when_hints_get_lost() {
    let seed = seed("failover");
    let database = Arc::new(Database::postgres().await);
    let setup =
        |part| Setup::without_bounds().through(move |store| Staged::new(store).losing_hints(generator(seed, part)));
    let servers = [TestServer::on(&database, setup(1)).await, TestServer::on(&database, setup(2)).await];
    let addresses = [servers[0].address(), servers[1].address()];
    let mut crowd = Crowd::open(addresses[0], ROOMS, seed, |_| addresses).await;
    for _ in 0..4 {
        let before = crowd.mark();
        crowd.all_go_on(&before).await;
    }
    all_agree(crowd, addresses, &database).await;
    for server in servers {
        server.stop().await;
    }
}
