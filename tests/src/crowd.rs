//! Many rooms that are played at once, and what their players were told is stored for good.

use std::net::SocketAddr;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use protocol::{RoomId, SidesChoice, Snapshot};
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::PATIENCE;
use crate::client::{Client, go_on, new_token, sit, watch as watching};
use crate::http::{Api, room_of};
use crate::resuming::Resuming;
use crate::seed::generator;
use crate::stored::Stored;
use crate::view::RoomView;

/// The event of a room's first move: before it come the opening, the second seat and the start.
const FIRST_MOVE: u64 = 4;

/// Rooms in which two players each play random legal moves, one after the other, until they are stopped. The game is
/// Halma, which does not come to an end that way.
#[derive(Debug)]
pub struct Crowd {
    ledgers: Vec<Arc<Ledger>>,
    players: JoinSet<Resuming>,
    answers: watch::Receiver<usize>,
    stop: CancellationToken,
}

/// A room, and what its players were told is stored for good.
#[derive(Debug)]
pub struct Ledger {
    /// The room.
    pub room: RoomId,
    acknowledged: Mutex<Vec<Acknowledged>>,
    /// How many answers came in all rooms.
    answers: watch::Sender<usize>,
}

/// A move that was acknowledged, with the event that recorded it.
type Acknowledged = (u64, String);

/// How many moves were acknowledged in each room at some time.
#[derive(Clone, Debug)]
pub struct Mark(Vec<usize>);

impl Mark {
    /// Whether some of the rooms are no further than at another mark.
    #[must_use]
    pub fn is_same_in(&self, rooms: Range<usize>, other: &Self) -> bool {
        self.0[rooms.clone()] == other.0[rooms]
    }
}

impl Ledger {
    fn note(&self, seq: u64, text: &str) {
        self.acknowledged.lock().expect("no holder panics").push((seq, text.to_owned()));
        self.answers.send_modify(|answers| *answers += 1);
    }

    /// The moves that were acknowledged so far, in the order in which the answers came.
    fn acknowledged(&self) -> Vec<Acknowledged> {
        self.acknowledged.lock().expect("no holder panics").clone()
    }

    fn count(&self) -> usize {
        self.acknowledged.lock().expect("no holder panics").len()
    }

    /// Checks a room in which nobody plays any more against all that was acknowledged, and gives the number of moves.
    ///
    /// # Panics
    /// If a move is missing, was played twice, or could not be played.
    pub fn check(&self, snapshot: &Snapshot) -> usize {
        let mut acknowledged = self.acknowledged();
        acknowledged.sort_unstable();
        let events: Vec<_> = (FIRST_MOVE..).zip(moves(snapshot).iter().cloned()).collect();
        assert_eq!(acknowledged, events, "each move was acknowledged, and none was played twice");
        check_by_the_rules(snapshot);
        events.len()
    }
}

impl Crowd {
    /// Opens rooms by way of one server and sends two players into each, to where `players` says for the room of that
    /// number.
    pub async fn open(server: SocketAddr, rooms: u64, seed: u64, players: impl Fn(u64) -> [SocketAddr; 2]) -> Self {
        let api = Api::new(server);
        let answers = watch::Sender::new(0);
        let mut crowd = Self {
            ledgers: Vec::new(),
            players: JoinSet::new(),
            answers: answers.subscribe(),
            stop: CancellationToken::new(),
        };
        for number in 0..rooms {
            let (host, guest) = (new_token(), new_token());
            let room = api.create(&room_of("halma", host, SidesChoice::Lot)).await.room;
            let ledger = Arc::new(Ledger { room, acknowledged: Mutex::default(), answers: answers.clone() });
            for ((place, join), address) in
                [(1, go_on(room, host)), (2, sit(room, guest))].into_iter().zip(players(number))
            {
                let part = 4 * (number + 1) + 2 * place;
                let player = Resuming::new(address, join, generator(seed, part));
                let random = generator(seed, part + 1);
                crowd.players.spawn(play_on(player, Arc::clone(&ledger), crowd.stop.clone(), random));
            }
            crowd.ledgers.push(ledger);
        }
        crowd
    }

