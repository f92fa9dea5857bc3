//! Two servers on one database: whoever plays does not notice which one it is.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{Event, ServerMessage, Side};
use tests::client::{Client, go_on, watch};
use tests::database::Database;
use tests::http::Api;
use tests::in_process::{Setup, TestServer};
use tests::proxy::Proxy;
use tests::staged::Staged;
use tests::stored::Stored;
use tests::table::Table;
use tests::vectors;
use tests::view::RoomView;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// How late a move may reach the other server when nobody hints at it.
const LATEST_WITHOUT_HINTS: Duration = Duration::from_secs(3);

async fn two_servers(database: &Arc<Database>, setup: Setup) -> [TestServer; 2] {
    [TestServer::on(database, setup.clone()).await, TestServer::on(database, setup).await]
}

fn addresses(servers: &[TestServer; 2]) -> [SocketAddr; 2] {
    [servers[0].address(), servers[1].address()]
}

async fn stop(servers: [TestServer; 2]) {
    for server in servers {
        server.stop().await;
    }
}

/// Somebody who watches at a server and knows of the start.
async fn watcher(server: SocketAddr, table: &Table) -> Client {
    let mut watcher = Client::joined(server, watch(table.room)).await;
    watcher.until("the start", |view| view.game().is_some()).await;
    watcher.take_received();
    watcher
}

