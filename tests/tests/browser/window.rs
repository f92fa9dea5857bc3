//! A person's browser window: what they see in it, and what they do.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use protocol::{Board, Side, Snapshot};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tempfile::TempDir;
use tests::eventually;
use thirtyfour::prelude::*;
use thirtyfour::{ChromiumLikeCapabilities, LoggingPrefsLogLevel, WindowHandle};

use super::driver::{Driver, HOW_TO_INSTALL};

/// The screen and the languages of a person.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Person {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) language: &'static str,
    pub(crate) dark: bool,
    /// Whether it is a phone, on which for instance scroll bars take no room.
    pub(crate) phone: bool,
    /// Whether this person has asked for as little motion as possible.
    pub(crate) still: bool,
    /// The name by which this person's browser knows the server's machine, if it is not by its number.
    pub(crate) known_as: Option<&'static str>,
}

/// Somebody at a laptop, who reads English.
pub(crate) const AT_A_LAPTOP: Person =
    Person { width: 1280, height: 800, language: "en-GB", dark: false, phone: false, still: false, known_as: None };

/// Somebody with a phone in the evening, who reads French.
pub(crate) const WITH_A_PHONE: Person =
    Person { width: 390, height: 844, language: "fr-FR", dark: true, phone: true, still: false, known_as: None };

/// Somebody with a small phone, who reads English.
pub(crate) const WITH_A_SMALL_PHONE: Person =
    Person { width: 360, height: 740, language: "en-GB", dark: false, phone: true, still: false, known_as: None };

/// A window of a browser with a memory of its own.
#[derive(Debug)]
pub(crate) struct Window {
    pub(super) driver: WebDriver,
    person: Person,
    /// The servers to which this person went, each as `address:port`.
    pub(super) servers: Mutex<BTreeSet<String>>,
    /// The browser's memory; gone when this is dropped.
    _profile: TempDir,
}

/// One man, as the page draws it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Man {
    side: String,
    square: String,
    marked: bool,
}

/// What the page draws of a position.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Picture {
    men: BTreeSet<Man>,
    /// How many men lie beside the board, of the first side and of the second.
    captured: [usize; 2],
    /// The last move, and what it took.
    last: Option<(String, usize)>,
}

