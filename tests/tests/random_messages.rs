//! Anything at all on the socket: bytes, JSON, messages that are made of the schema or are messages no longer. Every
//! frame is answered, no socket is closed without a word why, and who plays at the same table plays on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;

use protocol::{MAX_FRAME_BYTES, RoomId, SidesChoice};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use tests::PATIENCE;
use tests::client::{Client, go_on, new_token, watch};
use tests::frames::FrameReader;
use tests::http::{Api, room_of};
use tests::in_process::TestServer;
use tests::made::Maker;
use tests::seed::{generator, seed};
use tests::table::Table;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// How many frames each socket sends.
const FRAMES: u32 = 250;

/// How many connections send frames that may be none.
const CONNECTIONS: u64 = 120;

/// Makes frames of all kinds.
struct Noise {
    maker: Maker,
    /// Rooms that messages are about, where they are about any.
    rooms: Vec<RoomId>,
}

impl Noise {
    fn new(rooms: &[RoomId], random: StdRng) -> Self {
        let schema = protocol::schema::schema();
        Self { maker: Maker::new(schema, random), rooms: rooms.to_vec() }
    }

    /// A message as the schema has it, often about a room that there is.
    fn message(&mut self) -> Value {
        let mut message = self.maker.value(&json!({"$ref": "#/$defs/ClientMessage"}));
        if message.get("room").is_some() && self.maker.random.random_bool(0.7) {
            message["room"] = json!(self.rooms.choose(&mut self.maker.random));
        }
        if message.get("protocol").is_some() && self.maker.random.random_bool(0.9) {
            message["protocol"] = json!(protocol::VERSION);
        }
        message
    }

    /// A frame that is whole.
    fn frame(&mut self) -> Message {
        let message = self.message();
        match self.maker.random.random_range(0..10) {
            0 => Message::binary(self.maker.bytes(300)),
            1 => Message::text(String::from_utf8_lossy(&self.maker.bytes(300)).into_owned()),
            2 => Message::text(self.maker.anything().to_string()),
            3 => Message::text(format!("{}{message}", "[".repeat(self.maker.random.random_range(1..3000)))),
            4 => Message::text(self.maker.spoilt_text(&message.to_string())),
            5 | 6 => Message::text(self.maker.spoilt(&message).to_string()),
            7 => {
                Message::text(" ".repeat(self.maker.random.random_range(0..2 * MAX_FRAME_BYTES)) + &message.to_string())
            }
            _ => Message::text(message.to_string()),
        }
    }

    /// The bytes of a frame of RFC 6455, or of something that is nearly one. All of it is there.
    fn raw_frame(&mut self) -> Vec<u8> {
        let payload = match self.maker.random.random_range(0..4) {
            0 => self.maker.bytes(200),
            1 => self.message().to_string().into_bytes(),
            2 => {
                let message = self.message().to_string();
                self.maker.spoilt_bytes(message.as_bytes())
            }
            _ => self.maker.bytes(3),
        };
        let random = &mut self.maker.random;
        let mut first: u8 = if random.random_bool(0.9) { 0x80 } else { 0 };
        if random.random_bool(0.05) {
            first |= random.random_range(1..8) << 4;
        }
        // Continued, text, binary, ping and pong; now and then one that is not known. A `close` is the client's own end.
        first |= [0, 1, 1, 1, 1, 1, 2, 9, 10, random.random_range(3..8), random.random_range(11..16)]
            .choose(random)
            .unwrap();
        let is_masked = random.random_bool(0.95);
        let mask: [u8; 4] = random.random();
        let mut frame = vec![first];
        let marked = |length: u8| if is_masked { length | 0x80 } else { length };
        match u8::try_from(payload.len()) {
            Ok(length @ 0..126) if random.random_bool(0.9) => frame.push(marked(length)),
            _ if payload.len() < 65_536 && random.random_bool(0.9) => {
                frame.push(marked(126));
                frame.extend(u16::try_from(payload.len()).unwrap().to_be_bytes());
            }
            _ => {
                frame.push(marked(127));
                frame.extend(u64::try_from(payload.len()).unwrap().to_be_bytes());
            }
        }
        if is_masked {
            frame.extend(mask);
            frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        } else {
            frame.extend(payload);
        }
        frame
    }
}

/// Sends frame after frame. Each must have its answer, `ok` or a refusal in words.
async fn make_noise(mut client: Client, mut noise: Noise) -> (u32, u32) {
    let (mut good, mut refused) = (0, 0);
    for _ in 0..FRAMES {
        let frame = noise.frame();
        client.send_frame(frame.clone()).await.unwrap_or_else(|gone| panic!("{gone:?} before {frame:?}"));
        let answer = client.next_answer().await.unwrap_or_else(|gone| panic!("{gone:?} after {frame:?}"));
        match answer {
            Ok(_) => good += 1,
            Err(why) => {
                assert!(!why.message.is_empty(), "{why:?}");
                refused += 1;
            }
        }
    }
    (good, refused)
}

