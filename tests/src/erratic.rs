//! A client that does, by its seed, whatever a player or a watcher may do, at any moment, and goes on by itself when
//! its connection is gone.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use protocol::{
    Abort, Answer, Channel, Chat, ClientMessage, CommandId, Join, LegalMoves, Move, Offer, OfferKind, Ping, Resign,
    RoomId, Seat, SeatToken, ServerMessage, Withdraw,
};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::PATIENCE;
use crate::client::{Client, Gone, go_on, new_id, sit, watch as watching};
use crate::ledger::Ledger;
use crate::view::RoomView;

/// Such a client.
#[derive(Debug)]
pub struct Erratic {
    address: SocketAddr,
    join: Join,
    client: Option<Client>,
    random: StdRng,
    ledger: Ledger,
    /// What is not decided on yet, in the order in which it was sent first.
    open: Vec<CommandId>,
    /// The last event that was known on any connection.
    known: u64,
    /// Positions that were on the board.
    positions: Vec<u64>,
    lines: u32,
    /// How many things all clients have done.
    done: watch::Sender<u64>,
}

impl Erratic {
    /// Whoever made the room.
    #[must_use]
    pub fn host(address: SocketAddr, room: RoomId, token: SeatToken, random: StdRng, done: watch::Sender<u64>) -> Self {
        Self::new(address, go_on(room, token), Some(Seat::Host), random, done)
    }

    /// Whoever takes the free seat.
    #[must_use]
    pub fn guest(
        address: SocketAddr,
        room: RoomId,
        token: SeatToken,
        random: StdRng,
        done: watch::Sender<u64>,
    ) -> Self {
        Self::new(address, sit(room, token), Some(Seat::Guest), random, done)
    }

    /// Somebody who watches.
    #[must_use]
    pub fn watcher(address: SocketAddr, room: RoomId, random: StdRng, done: watch::Sender<u64>) -> Self {
        Self::new(address, watching(room), None, random, done)
    }

    fn new(address: SocketAddr, join: Join, seat: Option<Seat>, random: StdRng, done: watch::Sender<u64>) -> Self {
        Self {
            address,
            join,
            client: None,
            random,
            ledger: Ledger::new(seat),
            open: Vec::new(),
            known: 0,
            positions: Vec::new(),
            lines: 0,
            done,
        }
    }

    /// Does so many things, one after the other, and leaves open how some of them came out.
    pub async fn live(&mut self, things: u32) {
        for _ in 0..things {
            self.connected().await;
            match self.random.random_range(0..100) {
                // Gone without a word, whatever was on its way.
                0..3 => self.client = None,
                3..10 => self.listen(Duration::from_millis(3)).await,
                _ => self.act().await,
            }
            self.done.send_modify(|done| *done += 1);
        }
    }

    /// Does one thing, or more at once. Waits mostly, but not always, until they are decided on.
    async fn act(&mut self) {
        let at_once = if self.random.random_bool(0.15) { 3 } else { 1 };
        let mut any = false;
        for _ in 0..at_once {
            if let Some(message) = self.choose() {
                any = true;
                self.send(&message).await;
            }
        }
        if !any {
            // It is the other's turn.
            self.listen(Duration::from_millis(20)).await;
        } else if self.random.random_bool(0.85) {
            self.settle().await;
        }
    }

    /// Sends something, for the first time or again, if there is a connection.
    async fn send(&mut self, message: &ClientMessage) {
        let Some(client) = &mut self.client else { return };
        self.ledger.sends(message);
        self.open.extend(message.id().filter(|id| !self.open.contains(id)).cloned());
        if client.send(message).await.is_err() {
            self.client = None;
        }
    }

    /// Takes in what comes, until nothing has come for a while.
    async fn listen(&mut self, pause: Duration) {
        while let Some(client) = &mut self.client {
            match timeout(pause, client.receive()).await {
                Ok(received) => self.take_in(received),
                Err(_) => return,
            }
        }
    }

    /// Waits until all is decided on, on as many connections as that takes.
    ///
    /// # Panics
    /// If that takes unreasonably long.
    pub async fn settle(&mut self) {
        let began = Instant::now();
        while !self.open.is_empty() {
            assert!(began.elapsed() < PATIENCE, "no answer to {:?}", self.open);
            match &mut self.client {
                Some(client) => {
                    let received = client.receive().await;
                    self.take_in(received);
                }
                // All that is open may be forgotten by this.
                None => self.connected().await,
            }
        }
    }

