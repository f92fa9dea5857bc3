//! The example of a client, `protocol/examples/bot.py`: two of them play whole games against each other, whatever
//! happens to their connections and to the server.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use protocol::http::{ArchivedGame, RoomGames};
use protocol::{ClientMessage, Offer, OfferKind, Reason, RoomId, SidesChoice};
use serde_json::{Value, json};
use tests::PATIENCE;
use tests::client::{Client, go_on, new_id, new_token, watch};
use tests::http::{Api, room_of};
use tests::in_process::TestServer;
use tests::proxy::Proxy;
use tests::table::Table;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// How long games between bots may take. Far more than they do, so that a busy machine fails nothing.
const LONGEST: Duration = Duration::from_secs(300);

const HOW_TO_INSTALL: &str = "the tests of the example bot need Python 3.9 or newer; `bash tests/run --install` installs \
     it on Debian (package python3)";

/// A bot that plays. It is killed when this is dropped.
#[derive(Debug)]
struct Bot {
    child: Child,
}

impl Bot {
    /// Starts a bot with a room's link.
    fn start(address: SocketAddr, room: &str, options: &[&str]) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/examples/bot.py");
        let mut command = Command::new("python3");
        // Nothing but the standard library may be needed: -s passes over what is installed for the user, too.
        command.args(["-E", "-s"]).arg(path).arg(format!("http://{address}/r/{room}")).args(options);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let child = command.spawn().unwrap_or_else(|error| panic!("python3: {error}; {HOW_TO_INSTALL}"));
        Self { child }
    }

    /// Waits for its end, whatever that is.
    async fn ended(self) -> Output {
        let ended = timeout(LONGEST, self.child.wait_with_output()).await;
        ended.expect("a bot comes to an end").expect("its output can be read")
    }

    /// Waits for its end, which must be a good one, and gives back what it told on the way.
    async fn ended_well(self) -> Told {
        let told = Told::from(&self.ended().await);
        assert_eq!(told.code, Some(0), "{told:?}");
        told
    }
}

/// What a bot left behind.
#[derive(Debug)]
struct Told {
    code: Option<i32>,
    /// The ends of games.
    results: String,
    /// What happened on the way.
    log: String,
}

impl From<&Output> for Told {
    fn from(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), results: text(&output.stdout), log: text(&output.stderr) }
    }
}

/// Two bots in a new room.
struct Match {
    room: RoomId,
    host: Bot,
    guest: Bot,
}

impl Match {
    /// Makes a room on a server and sends two bots there, the host by its own way and token, both with these options.
    async fn start(server: SocketAddr, hosts_way: SocketAddr, game: &str, seed: u64, options: &[&str]) -> Self {
        let token = new_token();
        let room = Api::new(server).create(&room_of(game, token, SidesChoice::First)).await.room;
        let (name, seed) = (room.to_string(), seed.to_string());
        let host = [&["--token", token.as_str(), "--seed", &seed], options].concat();
        let guest = [&["--seed", seed.as_str()], options].concat();
        Self { room, host: Bot::start(hosts_way, &name, &host), guest: Bot::start(server, &name, &guest) }
    }

    /// Waits for the end of both, and for so many games in the archive, which both must have told.
    async fn played(self, server: SocketAddr, games: usize) -> (Vec<ArchivedGame>, [Told; 2]) {
        let (host, guest) = tokio::join!(self.host.ended_well(), self.guest.ended_well());
        let told = [host, guest];
        let api = Api::new(server);
        let listed: RoomGames = api.get(&format!("/api/rooms/{}/games", self.room)).await.json();
        assert_eq!(listed.games.len(), games, "{listed:?} {told:?}");
        let mut archived = Vec::new();
        for game in listed.games {
            let game = api.archived(game.id).await;
            for told in &told {
                assert!(told.results.contains(&format!("archived as {}", game.id)), "{} {told:?}", game.id);
            }
            let played_out = !matches!(game.reason, Reason::Aborted | Reason::Abandoned | Reason::Resignation);
            assert!(played_out && !game.moves.is_empty(), "{game:?} {told:?}");
            archived.push(game);
        }
        (archived, told)
    }
}

/// What two bots play on a server of their own when nothing disturbs them.
async fn undisturbed(game: &str, seed: u64, options: &[&str]) -> ArchivedGame {
    let server = TestServer::start().await;
    let playing = Match::start(server.address(), server.address(), game, seed, options).await;
    let (mut games, told) = playing.played(server.address(), 1).await;
    assert!(!told.iter().any(|told| told.log.contains("connecting again")), "nothing disturbed them: {told:?}");
    server.stop().await;
    games.remove(0)
}

