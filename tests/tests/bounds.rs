//! The bounds that keep one client from taking the server from the others: each is answered with its code, and what
//! went beyond it was not carried out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use protocol::{ClientMessage, ErrorCode, MAX_FRAME_BYTES, SidesChoice};
use tests::client::{Answer, Client, Gone, go_on, new_token};
use tests::eventually;
use tests::http::{Api, room_of};
use tests::in_process::{Setup, TestServer};
use tests::table::Table;

/// The longest frame that is read at all, in bytes. What is longer ends the socket.
const READ_LIMIT: usize = 64 * 1024;

/// A `ping` of exactly so many bytes; what it is filled up with is a field that nobody knows.
fn ping_of(bytes: usize) -> String {
    let empty = r#"{"type":"ping","padding":""}"#;
    let padding = "x".repeat(bytes - empty.len());
    empty.replace(r#""""#, &format!(r#""{padding}""#))
}

#[tokio::test]
async fn frames_up_to_the_bound_are_read_and_longer_ones_refused() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let before = table.now().await;
    for (bytes, expected) in [
        (MAX_FRAME_BYTES, Ok(())),
        (MAX_FRAME_BYTES + 1, Err(ErrorCode::FrameTooLarge)),
        (READ_LIMIT, Err(ErrorCode::FrameTooLarge)),
        (MAX_FRAME_BYTES, Ok(())),
    ] {
        let text = ping_of(bytes);
        assert_eq!(text.len(), bytes);
        table.host.send_text(&text).await.expect("the socket stays open");
        let answer = table.host.next_answer().await.expect("the socket stays open");
        assert_eq!(answer.map(|_| ()).map_err(|refused| refused.code), expected, "{bytes} bytes");
    }
    assert_eq!(table.now().await, before);
    table.play_all(&["l2-l3"]).await;
    server.stop().await;
}

#[tokio::test]
async fn a_frame_too_long_to_be_read_ends_the_socket_but_not_the_seat() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let before = table.now().await;
    table.host.send_text(&ping_of(READ_LIMIT + 1)).await.expect("the kernel takes it");
    let answer = table.host.next_answer().await.expect("the server says why it closes");
    assert_eq!(answer.unwrap_err().code, ErrorCode::FrameTooLarge);
    assert_eq!(table.host.until_gone().await, Gone::Closed(Some(1009)));

    assert_eq!(table.now().await, before);
    table.host = Client::joined(server.address(), go_on(table.room, table.host_token)).await;
    table.play_all(&["l2-l3"]).await;
    server.stop().await;
}

#[tokio::test]
async fn who_floods_is_refused_and_nothing_of_it_is_done() {
    let setup = Setup::with(|config| {
        config.messages_per_second = 1.try_into().expect("not zero");
        config.message_burst = 5.try_into().expect("not zero");
    });
    let server = TestServer::with(setup).await;
    // The flood ends with a move. In the instant in which the server grants one message more it could slip through;
    // then another table is tried.
    let mut flooded = None;
    for _ in 0..5 {
        let mut table = Table::open(server.address(), "halma").await;
        let message = table.host.a_move("l2-l3");
        if let Err(refused) = flood(&mut table.host, &message).await {
            assert_eq!((refused.code, refused.id.as_ref()), (ErrorCode::TooManyMessages, message.id()));
            flooded = Some((table, message));
            break;
        }
    }
    let (mut table, message) = flooded.expect("the last message of a flood is refused");
    assert_eq!(table.now().await.game.map(|game| game.moves.len()), Some(0), "the refused move was not played");

    // Whoever waits is served again, and the same message with the same id is judged anew.
    let played = until_accepted(&mut table.host, &message).await;
    table.guest.until_seq(played).await;
    assert_eq!(table.guest.view().moves(), ["l2-l3"]);
    server.stop().await;
}

