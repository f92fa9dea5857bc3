//! The computer in an open room: it thinks when it has something to do, stops when it has no more, and what it finds is
//! decided like anybody's move. What it finds, the test says.
//!
//! It thinks on a thread, which knows nothing of the time of these tests: time stands still while a test waits for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use protocol::{
    ComputerLevel, EventBody, OfferKind, Outcome, Reason, RoomSetup, Seat, SeatPresence, SidesChoice, TimeControl,
    Timestamp,
};
use server::computer::{Asked, Chooser, Computer, PoolSize, Question, Reply};
use server::room::{Action, COMPUTER_LATE, LogEvent};
use server::rooms::Wish;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::spawn_blocking;

use super::table::{
    FIVE_MINUTES_EACH, HOST, MINUTE, ROOM, SECOND, Table, arrivals, joining, pass, settle, setup as between_people,
};
use crate::memory::{Fault, MemoryStore};
use crate::promises::room;

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

/// Waits for what a thread does, while time stands still; no longer than a minute, so that a test does not wait for ever.
async fn standing_still<T>(awaited: impl Future<Output = T>) -> T {
    let (release, released) = mpsc::channel::<()>();
    // Paused time does not move on by itself as long as something blocks.
    let hold = spawn_blocking(move || released.recv_timeout(Duration::from_secs(60)));
    let outcome = tokio::select! {
        outcome = awaited => outcome,
        () = pass(1) => panic!("the computer's thread does nothing"),
    };
    drop(release);
    hold.await.unwrap().unwrap_err();
    outcome
}

/// A server on which the test is the computer.
struct Stage {
    table: Table,
    computer: Computer,
    told: UnboundedReceiver<Told>,
    replies: mpsc::Sender<Reply>,
}

/// A line that is never full.
const ROOMY: PoolSize = PoolSize { threads: 1, waiting: 10, waiting_for_new: 10 };

fn setup(sides: SidesChoice, clock: Option<TimeControl>) -> RoomSetup {
    RoomSetup { sides, computer: ComputerLevel::new(3).ok(), ..between_people(clock) }
}

impl Stage {
    /// With a room in which the host is first, or second.
    async fn new(sides: SidesChoice, clock: Option<TimeControl>) -> Self {
        let stage = Self::over(ROOMY, |computer| Table::with_computer(MemoryStore::new(), computer));
        stage.table.make(ROOM, &setup(sides, clock)).await;
        stage
    }

    /// Another server on the same store.
    fn beside(other: &Table) -> Self {
        Self::over(ROOMY, |computer| Table::beside_with(other, computer))
    }

    fn over(size: PoolSize, table: impl FnOnce(Computer) -> Table) -> Self {
        let (sender, told) = unbounded_channel();
        let (replies, receiver) = mpsc::channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let puppet = move || Puppet { told: sender.clone(), replies: Arc::clone(&receiver) };
        let computer = Computer::start(size, puppet).unwrap();
        Self { table: table(computer.clone()), computer, told, replies }
    }

    /// The next thing that the computer is asked.
    async fn asked(&mut self) -> Question {
        match standing_still(self.told.recv()).await {
            Some(Told::Asked(question)) => question,
            other => panic!("not a question: {other:?}"),
        }
    }

    async fn stopped(&mut self) {
        let told = standing_still(self.told.recv()).await;
        assert!(matches!(told, Some(Told::Stopped)), "{told:?}");
    }

    /// The computer finds this, and its room is told.
    async fn finds(&mut self, reply: Reply) {
        self.replies.send(reply).unwrap();
        // Its only thread takes another question once it has told what came of the last one.
        let (asked, game) = (Asked::Draw(rules::Side::First), rules::game("moon").unwrap());
        let probe = Question { asked, game, moves: Vec::new(), level: ComputerLevel::MIN, seed: 0, time: None };
        let probe = self.computer.ask(probe).unwrap();
        assert_eq!(self.asked().await.game.id(), "moon");
        drop(probe);
        self.stopped().await;
    }

    async fn finds_move(&mut self, text: &str) {
        self.finds(Reply::Move(text.parse().unwrap())).await;
    }
}

