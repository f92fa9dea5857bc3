//! Finished games, as the archive tells them.
#![allow(clippy::expect_used, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use protocol::http::{ArchivedGame, GamePage, ReadGame};
use protocol::{ErrorCode, GameId, Outcome, Reason, RecordProblemKind, Timestamp};
use tests::database::Database;
use tests::http::Api;
use tests::in_process::{Setup, TestServer};
use tests::staged::Staged;
use tests::stored::Stored;
use tests::table::Table;
use tests::view::RoomView;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

const STARTED: Timestamp = Timestamp(1_700_000_000_000);

#[tokio::test]
async fn a_finished_game_can_be_had_for_good() {
    let (setup, clock) = Setup::with_clock_at(STARTED);
    let server = TestServer::with(setup).await;
    let mut table = Table::open(server.address(), "halma").await;
    clock.advance(90_000);
    table.play_all(&["l2-l3", "a13-c11", "L3-L4"]).await;
    clock.advance(30_000);
    table.guest.resign().await.expect("a player may resign");
    table.host.until("the end", RoomView::is_over).await;
    let result = table.host.view().game().and_then(|game| game.result.clone()).expect("a result");

    let expected = ArchivedGame {
        id: result.id,
        game: "halma".to_owned(),
        rules_version: rules::game("halma").expect("a game").rules_version(),
        outcome: Outcome::First,
        reason: Reason::Resignation,
        score: None,
        moves: ["l2-l3", "a13-c11", "l3-l4"].map(str::to_owned).to_vec(),
        passed_over_at: Vec::new(),
        started: STARTED,
        ended: Timestamp(STARTED.0 + 120_000),
        computer: None,
        clock: None,
    };
    assert_eq!(Api::new(server.address()).archived(result.id).await, expected);
    assert_ne!(result.id.as_str(), table.room.as_str(), "the archive does not tell the room");

    let server = server.restart().await;
    assert_eq!(Api::new(server.address()).archived(result.id).await, expected);
    server.stop().await;
}

#[tokio::test]
async fn a_running_game_is_not_in_the_archive() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3", "a13-c11"]).await;
    let api = Api::new(server.address());
    let path = format!("/api/games/{}", table.room);
    assert_eq!(api.get(&path).await.status, 404, "not by the room's id either");
    table.host.resign().await.expect("a player may resign");
    assert_eq!(api.get(&path).await.status, 404);
    server.stop().await;
}

/// Plays a game that the guest wins after these moves, and returns its id.
async fn won_by_guest(server: &TestServer, moves: &[&str]) -> GameId {
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(moves).await;
    table.host.resign().await.expect("a player may resign");
    table.host.until("the end", RoomView::is_over).await;
    table.host.view().game().and_then(|game| game.result.clone()).expect("a result").id
}

