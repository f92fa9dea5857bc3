//! The committed JSON Schema is the one of the types, and says what the types say.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use jsonschema::Validator;
use protocol::http::{ArchivedGame, Catalogue, CreateRoom, DetailedStats, GamePage, Lobby, ReadGame, RoomGames};
use protocol::schema::schema;
use protocol::{ClientFrame, ClientMessage, ComputerLevel, ErrorBody, ServerMessage};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A validator for one of the definitions.
fn validator(definition: &str) -> Validator {
    let mut document = schema();
    let root = document.as_object_mut().unwrap();
    root.remove("anyOf");
    root.insert("$ref".to_owned(), format!("#/$defs/{definition}").into());
    jsonschema::validator_for(&document).unwrap()
}

/// Checks that schema and type take a value.
fn taken<T: DeserializeOwned>(definition: &str, value: &Value) {
    let errors: Vec<_> = validator(definition).iter_errors(value).map(|error| error.to_string()).collect();
    assert_eq!(errors, [] as [&str; 0], "the schema refuses {value}");
    serde_json::from_value::<T>(value.clone()).unwrap_or_else(|error| panic!("the type refuses {value}: {error}"));
}

/// Checks that neither schema nor type takes a value.
fn refused<T: DeserializeOwned>(definition: &str, value: &Value) {
    assert!(!validator(definition).is_valid(value), "the schema takes {value}");
    assert!(serde_json::from_value::<T>(value.clone()).is_err(), "the type takes {value}");
}

fn snapshot() -> Value {
    let board = json!({"first": ["l1", "p5"], "second": ["a16"], "moves_made": {"first": 1, "second": 0},
        "captured": {"first": 0, "second": 0}});
    json!({"type": "snapshot", "protocol": 1, "room": "0123456789ab", "seq": 4, "time": 1_700_000_000_000_u64,
        "you": "host", "setup": {"game": "halma", "sides": "first", "clock": null, "open": false, "table": "two",
            "computer": null},
        "seats": {"host": {"taken": true}, "guest": {"taken": true}},
        "game": {"number": 1, "game": "halma", "rules_version": 1, "sides": {"first": "host", "second": "guest"},
            "started": 1_700_000_000_000_u64, "position": 4, "board": board, "moves": ["l2-l3"], "passed_over_at": [],
            "last_move": {"side": "first", "move": "l2-l3", "path": ["l2", "l3"]}, "result": null},
        "to_move": "second", "passed_over": null, "offer": null, "claim": null,
        "clocks": {"first": 61_000, "second": 60_000, "running": "second", "at": 1_700_000_000_000_u64,
            "deadline": 1_700_000_060_000_u64},
        "series": {"score": {"host": 0, "guest": 0, "draws": 0}, "games": []}, "closed": false,
        "names": {"host": "Ada", "guest": null},
        "presence": {"host": {"here": true, "since": 5}, "guest": {"here": false, "since": null}, "watchers": 0},
        "chat": null})
}

#[test]
fn the_committed_schema_is_the_one_of_the_types() {
    // Compared as values: the order of a `Value`'s keys depends on what else is built together with this crate.
    let committed: Value = serde_json::from_str(include_str!("../schema.json")).unwrap();
    assert!(
        committed == schema(),
        "the types have changed; write the schema anew with \
         `cargo run -p protocol --example schema > protocol/schema.json`, and the types for TypeScript \
         with `npm run types` in server/web"
    );
}

#[test]
fn the_schema_is_a_good_one() {
    jsonschema::meta::validate(&schema()).unwrap();
}

