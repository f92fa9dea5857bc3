//! The document that describes the API, held against what a running server answers.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::BTreeSet;
use std::net::SocketAddr;

use protocol::SidesChoice;
use protocol::http::CreateRoom;
use serde_json::{Value, json};
use tests::client::{Client, new_token};
use tests::database::Database;
use tests::eventually;
use tests::http::{Api, Reply, room_of};
use tests::in_process::{Setup, TestServer};
use tests::openapi::{Document, Operation};
use tests::process::{Launch, ServerProcess};
use tests::table::Table;
use tests::view::RoomView;

/// Requests whose answers are as the document says, and which answers these were.
struct Checked {
    document: Document,
    seen: BTreeSet<(String, String)>,
}

impl Checked {
    async fn by(api: &Api) -> Self {
        Self { document: Document::fetch(api).await, seen: BTreeSet::new() }
    }

    /// Checks an answer that has to have this status.
    fn check(&mut self, operation: &Operation, reply: &Reply, status: u16, what: &str) {
        assert_eq!(reply.status, status, "{} {what}: {}", operation.id, reply.text);
        let undescribed = self.document.undescribed(operation, reply);
        assert_eq!(undescribed, None, "{} {what}", operation.id);
        self.seen.insert((operation.id.clone(), status.to_string()));
    }

    async fn get(&mut self, api: &Api, id: &str, path: &str, status: u16) -> Reply {
        let reply = api.get(path).await;
        self.check(&self.document.operation(id), &reply, status, path);
        reply
    }

    /// Asks twice, the second time for what has changed since.
    async fn get_tagged(&mut self, api: &Api, id: &str, path: &str) {
        let first = self.get(api, id, path, 200).await;
        let tag = first.headers["etag"].to_str().unwrap();
        let again = api.get_with(path, &[("if-none-match", tag)]).await;
        self.check(&self.document.operation(id), &again, 304, path);
    }

    async fn post(&mut self, api: &Api, id: &str, kind: &str, body: &str, status: u16) -> Reply {
        let operation = self.document.operation(id);
        let reply = api.send("POST", &operation.path, &[], Some((kind, body.into()))).await.unwrap();
        self.check(&operation, &reply, status, body);
        reply
    }

    async fn make(&mut self, api: &Api, request: &CreateRoom, status: u16) -> Reply {
        self.post(api, "createRoom", "application/json", &json!(request).to_string(), status).await
    }

    /// Asks for a socket, which must be refused.
    async fn refused_socket(&mut self, address: SocketAddr, status: u16) {
        let Err(tokio_tungstenite::tungstenite::Error::Http(answer)) = Client::connect(address).await else {
            panic!("a socket is not refused")
        };
        let (head, body) = answer.into_parts();
        let text = String::from_utf8(body.unwrap_or_default()).unwrap();
        let reply = Reply { status: head.status.as_u16(), headers: head.headers, text };
        self.check(&self.document.operation("openSocket"), &reply, status, "a handshake");
    }
}

/// A server on which a game of Halma was played.
async fn played() -> (TestServer, Table) {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3", "a13-c11", "l3-l4"]).await;
    table.guest.resign().await.unwrap();
    table.host.until("the end", RoomView::is_over).await;
    (server, table)
}

