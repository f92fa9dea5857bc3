//! Where pictures are taken: a server, a window for each screen, and rooms with games that were played before.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use protocol::http::CreateRoom;
use protocol::{DisplayName, Join, Seat, SidesChoice, TimeControl, Timestamp};
use tests::client::{Client, go_on, new_token, sit};
use tests::http::{Api, room_of};
use tests::in_process::TestServer;
use tests::table::Table;
use tests::vectors;
use tokio::task::JoinHandle;

use super::super::driver::Driver;
use super::super::time::Time;
use super::super::window::{AT_A_LAPTOP, Person, WITH_A_PHONE, Window};

/// A screen on which pages are looked at, by the end of its pictures' names.
pub(super) type Screen = (&'static str, Person);

pub(super) const PHONE: Screen = ("phone", Person { language: "en-GB", dark: false, ..WITH_A_PHONE });
pub(super) const PHONE_DARK: Screen = ("phone-dark", Person { language: "en-GB", ..WITH_A_PHONE });
pub(super) const PHONE_FR: Screen = ("phone-fr", Person { dark: false, ..WITH_A_PHONE });
pub(super) const PHONE_DARK_FR: Screen = ("phone-dark-fr", WITH_A_PHONE);
pub(super) const SMALL_PHONE_FR: Screen = ("small-phone-fr", Person { width: 360, height: 740, ..PHONE_FR.1 });
pub(super) const PHONE_ON_ITS_SIDE: Screen = ("phone-on-its-side", Person { width: 844, height: 390, ..PHONE.1 });
pub(super) const LAPTOP: Screen = ("laptop", AT_A_LAPTOP);
pub(super) const LAPTOP_AT_200_PERCENT: Screen =
    ("laptop-at-200-percent", Person { width: 640, height: 400, ..AT_A_LAPTOP });
pub(super) const LAPTOP_DARK: Screen = ("laptop-dark", Person { dark: true, ..AT_A_LAPTOP });
pub(super) const LAPTOP_FR: Screen = ("laptop-fr", Person { language: "fr-FR", ..AT_A_LAPTOP });
pub(super) const LAPTOP_DARK_FR: Screen = ("laptop-dark-fr", Person { language: "fr-FR", dark: true, ..AT_A_LAPTOP });
pub(super) const WALL: Screen = ("wall", Person { width: 3840, height: 2160, ..AT_A_LAPTOP });

/// What one plays with friends.
pub(super) const TEN_MINUTES: TimeControl = TimeControl::RealTime { base: 600_000, increment: 10_000 };

/// All that is needed to take pictures.
pub(super) struct Studio {
    server: TestServer,
    time: Time,
    driver: Driver,
    windows: HashMap<&'static str, Window>,
    /// Those who play with the people at the windows.
    staying: Vec<JoinHandle<()>>,
    folder: PathBuf,
    /// How the names of the wanted pictures begin; all are wanted if there is none.
    only: Vec<String>,
    taken: usize,
}

impl Studio {
    pub(super) async fn open() -> Self {
        let asked = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let folder = asked("SCREENSHOTS").unwrap_or_else(|| "../target/screenshots".to_owned());
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
        std::fs::create_dir_all(&folder).expect("the folder for pictures can be made");
        let only = asked("SCREENSHOTS_ONLY").map(|names| names.split(',').map(str::to_owned).collect());
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970");
        let (setup, time) =
            Time::standing_still_at(Timestamp(u64::try_from(since_epoch.as_millis()).expect("it is not that late")));
        Self {
            server: TestServer::with(setup).await,
            time,
            driver: Driver::start().await,
            windows: HashMap::new(),
            staying: Vec::new(),
            folder,
            only: only.unwrap_or_default(),
            taken: 0,
        }
    }

    /// Whether a picture is wanted whose name begins with the subject.
    pub(super) fn wants(&self, subject: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only.starts_with(subject) || subject.starts_with(only))
    }

    /// Takes pictures of a page on some screens, once it has something on it and has been arranged.
    pub(super) async fn take(
        &mut self,
        subject: &str,
        screens: &[Screen],
        path: &str,
        ready: &str,
        arrange: impl AsyncFn(&Window),
    ) {
        for (screen, person) in screens {
            let name = format!("{subject}-{screen}");
            if !(self.only.is_empty() || self.only.iter().any(|only| name.starts_with(only))) {
                continue;
            }
            if !self.windows.contains_key(screen) {
                let window = Window::open(&self.driver, *person).await;
                window.go(self.address(), "/assets/icon.svg").await;
                self.windows.insert(screen, window);
            }
            let window = self.windows.get(screen).expect("it was opened");
            // Whoever looks has never been here before.
            window.go(self.address(), "/assets/icon.svg").await;
            window.run::<()>("localStorage.clear(); return null").await;
            window.go(self.address(), path).await;
            window.sees(ready).await;
            arrange(window).await;
            window.picture_at(&self.folder.join(&name).with_extension("png")).await;
            self.taken += 1;
        }
    }

    /// Where the server listens.
    pub(super) fn address(&self) -> SocketAddr {
        self.server.address()
    }

    /// Lets milliseconds pass.
    pub(super) async fn pass(&self, milliseconds: u64) {
        self.time.pass(milliseconds).await;
    }

    /// A table for Zoé, who plays first, and Amina.
    pub(super) async fn table(&self, game: &str, clock: Option<TimeControl>) -> Table {
        let address = self.address();
        let (host_token, guest_token) = (new_token(), new_token());
        let request = CreateRoom { clock, name: Some(called("Zoé")), ..room_of(game, host_token, SidesChoice::First) };
        let room = Api::new(address).create(&request).await.room;
        let mut host = Client::joined(address, go_on(room, host_token)).await;
        let guest = Client::joined(address, Join { name: Some(called("Amina")), ..sit(room, guest_token) }).await;
        host.until("the start", |view| view.game().is_some()).await;
        Table { address, room, host_token, guest_token, host, guest }
    }

    /// The same after so many moves of a recorded game.
    pub(super) async fn in_the_middle(
        &self,
        game: &str,
        record: usize,
        plies: usize,
        clock: Option<TimeControl>,
    ) -> Table {
        let mut table = self.table(game, clock).await;
        let record = vectors::games(game).into_iter().nth(record).expect("there are so many records");
        table.play_all(record.moves.get(..plies).unwrap_or(&record.moves)).await;
        table
    }

    /// Has somebody stay in a room.
    pub(super) fn stay(&mut self, mut client: Client) {
        self.staying.push(tokio::spawn(async move {
            client.until_gone().await;
        }));
    }

    /// Closes everything, and gives back how many pictures were taken.
    pub(super) async fn close(self) -> usize {
        self.staying.iter().for_each(JoinHandle::abort);
        for window in self.windows.into_values() {
            window.close().await;
        }
        self.server.stop().await;
        self.taken
    }
}

/// A name.
pub(super) fn called(name: &str) -> DisplayName {
    name.parse().expect("a name")
}

/// The page of somebody who sits at a table.
pub(super) fn seat_at(table: &Table, seat: Seat) -> String {
    let token = if seat == Seat::Host { table.host_token } else { table.guest_token };
    format!("/r/{}#seat={}", table.room, token.as_str())
}
