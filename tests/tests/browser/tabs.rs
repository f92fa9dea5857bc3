//! One player with two tabs.

use tests::eventually;
use tests::http::Api;

use super::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn a_player_has_the_room_open_in_two_tabs() {
    let scene = Scene::open().await;
    let Scene { host, guest, address, room, .. } = &scene;
    let api = Api::new(*address);
    let sockets = async |count: usize| {
        eventually(&format!("{count} sockets are open"), async || (api.health().await.sockets == count).then_some(()))
            .await;
    };
    scene.play_a_move_each().await;
    sockets(2).await;

    // The second tab has the same seat, and counts as nobody else.
    let first = host.tab().await;
    let second = host.open_tab().await;
    host.go(*address, &format!("/r/{room}")).await;
    host.reads(".headline", "Your turn").await;
    host.says(".status", "You play white").await;
    sockets(3).await;
    host.misses(".watchers").await;
    guest.misses(".watchers").await;

    // A move in one shows in the other, and both are good to play on.
    host.play("l3", "l4").await;
    let three = scene.both_show(3).await;
    host.turn_to(&first).await;
    host.shows(&three).await;
    guest.play("c11", "c10").await;
    scene.both_show(4).await;
    host.play("l4", "l5").await;
    let five = scene.both_show(5).await;
    host.turn_to(&second).await;
    host.shows(&five).await;
    guest.play("c10", "c9").await;
    let six = scene.both_show(6).await;
    host.reads(".headline", "Your turn").await;

    // Without the one the player is there by the other; without both he is gone.
    let here = ".player[data-side='first'] .presence[data-here='true']";
    host.close_tab(&first).await;
    sockets(2).await;
    host.shows(&six).await;
    host.play("l5", "l6").await;
    scene.both_show(7).await;
    guest.sees(here).await;
    host.go(*address, "/rules").await;
    sockets(1).await;
    guest.sees(".player[data-side='first'] .presence[data-here='false']").await;
    scene.close().await;
}
