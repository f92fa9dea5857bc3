//! From page to page, back and forward.

use tests::eventually;
use tests::http::Api;
use tests::in_process::TestServer;

use super::driver::Driver;
use super::hand::Hand;
use super::scene::{Scene, make_chosen_room};
use super::window::{AT_A_LAPTOP, Window};

/// A page, and how one knows that one is there.
#[derive(Clone, Debug)]
struct Stop {
    path: String,
    title: &'static str,
    sign: &'static str,
    /// How many sockets the window then has.
    sockets: usize,
}

/// Waits until the window is there, with the keyboard at the page's beginning and no more sockets than it needs.
async fn arrives(window: &Window, api: &Api, others: usize, stop: &Stop) {
    window.sees(stop.sign).await;
    eventually(&format!("{stop:?} has its title"), async || (window.title().await == stop.title).then_some(())).await;
    assert_eq!(window.path().await, stop.path);
    eventually(&format!("{stop:?} has its sockets"), async || {
        (api.health().await.sockets == others + stop.sockets).then_some(())
    })
    .await;
}

async fn is_at_the_beginning(window: &Window, stop: &Stop) {
    let at = window.run::<String>("return document.activeElement.id").await;
    assert_eq!(at, "main", "the keyboard at {stop:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn back_and_forward_lead_to_each_page_as_it_was() {
    let scene = Scene::open().await;
    let Scene { host, guest, address, room, .. } = &scene;
    let api = Api::new(*address);
    scene.play_a_move_each().await;

    let home = Stop { path: "/".to_owned(), title: "Sauterelle", sign: "form.setup", sockets: 0 };
    let rules = Stop {
        path: "/rules".to_owned(),
        title: "Rules of the games · Sauterelle",
        sign: "main a[href='/rules/moon']",
        sockets: 0,
    };
    let halma = Stop {
        path: "/rules/halma".to_owned(),
        title: "Rules of Halma · Sauterelle",
        sign: "article.guide .board",
        sockets: 0,
    };
    let playing = Stop {
        path: format!("/r/{room}"),
        title: "Your turn · Halma · Sauterelle",
        sign: ".connection[data-status='connected']",
        sockets: 1,
    };

    // From the start by the rules into the room, each by its link. The guest has the other socket.
    host.go(*address, "/").await;
    arrives(host, &api, 1, &home).await;
    for (link, stop) in
        [(".masthead a[href='/rules']", &rules), ("main a[href='/rules/halma']", &halma), (".brand", &home)]
    {
        host.click(link).await;
        arrives(host, &api, 1, stop).await;
        is_at_the_beginning(host, stop).await;
    }
    host.click(".my-rooms li a.what").await;
    arrives(host, &api, 1, &playing).await;
    is_at_the_beginning(host, &playing).await;

    // Back and forward over the running game, which is joined anew each time and is still to be played.
    for _ in 0..2 {
        for stop in [&home, &halma, &rules, &home] {
            host.go_back().await;
            arrives(host, &api, 1, stop).await;
            is_at_the_beginning(host, stop).await;
        }
        for stop in [&rules, &halma, &home, &playing] {
            host.go_forward().await;
            arrives(host, &api, 1, stop).await;
            is_at_the_beginning(host, stop).await;
        }
    }
    guest.sees(".player[data-side='first'] .presence[data-here='true']").await;
    host.play("l3", "l4").await;
    scene.both_show(3).await;

    // From the room's result into the replay, and back.
    guest.click("[data-action='resign']").await;
    guest.click("[data-action='confirm-resign']").await;
    host.reads(".result h2", "You win").await;
    let over = Stop { title: "Halma · Sauterelle", sign: ".result[data-outcome='first']", ..playing };
    arrives(host, &api, 1, &over).await;
    host.click(".result a[href^='/games/']").await;
    let path = host.path().await;
    let replay = Stop { path, title: "A game of Halma · Sauterelle", sign: ".replay .moves", sockets: 0 };
    arrives(host, &api, 1, &replay).await;
    host.sees(".replay .last-move[data-move='l3-l4']").await;
    is_at_the_beginning(host, &replay).await;
    host.go_back().await;
    arrives(host, &api, 1, &over).await;
    is_at_the_beginning(host, &over).await;
    host.go_forward().await;
    arrives(host, &api, 1, &replay).await;
    is_at_the_beginning(host, &replay).await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_ask_nobody_but_their_server() {
    let server = TestServer::start().await;
    let elsewhere = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let window = Window::open(&driver, AT_A_LAPTOP).await;
    window.go(address, "/").await;
    window.click("input[name='game'][value='halma']").await;
    window.click("input[name='opponent'][value='device']").await;
    let room = make_chosen_room(&window, Hand::Mouse).await;
    window.play("l2", "l3").await;
    window.sees(".record .moves").await;
    for game in ["halma", "nerma", "jarmo", "moon", "halma8", "halma10"] {
        window.go(address, &format!("/rules/{game}")).await;
        window.sees("main .board").await;
    }
    for path in ["/stats", "/stats/moon", "/rules/nothing"] {
        window.go(address, path).await;
        window.sees("main h1").await;
    }
    let asked = window.requests().await;
    let of = |start: &str| asked.iter().filter(|address| address.starts_with(start)).count();
    assert!(of(&format!("http://{address}/assets/")) > 50, "the pages' parts were asked for: {asked:?}");
    assert_eq!(of(&format!("ws://{address}/api/socket")), 1, "room {room}: {asked:?}");
    let foreign = asked.iter().filter(|asked| !asked.contains(&format!("//{address}/"))).collect::<Vec<_>>();
    assert!(foreign.is_empty(), "{foreign:?}");
    assert_eq!(window.errors(|_| false).await, Vec::<String>::new());

    // Nor could a script ask anybody else: the server has forbidden it.
    let fetch = format!(
        "fetch('http://{}/api/catalogue').then(() => arguments[0](true), () => arguments[0](false))",
        elsewhere.address()
    );
    assert!(!window.run_async::<bool>(&fetch).await);
    assert!(window.errors(|_| false).await.iter().any(|message| message.contains("Content Security Policy")));
    // What goes elsewhere all the same is seen here.
    window.leave_for(&format!("http://{}/", elsewhere.address())).await;
    assert!(!window.requests_elsewhere().await.is_empty());
    window.go_by(&elsewhere.address().to_string(), "/rules").await;
    window.close_without_errors().await;
    server.stop().await;
    elsewhere.stop().await;
}