#[tokio::test]
async fn every_answer_that_is_described_is_given_so() {
    let (server, table) = played().await;
    let api = Api::new(server.address());
    let mut checked = Checked::by(&api).await;
    let game = table.host.view().game().and_then(|game| game.result.clone()).unwrap().id;

    checked.get(&api, "getCatalogue", "/api/catalogue", 200).await;
    checked.get_tagged(&api, "getOpenApi", "/api/openapi.json").await;
    checked.get_tagged(&api, "getProtocolSchema", "/api/protocol.json").await;
    checked.get_tagged(&api, "getGuide", "/api/guide.md").await;
    for query in ["", "?opponent=computer&level=3&clocked=true", "?from=2020-01-01&to=2020-01-02"] {
        checked.get_tagged(&api, "getAllStatistics", &format!("/api/stats{query}")).await;
        checked.get_tagged(&api, "getStatistics", &format!("/api/stats/halma{query}")).await;
    }
    for query in ["?level=3", "?level=x", "?from=2020-01-02&to=2020-01-01", "?opponent=me", "?clocked=%FF"] {
        checked.get(&api, "getAllStatistics", &format!("/api/stats{query}"), 400).await;
        checked.get(&api, "getStatistics", &format!("/api/stats/halma{query}"), 400).await;
    }
    checked.get(&api, "getStatistics", "/api/stats/chess", 404).await;

    let page = checked.get(&api, "listGames", "/api/games?game=halma&limit=1&moves=l2-l3", 200).await;
    assert_eq!(page.json::<Value>()["games"][0]["id"], json!(game));
    let export = checked.get(&api, "exportGames", "/api/games/export?reason=resignation", 200).await;
    assert_eq!(export.text.lines().count(), 1, "{}", export.text);
    for query in ["?limit=0", "?after=x", "?moves=x", "?min_plies=-1", "?reason=boredom"] {
        checked.get(&api, "listGames", &format!("/api/games{query}"), 400).await;
    }
    checked.get(&api, "exportGames", "/api/games/export?outcome=x", 400).await;
    checked.get(&api, "listGames", "/api/games?game=chess", 404).await;
    checked.get(&api, "exportGames", "/api/games/export?game=chess", 404).await;
    checked.get(&api, "getGame", &format!("/api/games/{game}"), 200).await;
    let text = checked.get(&api, "getGameText", &format!("/api/games/{game}/text"), 200).await.text;
    for id in ["zzzzzzzzzzzz", "what", "%FF", "a%2Fb"] {
        checked.get(&api, "getGame", &format!("/api/games/{id}"), 404).await;
        checked.get(&api, "getGameText", &format!("/api/games/{id}/text"), 404).await;
        checked.get(&api, "listGamesOfRoom", &format!("/api/rooms/{id}/games"), 404).await;
    }
    checked.post(&api, "readGameText", "text/plain", &text, 200).await;
    checked.post(&api, "readGameText", "text/plain", "Game: halma\n\n1. l2-l9\n", 400).await;
    checked.post(&api, "readGameText", "text/plain", &"\n".repeat(200_000), 413).await;

    checked.get(&api, "listOpenRooms", "/api/rooms", 200).await;
    checked.get(&api, "listGamesOfRoom", &format!("/api/rooms/{}/games", table.room), 200).await;
    let request = CreateRoom { open: true, ..room_of("moon", new_token(), SidesChoice::Lot) };
    checked.make(&api, &request, 201).await;
    checked.make(&api, &request, 200).await;
    checked.make(&api, &CreateRoom { sides: SidesChoice::First, ..request.clone() }, 409).await;
    checked.make(&api, &CreateRoom { game: "chess".to_owned(), ..request.clone() }, 404).await;
    for body in ["", "[]", "{}", r#"{"protocol": 2}"#, r#"{"name": "\n"}"#] {
        checked.post(&api, "createRoom", "application/json", body, 400).await;
    }
    checked.post(&api, "createRoom", "application/json", &"x".repeat(5_000), 413).await;
    checked.get(&api, "listOpenRooms", "/api/rooms", 200).await;
    checked.get(&api, "openSocket", "/api/socket", 426).await;
    checked.seen.insert(("openSocket".to_owned(), "101".to_owned()));
    server.stop().await;

    // What only servers answer that are set otherwise.
    let setup = Setup::with(|config| {
        config.no_lobby = true;
        config.computer_threads = Some(0);
        config.room_burst = 1.try_into().unwrap();
        config.rooms_per_hour = 1.try_into().unwrap();
        config.sockets_per_address = 1.try_into().unwrap();
    });
    let server = TestServer::with(setup).await;
    let api = Api::new(server.address());
    checked.get(&api, "listOpenRooms", "/api/rooms", 403).await;
    checked.make(&api, &CreateRoom { open: true, ..room_of("moon", new_token(), SidesChoice::Lot) }, 403).await;
    checked.make(&api, &room_of("moon", new_token(), SidesChoice::Lot), 201).await;
    checked.make(&api, &room_of("moon", new_token(), SidesChoice::Lot), 429).await;
    let only_socket = Client::connect(server.address()).await.unwrap();
    checked.refused_socket(server.address(), 429).await;
    drop(only_socket);
    server.stop().await;

    make_a_room_that_is_closed(&mut checked).await;

    make_one_connection_too_many(&mut checked).await;

    // All that is described has been seen, but what takes a fault of the server or of its database. What any request can
    // meet with has been seen of one.
    let unseen: Vec<_> = checked
        .document
        .operations()
        .iter()
        .flat_map(|operation| operation.statuses().map(|status| (operation.id.clone(), status.to_owned())))
        .filter(|answer| !answer.1.starts_with('5') && !checked.seen.contains(answer))
        .filter(|answer| !checked.document.operation(&answer.0).is_refused_anywhere(&answer.1))
        .collect();
    assert_eq!(unseen, []);
}

