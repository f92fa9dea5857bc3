//! Finished games, as the archive tells them.
#![allow(clippy::expect_used, reason = "a test stops at the first surprise")]

use protocol::http::ArchivedGame;
use protocol::{Outcome, Reason, Timestamp};
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
