//! A server's rooms over a store in memory, with one room in it; and sockets, as the rooms know them. The time of day
//! stands still and moves on with the timers.

use std::sync::Arc;
use std::time::Duration;

use protocol::{
    ChatLine, Clocks, Ended, ErrorCode, Event, EventBody, Names, OfferKind, OpenClaim, OpenOffer, Presence, RoomId,
    RoomSetup, Seat, SeatToken, ServerMessage, SidesChoice, Snapshot, TimeControl, Timestamp,
};
use server::computer::Computer;
use server::room::{Action, Env, LogEvent, Outages, Recorded, RoomState, look_at, open_room};
use server::rooms::{
    Closing, Inbox, Join, Outgoing, Request, RoomHandle, Rooms, RoomsConfig, Wish, housekeeping, listener,
};
use server::store::{Append, Appender};
use server::{Clock, Store};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use crate::memory::MemoryStore;
use crate::promises::{append, room, token};

pub(crate) const HOST: u128 = 1;
pub(crate) const GUEST: u128 = 2;
pub(crate) const ROOM: u64 = 7;

pub(crate) const SECOND: u64 = 1000;
pub(crate) const MINUTE: u64 = 60 * SECOND;
pub(crate) const HOUR: u64 = 60 * MINUTE;
pub(crate) const DAY: u64 = 24 * HOUR;

/// A minute, and two seconds a move.
pub(crate) const MINUTE_EACH: TimeControl = TimeControl::RealTime { base: MINUTE, increment: 2 * SECOND };

/// Five minutes, and two seconds a move: long enough for rooms to leave memory meanwhile.
pub(crate) const FIVE_MINUTES_EACH: TimeControl = TimeControl::RealTime { base: 5 * MINUTE, increment: 2 * SECOND };

/// A room for two devices in which the host plays first.
pub(crate) fn setup(clock: Option<TimeControl>) -> RoomSetup {
    RoomSetup {
        game: "halma".to_owned(),
        sides: SidesChoice::First,
        clock,
        open: false,
        table: protocol::Table::Two,
        computer: None,
    }
}

/// How late a flag may fall: it has to be known first that servers lived until then.
pub(crate) const AT_ONCE: u64 = 110;

/// Lets so many milliseconds pass.
pub(crate) async fn pass(milliseconds: u64) {
    sleep(Duration::from_millis(milliseconds)).await;
}

/// Lets everything happen that happens at once.
pub(crate) async fn settle() {
    pass(1).await;
}

/// The time of day, from the time that timers use.
#[derive(Debug)]
pub(crate) struct PausedClock(Instant);

impl Clock for PausedClock {
    fn now(&self) -> Timestamp {
        let elapsed = self.0.elapsed().as_millis();
        Timestamp(1_700_000_000_000 + u64::try_from(elapsed).unwrap())
    }
}

/// One server's rooms, of which one is there.
pub(crate) struct Table {
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) rooms: Rooms,
    pub(crate) clock: Arc<PausedClock>,
    config: RoomsConfig,
    appending: AbortOnDropHandle<()>,
    housekeeping: AbortOnDropHandle<()>,
}

impl Table {
    pub(crate) async fn new() -> Self {
        Self::with(MemoryStore::new()).await
    }

    /// A room without clocks.
    pub(crate) async fn with(store: MemoryStore) -> Self {
        Self::made(store, &setup(None)).await
    }

    pub(crate) async fn made(store: MemoryStore, setup: &RoomSetup) -> Self {
        Self::configured(store, setup, RoomsConfig::default()).await
    }

    pub(crate) async fn configured(store: MemoryStore, setup: &RoomSetup, config: RoomsConfig) -> Self {
        let table = Self::over(store, Arc::new(PausedClock(Instant::now())), config, Computer::none());
        table.make(ROOM, setup).await;
        table
    }

    /// A server on which this computer plays, and no room yet.
    pub(crate) fn with_computer(store: MemoryStore, computer: Computer) -> Self {
        Self::over(store, Arc::new(PausedClock(Instant::now())), RoomsConfig::default(), computer)
    }

    fn over(store: MemoryStore, clock: Arc<PausedClock>, config: RoomsConfig, computer: Computer) -> Self {
        let store = Arc::new(store);
        let (appender, serving) = Appender::new(Arc::clone(&store) as Arc<dyn Store>);
        let rooms =
            Rooms::new(Arc::clone(&store) as Arc<dyn Store>, appender, Arc::clone(&clock) as _, config, computer);
        let housekeeping = AbortOnDropHandle::new(tokio::spawn(housekeeping(rooms.clone())));
        Self { store, rooms, clock, config, appending: AbortOnDropHandle::new(tokio::spawn(serving)), housekeeping }
    }

