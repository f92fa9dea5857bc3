//! Rooms and the socket.

use axum::http::StatusCode;
use protocol::http::{CreateRoom, Lobby, RoomCreated, RoomGames};
use protocol::{RoomId, VERSION};
use serde_json::{Value, json};

use super::Endpoint;
use super::operation::{Answer, Operation, Tag, reference};
use crate::http::error::ApiError;
use crate::http::{MAX_BODY_BYTES, rooms};
use crate::limits::TooMuch;

/// How long the examples of refusals say to wait.
const TOO_MUCH: TooMuch = TooMuch { retry_after: 30 };

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::get("/rooms", lobby(), rooms::lobby),
        Endpoint::post("/rooms", create(), rooms::create),
        Endpoint::get("/rooms/{room}/games", games(), rooms::games),
    ]
}

/// The socket, which is answered by a change of protocol.
pub(super) fn socket() -> Endpoint {
    let operation = Operation::new(Tag::Rooms, "openSocket", "Opens the socket of a room")
        .described(
            "A WebSocket (RFC 6455). Every text frame is one JSON object; what they hold, `/api/protocol.json` says. The \
             first message of the client is `join`, which names the room. A parameter `room` may be added for a balancer \
             in front of several servers; the server passes it over.",
        )
        .answers(Answer::empty(StatusCode::SWITCHING_PROTOCOLS, "The connection is a WebSocket from here on."))
        .refuses([ApiError::NoHandshake, ApiError::TooManySockets, ApiError::ServerFull, ApiError::Restarting]);
    Endpoint::get("/socket", operation, crate::http::socket)
}

fn lobby() -> Operation {
    let example = json!({"rooms": [{
        "room": "p8p7n59fx03v", "game": "moon", "sides": "lot",
        "clock": {"kind": "real_time", "base": 300_000, "increment": 3_000},
        "name": "Zoé", "host_here": true, "created": 1_700_000_000_000_u64,
    }]});
    Operation::new(Tag::Rooms, "listOpenRooms", "The rooms in which somebody waits for anyone")
        .described("Newest first. Take the free seat by a `join` with `sit` on the socket.")
        .answers(Answer::json::<Lobby>(StatusCode::OK, "The open rooms.", &example))
        .refuses([ApiError::LobbyOff])
        .refuses(of_the_store())
}

fn create() -> Operation {
    let created = json!({"room": "p8p7n59fx03v", "path": "/r/p8p7n59fx03v", "seat": "host"});
    let request = json!({
        "protocol": VERSION, "id": "c1", "token": "00112233445566778899aabbccddeeff", "game": "halma", "sides": "first",
        "clock": {"kind": "real_time", "base": 300_000, "increment": 3_000}, "open": true, "table": "two", "name": "Zoé",
    });
    let bad_bodies = ["[]", "{}", r#"{"protocol": 2}"#, r#"{"name": "\n"}"#];
    let bad_bodies = bad_bodies.map(|body| CreateRoom::parse(body.as_bytes())).into_iter().filter_map(Result::err);
    Operation::new(Tag::Rooms, "createRoom", "Makes a room and seats its host")
        .described(
            "Sent again with the same `token` and `id` it answers with the same room, so that a lost answer loses \
             nothing. The token is drawn at random by the client, and holds the host's seat from then on.",
        )
        .takes("application/json", &request_schema(), &request)
        .answers(Answer::json::<RoomCreated>(StatusCode::CREATED, "The room is made.", &created))
        .answers(Answer::json::<RoomCreated>(StatusCode::OK, "The same request had made the room before.", &created))
        .refuses(bad_bodies.map(ApiError::BadBody))
        .refuses([
            ApiError::UnknownGame("chess".to_owned()),
            ApiError::LobbyOff,
            ApiError::ComputerOff,
            ApiError::IdReused,
            ApiError::RoomClosed,
            ApiError::BodyTooLarge(MAX_BODY_BYTES),
            ApiError::TooManyRooms(TOO_MUCH),
            ApiError::ComputerBusy,
            ApiError::Restarting,
        ])
        .refuses(of_the_store())
}

/// The schema of the protocol, and what this server takes of all that fits it.
fn request_schema() -> Value {
    let ids: Vec<_> = rules::games().iter().map(|game| game.id()).collect();
    let taken = json!({"properties": {"protocol": {"const": VERSION}, "game": {"enum": ids}}});
    let open = json!({"properties": {"open": {"const": true}}, "required": ["open"]});
    let against_computer = json!({"properties": {"computer": {"type": "integer"}}, "required": ["computer"]});
    let two_devices = json!({"properties": {"table": {"const": "two"}}});
    let no_computer = json!({"properties": {"computer": {"type": "null"}}});
    json!({"allOf": [
        reference::<CreateRoom>(),
        taken,
        {"if": open, "then": {"allOf": [two_devices, no_computer]}},
        {"if": against_computer, "then": two_devices},
    ]})
}

fn games() -> Operation {
    let example = json!({"room": "p8p7n59fx03v", "closed": true, "games": [{
        "number": 1, "id": "0q9xjd2tzb4c", "game": "halma", "outcome": "second", "reason": "resignation",
        "ended": 1_700_000_120_000_u64,
    }]});
    Operation::new(Tag::Rooms, "listGamesOfRoom", "The finished games of a room")
        .described("Oldest first, at most the last 100. It is answered still when the room is closed.")
        .path_parameter("room", "The room.", &reference::<RoomId>())
        .answers(Answer::json::<RoomGames>(StatusCode::OK, "The games.", &example))
        .refuses([ApiError::NotFound])
        .refuses(of_the_store())
}

/// What anything is refused with that needs the store.
pub(super) fn of_the_store() -> [ApiError; 2] {
    [ApiError::StoreSlow, ApiError::Internal]
}
