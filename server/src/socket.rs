//! One WebSocket: frames in, frames out, and the bounds on both.
//!
//! A socket handles one message of its client at a time: it hands it to the room and reads on once the room has
//! answered. So a client may send as much as it likes at once; what it sends too early waits in its own network.
//!
//! A socket's future lives as long as the socket, and there may be very many: what is rarely done is boxed, so that an
//! idle one takes no room for it.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use futures_util::SinkExt;
use protocol::{
    Answer, ClientFrame, ClientMessage, CommandId, ErrorCode, FrameError, MAX_FRAME_BYTES, Offer, Restart, RoomId,
    ServerMessage, Timestamp,
};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tracing::debug;

use crate::app::App;
use crate::limits::{MessageLimit, Permit, TooMuch};
use crate::origin::Origin;
use crate::room::Action;
use crate::rooms::{
    Inbox, Join, Outgoing, Request, RoomHandle, Unsent, Wish, encode, listener, refused, refused_until,
};

/// The longest frame that is still read, to be refused in words. A longer one closes the socket.
const MAX_READ_BYTES: usize = 64 * 1024;

/// Bytes read at once. Clients' messages are far smaller, and the buffer is kept as long as the socket.
const READ_BUFFER: usize = 256;

/// Bytes written at once, at least.
const WRITE_BUFFER: usize = 4 * 1024;

/// A longer frame is written at once and not gathered with what follows: the buffer stays as large as it ever was, as
/// long as the socket lives.
const LARGE_FRAME: usize = 1024;

/// The most bytes that may wait to be written: room for the largest snapshot.
const MAX_WRITE_BUFFER: usize = 1024 * 1024;

/// How often a client is asked whether it is still there, in eighths of the time after which it is given up: twice, and
/// there is time left for the answer.
const PING_EIGHTHS: u32 = 3;

/// How long a closing socket waits for the other side to close, so that the last words are read.
const LINGER: Duration = Duration::from_millis(500);

/// How long a stopping server waits for the answer to a message that it had taken.
const LAST_ANSWER: Duration = Duration::from_secs(2);

/// How many more messages than were taken may be over the limit before the socket is closed.
const PATIENCE_WITH_FLOODS: u32 = 500;

/// How often a room is looked up anew because it was just leaving memory.
const OPEN_ATTEMPTS: u32 = 5;

/// Takes over a connection that asks to become a WebSocket.
pub(crate) fn upgrade(app: App, origin: Origin, permit: Permit, request: WebSocketUpgrade) -> axum::response::Response {
    // Counted from now on, so that a stopping server waits for sockets that are just being opened, too.
    let token = app.sockets.token();
    request
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_READ_BYTES)
        .max_frame_size(MAX_READ_BYTES)
        .on_upgrade(async move |socket| {
            // In a box: as a part of this future it would be there twice.
            Box::new(Session::new(app, origin, socket)).run().await;
            drop((permit, token));
        })
}

/// Where a socket stands.
enum Stage {
    /// In no room.
    Outside,
    /// Waiting to be let in.
    Joining { attempt: Attempt, handle: RoomHandle, inbox: Inbox },
    /// In a room.
    Inside { room: RoomId, handle: RoomHandle, inbox: Inbox },
}

/// A `join` that was not answered yet, to be tried again if the room leaves memory at that very moment.
#[derive(Clone)]
struct Attempt {
    room: RoomId,
    join: Join,
    id: Option<CommandId>,
    at: Timestamp,
    left: u32,
}

/// Why a socket ends.
#[derive(Debug)]
enum End {
    /// The client closed it, or cannot be reached any more.
    Gone,
    /// The server closes it, with this code and reason.
    Close(u16, &'static str),
    /// The same, after a frame that could not be read, so that nothing behind it can be.
    CloseUnread(u16, &'static str),
}

type Step = Result<(), End>;

struct Session {
    app: App,
    origin: Origin,
    socket: WebSocket,
    limit: MessageLimit,
    stage: Stage,
    /// Whether the room has still to answer a message.
    awaiting: bool,
    /// How many more messages were refused, for there being too many, than were taken since.
    refused: u32,
    last_heard: Instant,
}

impl Session {
    fn new(app: App, origin: Origin, socket: WebSocket) -> Self {
        let limit = app.limits.messages();
        Self {
            app,
            origin,
            socket,
            limit,
            stage: Stage::Outside,
            awaiting: false,
            refused: 0,
            last_heard: Instant::now(),
        }
    }

    async fn run(mut self: Box<Self>) {
        let end = match self.serve().await {
            Ok(()) => End::Gone,
            Err(end) => end,
        };
        debug!(?end, "socket ends");
        if let Stage::Inside { handle, inbox, .. } | Stage::Joining { handle, inbox, .. } = &self.stage {
            handle.send(Request::Leave(inbox.id)).await;
        }
        match end {
            End::Gone => {}
            End::Close(code, reason) => Box::pin(self.close(code, reason, true)).await,
            End::CloseUnread(code, reason) => Box::pin(self.close(code, reason, false)).await,
        }
    }

    /// Serves the socket until it ends, or the server is to stop.
    async fn serve(&mut self) -> Step {
        // Made once: a new one for each turn would lock what all sockets share.
        let mut shutdown = pin!(self.app.shutdown.clone().cancelled_owned());
        let mut too_late = Box::pin(sleep(Duration::from_secs(self.app.config.connections.join_seconds.get().into())));
        let mut pings = interval(self.idle_for() / 8 * PING_EIGHTHS);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                outgoing = self.stage.recv() => self.on_outgoing(outgoing).await?,
                frame = self.socket.recv(), if !self.awaiting => self.on_frame(frame).await?,
                _ = pings.tick() => self.on_ping_time().await?,
                () = &mut too_late, if matches!(self.stage, Stage::Outside) => return Box::pin(self.on_not_joined()).await,
                () = &mut shutdown => return Box::pin(self.stop()).await,
            }
        }
    }