    /// Makes a room as the server makes one.
    pub(crate) async fn make(&self, number: u64, setup: &RoomSetup) {
        let env = Env { now: self.now(), random: 0, outages: &Outages::NONE };
        let events = open_room(setup, token(HOST), &env);
        let state = RoomState::replay(room(number), &events).unwrap();
        let opening = append(room(number), events);
        let due = look_at(&state, &Outages::NONE);
        self.store.append(&[Append { after: 0, due, ..opening }]).await.unwrap();
    }

    /// Another server on the same store.
    pub(crate) fn beside(other: &Self) -> Self {
        Self::beside_with(other, Computer::none())
    }

    /// Another server on the same store, on which this computer plays.
    pub(crate) fn beside_with(other: &Self, computer: Computer) -> Self {
        Self::over(other.store.beside(), Arc::clone(&other.clock), other.config, computer)
    }

    /// Stops the server in good order. Another can then start on its store, by [`beside`](Self::beside).
    pub(crate) async fn stop(&self) {
        self.rooms.stop().await;
        self.housekeeping.abort();
        self.appending.abort();
    }

    /// From now on nobody asks the store what is due, or tells it anything.
    pub(crate) fn end_housekeeping(&self) {
        self.housekeeping.abort();
    }

    /// As if the server had been killed: nothing it wants reaches the store any more.
    pub(crate) fn kill(&self) {
        self.store.set_answers(false);
        self.housekeeping.abort();
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn socket(&self, id: RoomId, join: Join) -> Socket {
        self.socket_with_queue(64, id, join)
    }

    /// A socket for which so many frames may wait.
    pub(crate) fn socket_with_queue(&self, length: usize, id: RoomId, join: Join) -> Socket {
        let handle = self.rooms.open(id);
        let (room_end, inbox) = listener(length);
        handle.try_send(Request::Join { listener: room_end, join, id: None, at: self.now() }).unwrap();
        Socket {
            handle,
            inbox,
            clock: Arc::clone(&self.clock),
            commands: 0,
            received: Vec::new(),
            seen: Seen::default(),
        }
    }

    /// A socket that was let in, with what it was sent: the snapshot, and what came before the answer.
    pub(crate) async fn join(&self, token: Option<u128>) -> (Socket, Snapshot, Vec<ServerMessage>) {
        let mut socket = self.socket(room(ROOM), joining(token, None));
        let mut messages = socket.until_answered().await;
        assert!(matches!(messages.pop(), Some(ServerMessage::Okay(_))), "{messages:?}");
        match messages.remove(0) {
            ServerMessage::Snapshot(snapshot) => (socket, *snapshot, messages),
            other => panic!("the first message is not a snapshot: {other:?}"),
        }
    }

    /// The same, without what it was sent.
    pub(crate) async fn come(&self, token: Option<u128>) -> Socket {
        self.join(token).await.0
    }

    /// What somebody is told who wants in.
    pub(crate) async fn refusal(&self, token: Option<u128>) -> ErrorCode {
        let mut socket = self.socket(room(ROOM), joining(token, None));
        socket.answer().await.unwrap_err()
    }

    /// Both players at the table, with all read that was sent to them.
    pub(crate) async fn players(&self) -> (Socket, Socket) {
        let mut host = self.come(Some(HOST)).await;
        let mut guest = self.come(Some(GUEST)).await;
        settle().await;
        host.received();
        guest.received();
        (host, guest)
    }

    pub(crate) async fn log(&self) -> Vec<LogEvent> {
        self.recorded().await.into_iter().map(|recorded| recorded.event).collect()
    }

    pub(crate) async fn recorded(&self) -> Vec<Recorded> {
        self.store.load(room(ROOM), 0).await.unwrap()
    }

    /// How many events of the log are like this.
    pub(crate) async fn count(&self, is_it: impl Fn(&LogEvent) -> bool) -> usize {
        self.log().await.iter().filter(|event| is_it(event)).count()
    }

    /// The operator closes the room.
    pub(crate) async fn close(&self, number: u64) -> Closing {
        let (told, closing) = oneshot::channel();
        self.rooms.open(room(number)).send(Request::Close(told)).await;
        closing.await.unwrap()
    }
}

/// What somebody says who wants in; with a token, it is for a seat.
pub(crate) fn joining(token: Option<u128>, name: Option<&str>) -> Join {
    let name = name.map(|name| name.parse().unwrap());
    Join { token: token.map(SeatToken::from_bits), sit: token.is_some(), name }
}

/// What a socket's client knows by what it was sent.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) seq: u64,
    /// The event that made the position.
    pub(crate) position: u64,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) offer: Option<OpenOffer>,
    pub(crate) claim: Option<OpenClaim>,
    /// How the last game ended, if none is running.
    pub(crate) ended: Option<Ended>,
    pub(crate) closed: bool,
    pub(crate) presence: Presence,
    pub(crate) names: Names,
    /// What was said, in the order in which it came.
    pub(crate) said: Vec<ChatLine>,
}