    /// Takes in what came last, or that the connection is gone.
    fn take_in(&mut self, received: Result<ServerMessage, Gone>) {
        let message = match received {
            Ok(message) => message,
            Err(_) => {
                self.client = None;
                return;
            }
        };
        match message {
            ServerMessage::Snapshot(snapshot) => {
                self.ledger.is_shown(&snapshot, self.known);
                self.known = snapshot.seq;
            }
            ServerMessage::Event(event) => {
                self.known = event.seq;
                self.ledger.events.push(*event);
            }
            ServerMessage::Okay(okay) => self.answered(&Ok(okay)),
            ServerMessage::Error(refused) => self.answered(&Err(refused)),
            ServerMessage::Chat(line) => self.ledger.hears([&line]),
            ServerMessage::LegalMoves(_) => assert!(self.ledger.seat.is_some(), "legal moves for one who watches"),
            ServerMessage::Presence(_) | ServerMessage::Names(_) | ServerMessage::Restart(_) => {}
        }
        // A server that stops says so even to those who are not in the room yet.
        let view = self.client.as_ref().filter(|client| client.has_view()).map(Client::view);
        if let Some(game) = view.and_then(RoomView::game)
            && self.positions.last() != Some(&game.position)
        {
            self.positions.push(game.position);
        }
    }

    fn answered(&mut self, answer: &crate::client::Answer) {
        match self.ledger.is_answered(answer, self.known) {
            Some(id) => self.open.retain(|open| *open != id),
            // What is to be sent again is sent again on a new connection, as that is the harder way.
            None => self.client = None,
        }
    }

    /// Connects, if there is no connection, and sends again what is not decided on; or forgets of it, as a page does
    /// that is loaded anew.
    ///
    /// # Panics
    /// If there is no way back into the room.
    pub async fn connected(&mut self) {
        let began = Instant::now();
        while self.client.is_none() {
            assert!(began.elapsed() < PATIENCE, "no way back into the room");
            if self.try_connect().await.is_none() {
                self.client = None;
                sleep(Duration::from_millis(self.random.random_range(1..20))).await;
                continue;
            }
            if self.random.random_bool(0.15) {
                self.open.clear();
            }
            let again: Vec<_> = self.open.iter().filter_map(|id| self.ledger.sent.get(id)).cloned().collect();
            for sent in again {
                self.send(&sent.message).await;
            }
        }
    }

    /// Opens a socket and joins with it.
    async fn try_connect(&mut self) -> Option<()> {
        self.join.id = Some(new_id());
        let join = ClientMessage::Join(self.join.clone());
        self.client = Some(Client::connect(self.address).await.ok()?);
        self.ledger.sends(&join);
        self.client.as_mut()?.send(&join).await.ok()?;
        loop {
            let received = self.client.as_mut()?.receive().await;
            let is_answer = matches!(&received, Ok(ServerMessage::Okay(okay)) if okay.id == self.join.id);
            if let Ok(ServerMessage::Error(refused)) = &received
                && refused.id == self.join.id
            {
                let decided = self.ledger.is_answered(&Err(refused.clone()), self.known);
                assert_eq!(decided, None, "the room refuses its own: {refused:?}");
                return None;
            }
            self.take_in(received);
            if is_answer {
                return self.client.as_ref().map(|_| ());
            }
        }
    }

    /// What to do now; `None` if there is nothing.
    fn choose(&mut self) -> Option<ClientMessage> {
        let view = self.client.as_ref()?.view().clone();
        let id = Some(new_id());
        let random = &mut self.random;
        match random.random_range(0..100) {
            0..4 => return Some(ClientMessage::Ping(Ping { id })),
            4..6 => return Some(ClientMessage::LegalMoves(LegalMoves { id })),
            6..9 => return Some(ClientMessage::Join(Join { id, ..self.join.clone() })),
            9..13 => return Some(self.talk(id)),
            13..17 => return Some(self.too_late(id, &view)),
            _ if self.ledger.seat.is_none() => return None,
            _ => {}
        }
        let game = view.game()?;
        let number = game.number;
        if view.is_over() {
            return self.after_the_end(id, &view);
        }
        if let Some(offer) = &view.snapshot().offer {
            let is_mine = Some(offer.seat) == self.ledger.seat;
            if is_mine && random.random_bool(0.08) {
                return Some(ClientMessage::Withdraw(Withdraw { id, offer: offer.seq }));
            }
            if !is_mine && random.random_bool(0.5) {
                let accept = random.random_bool(0.6);
                return Some(ClientMessage::Answer(Answer { id, offer: offer.seq, accept }));
            }
        }
        match random.random_range(0..100) {
            0..3 => Some(ClientMessage::Offer(Offer { id, game: number, what: OfferKind::Draw, next: None })),
            3..15 => Some(ClientMessage::Offer(Offer { id, game: number, what: OfferKind::TakeBack, next: None })),
            15 => Some(ClientMessage::Resign(Resign { id, game: number })),
            16..19 if view.moves().len() < 3 => Some(ClientMessage::Abort(Abort { id, game: number })),
            _ if view.my_turn() => {
                let legal = self.client.as_ref()?.legal().filter(|legal| legal.position == game.position)?;
                let text = legal.moves.choose(random)?.clone();
                Some(ClientMessage::Move(Move { id, position: game.position, text }))
            }
            _ => None,
        }
    }

