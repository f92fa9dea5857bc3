//! What is asked over HTTP.

use std::net::SocketAddr;

use protocol::http::{ArchivedGame, Catalogue, CreateRoom, GameStats, RoomCreated};
use protocol::{ErrorBody, GameId, SeatToken, SidesChoice, Table};
use reqwest::header::HeaderMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::PATIENCE;
use crate::client::new_id;

/// A server's HTTP side.
#[derive(Clone, Debug)]
pub struct Api {
    address: SocketAddr,
    client: reqwest::Client,
}

/// What the server tells of its own state.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Health {
    /// `ok`.
    pub status: String,
    /// How many rooms are in memory.
    pub rooms: usize,
    /// How many sockets are open.
    pub sockets: usize,
}

/// An answer, read to its end.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub text: String,
}

impl Reply {
    /// The body as the type it should have.
    ///
    /// # Panics
    /// If it is something else.
    #[must_use]
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text))
    }

    /// The refusal that the body tells.
    #[must_use]
    pub fn refusal(&self) -> ErrorBody {
        self.json()
    }
}

impl Api {
    /// The HTTP side of the server at this address.
    ///
    /// # Panics
    /// If no HTTP client can be made.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        // A kept connection would outlive a restart of the server under test.
        let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).timeout(PATIENCE).build();
        Self { address, client: client.expect("an HTTP client") }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    async fn read(request: reqwest::RequestBuilder) -> reqwest::Result<Reply> {
        let answer = request.send().await?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        Ok(Reply { status, headers, text: answer.text().await? })
    }

    /// Asks for a path.
    ///
    /// # Panics
    /// If the connection breaks.
    pub async fn get(&self, path: &str) -> Reply {
        Self::read(self.client.get(self.url(path))).await.unwrap_or_else(|error| panic!("GET {path}: {error:?}"))
    }

    /// Asks for a path as the script of a page of this origin does.
    ///
    /// # Panics
    /// If the connection breaks.
    pub async fn get_from(&self, origin: &str, path: &str) -> Reply {
        let request = self.client.get(self.url(path)).header("origin", origin);
        Self::read(request).await.unwrap_or_else(|error| panic!("GET {path}: {error:?}"))
    }

    /// Asks for a path with more headers.
    ///
    /// # Panics
    /// If the connection breaks.
    pub async fn get_with(&self, path: &str, headers: &[(&'static str, &str)]) -> Reply {
        let request = self.client.get(self.url(path));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        Self::read(request).await.unwrap_or_else(|error| panic!("GET {path}: {error:?}"))
    }

    /// Sends any request.
    ///
    /// # Errors
    /// The request cannot be written, or the connection breaks.
    ///
    /// # Panics
    /// If the method is none.
    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(String, String)],
        body: Option<(&str, Vec<u8>)>,
    ) -> reqwest::Result<Reply> {
        let method = method.parse().expect("a method");
        let mut request = self.client.request(method, self.url(path));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some((kind, body)) = body {
            request = request.header("content-type", kind).body(body);
        }
        Self::read(request).await
    }

    /// Sends a body, which need not be JSON.
    ///
    /// # Errors
    /// The connection breaks.
    pub async fn post(&self, path: &str, body: &str) -> reqwest::Result<Reply> {
        let request = self.client.post(self.url(path)).header("content-type", "application/json");
        Self::read(request.body(body.to_owned())).await
    }

    /// Asks for a room.
    ///
    /// # Errors
    /// The connection breaks.
    ///
    /// # Panics
    /// Never: requests can be written.
    pub async fn post_room(&self, request: &CreateRoom) -> reqwest::Result<Reply> {
        self.post("/api/rooms", &serde_json::to_string(request).expect("requests can be written")).await
    }

    /// Makes a room.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn create(&self, request: &CreateRoom) -> RoomCreated {
        let reply = self.post_room(request).await.expect("an answer");
        assert_eq!(reply.status, 201, "{}", reply.text);
        reply.json()
    }

    /// The statistics of a game.
    pub async fn stats(&self, game: &str) -> GameStats {
        self.get(&format!("/api/stats/{game}")).await.json()
    }

    /// A finished game.
    pub async fn archived(&self, id: GameId) -> ArchivedGame {
        self.get(&format!("/api/games/{id}")).await.json()
    }

    /// How the server is.
    pub async fn health(&self) -> Health {
        self.get("/healthz").await.json()
    }

    /// The catalogue.
    pub async fn catalogue(&self) -> Catalogue {
        self.get("/api/catalogue").await.json()
    }
}

/// A request for a room.
#[must_use]
pub fn room_of(game: &str, token: SeatToken, sides: SidesChoice) -> CreateRoom {
    CreateRoom {
        protocol: protocol::VERSION,
        id: new_id(),
        token,
        game: game.to_owned(),
        sides,
        clock: None,
        open: false,
        table: Table::Two,
        computer: None,
        name: None,
    }
}