impl Seen {
    fn take_in(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot(snapshot) => {
                let game = snapshot.game.as_ref();
                *self = Self {
                    seq: snapshot.seq,
                    position: game.map_or(0, |game| game.position),
                    clocks: snapshot.clocks,
                    offer: snapshot.offer.clone(),
                    claim: snapshot.claim,
                    ended: game.and_then(|game| game.result.clone()),
                    closed: snapshot.closed,
                    presence: snapshot.presence,
                    names: snapshot.names.clone(),
                    said: snapshot.chat.clone().unwrap_or_default(),
                };
            }
            ServerMessage::Event(event) => self.take_in_event(event),
            ServerMessage::Presence(presence) => self.presence = *presence,
            ServerMessage::Names(names) => self.names = names.clone(),
            ServerMessage::Chat(line) => self.said.push(line.clone()),
            _ => {}
        }
    }

    fn take_in_event(&mut self, event: &Event) {
        assert_eq!(event.seq, self.seq + 1, "an event is missing, or came twice");
        self.seq = event.seq;
        self.clocks = event.clocks;
        self.offer = event.offer.clone();
        self.claim = event.claim;
        match &event.event {
            EventBody::Started(_) => (self.position, self.ended) = (event.seq, None),
            EventBody::Moved(_) | EventBody::TakenBack(_) => self.position = event.seq,
            EventBody::Ended(ended) => self.ended = Some(ended.clone()),
            EventBody::Closed(_) => self.closed = true,
            _ => {}
        }
    }
}

/// A socket, as the room knows it.
pub(crate) struct Socket {
    pub(crate) handle: RoomHandle,
    pub(crate) inbox: Inbox,
    clock: Arc<PausedClock>,
    commands: u32,
    received: Vec<ServerMessage>,
    seen: Seen,
}

impl Socket {
    fn take(&mut self, outgoing: &Outgoing) -> ServerMessage {
        let (Outgoing::Frame(frame) | Outgoing::Answer { frame, .. }) = outgoing;
        let message: ServerMessage = serde_json::from_str(frame).unwrap();
        self.seen.take_in(&message);
        message
    }

    /// What was sent meanwhile, without what was asked for.
    pub(crate) fn received(&mut self) -> Vec<ServerMessage> {
        while let Some(outgoing) = self.inbox.try_recv() {
            let message = self.take(&outgoing);
            self.received.push(message);
        }
        std::mem::take(&mut self.received)
    }

    /// The events among what was sent meanwhile.
    pub(crate) fn events(&mut self) -> Vec<Event> {
        let event = |message| if let ServerMessage::Event(event) = message { Some(*event) } else { None };
        self.received().into_iter().filter_map(event).collect()
    }

    /// The next event that comes.
    pub(crate) async fn event(&mut self) -> Event {
        loop {
            let outgoing = timeout(Duration::from_secs(600), self.inbox.recv()).await.expect("no event");
            let outgoing = outgoing.expect("the room let go of the socket");
            if let ServerMessage::Event(event) = self.take(&outgoing) {
                return *event;
            }
        }
    }

    /// What the client knows by now.
    pub(crate) fn seen(&mut self) -> &Seen {
        while let Some(outgoing) = self.inbox.try_recv() {
            let message = self.take(&outgoing);
            self.received.push(message);
        }
        &self.seen
    }

    /// What the clocks show by the last event: first, second.
    pub(crate) fn clocks(&mut self) -> (u64, u64) {
        let clocks = self.seen().clocks.unwrap();
        (clocks.first, clocks.second)
    }

