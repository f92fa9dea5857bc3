//! A player who goes on by himself, as the guide tells client authors to.

use std::net::SocketAddr;
use std::time::Duration;

use protocol::{ClientMessage, ErrorCode, Join, LegalMoveList, Okay, Ping, Refused};
use rand::RngExt;
use rand::rngs::StdRng;
use tokio::time::{Instant, sleep, timeout};

use crate::PATIENCE;
use crate::client::{Answer, Client, Gone, new_id};
use crate::view::RoomView;

/// After so long without a message the client asks whether the server is there.
const QUIET: Duration = Duration::from_secs(8);

/// After so long without an answer a connection counts as lost.
const SILENCE: Duration = Duration::from_secs(10);

/// A client that connects again whenever its socket is gone, and sends what was not answered again with the same id.
#[derive(Debug)]
pub struct Resuming {
    address: SocketAddr,
    join: Join,
    client: Option<Client>,
    /// Spreads the attempts of many clients that lost the same server.
    jitter: StdRng,
    connections: u32,
}

impl Resuming {
    /// A player who has not connected yet.
    #[must_use]
    pub fn new(address: SocketAddr, join: Join, jitter: StdRng) -> Self {
        Self { address, join, client: None, jitter, connections: 0 }
    }

    /// Sends a command until it is answered for good, on as many sockets as that takes.
    ///
    /// # Errors
    /// The server's refusal, unless it says to send the same again.
    ///
    /// # Panics
    /// If that takes unreasonably long.
    pub async fn command(&mut self, message: &ClientMessage) -> Answer {
        assert!(message.id().is_some(), "a command without id cannot be sent again");
        let began = Instant::now();
        loop {
            assert!(began.elapsed() < PATIENCE, "no answer to {message:?}");
            let client = self.connected().await;
            match timeout(SILENCE, client.try_call(message)).await {
                Ok(Ok(Err(refused))) if asks_to_wait(&refused) => wait(&refused).await,
                Ok(Ok(answer)) => return answer,
                Ok(Err(_)) | Err(_) => self.client = None,
            }
        }
    }

    /// Receives until something is so, on as many sockets as that takes. Can be dropped while it waits.
    pub async fn until(&mut self, holds: impl Fn(&RoomView) -> bool) {
        loop {
            let client = self.connected().await;
            if holds(client.view()) {
                return;
            }
            let alive = match timeout(QUIET, client.receive()).await {
                Ok(received) => received.is_ok(),
                Err(_) => matches!(timeout(SILENCE, client.try_call(&ping())).await, Ok(Ok(_))),
            };
            if !alive {
                self.client = None;
            }
        }
    }

    /// The legal moves of this player, who must be to move.
    pub async fn legal_moves(&mut self) -> LegalMoveList {
        loop {
            if let Ok(legal) = self.connected().await.until_legal_moves().await {
                return legal;
            }
            self.client = None;
        }
    }

    /// Plays a move, on as many sockets as that takes.
    ///
    /// # Errors
    /// The server's refusal, unless it says to send the same again.
    pub async fn play(&mut self, text: &str) -> Answer {
        let message = self.connected().await.a_move(text);
        self.command(&message).await
    }

    /// The client of the socket that is open now, joined.
    ///
    /// # Panics
    /// If none can be opened for very long, or the room refuses this player.
    pub async fn connected(&mut self) -> &mut Client {
        if self.client.is_none() {
            self.client = Some(self.connect().await);
            self.connections += 1;
        }
        self.client.as_mut().expect("just connected")
    }

    async fn connect(&mut self) -> Client {
        let began = Instant::now();
        // The pauses grow as the guide tells, but are shorter, so that tests are quick.
        let mut longest = Duration::from_millis(20);
        loop {
            match self.try_connect().await {
                Ok((client, Ok(Okay { .. }))) => return client,
                Ok((_, Err(refused))) if asks_to_wait(&refused) => wait(&refused).await,
                Ok((_, Err(refused))) => panic!("the room refuses its player: {refused:?}"),
                Err(error) => assert!(began.elapsed() < PATIENCE, "no way back into the room: {error}"),
            }
            sleep(longest.mul_f64(self.jitter.random_range(0.5..1.0))).await;
            longest = (longest * 2).min(Duration::from_secs(1));
        }
    }

    async fn try_connect(&mut self) -> Result<(Client, Answer), String> {
        self.join.id = Some(new_id());
        let attempt = async {
            let mut client = Client::connect(self.address).await.map_err(|error| error.to_string())?;
            let answer = client.try_call(&ClientMessage::Join(self.join.clone())).await;
            answer.map(|answer| (client, answer)).map_err(|gone: Gone| format!("{gone:?}"))
        };
        timeout(SILENCE, attempt).await.map_err(|_| "silence".to_owned())?
    }

    /// How many sockets this player has opened and joined with.
    #[must_use]
    pub fn connections(&self) -> u32 {
        self.connections
    }
}

fn ping() -> ClientMessage {
    ClientMessage::Ping(Ping { id: Some(new_id()) })
}

/// Whether the same message may be sent again a little later.
fn asks_to_wait(refused: &Refused) -> bool {
    matches!(
        refused.code,
        ErrorCode::Busy
            | ErrorCode::Restarting
            | ErrorCode::StoreUnavailable
            | ErrorCode::TooManyMessages
            | ErrorCode::TooManySockets
    )
}

async fn wait(refused: &Refused) {
    sleep(Duration::from_secs(refused.retry_after.unwrap_or(1).into())).await;
}
