//! The computer as an opponent, over sockets and HTTP.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;
use std::sync::Arc;

use protocol::http::{CreateRoom, GameStats};
use protocol::{
    ClientMessage, ComputerLevel, ComputerPlayed, ErrorBody, ErrorCode, Offer, OfferKind, Outcome, RoomId, Seat,
    SeatToken, Side, SidesChoice, Table as Place, TimeControl,
};
use rand::seq::IndexedRandom;
use tests::client::{Client, go_on, new_id, new_token, sit, watch};
use tests::database::Database;
use tests::http::{Api, room_of};
use tests::in_process::{Setup, TestServer};
use tests::process::{Launch, ServerProcess};
use tests::seed::{generator, seed};
use tests::table::now;
use tests::view::RoomView;

fn against(game: &str, token: SeatToken, sides: SidesChoice, level: u8) -> CreateRoom {
    CreateRoom { computer: ComputerLevel::new(level).ok(), ..room_of(game, token, sides) }
}

/// A person alone at a table with the computer.
struct Alone {
    room: RoomId,
    token: SeatToken,
    host: Client,
}

impl Alone {
    async fn at(address: SocketAddr, game: &str, sides: SidesChoice, level: u8) -> Self {
        let token = new_token();
        let room = Api::new(address).create(&against(game, token, sides, level)).await.room;
        Self { room, token, host: Client::joined(address, go_on(room, token)).await }
    }

    /// Waits until the computer has moved, or the game is over.
    async fn until_my_turn(&mut self) {
        self.host.until("the computer's move", |view| view.is_over() || is_hosts_turn(view)).await;
    }

    async fn offer(&mut self, what: OfferKind) {
        let game = self.host.view().game().expect("a game").number;
        let offer = ClientMessage::Offer(Offer { id: Some(new_id()), game, what, next: None });
        self.host.call(&offer).await.unwrap_or_else(|refused| panic!("{what:?}: {refused:?}"));
    }
}