fn events(client: &mut Client) -> Vec<Event> {
    let event = |message| if let ServerMessage::Event(event) = message { Some(*event) } else { None };
    client.take_received().into_iter().filter_map(event).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_looks_the_same_from_both() {
    let database = Arc::new(Database::postgres().await);
    let servers = two_servers(&database, Setup::without_bounds()).await;
    let addresses = addresses(&servers);
    let mut table = Table::across(addresses, "jarmo").await;
    let mut watchers = [watcher(addresses[0], &table).await, watcher(addresses[1], &table).await];
    for client in [&mut table.host, &mut table.guest] {
        client.take_received();
    }

    let record = &vectors::games("jarmo")[0];
    table.play_all(&record.moves).await;
    let stored = Stored::on(&database).await.room(table.room).await;
    assert_eq!(stored.game.as_ref().expect("a game").moves, record.moves);
    let mut seen = Vec::new();
    for client in watchers.iter_mut().chain([&mut table.host, &mut table.guest]) {
        client.until("the end", RoomView::is_over).await;
        assert_eq!(client.view().shared(), stored);
        seen.push(events(client));
    }
    assert_eq!(seen[0].iter().map(|event| event.seq).collect::<Vec<_>>(), (4..=stored.seq).collect::<Vec<_>>());
    assert!(seen.iter().all(|events| *events == seen[0]), "all are sent the same");

    let id = table.host.view().game().and_then(|game| game.result.as_ref()).expect("the game is over").id;
    let (one, other) = (Api::new(addresses[0]), Api::new(addresses[1]));
    assert_eq!(one.archived(id).await, other.archived(id).await);
    assert_eq!(one.stats("jarmo").await.games, 1);
    assert_eq!(one.stats("jarmo").await, other.stats("jarmo").await);
    stop(servers).await;
}

/// Plays moves across two servers, and measures how long after its answer each one is there for the other player.
async fn delays(table: &mut Table, moves: &[String]) -> Vec<Duration> {
    let mut delays = Vec::new();
    for text in moves {
        let side = table.host.view().to_move().expect("a game is running");
        let (mover, other) = match side {
            Side::First => (&mut table.host, &mut table.guest),
            Side::Second => (&mut table.guest, &mut table.host),
        };
        let seq = mover.play(text).await.expect("a legal move").seq;
        let answered = Instant::now();
        other.until_seq(seq).await;
        delays.push(answered.elapsed());
    }
    delays
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_brings_a_move_at_once() {
    let database = Arc::new(Database::postgres().await);
    // So nothing but a hint can bring it.
    let setup = Setup::without_bounds().through(|store| Staged::new(store).without_heads());
    let servers = two_servers(&database, setup).await;
    let mut table = Table::across(addresses(&servers), "halma").await;
    let mut delays = delays(&mut table, &vectors::games("halma")[0].moves[..40]).await;
    delays.sort_unstable();
    println!("median {:?}, longest {:?}", delays[delays.len() / 2], delays[delays.len() - 1]);
    // A hint waits at most 10 ms for others; the rest is for a machine that does many other things.
    assert!(delays[delays.len() / 2] < Duration::from_millis(500), "{delays:?}");
    stop(servers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_hints_a_move_takes_at_most_three_seconds() {
    let database = Arc::new(Database::postgres().await);
    let servers = two_servers(&database, Setup::without_bounds().without_hints()).await;
    let mut rooms = JoinSet::new();
    for _ in 0..8 {
        let addresses = addresses(&servers);
        rooms.spawn(async move {
            let mut table = Table::across(addresses, "halma").await;
            delays(&mut table, &vectors::games("halma")[0].moves[..4]).await
        });
    }
    let mut delays = rooms.join_all().await.concat();
    delays.sort_unstable();
    let longest = delays[delays.len() - 1];
    println!("median {:?}, longest {longest:?}", delays[delays.len() / 2]);
    assert!(longest <= LATEST_WITHOUT_HINTS, "{delays:?}");
    // The two ask every two seconds, so of a move and its answer one waits for a second at least.
    assert!(longest > Duration::from_millis(500), "these were hints: {delays:?}");
    stop(servers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_hints_and_without_asking_nothing_is_heard() {
    let database = Arc::new(Database::postgres().await);
    let setup = Setup::without_bounds().without_hints().through(|store| Staged::new(store).without_heads());
    let servers = two_servers(&database, setup).await;
    let mut table = Table::open(servers[0].address(), "halma").await;
    let mut elsewhere = Client::joined(servers[1].address(), watch(table.room)).await;
    table.play_all(&["l2-l3"]).await;
    // What the two tests above measure has no third way.
    timeout(LATEST_WITHOUT_HINTS, elsewhere.until_seq(4)).await.expect_err("the other server was told nothing");
    stop(servers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_come_again_after_the_network_has_swallowed_some() {
    let database = Arc::new(Database::postgres().await);
    let network = Proxy::start(database.address());
    let setup = || Setup::without_bounds().through(|store| Staged::new(store).without_heads());
    let near = TestServer::on(&database, setup()).await;
    let far = TestServer::on(&database, setup().by_way_of(network.addr())).await;
    let mut table = Table::open(near.address(), "halma").await;
    let mut elsewhere = Client::joined(far.address(), watch(table.room)).await;
    let moves = &vectors::games("halma")[0].moves;
    table.play_all(&moves[..1]).await;
    elsewhere.until_seq(4).await;

    network.swallow();
    table.play_all(&moves[1..2]).await;
    timeout(Duration::from_secs(1), elsewhere.until_seq(5)).await.expect_err("the network is silent");
    network.restore();
    let mut heard = 0;
    for text in &moves[2..100] {
        table.play_all(&[text]).await;
        if timeout(Duration::from_millis(500), elsewhere.until_seq(table.host.view().seq())).await.is_ok() {
            heard += 1;
        }
        if heard == 3 {
            break;
        }
    }
    assert_eq!(heard, 3, "hints stay away");
    assert_eq!(elsewhere.view().shared(), table.host.view().shared());
    stop([near, far]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_changes_servers_is_shown_what_was_acknowledged() {
    let database = Arc::new(Database::postgres().await);
    // So the other server has no way to hear of a move in time, as may happen when the first one is killed.
    let setup = Setup::without_bounds().without_hints().through(|store| Staged::new(store).without_heads());
    let servers = two_servers(&database, setup).await;
    let mut table = Table::open(servers[0].address(), "halma").await;
    let mut there = Client::joined(servers[1].address(), watch(table.room)).await;
    let played = table.host.play("l2-l3").await.expect("a legal move").seq;
    let moved = Client::joined(servers[1].address(), go_on(table.room, table.host_token)).await;
    assert_eq!(moved.view().seq(), played, "a move that was acknowledged is there, whichever server is asked");
    // So do those hear of it who were there already.
    there.until_seq(played).await;
    stop(servers).await;
}