    /// When the running clock has run out.
    pub(crate) fn deadline(&mut self) -> u64 {
        self.seen().clocks.unwrap().deadline.unwrap().0
    }

    /// Lets pass what is missing until a time.
    pub(crate) async fn until(&self, time: u64) {
        pass(time.checked_sub(self.clock.now().0).unwrap()).await;
    }

    /// Lets time pass until so much is left on the running clock.
    pub(crate) async fn until_left(&mut self, milliseconds: u64) {
        let deadline = self.deadline();
        self.until(deadline - milliseconds).await;
    }

    pub(crate) fn wish(&self, id: &str, wish: Wish) {
        let (listener, id, at) = (self.inbox.id, id.parse().ok(), self.clock.now());
        self.handle.try_send(Request::Wish { listener, wish, id, at }).unwrap();
    }

    /// Wishes for something under an id of its own.
    pub(crate) fn send(&mut self, wish: Wish) {
        self.commands += 1;
        self.wish(&format!("c{}-{:?}", self.commands, self.inbox.id).replace(['(', ')'], "_"), wish);
    }

    pub(crate) async fn ask(&mut self, wish: Wish) -> Result<u64, ErrorCode> {
        self.send(wish);
        self.answer().await
    }

    pub(crate) async fn act(&mut self, action: Action) -> Result<u64, ErrorCode> {
        self.ask(Wish::Act(action)).await
    }

    pub(crate) async fn offer(&mut self, what: OfferKind) -> Result<u64, ErrorCode> {
        self.act(Action::Offer { game: 1, what, next: None }).await
    }

    pub(crate) async fn accept(&mut self, offer: u64) -> Result<u64, ErrorCode> {
        self.act(Action::Answer { offer, accept: true }).await
    }

    pub(crate) async fn claim(&mut self) -> Result<u64, ErrorCode> {
        self.act(Action::Claim { game: 1, away_since: None }).await
    }

    pub(crate) async fn say(&mut self, channel: protocol::Channel, text: &str) -> Result<u64, ErrorCode> {
        self.ask(Wish::Chat { channel, text: text.parse().unwrap() }).await
    }

    pub(crate) fn play(&self, id: &str, position: u64, text: &str) {
        self.wish(id, Wish::Act(Action::Move { position, text: text.to_owned() }));
    }

    /// Sends a move in the position that the client knows.
    pub(crate) fn send_move(&mut self, text: &str) {
        let position = self.seen().position;
        self.send(Wish::Act(Action::Move { position, text: text.to_owned() }));
    }

    /// Plays in the position that the client knows.
    pub(crate) async fn play_on(&mut self, text: &str) -> Result<u64, ErrorCode> {
        self.send_move(text);
        self.answer().await
    }

    /// All that is sent up to and with the next answer.
    pub(crate) async fn until_answered(&mut self) -> Vec<ServerMessage> {
        let mut messages = Vec::new();
        loop {
            let outgoing = timeout(Duration::from_secs(600), self.inbox.recv()).await.expect("no answer");
            let outgoing = outgoing.expect("the room let go of the socket");
            messages.push(self.take(&outgoing));
            if matches!(outgoing, Outgoing::Answer { .. }) {
                return messages;
            }
        }
    }

    pub(crate) async fn answer(&mut self) -> Result<u64, ErrorCode> {
        let mut messages = self.until_answered().await;
        let answer = messages.pop();
        self.received.append(&mut messages);
        match answer {
            Some(ServerMessage::Okay(okay)) => Ok(okay.seq),
            Some(ServerMessage::Error(error)) => Err(error.code),
            other => panic!("not an answer: {other:?}"),
        }
    }

    /// The client goes away.
    pub(crate) async fn leave(self) {
        self.handle.send(Request::Leave(self.inbox.id)).await;
        settle().await;
    }
}

/// Which seats are here: host, guest.
pub(crate) fn here(presence: Presence) -> (bool, bool) {
    (presence.host.here, presence.guest.here)
}

/// Whether an event ends a game so.
pub(crate) fn ends(event: &LogEvent, as_told: protocol::Reason) -> bool {
    matches!(event, LogEvent::Ended { reason, .. } if *reason == as_told)
}

/// The seats that a log says have arrived.
pub(crate) fn arrivals(log: &[LogEvent]) -> Vec<Seat> {
    let seat = |event: &LogEvent| if let LogEvent::Arrived { seat } = event { Some(*seat) } else { None };
    log.iter().filter_map(seat).collect()
}