/// Waits until so many moves have been played, and checks that the game still goes on.
async fn until_ply(watcher: &mut Client, ply: usize) {
    watcher.until(&format!("ply {ply}"), |view| view.moves().len() >= ply).await;
    assert!(!watcher.view().is_over(), "the game was over too soon: {:?}", watcher.view());
}

#[tokio::test]
async fn two_bots_play_whole_games() {
    let server = TestServer::start().await;
    for (game, player) in [
        ("moon", "--random"),
        ("moon", "--greedy"),
        ("jarmo", "--random"),
        ("jarmo", "--greedy"),
        ("halma8", "--greedy"),
    ] {
        let playing = Match::start(server.address(), server.address(), game, 1, &[player]).await;
        let (games, _) = playing.played(server.address(), 1).await;
        assert_eq!(games[0].game, game);
    }
    server.stop().await;
}

#[tokio::test]
async fn rematches_are_offered_and_accepted_as_often_as_was_said() {
    let server = TestServer::start().await;
    let options = ["--greedy", "--rematches", "2", "--offer-rematches"];
    let playing = Match::start(server.address(), server.address(), "jarmo", 1, &options).await;
    playing.played(server.address(), 3).await;
    server.stop().await;
}

// A player who does anything in Halma 8x8 does not leave the camp in 30 moves, and so the game lasts 59 plies.

#[tokio::test]
async fn a_lost_connection_changes_nothing_in_the_game() {
    let expected = undisturbed("halma8", 3, &["--random"]).await;
    let server = TestServer::start().await;
    let proxy = Proxy::start(server.address());
    let playing = Match::start(server.address(), proxy.addr(), "halma8", 3, &["--random"]).await;
    let mut watcher = Client::joined(server.address(), watch(playing.room)).await;
    for ply in [10, 20, 30, 40] {
        until_ply(&mut watcher, ply).await;
        proxy.lose_answers();
        proxy.answer_lost().await;
        proxy.cut();
        proxy.restore();
    }
    let (games, [host, _]) = playing.played(server.address(), 1).await;
    assert!(host.log.matches("connecting again").count() >= 4, "{}", host.log);
    assert_eq!((&games[0].moves, games[0].reason), (&expected.moves, expected.reason));
    server.stop().await;
}

#[tokio::test]
async fn a_restart_of_the_server_changes_nothing_in_the_game() {
    let expected = undisturbed("halma8", 4, &["--random"]).await;
    let mut server = TestServer::start().await;
    let playing = Match::start(server.address(), server.address(), "halma8", 4, &["--random"]).await;
    for ply in [10, 30] {
        let mut watcher = Client::joined(server.address(), watch(playing.room)).await;
        until_ply(&mut watcher, ply).await;
        server = server.restart().await;
    }
    let (games, told) = playing.played(server.address(), 1).await;
    for told in told {
        assert!(told.log.matches("connecting again").count() >= 2, "{}", told.log);
    }
    assert_eq!((&games[0].moves, games[0].reason), (&expected.moves, expected.reason));
    server.stop().await;
}

/// A room of a person, who is the host, and a bot, who is the guest and there already.
async fn against_a_bot(server: &TestServer, options: &[&str]) -> (Client, Bot) {
    let token = new_token();
    let room = Api::new(server.address()).create(&room_of("jarmo", token, SidesChoice::First)).await.room;
    let mut person = Client::joined(server.address(), go_on(room, token)).await;
    let bot = Bot::start(server.address(), &room.to_string(), options);
    person.until("the start", |view| view.game().is_some()).await;
    (person, bot)
}

async fn offer(person: &mut Client, what: OfferKind, next: Option<&str>) {
    let next = next.map(str::to_owned);
    let offer = ClientMessage::Offer(Offer { id: Some(new_id()), game: 1, what, next });
    person.call(&offer).await.expect("accepted");
}

