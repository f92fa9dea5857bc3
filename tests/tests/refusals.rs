//! Everything a client can get wrong on a socket: each gets its own code, and none changes anything.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use protocol::{ClientMessage, ErrorCode, Join, Move, Refused, Resign, RoomId};
use tests::client::{Answer, Client, go_on, new_id, new_token, sit, watch};
use tests::http::{Api, room_of};
use tests::in_process::TestServer;
use tests::table::{Table, now};
use tokio_tungstenite::tungstenite::Message;

/// Sends any text and gives back the refusal that must be its answer.
async fn refused(client: &mut Client, text: &str) -> Refused {
    client.send_text(text).await.expect("the socket stays open");
    refusal(client.next_answer().await.expect("the socket stays open"), text)
}

fn refusal(answer: Answer, what: &str) -> Refused {
    let Err(refused) = answer else { panic!("{what} was accepted: {answer:?}") };
    assert!(!refused.message.is_empty(), "a refusal says why in words: {refused:?}");
    refused
}

/// A server with a table at which one move has been played, so that the guest is to move.
async fn one_move_played() -> (TestServer, Table) {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    (server, table)
}

#[tokio::test]
async fn frames_that_are_no_messages() {
    let (server, mut table) = one_move_played().await;
    let before = table.now().await;
    let long_id = format!(r#"{{"type":"ping","id":"{}"}}"#, "x".repeat(65));
    let deep = "[".repeat(4000);
    let frames = [
        ("", ErrorCode::BadJson),
        ("not json", ErrorCode::BadJson),
        (r#"{"type":"ping""#, ErrorCode::BadJson),
        (r#"{"type":"ping"} {"type":"ping"}"#, ErrorCode::BadJson),
        (deep.as_str(), ErrorCode::BadJson),
        ("[]", ErrorCode::BadJson),
        (r#"["ping"]"#, ErrorCode::BadJson),
        (r#"["ping","p1"]"#, ErrorCode::BadJson),
        ("null", ErrorCode::BadJson),
        ("7", ErrorCode::BadJson),
        (r#""ping""#, ErrorCode::BadJson),
        ("{}", ErrorCode::UnknownType),
        (r#"{"type":"fly"}"#, ErrorCode::UnknownType),
        (r#"{"type":null}"#, ErrorCode::UnknownType),
        (r#"{"type":["ping"]}"#, ErrorCode::UnknownType),
        (r#"{"type":"PING"}"#, ErrorCode::UnknownType),
        (r#"{"type":"snapshot"}"#, ErrorCode::UnknownType),
        (r#"{"type":"move"}"#, ErrorCode::BadMessage),
        (r#"{"type":"move","position":4}"#, ErrorCode::BadMessage),
        (r#"{"type":"move","position":-1,"move":"a13-c11"}"#, ErrorCode::BadMessage),
        (r#"{"type":"move","position":"4","move":"a13-c11"}"#, ErrorCode::BadMessage),
        (r#"{"type":"move","position":4,"move":["a13","c11"]}"#, ErrorCode::BadMessage),
        (r#"{"type":"resign"}"#, ErrorCode::BadMessage),
        (r#"{"type":"resign","game":1.5}"#, ErrorCode::BadMessage),
        (r#"{"type":"ping","id":7}"#, ErrorCode::BadMessage),
        (r#"{"type":"ping","id":""}"#, ErrorCode::BadMessage),
        (r#"{"type":"ping","id":"a b"}"#, ErrorCode::BadMessage),
        (long_id.as_str(), ErrorCode::BadMessage),
        (r#"{"type":"join","protocol":1}"#, ErrorCode::BadMessage),
        (r#"{"type":"join","protocol":1,"room":"too short"}"#, ErrorCode::BadMessage),
        (r#"{"type":"join","protocol":"1","room":"0123456789ab"}"#, ErrorCode::BadMessage),
    ];
    for (text, code) in frames {
        let refused = refused(&mut table.guest, text).await;
        assert_eq!(refused.code, code, "{text:?}");
        assert_eq!(refused.seq, Some(before.seq), "{text:?}");
    }
    table.guest.send_frame(Message::binary(br#"{"type":"ping"}"#.as_slice())).await.expect("the socket stays open");
    let answer = table.guest.next_answer().await.expect("the socket stays open");
    assert_eq!(refusal(answer, "a binary frame").code, ErrorCode::BadJson);

    assert_eq!(table.now().await, before);
    table.play_all(&["a13-c11"]).await;
    server.stop().await;
}

#[tokio::test]
async fn a_refusal_names_the_id_wherever_it_can_be_read() {
    let (server, mut table) = one_move_played().await;
    for text in [
        r#"{"type":"fly","id":"f1"}"#,
        r#"{"id":"f1"}"#,
        r#"{"type":"move","id":"f1"}"#,
        r#"{"type":"join","id":"f1","protocol":99}"#,
        r#"{"type":"resign","id":"f1","game":2}"#,
    ] {
        let refused = refused(&mut table.guest, text).await;
        assert_eq!(refused.id.as_ref().map(|id| id.as_str()), Some("f1"), "{text}");
    }
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_done_before_a_join() {
    let (server, table) = one_move_played().await;
    let before = table.now().await;
    let mut client = Client::connect(server.address()).await.expect("a socket");
    for text in [
        r#"{"type":"move","position":4,"move":"a13-c11"}"#,
        r#"{"type":"resign","game":1}"#,
        r#"{"type":"legal_moves"}"#,
        r#"{"type":"ping"}"#,
    ] {
        let refused = refused(&mut client, text).await;
        assert_eq!((refused.code, refused.seq), (ErrorCode::NotJoined, None), "{text}");
    }
    assert!(!client.has_view(), "the room is not shown to who has not joined");
    client.join(go_on(table.room, table.guest_token)).await.expect("the socket is still good for a join");
    assert_eq!(client.view().shared(), before);
    server.stop().await;
}

#[tokio::test]
async fn joins_that_are_refused_leave_the_socket_open_for_another() {
    let (server, table) = one_move_played().await;
    let other = Table::open(server.address(), "halma").await;
    let before = table.now().await;
    let unknown: RoomId = "zzzzzzzzzzzz".parse().expect("an id");
    let version = |protocol| Join { protocol, ..go_on(table.room, table.guest_token) };
    let joins = [
        ("an unknown room", watch(unknown), ErrorCode::UnknownRoom),
        ("an unknown room with a token", sit(unknown, table.guest_token), ErrorCode::UnknownRoom),
        ("a wrong token", go_on(table.room, new_token()), ErrorCode::UnknownToken),
        ("a token of another room", go_on(table.room, other.guest_token), ErrorCode::UnknownToken),
        ("a third player", sit(table.room, new_token()), ErrorCode::SeatsTaken),
        ("a player of another room", sit(table.room, other.host_token), ErrorCode::SeatsTaken),
        ("an older protocol", version(0), ErrorCode::UnsupportedProtocol),
        ("a newer protocol", version(2), ErrorCode::UnsupportedProtocol),
    ];
    let mut client = Client::connect(server.address()).await.expect("a socket");
    for (what, join, code) in joins {
        let refused = refusal(client.join(join).await, what);
        assert_eq!((refused.code, refused.seq), (code, None), "{what}");
    }
    assert!(!client.has_view(), "a refused join shows nothing of the room");
    client.join(go_on(table.room, table.guest_token)).await.expect("this one is right");
    assert_eq!(client.view().shared(), before);
    assert_eq!(table.now().await, before);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_is_for_one_room() {
    let (server, mut table) = one_move_played().await;
    let other = Table::open(server.address(), "halma").await;
    let (before, other_before) = (table.now().await, other.now().await);

    let refused = refusal(table.guest.join(go_on(other.room, other.guest_token)).await, "another room");
    assert_eq!((refused.code, refused.seq), (ErrorCode::WrongRoom, Some(before.seq)));

    assert_eq!((table.now().await, other.now().await), (before, other_before));
    table.play_all(&["a13-c11"]).await;
    server.stop().await;
}

#[tokio::test]
async fn moves_that_cannot_be_played() {
    let (server, mut table) = one_move_played().await;
    let before = table.now().await;
    assert_eq!(refusal(table.host.play("l1-l2").await, "out of turn").code, ErrorCode::NotYourTurn);

    let endless = ["a1"; 300].join("-");
    let garbage = ["", "-", "a13", "a13-", "a13-a13-", "a13c11", "a13 - c11", "a0-a1", "q1-q2", "é13-c11", "a13–c11"];
    for text in garbage.into_iter().chain([endless.as_str()]) {
        let refused = refusal(table.guest.play(text).await, text);
        // `a13` is well written, but nothing is placed in this game.
        let code = if text == "a13" { ErrorCode::IllegalMove } else { ErrorCode::BadMove };
        assert_eq!(refused.code, code, "{text:?}");
    }
    let illegal = ["a13-a13", "a13-b15", "a13-a3", "l3-l4", "e5-e6", "a13-b13-c13", "a5*c1"];
    for text in illegal {
        assert_eq!(refusal(table.guest.play(text).await, text).code, ErrorCode::IllegalMove, "{text}");
    }

    assert_eq!(table.now().await, before);
    table.play_all(&["A13-C11"]).await;
    assert_eq!(table.host.view().moves(), ["l2-l3", "a13-c11"], "capital letters are fine");
    server.stop().await;
}

#[tokio::test]
async fn a_chain_with_one_bad_hop_is_refused_whole() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let before = table.now().await;
    // From o2 a man hops over n3 to m4, and from there nowhere: l5, l4 and m5 are empty.
    let chains = [("o2-m4-k6", "hop 2"), ("o2-m4-k4", "hop 2"), ("o2-m4-m6-m8", "hop 2"), ("o2-o4-m4", "hop 1")];
    for (text, hop) in chains {
        let refused = refusal(table.host.play(text).await, text);
        assert_eq!(refused.code, ErrorCode::IllegalMove, "{text}");
        assert!(refused.message.contains(hop), "the message names the hop: {}", refused.message);
    }
    assert_eq!(table.now().await, before, "the good hops were not played");
    table.play_all(&["o2-m4"]).await;
    server.stop().await;
}

#[tokio::test]
async fn a_move_for_another_position_is_stale() {
    let (server, mut table) = one_move_played().await;
    table.play_all(&["a13-c11", "l3-l4"]).await;
    let before = table.now().await;
    let position = before.game.as_ref().expect("a game").position;
    for stale in [0, 1, position - 2, position - 1, position + 1, u64::MAX] {
        let message = Move { id: Some(new_id()), position: stale, text: "c11-c10".to_owned() };
        let refused = refusal(table.guest.call(&ClientMessage::Move(message)).await, "a stale move");
        assert_eq!((refused.code, refused.seq), (ErrorCode::StalePosition, Some(before.seq)), "for position {stale}");
    }
    assert_eq!(table.now().await, before);
    table.play_all(&["c11-c10"]).await;
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_played_before_the_game_starts() {
    let server = TestServer::start().await;
    let token = new_token();
    let request = room_of("halma", token, protocol::SidesChoice::First);
    let room = Api::new(server.address()).create(&request).await.room;
    let mut host = Client::joined(server.address(), go_on(room, token)).await;
    let before = now(server.address(), room).await;
    assert_eq!(refusal(host.play("l2-l3").await, "a move").code, ErrorCode::NotStarted);
    assert_eq!(refusal(host.resign().await, "a resignation").code, ErrorCode::NotStarted);
    assert_eq!(refusal(host.ask_legal_moves().await, "legal moves").code, ErrorCode::NotStarted);
    assert_eq!(now(server.address(), room).await, before);
    server.stop().await;
}

#[tokio::test]
async fn a_finished_game_stays_as_it_is() {
    let (server, mut table) = one_move_played().await;
    table.play_all(&["a13-c11"]).await;
    table.guest.resign().await.expect("the guest may resign");
    table.host.until("the end", tests::view::RoomView::is_over).await;
    let before = table.now().await;
    let statistics = Api::new(server.address()).stats("halma").await;
    assert_eq!(statistics.games, 1);
    for player in [&mut table.host, &mut table.guest] {
        assert_eq!(refusal(player.play("l3-l4").await, "a move").code, ErrorCode::GameOver);
        assert_eq!(refusal(player.resign().await, "a resignation").code, ErrorCode::GameOver);
        assert_eq!(refusal(player.ask_legal_moves().await, "legal moves").code, ErrorCode::GameOver);
    }
    assert_eq!(table.now().await, before);
    assert_eq!(Api::new(server.address()).stats("halma").await, statistics);
    server.stop().await;
}

#[tokio::test]
async fn a_resignation_of_another_game_is_refused() {
    let (server, mut table) = one_move_played().await;
    let before = table.now().await;
    for game in [0, 2, u32::MAX] {
        let message = ClientMessage::Resign(Resign { id: Some(new_id()), game });
        assert_eq!(refusal(table.host.call(&message).await, "a resignation").code, ErrorCode::WrongGame, "{game}");
    }
    assert_eq!(table.now().await, before);
    server.stop().await;
}
