//! The computer in an open room: it thinks when it has something to do, stops when it has no more, and what it finds is
//! decided like anybody's move. What it finds, the test says.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use protocol::{ComputerLevel, OfferKind, Outcome, RoomSetup, Table as Place, TimeControl};
use server::computer::{Asked, Chooser, PoolSize, Question, Reply};
use server::room::{COMPUTER_LATE, Env, Outages, RoomState, look_at, open_room};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::computer_table::*;

/// What the puppet's thread tells.
#[derive(Debug)]
enum Told {
    /// It is asked this.
    Asked(Question),
    /// Nobody wants to know any more.
    Stopped,
}

/// Tells what it is asked, and answers what it is told to.
struct Puppet {
    told: UnboundedSender<Told>,
    replies: Arc<Mutex<mpsc::Receiver<Reply>>>,
}

impl Chooser for Puppet {
    fn reply(&mut self, question: &Question, _: Option<Duration>, stop: &AtomicBool) -> Option<Reply> {
        // The test may be over.
        let _ = self.told.send(Told::Asked(question.clone()));
        loop {
            if stop.load(Ordering::Relaxed) {
                let _ = self.told.send(Told::Stopped);
                return None;
            }
            match self.replies.lock().unwrap().recv_timeout(Duration::from_millis(1)) {
                Ok(reply) => return Some(reply),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

/// A server on which the test is the computer.
struct Stage {
    table: Table,
    clock: Arc<ManualClock>,
    told: UnboundedReceiver<Told>,
    replies: mpsc::Sender<Reply>,
}

/// When the rooms of these tests are made.
const MADE: u64 = 1000;

/// A line that is never full.
const ROOMY: PoolSize = PoolSize { threads: 1, waiting: 10, waiting_for_new: 10 };

fn setup(sides: SidesChoice, clock: Option<TimeControl>) -> RoomSetup {
    let game = "halma".to_owned();
    RoomSetup { game, sides, clock, open: false, table: Place::Two, computer: ComputerLevel::new(3).ok() }
}

async fn make(store: &MemoryStore, id: u64, setup: &RoomSetup) {
    let env = Env { now: Timestamp(MADE), random: 0, outages: &Outages::NONE };
    let events = open_room(setup, token(HOST), &env);
    let due = look_at(&RoomState::replay(room(id), &events).unwrap(), &Outages::NONE);
    let append = server::store::Append { due, ..append(room(id), events) };
    assert_eq!(store.append(&[append]).await.unwrap(), [Appended::Stored]);
}

impl Stage {
    /// With a room in which the host is first, or second.
    async fn new(sides: SidesChoice, clock: Option<TimeControl>) -> Self {
        let store = Arc::new(MemoryStore::new());
        make(&store, ROOM, &setup(sides, clock)).await;
        Self::over(store, ROOMY)
    }

    fn over(store: Arc<MemoryStore>, size: PoolSize) -> Self {
        let (sender, told) = unbounded_channel();
        let (replies, receiver) = mpsc::channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let puppet = move || Puppet { told: sender.clone(), replies: Arc::clone(&receiver) };
        let computer = Computer::start(size, puppet).unwrap();
        let clock = Arc::new(ManualClock::new(Timestamp(2000)));
        let table = Table::over_with(store, Arc::clone(&clock), computer);
        Self { table, clock, told, replies }
    }

    /// The next thing that the computer is asked.
    async fn asked(&mut self) -> Question {
        match self.told.recv().await {
            Some(Told::Asked(question)) => question,
            other => panic!("not a question: {other:?}"),
        }
    }

    async fn stopped(&mut self) {
        let told = self.told.recv().await;
        assert!(matches!(told, Some(Told::Stopped)), "{told:?}");
    }

    fn finds(&self, text: &str) {
        self.replies.send(Reply::Move(text.parse().unwrap())).unwrap();
    }
}

fn moves(question: &Question) -> Vec<String> {
    question.moves.iter().map(ToString::to_string).collect()
}

impl Socket {
    /// The next event of the room.
    async fn event(&mut self) -> protocol::Event {
        loop {
            let outgoing = self.inbox.recv().await.expect("the room let go of the socket");
            let (Outgoing::Frame(frame) | Outgoing::Answer { frame, .. }) = &outgoing;
            if let ServerMessage::Event(event) = serde_json::from_str(frame).unwrap() {
                return *event;
            }
        }
    }
}

fn moved(event: &protocol::Event) -> &str {
    match &event.event {
        EventBody::Moved(moved) => &moved.played.text,
        other => panic!("not a move: {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn the_computer_answers_a_move() {
    let mut stage = Stage::new(SidesChoice::First, None).await;
    let (mut host, snapshot, _) = stage.table.join(Some(HOST)).await;
    assert_eq!(snapshot.presence.guest, protocol::SeatPresence { here: true, since: Some(Timestamp(MADE)) });
    host.play("m1", 2, "l2-l3");
    assert_eq!(host.answer().await, Ok(3));
    let question = stage.asked().await;
    assert_eq!((question.asked, question.level.get(), question.time), (Asked::Move, 3, None));
    assert_eq!((question.game.id(), moves(&question)), ("halma", vec!["l2-l3".to_owned()]));
    // Whatever else is wished for meanwhile is answered at once.
    host.wish("p1", Wish::Ping);
    assert_eq!(host.answer().await, Ok(3));
    stage.finds("e15-e14");
    let event = host.event().await;
    assert_eq!((event.seq, moved(&event)), (4, "e15-e14"));
    host.play("m2", 4, "l3-l4");
    assert_eq!(host.answer().await, Ok(5));
    assert_eq!(stage.asked().await.moves.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn it_moves_first_if_that_is_its_side() {
    let mut stage = Stage::new(SidesChoice::Second, None).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    assert!(stage.asked().await.moves.is_empty());
    stage.finds("l2-l3");
    assert_eq!(moved(&host.event().await), "l2-l3");
}

#[tokio::test(start_paused = true)]
async fn it_stops_thinking_when_the_position_is_gone() {
    let mut stage = Stage::new(SidesChoice::First, None).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    host.play("m1", 2, "l2-l3");
    assert_eq!(host.answer().await, Ok(3));
    let first = stage.asked().await;
    let take_back = Action::Offer { game: 1, what: OfferKind::TakeBack, next: None };
    host.wish("o1", Wish::Act(take_back));
    assert_eq!(host.answer().await, Ok(4));
    stage.stopped().await;
    host.play("m2", 4, "l2-k3");
    assert_eq!(host.answer().await, Ok(5));
    let second = stage.asked().await;
    assert_eq!(moves(&second), ["l2-k3"]);
    assert_ne!(first.seed, second.seed);
    host.wish("a1", Wish::Act(Action::Abort { game: 1 }));
    assert_eq!(host.answer().await, Ok(6));
    stage.stopped().await;
    let log = stage.table.log().await;
    assert!(!log.iter().any(|event| matches!(event, LogEvent::Moved { text, .. } if text.starts_with('e'))));
}

#[tokio::test(start_paused = true)]
async fn a_draw_is_considered_before_the_move() {
    for accept in [false, true] {
        let mut stage = Stage::new(SidesChoice::First, None).await;
        let (mut host, ..) = stage.table.join(Some(HOST)).await;
        host.play("m1", 2, "l2-l3");
        host.answer().await.unwrap();
        assert_eq!(stage.asked().await.asked, Asked::Move);
        host.wish("o1", Wish::Act(Action::Offer { game: 1, what: OfferKind::Draw, next: None }));
        assert_eq!(host.answer().await, Ok(4));
        stage.stopped().await;
        assert_eq!(stage.asked().await.asked, Asked::Draw(rules::Side::Second));
        stage.replies.send(Reply::Draw(accept)).unwrap();
        match host.event().await.event {
            EventBody::Declined(declined) if !accept => {
                assert_eq!((declined.seat, declined.offer), (Seat::Guest, 4));
                assert_eq!(stage.asked().await.asked, Asked::Move, "then it goes on");
            }
            EventBody::Ended(ended) if accept => assert_eq!(ended.outcome, Outcome::Draw),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn its_arrival_starts_the_clocks() {
    let clock = TimeControl::RealTime { base: 300_000, increment: 3000 };
    let mut stage = Stage::new(SidesChoice::First, Some(clock)).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    let arrived = [host.event().await, host.event().await].map(|event| match event.event {
        EventBody::Arrived(arrived) => arrived.seat,
        other => panic!("{other:?}"),
    });
    assert_eq!(arrived, [Seat::Guest, Seat::Host], "it was there first");
    host.play("m1", 2, "l2-l3");
    host.answer().await.unwrap();
    let time = stage.asked().await.time.unwrap();
    assert_eq!((time.left, time.increment), (300_000, 3000));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_done_is_tried_again() {
    let mut stage = Stage::new(SidesChoice::First, None).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    host.play("m1", 2, "l2-l3");
    host.answer().await.unwrap();
    let first = stage.asked().await;
    stage.finds("l3-l4");
    let again = stage.asked().await;
    assert_eq!((first.seed, first.moves), (again.seed, again.moves), "that was no move of its side");
    stage.table.store.fail([Some(Fault::AfterCommit)]);
    stage.finds("e15-e14");
    assert_eq!(moved(&host.event().await), "e15-e14");
    assert_eq!(stage.table.log().await.len(), 4, "once");
}

#[tokio::test(start_paused = true)]
async fn it_stops_when_the_room_leaves_memory_and_goes_on_when_it_is_back() {
    let mut stage = Stage::new(SidesChoice::First, None).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    host.play("m1", 2, "l2-l3");
    host.answer().await.unwrap();
    let first = stage.asked().await;
    host.handle.send(Request::Leave(host.inbox.id)).await;
    stage.stopped().await;
    assert_eq!(stage.table.rooms.count(), 0);
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    let again = stage.asked().await;
    assert_eq!((first.seed, first.moves), (again.seed, again.moves));
    stage.finds("e15-e14");
    assert_eq!(moved(&host.event().await), "e15-e14");
}

#[tokio::test(start_paused = true)]
async fn it_goes_on_after_a_restart_even_if_nobody_comes_back() {
    let mut stage = Stage::new(SidesChoice::First, None).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    host.play("m1", 2, "l2-l3");
    host.answer().await.unwrap();
    stage.asked().await;
    stage.table.rooms.stop().await;
    stage.stopped().await;

    let mut later = Stage::over(Arc::clone(&stage.table.store), ROOMY);
    later.clock.advance(2 * COMPUTER_LATE);
    assert_eq!(moves(&later.asked().await), ["l2-l3"]);
    let (mut watcher, ..) = later.table.join(None).await;
    later.finds("e15-e14");
    assert_eq!(moved(&watcher.event().await), "e15-e14");
}

#[tokio::test(start_paused = true)]
async fn of_two_servers_one_moves() {
    let store = Arc::new(MemoryStore::shared());
    make(&store, ROOM, &setup(SidesChoice::First, None)).await;
    let mut here = Stage::over(Arc::clone(&store), ROOMY);
    let mut there = Stage::over(store, ROOMY);
    let (mut host, ..) = here.table.join(Some(HOST)).await;
    host.play("m1", 2, "l2-l3");
    host.answer().await.unwrap();
    let (mut watcher, ..) = there.table.join(None).await;
    let (one, other) = (here.asked().await, there.asked().await);
    assert_eq!((one.seed, one.moves), (other.seed, other.moves), "both think the same");
    // With the store held up, both have decided before either can store anything.
    here.table.store.set_answers(false);
    here.finds("e15-e14");
    there.finds("a13-c11");
    tokio::time::sleep(Duration::from_secs(3)).await;
    here.table.store.set_answers(true);
    let (seen, seen_there) = (host.event().await, watcher.event().await);
    assert_eq!(seen, seen_there);
    assert_eq!((seen.seq, here.table.log().await.len()), (4, 4));
    host.play("m2", 4, "l3-l4");
    assert_eq!(host.answer().await, Ok(5), "and the game goes on");
    assert_eq!(here.asked().await.moves.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_room_waits_while_the_line_is_full() {
    let store = Arc::new(MemoryStore::new());
    let rooms = [ROOM, ROOM + 1, ROOM + 2];
    for id in rooms {
        make(&store, id, &setup(SidesChoice::Second, None)).await;
    }
    let mut stage = Stage::over(store, PoolSize { threads: 1, waiting: 1, waiting_for_new: 1 });
    let mut sockets = Vec::new();
    for id in rooms {
        let join = Join { token: Some(SeatToken::from_bits(HOST)), sit: false, name: None };
        let mut socket = stage.table.socket(room(id), join);
        assert!(socket.answer().await.is_ok());
        sockets.push(socket);
        if id == ROOM {
            stage.asked().await;
            assert!(stage.table.rooms.has_room_for_computer().is_ok());
        }
    }
    // One is thought about, one waits, and one could not be taken.
    assert!(stage.table.rooms.has_room_for_computer().is_err());
    sockets[2].wish("p1", Wish::Ping);
    assert_eq!(sockets[2].answer().await, Ok(2), "the room itself is not held up");
    for socket in &mut sockets {
        stage.finds("l2-l3");
        assert_eq!(moved(&socket.event().await), "l2-l3");
    }
}

#[tokio::test(start_paused = true)]
async fn without_threads_it_is_not_there() {
    let store = Arc::new(MemoryStore::new());
    make(&store, ROOM, &setup(SidesChoice::Second, None)).await;
    let table = Table::over(store);
    let (mut host, snapshot, _) = table.join(Some(HOST)).await;
    assert!(!snapshot.presence.guest.here);
    host.wish("p1", Wish::Ping);
    assert_eq!(host.answer().await, Ok(2));
}
