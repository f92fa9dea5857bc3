//! What a machine can find out about whether everybody can use the page: axe-core's rules for WCAG 2.2 AA, and its
//! best practices.

use serde::Deserialize;
use tests::in_process::TestServer;

use super::driver::Driver;
use super::scene::{Scene, make_room};
use super::time::Time;
use super::window::{AT_A_LAPTOP, Person, WITH_A_PHONE, Window};

/// The program that finds it out.
const AXE: &str = include_str!("vendor/axe-core/axe-4.14.1.min.js");

/// A rule that a page breaks.
#[derive(Debug, Deserialize)]
struct Violation {
    id: String,
    help: String,
    nodes: Vec<Node>,
}

/// Where it does.
#[derive(Debug, Deserialize)]
struct Node {
    html: String,
    #[serde(rename = "failureSummary")]
    why: String,
}

/// What the program says of a page.
#[derive(Debug, Deserialize)]
struct Report {
    violations: Vec<Violation>,
    /// How many rules the page keeps.
    passes: usize,
}

/// Has a page examined once it stands still. Gives back which rules it breaks, and where; nothing, if it keeps them.
pub(crate) async fn broken_rules(window: &Window, page: &str) -> String {
    window.stands_still().await;
    rules_broken_now(window, page).await
}

/// The same of a page that does not stand still.
pub(crate) async fn rules_broken_now(window: &Window, page: &str) -> String {
    let run = "const done = arguments[0]; \
         axe.run({ resultTypes: ['violations', 'passes'] }).then(({ violations, passes }) => \
           done({ violations, passes: passes.length }), (error) => done({ failure: String(error) }))";
    window.run::<()>(&format!("{AXE}; return null")).await;
    let report: Report = window.run_async(run).await;
    assert!(report.passes > 10, "the page {page} was examined");
    let broken = report.violations.iter().map(|violation| {
        let Violation { id, help, nodes } = violation;
        let places = nodes.iter().map(|Node { html, why }| format!("  {html}\n    {}\n", why.replace('\n', "\n    ")));
        format!("{page}: {id}: {help}\n{}", places.collect::<String>())
    });
    broken.collect()
}

/// Somebody at a laptop in the evening.
const IN_THE_DARK: Person = Person { dark: true, ..AT_A_LAPTOP };

/// Somebody with a phone by day.
const BY_DAY: Person = Person { dark: false, ..WITH_A_PHONE };

#[tokio::test(flavor = "multi_thread")]
async fn pages_to_read_keep_the_rules() {
    let server = TestServer::start().await;
    let driver = Driver::start().await;
    let mut broken = String::new();
    for person in [AT_A_LAPTOP, WITH_A_PHONE, IN_THE_DARK, BY_DAY] {
        let window = Window::open(&driver, person).await;
        for (path, ready) in [
            ("/", "form.setup"),
            ("/rules", "main a[href='/rules/moon']"),
            ("/rules/moon", "main .board"),
            ("/stats", "main h1"),
            ("/games", "main form.paste"),
            ("/developers", "main .operation"),
            ("/r/000000000000", ".message [role='alert']"),
        ] {
            window.go(server.address(), path).await;
            window.sees(ready).await;
            broken += &broken_rules(&window, &format!("{path} for {person:?}")).await;
        }
        window.close().await;
    }
    server.stop().await;
    assert!(broken.is_empty(), "{broken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_that_wait_and_begin_keep_the_rules() {
    let server = TestServer::start().await;
    let driver = Driver::start().await;
    let host = Window::open(&driver, AT_A_LAPTOP).await;
    let guest = Window::open(&driver, WITH_A_PHONE).await;
    let room = make_room(&host, server.address()).await;
    host.click("[data-action='qr']").await;
    let mut broken = broken_rules(&host, "a room that waits").await;
    guest.go(server.address(), &format!("/r/{room}")).await;
    guest.sees("[data-action='join']").await;
    broken += &broken_rules(&guest, "an invitation").await;
    guest.click("[data-action='join']").await;
    host.reads(".headline", "Your turn").await;
    broken += &broken_rules(&host, "a game without clocks for the host").await;
    guest.sees(".headline").await;
    broken += &broken_rules(&guest, "a game without clocks for the guest").await;
    host.close_without_errors().await;
    guest.close_without_errors().await;
    server.stop().await;
    assert!(broken.is_empty(), "{broken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_with_clocks_keep_the_rules_all_along() {
    let (setup, _time) = Time::standing_still();
    let scene = Scene::with(setup, async |host: &Window| host.click("input[name='clock'][value='r3-2']").await).await;
    let Scene { host, guest, .. } = &scene;
    scene.play_a_move_each().await;
    let watcher = scene.another(IN_THE_DARK).await;
    watcher.reads(".watchers", "1 person watches").await;
    host.write("input[name='talk']", "Good luck!\n").await;
    guest.sees(".talk .unread").await;
    host.click("[data-action='other-device']").await;
    host.click("[data-action='draw']").await;
    guest.sees("[data-action='accept']").await;
    watcher.sees(".offer").await;
    let mut broken = String::new();
    for (window, who) in [(host, "the host"), (guest, "the guest"), (&watcher, "a watcher")] {
        broken += &broken_rules(window, &format!("a game for {who}")).await;
    }
    guest.click("[data-action='accept']").await;
    for (window, who) in [(host, "the host"), (guest, "the guest"), (&watcher, "a watcher")] {
        window.sees(".result").await;
        broken += &broken_rules(window, &format!("a game that is over, for {who}")).await;
    }
    guest.click(".result a[href^='/games/']").await;
    guest.sees("main .board").await;
    broken += &broken_rules(guest, "a game to go through").await;
    watcher.close_without_errors().await;
    scene.close().await;
    assert!(broken.is_empty(), "{broken}");
}