/// Plays some of the moves that the server tells.
async fn play_on(table: &mut Table, random: &mut StdRng, moves: u32) {
    for _ in 0..moves {
        let side = table.host.view().to_move().expect("a game is running");
        let legal = table.player(side).until_legal_moves().await.unwrap();
        let choice = legal.moves.choose(random).unwrap().clone();
        table.play_all(&[choice]).await;
    }
}

#[tokio::test]
async fn every_frame_is_answered_and_others_play_on() {
    let seed = seed("every_frame_is_answered_and_others_play_on");
    let server = TestServer::start().await;
    let address = server.address();
    let mut table = Table::open(address, "halma").await;
    // The noise has a game of its own, too, in which it may do what it likes.
    let (token, guest) = (new_token(), new_token());
    let own = Api::new(address).create(&room_of("jarmo", token, SidesChoice::Lot)).await.room;
    let rooms = [table.room, own];
    let noise = |part| Noise::new(&rooms, generator(seed, part));
    let strangers = [Client::connect(address).await.unwrap(), Client::connect(address).await.unwrap()];
    let watchers = [Client::joined(address, watch(table.room)).await, Client::joined(address, watch(table.room)).await];
    let players = [
        Client::joined(address, go_on(own, token)).await,
        Client::joined(address, tests::client::sit(own, guest)).await,
    ];
    let sockets = strangers.into_iter().chain(watchers).chain(players);
    let noises: Vec<_> =
        (1..).zip(sockets).map(|(part, client)| tokio::spawn(make_noise(client, noise(part)))).collect();

    let mut random = generator(seed, 0);
    play_on(&mut table, &mut random, 10).await;
    for noise in noises {
        let (good, refused) = timeout(PATIENCE, noise).await.unwrap().unwrap();
        assert!(refused > FRAMES / 4, "{good} good ones, {refused} refused");
    }
    play_on(&mut table, &mut random, 10).await;
    assert_eq!(table.now().await.game.map(|game| game.moves.len()), Some(20));
    server.stop().await;
}

/// What became of a connection.
#[derive(Debug)]
enum Outcome {
    /// It is open, and its last message was answered.
    Open,
    /// The server closed it, with this code, after this last text.
    Closed(u16, Option<String>),
    /// The server ended it without closing it, after this last text.
    Cut(Option<String>),
}

/// Sends what may be frames, then a good message, and reads until that is answered or nothing more comes.
async fn after_raw_frames(address: SocketAddr, frames: &[Vec<u8>]) -> Outcome {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "GET /api/socket HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let (read, mut write) = stream.split();
    let mut reader = FrameReader::new(read);
    let answer = reader.head().await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&answer));
    // If a message of several frames was begun before, this is a wrong frame, which must be told, too.
    let ping = br#"{"type":"ping","id":"the-last-one"}"#;
    let last = [&[0x81, 0x80 | u8::try_from(ping.len()).unwrap(), 0, 0, 0, 0], ping.as_slice()].concat();
    // A server that has given up reading may close meanwhile.
    let _ = write.write_all(&[frames.concat(), last].concat()).await;
    let mut said = None;
    loop {
        let frame =
            timeout(PATIENCE, reader.next()).await.unwrap_or_else(|_| panic!("nothing comes after {frames:02x?}"));
        let Some(frame) = frame else { return Outcome::Cut(said) };
        match frame.bytes() {
            [0x88, _, code @ ..] => {
                let code = code.first_chunk().map_or(1005, |code| u16::from_be_bytes(*code));
                return Outcome::Closed(code, said);
            }
            [0x89 | 0x8a, ..] => {}
            _ => {
                let text = frame.text().unwrap();
                if text.contains("the-last-one") {
                    return Outcome::Open;
                }
                said = Some(text);
            }
        }
    }
}

#[tokio::test]
async fn what_is_no_frame_is_told_so_before_the_socket_is_closed() {
    let seed = seed("what_is_no_frame_is_told_so_before_the_socket_is_closed");
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let mut codes = std::collections::BTreeMap::<u16, u32>::new();
    for part in 1..=CONNECTIONS {
        let mut noise = Noise::new(&[table.room], generator(seed, part));
        let many = noise.maker.random.random_range(1..4);
        let frames: Vec<_> = (0..many).map(|_| noise.raw_frame()).collect();
        let outcome = after_raw_frames(server.address(), &frames).await;
        let (code, said) = match outcome {
            Outcome::Open => (0, None),
            Outcome::Closed(code, said) => (code, said),
            Outcome::Cut(said) => panic!("cut off without a close after {said:?}: {frames:02x?}"),
        };
        if code != 0 {
            let said = said.unwrap_or_else(|| panic!("closed with {code} without a word: {frames:02x?}"));
            let said: Value = serde_json::from_str(&said).unwrap();
            assert_eq!((&said["type"], &said["code"]), (&json!("error"), &json!("bad_json")), "{said} {frames:02x?}");
            assert!([1002, 1007].contains(&code), "{code} {said} {frames:02x?}");
        }
        *codes.entry(code).or_default() += 1;
    }
    println!("sockets that stayed open (0), or were closed with a code: {codes:?}");
    assert!(codes.contains_key(&0) && codes.contains_key(&1002) && codes.contains_key(&1007), "{codes:?}");
    play_on(&mut table, &mut generator(seed, 0), 6).await;
    server.stop().await;
}
