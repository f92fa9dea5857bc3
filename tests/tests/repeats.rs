//! Sending again: whatever answer got lost, the same message with the same id does its work once.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use protocol::{ClientMessage, Okay, SidesChoice, Snapshot};
use tests::client::{Client, go_on, new_token, sit};
use tests::eventually;
use tests::http::{Api, room_of};
use tests::in_process::TestServer;
use tests::proxy::Proxy;
use tests::table::Table;

/// Sends a command that was accepted before; it must be answered as then, and change nothing.
async fn sends_again(client: &mut Client, message: &ClientMessage, first: &Okay, before: &Snapshot) {
    let again = client.call(message).await.expect("accepted again");
    assert_eq!((again.seq, &again.id), (first.seq, &first.id));
    assert_eq!(client.view().shared(), *before);
}

#[tokio::test]
async fn a_move_sent_again_plays_once() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let message = table.host.a_move("l2-l3");
    let first = table.host.call(&message).await.expect("accepted");
    let before = table.now().await;
    assert_eq!((first.seq, before.seq), (4, 4));

    sends_again(&mut table.host, &message, &first, &before).await;
    let mut elsewhere = Client::joined(server.address(), go_on(table.room, table.host_token)).await;
    sends_again(&mut elsewhere, &message, &first, &before).await;

    // Not even when the game has gone on meanwhile.
    table.guest.until_seq(4).await;
    table.guest.play("a13-c11").await.expect("accepted");
    table.host.until_seq(5).await;
    let later = table.now().await;
    sends_again(&mut table.host, &message, &first, &later).await;

    let server = server.restart().await;
    let mut after_restart = Client::joined(server.address(), go_on(table.room, table.host_token)).await;
    sends_again(&mut after_restart, &message, &first, &later).await;
    assert_eq!(table.now().await, later);
    server.stop().await;
}

#[tokio::test]
async fn the_same_id_from_the_other_seat_is_another_command() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let ClientMessage::Move(by_host) = table.host.a_move("l2-l3") else { panic!("a move") };
    table.host.call(&ClientMessage::Move(by_host.clone())).await.expect("accepted");
    table.guest.until_seq(4).await;
    let by_guest = protocol::Move { position: 4, text: "a13-c11".to_owned(), ..by_host };
    assert_eq!(table.guest.call(&ClientMessage::Move(by_guest)).await.expect("accepted").seq, 5);
    assert_eq!(table.now().await.game.expect("a game").moves, ["l2-l3", "a13-c11"]);
    server.stop().await;
}

#[tokio::test]
async fn a_resignation_and_the_last_move_can_be_sent_again_after_the_end() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    let last = table.guest.a_move("a13-c11");
    let played = table.guest.call(&last).await.expect("accepted");
    table.host.until_seq(played.seq).await;
    let resignation = ClientMessage::Resign(protocol::Resign { id: Some(tests::client::new_id()), game: 1 });
    let resigned = table.host.call(&resignation).await.expect("accepted");
    table.guest.until_seq(resigned.seq).await;
    let before = table.now().await;

    sends_again(&mut table.host, &resignation, &resigned, &before).await;
    sends_again(&mut table.guest, &last, &played, &before).await;
    let server = server.restart().await;
    let mut host = Client::joined(server.address(), go_on(table.room, table.host_token)).await;
    sends_again(&mut host, &resignation, &resigned, &before).await;
    assert_eq!(Api::new(server.address()).stats("halma").await.games, 1, "the game counts once");
    server.stop().await;
}

#[tokio::test]
async fn a_refused_command_is_judged_anew() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let ClientMessage::Move(early) = table.guest.a_move("a13-c11") else { panic!("a move") };
    table.guest.call(&ClientMessage::Move(early.clone())).await.expect_err("not the guest's turn");
    table.play_all(&["l2-l3"]).await;
    let again = protocol::Move { position: table.guest.view().seq(), ..early };
    table.guest.call(&ClientMessage::Move(again)).await.expect("now it is, and the id is free");
    server.stop().await;
}

