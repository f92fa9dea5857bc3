//! Finished games: found, replayed, counted in depth, and brought along as a text.

use tests::in_process::TestServer;
use tests::table::Table;
use tests::view::RoomView;

use super::accessibility::broken_rules;
use super::driver::Driver;
use super::window::{AT_A_LAPTOP, Person, WITH_A_SMALL_PHONE, Window};

/// Which parts of the page, or the page itself, are wider than there is room for.
const TOO_WIDE: &str = "return [document.documentElement, ...document.querySelectorAll('.scrolled')] \
    .filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className || part.tagName)";

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
    let french = Person { language: "fr-FR", ..WITH_A_SMALL_PHONE };
    for (person, average) in [(AT_A_LAPTOP, "2.5"), (WITH_A_SMALL_PHONE, "2.5"), (french, "2,5")] {
        let window = Window::open(&driver, person).await;
        // From the statistics to all games that began with one of the first moves.
        window.go(server.address(), "/stats/halma").await;
        window.reads("[data-figures='length'] dd", average).await;
        assert_eq!(window.count("[data-figures='first-moves'] tbody tr").await, 2);
        assert_eq!(window.run::<Vec<String>>(TOO_WIDE).await, [""; 0], "the statistics for {person:?}");
        broken += &broken_rules(&window, &format!("statistics in depth for {person:?}")).await;
        window.click("[data-figures='first-moves'] a[href*='o2-m4']").await;
        window.sees(".games-list").await;
        assert_eq!(window.count(".games-list tbody tr").await, 1);
        broken += &broken_rules(&window, &format!("finished games for {person:?}")).await;
        assert_eq!(window.run::<Vec<String>>(TOO_WIDE).await, [""; 0], "the finished games for {person:?}");

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

    // Back at the text, by the browser or by the page.
    window.click(".replay .moves td a").await;
    window.says(".replay .at", "After move 1 of 3").await;
    window.go_back().await;
    window.until("the text is there", "document.querySelector('textarea')?.value.endsWith('2. l3-l4')").await;
    window.click(".paste button[type='submit']").await;
    window.sees(".replay .result").await;
    window.click(".takeaway button").await;
    window.until("the text is there", "document.querySelector('textarea')?.value.endsWith('2. l3-l4')").await;
    assert_eq!(window.run::<String>("return location.pathname + location.hash").await, "/games");
    window.close().await;
    server.stop().await;
    assert!(broken.is_empty(), "{broken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_counted_is_chosen_with_the_keyboard_alone() {
    let server = TestServer::start().await;
    played(&server, &["l2-l3", "a13-c11"]).await;
    played(&server, &["o2-m4", "a13-c11", "l2-l3"]).await;
    let driver = Driver::start().await;
    let window = Window::open(&driver, AT_A_LAPTOP).await;
    window.go(server.address(), "/stats/halma").await;
    window.reads("[data-figures='length'] dd", "2.5").await;
    window.choose("select[name='clocked']", "without").await;
    window.until("it is chosen", "location.search === '?clocked=false'").await;
    window.until("its games are counted", "document.querySelector('.narrow-down a') !== null").await;
    // Each figure of the year makes another day, of which none is meant before the last.
    window.choose("input[name='from']", "01012000").await;
    window.until("the first day is chosen", "location.search === '?clocked=false&from=2000-01-01'").await;
    window.choose("input[name='to']", "02022000").await;
    window.until("the last day is", "location.search === '?clocked=false&from=2000-01-01&to=2000-02-02'").await;
    window.reads(".figures .none", "No such game has been played to its end.").await;
    assert_eq!(window.run::<String>("return document.activeElement.name").await, "to");
    window.click(".narrow-down a").await;
    window.reads("[data-figures='length'] dd", "2.5").await;

    // From a figure to the games that it counts.
    window.click("[data-figures='reasons'] tbody a").await;
    window.until("both games are listed", "document.querySelectorAll('.games-list tbody tr').length === 2").await;
    assert_eq!(window.run::<String>("return location.search").await, "?game=halma&reason=resignation&opponent=people");
    window.close_without_errors().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_finds_hardly_any_goes_on() {
    let server = TestServer::start().await;
    played(&server, &["l2-l3", "a13-c11"]).await;
    let driver = Driver::start().await;
    let window = Window::open(&driver, AT_A_LAPTOP).await;
    // As if so many pieces of the archive had to be looked at before anything is found.
    window
        .prepare(
            "let pieces = 25; const real = window.fetch; window.fetch = (path, ...rest) => { \
                 const searches = String(path).startsWith('/api/games?'); \
                 if (searches && pieces-- > 0) return Promise.resolve(Response.json({ games: [], next: `9${pieces}-zzzzzzzzzzzz` })); \
                 return real(searches ? '/api/games' : path, ...rest); };",
        )
        .await;
    window.go(server.address(), "/games?outcome=second").await;
    window.says(".found [role='status']", "None was found so far.").await;
    window.click(".found button").await;
    window.sees(".games-list").await;
    window.reads(".found [role='status']", "1 game shown").await;
    window.misses(".found button").await;
    window.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_makes_no_sense_can_be_mended() {
    let server = TestServer::start().await;
    played(&server, &["l2-l3", "a13-c11"]).await;
    let driver = Driver::start().await;
    let window = Window::open(&driver, AT_A_LAPTOP).await;
    window.go(server.address(), "/games?moves=hello").await;
    window
        .reads(
            ".found [role='alert']",
            "This search makes no sense. Look at its days, its numbers and its first moves: these are written as in l2-l3, four at most.",
        )
        .await;
    window.write("input[name='moves']", "l2-l3").await;
    window.click(".narrow-down button[type='submit']").await;
    window.sees(".games-list").await;
    window.misses(".found [role='alert']").await;
    window.close().await;
    server.stop().await;
}
