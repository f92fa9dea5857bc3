//! A person's browser window: what they see in it, and what they do.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use protocol::{Board, Side, Snapshot};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tempfile::TempDir;
use tests::eventually;
use thirtyfour::prelude::*;
use thirtyfour::{ChromiumLikeCapabilities, LoggingPrefsLogLevel};

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
}

/// Somebody at a laptop, who reads English.
pub(crate) const AT_A_LAPTOP: Person =
    Person { width: 1280, height: 800, language: "en-GB", dark: false, phone: false };

/// Somebody with a phone in the evening, who reads French.
pub(crate) const WITH_A_PHONE: Person = Person { width: 390, height: 844, language: "fr-FR", dark: true, phone: true };

/// A window of a browser with a memory of its own.
#[derive(Debug)]
pub(crate) struct Window {
    driver: WebDriver,
    person: Person,
    /// The browser's memory; gone when this is dropped.
    _profile: TempDir,
}

/// One man, as the page draws it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Man {
    side: String,
    square: String,
}

impl Window {
    /// Opens an empty window.
    pub(crate) async fn open(driver: &Driver, person: Person) -> Self {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let capabilities = capabilities(person, &profile).expect("capabilities are plain JSON");
        let driver = WebDriver::new(driver.url(), capabilities).await;
        let driver = driver.unwrap_or_else(|error| panic!("no browser: {error}; {HOW_TO_INSTALL}"));
        let window = Self { driver, person, _profile: profile };
        window.take_shape().await;
        window
    }

    /// Gives the present tab the person's screen.
    async fn take_shape(&self) {
        let Person { width, height, dark, phone, .. } = self.person;
        let scheme = if dark { "dark" } else { "light" };
        let screen = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.tell_browser("Emulation.setDeviceMetricsOverride", screen).await;
        self.tell_browser("Emulation.setEmulatedMedia", media).await;
    }

    async fn tell_browser(&self, command: &str, parameters: serde_json::Value) {
        self.driver.cdp().send_raw(command, parameters).await.unwrap_or_else(|error| panic!("{command}: {error}"));
    }

    /// Goes to a page of a server.
    pub(crate) async fn go(&self, server: SocketAddr, path: &str) {
        self.driver.goto(format!("http://{server}{path}")).await.expect("the page can be opened");
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

    /// Waits until the page shows the room as the server tells it: the same men, the same last move.
    pub(crate) async fn shows(&self, room: &Snapshot) {
        let game = room.game.as_ref().expect("a game was started");
        let (men, last) = (men_on(&game.board), game.moves.last().cloned());
        eventually(&format!("the page shows seq {}: {last:?}", room.seq), async || {
            (self.men().await == men && self.last_move().await == last).then_some(())
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

    async fn men(&self) -> BTreeSet<Man> {
        let script = "return Array.from(document.querySelectorAll('.table .board [data-square] > .man'), (man) => \
             ({ side: man.dataset.side, square: man.parentNode.dataset.square }))";
        self.run(script).await
    }

    async fn last_move(&self) -> Option<String> {
        self.run("return document.querySelector('.last-move')?.dataset.move ?? null").await
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
        let answer = self.driver.execute(script, vec![]).await.expect("the script runs");
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

    /// The errors that the browser noted since it was last asked, but for those that `expected` knows.
    pub(crate) async fn errors(&self, expected: impl Fn(&str) -> bool) -> Vec<String> {
        let log = self.driver.browser_log().await.expect("the browser keeps a log");
        log.into_iter()
            .filter(|entry| entry.level == "SEVERE" && !expected(&entry.message))
            .map(|entry| entry.message)
            .collect()
    }

    /// Closes the browser in good order.
    pub(crate) async fn close(self) {
        self.driver.quit().await.expect("the browser ends");
    }

    /// The same, if it has noted no errors.
    pub(crate) async fn close_without_errors(self) {
        assert_eq!(self.errors(|_| false).await, Vec::<String>::new());
        self.close().await;
    }
}

fn capabilities(person: Person, profile: &TempDir) -> WebDriverResult<thirtyfour::ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
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
    Ok(capabilities)
}

fn men_on(board: &Board) -> BTreeSet<Man> {
    let of = |side: Side, squares: &[protocol::SquareName]| {
        let side = if side == Side::First { "first" } else { "second" };
        let men = squares.iter().map(|square| Man { side: side.to_owned(), square: square.to_string() });
        men.collect::<Vec<_>>()
    };
    of(Side::First, &board.first).into_iter().chain(of(Side::Second, &board.second)).collect()
}

/// Width and height of a PNG picture, from its header.
fn size_of_png(picture: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(picture.get(at..at + 4)?.try_into().ok()?));
    (picture.starts_with(b"\x89PNG")).then_some(())?;
    Some((number(16)?, number(20)?))
}
