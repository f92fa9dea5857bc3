//! Pages that are read: the start page, rules, statistics.

use protocol::SidesChoice;
use protocol::http::CreateRoom;
use tests::client::{Client, go_on, new_token};
use tests::http::{Api, room_of};

use super::super::window::Window;
use super::studio::{
    LAPTOP, LAPTOP_DARK, LAPTOP_DARK_FR, LAPTOP_FR, PHONE, PHONE_DARK, PHONE_DARK_FR, PHONE_FR, SMALL_PHONE_FR, Studio,
    TEN_MINUTES, WALL, called, seat_at,
};

/// The start page as one first sees it, with a clock of one's own, and with people who wait; and the settings.
pub(super) async fn start(studio: &mut Studio) {
    let form = "form.setup";
    studio
        .take("start", &[PHONE, PHONE_DARK_FR, SMALL_PHONE_FR, LAPTOP, LAPTOP_DARK_FR, WALL], "/", form, nothing)
        .await;
    let own_clock = async |window: &Window| {
        window.click("input[name='clock'][value='custom']").await;
        window
            .run::<()>("document.querySelector('.custom-clock').scrollIntoView({ block: 'center' }); return null")
            .await;
    };
    studio.take("start-own-clock", &[PHONE_FR, LAPTOP], "/", form, own_clock).await;
    let settings = async |window: &Window| window.click(".tools .icon-button:last-of-type").await;
    studio.take("settings", &[PHONE_FR, LAPTOP_DARK], "/", form, settings).await;
    if studio.wants("lobby") {
        let waiting = [
            people_wait(studio, "nerma", "Amina", true).await,
            people_wait(studio, "moon", "Johann Sebastian Mastropiero", true).await,
            people_wait(studio, "halma8", "Lea", false).await,
        ];
        let mine = studio.in_the_middle("halma", 1, 24, None).await;
        let theirs = studio.in_the_middle("jarmo", 0, 7, Some(TEN_MINUTES)).await;
        let address = studio.address();
        let visit = async |window: &Window| {
            for table in [&theirs, &mine] {
                window.go(address, &seat_at(table, protocol::Seat::Host)).await;
                window.sees(".board").await;
            }
            window.go(address, "/").await;
            window.sees(".lobby li").await;
            window.sees(".my-rooms li").await;
        };
        studio.take("lobby", &[PHONE_DARK, LAPTOP, LAPTOP_FR], "/", form, visit).await;
        drop(waiting);
    }
}

/// Somebody waits in an open room.
async fn people_wait(studio: &Studio, game: &str, name: &str, here: bool) -> Option<Client> {
    let address = studio.address();
    let token = new_token();
    let request = CreateRoom {
        open: true,
        name: Some(called(name)),
        clock: here.then_some(TEN_MINUTES),
        ..room_of(game, token, if here { SidesChoice::Second } else { SidesChoice::Lot })
    };
    let room = Api::new(address).create(&request).await.room;
    if here { Some(Client::joined(address, go_on(room, token)).await) } else { None }
}

/// The page of all rules, and those of some games.
pub(super) async fn rules(studio: &mut Studio) {
    studio.take("rules", &[PHONE, LAPTOP_FR], "/rules", ".cards .board", nothing).await;
    let board = "main .diagram .board";
    studio.take("rules-nerma", &[LAPTOP], "/rules/nerma", board, nothing).await;
    studio.take("rules-halma", &[PHONE_DARK_FR], "/rules/halma", board, nothing).await;
    let first_diagram = async |window: &Window| {
        window.run::<()>("document.querySelector('.diagram').scrollIntoView({ block: 'center' }); return null").await;
    };
    studio.take("rules-jarmo-diagram", &[PHONE, LAPTOP], "/rules/jarmo", board, first_diagram).await;
    studio.take("rules-moon-diagram", &[LAPTOP_DARK_FR], "/rules/moon", board, first_diagram).await;
}

/// How many games of each kind are played for the statistics, and how many of them each side wins.
const RESULTS: [(&str, usize, usize); 4] = [("halma", 9, 7), ("nerma", 11, 12), ("halma8", 4, 1), ("halma10", 0, 1)];

/// Statistics with numbers.
pub(super) async fn statistics(studio: &mut Studio) {
    if !studio.wants("statistics") {
        return;
    }
    for (game, first, second) in RESULTS {
        for number in 0..first + second {
            let mut table = studio.in_the_middle(game, 0, 2, None).await;
            let loser = if number < first { &mut table.guest } else { &mut table.host };
            loser.resign().await.expect("a player may resign");
        }
    }
    for game in ["jarmo", "moon"] {
        for record in 0..12 {
            studio.in_the_middle(game, record, usize::MAX, None).await;
        }
    }
    let numbers = "main .bar";
    studio.take("statistics", &[PHONE_FR, LAPTOP, LAPTOP_DARK_FR], "/stats", numbers, nothing).await;
    studio.take("statistics-moon", &[PHONE_DARK_FR], "/stats/moon", numbers, nothing).await;
}

/// The page as it comes.
async fn nothing(_: &Window) {}
