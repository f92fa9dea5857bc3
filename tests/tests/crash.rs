//! The real server, killed again and again while many rooms are played: no acknowledged move is lost, none is played
//! twice, and the players go on by themselves.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::{RoomId, SidesChoice, Snapshot};
use rand::RngExt;
use rand::rngs::StdRng;
use tests::PATIENCE;
use tests::client::{go_on, new_token, sit};
use tests::database::Database;
use tests::http::{Api, room_of};
use tests::process::{Launch, ServerProcess};
use tests::resuming::Resuming;
use tests::seed::{generator, seed};
use tests::table::now;
use tests::view::RoomView;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

const ROOMS: u64 = 24;
const KILLS: u32 = 20;

/// The event of a room's first move: before it come the opening, the second seat and the start.
const FIRST_MOVE: u64 = 4;

/// What the players of one room were told that is stored for good.
#[derive(Debug)]
struct Ledger {
    room: RoomId,
    /// Each acknowledged move with the event that recorded it, in the order in which the answers came.
    acknowledged: Mutex<Vec<(u64, String)>>,
    /// How many answers came in all rooms.
    answers: watch::Sender<usize>,
}

impl Ledger {
    fn note(&self, seq: u64, text: &str) {
        self.acknowledged.lock().expect("no holder panics").push((seq, text.to_owned()));
        self.answers.send_modify(|answers| *answers += 1);
    }

    fn acknowledged(&self) -> Vec<(u64, String)> {
        self.acknowledged.lock().expect("no holder panics").clone()
    }
}

/// Plays random legal moves whenever it is the player's turn. No game of Halma comes to an end that way.
async fn play_on(mut player: Resuming, ledger: Arc<Ledger>, stop: CancellationToken, mut random: StdRng) -> Resuming {
    loop {
        tokio::select! {
            () = stop.cancelled() => return player,
            () = player.until(RoomView::my_turn) => {}
        }
        let legal = player.legal_moves().await.moves;
        let text = &legal[random.random_range(0..legal.len())];
        let okay = player.play(text).await.unwrap_or_else(|refused| panic!("{text} was refused: {refused:?}"));
        ledger.note(okay.seq, text);
    }
}

/// A room's moves as a newcomer is told them.
async fn stored(server: &ServerProcess, room: RoomId) -> Snapshot {
    now(server.address(), room).await
}

fn moves(snapshot: &Snapshot) -> &[String] {
    snapshot.game.as_ref().map_or(&[], |game| &game.moves)
}

/// Waits until the players of every room have been answered two moves more than at `before`: both have come back.
async fn all_go_on(ledgers: &[Arc<Ledger>], before: &[usize], answers: &mut watch::Receiver<usize>) {
    let all_moved =
        |_: &usize| ledgers.iter().zip(before).all(|(ledger, before)| ledger.acknowledged().len() >= before + 2);
    let waited = tokio::time::timeout(PATIENCE, answers.wait_for(all_moved)).await;
    waited.expect("every room goes on by itself").expect("the rooms are still there");
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_kills_lose_no_acknowledged_move() {
    let seed = seed("crash");
    let mut random = generator(seed, 0);
    let database = Database::temporary();
    let mut server = ServerProcess::start(&Launch::new(&database.url()).without_bounds()).await;
    let api = Api::new(server.address());
    let (answers, stop) = (watch::Sender::new(0), CancellationToken::new());
    let (mut ledgers, mut players) = (Vec::new(), JoinSet::new());
    for number in 0..ROOMS {
        let (host, guest) = (new_token(), new_token());
        let room = api.create(&room_of("halma", host, SidesChoice::Lot)).await.room;
        let ledger = Arc::new(Ledger { room, acknowledged: Mutex::default(), answers: answers.clone() });
        for (place, join) in [(1, go_on(room, host)), (2, sit(room, guest))] {
            let part = 4 * (number + 1) + 2 * place;
            let player = Resuming::new(server.address(), join, generator(seed, part));
            players.spawn(play_on(player, Arc::clone(&ledger), stop.clone(), generator(seed, part + 1)));
        }
        ledgers.push(ledger);
    }

    let mut answered = answers.subscribe();
    let mut before = vec![0; ledgers.len()];
    for kill in 1..=KILLS {
        all_go_on(&ledgers, &before, &mut answered).await;
        // The moment is random because it is that of a random answer, while the other rooms are anywhere.
        let until = *answered.borrow_and_update() + random.random_range(0..200);
        let waited = tokio::time::timeout(PATIENCE, answered.wait_for(|answers| *answers >= until)).await;
        waited.expect("the rooms go on").expect("the rooms are still there");
        server.kill().await;
        let acknowledged: Vec<_> = ledgers.iter().map(|ledger| ledger.acknowledged()).collect();
        before = acknowledged.iter().map(Vec::len).collect();
        server.restart().await;
        for (ledger, acknowledged) in ledgers.iter().zip(acknowledged) {
            let snapshot = stored(&server, ledger.room).await;
            for (seq, text) in acknowledged {
                let place = usize::try_from(seq - FIRST_MOVE).expect("small");
                assert_eq!(moves(&snapshot).get(place), Some(&text), "kill {kill}, room {}, event {seq}", ledger.room);
            }
        }
    }
    all_go_on(&ledgers, &before, &mut answered).await;

    stop.cancel();
    while let Some(player) = players.join_next().await {
        let player = player.expect("a player got lost");
        assert!(player.connections() > KILLS, "every kill cost the player a connection");
    }
    let mut played = 0;
    for ledger in &ledgers {
        let snapshot = stored(&server, ledger.room).await;
        let mut acknowledged = ledger.acknowledged();
        acknowledged.sort_unstable();
        let events: Vec<_> = (FIRST_MOVE..).zip(moves(&snapshot).iter().cloned()).collect();
        assert_eq!(acknowledged, events, "each move was acknowledged, and none was played twice");
        check_by_the_rules(&snapshot);
        played += events.len();
    }
    println!("{ROOMS} rooms, {KILLS} kills, {played} moves");
    server.terminate();
    assert_eq!(server.ended_within(Duration::from_secs(5)).await.code(), Some(0));
}

/// Plays a room's moves by the rules alone and compares the positions.
fn check_by_the_rules(snapshot: &Snapshot) {
    let game = snapshot.game.as_ref().expect("a game");
    let mut position = rules::game(&game.game).expect("a game of the catalogue").start();
    for text in &game.moves {
        position.play(&text.parse().expect("a move")).expect("a legal move");
    }
    assert_eq!(game.board, protocol::Board::from(&position.set_up()));
    assert_eq!(snapshot.to_move, Some(position.to_move().into()));
}