impl Window {
    /// Opens an empty window.
    pub(crate) async fn open(driver: &Driver, person: Person) -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let capabilities = capabilities(person, &profile).expect("capabilities are plain JSON");
        let driver = WebDriver::new(driver.url(), capabilities).await;
        let driver = driver.unwrap_or_else(|error| panic!("no browser: {error}; {HOW_TO_INSTALL}"));
        let window = Self { driver, person, servers: Mutex::default(), _profile: profile };
        window.take_shape().await;
        window
    }

    /// Gives the present tab the person's screen.
    async fn take_shape(&self) {
        let Person { width, height, dark, phone, still, .. } = self.person;
        let scheme = if dark { "dark" } else { "light" };
        let screen = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        let motion = if still { "reduce" } else { "no-preference" };
        let media = json!({"features": [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ]});
        self.tell_browser("Emulation.setDeviceMetricsOverride", screen).await;
        self.tell_browser("Emulation.setTouchEmulationEnabled", json!({"enabled": phone})).await;
        self.tell_browser("Emulation.setEmulatedMedia", media).await;
    }

    pub(super) async fn tell_browser(&self, command: &str, parameters: serde_json::Value) {
        self.ask_browser(command, parameters).await;
    }

    /// Gives the browser a command of the DevTools protocol, and gives back its answer.
    pub(crate) async fn ask_browser(&self, command: &str, parameters: serde_json::Value) -> serde_json::Value {
        self.driver.cdp().send_raw(command, parameters).await.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Goes to a page of a server.
    pub(crate) async fn go(&self, server: SocketAddr, path: &str) {
        let name = match self.person.known_as {
            Some(name) => format!("{name}:{}", server.port()),
            None => server.to_string(),
        };
        self.go_by(&name, path).await;
    }

    /// Goes to a page of a server that is called `name:port`.
    pub(crate) async fn go_by(&self, name: &str, path: &str) {
        self.servers.lock().expect("nobody panics with it").insert(name.to_owned());
        self.driver.goto(format!("http://{name}{path}")).await.expect("the page can be opened");
    }

    /// Goes to an address of whatever server, which is not counted among those this person wanted to go to.
    pub(crate) async fn leave_for(&self, address: &str) {
        self.driver.goto(address).await.expect("the page can be opened");
    }

    /// Goes forward to the page from which one went back.
    pub(crate) async fn go_forward(&self) {
        self.driver.forward().await.expect("there is a page behind");
    }

    /// Goes back to the page before, which the browser may have kept as it was.
    pub(crate) async fn go_back(&self) {
        self.driver.back().await.expect("there is a page before");
    }

    /// The path of the page that is open.
    pub(crate) async fn path(&self) -> String {
        self.driver.current_url().await.expect("a page is open").path().to_owned()
    }

    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.expect("the page can be opened again");
    }

    /// Closes the tab, and opens the same address in a new one.
    pub(crate) async fn close_and_reopen(&self) {
        let address = self.driver.current_url().await.expect("a page is open");
        let fresh = self.driver.new_tab().await.expect("a new tab");
        self.driver.close_window().await.expect("the old tab closes");
        self.driver.switch_to_window(fresh).await.expect("the new tab is there");
        self.take_shape().await;
        self.driver.goto(address.as_str()).await.expect("the page can be opened");
    }

    /// The tab that is open.
    pub(crate) async fn tab(&self) -> WindowHandle {
        self.driver.window().await.expect("a tab is open")
    }

    /// Opens an empty tab and turns to it.
    pub(crate) async fn open_tab(&self) -> WindowHandle {
        let fresh = self.driver.new_tab().await.expect("a new tab");
        self.turn_to(&fresh).await;
        self.take_shape().await;
        fresh
    }

    /// Has the driver work on a tab.
    async fn look_at(&self, tab: &WindowHandle) {
        self.driver.switch_to_window(tab.clone()).await.expect("the tab is there");
    }

    /// Turns to another tab.
    pub(crate) async fn turn_to(&self, tab: &WindowHandle) {
        self.look_at(tab).await;
        self.tell_browser("Page.bringToFront", json!({})).await;
    }

    /// Closes another tab than the one that is open.
    pub(crate) async fn close_tab(&self, tab: &WindowHandle) {
        let open = self.tab().await;
        self.look_at(tab).await;
        self.driver.close_window().await.expect("the tab closes");
        self.turn_to(&open).await;
    }

    /// Puts the window away, so that nobody sees it.
    pub(crate) async fn put_away(&self) {
        self.driver.minimize_window().await.expect("the window can be put away");
    }

    /// Takes it up again.
    pub(crate) async fn take_up(&self) {
        self.driver.maximize_window().await.expect("the window can be taken up");
    }

    /// Has a script run at the beginning of each page that is opened from now on in this tab.
    pub(crate) async fn prepare(&self, script: &str) {
        self.tell_browser("Page.addScriptToEvaluateOnNewDocument", json!({"source": script})).await;
    }

    /// Waits until something is so on the page.
    pub(crate) async fn until(&self, what: &str, condition: &str) {
        let script = format!("return {condition}");
        eventually(what, async || self.run::<bool>(&script).await.then_some(())).await;
    }

    /// Clicks on something as soon as it is there. If something lies over it where it is, it is scrolled to.
    pub(crate) async fn click(&self, css: &str) {
        eventually(&format!("{css} can be clicked"), async || {
            let found = self.driver.find(By::Css(css)).await.ok()?;
            if found.click().await.is_ok() {
                return Some(());
            }
            found.scroll_into_view().await.ok()?;
            None
        })
        .await;
    }

    /// Writes into a field in place of what stands there.
    pub(crate) async fn write(&self, css: &str, text: &str) {
        self.click(css).await;
        let field = self.driver.find(By::Css(css)).await.expect("the field is there");
        field.send_keys(Key::Control + "a").await.expect("a field can be written into");
        field.send_keys(text).await.expect("a field can be written into");
    }

    /// Has the text in a field end with what no keyboard has. The driver's keys know only characters of the first plane.
    pub(crate) async fn write_more(&self, css: &str, text: &str) {
        let script = "const [css, text] = arguments; const field = document.querySelector(css); \
             field.setRangeText(text, field.value.length, field.value.length, 'end'); \
             field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))";
        let done = self.driver.execute(script, vec![json!(css), json!(text)]).await;
        done.expect("the script runs");
    }

    /// Waits until something is there.
    pub(crate) async fn sees(&self, css: &str) {
        eventually(&format!("{css} is seen"), async || self.driver.find(By::Css(css)).await.ok()).await;
    }

    /// Waits until there is no such thing, or no more, on a page that is there.
    pub(crate) async fn misses(&self, css: &str) {
        eventually(&format!("{css} is gone"), async || {
            self.driver.find_all(By::Css(css)).await.ok()?.is_empty().then_some(())
        })
        .await;
    }

    /// Waits until something reads so.
    pub(crate) async fn reads(&self, css: &str, wanted: &str) {
        eventually(&format!("{css} reads {wanted:?}"), async || (self.text(css).await? == wanted).then_some(())).await;
    }

    /// Waits until this is part of how something reads.
    pub(crate) async fn says(&self, css: &str, wanted: &str) {
        eventually(&format!("{css} says {wanted:?}"), async || self.text(css).await?.contains(wanted).then_some(()))
            .await;
    }

    /// Waits until whoever hears the page has been told this.
    pub(crate) async fn tells(&self, wanted: &str) {
        let script = "return document.querySelector('[data-announcer]')?.textContent.includes(arguments[0]) ?? false";
        eventually(&format!("{wanted:?} is told"), async || {
            self.run_on::<bool>(script, vec![json!(wanted)]).await.then_some(())
        })
        .await;
    }

    /// Chooses what begins so in a list of which one thing can be chosen.
    pub(crate) async fn choose(&self, css: &str, text: &str) {
        self.sees(css).await;
        let list = self.driver.find(By::Css(css)).await.expect("the list is there");
        list.send_keys(text).await.expect("keys can be typed");
    }

    /// How many of something there are now.
    pub(crate) async fn count(&self, css: &str) -> usize {
        self.driver.find_all(By::Css(css)).await.expect("a page is open").len()
    }

    /// How something reads, if it is there.
    pub(crate) async fn text(&self, css: &str) -> Option<String> {
        self.driver.find(By::Css(css)).await.ok()?.text().await.ok()
    }

    /// What stands in a field.
    pub(crate) async fn value(&self, css: &str) -> String {
        let field = self.driver.find(By::Css(css)).await.expect("the field is there");
        field.prop("value").await.expect("a field has a value").unwrap_or_default()
    }

    /// The title of the window.
    pub(crate) async fn title(&self) -> String {
        self.driver.title().await.expect("a page is open")
    }

    /// What was copied last.
    pub(crate) async fn clipboard(&self) -> String {
        let permissions = json!({"permissions": ["clipboardReadWrite"]});
        self.tell_browser("Browser.grantPermissions", permissions).await;
        let read = self.driver.execute_async("navigator.clipboard.readText().then(arguments[0])", vec![]).await;
        read.and_then(|copied| copied.convert()).expect("the clipboard can be read")
    }

    /// Plays a move: clicks on the man, sees where it may go, clicks there.
    pub(crate) async fn play(&self, from: &str, to: &str) {
        self.click(&format!(".cell.pressable[data-square='{from}']")).await;
        self.sees(&format!(".cell[data-square='{from}'][aria-selected='true']")).await;
        self.click(&format!(".cell.pressable[data-square='{to}']")).await;
    }

    /// Waits until the page shows the room as the server tells it: the same men with the same marks, as many captured
    /// ones, the same last move.
    pub(crate) async fn shows(&self, room: &Snapshot) {
        let game = room.game.as_ref().expect("a game was started");
        let last = game.last_move.as_ref().map(|last| (last.text.clone(), last.taken.len()));
        let expected = Picture { men: men_on(&game.board), captured: captured_beside(&game.board), last };
        eventually(&format!("the page shows seq {}: {:?}", room.seq, expected.last), async || {
            (self.drawn().await == expected).then_some(())
        })
        .await;
    }

    /// Which side has the lower edge of the board, by where its strip stands and where its men do.
    pub(crate) async fn lower_side(&self) -> Option<String> {
        let script = "const lowest = (css) => Array.from(document.querySelectorAll(css)) \
             .sort((a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top)[0]?.dataset.side ?? null; \
             const [strip, man] = [lowest('.table .player'), lowest('.table .board .man')]; \
             return strip === man ? strip : null";
        self.run(script).await
    }

    async fn drawn(&self) -> Picture {
        let script = "const men = Array.from(document.querySelectorAll('.table .board [data-square] > .man'), (man) => \
             ({ side: man.dataset.side, square: man.parentNode.dataset.square, \
                marked: man.querySelector('.stripe') !== null })); \
             const captured = ['first', 'second'].map((side) => \
               document.querySelectorAll(`.table [data-tray='${side}'] .man`).length); \
             const last = document.querySelector('.table .last-move'); \
             return { men, captured, last: last && [last.dataset.move, last.querySelectorAll('.taken').length] }";
        self.run(script).await
    }

    /// The whole address of the page that is open.
    pub(crate) async fn address(&self) -> String {
        self.driver.current_url().await.expect("a page is open").into()
    }

    /// Runs a script that gives its answer to a function, which is its last argument.
    pub(crate) async fn run_async<T: DeserializeOwned>(&self, script: &str) -> T {
        let answer = self.driver.execute_async(script, vec![]).await.expect("the script runs");
        answer.convert().expect("the script answers in the expected form")
    }

    /// Runs a script and gives back what it returns.
    pub(crate) async fn run<T: DeserializeOwned>(&self, script: &str) -> T {
        self.run_on(script, vec![]).await
    }

    /// Runs a script on these arguments and gives back what it returns.
    pub(crate) async fn run_on<T: DeserializeOwned>(&self, script: &str, arguments: Vec<serde_json::Value>) -> T {
        let answer = self.driver.execute(script, arguments).await.expect("the script runs");
        answer.convert().expect("the script answers in the expected form")
    }

    /// Waits until nothing on the page moves.
    pub(crate) async fn stands_still(&self) {
        let still = "return document.getAnimations().length === 0";
        eventually("nothing moves", async || self.run::<bool>(still).await.then_some(())).await;
    }

    /// Takes a picture of what is seen once all moves stand, to `target/screenshots`, named after the window's size.
    pub(crate) async fn picture(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/screenshots");
        std::fs::create_dir_all(&folder).expect("the folder for pictures can be made");
        let Person { width, height, .. } = self.person;
        self.picture_at(&folder.join(format!("{name}-{width}x{height}.png"))).await;
    }

    /// The same, to a file.
    pub(crate) async fn picture_at(&self, path: &Path) {
        self.stands_still().await;
        let Person { width, height, .. } = self.person;
        self.driver.screenshot(path).await.expect("a picture can be taken");
        let picture = std::fs::read(path).expect("the picture is there");
        assert_eq!(size_of_png(&picture), Some((width, height)), "{}", path.display());
    }

    /// Closes the browser in good order, if no page has asked anybody but the servers it came from for anything.
    pub(crate) async fn close(self) {
        assert_eq!(self.requests_elsewhere().await, Vec::<String>::new(), "requests left the server");
        self.driver.quit().await.expect("the browser ends");
    }

    /// The same, if it has noted no errors either.
    pub(crate) async fn close_without_errors(self) {
        assert_eq!(self.errors(|_| false).await, Vec::<String>::new());
        self.close().await;
    }
}

