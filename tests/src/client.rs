//! One socket of a room, and what its client knows.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{SinkExt, StreamExt};
use protocol::{
    ClientMessage, CommandId, Join, LegalMoveList, LegalMoves, Move, Okay, Ping, Refused, Resign, RoomId, SeatToken,
    ServerMessage,
};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};

use crate::PATIENCE;
use crate::view::RoomView;

/// What the server answers to one message.
pub type Answer = Result<Okay, Refused>;

/// Why a socket says nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gone {
    /// The server closed it, with this code if it gave one.
    Closed(Option<u16>),
    /// The connection broke.
    Broken(String),
}

/// A socket, and what its client learned from it.
///
/// It checks what the guide promises of every stream: a snapshot first, then events without gaps.
#[derive(Debug)]
pub struct Client {
    socket: WebSocketStream<TcpStream>,
    view: Option<RoomView>,
    legal: Option<LegalMoveList>,
    received: Vec<ServerMessage>,
}

impl Client {
    /// Opens a socket. Nothing is sent yet.
    ///
    /// # Errors
    /// The connection is refused or breaks, or the server answers with something else than a socket.
    pub async fn connect(address: SocketAddr) -> Result<Self, SocketError> {
        let stream = TcpStream::connect(address).await?;
        Self::upgrade(address, stream).await
    }

