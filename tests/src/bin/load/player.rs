//! One socket of a room.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMessage, Join, RoomId, SeatToken};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::arguments::Target;
use crate::frame::Frame;
use crate::trouble::Trouble;

/// How long the server may take for anything before it counts as silent. More than it takes to say that its store is
/// away.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a socket's buffers. Messages are small, and large buffers would cost this tool more than the messages do.
const BUFFER: usize = 4 * 1024;

/// A socket.
pub(crate) struct Player {
    socket: WebSocketStream<TcpStream>,
}

impl Player {
    /// Opens a socket.
    pub(crate) async fn connect(target: &Target, path: &str) -> Result<Self, Trouble> {
        timeout(PATIENCE, async {
            let stream = TcpStream::connect(target.authority()).await?;
            stream.set_nodelay(true)?;
            let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
            let upgrade = tokio_tungstenite::client_async_with_config(target.socket(path), stream, Some(config));
            Ok(Self { socket: upgrade.await?.0 })
        })
        .await?
    }

    /// Opens a socket and takes the seat that the token holds, or the free one.
    pub(crate) async fn sit(target: &Target, room: RoomId, token: SeatToken) -> Result<Self, Trouble> {
        // The room in the address is for balancers that keep a room's sockets together.
        let mut player = Self::connect(target, &format!("/api/socket?room={room}")).await?;
        let join = Join { id: None, protocol: protocol::VERSION, room, token: Some(token), sit: true, name: None };
        let join = serde_json::to_string(&ClientMessage::Join(join)).map_err(|_| Trouble::Unexpected)?;
        player.send(join).await?;
        player.until(|frame| *frame == Frame::Okay).await?;
        Ok(player)
    }

    /// Sends a text frame.
    pub(crate) async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), Trouble> {
        Ok(self.socket.send(Message::Text(text.into())).await?)
    }

    /// Waits for the next text frame. Can be dropped while it waits.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes, Trouble> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                // Pings are answered by the library.
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Frame(_))) => return Err(Trouble::Unexpected),
                Some(Ok(Message::Close(_))) | None => return Err(Trouble::Lost("closed".to_owned())),
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Waits for a certain frame; a refusal instead is an error.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Frame<'_>) -> bool) -> Result<Utf8Bytes, Trouble> {
        timeout(PATIENCE, async {
            loop {
                let text = self.next().await?;
                match Frame::read(&text) {
                    Frame::Refused(code) => return Err(Trouble::Refused(code.to_owned())),
                    frame if wanted(&frame) => return Ok(text),
                    _ => {}
                }
            }
        })
        .await?
    }
}
