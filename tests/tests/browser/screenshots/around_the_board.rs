//! What goes on around a game: inviting, offers, talk, its end, and going through it again.

use protocol::http::CreateRoom;
use protocol::{Channel, Chat, ClientMessage, Offer, OfferKind, Seat, SidesChoice, Table};
use tests::client::{Client, new_id, new_token};
use tests::http::{Api, room_of};

use super::super::window::Window;
use super::studio::{
    LAPTOP, LAPTOP_DARK_FR, LAPTOP_FR, PHONE, PHONE_DARK_FR, PHONE_FR, PHONE_ON_ITS_SIDE, Studio, TEN_MINUTES, called,
    seat_at,
};

const IN_PLAY: &str = ".room .board .man";

/// A room that waits, for whoever made it and for whoever is invited; and one for two people at one device.
pub(super) async fn invitations(studio: &mut Studio) {
    if studio.wants("invitation") {
        let token = new_token();
        let request = CreateRoom {
            clock: Some(TEN_MINUTES),
            name: Some(called("Zoé")),
            ..room_of("nerma", token, SidesChoice::Lot)
        };
        let room = Api::new(studio.address()).create(&request).await.room;
        let mine = format!("/r/{room}#seat={}", token.as_str());
        let open = async |window: &Window| window.click("[data-action='qr']").await;
        studio.take("invitation", &[PHONE, LAPTOP_FR], &mine, ".invitation", async |_: &Window| {}).await;
        studio.take("invitation-code", &[PHONE_DARK_FR, LAPTOP], &mine, ".invitation", open).await;
        let link = format!("/r/{room}");
        let join = "[data-action='join']";
        studio.take("invited", &[PHONE, PHONE_DARK_FR, LAPTOP], &link, join, async |_: &Window| {}).await;
    }
    if studio.wants("one-device") {
        let token = new_token();
        let request = CreateRoom { table: Table::OneDevice, ..room_of("jarmo", token, SidesChoice::First) };
        let room = Api::new(studio.address()).create(&request).await.room;
        let seat = format!("/r/{room}#seat={}", token.as_str());
        studio.take("one-device", &[PHONE, LAPTOP_FR], &seat, IN_PLAY, async |_: &Window| {}).await;
    }
}

/// Offers, talk, and going on on another device.
pub(super) async fn dealings(studio: &mut Studio) {
    if studio.wants("offer") {
        let mut table = studio.in_the_middle("halma", 1, 50, Some(TEN_MINUTES)).await;
        let offer = ClientMessage::Offer(Offer { id: Some(new_id()), game: 1, what: OfferKind::Draw, next: None });
        table.guest.call(&offer).await.expect("a player may offer a draw");
        let seat = seat_at(&table, Seat::Host);
        studio.stay(table.guest);
        studio.take("offer", &[PHONE_FR, LAPTOP], &seat, "[data-action='accept']", async |_: &Window| {}).await;
    }
    if studio.wants("talk") {
        let mut table = studio.in_the_middle("nerma", 3, 30, None).await;
        say(&mut table.guest, "Bonsoir ! Vous jouez les rouges, alors à vous l’honneur.").await;
        say(&mut table.host, "Bonsoir Amina, bonne partie").await;
        say(&mut table.guest, "That was a long ladder!").await;
        let open = async |window: &Window| {
            window.run::<()>("document.querySelector('.talk').open = true; return null").await;
            window.sees(".talk[open] .lines bdi").await;
            window.run::<()>("document.querySelector('.talk').scrollIntoView({ block: 'end' }); return null").await;
        };
        let seat = seat_at(&table, Seat::Host);
        studio.stay(table.guest);
        studio.take("talk", &[PHONE_FR, LAPTOP], &seat, ".talk", open).await;
    }
    if studio.wants("other-device") {
        let table = studio.in_the_middle("halma", 1, 20, None).await;
        let open = async |window: &Window| {
            window.click("[data-action='other-device']").await;
            window.click(".other-device [data-action='qr']").await;
        };
        let seat = seat_at(&table, Seat::Host);
        studio.stay(table.guest);
        studio.take("other-device", &[PHONE_FR, LAPTOP], &seat, IN_PLAY, open).await;
    }
}

async fn say(client: &mut Client, text: &str) {
    let text = text.parse().expect("it can be said");
    let line = ClientMessage::Chat(Chat { id: Some(new_id()), channel: Channel::Players, text });
    client.call(&line).await.expect("a player may talk");
}

/// Games that are over, and going through them again.
pub(super) async fn ends(studio: &mut Studio) {
    if !studio.wants("over") && !studio.wants("replay") {
        return;
    }
    let result = ".result";
    let moon = studio.in_the_middle("moon", 2, usize::MAX, Some(TEN_MINUTES)).await;
    studio
        .take("over-moon", &[PHONE, LAPTOP_DARK_FR], &seat_at(&moon, Seat::Guest), result, async |_: &Window| {})
        .await;
    let jarmo = studio.in_the_middle("jarmo", 0, usize::MAX, None).await;
    studio
        .take("over-jarmo", &[PHONE_DARK_FR, LAPTOP], &seat_at(&jarmo, Seat::Guest), result, async |_: &Window| {})
        .await;
    let game = moon.now().await.game.and_then(|game| game.result).expect("the game is over").id;
    let half = format!("/games/{game}#31");
    studio.take("replay", &[PHONE_FR, PHONE_ON_ITS_SIDE, LAPTOP], &half, "main .board", async |_: &Window| {}).await;
}
