//! The small examples of clients in Python and JavaScript, run against a server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Output, Stdio};

use protocol::http::GamePage;
use protocol::{Answer, ClientMessage, Offer, OfferKind, SidesChoice};
use tests::PATIENCE;
use tests::client::{Client, go_on, new_id, new_token, sit};
use tests::eventually;
use tests::http::{Api, room_of};
use tests::in_process::TestServer;
use tests::table::Table;
use tests::view::RoomView;
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// An example, and what runs it. Nothing but the standard libraries may be needed.
fn example(file: &str, arguments: &[&str]) -> Child {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/examples").join(file);
    let (program, options) = match path.extension().and_then(|ending| ending.to_str()) {
        Some("py") => ("python3", ["-E", "-s"]),
        // Node.js 20 has WebSockets if it is told so; later ones take the word and need it not.
        _ => ("node", ["--experimental-websocket", "--no-warnings"]),
    };
    let mut command = Command::new(program);
    command.args(options).arg(&path).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = command.kill_on_drop(true).spawn();
    started.unwrap_or_else(|error| {
        panic!("{file}: {error}; `bash tests/run --install` installs Python and Node.js on Debian")
    })
}

async fn ended(child: Child) -> Output {
    timeout(PATIENCE, child.wait_with_output()).await.expect("an example comes to an end").unwrap()
}

/// What an example prints that must end well.
async fn printed(child: Child) -> String {
    let output = ended(child).await;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), words.as_str()), (Some(0), ""));
    String::from_utf8(output.stdout).unwrap()
}

async fn follows_a_game(file: &str) {
    let server = TestServer::start().await;
    let (host_token, guest_token) = (new_token(), new_token());
    let room = Api::new(server.address()).create(&room_of("halma", host_token, SidesChoice::First)).await.room;
    let watching = example(file, &[&format!("http://{}/r/{room}", server.address())]);
    let mut host = Client::joined(server.address(), go_on(room, host_token)).await;
    host.until("somebody watches", |view| view.snapshot().presence.watchers == 1).await;
    let guest = Client::joined(server.address(), sit(room, guest_token)).await;
    host.until("the start", |view| view.game().is_some()).await;
    let address = server.address();
    let mut table = Table { address, room, host_token, guest_token, host, guest };
    table.play_all(&["l2-l3", "a13-c11", "l3-l4"]).await;
    // The first side takes its move back, and plays another.
    let offer = Offer { id: Some(new_id()), game: 1, what: OfferKind::TakeBack, next: None };
    let offered = table.host.call(&ClientMessage::Offer(offer)).await.unwrap().seq;
    table.guest.until_seq(offered).await;
    let answer = Answer { id: Some(new_id()), offer: offered, accept: true };
    let taken_back = table.guest.call(&ClientMessage::Answer(answer)).await.unwrap().seq;
    table.host.until_seq(taken_back).await;
    table.play_all(&["o2-m4"]).await;

    // The server restarts in the middle of the game, and what is played before the watcher is back is told all the same.
    let server = server.restart().await;
    table.host = Client::joined(server.address(), go_on(room, host_token)).await;
    table.guest = Client::joined(server.address(), go_on(room, guest_token)).await;
    table.play_all(&["c11-c10"]).await;
    table.host.until("the watcher is back", |view| view.snapshot().presence.watchers == 1).await;
    table.play_all(&["l3-l4"]).await;
    table.guest.resign().await.unwrap();
    let expected = "halma, game 1\n1. l2-l3\n2. a13-c11\n3. l3-l4\nback to move 2\n3. o2-m4\n4. c11-c10\n5. l3-l4\n\
                    first: resignation\n";
    assert_eq!(printed(watching).await, expected);

    // Whoever comes when all is over is told all of it.
    let late = example(file, &[&format!("http://{}/r/{room}", server.address())]);
    assert_eq!(
        printed(late).await,
        "halma, game 1\n1. l2-l3\n2. a13-c11\n3. o2-m4\n4. c11-c10\n5. l3-l4\nfirst: resignation\n"
    );
    // And who comes to a room that there is not, that there is none.
    let output = ended(example(file, &[&format!("http://{}/r/zzzzzzzzzzzz", server.address())])).await;
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("unknown_room"), "{output:?}");
    assert_eq!(ended(example(file, &["nonsense"])).await.status.code(), Some(2));
    server.stop().await;
}

#[tokio::test]
async fn the_watcher_in_python_follows_a_game() {
    follows_a_game("watch.py").await;
}

#[tokio::test]
async fn the_watcher_in_javascript_follows_a_game() {
    follows_a_game("watch.mjs").await;
}

/// Plays a game that its host gives up after so many moves.
async fn play(address: SocketAddr, moves: &[&str]) {
    let mut table = Table::open(address, "halma").await;
    table.play_all(moves).await;
    table.host.resign().await.unwrap();
    table.host.until("the end", RoomView::is_over).await;
}

#[tokio::test]
async fn the_readers_tell_what_was_played() {
    let server = TestServer::start().await;
    let (address, api) = (server.address(), Api::new(server.address()));
    // More than one page of them.
    for _ in 0..51 {
        play(address, &["l2-l3", "a13-c11"]).await;
    }
    play(address, &["o2-m4", "a13-c11"]).await;
    eventually("all are counted", async || (api.stats("halma").await.games == 52).then_some(())).await;
    let newest = api.get("/api/games?limit=1").await.json::<GamePage>().games.remove(0);
    let text = api.get(&format!("/api/games/{}/text", newest.id)).await.text;
    let link = format!("http://{address}");
    let mut told = Vec::new();
    for file in ["results.py", "results.mjs"] {
        let of_halma = printed(example(file, &[&link, "halma"])).await;
        let mut lines = of_halma.lines();
        assert_eq!(lines.next(), Some("halma: 52 games, first 0, second 52, draws 0"), "{of_halma}");
        let listed: Vec<_> = lines.clone().take_while(|line| !line.starts_with("Game: ")).collect();
        assert_eq!(listed.len(), 52, "{of_halma}");
        assert!(listed[0].ends_with(&format!(" {} halma second resignation 2", newest.id)), "{of_halma}");
        assert!(of_halma.ends_with(&text), "{of_halma}");
        let of_all = printed(example(file, &[&link])).await;
        assert!(of_all.contains("moon: 0 games, first 0, second 0, draws 0\n"), "{of_all}");
        told.push((of_halma, of_all));
        let unknown = ended(example(file, &[&link, "chess"])).await;
        assert_eq!(unknown.status.code(), Some(1), "{unknown:?}");
        assert_eq!(ended(example(file, &[])).await.status.code(), Some(2));
    }
    assert_eq!(told[0], told[1], "both tell the same");
    server.stop().await;
}
