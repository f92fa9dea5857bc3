//! Going on: after a restart, a broken network, a long absence, or a server that was asked to end.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::time::Duration;

use protocol::{Seat, ServerMessage, Side};
use rand::RngExt;
use tests::client::{Client, Gone, go_on, watch};
use tests::database::Database;
use tests::eventually;
use tests::http::Api;
use tests::in_process::{Setup, TestServer};
use tests::process::{Launch, ServerProcess};
use tests::proxy::Proxy;
use tests::resuming::Resuming;
use tests::seed::{generator, seed};
use tests::table::{Table, now};
use tests::vectors;

#[tokio::test]
async fn rooms_are_there_again_after_a_restart() {
    let server = TestServer::start().await;
    let mut played = Table::open(server.address(), "halma").await;
    played.play_all(&["l2-l3", "a13-c11", "l3-l4"]).await;
    let fresh = Table::open(server.address(), "halma").await;
    let (played_before, fresh_before) = (played.now().await, fresh.now().await);

    let server = server.restart().await;
    assert_eq!(played.now().await, played_before);
    assert_eq!(fresh.now().await, fresh_before);
    assert_eq!(played_before.to_move, Some(Side::Second));
    played.host = Client::joined(server.address(), go_on(played.room, played.host_token)).await;
    played.guest = Client::joined(server.address(), go_on(played.room, played.guest_token)).await;
    assert_eq!(played.host.view().you(), Some(Seat::Host));
    assert_eq!(played.guest.view().you(), Some(Seat::Guest));
    assert_eq!(played.host.legal(), None, "only who is to move is told the legal moves");
    assert_eq!(played.guest.legal().map(|legal| legal.position), Some(played_before.seq));
    played.play_all(&["c11-c10", "l4-l5"]).await;
    server.stop().await;
}