#[test]
fn messages_of_clients() {
    for message in [
        json!({"type": "join", "id": "j1", "protocol": 1, "room": "0123456789ab"}),
        json!({"type": "join", "protocol": 1, "room": "0123456789AB", "sit": true,
            "token": "00112233445566778899aabbccddeeff"}),
        json!({"type": "move", "id": "m1", "position": 3, "move": "l2-l3"}),
        json!({"type": "legal_moves"}),
        json!({"type": "resign", "id": "r1", "game": 1}),
        json!({"type": "abort", "game": 1}),
        json!({"type": "offer", "game": 1, "what": "rematch", "next": "moon"}),
        json!({"type": "answer", "offer": 5, "accept": false}),
        json!({"type": "withdraw", "offer": 5}),
        json!({"type": "claim", "game": 1}),
        json!({"type": "chat", "channel": "watchers", "text": "x".repeat(300)}),
        json!({"type": "name", "name": null}),
        json!({"type": "ping", "id": "p.1:a-b_c", "later": ["a field of a newer version"]}),
    ] {
        taken::<ClientMessage>("ClientMessage", &message);
    }
    for message in [
        json!({}),
        json!("ping"),
        json!({"type": "fly"}),
        json!({"type": "ping", "id": "a b"}),
        json!({"type": "ping", "id": "x".repeat(65)}),
        json!({"type": "join", "protocol": 1}),
        json!({"type": "join", "protocol": 1, "room": "0123456789a"}),
        json!({"type": "join", "protocol": 1, "room": "0123456789al"}),
        json!({"type": "join", "protocol": 1, "room": "0123456789ab", "token": "00112233445566778899AABBCCDDEEFF"}),
        json!({"type": "move", "move": "l2-l3"}),
        json!({"type": "move", "position": -1, "move": "l2-l3"}),
        json!({"type": "resign", "game": "1"}),
        json!({"type": "offer", "game": 1, "what": "tea"}),
        json!({"type": "answer", "offer": 5}),
        json!({"type": "chat", "channel": "watchers", "text": ""}),
        json!({"type": "chat", "channel": "watchers", "text": "x".repeat(301)}),
        json!({"type": "chat", "channel": "all", "text": "x"}),
        json!({"type": "name", "name": "x".repeat(33)}),
    ] {
        refused::<ClientMessage>("ClientMessage", &message);
    }
}