    /// Says goodbye for a restart, after the answer to what was taken.
    async fn stop(&mut self) -> Step {
        let deadline = Instant::now() + LAST_ANSWER;
        while self.awaiting {
            match tokio::time::timeout_at(deadline, self.stage.recv()).await {
                Ok(outgoing) => self.on_outgoing(outgoing).await?,
                Err(_) => break,
            }
        }
        let message = "the server restarts; connect again and go on".to_owned();
        self.write(encode(&ServerMessage::Restart(Restart { message, retry_after: 1 }))).await?;
        Err(End::Close(close_code::RESTART, "restart"))
    }

    /// The client has opened the socket long ago and is in no room.
    async fn on_not_joined(&mut self) -> Step {
        self.refuse(None, ErrorCode::NotJoined, NOT_JOINED_IN_TIME).await?;
        Err(End::Close(close_code::POLICY, "not joined"))
    }

    async fn on_ping_time(&mut self) -> Step {
        if self.last_heard.elapsed() > self.idle_for() {
            return Err(End::Gone);
        }
        if let Err(TooMuch { retry_after }) = self.app.blocks.check(self.origin, self.app.clock.now()) {
            let (code, seq) = (ErrorCode::AddressBlocked, self.stage.seq());
            self.write(refused_until(None, code, BLOCKED, seq, Some(retry_after))).await?;
            return Err(End::Close(close_code::POLICY, "blocked"));
        }
        self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    /// Passes on what the room sends, and all that is there behind it.
    async fn on_outgoing(&mut self, outgoing: Option<Outgoing>) -> Step {
        let Some(first) = outgoing else { return Box::pin(self.on_room_gone()).await };
        let mut next = Some(first);
        let patience = self.app.config.connections.write_patience();
        let feed = async {
            while let Some(outgoing) = next.take() {
                let frame = match outgoing {
                    Outgoing::Frame(frame) => frame,
                    Outgoing::Answer { frame, joined } => {
                        self.awaiting = false;
                        self.stage.answered(joined);
                        frame
                    }
                };
                let is_large = frame.len() > LARGE_FRAME;
                self.socket.feed(Message::Text(frame)).await?;
                if is_large {
                    self.socket.flush().await?;
                }
                next = self.stage.try_recv();
            }
            self.socket.flush().await
        };
        in_time(patience, feed).await?;
        if let Stage::Inside { handle, inbox, .. } = &self.stage
            && inbox.has_missed_something()
        {
            handle.send(Request::Resync(inbox.id)).await;
        }
        Ok(())
    }

    /// The room's task has let go of this socket: it left memory just when the socket wanted in, or broke.
    async fn on_room_gone(&mut self) -> Step {
        match std::mem::replace(&mut self.stage, Stage::Outside) {
            Stage::Joining { attempt, .. } if attempt.left > 0 => {
                self.join(Attempt { left: attempt.left - 1, ..attempt }).await
            }
            _ => Err(End::Close(close_code::ERROR, "the room has to be opened anew; connect again")),
        }
    }

    async fn on_frame(&mut self, frame: Option<Result<Message, axum::Error>>) -> Step {
        let frame = match frame {
            None => return Err(End::Gone),
            Some(Err(error)) => return Box::pin(self.on_read_error(error)).await,
            Some(Ok(frame)) => frame,
        };
        self.last_heard = Instant::now();
        if let Message::Close(_) = frame {
            return Err(End::Gone);
        }
        if let Err(too_much) = self.limit.message() {
            return Box::pin(self.on_too_much(&frame, too_much)).await;
        }
        self.refused = self.refused.saturating_sub(1);
        match frame {
            Message::Text(text) if text.len() > self.longest_frame() => self.refuse_long_frame().await,
            Message::Text(text) => match ClientFrame::parse(&text) {
                Ok(message) => self.on_message(message).await,
                Err(FrameError { id, code, message }) => self.refuse(id, code, &message).await,
            },
            Message::Binary(_) => self.refuse(None, ErrorCode::BadJson, "a message is a text frame").await,
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(()),
        }
    }

    /// Refuses a frame over the limit. One that is no message, a ping say, is passed over in silence.
    async fn on_too_much(&mut self, frame: &Message, TooMuch { retry_after }: TooMuch) -> Step {
        self.refused += 1;
        if self.refused > PATIENCE_WITH_FLOODS {
            return Err(End::Close(close_code::POLICY, "too many messages"));
        }
        let id = match frame {
            Message::Text(text) => ClientFrame::parse(text).map_or_else(|error| error.id, |it| it.id().cloned()),
            Message::Binary(_) => None,
            _ => return Ok(()),
        };
        let (code, why) = (ErrorCode::TooManyMessages, "too many messages; wait, then send the same again");
        self.write(refused_until(id, code, why, self.stage.seq(), Some(retry_after))).await
    }

    /// Tells a client that still listens what was wrong with a frame that could not be read, and closes.
    async fn on_read_error(&mut self, error: axum::Error) -> Step {
        match error.into_inner().downcast::<tungstenite::Error>().map(|error| *error) {
            Ok(tungstenite::Error::Capacity(_)) => {
                self.refuse_long_frame().await?;
                Err(End::CloseUnread(close_code::SIZE, "frame too large"))
            }
            Ok(tungstenite::Error::Utf8(_)) => {
                self.refuse(None, ErrorCode::BadJson, "a message is UTF-8 text").await?;
                Err(End::CloseUnread(close_code::INVALID, "not UTF-8"))
            }
            // A connection that breaks off is such an error, too; then there is nobody to tell.
            Ok(tungstenite::Error::Protocol(error)) if error != ProtocolError::ResetWithoutClosingHandshake => {
                self.refuse(None, ErrorCode::BadJson, NO_FRAME).await?;
                Err(End::CloseUnread(close_code::PROTOCOL, "not a WebSocket frame"))
            }
            _ => Err(End::Gone),
        }
    }

    async fn on_message(&mut self, message: ClientMessage) -> Step {
        let at = self.app.clock.now();
        let id = message.id().cloned();
        let wish = match message {
            ClientMessage::Join(join) => {
                if let Err(TooMuch { retry_after }) = self.app.limits.join(self.origin) {
                    let (code, seq) = (ErrorCode::TooManyJoins, self.stage.seq());
                    return self.write(refused_until(id, code, TOO_MANY_JOINS, seq, Some(retry_after))).await;
                }
                let wish = Join { token: join.token, sit: join.sit, name: join.name };
                match &self.stage {
                    Stage::Inside { room, .. } if *room != join.room => {
                        let why = "this socket is for another room; open a new one";
                        return self.refuse(id, ErrorCode::WrongRoom, why).await;
                    }
                    Stage::Inside { .. } => Wish::Join(wish),
                    _ => {
                        let attempt = Attempt { room: join.room, join: wish, id, at, left: OPEN_ATTEMPTS };
                        return Box::pin(self.join(attempt)).await;
                    }
                }
            }
            ClientMessage::LegalMoves(_) => Wish::LegalMoves,
            ClientMessage::Ping(_) => Wish::Ping,
            ClientMessage::Move(play) => Wish::Act(Action::Move { position: play.position, text: play.text }),
            ClientMessage::Resign(resign) => Wish::Act(Action::Resign { game: resign.game }),
            ClientMessage::Abort(abort) => Wish::Act(Action::Abort { game: abort.game }),
            ClientMessage::Offer(Offer { game, what, next, .. }) => Wish::Act(Action::Offer { game, what, next }),
            ClientMessage::Answer(Answer { offer, accept, .. }) => Wish::Act(Action::Answer { offer, accept }),
            ClientMessage::Withdraw(withdraw) => Wish::Act(Action::Withdraw { offer: withdraw.offer }),
            ClientMessage::Claim(claim) => Wish::Act(Action::Claim { game: claim.game, away_since: None }),
            ClientMessage::Chat(chat) => Wish::Chat { channel: chat.channel, text: chat.text },
            ClientMessage::Name(name) => Wish::Name(name.name),
        };
        let Stage::Inside { handle, inbox, .. } = &self.stage else {
            return self.refuse(id, ErrorCode::NotJoined, NOT_JOINED).await;
        };
        match handle.try_send(Request::Wish { listener: inbox.id, wish, id: id.clone(), at }) {
            Ok(()) => self.awaiting = true,
            Err(Unsent::Full) => return self.refuse(id, ErrorCode::Busy, BUSY).await,
            Err(Unsent::Left) => return Box::pin(self.on_room_gone()).await,
        }
        Ok(())
    }

    /// Asks a room to be let in.
    async fn join(&mut self, attempt: Attempt) -> Step {
        let queue = usize::try_from(self.app.config.socket_queue.get()).unwrap_or(usize::MAX);
        let handle = self.app.rooms.open(attempt.room);
        let (room_end, inbox) = listener(queue);
        let join = attempt.join.clone();
        let request = Request::Join { listener: room_end, join, id: attempt.id.clone(), at: attempt.at };
        if let Err(Unsent::Full) = handle.try_send(request) {
            self.awaiting = false;
            return self.refuse(attempt.id, ErrorCode::Busy, BUSY).await;
        }
        // If the room was closed the request is gone, the inbox ends, and the join is tried again.
        self.awaiting = true;
        self.stage = Stage::Joining { attempt, handle, inbox };
        Ok(())
    }

    /// After how long without a sign of life the socket is given up.
    fn idle_for(&self) -> Duration {
        Duration::from_secs(self.app.config.connections.idle_seconds.get().into())
    }

    fn longest_frame(&self) -> usize {
        usize::try_from(self.app.config.frame_bytes).unwrap_or(MAX_FRAME_BYTES)
    }

    async fn refuse_long_frame(&mut self) -> Step {
        let why = format!("a frame has at most {} bytes", self.longest_frame());
        self.refuse(None, ErrorCode::FrameTooLarge, &why).await
    }

    async fn refuse(&mut self, id: Option<CommandId>, code: ErrorCode, why: &str) -> Step {
        Box::pin(self.write(refused(id, code, why, self.stage.seq()))).await
    }

    async fn write(&mut self, frame: Utf8Bytes) -> Step {
        self.send(Message::Text(frame)).await
    }

    async fn send(&mut self, message: Message) -> Step {
        let patience = self.app.config.connections.write_patience();
        in_time(patience, self.socket.send(message)).await
    }

    /// Closes the socket, and gives the client a moment to read the last words.
    async fn close(&mut self, code: u16, reason: &'static str, readable: bool) {
        let frame = CloseFrame { code, reason: reason.into() };
        let farewell = async {
            self.socket.send(Message::Close(Some(frame))).await?;
            if !readable {
                // To drop a connection with something unread in it resets it, and the client may lose what it was
                // told last. How long it takes to read that cannot be known.
                std::future::pending::<()>().await;
            }
            while let Some(Ok(_)) = self.socket.recv().await {}
            Ok::<(), axum::Error>(())
        };
        // A client that does not answer is left all the same.
        let _ = timeout(LINGER, farewell).await;
    }
}

const NO_FRAME: &str = "what came is no frame of a WebSocket, as RFC 6455 has them";
const NOT_JOINED: &str = "the first message is `join`";
const NOT_JOINED_IN_TIME: &str = "a socket is to join a room soon after it was opened; open another one for it";
const BLOCKED: &str = "whoever runs this server has blocked this address for now";
const TOO_MANY_JOINS: &str = "too many joins from this address; wait, then send the same again";
const BUSY: &str = "the room has too much to do; send the same again";

/// Waits for a write, but not for ever. Nearly every write is done at once, and needs no timer.
async fn in_time(patience: Duration, write: impl Future<Output = Result<(), axum::Error>>) -> Step {
    let mut write = pin!(write);
    let written = match poll_once(write.as_mut()).await {
        Some(written) => Ok(written),
        None => Box::pin(timeout(patience, write)).await,
    };
    match written {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}

/// What a future gives if it need not be waited for.
async fn poll_once<F: Future>(mut future: Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

impl Stage {
    const fn inbox(&mut self) -> Option<&mut Inbox> {
        match self {
            Self::Outside => None,
            Self::Joining { inbox, .. } | Self::Inside { inbox, .. } => Some(inbox),
        }
    }

    /// What the room sends next; waits for ever outside of rooms.
    async fn recv(&mut self) -> Option<Outgoing> {
        match self.inbox() {
            Some(inbox) => inbox.recv().await,
            None => std::future::pending().await,
        }
    }

    fn try_recv(&mut self) -> Option<Outgoing> {
        self.inbox().and_then(Inbox::try_recv)
    }

    /// Takes note of an answer: a join that was accepted leads inside, one that was refused outside.
    fn answered(&mut self, joined: bool) {
        *self = match std::mem::replace(self, Self::Outside) {
            Self::Joining { attempt, handle, inbox } if joined => Self::Inside { room: attempt.room, handle, inbox },
            Self::Joining { .. } => Self::Outside,
            stage => stage,
        };
    }

    /// The room's last event, once inside.
    fn seq(&self) -> Option<u64> {
        match self {
            Self::Inside { handle, .. } => Some(handle.seq()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