fn is_hosts_turn(view: &RoomView) -> bool {
    let sides = view.game().map(|game| game.sides);
    sides.zip(view.to_move()).is_some_and(|(sides, side)| *sides.get(side) == Seat::Host)
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_played_to_their_end() {
    let seed = seed("computer");
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    for (part, (game, sides)) in (1..).zip([("moon", SidesChoice::First), ("halma8", SidesChoice::Second)]) {
        let mut random = generator(seed, part);
        let mut alone = Alone::at(server.address(), game, sides, 1).await;
        loop {
            alone.until_my_turn().await;
            if alone.host.view().is_over() {
                break;
            }
            let legal = alone.host.until_legal_moves().await.expect("the socket stays open");
            let text = legal.moves.choose(&mut random).expect("there is a legal move");
            alone.host.play(text).await.unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
        }
        let snapshot = alone.host.view().shared();
        assert_eq!(now(server.address(), alone.room).await, snapshot);
        let game = snapshot.game.expect("a game");
        let result = game.result.expect("a result");
        let archived = api.archived(result.id).await;
        let side = if sides == SidesChoice::First { Side::Second } else { Side::First };
        assert_eq!(archived.computer, Some(ComputerPlayed { level: ComputerLevel::MIN, side }));
        assert_eq!((archived.moves, archived.outcome), (game.moves, result.outcome));
        assert_ne!(result.outcome, Outcome::None, "the rules ended it: {:?}", result.reason);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_plays_with_clocks_takes_back_and_plays_again() {
    let server = TestServer::start().await;
    let token = new_token();
    let clock = Some(TimeControl::RealTime { base: 300_000, increment: 2000 });
    let request = CreateRoom { clock, ..against("jarmo", token, SidesChoice::First, 2) };
    let room = Api::new(server.address()).create(&request).await.room;
    let mut alone = Alone { room, token, host: Client::joined(server.address(), go_on(room, token)).await };
    let snapshot = alone.host.view().snapshot();
    assert_eq!((snapshot.setup.computer, snapshot.seats.guest.taken), (ComputerLevel::new(2).ok(), true));
    assert!(snapshot.presence.guest.here);
    let refused = Client::connect(server.address()).await.expect("a socket").join(sit(room, new_token())).await;
    assert_eq!(refused.unwrap_err().code, ErrorCode::SeatsTaken);

    alone
        .host
        .until("running clocks", |view| view.snapshot().clocks.is_some_and(|clocks| clocks.running.is_some()))
        .await;
    alone.host.play("e1-d3").await.expect("a legal move");
    alone.until_my_turn().await;
    assert_eq!(alone.host.view().moves().len(), 2);
    alone.offer(OfferKind::TakeBack).await;
    assert!(alone.host.view().moves().is_empty());
    alone.host.play("e1-c2").await.expect("a legal move");
    alone.until_my_turn().await;
    alone.offer(OfferKind::Draw).await;
    alone.host.until("an answer", |view| view.snapshot().offer.is_none()).await;
    assert!(!alone.host.view().is_over(), "the game has just begun");
    alone.host.resign().await.expect("a player may resign");
    alone.host.until("the end", RoomView::is_over).await;
    alone.offer(OfferKind::Rematch).await;
    alone.host.until("another game", |view| view.game().is_some_and(|game| game.number == 2)).await;
    alone.until_my_turn().await;
    assert_eq!(alone.host.view().moves().len(), 1, "now the computer is first");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_does_not_keep_it_from_moving() {
    let server = TestServer::start().await;
    let mut alone = Alone::at(server.address(), "halma", SidesChoice::First, 5).await;
    alone.host.play("l2-l3").await.expect("a legal move");
    // It thinks for two seconds.
    let server = server.restart().await;
    alone.host = Client::joined(server.address(), go_on(alone.room, alone.token)).await;
    alone.until_my_turn().await;
    assert_eq!(alone.host.view().moves().len(), 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_leaves_it_to_the_next_one_even_if_nobody_comes() {
    let database = Database::temporary();
    let launch = Launch::new(&database.url()).without_bounds();
    let mut server = ServerProcess::start(&launch).await;
    let mut alone = Alone::at(server.address(), "halma", SidesChoice::First, 5).await;
    alone.host.play("l2-l3").await.expect("a legal move");
    server.kill().await;
    let server = ServerProcess::start(&launch).await;
    // Nobody joins: the room is looked at by itself.
    let moved = tests::eventually("the computer moved", async || {
        let health = Api::new(server.address()).get("/healthz").await.json::<serde_json::Value>();
        (health["rooms"] == 1).then_some(())
    });
    moved.await;
    let mut watcher = Client::joined(server.address(), watch(alone.room)).await;
    watcher.until("the computer's move", is_hosts_turn).await;
    assert_eq!(watcher.view().moves().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_play_one_game() {
    let database = Arc::new(Database::postgres().await);
    let setup = Setup::without_bounds();
    let servers = [TestServer::on(&database, setup.clone()).await, TestServer::on(&database, setup).await];
    let mut alone = Alone::at(servers[0].address(), "moon", SidesChoice::First, 4).await;
    // So that both have the room open, and both think.
    let mut watcher = Client::joined(servers[1].address(), watch(alone.room)).await;
    for _ in 0..12 {
        let legal = alone.host.until_legal_moves().await.expect("the socket stays open");
        alone.host.play(&legal.moves[0]).await.expect("a legal move");
        alone.until_my_turn().await;
    }
    watcher.until_seq(alone.host.view().seq()).await;
    assert_eq!(watcher.view().shared(), alone.host.view().shared());
    assert_eq!(alone.host.view().moves().len(), 24);
    assert_eq!(alone.host.view().seq(), 2 + 24, "each move is recorded once, and nothing else");
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_too_much_to_think_about_no_further_room_is_made() {
    let server = TestServer::with(Setup::with(|config| config.computer_threads = Some(1))).await;
    let api = Api::new(server.address());
    let mut tables = Vec::new();
    let refused = loop {
        let token = new_token();
        let request = against("halma", token, SidesChoice::Second, 5);
        let body = serde_json::to_string(&request).expect("JSON");
        let reply = api.post("/api/rooms", &body).await.expect("an answer");
        if reply.status != 201 {
            break reply;
        }
        let room = reply.json::<protocol::http::RoomCreated>().room;
        tables.push((body, Client::joined(server.address(), go_on(room, token)).await));
        assert!(tables.len() < 100, "somewhere is an end");
    };
    let error: ErrorBody = refused.json();
    assert_eq!((refused.status, error.code), (503, ErrorCode::ComputerBusy));
    assert!(error.retry_after.is_some_and(|seconds| seconds > 0));
    // What was made is found again, rooms for people are made, and those that wait answer at once.
    let again = api.post("/api/rooms", &tables[0].0).await.expect("an answer");
    assert_eq!(again.status, 200);
    api.create(&room_of("halma", new_token(), SidesChoice::First)).await;
    for (_, client) in &mut tables {
        client.ping().await.expect("an answer");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_does_not_go_together_is_refused() {
    let server = TestServer::with(Setup::with(|config| config.computer_threads = Some(0))).await;
    let api = Api::new(server.address());
    assert_eq!(api.catalogue().await.computer, [], "a client learns that the computer does not play here");
    let request = against("halma", new_token(), SidesChoice::First, 3);
    for (request, expected) in [
        (CreateRoom { open: true, ..request.clone() }, (400, ErrorCode::BadMessage)),
        (CreateRoom { table: Place::OneDevice, ..request.clone() }, (400, ErrorCode::BadMessage)),
        (request, (403, ErrorCode::ComputerOff)),
    ] {
        let reply = api.post("/api/rooms", &serde_json::to_string(&request).expect("JSON")).await.expect("an answer");
        assert_eq!((reply.status, reply.json::<ErrorBody>().code), expected);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_games_are_counted_apart() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let mut alone = Alone::at(server.address(), "halma", SidesChoice::First, 2).await;
    alone.host.play("l2-l3").await.expect("a legal move");
    alone.until_my_turn().await;
    alone.host.resign().await.expect("a player may resign");
    let count = async |query: &str| {
        let one: GameStats = api.get(&format!("/api/stats/halma{query}")).await.json();
        let all: protocol::http::AllStats = api.get(&format!("/api/stats{query}")).await.json();
        assert_eq!(all.games[0], one);
        (one.games, one.second.wins)
    };
    assert_eq!(count("").await, (0, 0));
    assert_eq!(count("?opponent=people").await, (0, 0));
    assert_eq!(count("?opponent=computer").await, (1, 1));
    assert_eq!(count("?opponent=computer&level=2").await, (1, 1));
    assert_eq!(count("?opponent=computer&level=3").await, (0, 0));
    for query in ["?level=2", "?opponent=nobody", "?opponent=computer&level=6", "?opponent=computer&level=x"] {
        let reply = api.get(&format!("/api/stats/halma{query}")).await;
        assert_eq!((reply.status, reply.json::<ErrorBody>().code), (400, ErrorCode::BadMessage), "{query}");
    }
    server.stop().await;
}