    /// The rooms.
    #[must_use]
    pub fn ledgers(&self) -> &[Arc<Ledger>] {
        &self.ledgers
    }

    /// How far the rooms are.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.ledgers.iter().map(|ledger| ledger.count()).collect())
    }

    /// Waits until the players of every room have been answered two moves more than at the mark: both are there.
    pub async fn all_go_on(&mut self, since: &Mark) {
        let all = 0..self.ledgers.len();
        self.some_go_on(all, since).await;
    }

    /// As [`all_go_on`](Self::all_go_on), for some of the rooms.
    ///
    /// # Panics
    /// If they do not go on for a very long time.
    pub async fn some_go_on(&mut self, which: Range<usize>, since: &Mark) {
        let rooms: Vec<_> = self.ledgers[which.clone()].iter().zip(&since.0[which]).collect();
        let behind = || rooms.iter().filter(|(room, before)| room.count() < *before + 2).count();
        let waited = timeout(PATIENCE, self.answers.wait_for(|_| behind() == 0)).await;
        waited.unwrap_or_else(|_| panic!("{} rooms do not go on", behind())).expect("the rooms are still there");
    }

    /// Waits for so many answers more, in whichever rooms.
    ///
    /// # Panics
    /// If they do not come for a very long time.
    pub async fn more_answers(&mut self, count: usize) {
        let until = *self.answers.borrow_and_update() + count;
        let waited = timeout(PATIENCE, self.answers.wait_for(|answers| *answers >= until)).await;
        waited.expect("the rooms go on").expect("the rooms are still there");
    }

    /// What was acknowledged so far.
    #[must_use]
    pub fn acknowledged(&self) -> Acknowledgements {
        Acknowledgements(self.ledgers.iter().map(|ledger| (ledger.room, ledger.acknowledged())).collect())
    }

    /// Has everybody finish the move that they are at.
    ///
    /// # Panics
    /// If a player was surprised by something.
    pub async fn stop(mut self) -> (Vec<Arc<Ledger>>, Vec<Resuming>) {
        self.stop.cancel();
        let mut players = Vec::new();
        while let Some(player) = self.players.join_next().await {
            players.push(player.expect("a player got lost"));
        }
        (self.ledgers, players)
    }
}

/// What was acknowledged at some time, in every room.
#[derive(Debug)]
pub struct Acknowledgements(Vec<(RoomId, Vec<Acknowledged>)>);

impl Acknowledgements {
    /// Checks that a server has it all, while the players may go on.
    ///
    /// # Panics
    /// If a move is missing.
    pub async fn are_known_to(&self, server: SocketAddr) {
        for (room, acknowledged) in &self.0 {
            let newest = acknowledged.iter().map(|(seq, _)| *seq).max().unwrap_or(1);
            holds(&room_at(server, *room, newest).await, acknowledged);
        }
    }

    /// Checks that the database has it all, while the players may go on.
    ///
    /// # Panics
    /// If a move is missing.
    pub async fn are_in(&self, stored: &Stored) {
        for (room, acknowledged) in &self.0 {
            holds(&stored.room(*room).await, acknowledged);
        }
    }
}

fn holds(snapshot: &Snapshot, acknowledged: &[Acknowledged]) {
    for (seq, text) in acknowledged {
        let place = usize::try_from(seq - FIRST_MOVE).expect("small");
        assert_eq!(moves(snapshot).get(place), Some(text), "room {}, event {seq}", snapshot.room);
    }
}

/// A room as a server knows it, once it knows event `seq`.
pub async fn room_at(server: SocketAddr, room: RoomId, seq: u64) -> Snapshot {
    let mut newcomer = Client::joined(server, watching(room)).await;
    newcomer.until_seq(seq).await;
    newcomer.view().shared()
}

/// Plays random legal moves whenever it is the player's turn.
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

fn moves(snapshot: &Snapshot) -> &[String] {
    snapshot.game.as_ref().map_or(&[], |game| &game.moves)
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
