//! Finished games: found, replayed, counted in depth, and brought along as a text.

use tests::in_process::TestServer;
use tests::table::Table;
use tests::view::RoomView;

use super::accessibility::broken_rules;
use super::driver::Driver;
use super::window::{AT_A_LAPTOP, WITH_A_SMALL_PHONE, Window};

/// Plays a game of Halma that the host, who is first, gives up.
async fn played(server: &TestServer, moves: &[&str]) {
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(moves).await;
    table.host.resign().await.expect("a player may resign");
    table.host.until("the end", RoomView::is_over).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_found_and_replayed() {
    let server = TestServer::start().await;
    played(&server, &["l2-l3", "a13-c11"]).await;
    played(&server, &["o2-m4", "a13-c11", "l2-l3"]).await;
    let driver = Driver::start().await;
    let mut broken = String::new();
    for person in [AT_A_LAPTOP, WITH_A_SMALL_PHONE] {
        let window = Window::open(&driver, person).await;
        // From the statistics to all games that began with one of the first moves.
        window.go(server.address(), "/stats/halma").await;
        window.reads("[data-figures='length'] dd", "2.5").await;
        assert_eq!(window.count("[data-figures='first-moves'] tbody tr").await, 2);
        broken += &broken_rules(&window, &format!("statistics in depth for {person:?}")).await;
        window.click("[data-figures='first-moves'] a[href*='o2-m4']").await;
        window.sees(".games-list").await;
        assert_eq!(window.count(".games-list tbody tr").await, 1);
        broken += &broken_rules(&window, &format!("finished games for {person:?}")).await;

        window.go(server.address(), "/games").await;
        window.until("both games are listed", "document.querySelectorAll('.games-list tbody tr').length === 2").await;
        window.write("input[name='moves']", "l2-l3 a13-c11").await;
        window.click(".narrow-down button[type='submit']").await;
        window.until("one of them is", "document.querySelectorAll('.games-list tbody tr').length === 1").await;
        window.click(".games-list tbody tr:last-child a").await;
        window.sees(".replay .result").await;
        window.close_without_errors().await;
    }
    server.stop().await;
    assert!(broken.is_empty(), "{broken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pasted_game_is_replayed_or_its_wrong_line_named() {
    let server = TestServer::start().await;
    let driver = Driver::start().await;
    let window = Window::open(&driver, AT_A_LAPTOP).await;
    window.go(server.address(), "/games").await;
    window.write("textarea[name='text']", "Game: halma\n\n1. l2-l3 a13-c11\n2. l3-l9").await;
    window.click(".paste button[type='submit']").await;
    window.says(".paste [role='alert']", "Line 4: the rules do not allow “l3-l9”.").await;
    let chosen = "const field = document.querySelector('textarea'); \
                  return field.value.slice(field.selectionStart, field.selectionEnd)";
    assert_eq!(window.run::<String>(chosen).await, "2. l3-l9");
    let broken = broken_rules(&window, "a pasted game with a wrong line").await;

    window.write("textarea[name='text']", "Game: halma\nResult: second\n\n1. l2-l3 a13-c11\n2. l3-l4").await;
    window.click(".paste button[type='submit']").await;
    window.reads(".replay .result h2", "Black wins").await;
    window.says(".replay .at", "After move 3 of 3").await;
    assert_eq!(window.count(".replay .moves td a").await, 3);
    window.close().await;
    server.stop().await;
    assert!(broken.is_empty(), "{broken}");
}
