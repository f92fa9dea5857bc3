//! What anybody may ask over HTTP, from any page, and what every answer has in common.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use protocol::http::Catalogue;
use protocol::{Board, ErrorCode, SidesChoice};
use tests::client::new_token;
use tests::http::{Api, Reply, room_of};
use tests::in_process::{Setup, TestServer};

/// A header of an answer, of which there is one.
fn header<'reply>(reply: &'reply Reply, name: &str) -> Option<&'reply str> {
    let mut values = reply.headers.get_all(name).iter();
    let value = values.next().and_then(|value| value.to_str().ok());
    assert_eq!(values.next(), None, "{name} is there once");
    value
}

#[tokio::test]
async fn every_answer_tells_browsers_to_be_careful() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    for (path, status) in [
        ("/", 200),
        ("/r/zzzzzzzzzzzz", 200),
        ("/assets/app.js", 200),
        ("/assets/nothing.js", 404),
        ("/nothing", 404),
        ("/healthz", 200),
        ("/readyz", 200),
        ("/api/catalogue", 200),
        ("/api/rooms", 200),
        ("/api/stats/chess", 404),
        ("/api/nothing", 404),
        // No handshake of a socket.
        ("/api/socket", 426),
    ] {
        let reply = api.get(path).await;
        assert_eq!(reply.status, status, "{path}");
        let policy = header(&reply, "content-security-policy").unwrap_or_else(|| panic!("{path} has no policy"));
        let rules: Vec<_> = policy.split(';').map(str::trim).collect();
        for rule in [
            "default-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "object-src 'none'",
        ] {
            assert!(rules.contains(&rule), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{path}: {policy}");
        for (name, value) in [("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin")] {
            assert_eq!(header(&reply, name), Some(value), "{path}: {name}");
        }
        let denied = header(&reply, "permissions-policy").unwrap_or_default();
        assert!(denied.contains("camera=()") && denied.contains("microphone=()"), "{path}: {denied}");
    }
    server.stop().await;
}

#[tokio::test]
async fn pages_have_no_opener_where_browsers_can_see_to_it() {
    for (url, policy) in
        [(None, None), (Some("http://192.0.2.7"), None), (Some("https://a.example"), Some("same-origin"))]
    {
        let setup = Setup::with(|config| config.public_url = url.map(|url| url.parse().expect("an address")));
        let server = TestServer::with(setup).await;
        for path in ["/", "/api/games", "/nothing"] {
            let reply = Api::new(server.address()).get(path).await;
            assert_eq!(header(&reply, "cross-origin-opener-policy"), policy, "{url:?} {path}");
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn nothing_is_kept_where_a_token_passes() {
    let setup = Setup::with(|config| (config.rooms_per_hour, config.room_burst) = (one(), 2.try_into().expect("two")));
    let server = TestServer::with(setup).await;
    let api = Api::new(server.address());
    let requests = [(); 2].map(|()| room_of("halma", new_token(), SidesChoice::First));
    let made = [&requests[0], &requests[0], &requests[1]];
    for (request, status) in made.into_iter().zip([201, 200, 429]) {
        let reply = api.post_room(request).await.expect("an answer");
        assert_eq!((reply.status, header(&reply, "cache-control")), (status, Some("no-store")), "{}", reply.text);
        assert!(!reply.text.contains(request.token.as_str()), "a token is never sent back: {}", reply.text);
    }
    for body in ["{", "", r#"{"protocol": 99}"#, &"x".repeat(5000)] {
        let reply = api.post("/api/rooms", body).await.expect("an answer");
        assert_eq!(header(&reply, "cache-control"), Some("no-store"), "{}: {}", reply.status, reply.text);
        assert!(reply.status >= 400);
    }
    for path in ["/api/socket", "/api/socket?room=zzzzzzzzzzzz", "/api/rooms", "/readyz", "/api/nothing"] {
        assert_eq!(header(&api.get(path).await, "cache-control"), Some("no-store"), "{path}");
    }
    server.stop().await;
}

fn one() -> std::num::NonZeroU32 {
    std::num::NonZeroU32::MIN
}

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