#[tokio::test]
async fn finished_games_are_found_page_by_page() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    assert_eq!(api.get("/api/games").await.text, r#"{"games":[],"next":null}"#);
    let mut ids = Vec::new();
    for moves in [["l2-l3", "a13-c11"], ["o2-m4", "a13-c11"], ["l2-l3", "a13-c11"]] {
        ids.insert(0, won_by_guest(&server, &moves).await);
    }
    let found = async |query: &str| {
        let (mut ids, mut after) = (Vec::new(), String::new());
        loop {
            let page: GamePage = api.get(&format!("/api/games?limit=1&{query}{after}")).await.json();
            assert!(page.games.len() <= 1);
            ids.extend(page.games.iter().map(|game| game.id));
            let Some(next) = page.next else { return ids };
            after = format!("&after={next}");
        }
    };
    assert_eq!(found("").await, ids);
    assert_eq!(found("game=halma&outcome=second&reason=resignation&opponent=people&clocked=false").await, ids);
    assert_eq!(found("min_plies=2&max_plies=2&moves=l2-l3").await, [ids[0], ids[2]]);
    assert_eq!(found("moves=o2-m4,a13-c11").await, [ids[1]]);
    assert_eq!(found("moves=O2-n3-m4%20A13-C11").await, [ids[1]], "moves are the same however they are written");
    for nothing in ["game=moon", "outcome=draw", "opponent=computer", "min_plies=3", "moves=l2-l4", "to=2000-01-01"] {
        assert_eq!(found(nothing).await, [], "{nothing}");
    }
    for wrong in [
        "limit=0",
        "limit=201",
        "outcome=white",
        "level=3",
        "after=x",
        "moves=hello",
        "moves=a1,a1,a1,a1,a1",
        "from=2026-02-01&to=2026-01-01",
        "clocked=yes",
        "min_plies=-1",
        "min_plies=3&max_plies=2",
    ] {
        let reply = api.get(&format!("/api/games?{wrong}")).await;
        assert_eq!((reply.status, reply.refusal().code), (400, ErrorCode::BadMessage), "{wrong}");
    }
    assert_eq!(api.get("/api/games?game=chess").await.refusal().code, ErrorCode::UnknownGame);

    let export = api.get("/api/games/export?moves=l2-l3").await;
    let kind = export.headers.get("content-type").and_then(|kind| kind.to_str().ok());
    assert_eq!(kind, Some("application/x-ndjson"));
    let lines: Vec<ArchivedGame> =
        export.text.lines().map(|line| serde_json::from_str(line).expect("a game on each line")).collect();
    assert_eq!(lines.iter().map(|game| game.id).collect::<Vec<_>>(), [ids[0], ids[2]]);
    assert_eq!(lines[0], api.archived(ids[0]).await);
    server.stop().await;
}

#[tokio::test]
async fn a_game_can_be_taken_away_as_a_text_and_brought_back() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let id = won_by_guest(&server, &["l2-l3", "a13-c11", "l3-l4"]).await;
    let text = api.get(&format!("/api/games/{id}/text")).await;
    assert!(text.text.starts_with("Game: halma\n"), "{}", text.text);
    let read: ReadGame = api.post("/api/games/text", &text.text).await.expect("an answer").json();
    assert_eq!(read.moves, ["l2-l3", "a13-c11", "l3-l4"]);
    assert_eq!((read.outcome, read.reason), (Some(Outcome::Second), Some(Reason::Resignation)));

    let wrong = text.text.replace("l3-l4", "l3-l9");
    let refusal = api.post("/api/games/text", &wrong).await.expect("an answer").refusal();
    let line = wrong.lines().position(|line| line.contains("l3-l9")).expect("it is there") as u32 + 1;
    assert_eq!(refusal.code, ErrorCode::BadRecord);
    let record = refusal.record.expect("it says where");
    assert_eq!((record.line, record.text.as_str(), record.what), (line, "l3-l9", RecordProblemKind::IllegalMove));
    assert!(refusal.message.contains(&format!("line {line}: ")), "{}", refusal.message);

    let long = "x".repeat(200_000);
    assert_eq!(api.post("/api/games/text", &long).await.expect("an answer").status, 413);
    assert_eq!(api.get("/api/games/zzzzzzzzzzzz/text").await.status, 404);
    server.stop().await;
}

/// A game that nobody has played, of so many moves.
fn made_up(ended: u64, moves: usize) -> ArchivedGame {
    ArchivedGame {
        id: GameId::from_bits(0),
        game: "halma".to_owned(),
        rules_version: 1,
        outcome: Outcome::Second,
        reason: Reason::Resignation,
        score: None,
        moves: vec!["l2-l3".to_owned(); moves],
        passed_over_at: Vec::new(),
        started: STARTED,
        ended: Timestamp(STARTED.0 + ended),
        computer: None,
        clock: None,
    }
}

/// A server with so many long games in its archive, and how many of them it has read for files of them.
async fn with_long_games(games: u64) -> (TestServer, Arc<AtomicUsize>) {
    let database = Arc::new(Database::temporary());
    let stored = Stored::on(&database).await;
    stored.archive((0..games).map(|number| made_up(number, 1_000))).await;
    stored.close().await;
    let read = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&read);
    let setup = Setup::without_bounds().through(move |store| Staged::new(store).counting_exports(Arc::clone(&counter)));
    (TestServer::on(&database, setup).await, read)
}