#[tokio::test]
async fn offers_are_answered() {
    let server = TestServer::start().await;
    let (mut person, bot) = against_a_bot(&server, &["--name", "Robot"]).await;
    person.until("the name", |view| view.snapshot().names.guest.is_some()).await;
    person.play("a1-b3").await.expect("a legal move");
    person.until("the bot's move", |view| view.moves().len() == 2).await;
    for what in [OfferKind::Draw, OfferKind::TakeBack] {
        offer(&mut person, what, None).await;
        person.until("the answer", |view| view.snapshot().offer.is_none()).await;
        assert!(!person.view().is_over() && person.view().moves().len() == 2, "{what:?} was declined");
    }
    drop(bot);

    let (mut person, bot) = against_a_bot(&server, &["--accept-draws"]).await;
    offer(&mut person, OfferKind::Draw, None).await;
    person.until("the end", |view| view.is_over()).await;
    let told = bot.ended_well().await;
    assert!(told.results.contains("game 1 (jarmo) is over: draw, agreement"), "{told:?}");

    let (mut person, bot) = against_a_bot(&server, &["--rematches", "1"]).await;
    person.resign().await.expect("accepted");
    offer(&mut person, OfferKind::Rematch, Some("moon")).await;
    person.until("another game", |view| view.game().is_some_and(|game| game.number == 2)).await;
    person.until("the bot's move", |view| view.moves().len() == 1).await;
    person.resign().await.expect("accepted");
    let told = bot.ended_well().await;
    assert!(told.results.contains("game 2 (moon) is over"), "{told:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_seat_that_somebody_has_can_be_handed_to_a_bot() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "jarmo").await;
    table.play_all(&["a1-b3"]).await;
    let link = format!("{}#seat={}", table.room, table.guest_token.as_str());
    let bot = Bot::start(server.address(), &link, &["--greedy"]);
    table.host.until("the bot's move", |view| view.moves().len() == 2).await;
    table.host.resign().await.expect("accepted");
    bot.ended_well().await;
    server.stop().await;
}

#[tokio::test]
async fn where_a_bot_cannot_play_it_says_so() {
    let server = TestServer::start().await;
    let table = Table::open(server.address(), "jarmo").await;
    let room = table.room.to_string();
    for (room, options, code, word) in [
        (room.as_str(), &[] as &[&str], 1, "seats_taken"),
        ("000000000000", &[], 1, "unknown_room"),
        (&room, &["--token", "secret"], 2, "--token"),
        ("", &[], 2, "/r/ROOM"),
    ] {
        let told = Told::from(&Bot::start(server.address(), room, options).ended().await);
        assert!(told.code == Some(code) && told.log.contains(word), "{told:?}");
    }
    assert_eq!(table.now().await.seq, 3, "nothing was changed");
    server.stop().await;
}

/// The server's end of one connection, played by the test.
struct Scripted {
    socket: WebSocketStream<TcpStream>,
}

impl Scripted {
    async fn accept(listener: &TcpListener) -> Self {
        let (stream, _) = timeout(PATIENCE, listener.accept()).await.expect("a bot comes").expect("a connection");
        Self { socket: tokio_tungstenite::accept_async(stream).await.expect("a good handshake") }
    }

    async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("the bot listens");
    }

    /// The bot's next message, but for pings.
    async fn hear(&mut self) -> Value {
        loop {
            let next = timeout(PATIENCE, self.socket.next()).await.expect("the bot says something");
            let Message::Text(text) = next.expect("the socket is open").expect("a good frame") else { continue };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] != "ping" {
                return message;
            }
            self.say(json!({"type": "ok", "id": message["id"], "seq": 0, "time": 0})).await;
        }
    }

    async fn accept_it(&mut self, message: &Value, seq: u64) {
        self.say(json!({"type": "ok", "id": message["id"], "seq": seq, "time": 0})).await;
    }

    async fn refuse(&mut self, message: &Value, code: &str, seq: Option<u64>, retry_after: Option<u64>) {
        let mut error = json!({"type": "error", "id": message["id"], "code": code, "message": "…", "seq": seq});
        if let Some(seconds) = retry_after {
            error["retry_after"] = seconds.into();
        }
        self.say(error).await;
    }

    async fn legal(&mut self, position: u64) {
        self.say(json!({"type": "legal_moves", "position": position, "side": "first", "moves": ["a1-b3"]})).await;
    }
}

/// A room of the script after event `seq`, which made the position on the board.
fn snapshot(seq: u64, result: &Value) -> Value {
    let board = json!({"first": ["a1"], "second": ["e5"], "moves_made": {"first": 0, "second": 0},
                       "captured": {"first": 0, "second": 0}});
    json!({"type": "snapshot", "protocol": 1, "room": "p8p7n59fx03v", "seq": seq, "time": 0, "you": "guest",
           "setup": {"game": "jarmo", "sides": "second", "clock": null, "open": false, "table": "two"},
           "seats": {"host": {"taken": true}, "guest": {"taken": true}},
           "game": {"number": 1, "game": "jarmo", "rules_version": 1, "sides": {"first": "guest", "second": "host"},
                    "started": 0, "position": seq, "board": board, "moves": [], "passed_over_at": [],
                    "last_move": null, "result": result},
           "to_move": "first", "passed_over": null, "offer": null, "claim": null, "clocks": null,
           "series": {"score": {"host": 0, "guest": 0, "draws": 0}, "games": []}, "closed": false,
           "names": {"host": null, "guest": null},
           "presence": {"host": {"here": true, "since": 0}, "guest": {"here": true, "since": 0}, "watchers": 0},
           "chat": null, "from_a_later_version": true})
}

