//! Handing on a link: by the clipboard, without one, and by what the device has for sharing.

use serde_json::Value;
use tests::in_process::TestServer;

use super::driver::Driver;
use super::scene::make_room;
use super::window::{AT_A_LAPTOP, Person, WITH_A_SMALL_PHONE, Window};

/// A name for this machine, as it might have in a home network. Pages that are fetched from there over plain http get
/// no clipboard from the browser, and no notifications.
const IN_A_HOME_NETWORK: Person = Person { known_as: Some("sauterelle.test"), ..AT_A_LAPTOP };

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_copied_where_pages_get_no_clipboard() {
    let server = TestServer::start().await;
    let driver = Driver::start().await;
    let host = Window::open(&driver, IN_A_HOME_NETWORK).await;
    let room = make_room(&host, server.address()).await;
    let insecure = host.run::<bool>("return !isSecureContext && navigator.clipboard === undefined").await;
    assert!(insecure, "the browser gives this page no clipboard");
    let link = format!("http://sauterelle.test:{}/r/{room}", server.address().port());
    assert_eq!(host.value(".link input").await, link);
    host.click("[data-action='copy']").await;
    host.reads("[data-action='copy']", "Copied").await;
    host.misses("[data-action='notify']").await;
    assert_eq!(host.run::<String>("return getSelection().toString()").await, link, "it is selected, too");

    // What was copied is seen from a page that may look.
    host.go_by(&server.address().to_string(), "/rules").await;
    assert_eq!(host.clipboard().await, link);
    host.close_without_errors().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_selected_where_nothing_can_be_copied() {
    let server = TestServer::start().await;
    let driver = Driver::start().await;
    let host = Window::open(&driver, IN_A_HOME_NETWORK).await;
    let room = make_room(&host, server.address()).await;
    host.run::<()>("document.execCommand = () => false").await;
    host.click("[data-action='copy']").await;
    host.reads("[data-action='copy']", "Selected: now copy it").await;
    let selected = host.run::<String>("return getSelection().toString()").await;
    assert!(selected.ends_with(&format!("/r/{room}")), "{selected}");
    host.reads("[data-action='copy']", "Copy link").await;
    host.close_without_errors().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_shared_by_what_the_device_has_for_that() {
    let server = TestServer::start().await;
    let driver = Driver::start().await;
    let host = Window::open(&driver, WITH_A_SMALL_PHONE).await;
    // This browser has nothing of that kind; devices that have it are like this one.
    host.prepare(
        "window.shared = []; navigator.share = async (what) => { \
           window.shared.push(what); \
           if (window.shared.length > 1) throw new DOMException('changed their mind', 'AbortError'); \
         }",
    )
    .await;
    let room = make_room(&host, server.address()).await;
    for times in 1..=2 {
        host.click("[data-action='share']").await;
        host.until("it is shared", &format!("window.shared.length === {times}")).await;
    }
    let shared: Value = host.run("return window.shared[0]").await;
    assert_eq!(shared["url"], format!("http://{}/r/{room}", server.address()));
    assert_eq!(shared["text"], "Play Halma with me:");
    host.sees("[data-action='share']").await;
    host.close_without_errors().await;
    server.stop().await;
}
