//! Two people at a table, each with a window.

use std::net::SocketAddr;

use protocol::{RoomId, Snapshot};
use tests::in_process::{Setup, TestServer};
use tests::{eventually, table};

use super::driver::Driver;
use super::hand::Hand;
use super::window::{AT_A_LAPTOP, Person, WITH_A_PHONE, Window};

/// Opens the start page and chooses a game there, with the first side for whoever makes the room.
pub(crate) async fn choose_game(host: &Window, server: SocketAddr, game: &str, hand: Hand) {
    host.go(server, "/").await;
    hand.press(host, &format!("input[name='game'][value='{game}']")).await;
    hand.press(host, "input[name='sides'][value='first']").await;
}

/// Makes the room that was chosen on the start page.
pub(crate) async fn make_chosen_room(host: &Window, hand: Hand) -> RoomId {
    hand.press(host, "button[type='submit']").await;
    host.sees(".room").await;
    let path = host.path().await;
    path.strip_prefix("/r/").and_then(|room| room.parse().ok()).unwrap_or_else(|| panic!("{path} is no room"))
}

/// Makes a room of Halma on the page, with the first side for whoever makes it.
pub(crate) async fn make_room(host: &Window, server: SocketAddr) -> RoomId {
    choose_game(host, server, "halma", Hand::Mouse).await;
    make_chosen_room(host, Hand::Mouse).await
}

/// The room once so many moves were made in it, as the server tells it.
pub(crate) async fn after_moves(server: SocketAddr, room: RoomId, moves: usize) -> Snapshot {
    eventually(&format!("{moves} moves are made"), async || {
        let now = table::now(server, room).await;
        (now.game.as_ref()?.moves.len() == moves).then_some(now)
    })
    .await
}

/// Who plays what, and with what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cast {
    pub(crate) game: &'static str,
    pub(crate) host: Person,
    pub(crate) guest: Person,
    pub(crate) hand: Hand,
}

/// Halma. The host reads English; the guest has a phone and reads French.
pub(crate) const HALMA: Cast = Cast { game: "halma", host: AT_A_LAPTOP, guest: WITH_A_PHONE, hand: Hand::Mouse };

/// A game that has begun, of which the host plays first.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) address: SocketAddr,
    pub(crate) room: RoomId,
    pub(crate) host: Window,
    pub(crate) guest: Window,
    pub(crate) driver: Driver,
    server: TestServer,
}

impl Scene {
    /// Halma without clocks.
    pub(crate) async fn open() -> Self {
        Self::with(Setup::without_bounds(), async |_| {}).await
    }

    /// Halma on this server, for which the host has chosen something more on the start page.
    pub(crate) async fn with(setup: Setup, choose: impl AsyncFnOnce(&Window)) -> Self {
        Self::of(HALMA, setup, choose).await
    }

    /// A game on this server, for which the host has chosen something more on the start page.
    pub(crate) async fn of(cast: Cast, setup: Setup, choose: impl AsyncFnOnce(&Window)) -> Self {
        Self::across(cast, setup, |server| server, choose).await
    }

    /// The same, with a guest who reaches the server by another address.
    pub(crate) async fn across(
        cast: Cast,
        setup: Setup,
        way: impl FnOnce(SocketAddr) -> SocketAddr,
        choose: impl AsyncFnOnce(&Window),
    ) -> Self {
        let server = TestServer::with(setup).await;
        let address = server.address();
        let driver = Driver::start().await;
        let Cast { game, host, guest, hand } = cast;
        let (host, guest) = tokio::join!(Window::open(&driver, host), Window::open(&driver, guest));
        choose_game(&host, address, game, hand).await;
        choose(&host).await;
        let room = make_chosen_room(&host, hand).await;
        guest.go(way(address), &format!("/r/{room}")).await;
        hand.press(&guest, "[data-action='join']").await;
        host.sees(".player[data-side='first'].to-move").await;
        guest.sees(".player[data-side='first'].to-move").await;
        Self { address, room, host, guest, driver, server }
    }

    /// Each plays a move.
    pub(crate) async fn play_a_move_each(&self) -> Snapshot {
        self.host.play("l2", "l3").await;
        self.guest.play("a13", "c11").await;
        self.both_show(2).await
    }

    /// Waits until both windows show the room after so many moves.
    pub(crate) async fn both_show(&self, moves: usize) -> Snapshot {
        let now = after_moves(self.address, self.room, moves).await;
        self.host.shows(&now).await;
        self.guest.shows(&now).await;
        now
    }

    /// Somebody else opens the room's link.
    pub(crate) async fn another(&self, person: Person) -> Window {
        let window = Window::open(&self.driver, person).await;
        window.go(self.address, &format!("/r/{}", self.room)).await;
        window
    }

    /// Takes a picture of both windows.
    pub(crate) async fn picture(&self, name: &str) {
        self.host.picture(name).await;
        self.guest.picture(name).await;
    }

    /// Closes everything, if no browser has noted an error.
    pub(crate) async fn close(self) {
        let Self { host, guest, server, .. } = self;
        host.close_without_errors().await;
        guest.close_without_errors().await;
        server.stop().await;
    }
}