fn moves(question: &Question) -> Vec<String> {
    question.moves.iter().map(ToString::to_string).collect()
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
    let made = stage.table.recorded().await[0].time;
    assert_eq!(snapshot.presence.guest, SeatPresence { here: true, since: Some(made) });
    host.play("m1", 2, "l2-l3");
    assert_eq!(host.answer().await, Ok(3));
    let question = stage.asked().await;
    assert_eq!((question.asked, question.level.get(), question.time), (Asked::Move, 3, None));
    assert_eq!((question.game.id(), moves(&question)), ("halma", vec!["l2-l3".to_owned()]));
    // Whatever else is wished for meanwhile is answered at once.
    host.wish("p1", Wish::Ping);
    assert_eq!(host.answer().await, Ok(3));
    stage.finds_move("e15-e14").await;
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
    stage.finds_move("l2-l3").await;
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
        stage.finds(Reply::Draw(accept)).await;
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
    let mut stage = Stage::new(SidesChoice::First, Some(FIVE_MINUTES_EACH)).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    settle().await;
    assert_eq!(arrivals(&stage.table.log().await), Seat::BOTH, "the computer shows up by itself");
    let deadline = host.deadline();
    host.until(deadline - 4 * MINUTE).await;
    host.play_on("l2-l3").await.unwrap();
    assert_eq!(host.clocks(), (4 * MINUTE + 2 * SECOND, 5 * MINUTE));
    let time = stage.asked().await.time.unwrap();
    assert_eq!((time.left, time.increment), (5 * MINUTE, 2 * SECOND));
    pass(10 * SECOND).await;
    stage.finds_move("e15-e14").await;
    assert_eq!(moved(&host.event().await), "e15-e14");
    assert_eq!(host.clocks().1, 5 * MINUTE - 8 * SECOND, "what it thought is its own time");
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_done_is_tried_again() {
    let mut stage = Stage::new(SidesChoice::First, None).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    host.play_on("l2-l3").await.unwrap();
    let first = stage.asked().await;
    stage.finds_move("l3-l4").await;
    pass(2 * SECOND).await;
    let again = stage.asked().await;
    assert_eq!((first.seed, first.moves), (again.seed, again.moves), "that was no move of its side");
    stage.table.store.fail([Some(Fault::AfterCommit)]);
    stage.finds_move("e15-e14").await;
    assert_eq!(moved(&host.event().await), "e15-e14");
    assert_eq!(stage.table.log().await.len(), 4, "once");
}

#[tokio::test(start_paused = true)]
async fn it_stops_when_the_room_leaves_memory_and_goes_on_when_it_is_back() {
    let mut stage = Stage::new(SidesChoice::First, None).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    // So that the room leaves memory between two looks at what is due.
    pass(SECOND / 2).await;
    host.play_on("l2-l3").await.unwrap();
    let first = stage.asked().await;
    host.leave().await;
    pass(MINUTE).await;
    stage.stopped().await;
    assert_eq!(stage.table.rooms.count(), 0);
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    let again = stage.asked().await;
    assert_eq!((first.seed, first.moves), (again.seed, again.moves));
    stage.finds_move("e15-e14").await;
    assert_eq!(moved(&host.event().await), "e15-e14");
}

#[tokio::test(start_paused = true)]
async fn it_goes_on_after_a_restart_even_if_nobody_comes_back() {
    for orderly in [true, false] {
        let mut stage = Stage::new(SidesChoice::First, None).await;
        let (mut host, ..) = stage.table.join(Some(HOST)).await;
        host.play_on("l2-l3").await.unwrap();
        stage.asked().await;
        if orderly {
            stage.table.stop().await;
            stage.stopped().await;
        } else {
            stage.table.kill();
        }

        let mut later = Stage::beside(&stage.table);
        pass(COMPUTER_LATE + 2 * SECOND).await;
        assert_eq!(moves(&later.asked().await), ["l2-l3"]);
        later.finds_move("e15-e14").await;
        settle().await;
        let log = later.table.log().await;
        assert!(matches!(&log[3..], [LogEvent::Moved { text, .. }] if text == "e15-e14"), "{log:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn of_two_servers_one_moves() {
    let mut here = Stage::over(ROOMY, |computer| Table::with_computer(MemoryStore::shared(), computer));
    here.table.make(ROOM, &setup(SidesChoice::First, None)).await;
    let mut there = Stage::beside(&here.table);
    let (mut host, ..) = here.table.join(Some(HOST)).await;
    host.play_on("l2-l3").await.unwrap();
    let (mut watcher, ..) = there.table.join(None).await;
    let (one, other) = (here.asked().await, there.asked().await);
    assert_eq!((one.seed, one.moves), (other.seed, other.moves), "both think the same");
    // With the store held up, both have decided before either can store anything.
    let stores = [Arc::clone(&here.table.store), Arc::clone(&there.table.store)];
    stores.iter().for_each(|store| store.set_answers(false));
    here.finds_move("e15-e14").await;
    there.finds_move("a13-c11").await;
    pass(3 * SECOND).await;
    stores.iter().for_each(|store| store.set_answers(true));
    let (seen, seen_there) = (host.event().await, watcher.event().await);
    assert_eq!(seen, seen_there);
    assert_eq!((seen.seq, here.table.log().await.len()), (4, 4));
    assert_eq!(stores.map(|store| store.batches().len()), [3, 1], "both have tried to store a move");
    host.play("m2", 4, "l3-l4");
    assert_eq!(host.answer().await, Ok(5), "and the game goes on");
    assert_eq!(here.asked().await.moves.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_room_waits_while_the_line_is_full() {
    let size = PoolSize { threads: 1, waiting: 1, waiting_for_new: 1 };
    let mut stage = Stage::over(size, |computer| Table::with_computer(MemoryStore::new(), computer));
    let mut sockets = Vec::new();
    for id in [ROOM, ROOM + 1, ROOM + 2] {
        stage.table.make(id, &setup(SidesChoice::Second, None)).await;
        let mut socket = stage.table.socket(room(id), joining(Some(HOST), None));
        assert!(socket.answer().await.is_ok());
        sockets.push(socket);
        if id == ROOM {
            stage.asked().await;
            assert!(stage.table.rooms.has_room_for_computer().is_ok());
        }
    }
    // One is thought about, one waits, and one could not be taken.
    settle().await;
    assert!(stage.table.rooms.has_room_for_computer().is_err());
    sockets[2].wish("p1", Wish::Ping);
    assert_eq!(sockets[2].answer().await, Ok(2), "the room itself is not held up");
    for (n, socket) in sockets.iter_mut().enumerate() {
        stage.replies.send(Reply::Move("l2-l3".parse().unwrap())).unwrap();
        assert_eq!(moved(&standing_still(socket.event()).await), "l2-l3");
        // The second has come to its turn; the third tries again after a second.
        pass(SECOND).await;
        if n < 2 {
            stage.asked().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn without_threads_it_is_not_there() {
    let table = Table::made(MemoryStore::new(), &setup(SidesChoice::Second, None)).await;
    let (mut host, snapshot, _) = table.join(Some(HOST)).await;
    assert!(!snapshot.presence.guest.here);
    host.wish("p1", Wish::Ping);
    assert_eq!(host.answer().await, Ok(2));
    // Whether there is one at another server is looked at ever less often.
    host.leave().await;
    pass(20 * MINUTE).await;
    assert_eq!(table.rooms.count(), 0);
    let again = table.store.due_and_listing(room(ROOM)).0.unwrap();
    assert!(again > table.now() && again < Timestamp(table.now().0 + 20 * MINUTE), "{again:?}");
}

#[tokio::test(start_paused = true)]
async fn what_it_found_in_time_counts_though_the_room_is_held_up() {
    let mut stage = Stage::over(ROOMY, |computer| Table::with_computer(MemoryStore::shared(), computer));
    stage.table.make(ROOM, &setup(SidesChoice::Second, Some(FIVE_MINUTES_EACH))).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    settle().await;
    stage.asked().await;
    host.until_left(2 * SECOND).await;
    // The room waits to read what another server may have done until the computer's time would be up.
    stage.table.store.set_reads(false);
    stage.table.rooms.refresh(room(ROOM));
    settle().await;
    stage.finds_move("l2-l3").await;
    pass(5 * SECOND).await;
    stage.table.store.set_reads(true);
    assert_eq!(moved(&host.event().await), "l2-l3");
    assert_eq!((host.clocks().0, host.seen().ended.clone()), (4 * SECOND - 1, None), "the store's time is not its own");
}

#[tokio::test(start_paused = true)]
async fn it_loses_on_time_like_anybody() {
    let mut stage = Stage::new(SidesChoice::Second, Some(FIVE_MINUTES_EACH)).await;
    let (mut host, ..) = stage.table.join(Some(HOST)).await;
    settle().await;
    stage.asked().await;
    host.until_left(0).await;
    pass(SECOND).await;
    let ended = host.seen().ended.clone().unwrap();
    assert_eq!((ended.outcome, ended.reason), (Outcome::Second, Reason::Time));
    stage.stopped().await;
}
