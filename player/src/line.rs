//! One connection: what was asked on it, and what was answered.

use std::time::{Duration, Instant};

use futures_util::SinkExt;
use protocol::{ClientMessage, CommandId, Ping};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config};
use uuid::Uuid;

use crate::link::Link;
use crate::session::GivenUp;
use crate::trust::distrust;

/// How long connecting may take, and an answer.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);
/// After so long a silence a `ping` asks whether the server is there.
const SILENCE: Duration = Duration::from_secs(8);

/// Why a connection ended.
pub(crate) enum End {
    /// There is nothing more to do.
    Done,
    /// Connecting again is right, after so long at least.
    Lost(String, Duration),
}

/// A message, and when it goes to the server, or went there.
pub(crate) struct Asked {
    pub(crate) message: ClientMessage,
    pub(crate) due: Instant,
    pub(crate) sent: Option<Instant>,
}

impl Asked {
    pub(crate) fn now(message: ClientMessage) -> Self {
        Self { message, due: Instant::now(), sent: None }
    }

    fn is_about(&self, id: Option<&CommandId>) -> bool {
        id.is_some() && self.message.id() == id
    }
}

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What is going on on one connection.
pub(crate) struct Line {
    /// What waits to be sent, or to be answered.
    pub(crate) asked: Vec<Asked>,
    pub(crate) joined: Option<Instant>,
    pub(crate) heard: Instant,
}

impl Line {
    /// What was asked with that id, which is answered now.
    pub(crate) fn take(&mut self, id: Option<&CommandId>) -> Option<Asked> {
        let index = self.asked.iter().position(|asked| asked.is_about(id))?;
        Some(self.asked.remove(index))
    }

    /// Sends what is due, asks for a sign of life after a silence, and notices when the server does not answer.
    pub(crate) async fn send_what_is_due(&mut self, socket: &mut Socket) -> Result<(), End> {
        let now = Instant::now();
        if now - self.heard > SILENCE && self.asked.is_empty() {
            self.asked.push(Asked::now(ClientMessage::Ping(Ping { id: new_id() })));
        }
        for asked in &mut self.asked {
            match asked.sent {
                None if asked.due <= Instant::now() => {
                    let text = serde_json::to_string(&asked.message).unwrap_or_default();
                    match timeout(ANSWER, socket.send(Message::text(text))).await {
                        Ok(Ok(())) => asked.sent = Some(Instant::now()),
                        Ok(Err(why)) => return Err(End::Lost(format!("the connection broke: {why}"), Duration::ZERO)),
                        Err(_) => return Err(End::Lost("the server does not listen".to_owned(), Duration::ZERO)),
                    }
                }
                Some(sent) if sent.elapsed() > ANSWER => {
                    return Err(End::Lost("the server does not answer".to_owned(), Duration::ZERO));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Connects to the server. What may be better next time is told as the end of a connection.
pub(crate) async fn connect(link: &Link, connector: &Connector) -> Result<Result<Socket, End>, GivenUp> {
    let lost = |why: String, wait| Ok(Err(End::Lost(why, wait)));
    // Moves are small, and they wait for nothing.
    let connecting = connect_async_tls_with_config(link.socket(), None, true, Some(connector.clone()));
    match timeout(ANSWER, connecting).await {
        Ok(Ok((socket, _))) => Ok(Ok(socket)),
        Ok(Err(SocketError::Http(answer))) => {
            let status = answer.status();
            if status != StatusCode::TOO_MANY_REQUESTS && !status.is_server_error() {
                return Err(GivenUp::NoServer(status));
            }
            let wait = answer.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
            lost(format!("no connection: status {status}"), Duration::from_secs(wait.unwrap_or(0)))
        }
        Ok(Err(why)) if distrust(&why).is_some() => Err(GivenUp::Distrusted(why)),
        Ok(Err(why)) => lost(format!("no connection: {why}"), Duration::ZERO),
        Err(_) => lost("no connection: there is no answer".to_owned(), Duration::ZERO),
    }
}

/// An id that no other message has, not even one of this program before it was started again.
pub(crate) fn new_id() -> Option<CommandId> {
    Uuid::new_v4().simple().to_string().parse().ok()
}