#[tokio::test]
async fn a_move_whose_answer_was_lost_is_played_once() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let proxy = Proxy::start(server.address());
    let mut host = Client::joined(proxy.addr(), go_on(table.room, table.host_token)).await;
    let message = host.a_move("l2-l3");
    proxy.lose_answers();
    host.send(&message).await.expect("the network carries what is sent");
    table.guest.until_seq(4).await;
    proxy.cut();
    proxy.restore();

    let mut host = Client::joined(proxy.addr(), go_on(table.room, table.host_token)).await;
    assert_eq!(host.view().moves(), ["l2-l3"]);
    let before = table.now().await;
    assert_eq!(host.call(&message).await.expect("accepted").seq, 4);
    assert_eq!(table.now().await, before);
    server.stop().await;
}

#[tokio::test]
async fn a_lost_answer_to_the_request_for_a_room_loses_no_seat() {
    let server = TestServer::start().await;
    let proxy = Proxy::start(server.address());
    let api = Api::new(proxy.addr());
    let request = room_of("halma", new_token(), SidesChoice::First);
    proxy.lose_answers();
    let asking = tokio::spawn({
        let (api, request) = (api.clone(), request.clone());
        async move { api.post_room(&request).await }
    });
    proxy.answer_lost().await;
    proxy.cut();
    asking.await.expect("no panic").expect_err("the answer was lost with the connection");
    proxy.restore();

    let again = api.post_room(&request).await.expect("an answer");
    assert_eq!(again.status, 200, "the room was there already: {}", again.text);
    let created: protocol::http::RoomCreated = again.json();
    let host = Client::joined(server.address(), go_on(created.room, request.token)).await;
    assert_eq!(host.view().you(), Some(protocol::Seat::Host));
    server.stop().await;
}

#[tokio::test]
async fn a_lost_answer_to_a_join_loses_no_seat() {
    let server = TestServer::start().await;
    let host_token = new_token();
    let request = room_of("halma", host_token, SidesChoice::First);
    let room = Api::new(server.address()).create(&request).await.room;
    let mut host = Client::joined(server.address(), go_on(room, host_token)).await;
    let proxy = Proxy::start(server.address());
    let join = sit(room, new_token());
    let mut guest = Client::connect(proxy.addr()).await.expect("a socket");
    proxy.lose_answers();
    guest.send(&ClientMessage::Join(join.clone())).await.expect("the network carries what is sent");
    host.until("the start", |view| view.game().is_some()).await;
    proxy.cut();
    guest.receive().await.expect_err("the connection is cut");
    proxy.restore();

    // The very same join again: the seat is his already.
    let mut guest = Client::joined(proxy.addr(), join).await;
    assert_eq!(guest.view().you(), Some(protocol::Seat::Guest));
    assert_eq!(guest.view().seq(), 3, "seated and started once");
    host.play("l2-l3").await.expect("accepted");
    guest.until_seq(4).await;
    guest.play("a13-c11").await.expect("accepted");
    server.stop().await;
}

#[tokio::test]
async fn a_connection_cut_before_any_answer_loses_no_seat() {
    let server = TestServer::start().await;
    let host_token = new_token();
    let request = room_of("halma", host_token, SidesChoice::First);
    let room = Api::new(server.address()).create(&request).await.room;
    let mut host = Client::joined(server.address(), go_on(room, host_token)).await;
    let join = sit(room, new_token());

    // The join is sent and the connection ends at once; whether the server still carries it out is its affair.
    let mut guest = Client::connect(server.address()).await.expect("a socket");
    guest.send(&ClientMessage::Join(join.clone())).await.expect("sent");
    drop(guest);
    let guest = eventually("the guest sits", async || {
        let client = Client::joined(server.address(), join.clone()).await;
        client.view().game().is_some().then_some(client)
    })
    .await;
    assert_eq!(guest.view().you(), Some(protocol::Seat::Guest));
    host.until("the start", |view| view.game().is_some()).await;
    assert_eq!(host.view().seq(), 3, "seated and started once");
    server.stop().await;
}
