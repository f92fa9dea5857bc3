//! Both seats at one device, and one seat at two devices.

use tests::eventually;
use tests::in_process::TestServer;

use super::driver::Driver;
use super::hand::Hand;
use super::overhearing::Overhearing;
use super::scene::{Scene, after_moves, make_chosen_room};
use super::window::{AT_A_LAPTOP, Person, WITH_A_PHONE, Window};

/// Waits until this side has the lower edge of the board.
async fn turns_to(window: &Window, side: &str) {
    eventually(&format!("the board turns to the {side} side"), async || {
        (window.lower_side().await.as_deref() == Some(side)).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_at_one_device() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let window = Window::open(&driver, WITH_A_PHONE).await;
    window.go(address, "/").await;
    window.click("input[name='game'][value='halma']").await;
    window.click("input[name='opponent'][value='device']").await;
    window.reads("button[type='submit']", "Commencer la partie").await;
    let room = make_chosen_room(&window, Hand::Mouse).await;

    // The game has begun, and the board turns to whoever is to move.
    window.reads(".headline", "Aux blancs de jouer").await;
    turns_to(&window, "first").await;
    window.play("l2", "l3").await;
    window.shows(&after_moves(address, room, 1).await).await;
    window.reads(".headline", "Aux noirs de jouer").await;
    turns_to(&window, "second").await;
    window.picture("one-device").await;
    window.play("a13", "c11").await;
    window.shows(&after_moves(address, room, 2).await).await;
    turns_to(&window, "first").await;
    // There is nobody to talk to, to wait for, or to invite.
    for what in [".talk", ".invitation", ".player .presence"] {
        window.misses(what).await;
    }

    // A move is taken back at once, one by one.
    window.click("[data-action='take-back']").await;
    window.shows(&after_moves(address, room, 1).await).await;
    turns_to(&window, "second").await;
    window.play("c13", "c12").await;
    window.shows(&after_moves(address, room, 2).await).await;

    // A draw is agreed on across the table, and the next game begins at once.
    window.click("[data-action='draw']").await;
    window.reads("#draw-question", "La partie finit-elle par une nulle ?").await;
    window.picture("one-device-draw").await;
    window.click("[data-action='confirm-draw']").await;
    window.reads(".result h2", "Partie nulle").await;
    window.picture("one-device-over").await;
    window.click("[data-action='rematch']").await;
    window.reads(".headline", "Aux blancs de jouer").await;
    window.shows(&after_moves(address, room, 0).await).await;
    window.play("l2", "l3").await;
    window.shows(&after_moves(address, room, 1).await).await;
    turns_to(&window, "second").await;
    window.close_without_errors().await;
    server.stop().await;
}

/// The host's other device.
const TABLET: Person = Person { width: 820, height: 1180, phone: true, ..AT_A_LAPTOP };

#[tokio::test(flavor = "multi_thread")]
async fn a_player_goes_on_on_another_device() {
    let scene = Scene::open().await;
    let Scene { host, guest, address, room, .. } = &scene;
    scene.play_a_move_each().await;

    // The link holds the key to the seat in its fragment.
    host.click("[data-action='other-device']").await;
    host.sees(".other-device .link input").await;
    host.click(".other-device [data-action='qr']").await;
    host.sees(".other-device svg").await;
    host.picture("other-device").await;
    let link = host.value(".other-device .link input").await;
    let room_link = format!("http://{address}/r/{room}");
    let token = link.strip_prefix(&format!("{room_link}#seat=")).unwrap_or_else(|| panic!("{link} holds a key"));
    assert_eq!(token.len(), 32, "{link}");

    // The other device reaches the server by a way on which somebody listens.
    let way = Overhearing::start(*address).await;
    let tablet = Window::open(&scene.driver, TABLET).await;
    tablet.go(way.address(), &format!("/r/{room}#seat={token}")).await;
    tablet.reads(".headline", "Your turn").await;
    assert_eq!(tablet.address().await, format!("http://{}/r/{room}", way.address()), "the key is out of sight");
    tablet.picture("other-device").await;

    // It plays on. All three show the same, and the host's first device plays on, too.
    tablet.play("l3", "l4").await;
    tablet.shows(&scene.both_show(3).await).await;
    guest.play("c11", "c10").await;
    tablet.shows(&scene.both_show(4).await).await;
    host.play("l4", "l5").await;
    tablet.shows(&scene.both_show(5).await).await;
    tablet.reads(".headline", "Black to move").await;
    host.misses(".watchers").await;

    // It is kept: the plain link will do from now on.
    tablet.go(way.address(), "/").await;
    tablet.click(".my-rooms li a").await;
    guest.play("c10", "c9").await;
    tablet.play("l5", "l6").await;
    tablet.shows(&scene.both_show(7).await).await;
    tablet.reload().await;
    tablet.says(".status", "You play white").await;

    let heard = way.heard();
    assert!(heard.contains(&format!("GET /r/{room} HTTP/1.1")), "somebody listened");
    assert!(heard.to_lowercase().contains("upgrade: websocket"), "somebody listened all the time");
    assert!(!heard.contains(token), "the key went over the line in clear");
    tablet.close_without_errors().await;
    scene.close().await;
}
