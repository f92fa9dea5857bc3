//! The statistics: their exact form, and what they count.
#![allow(clippy::expect_used, reason = "a test stops at the first surprise")]

use protocol::http::AllStats;
use protocol::{Outcome, Reason};
use tests::http::Api;
use tests::in_process::TestServer;
use tests::table::Table;
use tests::view::RoomView;

const NO_GAMES: &str = r#"{"game":"halma","games":0,"first":{"name":{"en":"white","fr":"blancs"},"wins":0,"percent":0.0},"second":{"name":{"en":"black","fr":"noirs"},"wins":0,"percent":0.0},"draws":{"games":0,"percent":0.0}}"#;

const ONE_OF_EACH: &str = r#"{"game":"halma","games":3,"first":{"name":{"en":"white","fr":"blancs"},"wins":1,"percent":33.33},"second":{"name":{"en":"black","fr":"noirs"},"wins":1,"percent":33.33},"draws":{"games":1,"percent":33.33}}"#;

/// Whether an object has all of a shorter one, in the same form and before everything else.
fn begins_with(text: &str, shorter: &str) -> bool {
    println!("{text}");
    text.strip_prefix(shorter.strip_suffix('}').unwrap_or(shorter)).is_some_and(|rest| rest.starts_with(','))
}

/// Both sides step out and back until the position they started from stands on the board for the third time.
const REPETITION: [&str; 8] = ["l2-k3", "e15-f14", "k3-l2", "f14-e15", "l2-k3", "e15-f14", "k3-l2", "f14-e15"];

/// Plays a game that the host, who is first, or the guest gives up after both have moved.
async fn resigned(server: &TestServer, by_host: bool) {
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3", "a13-c11"]).await;
    let player = if by_host { &mut table.host } else { &mut table.guest };
    player.resign().await.expect("a player may resign");
}

#[tokio::test]
async fn without_games_all_is_zero() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    assert!(begins_with(&api.get("/api/stats/halma").await.text, NO_GAMES));
    let all: AllStats = api.get("/api/stats").await.json();
    let ids: Vec<_> = all.games.iter().map(|stats| stats.game.as_str()).collect();
    let expected: Vec<_> = rules::games().iter().map(|game| game.id()).collect();
    assert_eq!(ids, expected);
    server.stop().await;
}

#[tokio::test]
async fn every_outcome_is_counted_and_percentages_are_cut() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    resigned(&server, true).await;
    resigned(&server, false).await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&REPETITION).await;
    table.host.until("the end", RoomView::is_over).await;
    let result = table.host.view().game().and_then(|game| game.result.clone()).expect("a result");
    assert_eq!((result.outcome, result.reason), (Outcome::Draw, Reason::Repetition));

    // Three times a third is cut to 99.99: the parts never add up to more than all.
    assert!(begins_with(&api.get("/api/stats/halma").await.text, ONE_OF_EACH));
    let all = api.get("/api/stats").await.text;
    assert!(all.starts_with(&format!(r#"{{"games":[{ONE_OF_EACH}"#)), "{all}");

    let server = server.restart().await;
    let text = Api::new(server.address()).get("/api/stats/halma").await.text;
    assert!(begins_with(&text, ONE_OF_EACH), "the archive is the truth");
    server.stop().await;
}

#[tokio::test]
async fn an_aborted_game_counts_for_nothing() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    table.guest.resign().await.expect("a player may resign");
    table.host.until("the end", RoomView::is_over).await;
    let result = table.host.view().game().and_then(|game| game.result.clone()).expect("a result");
    assert_eq!((result.outcome, result.reason), (Outcome::None, Reason::Aborted));
    assert!(begins_with(&Api::new(server.address()).get("/api/stats/halma").await.text, NO_GAMES));
    server.stop().await;
}