    /// As [`connect`](Self::connect), on a connection for which the machine keeps as few unread bytes as it can.
    ///
    /// # Errors
    /// As [`connect`](Self::connect).
    pub async fn connect_with_little_buffer(address: SocketAddr) -> Result<Self, SocketError> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        Self::upgrade(address, socket.connect(address).await?).await
    }

    /// As [`connect`](Self::connect), from another of this machine's addresses, `127.0.0.1` to `127.255.255.254`.
    ///
    /// # Errors
    /// As [`connect`](Self::connect).
    pub async fn connect_from(source: Ipv4Addr, address: SocketAddr) -> Result<Self, SocketError> {
        Self::upgrade(address, connect_from(source, address).await?).await
    }

    async fn upgrade(address: SocketAddr, stream: TcpStream) -> Result<Self, SocketError> {
        stream.set_nodelay(true)?;
        let url = format!("ws://{address}/api/socket");
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await?;
        Ok(Self { socket, view: None, legal: None, received: Vec::new() })
    }

    /// Opens a socket and joins with it.
    ///
    /// # Panics
    /// If the connection or the `join` is refused.
    pub async fn joined(address: SocketAddr, join: Join) -> Self {
        let mut client = Self::connect(address).await.expect("a socket");
        client.join(join).await.expect("the join is accepted");
        client
    }

    /// Sends a message, and does not wait for the answer.
    ///
    /// # Errors
    /// The socket is gone.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), Gone> {
        self.send_text(&serde_json::to_string(message).expect("messages can be written")).await
    }

    /// Sends a text frame of any content.
    ///
    /// # Errors
    /// The socket is gone.
    pub async fn send_text(&mut self, text: &str) -> Result<(), Gone> {
        self.send_frame(Message::text(text)).await
    }

    /// Sends any frame.
    ///
    /// # Errors
    /// The socket is gone.
    pub async fn send_frame(&mut self, frame: Message) -> Result<(), Gone> {
        self.socket.send(frame).await.map_err(|error| Gone::Broken(error.to_string()))
    }

    /// Waits for the next message, whatever it is, and learns from it. Can be dropped while it waits.
    ///
    /// # Errors
    /// The socket is gone.
    ///
    /// # Panics
    /// If nothing comes for a very long time, or something that cannot come.
    pub async fn receive(&mut self) -> Result<ServerMessage, Gone> {
        let text = self.receive_text().await?;
        let message = serde_json::from_str(&text);
        let message = message.unwrap_or_else(|error| panic!("not a message of the server: {error}: {text}"));
        self.learn(&message);
        Ok(message)
    }

    /// Waits for the next text frame, and learns nothing from it.
    ///
    /// # Errors
    /// The socket is gone.
    ///
    /// # Panics
    /// If nothing comes for a very long time, or a frame that is not text.
    pub async fn receive_text(&mut self) -> Result<String, Gone> {
        let waited = tokio::time::timeout(PATIENCE, self.next_text()).await;
        waited.unwrap_or_else(|_| panic!("the server sent no message for {PATIENCE:?}"))
    }

    async fn next_text(&mut self) -> Result<String, Gone> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                // Pings are answered by the library.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(frame))) => return Err(Gone::Closed(frame.map(|frame| frame.code.into()))),
                Some(Ok(frame)) => panic!("the server sends text frames only: {frame:?}"),
                Some(Err(error)) => return Err(Gone::Broken(error.to_string())),
                None => return Err(Gone::Closed(None)),
            }
        }
    }

    fn known(&mut self) -> &mut RoomView {
        self.view.as_mut().expect("a snapshot comes before everything else")
    }

    fn learn(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Snapshot(snapshot) => self.view = Some(RoomView::new((**snapshot).clone())),
            ServerMessage::Event(event) => self.known().apply(event),
            ServerMessage::LegalMoves(moves) => self.legal = Some(moves.clone()),
            ServerMessage::Presence(presence) => self.known().count(*presence),
            ServerMessage::Names(names) => self.known().call(names),
            ServerMessage::Chat(line) => self.known().hear(line),
            ServerMessage::Okay(_) | ServerMessage::Error(_) | ServerMessage::Restart(_) => {}
        }
        self.received.push(message.clone());
    }

    /// Waits for the next answer, whichever message it is to.
    ///
    /// # Errors
    /// The socket is gone.
    pub async fn next_answer(&mut self) -> Result<Answer, Gone> {
        loop {
            match self.receive().await? {
                ServerMessage::Okay(okay) => return Ok(Ok(okay)),
                ServerMessage::Error(refused) => return Ok(Err(refused)),
                _ => {}
            }
        }
    }

    /// Sends a message that has an id and waits for its answer, which must be the next one.
    ///
    /// # Errors
    /// The socket is gone.
    pub async fn try_call(&mut self, message: &ClientMessage) -> Result<Answer, Gone> {
        self.send(message).await?;
        let answer = self.next_answer().await?;
        let id = match &answer {
            Ok(okay) => &okay.id,
            Err(refused) => &refused.id,
        };
        assert_eq!(id.as_ref(), message.id(), "an answer names its message: {answer:?}");
        Ok(answer)
    }

    /// As [`try_call`](Self::try_call), on a socket that must not break.
    ///
    /// # Panics
    /// If the socket is gone.
    pub async fn call(&mut self, message: &ClientMessage) -> Answer {
        self.try_call(message).await.expect("the socket stays open")
    }

    /// Joins a room.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn join(&mut self, join: Join) -> Answer {
        self.call(&ClientMessage::Join(join)).await
    }

    /// Plays a move in the position that this client sees.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn play(&mut self, text: &str) -> Answer {
        let message = self.a_move(text);
        self.call(&message).await
    }

    /// A move for the position that this client sees, with a new id.
    #[must_use]
    pub fn a_move(&self, text: &str) -> ClientMessage {
        let position = self.view().game().map_or(0, |game| game.position);
        ClientMessage::Move(Move { id: Some(new_id()), position, text: text.to_owned() })
    }

    /// Gives up the game that this client sees.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn resign(&mut self) -> Answer {
        let game = self.view().game().map_or(1, |game| game.number);
        self.call(&ClientMessage::Resign(Resign { id: Some(new_id()), game })).await
    }

    /// Asks for the legal moves; [`legal`](Self::legal) has them then.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn ask_legal_moves(&mut self) -> Answer {
        self.call(&ClientMessage::LegalMoves(LegalMoves { id: Some(new_id()) })).await
    }

    /// Asks whether the server is there. All that it sent before is known afterwards.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn ping(&mut self) -> Answer {
        self.call(&ClientMessage::Ping(Ping { id: Some(new_id()) })).await
    }

    /// Receives until something is so.
    ///
    /// # Panics
    /// If the socket is gone before.
    pub async fn until(&mut self, what: &str, holds: impl Fn(&RoomView) -> bool) {
        while !self.view.as_ref().is_some_and(&holds) {
            self.receive().await.unwrap_or_else(|gone| panic!("{what} did not come before {gone:?}"));
        }
    }

    /// Receives until the event with this number, or a later one, is known.
    pub async fn until_seq(&mut self, seq: u64) {
        self.until(&format!("event {seq}"), |view| view.seq() >= seq).await;
    }

    /// Receives until the legal moves for the position on the board have come.
    ///
    /// # Errors
    /// The socket is gone before.
    ///
    /// # Panics
    /// If no game has started.
    pub async fn until_legal_moves(&mut self) -> Result<LegalMoveList, Gone> {
        loop {
            let position = self.view().game().expect("a game is running").position;
            match &self.legal {
                Some(legal) if legal.position == position => return Ok(legal.clone()),
                _ => self.receive().await?,
            };
        }
    }

    /// Receives until the socket is closed, and says how.
    pub async fn until_gone(&mut self) -> Gone {
        loop {
            if let Err(gone) = self.receive().await {
                return gone;
            }
        }
    }

    /// What this client knows of the room.
    ///
    /// # Panics
    /// If it has not joined.
    #[must_use]
    pub fn view(&self) -> &RoomView {
        self.view.as_ref().expect("a snapshot has come")
    }

    /// Whether a room was joined.
    #[must_use]
    pub fn has_view(&self) -> bool {
        self.view.is_some()
    }

    /// The legal moves that came last.
    #[must_use]
    pub fn legal(&self) -> Option<&LegalMoveList> {
        self.legal.as_ref()
    }

    /// All messages that came since this was asked last.
    pub fn take_received(&mut self) -> Vec<ServerMessage> {
        std::mem::take(&mut self.received)
    }
}

/// A connection from one of this machine's addresses, `127.0.0.1` to `127.255.255.254`.
///
/// # Errors
/// It is refused.
pub async fn connect_from(source: Ipv4Addr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((source, 0).into())?;
    socket.connect(address).await
}

/// A `join` that watches.
#[must_use]
pub fn watch(room: RoomId) -> Join {
    Join { id: Some(new_id()), protocol: protocol::VERSION, room, token: None, sit: false, name: None }
}

/// A `join` that goes on in the seat that the token holds.
#[must_use]
pub fn go_on(room: RoomId, token: SeatToken) -> Join {
    Join { token: Some(token), ..watch(room) }
}

/// A `join` that takes the free seat.
#[must_use]
pub fn sit(room: RoomId, token: SeatToken) -> Join {
    Join { sit: true, ..go_on(room, token) }
}

/// An id that no other message of this process has.
///
/// # Panics
/// Never: a number is a good id.
#[must_use]
pub fn new_id() -> CommandId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().expect("an id")
}

/// A token that nobody else in this process has. Real clients draw theirs at random; tests are easier to repeat so.
#[must_use]
pub fn new_token() -> SeatToken {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    SeatToken::from_bits(u128::from(NEXT.fetch_add(1, Ordering::Relaxed)) << 64 | 0x5ea7)
}
