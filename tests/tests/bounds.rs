//! The bounds that keep one client from taking the server from the others: each is answered with its code, and what
//! went beyond it was not carried out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use protocol::{ClientMessage, ErrorCode, MAX_FRAME_BYTES, SidesChoice};
use tests::client::{Answer, Client, Gone, go_on, new_token, watch};
use tests::http::{Api, room_of};
use tests::in_process::{Setup, TestServer};
use tests::table::Table;
use tests::{PATIENCE, eventually};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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
    assert!(refusals >= 500, "the socket is closed once 500 more were refused than taken, not after {refusals}");

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
    assert!(answer.headers().contains_key("retry-after"), "it says how long to wait");
    let body: protocol::ErrorBody =
        serde_json::from_slice(answer.body().as_deref().unwrap_or_default()).expect("a body");
    assert_eq!((body.code, body.retry_after), (ErrorCode::TooManySockets, Some(10)));
    table.play_all(&["l2-l3"]).await;

    // A socket that is closed makes room for another one.
    drop(table.guest);
    let mut guest = eventually("another socket is let in", async || Client::connect(server.address()).await.ok()).await;
    guest.join(go_on(table.room, table.guest_token)).await.expect("the seat is still the guest's");
    server.stop().await;
}

/// A number for a bound.
fn number(number: u32) -> std::num::NonZeroU32 {
    number.try_into().expect("not zero")
}

#[tokio::test]
async fn joins_per_address_are_bounded() {
    let setup = Setup::with(|config| (config.joins_per_minute, config.join_burst) = (number(1), number(2)));
    let server = TestServer::with(setup).await;
    let mut table = Table::open(server.address(), "halma").await;
    let mut third = Client::connect(server.address()).await.expect("a socket");
    let refused = third.join(watch(table.room)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::TooManyJoins);
    assert!(refused.retry_after.is_some_and(|seconds| (1..=60).contains(&seconds)), "{refused:?}");
    table.play_all(&["l2-l3"]).await;
    server.stop().await;
}

/// Reads a connection to its end.
async fn read_all(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut read)).await;
    // A reset after the last byte is an end, too.
    let _ = ended.expect("the server ends the connection");
    String::from_utf8(read).expect("text")
}

/// The refusal in an answer that was read as text.
fn refusal(answer: &str) -> protocol::ErrorBody {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("not an answer: {answer:?}"));
    serde_json::from_str(body).unwrap_or_else(|why| panic!("{why}: {answer:?}"))
}

#[tokio::test]
async fn connections_per_address_are_bounded_also_before_they_say_anything() {
    let server = TestServer::with(Setup::with(|config| config.connections.connections_per_address = number(3))).await;
    let connect = async || TcpStream::connect(server.address()).await.expect("the system takes it");
    let silent = [connect().await, connect().await, connect().await];
    // It is taken up after the others, which are waited for so.
    let answer = read_all(&mut connect().await).await;
    assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("retry-after: 10\r\n"), "{answer}");
    assert_eq!(refusal(&answer).code, ErrorCode::TooManyConnections);

    drop(silent);
    let health = eventually("somebody is served again", async || {
        let mut stream = connect().await;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.ok()?;
        Some(read_all(&mut stream).await).filter(|answer| answer.starts_with("HTTP/1.1 200 "))
    });
    health.await;
    server.stop().await;
}

#[tokio::test]
async fn all_connections_together_are_bounded() {
    let server = TestServer::with(Setup::with(|config| config.connections.connections = number(1))).await;
    let _silent = TcpStream::connect(server.address()).await.expect("the system takes it");
    let answer = read_all(&mut TcpStream::connect(server.address()).await.expect("the system takes it")).await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert_eq!(refusal(&answer).code, ErrorCode::ServerFull);
    server.stop().await;
}

#[tokio::test]
async fn all_sockets_together_are_bounded() {
    let server = TestServer::with(Setup::with(|config| config.connections.sockets = number(2))).await;
    let mut table = Table::open(server.address(), "halma").await;
    let refused = Client::connect(server.address()).await.expect_err("the third socket is one too many");
    let tokio_tungstenite::tungstenite::Error::Http(answer) = refused else { panic!("{refused:?}") };
    assert_eq!(answer.status(), 503);
    assert!(answer.headers().contains_key("retry-after"), "it says how long to wait");
    table.play_all(&["l2-l3"]).await;
    server.stop().await;
}