/// Sends far too many messages at once, the given one last, and gives back the answer to that.
async fn flood(client: &mut Client, last: &ClientMessage) -> Answer {
    let pings = 100;
    for _ in 0..pings {
        client.send_text(r#"{"type":"ping"}"#).await.expect("the socket stays open");
    }
    client.send(last).await.expect("the socket stays open");
    let mut refusals = 0;
    for _ in 0..pings {
        if let Err(refused) = client.next_answer().await.expect("the socket stays open") {
            assert_eq!(refused.code, ErrorCode::TooManyMessages);
            assert!(refused.retry_after.is_some_and(|seconds| seconds >= 1), "{refused:?}");
            refusals += 1;
        }
    }
    assert!(refusals > 0, "{pings} messages at once are too many");
    client.next_answer().await.expect("the socket stays open")
}

#[tokio::test]
async fn who_never_stops_flooding_loses_the_socket_but_not_the_seat() {
    let setup = Setup::with(|config| {
        config.messages_per_second = 1.try_into().expect("not zero");
        config.message_burst = 5.try_into().expect("not zero");
    });
    let server = TestServer::with(setup).await;
    let mut table = Table::open(server.address(), "halma").await;
    let before = table.now().await;
    let mut refusals = 0;
    let gone = loop {
        if let Err(gone) = table.host.send_text(r#"{"type":"ping"}"#).await {
            break gone;
        }
        match table.host.next_answer().await {
            Ok(answer) => refusals += u32::from(answer.is_err()),
            Err(gone) => break gone,
        }
        assert!(refusals <= 600, "the server puts up with it for ever");
    };
    assert_eq!(gone, Gone::Closed(Some(1008)));
    assert!(refusals >= 500, "the socket is closed after 500 refusals in a row, not after {refusals}");

    table.host = Client::joined(server.address(), go_on(table.room, table.host_token)).await;
    assert_eq!(table.now().await, before);
    table.play_all(&["l2-l3"]).await;
    server.stop().await;
}

/// Sends a message as often as it takes, pausing as the refusals say, until it is accepted.
async fn until_accepted(client: &mut Client, message: &ClientMessage) -> u64 {
    for _ in 0..30 {
        match client.call(message).await {
            Ok(okay) => return okay.seq,
            Err(refused) => {
                let seconds = refused.retry_after.expect("a refusal of a flood says how long to wait");
                tokio::time::sleep(std::time::Duration::from_secs(seconds.into())).await;
            }
        }
    }
    panic!("never accepted: {message:?}");
}

#[tokio::test]
async fn rooms_per_address_are_bounded() {
    let setup = Setup::with(|config| {
        config.rooms_per_hour = 1.try_into().expect("not zero");
        config.room_burst = 2.try_into().expect("not zero");
    });
    let server = TestServer::with(setup).await;
    let api = Api::new(server.address());
    let requests: Vec<_> = (0..3).map(|_| room_of("halma", new_token(), SidesChoice::First)).collect();
    let first = api.create(&requests[0]).await;
    api.create(&requests[1]).await;

    let reply = api.post_room(&requests[2]).await.expect("an answer");
    let refusal = reply.refusal();
    assert_eq!((reply.status, refusal.code), (429, ErrorCode::TooManyRooms));
    let seconds = refusal.retry_after.expect("it says how long to wait");
    assert!(seconds >= 1);
    assert_eq!(reply.headers.get("retry-after").and_then(|value| value.to_str().ok()), Some(&*seconds.to_string()));

    assert!(Client::joined(server.address(), go_on(first.room, requests[0].token)).await.view().game().is_none());
    server.stop().await;
}

#[tokio::test]
async fn sockets_per_address_are_bounded() {
    let setup = Setup::with(|config| config.sockets_per_address = 2.try_into().expect("not zero"));
    let server = TestServer::with(setup).await;
    let mut table = Table::open(server.address(), "halma").await;

    let refused = Client::connect(server.address()).await.expect_err("the third socket is one too many");
    let tokio_tungstenite::tungstenite::Error::Http(answer) = refused else { panic!("{refused:?}") };
    assert_eq!(answer.status(), 429);
    let body: protocol::ErrorBody =
        serde_json::from_slice(answer.body().as_deref().unwrap_or_default()).expect("a body");
    assert_eq!(body.code, ErrorCode::TooManySockets);
    table.play_all(&["l2-l3"]).await;

    // A socket that is closed makes room for another one.
    drop(table.guest);
    let mut guest = eventually("another socket is let in", async || Client::connect(server.address()).await.ok()).await;
    guest.join(go_on(table.room, table.guest_token)).await.expect("the seat is still the guest's");
    server.stop().await;
}
