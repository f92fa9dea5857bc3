//! Those who watch: they see everything at once, and have a talk of their own.

use super::scene::Scene;
use super::window::{AT_A_LAPTOP, Person, Window};

/// Somebody at a laptop in the evening, who reads French.
const ELSEWHERE: Person = Person { language: "fr-FR", dark: true, ..AT_A_LAPTOP };

/// Says something in the talk, which stands open.
async fn say(window: &Window, text: &str) {
    window.write("input[name='talk']", text).await;
    window.click(".say button").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_sees_all_and_is_not_heard_by_the_players() {
    let scene = Scene::open().await;
    let Scene { host, guest, .. } = &scene;
    let first = scene.another(AT_A_LAPTOP).await;
    first.says(".status", "You are watching").await;
    host.reads(".watchers", "1 person watches").await;
    let second = scene.another(ELSEWHERE).await;
    for window in [host, &first] {
        window.reads(".watchers", "2 people watch").await;
    }
    for window in [guest, &second] {
        window.reads(".watchers", "2 personnes regardent").await;
    }

    // They see each move as it is made, and can make none.
    let two = scene.play_a_move_each().await;
    for window in [&first, &second] {
        window.shows(&two).await;
        for what in [".cell.pressable", "[data-action='join']", ".game-actions", "[data-action='other-device']"] {
            window.misses(what).await;
        }
    }

    // They hear each other. What the players say to each other is not for them, nor theirs for the players.
    first.says(".talk .nothing", "The players do not hear this while they play.").await;
    say(&first, "White is in a hurry.").await;
    second.reads(".talk .lines bdi", "White is in a hurry.").await;
    say(&second, "Attendez la fin !").await;
    first.reads(".talk .lines li:nth-child(2) bdi", "Attendez la fin !").await;
    say(host, "Hello from white").await;
    guest.click(".talk summary").await;
    guest.reads(".talk .lines li:last-child bdi", "Hello from white").await;
    host.reads(".talk .lines li:last-child bdi", "Hello from white").await;
    // What is said later has come, so what was said before would have come, too.
    for window in [host, guest] {
        assert_eq!(window.count(".talk .lines bdi").await, 1, "players hear nothing of those who watch");
        window.misses(".channels").await;
    }
    first.picture("watching").await;
    second.picture("watching-in-the-dark").await;
    scene.picture("watched").await;

    // An offer is seen, but is not theirs to answer.
    host.click("[data-action='draw']").await;
    first.reads(".offer p", "The host offers a draw.").await;
    first.misses(".offer button").await;
    guest.click("[data-action='accept']").await;
    first.reads(".result h2", "Draw").await;
    for window in [&first, &second] {
        assert_eq!(window.count(".talk .lines bdi").await, 2, "the players' talk is theirs");
        window.misses("[data-action='rematch']").await;
    }

    // Once the game is over the players may join in that talk.
    host.click(".channels button:last-child").await;
    say(host, "You may speak now.").await;
    second.reads(".talk .lines li:last-child bdi", "You may speak now.").await;
    say(&second, "Bravo").await;
    host.reads(".talk .lines li:last-child bdi", "Bravo").await;
    host.picture("talk-with-watchers").await;

    // Whoever goes is no longer counted.
    second.close_without_errors().await;
    host.reads(".watchers", "1 person watches").await;
    first.close_without_errors().await;
    host.misses(".watchers").await;
    guest.misses(".watchers").await;
    scene.close().await;
}