#[test]
fn every_type_that_a_client_may_send_is_in_the_schema() {
    let definition = &schema()["$defs"]["ClientMessage"]["oneOf"];
    let kinds: Vec<_> = definition
        .as_array()
        .unwrap()
        .iter()
        .map(|variant| variant["properties"]["type"]["const"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ClientFrame::TYPES);
}

#[test]
fn messages_of_the_server() {
    let board = snapshot()["game"]["board"].clone();
    let event = |seq: u64, body: Value| {
        json!({"type": "event", "seq": seq, "time": 1_700_000_000_000_u64, "event": body, "to_move": "second",
            "passed_over": null, "offer": null, "claim": null, "clocks": null})
    };
    for message in [
        snapshot(),
        event(2, json!({"kind": "seated", "seat": "guest"})),
        event(
            3,
            json!({"kind": "started", "number": 1, "game": "halma", "rules_version": 1,
            "sides": {"first": "guest", "second": "host"}, "board": board}),
        ),
        event(
            4,
            json!({"kind": "moved", "ply": 1, "side": "first", "move": "l2-l3", "path": ["l2", "l3"],
            "board": board}),
        ),
        event(
            5,
            json!({"kind": "ended", "number": 1, "outcome": "none", "reason": "aborted", "id": "0123456789ab",
            "series": {"host": 0, "guest": 0, "draws": 0}}),
        ),
        event(6, json!({"kind": "closed", "reason": "operator"})),
        json!({"type": "presence", "host": {"here": true, "since": null}, "guest": {"here": false, "since": 5},
            "watchers": 3}),
        json!({"type": "names", "host": "Ada", "guest": null}),
        json!({"type": "chat", "n": 1, "channel": "players", "from": "guest", "text": "hello", "time": 5}),
        json!({"type": "legal_moves", "position": 3, "side": "first", "moves": ["l2-l3"]}),
        json!({"type": "ok", "id": "m1", "seq": 4, "time": 1_700_000_000_000_u64}),
        json!({"type": "error", "code": "not_your_turn", "message": "why", "seq": 4}),
        json!({"type": "error", "id": "m1", "code": "busy", "message": "why", "seq": null, "retry_after": 1}),
        json!({"type": "restart", "message": "why", "retry_after": 1}),
    ] {
        taken::<ServerMessage>("ServerMessage", &message);
    }
    let mut no_such_square = snapshot();
    no_such_square["game"]["board"]["first"][0] = json!("q17");
    for message in [
        no_such_square,
        event(2, json!({"kind": "seated", "seat": "third"})),
        event(2, json!({"kind": "flown"})),
        json!({"type": "ok", "id": "m1", "seq": 4}),
        json!({"type": "error", "code": "no_such_code", "message": "why", "seq": 4}),
        json!({"type": "move", "position": 3, "move": "l2-l3"}),
    ] {
        refused::<ServerMessage>("ServerMessage", &message);
    }
}

#[test]
fn bodies() {
    let request = json!({"protocol": 1, "id": "c1", "token": "00112233445566778899aabbccddeeff", "game": "halma"});
    taken::<CreateRoom>("CreateRoom", &request);
    let with = |key: &str, value: Value| {
        let mut request = request.clone();
        request[key] = value;
        request
    };
    taken::<CreateRoom>("CreateRoom", &with("clock", json!({"kind": "real_time", "base": 0, "increment": 180_000})));
    taken::<CreateRoom>("CreateRoom", &with("clock", json!({"kind": "per_move", "time": 60_000})));
    taken::<CreateRoom>("CreateRoom", &with("table", json!("one_device")));
    taken::<CreateRoom>("CreateRoom", &with("computer", json!(5)));
    taken::<CreateRoom>("CreateRoom", &with("computer", json!(null)));
    refused::<CreateRoom>("CreateRoom", &with("computer", json!(0)));
    refused::<CreateRoom>("CreateRoom", &with("computer", json!(6)));
    refused::<CreateRoom>("CreateRoom", &with("computer", json!("3")));
    refused::<CreateRoom>("CreateRoom", &with("clock", json!({"kind": "real_time", "base": 0, "increment": 180_001})));
    refused::<CreateRoom>("CreateRoom", &with("clock", json!({"kind": "per_move", "time": 59_999})));
    refused::<CreateRoom>("CreateRoom", &with("name", json!("")));
    let entry = json!({"room": "0123456789ab", "game": "moon", "sides": "lot", "clock": null, "host_here": true,
        "created": 5});
    taken::<Lobby>("Lobby", &json!({"rooms": [entry]}));
    let game = json!({"number": 1, "id": "0123456789ab", "game": "moon", "outcome": "draw", "reason": "agreement",
        "ended": 5});
    taken::<RoomGames>("RoomGames", &json!({"room": "0123456789ab", "closed": true, "games": [game]}));
    taken::<ErrorBody>("ErrorBody", &json!({"code": "too_many_rooms", "message": "why", "retry_after": 60}));
    refused::<CreateRoom>("CreateRoom", &json!({"protocol": 1, "id": "c1", "game": "halma"}));
    refused::<ErrorBody>("ErrorBody", &json!({"code": 429, "message": "why"}));
    taken::<Catalogue>(
        "Catalogue",
        &serde_json::to_value(Catalogue::of_all_games(ComputerLevel::all().collect())).unwrap(),
    );
    taken::<ArchivedGame>(
        "ArchivedGame",
        &json!({"id": "0123456789ab", "game": "moon", "rules_version": 1,
        "outcome": "draw", "reason": "no_capture", "score": {"first": 5, "second": 5}, "moves": ["a1", "b1"],
        "passed_over_at": [], "started": 0, "ended": 1, "computer": null, "clock": {"kind": "per_move", "time": 60_000}}),
    );
    let entry = json!({"id": "0123456789ab", "game": "moon", "outcome": "draw", "reason": "agreement", "plies": 2,
        "opening": ["a1", "b1"], "clocked": false, "computer": null, "started": 0, "ended": 1});
    taken::<GamePage>("GamePage", &json!({"games": [entry], "next": null}));
    let read = json!({"game": "moon", "rules_version": 1, "moves": ["a1"], "passed_over_at": [], "outcome": null,
        "reason": null, "started": null, "ended": 5});
    taken::<ReadGame>("ReadGame", &read);
    let record = json!({"line": 3, "text": "a9", "what": "illegal_move"});
    taken::<ErrorBody>("ErrorBody", &json!({"code": "bad_record", "message": "why", "record": record}));
    let side = json!({"name": {"en": "white", "fr": "blancs"}, "wins": 1, "percent": 100.0});
    let one = json!({"games": 1, "first": 1, "second": 0, "draws": 0});
    let with = |key: &str, value: Value| {
        let mut one = one.clone();
        one[key] = value;
        one
    };
    let mut stats = json!({"game": "moon", "games": 1, "first": side, "second": side,
        "draws": {"games": 0, "percent": 0.0},
        "length": {"average_plies": 2.5, "shortest_plies": 2, "longest_plies": 3, "mean_duration": 5},
        "reasons": [with("reason", json!("time"))], "first_moves": [with("move", json!("a1"))],
        "days": [{"day": "2026-11-30", "games": 1}],
        "pairs": {"pairs": 0, "same_player": 0, "same_side": 0, "neither": 0}});
    taken::<DetailedStats>("DetailedStats", &stats);
    stats["length"] = json!(null);
    taken::<DetailedStats>("DetailedStats", &stats);
}
