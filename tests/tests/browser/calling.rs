//! How a person is called: by sounds, and by a notification where the tab is not looked at.

use serde_json::json;

use super::scene::Scene;
use super::window::Window;

/// Notes the pitches of all sounds that the page makes from now on, and its notifications.
const LISTEN: &str = "window.heard = []; window.told = []; \
     const set = AudioParam.prototype.setValueAtTime; \
     AudioParam.prototype.setValueAtTime = function (value, at) { \
       if (value > 1) window.heard.push(value); \
       return set.call(this, value, at); \
     }; \
     const Shown = Notification; \
     window.Notification = class extends Shown { \
       constructor(title, options) { super(title, options); window.told.push([title, options.body]); } \
     }";

/// What was heard and not asked for yet, once there is something.
async fn hears(window: &Window) -> Vec<u32> {
    window.until("something is heard", "window.heard.length > 0").await;
    window.run("return window.heard.splice(0)").await
}

/// The bell that calls to the table, and the one of the end.
const TURN: [u32; 2] = [784, 1047];
const END: [u32; 3] = [523, 659, 784];

#[tokio::test(flavor = "multi_thread")]
async fn moves_turns_and_the_end_are_heard_until_sounds_are_switched_off() {
    let scene = Scene::open().await;
    let Scene { host, guest, .. } = &scene;
    for window in [host, guest] {
        window.run::<()>(LISTEN).await;
    }
    // One's own move is heard as a knock, the other's with the bell that calls.
    host.play("l2", "l3").await;
    scene.both_show(1).await;
    assert_eq!(hears(host).await, [340]);
    let knock_and_bell = hears(guest).await;
    assert!(TURN.iter().all(|tone| knock_and_bell.contains(tone)), "{knock_and_bell:?}");

    guest.click("[data-action='sounds']").await;
    guest.sees("[data-action='sounds'][aria-pressed='false']").await;
    guest.run::<()>("window.heard.length = 0").await;
    guest.play("a13", "c11").await;
    scene.both_show(2).await;
    assert!(hears(host).await.contains(&TURN[0]));
    host.click("[data-action='resign']").await;
    host.click("[data-action='confirm-resign']").await;
    host.sees(".result").await;
    guest.sees(".result").await;
    assert_eq!(hears(host).await, END);
    assert_eq!(guest.run::<usize>("return window.heard.length").await, 0, "it is silent");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_elsewhere_is_notified() {
    let scene = Scene::open().await;
    let Scene { host, guest, address, .. } = &scene;
    let permissions = json!({"permissions": ["notifications"], "origin": format!("http://{address}")});
    host.tell_browser("Browser.grantPermissions", permissions).await;
    host.run::<()>(LISTEN).await;
    host.reads("[data-action='notify']", "Notify me when it is my turn").await;
    host.click("[data-action='notify']").await;
    host.reads("[data-action='notify']", "Notifications are on").await;
    host.play("l2", "l3").await;
    scene.both_show(1).await;
    guest.play("a13", "c11").await;
    scene.both_show(2).await;
    let icon = "document.querySelector('link[rel=icon]').getAttribute('href')";
    host.until("the tab's picture calls", &format!("{icon} === '/assets/icon-turn.svg'")).await;
    assert_eq!(host.run::<usize>("return window.told.length").await, 0, "who sees the board is not told");
    host.play("l3", "l4").await;
    scene.both_show(3).await;
    host.until("the tab's picture calls no more", &format!("{icon} === '/assets/icon.svg'")).await;

    // The window is put away.
    host.put_away().await;
    host.until("the room is hidden", "document.visibilityState === 'hidden'").await;
    guest.play("c11", "c10").await;
    host.until("a notification is shown", "window.told.length === 1").await;
    let told = host.run::<Vec<(String, String)>>("return window.told").await;
    assert_eq!(told, [("Your turn · Halma · Sauterelle".to_owned(), "It is your turn.".to_owned())]);
    assert_eq!(host.title().await, "Your turn · Halma · Sauterelle");
    guest.click("[data-action='resign']").await;
    guest.click("[data-action='confirm-resign']").await;
    host.until("the end is told, too", "window.told.length === 2").await;
    assert_eq!(host.run::<String>("return window.told[1][1]").await, "The game is over.");
    host.take_up().await;
    host.until("the room is looked at", "document.visibilityState === 'visible'").await;
    host.reads(".result h2", "You win").await;
    scene.close().await;
}
