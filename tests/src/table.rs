//! Two players at one table.

use std::net::SocketAddr;

use protocol::{RoomId, SeatToken, Side, SidesChoice, Snapshot};

use crate::client::{Client, go_on, new_token, sit, watch};
use crate::http::{Api, room_of};

/// A room whose two seats are taken, with a client for each. The host plays first.
#[derive(Debug)]
pub struct Table {
    /// The server; the host's, if there are two.
    pub address: SocketAddr,
    /// The room.
    pub room: RoomId,
    /// What holds the host's seat.
    pub host_token: SeatToken,
    /// What holds the guest's seat.
    pub guest_token: SeatToken,
    /// The host, who plays first.
    pub host: Client,
    /// The guest, who plays second.
    pub guest: Client,
}

impl Table {
    /// Makes a room, seats both players and starts the game.
    pub async fn open(address: SocketAddr, game: &str) -> Self {
        Self::across([address; 2], game).await
    }

    /// The same, with the host on one server and the guest on another.
    pub async fn across([address, other]: [SocketAddr; 2], game: &str) -> Self {
        let (host_token, guest_token) = (new_token(), new_token());
        let room = Api::new(address).create(&room_of(game, host_token, SidesChoice::First)).await.room;
        let mut host = Client::joined(address, go_on(room, host_token)).await;
        let guest = Client::joined(other, sit(room, guest_token)).await;
        host.until("the start", |view| view.game().is_some()).await;
        Self { address, room, host_token, guest_token, host, guest }
    }

    /// The player of a side.
    pub fn player(&mut self, side: Side) -> &mut Client {
        match side {
            Side::First => &mut self.host,
            Side::Second => &mut self.guest,
        }
    }

    /// Plays moves in turn, each by whoever is to move.
    ///
    /// # Panics
    /// If one is refused.
    pub async fn play_all(&mut self, moves: &[impl AsRef<str>]) {
        for text in moves.iter().map(AsRef::as_ref) {
            let side = self.host.view().to_move().expect("a game is running");
            let played = self.player(side).play(text).await;
            let okay = played.unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
            self.host.until_seq(okay.seq).await;
            self.guest.until_seq(okay.seq).await;
        }
    }

    /// The room as the server tells it to somebody who opens the link now.
    pub async fn now(&self) -> Snapshot {
        now(self.address, self.room).await
    }
}

/// A room as the server tells it to somebody who opens its link now.
pub async fn now(address: SocketAddr, room: RoomId) -> Snapshot {
    Client::joined(address, watch(room)).await.view().shared()
}