/// Asks for all games, on a connection that takes in little by itself.
async fn ask_for_all(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(16 * 1024).expect("a small buffer");
    let mut stream = socket.connect(address).await.expect("the server listens");
    let request = format!("GET /api/games/export HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    stream
}

/// More than what lies on the way between the server's store and a client, and far less than all games.
const ON_THE_WAY: usize = 9_000_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_games_is_read_from_the_store_no_faster_than_the_client_takes_it() {
    const GAMES: u64 = 2_400;
    let (server, read) = with_long_games(GAMES).await;
    let mut stream = ask_for_all(server.address()).await;
    let (mut file, mut piece) = (Vec::new(), vec![0; 64 * 1024]);
    loop {
        let length = stream.read(&mut piece).await.expect("the server answers");
        if length == 0 {
            break;
        }
        file.extend_from_slice(&piece[..length]);
        // Each game is more than 8000 bytes.
        let ahead = (read.load(Ordering::SeqCst) * 8_000).saturating_sub(file.len());
        assert!(ahead < ON_THE_WAY, "{ahead} bytes are on the way after {}", file.len());
    }
    assert!(file.len() > 2 * ON_THE_WAY, "{} bytes are too few to tell", file.len());
    assert!(file.ends_with(b"\r\n0\r\n\r\n"), "the file has an end");
    let text = String::from_utf8(file).expect("a text");
    // Whatever pieces they were sent in, all ids are there, each at the beginning of its line.
    let ids: BTreeSet<_> = text.match_indices("{\"id\":\"").filter_map(|(at, _)| text.get(at + 7..at + 19)).collect();
    assert_eq!((ids.len(), read.load(Ordering::SeqCst)), (GAMES as usize, GAMES as usize));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_games_that_nobody_waits_for_is_given_up() {
    const GAMES: u64 = 2_000;
    let (server, read) = with_long_games(GAMES).await;
    let mut stream = ask_for_all(server.address()).await;
    stream.read_exact(&mut [0; 1_000]).await.expect("the server answers");
    drop(stream);
    // Had the first file gone on meanwhile, all of it would have been read beside the second.
    let file = Api::new(server.address()).get("/api/games/export").await.text;
    assert_eq!(file.lines().count(), GAMES as usize);
    let given_up = read.load(Ordering::SeqCst) - GAMES as usize;
    assert!((200..ON_THE_WAY / 8_000).contains(&given_up), "{given_up} games were read for nobody");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_games_is_cut_off_when_the_server_stops() {
    const GAMES: u64 = 2_000;
    let (server, read) = with_long_games(GAMES).await;
    let mut stream = ask_for_all(server.address()).await;
    stream.read_exact(&mut [0; 1_000]).await.expect("the server answers");
    let mut rest = Vec::new();
    // The server is told first. The file may end with an error or without.
    let ((), _) = tokio::join!(server.stop(), stream.read_to_end(&mut rest));
    let read = read.load(Ordering::SeqCst);
    assert!((200..GAMES as usize).contains(&read), "{read} games were read");
    assert!(!rest.ends_with(b"\r\n0\r\n\r\n"), "a part of the games looks like all of them");
}

#[tokio::test]
async fn pages_miss_and_repeat_nothing_while_games_end() {
    let database = Arc::new(Database::postgres().await);
    let stored = Stored::on(&database).await;
    let before: Vec<_> = stored.archive((0..100).map(|number| made_up(number / 3, 2))).await;
    let server = TestServer::on(&database, Setup::without_bounds()).await;
    let api = Api::new(server.address());
    let (mut found, mut query) = (Vec::new(), "/api/games?limit=7".to_owned());
    loop {
        let page: GamePage = api.get(&query).await.json();
        found.extend(page.games.iter().map(|game| game.id));
        let Some(next) = page.next else { break };
        query = format!("/api/games?limit=7&after={next}");
        won_by_guest(&server, &["l2-l3", "a13-c11"]).await;
    }
    let mut expected: Vec<_> = before.iter().map(|game| (game.ended, game.id)).collect();
    expected.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(found, expected.into_iter().map(|(_, id)| id).collect::<Vec<_>>());
    server.stop().await;
}
