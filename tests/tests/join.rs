//! The engine as a program that joins a room by its link, `join`: whole games, whatever happens to its connection and
//! to the server.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use protocol::http::{ArchivedGame, RoomGames};
use protocol::{ClientMessage, Offer, OfferKind, Outcome, RoomId, SeatToken, SidesChoice, TimeControl};
use tests::client::{Client, go_on, new_id, new_token, watch};
use tests::http::{Api, room_of};
use tests::in_process::TestServer;
use tests::process::build;
use tests::proxy::Proxy;
use tests::tls::TlsProxy;
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// How long games may take. Far more than they do, so that a busy machine fails nothing.
const LONGEST: Duration = Duration::from_secs(300);

/// A program that plays in a room. It is killed when this is dropped.
struct Program(Child);

impl Program {
    fn start(mut command: Command, link: &str, options: &[&str]) -> Self {
        command.arg(link).args(options).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.kill_on_drop(true).spawn().expect("the program starts"))
    }

    /// The engine.
    fn join(link: &str, options: &[&str]) -> Self {
        static PATH: OnceLock<PathBuf> = OnceLock::new();
        Self::start(Command::new(PATH.get_or_init(|| build("join", "player"))), link, options)
    }

    /// The example in Python.
    fn bot(link: &str, options: &[&str]) -> Self {
        let mut command = Command::new("python3");
        command.args(["-E", "-s"]).arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/examples/bot.py"));
        Self::start(command, link, options)
    }

    /// Waits for its end: how it ended, what it told of games, and what of the way.
    async fn ended(self) -> (Option<i32>, String, String) {
        let ended = timeout(LONGEST, self.0.wait_with_output()).await;
        let Output { status, stdout, stderr } = ended.expect("it ends").expect("its output can be read");
        (status.code(), String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
    }

    async fn ended_well(self) -> (String, String) {
        let (code, results, log) = self.ended().await;
        assert_eq!(code, Some(0), "{results}{log}");
        (results, log)
    }
}

async fn make(server: SocketAddr, game: &str) -> (RoomId, SeatToken) {
    let token = new_token();
    (Api::new(server).create(&room_of(game, token, SidesChoice::First)).await.room, token)
}

fn link(server: SocketAddr, room: RoomId) -> String {
    format!("http://{server}/r/{room}")
}

fn seat_link(server: SocketAddr, room: RoomId, token: &SeatToken) -> String {
    format!("{}#seat={}", link(server, room), token.as_str())
}

/// The games of a room, of which there must be so many.
async fn games(server: SocketAddr, room: RoomId, count: usize) -> Vec<ArchivedGame> {
    let api = Api::new(server);
    let listed: RoomGames = api.get(&format!("/api/rooms/{room}/games")).await.json();
    assert_eq!(listed.games.len(), count, "{listed:?}");
    let mut games = Vec::new();
    for game in listed.games {
        games.push(api.archived(game.id).await);
    }
    games
}

