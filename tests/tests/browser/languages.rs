//! Another language in the middle of a game.

use tests::http::Api;

use super::hand::Hand;
use super::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn a_player_changes_the_language_while_a_man_is_chosen() {
    let scene = Scene::open().await;
    let Scene { host, guest, address, .. } = &scene;
    let two = scene.play_a_move_each().await;
    let grid = async || host.run::<String>("return document.querySelector('.cells').getAttribute('aria-label')").await;
    let cell = async |square: &str| {
        let script =
            format!("return document.querySelector(`.cell[data-square='{square}']`).getAttribute('aria-label')");
        host.run::<String>(&script).await
    };
    host.click(".cell.pressable[data-square='l3']").await;
    host.sees(".cell[data-square='l3'][aria-selected='true']").await;
    assert_eq!(grid().await, "Board of Halma");
    assert_eq!(cell("l3").await, "l3, white man, chosen");

    // Everything is said anew; nothing is lost, and nobody joins anew.
    Hand::Keys.press(host, ".languages [lang='fr']").await;
    host.sees("html[lang='fr']").await;
    host.reads(".headline", "À vous de jouer").await;
    assert_eq!(host.title().await, "À vous · Halma · Sauterelle");
    assert_eq!(grid().await, "Plateau de Halma");
    assert_eq!(cell("l3").await, "l3, pion des blancs, choisi");
    host.reads(".player[data-side='first'] .colour", "blancs").await;
    host.sees(".languages [lang='fr'][aria-pressed='true']").await;
    host.shows(&two).await;
    assert_eq!(Api::new(*address).health().await.sockets, 2);
    host.click(".cell.pressable[data-square='l4']").await;
    scene.both_show(3).await;
    host.tells("Blancs\u{a0}: l3-l4.").await;

    // It is kept, here; the other one goes on in his own.
    host.reload().await;
    host.reads(".headline", "Aux noirs de jouer").await;
    guest.click(".languages [lang='en']").await;
    guest.reads(".headline", "Your turn").await;
    guest.play("c11", "c10").await;
    scene.both_show(4).await;
    host.reads(".headline", "À vous de jouer").await;
    guest.reads(".headline", "White to move").await;
    host.go(*address, "/rules/halma").await;
    host.sees("html[lang='fr']").await;
    scene.close().await;
}
