//! The protocol's guide tells the truth: its transcript is played against a running server, its examples are what
//! they say they are, and nothing of the protocol is left out.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use protocol::http::{
    AllStats, ArchivedGame, Catalogue, CatalogueEntry, CreateRoom, DetailedStats, GamePage, Lobby, ReadGame,
    RoomCreated, RoomGames,
};
use protocol::schema::schema;
use protocol::{ChatText, ClientMessage, Clocks, DisplayName, ErrorBody, EventBody, Series, ServerMessage, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tests::client::Client;
use tests::guide::{Example, Guide, Step};
use tests::http::{Api, Reply};
use tests::in_process::{Setup, TestServer};

/// The server's time when the transcript begins.
const BEGINNING: Timestamp = Timestamp(1_700_000_000_000);

/// How many milliseconds pass before each line that a client sends. All together they are too few for the server to
/// take them for a time in which it did not live: it says only every five seconds of the machine's time that it does.
const STEP: u64 = 100;

/// Checks that nothing has come to a client that the transcript does not show.
async fn has_nothing_more(who: &str, client: &mut Client, after_line: usize) {
    client.send_text(r#"{"type":"ping","id":"nothing-more"}"#).await.expect("the socket stays open");
    let next = client.receive_text().await.expect("the socket stays open");
    assert!(next.contains(r#""id":"nothing-more""#), "after line {after_line}, {who} also receives {next}");
}

#[tokio::test]
async fn the_transcript_is_what_the_server_says() {
    let (setup, clock) = Setup::with_clock_at(BEGINNING);
    let server = TestServer::with(setup).await;
    let api = Api::new(server.address());
    let mut sockets: HashMap<String, Client> = HashMap::new();
    let mut reply: Option<Reply> = None;
    let mut received = 0;
    let mut last_line = 0;
    for line in Guide::read().transcript() {
        last_line = line.line;
        match line.step {
            Step::Request { method, path, body } => {
                clock.advance(STEP);
                reply = Some(match method.as_str() {
                    "GET" => api.get(&path).await,
                    "POST" => api.post(&path, &body).await.expect("an answer"),
                    _ => panic!("line {last_line}: {method}"),
                });
            }
            Step::Response { status, body } => {
                let reply = reply.take().expect("a request comes before its answer");
                assert_eq!((reply.status, reply.json::<Value>()), (status, body), "line {last_line}");
                received += 1;
            }
            Step::Send { who, frame } => {
                clock.advance(STEP);
                let client = match sockets.entry(who) {
                    Entry::Occupied(open) => open.into_mut(),
                    Entry::Vacant(none) => none.insert(Client::connect(server.address()).await.expect("a socket")),
                };
                client.send_text(&frame).await.expect("the socket is open");
            }
            Step::Receive { who, frame } => {
                let client = sockets.get_mut(&who).expect("a client sends before it receives");
                let text = client.receive_text().await.expect("the socket is open");
                assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), frame, "line {last_line}: {text}");
                received += 1;
            }
            // What the server sent to it meanwhile is lost.
            Step::Gone { who } => drop(sockets.remove(&who).expect("a socket that can be lost")),
        }
    }
    assert!(received >= 20, "the transcript shows a session");
    for (who, client) in &mut sockets {
        has_nothing_more(who, client, last_line).await;
    }
    server.stop().await;
}

/// Checks that an example can be read as a type, and that it holds nothing that the type does not know.
fn check<T: DeserializeOwned + Serialize>(example: &Example) {
    let read: T = serde_json::from_value(example.json.clone())
        .unwrap_or_else(|error| panic!("line {}: not a {}: {error}", example.line, example.kind));
    let written = serde_json::to_value(read).expect("messages can be written");
    assert_eq!(written, example.json, "line {}: the {} has other fields", example.line, example.kind);
}

#[test]
fn examples_are_what_they_say() {
    let guide = Guide::read();
    let examples = guide.examples();
    assert!(examples.len() > 20, "the guide has examples");
    for example in &examples {
        match example.kind.as_str() {
            "ClientMessage" => check::<ClientMessage>(example),
            "ServerMessage" => check::<ServerMessage>(example),
            "EventBody" => check::<EventBody>(example),
            "CreateRoom" => check::<CreateRoom>(example),
            "RoomCreated" => check::<RoomCreated>(example),
            "Catalogue" => check::<Catalogue>(example),
            "CatalogueEntry" => check::<CatalogueEntry>(example),
            "DetailedStats" => check::<DetailedStats>(example),
            "GamePage" => check::<GamePage>(example),
            "ReadGame" => check::<ReadGame>(example),
            "AllStats" => check::<AllStats>(example),
            "ArchivedGame" => check::<ArchivedGame>(example),
            "ErrorBody" => check::<ErrorBody>(example),
            "Lobby" => check::<Lobby>(example),
            "RoomGames" => check::<RoomGames>(example),
            "Clocks" => check::<Clocks>(example),
            "Series" => check::<Series>(example),
            kind => panic!("line {}: an example has to say what it is, not {kind:?}", example.line),
        }
    }
}

/// The values that a tag may have in one of the schema's definitions.
fn tags(definition: &str, tag: Option<&str>) -> BTreeSet<String> {
    let schema = schema();
    let variants = schema["$defs"][definition]["oneOf"].as_array().expect("a choice").clone();
    let value = |variant: &Value| match tag {
        Some(tag) => variant["properties"][tag]["const"].clone(),
        None => variant["const"].clone(),
    };
    variants.iter().map(|variant| value(variant).as_str().expect("a word").to_owned()).collect()
}

/// The values of a tag in the examples of one kind.
fn shown(examples: &[Example], kind: &str, tag: &str) -> BTreeSet<String> {
    let of_kind = examples.iter().filter(|example| example.kind == kind);
    of_kind.map(|example| example.json[tag].as_str().expect("a tag is a word").to_owned()).collect()
}

#[test]
fn every_message_and_event_has_an_example() {
    let examples = Guide::read().examples();
    for kind in ["ClientMessage", "ServerMessage"] {
        assert_eq!(shown(&examples, kind, "type"), tags(kind, Some("type")), "{kind}");
    }
    assert_eq!(shown(&examples, "EventBody", "kind"), tags("EventBody", Some("kind")));
}

#[test]
fn every_code_and_word_is_explained_once() {
    let guide = Guide::read();
    for (heading, definition) in [("Error codes", "ErrorCode"), ("Reasons", "Reason"), ("Outcomes", "Outcome")] {
        let listed = guide.first_column(heading);
        let distinct: BTreeSet<_> = listed.iter().map(|code| (*code).to_owned()).collect();
        assert_eq!(listed.len(), distinct.len(), "{heading}: no code is explained twice");
        assert_eq!(distinct, tags(definition, None), "{heading}");
    }
}

#[test]
fn the_bounds_are_those_of_the_code() {
    let guide = Guide::read();
    let bounds = server::Config::default();
    let rows = [
        format!("| a text frame, a request's body | {} bytes |", protocol::MAX_FRAME_BYTES),
        format!(
            "| messages of one socket | {} a second, {} at once |",
            bounds.messages_per_second, bounds.message_burst
        ),
        format!("| rooms made from one address | {} an hour, {} at once |", bounds.rooms_per_hour, bounds.room_burst),
        format!(
            "| rooms against the computer made from one address | {} an hour, {} at once |",
            bounds.computer_rooms_per_hour, bounds.computer_room_burst
        ),
        format!("| joins from one address | {} a minute, {} at once |", bounds.joins_per_minute, bounds.join_burst),
        format!(
            "| connections open from one address, with those of sockets | {} |",
            bounds.connections.connections_per_address
        ),
        format!(
            "| sockets, and connections, open in all | {}, and {} |",
            bounds.connections.sockets, bounds.connections.connections
        ),
        format!(
            "| the head of a request, and being idle between two | {} seconds |",
            bounds.connections.header_seconds
        ),
        format!("| a whole request | {} seconds |", bounds.connections.request_seconds),
        format!("| an open socket that is in no room | {} seconds |", bounds.connections.join_seconds),
        format!("| saying nothing at all, not even a pong | {} seconds |", bounds.connections.idle_seconds),
        format!("| reading nothing at all | {} seconds |", bounds.connections.write_seconds),
        format!(
            "| what a player says in a room | {} lines a minute, {} at once |",
            bounds.talk.lines_per_minute, bounds.talk.line_burst
        ),
        format!(
            "| what all who watch a room say together | {} lines a minute, {} at once |",
            bounds.talk.watcher_lines_per_minute, bounds.talk.watcher_line_burst
        ),
        format!("| sockets open from one address | {} |", bounds.sockets_per_address),
        format!("| events waiting for a slow reader | {} |", bounds.socket_queue),
        format!("| storing a command | {} seconds |", bounds.rooms().patience.as_secs()),
        format!("| an id | {} letters |", protocol::CommandId::MAX_BYTES),
        format!("| a name | {} characters, {} bytes |", DisplayName::MAX_CHARS, DisplayName::MAX_BYTES),
        format!("| what is said at once | {} characters, {} bytes |", ChatText::MAX_CHARS, ChatText::MAX_BYTES),
        format!("| talk in a snapshot | the last {} lines of each channel |", protocol::CHAT_HISTORY),
        format!("| moves of one game, with those taken back | {} |", server::room::MAX_MOVES),
        format!("| games of one room | {} |", server::room::MAX_GAMES),
        format!("| rematches offered by one player after a game | {} |", server::room::MAX_REMATCHES),
        format!("| squares named in one move | {} |", rules::MoveInput::MAX_CHAIN),
    ];
    for row in rows {
        assert!(guide.text().contains(&row), "the guide has no row {row:?}");
    }
}
