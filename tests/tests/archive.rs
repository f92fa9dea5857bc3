//! Finished games, as the archive tells them.
#![allow(clippy::expect_used, reason = "a test stops at the first surprise")]

use protocol::http::{ArchivedGame, GamePage, ReadGame};
use protocol::{ErrorCode, GameId, Outcome, Reason, RecordProblemKind, Timestamp};
use tests::http::Api;
use tests::in_process::{Setup, TestServer};
use tests::table::Table;
use tests::view::RoomView;

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
