//! What anybody may ask over HTTP, from any page.

use protocol::http::Catalogue;
use protocol::{Board, ErrorCode};
use tests::http::Api;
use tests::in_process::TestServer;

#[tokio::test]
async fn what_is_not_there_is_told_in_json() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    for (path, code) in [
        ("/api/stats/chess", ErrorCode::UnknownGame),
        ("/api/games/zzzzzzzzzzzz", ErrorCode::NotFound),
        ("/api/games/what", ErrorCode::NotFound),
        ("/api/nothing", ErrorCode::NotFound),
    ] {
        let reply = api.get(path).await;
        assert_eq!((reply.status, reply.refusal().code), (404, code), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_catalogue_describes_every_game() {
    let server = TestServer::start().await;
    let catalogue = Api::new(server.address()).catalogue().await;
    assert_eq!(catalogue, Catalogue::of_all_games(protocol::ComputerLevel::all().collect()));
    // A client that knows no rules can place every man of a start on a square that it has drawn.
    for (entry, game) in catalogue.games.iter().zip(rules::games()) {
        let start = Board::from(&game.start().set_up());
        let men = start.first.iter().chain(&start.second);
        assert!(men.clone().all(|square| entry.board.squares.contains(square)), "{}", entry.id);
        assert_eq!((&start.first, &start.second), (&entry.board.camps.first, &entry.board.camps.second));
    }
    server.stop().await;
}

#[tokio::test]
async fn pages_of_any_origin_may_ask() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    for path in ["/api/catalogue", "/api/stats", "/api/stats/halma", "/api/games/zzzzzzzzzzzz"] {
        let reply = api.get_from("https://elsewhere.example", path).await;
        let allowed = reply.headers.get("access-control-allow-origin").map(|value| value.as_bytes());
        assert_eq!(allowed, Some(b"*".as_slice()), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_page_is_sent_at_the_root_and_at_a_rooms_link() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let (root, room) = (api.get("/").await, api.get("/r/zzzzzzzzzzzz").await);
    assert_eq!((root.status, room.status), (200, 200));
    let kind = root.headers.get("content-type").and_then(|value| value.to_str().ok());
    assert!(kind.is_some_and(|kind| kind.starts_with("text/html")), "{kind:?}");
    for page in [&root, &room] {
        assert!(page.text.contains("<script type=\"module\" src=\"/assets/app.js\">"), "{}", page.text);
    }
    assert_eq!(api.health().await.status, "ok");
    server.stop().await;
}
