//! The statistics: their exact form, and what they count.
#![allow(clippy::expect_used, reason = "a test stops at the first surprise")]

use protocol::http::{AllStats, DetailedStats};
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

#[tokio::test]
async fn whoever_has_the_answer_is_told_so_until_a_game_ends() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    for path in ["/api/stats", "/api/stats/halma?opponent=people&clocked=false"] {
        let first = api.get(path).await;
        let tag = first.headers.get("etag").and_then(|tag| tag.to_str().ok()).expect("a tag").to_owned();
        assert_eq!(first.headers.get("cache-control").map(|value| value.as_bytes()), Some(&b"public, max-age=1"[..]));
        let again = api.get_with(path, &[("if-none-match", &format!("\"another\", {tag}"))]).await;
        assert_eq!((again.status, again.text.as_str()), (304, ""));
        resigned(&server, true).await;
        // It counts at once, whether it is rolled up yet or not.
        let changed = api.get_with(path, &[("if-none-match", &tag)]).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
    }
    server.stop().await;
}

#[tokio::test]
async fn games_are_counted_in_depth() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    resigned(&server, true).await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&REPETITION).await;
    table.host.until("the end", RoomView::is_over).await;
    let stats: DetailedStats = api.get("/api/stats/halma").await.json();
    let length = stats.length.expect("there are games");
    assert_eq!((length.average_plies, length.shortest_plies, length.longest_plies), (5.0, 2, 8));
    let reasons: Vec<_> = stats.reasons.iter().map(|reason| (reason.reason, reason.games, reason.draws)).collect();
    assert_eq!(reasons, [(Reason::Repetition, 1, 1), (Reason::Resignation, 1, 0)]);
    let moves: Vec<_> = stats.first_moves.iter().map(|one| (one.first_move.as_str(), one.games)).collect();
    assert_eq!(moves, [("l2-k3", 1), ("l2-l3", 1)]);
    assert_eq!(stats.days.iter().map(|day| day.games).sum::<u64>(), 2);
    let (first, last) = (stats.days[0].day, stats.days[stats.days.len() - 1].day);
    let within: DetailedStats = api.get(&format!("/api/stats/halma?from={first}&to={last}")).await.json();
    assert_eq!(within, DetailedStats { length: within.length.clone(), ..stats });
    let before: DetailedStats = api.get("/api/stats/halma?to=2000-01-01").await.json();
    assert_eq!((before.results.games, before.length), (0, None));
    assert_eq!(api.get("/api/stats/halma?from=2026-01-02&to=2026-01-01").await.status, 400);
    assert_eq!(api.get("/api/stats/halma?from=soon").await.status, 400);
    server.stop().await;
}