/// Makes a room, has the operator close it, and makes it again.
async fn make_a_room_that_is_closed(checked: &mut Checked) {
    let database = Database::temporary();
    let launch = Launch::new(&database.url()).argument("--operator-listen", "127.0.0.1:0");
    let mut server = ServerProcess::start(&launch).await;
    let operator: SocketAddr = eventually("the operator's address is told", async || {
        let log = server.log();
        let (_, rest) = log.split_once("listening for the operator on http://")?;
        rest.split_whitespace().next()?.parse().ok()
    })
    .await;
    let api = Api::new(server.address());
    let request = room_of("jarmo", new_token(), SidesChoice::First);
    let room = api.create(&request).await.room;
    let closed = Api::new(operator).post(&format!("/rooms/{room}/close"), "").await.unwrap();
    assert_eq!(closed.status, 200, "{}", closed.text);
    checked.make(&api, &request, 410).await;
    let blocked = Api::new(operator).post("/blocks", r#"{"network": "127.0.0.1", "seconds": 60}"#).await.unwrap();
    assert_eq!(blocked.status, 200, "{}", blocked.text);
    checked.get(&api, "getCatalogue", "/api/catalogue", 403).await;
    server.terminate();
    server.ended_well().await;
}

/// Opens so many connections that one more is refused, whatever it asks for.
async fn make_one_connection_too_many(checked: &mut Checked) {
    for (per_address, in_all, status) in [(1, 100, 429), (100, 1, 503)] {
        let setup = Setup::with(|config| {
            config.connections.connections_per_address = per_address.try_into().unwrap();
            config.connections.connections = in_all.try_into().unwrap();
        });
        let server = TestServer::with(setup).await;
        let api = Api::new(server.address());
        let only_one = Client::connect(server.address()).await.unwrap();
        checked.get(&api, "getCatalogue", "/api/catalogue", status).await;
        drop(only_one);
        server.stop().await;
    }
}

#[tokio::test]
async fn methods_are_described_or_refused() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let document = Document::fetch(&api).await;
    let paths: BTreeSet<_> = document.operations().into_iter().map(|operation| operation.path).collect();
    for path in paths {
        let described: Vec<_> = document.operations().into_iter().filter(|operation| operation.path == path).collect();
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] {
            let reply = api.send(method, &path.replace(['{', '}'], ""), &[], None).await.unwrap();
            let known = if method == "HEAD" { "GET" } else { method };
            let is_described = described.iter().any(|operation| operation.method == known);
            assert_eq!(reply.status != 405, is_described, "{method} {path}: {}", reply.status);
            assert!(reply.status < 500, "{method} {path}: {}", reply.status);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn the_document_is_a_good_one() {
    let server = TestServer::start().await;
    let document = Document::fetch(&Api::new(server.address())).await;
    server.stop().await;
    assert_eq!(document.whole()["openapi"], "3.1.0");
    for (name, schema) in document.whole()["components"]["schemas"].as_object().unwrap() {
        jsonschema::meta::validate(schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let mut references = BTreeSet::new();
    collect_references(document.whole(), &mut references);
    assert!(references.len() > 20, "{references:?}");
    for reference in references {
        let path = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} leads elsewhere"));
        assert!(document.whole().pointer(path).is_some(), "{reference} leads nowhere");
    }
    let examples = document.examples();
    assert!(examples.len() > 40, "{}", examples.len());
    for (place, schema, example) in examples {
        let problems = document.problems(&schema, &example);
        assert!(problems.is_empty(), "{place}: {problems:?}: {example}");
    }
}

fn collect_references(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            references.extend(object.get("$ref").and_then(Value::as_str).map(str::to_owned));
            object.values().for_each(|value| collect_references(value, references));
        }
        Value::Array(items) => items.iter().for_each(|value| collect_references(value, references)),
        _ => {}
    }
}

#[tokio::test]
async fn the_protocols_schema_is_the_one_of_the_types() {
    let server = TestServer::start().await;
    let reply = Api::new(server.address()).get("/api/protocol.json").await;
    server.stop().await;
    assert_eq!(reply.headers["content-type"], "application/schema+json");
    assert_eq!(reply.json::<Value>(), protocol::schema::schema());
}
