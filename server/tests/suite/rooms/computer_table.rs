//! Rooms in which the computer plays, over a store in memory, with a clock that the test moves.

pub(super) use std::sync::Arc;
pub(super) use std::time::Duration;

pub(super) use protocol::{
    ErrorCode, EventBody, RoomId, Seat, SeatToken, ServerMessage, SidesChoice, Snapshot, Timestamp,
};
pub(super) use server::computer::Computer;
pub(super) use server::room::{Action, LogEvent};
pub(super) use server::rooms::{
    Inbox, Join, Outgoing, Request, RoomHandle, Rooms, RoomsConfig, Wish, housekeeping, listener,
};
pub(super) use server::store::{Appended, Appender};
pub(super) use server::{ManualClock, Store};

pub(super) use crate::memory::{Fault, MemoryStore};
pub(super) use crate::promises::{append, room, token};

pub(super) const HOST: u128 = 1;
pub(super) const ROOM: u64 = 7;

/// Rooms over a store in memory, with one room in it whose host plays first.
pub(super) struct Table {
    pub(super) store: Arc<MemoryStore>,
    pub(super) rooms: Rooms,
}

impl Table {
    pub(super) fn over(store: Arc<MemoryStore>) -> Self {
        Self::over_with(store, Arc::new(ManualClock::new(Timestamp(2000))), Computer::none())
    }

    pub(super) fn over_with(store: Arc<MemoryStore>, clock: Arc<ManualClock>, computer: Computer) -> Self {
        let (appender, serving) = Appender::new(Arc::clone(&store) as Arc<dyn Store>);
        tokio::spawn(serving);
        let config = RoomsConfig::default();
        let rooms = Rooms::new(Arc::clone(&store) as Arc<dyn Store>, appender, clock, config, computer);
        tokio::spawn(housekeeping(rooms.clone()));
        Self { store, rooms }
    }

    pub(super) fn socket(&self, id: RoomId, join: Join) -> Socket {
        let handle = self.rooms.open(id);
        let (room_end, inbox) = listener(8);
        handle.try_send(Request::Join { listener: room_end, join, id: None, at: Timestamp(3000) }).unwrap();
        Socket { handle, inbox }
    }

    /// A socket that was let in, with what it was sent: the snapshot, and what came before the answer.
    pub(super) async fn join(&self, token: Option<u128>) -> (Socket, Snapshot, Vec<ServerMessage>) {
        let join = Join { token: token.map(SeatToken::from_bits), sit: token.is_some(), name: None };
        let mut socket = self.socket(room(ROOM), join);
        let mut messages = socket.until_answered().await;
        assert!(matches!(messages.pop(), Some(ServerMessage::Okay(_))));
        match messages.remove(0) {
            ServerMessage::Snapshot(snapshot) => (socket, *snapshot, messages),
            other => panic!("the first message is not a snapshot: {other:?}"),
        }
    }

    pub(super) async fn log(&self) -> Vec<LogEvent> {
        self.store.load(room(ROOM), 0).await.unwrap().into_iter().map(|recorded| recorded.event).collect()
    }
}

pub(super) struct Socket {
    pub(super) handle: RoomHandle,
    pub(super) inbox: Inbox,
}

impl Socket {
    pub(super) fn wish(&self, id: &str, wish: Wish) {
        let (listener, id) = (self.inbox.id, id.parse().ok());
        self.handle.try_send(Request::Wish { listener, wish, id, at: Timestamp(4000) }).unwrap();
    }

    pub(super) fn play(&self, id: &str, position: u64, text: &str) {
        self.wish(id, Wish::Act(Action::Move { position, text: text.to_owned() }));
    }

    /// All that is sent up to and with the next answer.
    pub(super) async fn until_answered(&mut self) -> Vec<ServerMessage> {
        let mut messages = Vec::new();
        loop {
            let outgoing = self.inbox.recv().await.expect("the room let go of the socket");
            let (Outgoing::Frame(frame) | Outgoing::Answer { frame, .. }) = &outgoing;
            messages.push(serde_json::from_str(frame).unwrap());
            if matches!(outgoing, Outgoing::Answer { .. }) {
                return messages;
            }
        }
    }

    pub(super) async fn answer(&mut self) -> Result<u64, ErrorCode> {
        match self.until_answered().await.pop() {
            Some(ServerMessage::Okay(okay)) => Ok(okay.seq),
            Some(ServerMessage::Error(error)) => Err(error.code),
            other => panic!("not an answer: {other:?}"),
        }
    }
}
