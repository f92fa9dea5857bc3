//! What somebody may do who wants to harm the server: it refuses in words, keeps within its memory, and meanwhile two
//! players of another room go on without a lost or refused move.
//!
//! Those who do harm come from other addresses of this machine than the players, so each has bounds of its own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};

use futures_util::future::join_all;
use protocol::http::{CreateRoom, RoomCreated};
use protocol::{ComputerLevel, ErrorCode, MAX_FRAME_BYTES, RoomId, SidesChoice};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tests::PATIENCE;
use tests::client::{Client, Gone, connect_from, go_on, new_token, sit, watch};
use tests::database::Database;
use tests::http::{Api, room_of};
use tests::process::{Launch, ServerProcess};
use tests::table::Table;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_util::sync::CancellationToken;

/// The most memory that the server may ever have had, in KiB, as `deploy/README.md` tells: the program itself, a thread
/// that thinks, and 128 KiB for each of the 300 connections that one address may have at their worst.
const MEMORY: u64 = (64 + 32) * 1024 + 300 * 128;

/// Where harm comes from.
const HARM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// How often each thing happened to those who do harm.
type Tally = BTreeMap<String, u32>;

/// Plays at a table until the harm is done, and looks at what is left then.
async fn withstands(
    launch: impl FnOnce(Launch) -> Launch,
    harm: impl AsyncFnOnce(SocketAddr, RoomId) -> Tally,
) -> Tally {
    let database = Database::temporary();
    let usual = Launch::new(&database.url()).argument("--computer-threads", "1");
    let mut server = ServerProcess::start(&launch(usual)).await;
    let mut table = Table::open(server.address(), "halma").await;
    let done = CancellationToken::new();
    let (address, room) = (server.address(), table.room);
    let playing = async {
        let mut played = 0;
        while !done.is_cancelled() || played < 4 {
            let side = table.host.view().to_move().expect("the game goes on");
            let legal = table.player(side).until_legal_moves().await.expect("the socket stays open").moves;
            // Any will do, and so the game lasts longer than the harm.
            table.play_all(&[&legal[played * 7 % legal.len()]]).await;
            played += 1;
            // Not faster than people play, so that others have the machine, too.
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        played
    };
    let harming = async {
        let tally = harm(address, room).await;
        done.cancel();
        tally
    };
    let (played, tally) = tokio::join!(playing, harming);
    let now = table.now().await;
    assert_eq!(now.game.map(|game| game.moves.len()), Some(played), "no move is lost");
    let peak = server.peak_memory();
    println!("{played} moves, at most {peak} KiB, {tally:?}");
    assert!(peak < MEMORY, "{peak} KiB");
    server.terminate();
    server.ended_well().await;
    tally
}

/// Notes an answer, or the end of a socket.
fn note(tally: &mut Tally, answer: Result<tests::client::Answer, Gone>) {
    let what = match answer {
        Ok(Ok(_)) => "ok".to_owned(),
        Ok(Err(refused)) => {
            if matches!(refused.code, ErrorCode::TooManyJoins | ErrorCode::TooManyMessages) {
                assert!(refused.retry_after.is_some(), "it says how long to wait: {refused:?}");
            }
            format!("{:?}", refused.code)
        }
        Err(Gone::Closed(code)) => format!("closed {code:?}"),
        Err(Gone::Broken(_)) => "broken".to_owned(),
    };
    *tally.entry(what).or_default() += 1;
}

fn text_of<T: serde::Serialize>(join: T) -> String {
    let mut text = serde_json::to_value(join).expect("JSON");
    text["type"] = "join".into();
    text.to_string()
}

#[tokio::test]
async fn a_flood_of_joins() {
    let tally = withstands(std::convert::identity, async |address, _| {
        let flood = (0..20_u64).map(|number| async move {
            let mut tally = Tally::new();
            let mut client = Client::connect_from(HARM, address).await.expect("a socket");
            for join in 0..50 {
                let room = RoomId::from_bits(number << 32 | join);
                if let Err(gone) = client.send_text(&text_of(watch(room))).await {
                    note(&mut tally, Err(gone));
                    break;
                }
                note(&mut tally, client.next_answer().await);
            }
            tally
        });
        sum(join_all(flood).await)
    })
    .await;
    assert_eq!(tally.get("UnknownRoom").copied().unwrap_or_default() / 100, 4, "some 400 are looked up: {tally:?}");
    assert!(tally.contains_key("TooManyJoins"), "{tally:?}");
}

fn sum(tallies: Vec<Tally>) -> Tally {
    tallies.into_iter().flatten().fold(Tally::new(), |mut sum, (what, count)| {
        *sum.entry(what).or_default() += count;
        sum
    })
}

#[tokio::test]
async fn a_flood_of_frames() {
    let tally = withstands(std::convert::identity, async |address, _| {
        let flood = (0..10).map(|_| async move {
            let mut tally = Tally::new();
            let mut client = Client::connect_from(HARM, address).await.expect("a socket");
            // Much is sent before anything is read.
            for _ in 0..1500 {
                if client.send_text(r#"{"type":"ping"}"#).await.is_err() {
                    break;
                }
            }
            loop {
                let answer = client.next_answer().await;
                let gone = answer.is_err();
                note(&mut tally, answer);
                if gone {
                    return tally;
                }
            }
        });
        sum(join_all(flood).await)
    })
    .await;
    assert!(tally["TooManyMessages"] >= 10 * 500, "{tally:?}");
    assert_eq!(tally.get("ok"), None, "nobody has joined");
}

#[tokio::test]
async fn a_flood_of_rooms() {
    let tally = withstands(std::convert::identity, async |address, _| {
        let mut tally = Tally::new();
        for _ in 0..200 {
            let (status, _) = post_from(HARM, address, &room_of("moon", new_token(), SidesChoice::First)).await;
            *tally.entry(status).or_default() += 1;
        }
        tally
    })
    .await;
    assert!((30..40).contains(&tally["201"]), "{tally:?}");
    assert_eq!(tally["201"] + tally["429"], 200, "{tally:?}");
}

/// Reads a connection to its end.
async fn read_all(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    // A reset after the last byte is an end, too.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut read)).await.expect("the server ends it");
    String::from_utf8_lossy(&read).into_owned()
}

#[tokio::test]
async fn frames_that_are_too_large() {
    let tally = withstands(std::convert::identity, async |address, _| {
        let mut tally = Tally::new();
        for bytes in [MAX_FRAME_BYTES + 1, 70_000, 1_000_000, 10_000_000].repeat(5) {
            let mut client = Client::connect_from(HARM, address).await.expect("a socket");
            // The server may close before all is written.
            let _ = client.send_text(&"x".repeat(bytes)).await;
            note(&mut tally, client.next_answer().await);
        }
        tally
    })
    .await;
    assert!(tally["FrameTooLarge"] >= 10, "{tally:?}");
}

#[tokio::test]
async fn heads_that_come_slowly_or_never() {
    let tally = withstands(
        |launch| launch.argument("--header-seconds", "2"),
        async |address, _| {
            let slow = (0..500).map(|number| async move {
                let Ok(mut stream) = connect_from(HARM, address).await else { return "refused".to_owned() };
                // Every second one says nothing at all.
                if number % 2 == 0 {
                    let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ").await;
                }
                let answer = read_all(&mut stream).await;
                answer.split(' ').nth(1).unwrap_or("closed").to_owned()
            });
            let mut tally = Tally::new();
            join_all(slow).await.into_iter().for_each(|what| *tally.entry(what).or_default() += 1);
            tally
        },
    )
    .await;
    assert!(tally["429"] >= 64, "beyond 300 connections of one address: {tally:?}");
    assert!(tally["closed"] >= 300, "and those are closed: {tally:?}");
    assert_eq!(tally.get("200"), None);
}

#[tokio::test]
async fn thousands_of_idle_sockets() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }).expect("more open files");
    let tally = withstands(
        |launch| launch.argument("--sockets", "1500"),
        async |address, _| {
            let room = Api::new(address).create(&room_of("moon", new_token(), SidesChoice::First)).await.room;
            let mut tally = Tally::new();
            let mut idle = Vec::new();
            for number in 0..2000 {
                // A hundred from each address.
                let source = Ipv4Addr::from_bits(Ipv4Addr::new(127, 0, 1, 1).to_bits() + number / 100);
                match Client::connect_from(source, address).await {
                    Ok(mut client) => {
                        if number % 2 == 0 {
                            client.send_text(&text_of(watch(room))).await.expect("written");
                        }
                        idle.push(client);
                        *tally.entry("opened".to_owned()).or_default() += 1;
                    }
                    Err(_) => *tally.entry("refused".to_owned()).or_default() += 1,
                }
            }
            tally
        },
    )
    .await;
    assert!((1490..=1500).contains(&tally["opened"]), "{tally:?}");
    assert!(tally["refused"] >= 500, "{tally:?}");
}

