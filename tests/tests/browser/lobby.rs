//! Rooms that are open to anyone, and the list of one's own.

use tests::in_process::TestServer;

use super::driver::Driver;
use super::hand::Hand;
use super::scene::{choose_game, make_chosen_room};
use super::window::{AT_A_LAPTOP, WITH_A_PHONE, Window};

#[tokio::test(flavor = "multi_thread")]
async fn an_open_room_is_found_on_the_start_page_and_joined() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let host = Window::open(&driver, AT_A_LAPTOP).await;
    let guest = Window::open(&driver, WITH_A_PHONE).await;

    guest.go(address, "/").await;
    guest.says(".lobby", "Personne n’attend d’adversaire en ce moment.").await;
    guest.misses(".my-rooms").await;

    choose_game(&host, address, "halma", Hand::Mouse).await;
    host.click("input[name='opponent'][value='open']").await;
    host.click("input[name='clock'][value='r10-10']").await;
    host.write("form.setup input[name='name']", "Zoé").await;
    let room = make_chosen_room(&host, Hand::Mouse).await;
    host.says(".invitation", "The room is in the list of open rooms, too.").await;
    host.picture("room-open").await;

    // It shows by itself, with all there is to know before one joins.
    let entry = format!(".lobby li[data-room='{room}']");
    guest.reads(&format!("{entry} .name"), "Halma").await;
    guest.says(&format!("{entry} .facts"), "Zoé · 10 min + 10 s · vous jouez les noirs").await;
    guest.sees(&format!("{entry} .presence[data-here='true']")).await;
    guest.reads(".lobby-hint", "1 personne attend un adversaire").await;
    guest.picture("home-waited-for").await;
    guest.click(".lobby-hint a").await;
    guest.picture("lobby").await;

    // One click, and the game has begun.
    guest.click(&format!("{entry} button")).await;
    guest.reads(".headline", "Aux blancs de jouer").await;
    assert_eq!(guest.path().await, format!("/r/{room}"));
    host.reads(".headline", "Your turn").await;
    host.play("l2", "l3").await;
    guest.reads(".headline", "À vous de jouer").await;

    // Back on the start page: nobody waits any more, and the game is among the person's own, where it is their turn.
    guest.click(".brand").await;
    guest.misses(".lobby li").await;
    let mine = ".my-rooms li[data-turn='mine']";
    guest.reads(&format!("{mine} .name"), "Halma").await;
    guest.reads(&format!("{mine} .turn"), "À vous").await;
    guest.says(&format!("{mine} .facts"), "avec Zoé").await;
    guest.picture("home-with-a-game").await;
    guest.click(&format!("{mine} a")).await;
    guest.play("a13", "c11").await;
    host.reads(".headline", "Your turn").await;

    host.click(".brand").await;
    host.reads(".my-rooms li[data-turn='mine'] .turn", "Your turn").await;
    host.picture("home-with-a-game").await;
    host.close_without_errors().await;
    guest.close_without_errors().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_a_lobby_offers_none() {
    let server = TestServer::with(tests::in_process::Setup::with(|config| config.no_lobby = true)).await;
    let driver = Driver::start().await;
    let window = Window::open(&driver, AT_A_LAPTOP).await;
    window.go(server.address(), "/").await;
    window.sees("input[name='opponent'][value='link']").await;
    window.misses(".lobby").await;
    window.misses("input[name='opponent'][value='open']").await;
    // The browser notes that the list was refused, as it notes every refusal.
    assert_eq!(window.errors(|message| message.contains("/api/rooms")).await, Vec::<String>::new());
    window.close().await;
    server.stop().await;
}
