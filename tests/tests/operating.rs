//! What whoever runs the server can do, see and set, on the real binary: blocks, health, measurements, options in a
//! file, and a log that gives nobody away.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::{Ipv4Addr, SocketAddr};

use protocol::{Channel, Chat, ClientMessage, ComputerLevel, ErrorCode, SetName, SidesChoice};
use serde_json::{Value, json};
use tests::client::{Client, Gone, go_on, new_id, new_token, watch};
use tests::database::Database;
use tests::eventually;
use tests::http::{Api, room_of};
use tests::process::{Launch, ServerProcess};
use tests::stored::Stored;
use tests::table::Table;

/// Starts a server with a listener for the operator, and says where that is.
async fn start(launch: Launch) -> (ServerProcess, Api) {
    let server = ServerProcess::start(&launch.argument("--operator-listen", "127.0.0.1:0")).await;
    let operator = told(&server, "listening for the operator on http://").await;
    (server, operator)
}

/// The listener whose address a server's log tells after some words.
async fn told(server: &ServerProcess, words: &str) -> Api {
    let address: SocketAddr = eventually("the address is told", async || {
        let log = server.log();
        let (_, rest) = log.split_once(words)?;
        rest.split(|letter: char| letter.is_whitespace() || "\"/".contains(letter)).next()?.parse().ok()
    })
    .await;
    Api::new(address)
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

    server.terminate();
    server.ended_well().await;
    let (mut server, operator) = start(Launch::new(&database.url())).await;
    assert_eq!(Api::new(server.address()).get("/").await.status, 403, "a restart does not lift it");
    assert_eq!(operator.get("/blocks").await.json::<Value>(), listed);

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

/// Says something.
async fn say(client: &mut Client, channel: Channel, text: &str) {
    let text = text.parse().expect("a line");
    let chat = ClientMessage::Chat(Chat { id: Some(new_id()), channel, text });
    client.call(&chat).await.expect("said");
}

/// Calls a player something.
async fn call(client: &mut Client, name: &str) {
    let name = Some(name.parse().expect("a name"));
    client.call(&ClientMessage::Name(SetName { id: Some(new_id()), name })).await.expect("named");
}

/// Waits until a client knows of so many lines, and gives what they say.
async fn lines(client: &mut Client, count: usize) -> Vec<String> {
    client.until("the talk", |view| view.snapshot().chat.as_ref().is_some_and(|chat| chat.len() == count)).await;
    let chat = client.view().snapshot().chat.as_ref().expect("there is a chat");
    chat.iter().map(|line| line.text.as_str().to_owned()).collect()
}

/// What a player said and was called is deleted, at the servers where the host and the guest are.
async fn is_forgotten(servers: [SocketAddr; 2], operator: &Api) -> Table {
    let mut table = Table::across(servers, "halma").await;
    let mut watcher = Client::joined(servers[1], watch(table.room)).await;
    call(&mut table.host, "Zoé").await;
    call(&mut table.guest, "Léa").await;
    say(&mut table.host, Channel::Players, "a secret").await;
    lines(&mut table.guest, 1).await;
    say(&mut table.guest, Channel::Players, "mine").await;
    say(&mut watcher, Channel::Watchers, "hush").await;
    table.play_all(&["l2-l3"]).await;
    lines(&mut table.host, 2).await;

    let path = format!("/rooms/{}/forget", table.room);
    let done = operator.post(&path, r#"{"who": "host"}"#).await.expect("an answer");
    assert_eq!((done.status, done.json()), (200, json!({"room": table.room, "forgotten": "host"})), "{}", done.text);
    for player in [&mut table.host, &mut table.guest] {
        assert_eq!(lines(player, 1).await, ["mine"], "whoever has the room open is shown what is left");
        player.until("the name goes", |view| view.snapshot().names.host.is_none()).await;
        assert!(player.view().snapshot().names.guest.is_some());
    }
    // The game goes on, and so does the talk.
    table.play_all(&["e15-e14"]).await;
    say(&mut table.host, Channel::Players, "and on").await;
    assert_eq!(lines(&mut table.guest, 2).await, ["mine", "and on"]);
    let again = Client::joined(servers[0], go_on(table.room, table.guest_token)).await;
    let chat = again.view().snapshot().chat.clone().expect("there is a chat");
    assert_eq!(chat.iter().map(|line| (line.n, line.text.as_str())).collect::<Vec<_>>(), [(2, "mine"), (3, "and on")]);

    let done = operator.post(&path, r#"{"who": "watchers"}"#).await.expect("an answer");
    assert_eq!(done.status, 200, "{}", done.text);
    assert_eq!(lines(&mut watcher, 0).await, [""; 0]);
    for (path, body, status) in [
        ("/rooms/zzzzzzzzzzzz/forget", r#"{"who": "host"}"#, 404),
        ("/rooms/what/forget", r#"{"who": "host"}"#, 404),
        (&*path, r#"{"who": "everyone"}"#, 400),
        (&*path, "", 400),
    ] {
        assert_eq!(operator.post(path, body).await.expect("an answer").status, status, "{path} {body}");
    }
    table
}

/// The room's log tells the same game as before, and nothing of what was said.
async fn is_replayable(database: &Database, table: &Table) {
    let stored = Stored::on(database).await;
    let game = stored.room(table.room).await.game.expect("a game");
    assert_eq!(game.moves, ["l2-l3", "e15-e14"]);
    let log = serde_json::to_string(&stored.log(table.room).await).expect("JSON");
    assert!(!["secret", "mine", "hush", "Zoé", "Léa"].iter().any(|word| log.contains(word)), "{log}");
    stored.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_player_said_and_was_called_is_deleted_on_request() {
    let database = Database::temporary();
    let (mut server, operator) = start(Launch::new(&database.url())).await;
    let table = is_forgotten([server.address(); 2], &operator).await;
    server.terminate();
    server.ended_well().await;
    is_replayable(&database, &table).await;
    // Nothing of it is left in the file either.
    let files = std::fs::read_dir(database.folder()).expect("a folder");
    for file in files.map(|file| file.expect("a file").path()) {
        let bytes = std::fs::read(&file).expect("it can be read");
        // A token is never kept as it is.
        for word in ["a secret", "Zoé", "hush", table.host_token.as_str(), table.guest_token.as_str()] {
            let found = bytes.windows(word.len()).any(|window| window == word.as_bytes());
            assert!(!found, "{word} is still in {}", file.display());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_deleted_at_all_servers_of_a_database() {
    let database = Database::postgres().await;
    let (first, operator) = start(Launch::new(&database.url())).await;
    let second = ServerProcess::start(&Launch::new(&database.url())).await;
    let table = is_forgotten([first.address(), second.address()], &operator).await;
    for mut server in [first, second] {
        server.terminate();
        server.ended_well().await;
    }
    is_replayable(&database, &table).await;
}

#[tokio::test]
async fn a_room_that_the_operator_closes_is_gone_but_for_its_games() {
    let database = Database::temporary();
    let (mut server, operator) = start(Launch::new(&database.url())).await;
    let mut table = Table::open(server.address(), "halma").await;
    call(&mut table.host, "Zoé").await;
    say(&mut table.host, Channel::Players, "a secret").await;
    table.play_all(&["l2-l3"]).await;
    let path = format!("/rooms/{}/close", table.room);
    for _ in 0..2 {
        let closed = operator.post(&path, "").await.expect("an answer");
        assert_eq!((closed.status, closed.json()), (200, json!({"room": table.room, "closed": true})));
    }
    table.guest.until("the room is closed", |view| view.snapshot().closed).await;
    assert_eq!(table.guest.play("e15-e14").await.unwrap_err().code, ErrorCode::RoomClosed);
    let kept = Api::new(server.address()).get(&format!("/api/rooms/{}/games", table.room)).await;
    assert_eq!(kept.json::<Value>()["games"][0]["reason"], "aborted", "{}", kept.text);
    assert_eq!(operator.post("/rooms/zzzzzzzzzzzz/close", "").await.unwrap().status, 404);
    let public = Api::new(server.address()).post(&path, "").await.expect("an answer");
    assert!(public.status >= 400, "nobody else can do it: {}", public.status);
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
    let commits = value(&measured.text, "sauterelle_commit_seconds_count");
    assert!(commits >= 3, "a room, a guest and a move: {commits}");
    assert_eq!(value(&measured.text, "sauterelle_batch_appends_count"), commits);
    assert!(value(&measured.text, "sauterelle_batch_appends_sum") >= commits, "each holds one append or more");
    let public = Api::new(server.address());
    assert_eq!(public.get("/metrics").await.status, 404, "it is nobody else's business");
    for api in [&public, &operator] {
        let ready = api.get("/readyz").await;
        assert_eq!((ready.status, ready.json::<Value>()), (200, json!({"status": "ready"})));
    }
    server.terminate();
    server.ended_well().await;
}

/// A measured value.
fn value(text: &str, name: &str) -> u64 {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value: f64 = value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} is not in {text}"));
    assert!(value >= 0.0 && value.fract() == 0.0, "{name} {value}");
    value as u64
}

#[tokio::test]
async fn whoever_collects_what_is_measured_may_do_nothing_else() {
    let database = Database::temporary();
    let launch = Launch::new(&database.url()).argument("--metrics-listen", "127.0.0.1:0");
    let mut server = ServerProcess::start(&launch).await;
    let metrics = told(&server, "measurements can be read at http://").await;
    assert_eq!(value(&metrics.get("/metrics").await.text, "sauterelle_rooms"), 0);
    for (path, status) in [("/readyz", 200), ("/healthz", 200), ("/blocks", 404), ("/", 404), ("/api/catalogue", 404)] {
        assert_eq!(metrics.get(path).await.status, status, "{path}");
    }
    let block = metrics.post("/blocks", r#"{"network": "127.0.0.1", "seconds": 60}"#).await.expect("an answer");
    assert_eq!(block.status, 404);
    server.terminate();
    server.ended_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_ready_while_its_database_answers() {
    let database = Database::postgres_with(&[]).await;
    let (mut server, operator) = start(Launch::new(&database.url())).await;
    let public = Api::new(server.address());
    let become_ready = async |status: u16| {
        eventually("it is told how the database is", async || {
            let told = [public.get("/readyz").await.status, operator.get("/readyz").await.status];
            (told == [status; 2]).then_some(())
        })
        .await;
        assert_eq!(public.get("/healthz").await.status, 200, "the process serves all the time");
    };
    become_ready(200).await;
    database.crash();
    become_ready(503).await;
    let why: Value = public.get("/readyz").await.json();
    assert_eq!(why, json!({"status": "the database does not answer"}));
    database.resume();
    become_ready(200).await;
    server.terminate();
    server.ended_well().await;
}

#[tokio::test]
async fn the_computer_at_work_is_measured() {
    let database = Database::temporary();
    let (server, operator) = start(Launch::new(&database.url()).argument("--computer-threads", "2")).await;
    let measure = async |name: &str| value(&operator.get("/metrics").await.text, name);
    assert_eq!(measure("sauterelle_computer_threads").await, 2);
    assert_eq!(measure("sauterelle_computer_threads_busy").await, 0);
    let mut players = Vec::new();
    for _ in 0..4 {
        // The computer begins, and thinks as long as it ever does.
        let token = new_token();
        let mut room = room_of("halma", token, SidesChoice::Second);
        room.computer = ComputerLevel::all().last();
        let made = Api::new(server.address()).create(&room).await;
        players.push(Client::joined(server.address(), go_on(made.room, token)).await);
    }
    eventually("both threads think, and somebody waits", async || {
        let text = operator.get("/metrics").await.text;
        let busy = value(&text, "sauterelle_computer_threads_busy");
        assert!(busy <= 2, "{busy}");
        (busy == 2 && value(&text, "sauterelle_computer_questions_waiting") > 0).then_some(())
    })
    .await;
    for player in &mut players {
        player.until("the computer's move", |view| !view.moves().is_empty()).await;
    }
    eventually("nobody thinks any more", async || {
        let text = operator.get("/metrics").await.text;
        let load = ["sauterelle_computer_threads_busy", "sauterelle_computer_questions_waiting"];
        load.iter().all(|name| value(&text, name) == 0).then_some(())
    })
    .await;
    assert!(measure("sauterelle_moves_total").await >= 4, "its moves are moves");
}

#[tokio::test(flavor = "multi_thread")]
async fn conflicts_of_servers_are_measured() {
    let database = Database::postgres().await;
    // Without hints a server learns of the other's events only when it asks, or is told that it came too late.
    let launch =
        || Launch::new(&database.url()).argument("--log-format", "text").environment("SAUTERELLE_NO_HINTS", "true");
    let ((first, _), (second, operator)) = (start(launch()).await, start(launch()).await);
    let conflicts = eventually("the second server comes too late", async || {
        let mut table = Table::across([first.address(), second.address()], "halma").await;
        table.host.play("l2-l3").await.expect("played");
        table.guest.resign().await.expect("taken, after all");
        let conflicts = value(&operator.get("/metrics").await.text, "sauterelle_append_conflicts_total");
        // It may have asked in just that moment.
        (conflicts > 0).then_some(conflicts)
    })
    .await;
    assert_eq!(conflicts, 1, "it is tried again once");
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

/// Has all kinds of things happen at a server that logs everything, and looks through its log.
async fn gives_nobody_away(database: &Database, format: &str) {
    let launch = Launch::new(&database.url()).environment("RUST_LOG", "trace").argument("--log-format", format);
    let (mut server, operator) = start(launch.argument("--trusted-proxy", "127.0.0.1")).await;
    let address = server.address();
    let mut table = Table::open(address, "halma").await;
    call(&mut table.host, "Somebody's name").await;
    say(&mut table.host, Channel::Players, "nobody else is to read this").await;
    table.play_all(&["l2-l3"]).await;
    for text in [
        "{\"type\":\"chat\",\"text\":\"not well formed secret",
        "well formed secret",
        "{\"type\":\"well formed secret\"}",
    ] {
        table.host.send_text(text).await.expect("sent");
        table.host.next_answer().await.expect("an answer").unwrap_err();
    }
    // A token that holds no seat, and one in a request that is refused.
    let (guessed, refused) = (new_token(), new_token());
    let mut other = Client::connect_from(Ipv4Addr::new(127, 1, 2, 3), address).await.expect("a socket");
    other.join(go_on(table.room, guessed)).await.unwrap_err();
    other.ping().await.unwrap_err();
    let public = Api::new(address);
    let body = format!(r#"{{"protocol": 1, "token": "{}", "game": "chess"}}"#, refused.as_str());
    assert_eq!(public.post("/api/rooms", &body).await.expect("an answer").status, 400);
    let forwarded = [("x-forwarded-for", "203.0.113.77"), ("user-agent", "a browser of somebody")];
    assert_eq!(public.get_with(&format!("/r/{}", table.room), &forwarded).await.status, 200);
    public.get(&format!("/api/rooms?token={}", refused.as_str())).await;
    operator.post("/blocks", r#"{"network": "203.0.113.77", "seconds": 60}"#).await.expect("an answer");
    assert_eq!(public.get_with("/", &forwarded).await.status, 403);
    operator.post(&format!("/rooms/{}/forget", table.room), r#"{"who": "host"}"#).await.expect("an answer");
    server.terminate();
    server.ended_well().await;

    let log = server.log();
    if format == "json" {
        let lines = log.lines().map(serde_json::from_str::<Value>);
        assert!(lines.clone().count() > 10 && lines.clone().all(|line| line.is_ok()), "each line is an object: {log}");
    }
    for word in ["room opened", "203.0.x.x", "/r/{room}", "DEBUG"] {
        assert!(log.contains(word), "details are logged, but not {word}");
    }
    let tokens = [table.host_token, table.guest_token, guessed, refused];
    let said = ["nobody else is to", "well formed secret", "Somebody's", "a browser of somebody"];
    let addresses = ["203.0.113.77", "127.1.2.3"];
    for secret in tokens.iter().map(|token| token.as_str()).chain(said).chain(addresses) {
        assert!(!log.contains(secret), "{secret}: {:?}", log.lines().find(|line| line.contains(secret)));
    }
    // Where it listens, it says.
    let mut lines = log.lines().filter(|line| !line.contains("listening"));
    assert_eq!(lines.find(|line| line.contains("127.0.0.1:") || line.contains("127.0.0.1\"")), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_of_everything_tells_no_token_no_talk_and_no_whole_address() {
    gives_nobody_away(&Database::temporary(), "json").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_it_as_text_and_with_postgres() {
    gives_nobody_away(&Database::postgres().await, "text").await;
}