#[tokio::test]
async fn a_room_without_sockets_leaves_memory_and_comes_back() {
    let server = TestServer::with(Setup::with(|config| config.room_idle_seconds = 1)).await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    let before = table.now().await;
    let api = Api::new(server.address());
    assert_eq!(api.health().await.rooms, 1, "a room with sockets stays");

    let (room, address) = (table.room, table.address);
    let tokens = (table.host_token, table.guest_token);
    drop((table.host, table.guest));
    eventually("the room leaves memory", async || (api.health().await.rooms == 0).then_some(())).await;

    assert_eq!(now(address, room).await, before);
    let mut guest = Client::joined(address, go_on(room, tokens.1)).await;
    guest.play("a13-c11").await.expect("the guest is to move");
    let host = Client::joined(address, go_on(room, tokens.0)).await;
    assert_eq!(host.view().moves(), ["l2-l3", "a13-c11"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_gets_a_snapshot_in_the_place_of_what_it_missed() {
    let server = TestServer::with(Setup::with(|config| config.socket_queue = 8.try_into().expect("not zero"))).await;
    let mut table = Table::open(server.address(), "halma").await;
    let record = vectors::games("halma").into_iter().find(|record| record.moves.len() > 300).expect("a long game");
    let (opening, rest) = record.moves.split_at(200);
    table.play_all(opening).await;

    let mut slow = Client::connect_with_little_buffer(server.address()).await.expect("a socket");
    slow.join(watch(table.room)).await.expect("the join is accepted");
    // It asks for a snapshot again and again and reads none, until the network between holds all that it can.
    let padding = "x".repeat(3900);
    let again = format!(r#"{{"type":"join","protocol":1,"room":"{}","padding":"{padding}"}}"#, table.room);
    let mut asked = 0;
    while let Ok(sent) = tokio::time::timeout(Duration::from_secs(1), slow.send_text(&again)).await {
        sent.expect("the socket stays open");
        asked += 1;
        assert!(asked < 20_000, "the server reads on without end although nobody reads its answers");
    }
    slow.take_received();
    table.play_all(&rest[..100]).await;

    let seq = table.host.view().seq();
    slow.until_seq(seq).await;
    assert_eq!(slow.view().shared(), table.host.view().shared());
    let events = slow.take_received().iter().filter(|message| matches!(message, ServerMessage::Event(_))).count();
    assert!(events < 100, "a reader that was behind is not sent every event");
    // From here on it is sent events again.
    table.play_all(&rest[100..101]).await;
    slow.until_seq(seq + 1).await;
    assert!(matches!(slow.take_received().last(), Some(ServerMessage::Event(_))));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_go_on_through_a_network_that_breaks_and_a_server_that_restarts() {
    let seed = seed("resume");
    let mut random = generator(seed, 0);
    let mut server = TestServer::start().await;
    let table = Table::open(server.address(), "halma").await;
    let proxies = [Proxy::start(server.address()), Proxy::start(server.address())];
    let mut players = [(&proxies[0], table.host_token), (&proxies[1], table.guest_token)]
        .map(|(proxy, token)| Resuming::new(proxy.addr(), go_on(table.room, token), generator(seed, 1)));
    let record = &vectors::games("halma")[1];
    let played = 120;
    for (ply, text) in record.moves[..played].iter().enumerate() {
        match random.random_range(0..12) {
            0 => server = server.restart().await,
            1..4 => {
                let proxy = &proxies[random.random_range(0..2)];
                proxy.cut();
                proxy.restore();
            }
            _ => {}
        }
        let mover = usize::from(record.trace[ply].to_move == Side::Second);
        players[mover].until(|view| view.my_turn() && view.moves().len() == ply).await;
        if random.random_range(0..4) == 0 {
            lose_the_answer(&mut players[mover], &proxies[mover], text).await;
        } else {
            players[mover].play(text).await.unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
        }
    }
    let last = table.now().await;
    assert_eq!(last.game.as_ref().map(|game| &*game.moves), Some(&record.moves[..played]));
    for player in &mut players {
        player.until(|view| view.seq() == last.seq).await;
        assert_eq!(player.connected().await.view().shared(), last);
        assert!(player.connections() > 1, "the network broke at least once");
    }
    server.stop().await;
}

/// Plays a move while the network loses the answer, then breaks, and comes back.
async fn lose_the_answer(player: &mut Resuming, proxy: &Proxy, text: &str) {
    player.connected().await;
    proxy.lose_answers();
    let network = async {
        proxy.answer_lost().await;
        proxy.cut();
        proxy.restore();
    };
    let (answer, ()) = tokio::join!(player.play(text), network);
    answer.unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
}

#[tokio::test]
async fn a_server_that_is_asked_to_end_says_that_it_will_be_back() {
    let database = Database::temporary();
    let mut server = ServerProcess::start(&Launch::new(&database.url())).await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    let mut watcher = Client::joined(server.address(), watch(table.room)).await;
    let mut not_joined = Client::connect(server.address()).await.expect("a socket");
    not_joined.ping().await.expect_err("the socket is open, but in no room");
    // A move is on its way when the signal comes: either it is acknowledged and stays, or it never happened.
    let last_move = table.guest.a_move("a13-c11");
    table.guest.send(&last_move).await.expect("sent");
    server.terminate();

    let mut acknowledged = false;
    let clients = [
        ("host", &mut table.host),
        ("guest", &mut table.guest),
        ("watcher", &mut watcher),
        ("one in no room", &mut not_joined),
    ];
    for (who, client) in clients {
        client.take_received();
        assert_eq!(client.until_gone().await, Gone::Closed(Some(1012)), "{who}");
        let received = client.take_received();
        let Some(ServerMessage::Restart(restart)) = received.last() else {
            panic!("no word of a restart: {received:?}")
        };
        assert!(restart.retry_after >= 1 && !restart.message.is_empty());
        acknowledged |= received.iter().any(|message| matches!(message, ServerMessage::Okay(_)));
    }
    server.ended_well().await;

    server.restart().await;
    let moves = table.now().await.game.expect("the game is still there").moves;
    assert_eq!(moves.first().map(String::as_str), Some("l2-l3"));
    assert!(!acknowledged || moves == ["l2-l3", "a13-c11"], "an acknowledged move stays: {moves:?}");
    let mut guest = Client::joined(server.address(), go_on(table.room, table.guest_token)).await;
    assert_eq!(guest.call(&last_move).await.expect("accepted, now or then").seq, 5);
    assert_eq!(table.now().await.game.expect("a game").moves, ["l2-l3", "a13-c11"]);
    server.terminate();
    server.ended_well().await;
}
