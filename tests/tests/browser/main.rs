//! The page in real browsers: people far apart, each with a window, and a network that breaks.
#![allow(clippy::expect_used, clippy::panic, reason = "a surprise stops the test at the place where it shows")]

mod accessibility;
mod archive;
mod calling;
mod clocks;
mod computer;
mod developers;
mod driver;
mod first_load;
mod games;
mod going_about;
mod hand;
mod installing;
mod interrupted;
mod languages;
mod lobby;
mod moving;
mod noted;
mod offers;
mod overhearing;
mod scene;
mod screenshots;
mod seats;
mod sharing;
mod tabs;
mod talk;
mod time;
mod watching;
mod window;

use tests::in_process::TestServer;
use tests::proxy::Proxy;
use tests::table;

use driver::Driver;
use scene::{after_moves, make_room};
use window::{AT_A_LAPTOP, WITH_A_PHONE, Window};

/// The line that tells that there is no connection.
const NO_CONNECTION: &str = ".connection:is([data-status='reconnecting'], [data-status='offline'])";

/// What a browser notes about a network that is gone.
fn network_is_gone(message: &str) -> bool {
    message.contains("WebSocket connection to") || message.contains("net::ERR_")
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_over_a_network_that_breaks() {
    let server = TestServer::start().await;
    let address = server.address();
    let network = Proxy::start(address);
    let driver = Driver::start().await;
    let host = Window::open(&driver, AT_A_LAPTOP).await;
    let guest = Window::open(&driver, WITH_A_PHONE).await;

    // The host makes a room and copies its link.
    let room = make_room(&host, address).await;
    let link = format!("http://{address}/r/{room}");
    assert_eq!(host.value(".link input").await, link);
    host.reads("[data-action='copy']", "Copy link").await;
    host.picture("room-waiting").await;
    host.click("[data-action='copy']").await;
    host.reads("[data-action='copy']", "Copied").await;
    assert_eq!(host.clipboard().await, link);

    // The guest opens it, which takes no seat, and joins.
    guest.go(network.addr(), &format!("/r/{room}")).await;
    guest.reads("[data-action='join']", "Rejoindre la partie").await;
    guest.picture("room-invited").await;
    assert!(!table::now(address, room).await.seats.guest.taken, "looking takes no seat");
    guest.click("[data-action='join']").await;
    host.reads(".headline", "Your turn").await;
    guest.reads(".headline", "Aux blancs de jouer").await;
    assert_eq!(host.title().await, "Your turn · Halma · Sauterelle");

    // Some moves on each side.
    host.play("l2", "l3").await;
    guest.reads(".headline", "À vous de jouer").await;
    guest.play("a13", "c11").await;
    host.reads(".headline", "Your turn").await;
    host.play("l3", "l4").await;
    let three = after_moves(address, room, 3).await;
    host.shows(&three).await;
    guest.shows(&three).await;
    guest.picture("room-playing").await;

    // The host reloads and finds the position.
    host.reload().await;
    host.shows(&three).await;
    host.reads(".headline", "Black to move").await;

    // The guest's network breaks, in the guest's turn. What the guest plays meanwhile is shown, and sent later.
    network.cut();
    guest.sees(NO_CONNECTION).await;
    guest.play("c11", "c10").await;
    guest.reads(".headline", "Envoi de votre coup…").await;
    guest.picture("room-without-network").await;
    assert_eq!(table::now(address, room).await.seq, three.seq, "nothing has reached the server");
    network.restore();
    let four = after_moves(address, room, 4).await;
    guest.shows(&four).await;
    host.shows(&four).await;

    // It breaks again, and the host plays meanwhile.
    network.cut();
    guest.sees(NO_CONNECTION).await;
    host.play("l4", "l5").await;
    let five = after_moves(address, room, 5).await;
    host.shows(&five).await;
    network.restore();
    guest.shows(&five).await;
    guest.reads(".headline", "À vous de jouer").await;
    guest.sees(".connection[data-status='connected']").await;
    host.picture("room-playing").await;

    // An answer gets lost: the move is sent again, and played once.
    network.lose_answers();
    guest.play("c10", "c9").await;
    network.answer_lost().await;
    network.cut();
    guest.sees(NO_CONNECTION).await;
    network.restore();
    let six = after_moves(address, room, 6).await;
    guest.shows(&six).await;
    guest.reads(".headline", "Aux blancs de jouer").await;
    let again = table::now(address, room).await;
    assert_eq!((again.seq, again.game), (six.seq, six.game), "it was played once");

    // The guest resigns, after having been asked.
    guest.click("[data-action='resign']").await;
    guest.reads("#resign-question", "Vraiment abandonner ? L’adversaire gagne.").await;
    guest.click("[data-action='confirm-resign']").await;
    guest.reads(".result h2", "Vous perdez").await;
    guest.reads(".result p", "Les noirs ont abandonné.").await;
    host.reads(".result h2", "You win").await;
    host.reads(".result p", "Black resigned.").await;
    guest.picture("room-over").await;
    host.picture("room-over").await;

    assert_eq!(host.errors(|_| false).await, Vec::<String>::new());
    assert_eq!(guest.errors(network_is_gone).await, Vec::<String>::new());
    host.close().await;
    guest.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_tab_goes_on_when_it_is_opened_again() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let host = Window::open(&driver, AT_A_LAPTOP).await;
    let guest = Window::open(&driver, WITH_A_PHONE).await;

    let room = make_room(&host, address).await;
    host.close_and_reopen().await;
    host.reads(".headline", "Waiting for the other player").await;

    guest.go(address, &format!("/r/{room}")).await;
    guest.click("[data-action='join']").await;
    host.play("l2", "l3").await;
    guest.reads(".headline", "À vous de jouer").await;
    guest.close_and_reopen().await;
    guest.shows(&after_moves(address, room, 1).await).await;
    guest.play("a13", "c11").await;
    host.shows(&after_moves(address, room, 2).await).await;

    assert_eq!(host.errors(|_| false).await, Vec::<String>::new());
    assert_eq!(guest.errors(|_| false).await, Vec::<String>::new());
    host.close().await;
    guest.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_of_the_server_costs_nothing() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let host = Window::open(&driver, AT_A_LAPTOP).await;
    let guest = Window::open(&driver, WITH_A_PHONE).await;

    let room = make_room(&host, address).await;
    guest.go(address, &format!("/r/{room}")).await;
    guest.click("[data-action='join']").await;
    host.play("l2", "l3").await;
    guest.shows(&after_moves(address, room, 1).await).await;

    let server = server.restart().await;
    guest.play("a13", "c11").await;
    host.play("l3", "l4").await;
    let three = after_moves(address, room, 3).await;
    for window in [&host, &guest] {
        window.shows(&three).await;
        window.sees(".connection[data-status='connected']").await;
        assert_eq!(window.errors(network_is_gone).await, Vec::<String>::new());
    }
    host.close().await;
    guest.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_language_is_the_browsers_until_another_is_chosen() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let window = Window::open(&driver, WITH_A_PHONE).await;

    window.go(address, "/").await;
    window.reads("button[type='submit']", "Ouvrir un salon").await;
    window.picture("home").await;
    window.click(".languages [lang='en']").await;
    window.reads("button[type='submit']", "Make a room").await;
    window.sees("html[lang='en']").await;
    window.reload().await;
    window.reads("button[type='submit']", "Make a room").await;

    // A room that does not exist is told in the chosen language, with a way back.
    window.go(address, "/r/000000000000").await;
    window.reads(".message [role='alert']", "There is no such room. Perhaps a letter of the link is missing.").await;
    window.click(".languages [lang='fr']").await;
    window.click(".message a[href='/']").await;
    window.reads("button[type='submit']", "Ouvrir un salon").await;

    assert_eq!(window.errors(|_| false).await, Vec::<String>::new());
    window.close().await;

    let window = Window::open(&driver, AT_A_LAPTOP).await;
    window.go(address, "/").await;
    window.reads("button[type='submit']", "Make a room").await;
    window.picture("home").await;
    window.close().await;
    server.stop().await;
}
