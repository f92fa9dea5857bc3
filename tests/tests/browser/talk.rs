//! Names, and the talk of the two players.

use super::scene::Scene;

const LAST_LINE: &str = ".talk .lines li:last-child bdi";

#[tokio::test(flavor = "multi_thread")]
async fn players_talk_and_need_not_listen() {
    let scene = Scene::open().await;
    let Scene { host, guest, .. } = &scene;

    // The host takes a name in the middle of things; everybody is told.
    host.click("[data-action='name']").await;
    host.write(".name-form input", "Zoé").await;
    host.click(".name-form button").await;
    host.reads(".player[data-side='first'] .who bdi", "Zoé (you)").await;
    guest.reads(".player[data-side='first'] .who bdi", "Zoé").await;

    // What is said stands there as it was written, whatever it looks like.
    let line = "Good luck! <b>&amp; 🦗";
    host.write("input[name='talk']", "Good luck! <b>&amp;").await;
    host.write_more("input[name='talk']", " 🦗").await;
    host.click(".say button").await;
    host.reads(LAST_LINE, line).await;
    assert_eq!(host.value("input[name='talk']").await, "");
    // On the phone the talk is closed, and tells that there is something new.
    guest.reads(".talk .unread", "1 nouvelle ligne").await;
    guest.picture("talk-unread").await;
    guest.click(".talk summary").await;
    guest.reads(LAST_LINE, line).await;
    guest.reads(".talk .lines li:last-child .speaker", "Zoé").await;
    guest.misses(".talk .unread").await;
    guest.write("input[name='talk']", "Merci, à vous aussi\n").await;
    host.reads(LAST_LINE, "Merci, à vous aussi").await;
    host.reads(".talk .lines li:last-child .speaker", "Opponent").await;
    scene.picture("talk").await;

    // Whoever mutes the other hears only himself, and is still heard.
    guest.click("[data-action='mute']").await;
    guest.sees("[data-action='mute'][aria-pressed='true']").await;
    guest.reads(LAST_LINE, "Merci, à vous aussi").await;
    host.write("input[name='talk']", "Hurry up!\n").await;
    host.reads(LAST_LINE, "Hurry up!").await;
    // The move was sent after the line, so that the line has been there when the move has come.
    host.play("l2", "l3").await;
    scene.both_show(1).await;
    assert_eq!(guest.count(".talk .lines bdi").await, 1, "only the guest's own line is left");
    guest.misses(".talk .unread").await;
    guest.picture("talk-muted").await;
    guest.write("input[name='talk']", "Doucement\n").await;
    host.reads(LAST_LINE, "Doucement").await;

    // It is remembered, and can be undone.
    guest.reload().await;
    guest.sees("[data-action='mute'][aria-pressed='true']").await;
    guest.click(".talk summary").await;
    guest.reads(LAST_LINE, "Doucement").await;
    assert_eq!(guest.count(".talk .lines bdi").await, 2);
    guest.click("[data-action='mute']").await;
    guest.sees("[data-action='mute'][aria-pressed='false']").await;
    assert_eq!(guest.count(".talk .lines bdi").await, 4, "nothing was lost");
    scene.close().await;
}