#[tokio::test]
async fn what_is_no_message_at_all() {
    let deep = format!("{}{}", "[".repeat(2000), "]".repeat(2000));
    let deep_inside = format!(r#"{{"type":"ping","id":{deep}}}"#);
    let frames = [
        (Message::text(deep), "BadJson"),
        (Message::text(deep_inside), "BadJson BadMessage"),
        (Message::text("{\"type\":\"join\"\u{0}}"), "BadJson"),
        (Message::text(r#"{"type":"name","name":"a\u0000b"}"#), "BadText"),
        (Message::text(r#"{"type":"chat","channel":"players","text":"\u0000"}"#), "BadText"),
        (Message::text(r#"{"type":"ping","id":"\ud800"}"#), "BadJson BadMessage"),
        (Message::text(""), "BadJson"),
        (Message::text("null"), "BadJson"),
        (Message::binary(vec![0_u8; 100]), "BadJson"),
    ];
    let tally = withstands(std::convert::identity, async |address, _| {
        let mut tally = Tally::new();
        for _ in 0..20 {
            let mut client = Client::connect_from(HARM, address).await.expect("a socket");
            for (frame, codes) in &frames {
                client.send_frame(frame.clone()).await.expect("the socket stays open");
                let refused = client.next_answer().await.expect("the socket stays open").unwrap_err();
                let code = format!("{:?}", refused.code);
                assert!(codes.split(' ').any(|expected| expected == code), "{code}: {frame:?}");
            }
            let text = Frame::message(vec![b'"', 0xff, b'"'], OpCode::Data(Data::Text), true);
            client.send_frame(Message::Frame(text)).await.expect("written");
            note(&mut tally, client.next_answer().await);
            note(&mut tally, client.next_answer().await);
        }
        tally
    })
    .await;
    assert_eq!(tally, Tally::from([("BadJson".to_owned(), 20), ("closed Some(1007)".to_owned(), 20)]));
}

#[tokio::test]
async fn guessing_at_tokens() {
    let tally = withstands(std::convert::identity, async |address, room| {
        let mut tally = Tally::new();
        let mut client = Client::connect_from(HARM, address).await.expect("a socket");
        for number in 0..600 {
            let guess = if number % 2 == 0 { go_on(room, new_token()) } else { sit(room, new_token()) };
            client.send_text(&text_of(guess)).await.expect("written");
            note(&mut tally, client.next_answer().await);
            if number % 50 == 49 {
                // Another socket, as the messages of each are bounded, too.
                client = Client::connect_from(HARM, address).await.expect("a socket");
            }
        }
        tally
    })
    .await;
    assert!(tally.contains_key("UnknownToken") && tally.contains_key("SeatsTaken"), "{tally:?}");
    assert!(tally.contains_key("TooManyJoins"), "{tally:?}");
    assert_eq!(tally.get("ok"), None, "nobody is let in: {tally:?}");
}

#[tokio::test]
async fn connections_whose_other_end_is_half_gone_or_fell_silent() {
    let tally = withstands(
        // No time is given for a `join` here: only silence counts.
        |launch| launch.argument("--idle-seconds", "2").argument("--join-seconds", "600"),
        async |address, _| {
            let half = (0..150).map(|number| async move {
                let mut stream = connect_from(HARM, address).await.expect("a connection");
                let handshake = "GET /api/socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                    sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
                let (sent, closes) = match number % 3 {
                    0 => (&handshake[..40], true),
                    1 => (handshake, true),
                    // Pings are not answered.
                    _ => (handshake, false),
                };
                stream.write_all(sent.as_bytes()).await.expect("written");
                if closes {
                    stream.shutdown().await.expect("closed on this side");
                }
                let answer = read_all(&mut stream).await;
                let what = answer.split(' ').nth(1).unwrap_or("closed");
                format!("{what} {}", if closes { "closed" } else { "silent" })
            });
            let mut tally = Tally::new();
            join_all(half).await.into_iter().for_each(|what| *tally.entry(what).or_default() += 1);
            tally
        },
    )
    .await;
    assert_eq!(tally.get("101 silent"), Some(&50), "they are let in, and given up: {tally:?}");
    assert_eq!(tally.values().sum::<u32>(), 150, "all are ended by the server: {tally:?}");
}

#[tokio::test]
async fn a_flood_of_games_against_the_computer() {
    let tally = withstands(std::convert::identity, async |address, _| {
        let mut tally = Tally::new();
        let mut games = Vec::new();
        for _ in 0..40 {
            let token = new_token();
            // The computer begins, and thinks as long as it ever does.
            let mut room = room_of("moon", token, SidesChoice::Second);
            room.computer = ComputerLevel::all().last();
            let (status, answer) = post_from(HARM, address, &room).await;
            if status == "201" {
                let made: RoomCreated = serde_json::from_str(&answer).expect("JSON");
                let mut client = Client::connect_from(HARM, address).await.expect("a socket");
                client.send_text(&text_of(go_on(made.room, token))).await.expect("written");
                games.push(client);
            }
            *tally.entry(status).or_default() += 1;
        }
        tally
    })
    .await;
    assert!((1..=16).contains(&tally["201"]), "15 at once, if the line is not full before: {tally:?}");
    let refused = tally.iter().filter(|(status, _)| ["429", "503"].contains(&status.as_str()));
    assert_eq!(tally["201"] + refused.map(|(_, count)| count).sum::<u32>(), 40, "{tally:?}");
}

#[tokio::test]
async fn frames_that_never_end() {
    let tally = withstands(
        |launch| launch.argument("--idle-seconds", "3").argument("--join-seconds", "600"),
        async |address, _| {
            let endless = (0..190).map(|_| async move {
                let mut stream = connect_from(HARM, address).await.expect("a connection");
                let handshake = "GET /api/socket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                    sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
                stream.write_all(handshake.as_bytes()).await.expect("written");
                // A text of 65535 bytes, masked with nothing, of which the last ones never come.
                let mut frame = vec![0x81, 0x80 | 126, 0xff, 0xff, 0, 0, 0, 0];
                frame.resize(65_000, b'x');
                stream.write_all(&frame).await.expect("written");
                let answer = read_all(&mut stream).await;
                answer.split(' ').nth(1).unwrap_or("closed").to_owned()
            });
            let mut tally = Tally::new();
            join_all(endless).await.into_iter().for_each(|what| *tally.entry(what).or_default() += 1);
            tally
        },
    )
    .await;
    assert_eq!(tally, Tally::from([("101".to_owned(), 190)]), "they are let in, and given up");
}

/// Asks for a room from another address. Gives the status and the body.
async fn post_from(source: Ipv4Addr, address: SocketAddr, room: &CreateRoom) -> (String, String) {
    let body = serde_json::to_string(room).expect("JSON");
    let mut stream = connect_from(source, address).await.expect("a connection");
    let length = body.len();
    let head = format!("POST /api/rooms HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
    stream.write_all(format!("{head}{body}").as_bytes()).await.expect("written");
    let answer = read_all(&mut stream).await;
    let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
    let waits = !["429", "503"].contains(&&*status) || answer.contains("retry-after: ");
    assert!(waits, "a refusal says how long to wait: {answer}");
    (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
}