fn capabilities(person: Person, profile: &TempDir) -> WebDriverResult<thirtyfour::ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    // What the browser asks for, on whatever page and in whatever tab.
    capabilities.set_logging_prefs("performance", LoggingPrefsLogLevel::All)?;
    capabilities.add_experimental_option("perfLoggingPrefs", json!({"enableNetwork": true, "enablePage": false}))?;
    for argument in [
        "--headless",
        // Only pages of the server under test are opened, and containers forbid the sandbox.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--disable-sync",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        &format!("--accept-lang={}", person.language),
        &format!("--user-data-dir={}", profile.path().display()),
    ] {
        capabilities.add_arg(argument)?;
    }
    if let Some(name) = person.known_as {
        capabilities.add_arg(&format!("--host-resolver-rules=MAP {name} 127.0.0.1"))?;
    }
    Ok(capabilities)
}

fn men_on(board: &Board) -> BTreeSet<Man> {
    let of = |side: Side, squares: &[protocol::SquareName]| {
        let side = if side == Side::First { "first" } else { "second" };
        let men = squares.iter().map(|square| Man {
            side: side.to_owned(),
            square: square.to_string(),
            marked: board.marked.contains(square),
        });
        men.collect::<Vec<_>>()
    };
    of(Side::First, &board.first).into_iter().chain(of(Side::Second, &board.second)).collect()
}

/// How many men lie beside a board. The Man in the Moon does not count them: they are those that are missing once all
/// have been placed.
fn captured_beside(board: &Board) -> [usize; 2] {
    const PLACED: usize = 12;
    match board.quiet_moves {
        Some(_) => [PLACED - board.first.len(), PLACED - board.second.len()],
        None => [board.captured.first, board.captured.second].map(|count| count as usize),
    }
}

/// Width and height of a PNG picture, from its header.
fn size_of_png(picture: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(picture.get(at..at + 4)?.try_into().ok()?));
    (picture.starts_with(b"\x89PNG")).then_some(())?;
    Some((number(16)?, number(20)?))
}
