//! Making a room over HTTP: what is refused, and that a request sent twice makes one room.
#![allow(clippy::expect_used, reason = "a test stops at the first surprise")]

use protocol::http::CreateRoom;
use protocol::{ErrorCode, Seat, SidesChoice};
use tests::client::{Client, go_on, new_id, new_token, sit};
use tests::http::{Api, room_of};
use tests::in_process::TestServer;

const TOKEN: &str = "00112233445566778899aabbccddeeff";

/// A request for a room with one thing replaced.
fn request_with(field: &str, value: &str) -> String {
    let mut request = serde_json::json!({"protocol": 1, "id": "c1", "token": TOKEN, "game": "halma", "sides": "first"});
    request[field] = serde_json::from_str(value).expect("JSON");
    request.to_string()
}

#[tokio::test]
async fn requests_that_are_refused() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let too_long = request_with("padding", &format!("\"{}\"", "x".repeat(70_000)));
    let requests = [
        (String::new(), 400, ErrorCode::BadJson),
        ("not json".to_owned(), 400, ErrorCode::BadJson),
        ("[]".to_owned(), 400, ErrorCode::BadJson),
        ("{}".to_owned(), 400, ErrorCode::BadMessage),
        (request_with("token", "\"short\""), 400, ErrorCode::BadMessage),
        (request_with("token", &format!("\"{}\"", TOKEN.to_uppercase())), 400, ErrorCode::BadMessage),
        (request_with("token", "null"), 400, ErrorCode::BadMessage),
        (request_with("id", "\"a b\""), 400, ErrorCode::BadMessage),
        (request_with("sides", "\"third\""), 400, ErrorCode::BadMessage),
        (request_with("protocol", "0"), 400, ErrorCode::UnsupportedProtocol),
        (request_with("protocol", "2"), 400, ErrorCode::UnsupportedProtocol),
        (request_with("game", "\"chess\""), 404, ErrorCode::UnknownGame),
        (too_long, 413, ErrorCode::FrameTooLarge),
    ];
    for (body, status, code) in requests {
        let start: String = body.chars().take(120).collect();
        let reply = api.post("/api/rooms", &body).await.expect("an answer");
        assert_eq!((reply.status, reply.refusal().code), (status, code), "{start:?}");
    }
    // None of them made the room that a right request with this token and id makes.
    let reply = api.post("/api/rooms", &request_with("sides", "\"first\"")).await.expect("an answer");
    assert_eq!(reply.status, 201);
    server.stop().await;
}

#[tokio::test]
async fn the_same_request_finds_the_same_room() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let request = room_of("halma", new_token(), SidesChoice::Second);
    let created = api.create(&request).await;
    assert_eq!(created.seat, Seat::Host);
    assert_eq!(created.path, format!("/r/{}", created.room));

    let again = api.post_room(&request).await.expect("an answer");
    assert_eq!((again.status, again.json()), (200, created.clone()));
    let others = [
        CreateRoom { sides: SidesChoice::First, ..request.clone() },
        CreateRoom { sides: SidesChoice::Lot, ..request.clone() },
    ];
    for other in others {
        let reply = api.post_room(&other).await.expect("an answer");
        assert_eq!((reply.status, reply.refusal().code), (409, ErrorCode::IdReused));
    }
    let another = api.create(&CreateRoom { id: new_id(), ..request.clone() }).await;
    assert_ne!(another.room, created.room, "another id asks for another room");

    // Also when the game is on its way, and after a restart.
    let mut guest = Client::joined(server.address(), sit(created.room, new_token())).await;
    guest.play("l2-l3").await.expect("the guest plays first");
    let server = server.restart().await;
    let again = api.post_room(&request).await.expect("an answer");
    assert_eq!((again.status, again.json()), (200, created.clone()));
    let host = Client::joined(server.address(), go_on(created.room, request.token)).await;
    assert_eq!(host.view().moves(), ["l2-l3"]);
    server.stop().await;
}

#[tokio::test]
async fn sides_are_as_chosen_or_drawn_by_lot() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let mut drawn = Vec::new();
    for (sides, rooms) in [(SidesChoice::First, 1), (SidesChoice::Second, 1), (SidesChoice::Lot, 64)] {
        for _ in 0..rooms {
            let room = api.create(&room_of("halma", new_token(), sides)).await.room;
            let guest = Client::joined(server.address(), sit(room, new_token())).await;
            let sides_now = guest.view().game().expect("the second seat starts the game").sides;
            assert_ne!(sides_now.first, sides_now.second);
            match sides {
                SidesChoice::First => assert_eq!(sides_now.first, Seat::Host),
                SidesChoice::Second => assert_eq!(sides_now.first, Seat::Guest),
                SidesChoice::Lot => drawn.push(sides_now.first),
            }
        }
    }
    // A fair lot draws 64 times the same once in 2^63 runs.
    assert!(drawn.contains(&Seat::Host) && drawn.contains(&Seat::Guest), "{drawn:?}");
    server.stop().await;
}
