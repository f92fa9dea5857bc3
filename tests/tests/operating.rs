//! What whoever runs the server can do, see and set, on the real binary: blocks, health, measurements, options in a
//! file, and a log that gives nobody away.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;

use protocol::{Channel, Chat, ClientMessage, ErrorCode};
use serde_json::{Value, json};
use tests::client::{Client, Gone, new_id};
use tests::database::Database;
use tests::eventually;
use tests::http::Api;
use tests::process::{Launch, ServerProcess};
use tests::table::Table;

/// Starts a server with a listener for the operator, and says where that is.
async fn start(launch: Launch) -> (ServerProcess, Api) {
    let server = ServerProcess::start(&launch.argument("--operator-listen", "127.0.0.1:0")).await;
    let address: SocketAddr = eventually("the operator's address is told", async || {
        let log = server.log();
        let (_, rest) = log.split_once("listening for the operator on http://")?;
        rest.split(|letter: char| letter.is_whitespace() || letter == '"').next()?.parse().ok()
    })
    .await;
    (server, Api::new(address))
}

#[tokio::test]
async fn an_address_is_blocked_for_a_while_and_let_in_again() {
    let database = Database::temporary();
    let (mut server, operator) = start(Launch::new(&database.url())).await;
    let mut table = Table::open(server.address(), "halma").await;

    let blocked = operator.post("/blocks", r#"{"network": "127.0.0.1", "seconds": 3600}"#).await.unwrap();
    assert_eq!(blocked.status, 200, "{}", blocked.text);
    let listed: Value = operator.get("/blocks").await.json();
    assert_eq!(listed["blocks"][0]["network"], "127.0.0.1/32");
    assert!(listed["blocks"][0]["until"].as_u64().is_some_and(|until| until > 1_700_000_000_000), "{listed}");

    let refused = Api::new(server.address()).get("/").await;
    let refusal = refused.refusal();
    assert_eq!((refused.status, refusal.code), (403, ErrorCode::AddressBlocked));
    assert!(refusal.retry_after.is_some_and(|seconds| (3590..=3600).contains(&seconds)), "{refusal:?}");
    // Its sockets are told so when they are next asked whether they are there.
    let told = table.host.next_answer().await.expect("it is told first").unwrap_err();
    assert_eq!(told.code, ErrorCode::AddressBlocked);
    assert_eq!(table.host.until_gone().await, Gone::Closed(Some(1008)));

    let lifted = operator.post("/blocks/lift", r#"{"network": "127.0.0.1"}"#).await.unwrap();
    assert_eq!((lifted.status, lifted.json::<Value>()), (200, json!({"blocks": []})));
    assert_eq!(Api::new(server.address()).get("/").await.status, 200);
    assert_eq!(operator.post("/blocks/lift", r#"{"network": "127.0.0.1"}"#).await.unwrap().status, 404);
    for wrong in [r#"{"network": "127.0.0.1"}"#, r#"{"network": "x", "seconds": 1}"#, r#"{"seconds": 1}"#, "{", ""] {
        assert_eq!(operator.post("/blocks", wrong).await.unwrap().status, 400, "{wrong}");
    }
    server.terminate();
    server.ended_well().await;
}

#[tokio::test]
async fn what_is_measured_can_be_read() {
    let database = Database::temporary();
    let (mut server, operator) = start(Launch::new(&database.url())).await;
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    assert_eq!(table.host.play("l2-l3").await.unwrap_err().code, ErrorCode::NotYourTurn);
    let measured = operator.get("/metrics").await;
    assert_eq!(measured.status, 200);
    for line in [
        "sauterelle_rooms 1",
        "sauterelle_sockets 2",
        "sauterelle_moves_total 1",
        "sauterelle_append_conflicts_total 0",
        "sauterelle_appends_waiting 0",
        "sauterelle_room_requests_waiting 0",
        "sauterelle_computer_questions_waiting 0",
        "sauterelle_refusals_total{code=\"not_your_turn\"} 1",
        "# TYPE sauterelle_commit_seconds histogram",
        "# TYPE sauterelle_batch_appends histogram",
        "# EOF",
    ] {
        assert!(measured.text.lines().any(|found| found == line), "{line} is not in {}", measured.text);
    }
    let public = Api::new(server.address());
    assert_eq!(public.get("/metrics").await.status, 404, "it is nobody else's business");
    for api in [&public, &operator] {
        let ready = api.get("/readyz").await;
        assert_eq!((ready.status, ready.json::<Value>()), (200, json!({"status": "ready"})));
    }
    server.terminate();
    server.ended_well().await;
}

#[tokio::test]
async fn options_come_from_a_file_last_of_all() {
    let (database, other) = (Database::temporary(), Database::temporary());
    let file = database.folder().join("sauterelle.toml");
    let text = format!("listen = \"127.0.0.1:0\"\ndatabase-url = \"{}\"\nno-chat = true\n", database.url());
    std::fs::write(&file, text).expect("written");
    let launch = Launch::default().argument("--config", file.to_str().expect("a path"));
    let mut server = ServerProcess::start(&launch).await;
    assert!(database.path().is_file(), "the database's address comes from the file");
    server.terminate();
    server.ended_well().await;
    let mut server = ServerProcess::start(&launch.clone().environment("DATABASE_URL", &other.url())).await;
    assert!(other.path().is_file(), "the environment goes before the file");
    server.terminate();
    server.ended_well().await;

    for (text, words) in [("no-caht = true", "no-caht"), ("room-burst = 0", "room-burst"), ("x = [", "TOML")] {
        std::fs::write(&file, text).expect("written");
        let refused = launch.refused().await;
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{text}: {said}");
        assert!(said.contains(words) && said.contains("sauterelle.toml"), "{text}: {said}");
    }
}

#[tokio::test]
async fn a_log_of_everything_tells_no_token_no_talk_and_no_whole_address() {
    let database = Database::temporary();
    let launch = Launch::new(&database.url()).environment("RUST_LOG", "trace").argument("--log-format", "json");
    let (mut server, _) = start(launch).await;
    let mut table = Table::open(server.address(), "halma").await;
    let said = "nobody else is to read this";
    let text = said.parse().expect("a line");
    let chat = ClientMessage::Chat(Chat { id: Some(new_id()), channel: Channel::Players, text });
    table.host.call(&chat).await.expect("said");
    table.play_all(&["l2-l3"]).await;
    table.host.send_text("{\"type\":\"chat\",\"text\":\"not well formed secret\"").await.expect("sent");
    table.host.next_answer().await.expect("an answer").unwrap_err();
    Api::new(server.address()).get(&format!("/r/{}", table.room)).await;
    let mut other = Client::connect(server.address()).await.expect("a socket");
    other.ping().await.unwrap_err();
    server.terminate();
    server.ended_well().await;
    let log = server.log();
    let requests = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    assert!(requests.clone().count() > 10, "each line is an object: {log}");
    assert!(log.contains("room opened"), "details are logged");
    for secret in [table.host_token.as_str(), table.guest_token.as_str(), said, "well formed secret"] {
        assert!(!log.contains(secret), "{secret}");
    }
    let listening = |line: &&str| !line.contains("listening");
    assert!(!log.lines().filter(listening).any(|line| line.contains("127.0.0.1")), "{log}");
}
