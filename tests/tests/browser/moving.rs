//! What else there is to a move: a question before it, and a side that is passed over after it.

use tests::in_process::TestServer;
use tests::table::{self, Table};
use tests::vectors;

use super::driver::Driver;
use super::hand::Hand;
use super::scene::Scene;
use super::window::{AT_A_LAPTOP, WITH_A_PHONE, Window};

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_played_once_it_is_confirmed() {
    let scene = Scene::open().await;
    let Scene { host, guest, address, room, .. } = &scene;
    host.click("[data-action='settings']").await;
    host.click("dialog.settings input[name='confirm']").await;
    host.click("dialog.settings .primary").await;

    // The move is shown, and asked about; whoever does not want it has the man back.
    host.play("l2", "l3").await;
    host.reads(".confirmation span", "Play l2-l3?").await;
    host.sees(".last-move[data-move='l2-l3']").await;
    host.click("[data-action='keep-move']").await;
    host.misses(".confirmation").await;
    host.misses(".last-move").await;
    let before = table::now(*address, *room).await;
    assert_eq!(before.game.as_ref().map(|game| game.moves.len()), Some(0), "nothing was played");
    host.shows(&before).await;

    // By mouse, by the keyboard, and by pressing the target once more.
    host.play("l2", "l3").await;
    host.click("[data-action='play-move']").await;
    scene.both_show(1).await;
    guest.play("a13", "c11").await;
    scene.both_show(2).await;
    Hand::Keys.play(host, 0, "l3-l4").await;
    host.reads(".confirmation span", "Play l3-l4?").await;
    assert_eq!(host.run::<String>("return document.activeElement.dataset.action").await, "play-move");
    Hand::Keys.press(host, "[data-action='play-move']").await;
    scene.both_show(3).await;
    guest.play("c11", "c10").await;
    scene.both_show(4).await;
    host.play("l4", "l5").await;
    host.sees(".confirmation").await;
    // Not as the second half of a double click.
    host.until("a while has passed", "performance.now() - (window.asked ??= performance.now()) > 800").await;
    host.click(".cell[data-square='l5']").await;
    scene.both_show(5).await;
    host.misses(".confirmation").await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_side_that_cannot_move_is_told_that_it_was_passed_over() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    // In this game the first side has no move when all men are placed.
    let blocked =
        |record: &vectors::Record| record.trace.get(24).is_some_and(|before| before.to_move != record.trace[0].to_move);
    let record = vectors::games("moon").into_iter().find(blocked).expect("such a game is recorded");
    let mut table = Table::open(address, "moon").await;
    table.play_all(&record.moves[..23]).await;
    let room = table.room;
    let open = async |person, token| {
        let window = Window::open(&driver, person).await;
        let token = serde_json::to_value(token).expect("a token can be written");
        window.go(address, &format!("/r/{room}#seat={}", token.as_str().expect("a text"))).await;
        window.sees(".connection[data-status='connected']").await;
        window
    };
    let host = open(AT_A_LAPTOP, table.host_token).await;
    let guest = open(WITH_A_PHONE, table.guest_token).await;
    Hand::Finger.play(&guest, 0, &record.moves[23]).await;
    let now = super::scene::after_moves(address, room, 24).await;
    for window in [&host, &guest] {
        window.shows(&now).await;
    }
    guest.reads(".headline", "À vous de jouer").await;
    guest.says(".status", "n’avaient aucun coup et ont passé leur tour.").await;
    host.says(".status", "had no move and was passed over.").await;
    host.tells("had no move and was passed over.").await;
    host.misses(".cell.pressable").await;

    // The word is there until the next move.
    Hand::Finger.play(&guest, 0, &record.moves[24]).await;
    let now = super::scene::after_moves(address, room, 25).await;
    host.shows(&now).await;
    guest.shows(&now).await;
    if now.passed_over.is_none() {
        host.reads(".headline", "Your turn").await;
        assert!(!host.text(".status").await.unwrap_or_default().contains("passed over"));
    }
    host.close_without_errors().await;
    guest.close_without_errors().await;
    server.stop().await;
}