#[tokio::test]
async fn a_head_that_does_not_come_to_its_end_ends_the_connection() {
    let server = TestServer::with(Setup::with(|config| config.connections.header_seconds = number(1))).await;
    for so_far in ["", "GET /", "GET /healthz HTTP/1.1\r\nhost: x\r\nx-one: 1\r\n"] {
        let mut stream = TcpStream::connect(server.address()).await.expect("a connection");
        stream.write_all(so_far.as_bytes()).await.expect("written");
        let answer = read_all(&mut stream).await;
        assert!(!answer.contains(" 200 "), "{so_far:?}: {answer}");
    }
    let mut kept = TcpStream::connect(server.address()).await.expect("a connection");
    kept.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("written");
    let answer = read_all(&mut kept).await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "it is answered, and ends as nothing follows: {answer}");
    server.stop().await;
}

#[tokio::test]
async fn a_body_that_does_not_come_is_answered() {
    let server = TestServer::with(Setup::with(|config| config.connections.request_seconds = number(1))).await;
    let mut stream = TcpStream::connect(server.address()).await.expect("a connection");
    let head = "POST /api/rooms HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\nconnection: close\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.expect("written");
    let answer = read_all(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    let told = ["access-control-allow-origin: *", "cache-control: no-store", "retry-after: 1", "nosniff"];
    assert!(told.iter().all(|line| answer.contains(line)), "a page of any origin can read it: {answer}");
    assert_eq!(refusal(&answer).code, ErrorCode::RequestTimeout);
    server.stop().await;
}

#[tokio::test]
async fn a_socket_that_joins_no_room_is_told_so_and_closed() {
    let server = TestServer::with(Setup::with(|config| config.connections.join_seconds = number(1))).await;
    let mut table = Table::open(server.address(), "halma").await;
    let mut idle = Client::connect(server.address()).await.expect("a socket");
    let refused = idle.next_answer().await.expect("it is told first").unwrap_err();
    assert_eq!(refused.code, ErrorCode::NotJoined);
    assert_eq!(idle.until_gone().await, Gone::Closed(Some(1008)));
    table.play_all(&["l2-l3"]).await;
    server.stop().await;
}

#[tokio::test]
async fn longer_frames_are_taken_where_the_operator_says_so() {
    let server = TestServer::with(Setup::with(|config| config.frame_bytes = 8192)).await;
    let mut table = Table::open(server.address(), "halma").await;
    for (bytes, expected) in [(8192, Ok(())), (8193, Err(ErrorCode::FrameTooLarge))] {
        table.host.send_text(&ping_of(bytes)).await.expect("the socket stays open");
        let answer = table.host.next_answer().await.expect("the socket stays open");
        assert_eq!(answer.map(|_| ()).map_err(|refused| refused.code), expected, "{bytes} bytes");
    }
    server.stop().await;
}

/// Asks for a room with a header of where the request comes from. Returns the status.
async fn make_room_from(server: &TestServer, forwarded_for: &str) -> u16 {
    let request = reqwest::Client::builder().no_proxy().build().expect("a client");
    let request = request.post(format!("http://{}/api/rooms", server.address()));
    let body = serde_json::to_string(&room_of("halma", new_token(), SidesChoice::First)).expect("JSON");
    let answer = request.header("x-forwarded-for", forwarded_for).body(body).send().await;
    answer.expect("an answer").status().as_u16()
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_address_has_its_own_bounds() {
    let setup = Setup::with(|config| {
        (config.rooms_per_hour, config.room_burst) = (number(1), number(1));
        config.connections.trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
        config.connections.connections_per_address = number(1);
    });
    let server = TestServer::with(setup).await;
    let _idle = TcpStream::connect(server.address()).await.expect("the proxy may have many connections");
    assert_eq!(make_room_from(&server, "192.0.2.1").await, 201);
    assert_eq!(make_room_from(&server, "192.0.2.2").await, 201);
    assert_eq!(make_room_from(&server, "192.0.2.2").await, 429);
    assert_eq!(make_room_from(&server, "192.0.2.3, 192.0.2.2").await, 429, "what it made up does not count");
    assert_eq!(make_room_from(&server, "2001:db8::1").await, 201);
    assert_eq!(make_room_from(&server, "2001:db8::2").await, 429, "the same network");
    server.stop().await;
}

#[tokio::test]
async fn without_a_trusted_proxy_nobody_is_believed() {
    let setup = Setup::with(|config| (config.rooms_per_hour, config.room_burst) = (number(1), number(1)));
    let server = TestServer::with(setup).await;
    assert_eq!(make_room_from(&server, "192.0.2.1").await, 201);
    assert_eq!(make_room_from(&server, "192.0.2.2").await, 429);
    server.stop().await;
}