fn event(seq: u64, event: &Value) -> Value {
    json!({"type": "event", "seq": seq, "time": 0, "event": event, "to_move": "first", "passed_over": null,
           "offer": null, "claim": null, "clocks": null})
}

/// What the guide tells to do when things go wrong, in an order that a real server would hardly produce.
#[tokio::test]
async fn what_is_not_answered_is_sent_again_with_the_same_id() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = listener.local_addr().expect("a bound listener has an address");
    let token = "ffeeddccbbaa99887766554433221100";
    let bot = Bot::start(address, "p8p7n59fx03v", &["--token", token]);
    let second = Duration::from_secs(1);

    // There are too many sockets. The handshake is refused, and the bot waits as long as it is told.
    let (mut refused, _) = timeout(PATIENCE, listener.accept()).await.expect("a bot comes").expect("a connection");
    let mut handshake = [0; 4096];
    assert_ne!(refused.read(&mut handshake).await.expect("a handshake"), 0);
    let told_to_wait = Instant::now();
    let answer = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n";
    refused.write_all(answer).await.expect("the bot listens");
    drop(refused);

    let mut server = Scripted::accept(&listener).await;
    assert!(told_to_wait.elapsed() >= second, "the bot waits as it was told");
    let join = server.hear().await;
    assert_eq!((&join["type"], &join["token"], &join["sit"]), (&json!("join"), &json!(token), &json!(true)));
    server.say(snapshot(3, &Value::Null)).await;
    server.legal(3).await;
    server.accept_it(&join, 3).await;
    let played = server.hear().await;
    assert_eq!((&played["type"], &played["position"], &played["move"]), (&json!("move"), &json!(3), &json!("a1-b3")));
    let told_to_wait = Instant::now();
    server.refuse(&played, "busy", Some(3), Some(1)).await;
    assert_eq!(server.hear().await, played, "the same again");
    assert!(told_to_wait.elapsed() >= second, "the bot waits as it was told");
    drop(server);

    // The move was not answered; it had been carried out, and what the snapshot shows came after it.
    let mut server = Scripted::accept(&listener).await;
    let join = server.hear().await;
    assert_eq!((&join["type"], &join["token"]), (&json!("join"), &json!(token)));
    server.refuse(&join, "busy", None, Some(1)).await;
    assert_eq!(server.hear().await, join, "nothing else before the join is accepted");
    server.say(snapshot(5, &Value::Null)).await;
    server.legal(5).await;
    server.accept_it(&join, 5).await;
    assert_eq!(server.hear().await, played, "the same again, and nothing else before it is answered");
    server.accept_it(&played, 4).await;
    let next = server.hear().await;
    assert_eq!((&next["type"], &next["position"]), (&json!("move"), &json!(5)));
    assert_ne!(next["id"], played["id"]);

    // The room has moved on. The bot takes that in before it decides again.
    server.refuse(&next, "stale_position", Some(7), None).await;
    server.say(json!({"type": "from_a_later_version"})).await;
    server.say(event(6, &json!({"kind": "withdrawn", "seat": "host", "offer": 5}))).await;
    let board = snapshot(7, &Value::Null)["game"]["board"].take();
    let back = json!({"kind": "taken_back", "seat": "guest", "ply": 0, "board": board, "last_move": null});
    server.say(event(7, &back)).await;
    server.legal(7).await;
    let next = server.hear().await;
    assert_eq!((&next["type"], &next["position"]), (&json!("move"), &json!(7)));

    // An event that the bot does not know makes it ask for a snapshot.
    server.say(event(8, &json!({"kind": "from_a_later_version"}))).await;
    let join = server.hear().await;
    assert_eq!(join["type"], "join");
    server.accept_it(&next, 9).await;
    server.say(snapshot(9, &Value::Null)).await;
    server.accept_it(&join, 9).await;

    // The server restarts, and the game ends meanwhile.
    let told_to_wait = Instant::now();
    server.say(json!({"type": "restart", "message": "…", "retry_after": 1})).await;
    let mut server = Scripted::accept(&listener).await;
    assert!(told_to_wait.elapsed() >= second, "the bot waits as it was told");
    let join = server.hear().await;
    let result = json!({"kind": "ended", "number": 1, "outcome": "first", "reason": "from_a_later_version",
                        "id": "0q9xjd2tzb4c", "series": {"host": 0, "guest": 1, "draws": 0}});
    server.say(snapshot(10, &result)).await;
    server.accept_it(&join, 10).await;
    let told = bot.ended_well().await;
    assert_eq!(told.results, "game 1 (jarmo) is over: first, from_a_later_version; archived as 0q9xjd2tzb4c\n");
    assert!(!told.log.contains(token), "a token is never told");
}