    /// Something about the next game.
    fn after_the_end(&mut self, id: Option<CommandId>, view: &RoomView) -> Option<ClientMessage> {
        let game = view.game()?.number;
        let random = &mut self.random;
        match &view.snapshot().offer {
            Some(offer) if Some(offer.seat) == self.ledger.seat => {
                random.random_bool(0.1).then_some(ClientMessage::Withdraw(Withdraw { id, offer: offer.seq }))
            }
            Some(offer) => {
                let accept = random.random_bool(0.8);
                Some(ClientMessage::Answer(Answer { id, offer: offer.seq, accept }))
            }
            None => {
                let another = rules::games().choose(random)?.id().to_owned();
                let next = random.random_bool(0.4).then_some(another);
                Some(ClientMessage::Offer(Offer { id, game, what: OfferKind::Rematch, next }))
            }
        }
    }

    /// Something to say, which nobody else says.
    fn talk(&mut self, id: Option<CommandId>) -> ClientMessage {
        self.lines += 1;
        let who = self.ledger.seat.map_or_else(|| "watcher".to_owned(), |seat| format!("{seat:?}"));
        let text = format!("{who} says so, {}", self.lines).parse().expect("a text");
        // Mostly where one may speak.
        let channel = match self.ledger.seat {
            Some(_) if self.random.random_bool(0.8) => Channel::Players,
            _ => Channel::Watchers,
        };
        ClientMessage::Chat(Chat { id, channel, text })
    }

    /// Something that cannot be meant as things are now, and must change nothing.
    fn too_late(&mut self, id: Option<CommandId>, view: &RoomView) -> ClientMessage {
        let random = &mut self.random;
        let number = view.game().map_or(1, |game| game.number);
        let legal = self.client.as_ref().and_then(Client::legal);
        let text = legal.and_then(|legal| legal.moves.choose(random)).cloned();
        match (random.random_range(0..4), text, self.positions.as_slice()) {
            (0..2, Some(text), [earlier @ .., _]) if !earlier.is_empty() => {
                let position = *earlier.choose(random).expect("not empty");
                ClientMessage::Move(Move { id, position, text })
            }
            (2, _, _) => ClientMessage::Resign(Resign { id, game: number + 1 }),
            _ => ClientMessage::Answer(Answer { id, offer: random.random_range(0..=view.seq()), accept: true }),
        }
    }

    /// Waits until all is decided on, then takes in what comes until all clients have done so many things, this wait
    /// being one; and makes sure of being connected.
    pub async fn rest(&mut self, things: u64) {
        self.settle().await;
        self.done.send_modify(|done| *done += 1);
        let mut done = self.done.subscribe();
        let mut all = pin!(done.wait_for(|done| *done >= things));
        loop {
            self.connected().await;
            let Some(client) = &mut self.client else { continue };
            tokio::select! {
                _ = &mut all => break,
                // Others may take long, and nothing need come meanwhile.
                received = timeout(PATIENCE / 2, client.receive()) => received.into_iter().for_each(|it| self.take_in(it)),
            }
        }
        self.send(&ClientMessage::Ping(Ping { id: Some(new_id()) })).await;
        self.settle().await;
        self.connected().await;
    }

    /// Receives until something is so.
    ///
    /// # Panics
    /// If it does not become so.
    pub async fn until(&mut self, what: &str, holds: impl Fn(&RoomView) -> bool) {
        let waited = timeout(PATIENCE, async {
            loop {
                self.connected().await;
                let client = self.client.as_mut().expect("just connected");
                if holds(client.view()) {
                    return;
                }
                let received = client.receive().await;
                self.take_in(received);
            }
        });
        waited.await.unwrap_or_else(|_| panic!("{what}: never so"));
    }

    /// Sends everything again that was accepted, which must be answered as it was then.
    pub async fn send_all_again(&mut self) {
        let accepted: Vec<_> = self.ledger.accepted().map(|(message, _)| message.clone()).collect();
        for messages in accepted.chunks(16) {
            self.connected().await;
            for message in messages {
                self.send(message).await;
            }
            self.settle().await;
        }
    }

    /// What it knows of the room.
    ///
    /// # Panics
    /// If it has no connection.
    #[must_use]
    pub fn view(&self) -> &RoomView {
        self.client.as_ref().expect("a connection").view()
    }

    /// Its record.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}