/// Two engines in a new room, of which the host comes by its own way. Gives back the moves of their game.
async fn a_game(server: SocketAddr, way: SocketAddr, game: &str, disturb: impl AsyncFnOnce(Client)) -> Vec<String> {
    let (room, token) = make(server, game).await;
    let options = ["--level", "2", "--seed", "7", "--rematches", "0"];
    let host = Program::join(&seat_link(way, room, &token), &options);
    let guest = Program::join(&link(server, room), &options);
    disturb(Client::joined(server, watch(room)).await).await;
    let (told, told_too) = tokio::join!(host.ended_well(), guest.ended_well());
    assert_eq!(told.0, told_too.0, "both tell the same of the game");
    let game = games(server, room, 1).await.remove(0);
    assert!(told.0.contains(&format!("archived as {}", game.id)), "{told:?}");
    assert_ne!(game.outcome, Outcome::None);
    game.moves
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_beats_the_example_and_plays_again() {
    let server = TestServer::start().await;
    let address = server.address();
    for game in ["jarmo", "halma8", "moon"] {
        let (room, token) = make(address, game).await;
        let bot = ["--random", "--seed", "1", "--rematches", "1", "--offer-rematches"];
        let bot = Program::bot(&seat_link(address, room, &token), &bot);
        let join = Program::join(&link(address, room), &["--level", "3", "--rematches", "1", "--name", "Engine"]);
        let ((told, _), (told_too, log)) = tokio::join!(bot.ended_well(), join.ended_well());
        assert_eq!(told, told_too);
        let games = games(address, room, 2).await;
        assert_eq!(games[0].outcome, Outcome::Second, "{game}: {log}");
        assert_eq!(games[1].outcome, Outcome::First, "{game}: the sides were swapped: {log}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_lost_connections_nor_restarts_change_the_game() {
    let server = TestServer::start().await;
    let address = server.address();
    let expected = a_game(address, address, "halma8", async |_| {}).await;
    assert!(expected.len() > 25, "there is something to be disturbed: {expected:?}");

    let proxy = Proxy::start(address);
    let cut = a_game(address, proxy.addr(), "halma8", async |mut watcher| {
        for ply in [3, 8, 15] {
            watcher.until("moves", |view| view.moves().len() >= ply).await;
            proxy.lose_answers();
            proxy.answer_lost().await;
            proxy.cut();
            proxy.restore();
        }
    });
    assert_eq!(cut.await, expected);

    let mut server = Some(server);
    let restarted = a_game(address, address, "halma8", async |mut watcher| {
        watcher.until("moves", |view| view.moves().len() >= 5).await;
        server = Some(server.take().expect("a server").restart().await);
    });
    assert_eq!(restarted.await, expected);
    server.expect("a server").stop().await;
}

async fn offer(person: &mut Client, what: OfferKind) {
    let game = person.view().game().expect("a game").number;
    let offer = ClientMessage::Offer(Offer { id: Some(new_id()), game, what, next: None });
    person.call(&offer).await.expect("accepted");
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_answered_and_a_stopped_program_goes_on() {
    let server = TestServer::start().await;
    let address = server.address();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("token");
    let file = path.to_str().expect("a path");
    let token = new_token();
    let clock = Some(TimeControl::RealTime { base: 300_000, increment: 2000 });
    let request = protocol::http::CreateRoom { clock, ..room_of("jarmo", token, SidesChoice::First) };
    let room = Api::new(address).create(&request).await.room;
    let mut person = Client::joined(address, go_on(room, token)).await;
    let first = Program::join(&link(address, room), &["--token-file", file, "--level", "5"]);
    person.until("running clocks", |view| view.snapshot().clocks.is_some_and(|clocks| clocks.running.is_some())).await;
    for what in [OfferKind::Draw, OfferKind::TakeBack] {
        if what == OfferKind::TakeBack {
            person.play("e1-d3").await.expect("a legal move");
            person.until("its move", |view| view.moves().len() == 2).await;
        }
        offer(&mut person, what).await;
        person.until("an answer", |view| view.snapshot().offer.is_none()).await;
        assert!(!person.view().is_over(), "{what:?} was declined");
    }
    drop(first);
    person.until("it is gone", |view| !view.snapshot().presence.guest.here).await;
    let legal = person.until_legal_moves().await.expect("a socket");
    person.play(&legal.moves[0]).await.expect("a legal move");

    // Started again with the same file it has the same seat; it accepts one more game, and leaves after that.
    let second = Program::join(&link(address, room), &["--token-file", file, "--rematches", "1"]);
    person.until("its move", |view| view.moves().len() == 4).await;
    person.resign().await.expect("accepted");
    offer(&mut person, OfferKind::Rematch).await;
    person.until("another game", |view| view.game().is_some_and(|game| game.number == 2)).await;
    person.until("its move", |view| view.moves().len() == 1).await;
    person.resign().await.expect("accepted");
    let (told, log) = second.ended_well().await;
    assert_eq!(told.lines().count(), 2, "{told}");
    let kept = std::fs::read_to_string(&path).expect("the file is there");
    assert!(!log.contains(kept.trim()), "a token that is kept in a file is not told");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_plays_by_tls_with_whom_it_believes() {
    let server = TestServer::start().await;
    let address = server.address();
    let proxy = TlsProxy::start(address).await;
    let (room, token) = make(address, "jarmo").await;
    let secure = format!("https://{}/r/{room}", proxy.address());
    let (code, _, log) = Program::join(&secure, &["--give-up", "600"]).ended().await;
    assert_eq!(code, Some(1), "it does not wait for the certificate to change: {log}");
    assert!(log.contains("not believed"), "{log}");

    let certificate = proxy.certificate();
    let guest = ["--ca-file", certificate.to_str().expect("a path"), "--level", "1", "--rematches", "0"];
    let guest = Program::join(&secure, &guest);
    let host = ["--level", "2", "--rematches", "0"];
    let host = Program::join(&seat_link(address, room, &token), &host);
    let ((told, _), (told_too, _)) = tokio::join!(host.ended_well(), guest.ended_well());
    assert_eq!(told, told_too);
    assert!(!games(address, room, 1).await[0].moves.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn where_it_cannot_play_it_says_so() {
    let server = TestServer::start().await;
    let address = server.address();
    let (room, _) = make(address, "jarmo").await;
    let _guest = Client::joined(address, tests::client::sit(room, new_token())).await;
    let room = link(address, room);
    for (link, options, code, word) in [
        (room.as_str(), &[] as &[&str], 1, "SeatsTaken"),
        (&format!("http://{address}/r/000000000000"), &[], 1, "UnknownRoom"),
        (&format!("http://{address}/"), &[], 2, "/r/ROOM"),
        (&room, &["--level", "6"], 2, "--level"),
        (&room, &["--token", "secret"], 2, "--token"),
        (&room, &["--token-file", "/"], 2, "/"),
        (&room, &["--ca-file", "/no/such/file"], 2, "/no/such/file"),
        ("http://127.0.0.1:1/r/000000000000", &["--give-up", "0"], 1, "away"),
    ] {
        let (ended, _, log) = Program::join(link, options).ended().await;
        assert!(ended == Some(code) && log.contains(word), "{link} {options:?}: {ended:?} {log}");
    }
    server.stop().await;
}
