//! How a person reaches the page: with a mouse, with a finger, or by the keyboard alone. What the browser is given are
//! the events of such devices; no script presses anything.

use std::cell::Cell;

use serde_json::{Value, json};
use tests::eventually;
use thirtyfour::prelude::*;

use super::window::Window;

/// What a person plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    /// A mouse, which clicks and drags in turn.
    Mouse,
    /// A finger, which taps, drags, and where squares are small slides under the loupe, in turn.
    Finger,
    /// A keyboard: Tab, arrows and Enter.
    Keys,
}

/// A place in a window, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    /// The place so far to the right and down.
    pub(crate) fn beside(self, right: f64, down: f64) -> Self {
        Self { x: self.x + right, y: self.y + down }
    }

    fn halfway_to(self, other: Self) -> Self {
        Self { x: f64::midpoint(self.x, other.x), y: f64::midpoint(self.y, other.y) }
    }
}

/// Fingers find squares without a loupe if they are as many pixels wide.
const FINGER: f64 = 36.0;

/// So often Tab is pressed before it is said that something cannot be reached.
const MOST_TABS: usize = 150;

const UP: char = '\u{e013}';
const DOWN: char = '\u{e015}';
const LEFT: char = '\u{e012}';
const RIGHT: char = '\u{e014}';
const ENTER: char = '\u{e007}';
const TAB: char = '\u{e004}';

/// What one does on the board to make a move.
enum Deed<'a> {
    /// A man goes from square to square.
    Go(&'a str, &'a str),
    /// A man is placed.
    Place(&'a str),
    /// A captured man comes back on a square, for the mark of another one.
    BringBack { payer: &'a str, to: &'a str },
}

impl<'a> Deed<'a> {
    fn read(text: &'a str) -> Self {
        if let Some((payer, to)) = text.split_once('*') {
            return Self::BringBack { payer, to };
        }
        match text.split_once('-') {
            Some((from, to)) => Self::Go(from, to),
            None => Self::Place(text),
        }
    }
}

fn cell(square: &str) -> String {
    format!(".table .cell[data-square='{square}']")
}

fn pressable(square: &str) -> String {
    format!(".table .cell.pressable[data-square='{square}']")
}

fn chosen(square: &str) -> String {
    format!(".table .cell[data-square='{square}'][aria-selected='true']")
}

impl Hand {
    /// Presses a button or a link, or chooses one of several radio buttons, as soon as it is there.
    pub(crate) async fn press(self, window: &Window, css: &str) {
        match self {
            Self::Mouse => {
                let place = window.place(css).await;
                window.mouse_down(place).await;
                window.mouse_up(place).await;
            }
            Self::Finger => {
                let place = window.place(css).await;
                window.finger_down(place).await;
                window.finger_up().await;
            }
            Self::Keys => {
                window.sees(css).await;
                window.tab_to(css).await;
                // A radio button is chosen by being reached; Enter would send its form.
                if window.count(&format!("{css}:is([type='radio'])")).await == 0 {
                    window.type_keys(&ENTER.to_string()).await;
                }
            }
        }
    }

    /// Makes a move. Which of the ways that a hand has is used goes by the number of the ply.
    pub(crate) async fn play(self, window: &Window, ply: usize, text: &str) {
        match Deed::read(text) {
            Deed::Go(from, to) => self.go(window, ply, from, to).await,
            Deed::Place(to) => {
                window.sees(&pressable(to)).await;
                self.press_square(window, to).await;
            }
            Deed::BringBack { payer, to } => {
                self.press(window, "button.tray").await;
                window.sees("button.tray[aria-pressed='true']").await;
                self.press_square(window, to).await;
                if window.asks_who_pays(text).await {
                    self.press_square(window, payer).await;
                }
            }
        }
    }

    async fn go(self, window: &Window, ply: usize, from: &str, to: &str) {
        window.sees(&pressable(from)).await;
        let small = self == Self::Finger && window.square_width().await < FINGER;
        match (self, small, ply % 4) {
            (Self::Mouse, _, 1 | 3) => {
                let [from, to] = [window.place(&cell(from)).await, window.place(&cell(to)).await];
                window.mouse_down(from).await;
                window.mouse_to(from.halfway_to(to)).await;
                window.mouse_to(to).await;
                window.mouse_up(to).await;
            }
            // Far enough on a board of small squares, so that the man is dragged, and not another one aimed at.
            (Self::Finger, false, 1 | 3) | (Self::Finger, true, 1) => {
                let [from, to] = [window.place(&cell(from)).await, window.place(&cell(to)).await];
                window.finger_down(from).await;
                window.finger_to(from.halfway_to(to)).await;
                window.finger_to(to).await;
                window.finger_up().await;
            }
            (Self::Finger, true, 2 | 3) => {
                window.slide_onto(from).await;
                window.sees(&chosen(from)).await;
                window.slide_onto(to).await;
            }
            _ => {
                self.press_square(window, from).await;
                window.sees(&chosen(from)).await;
                self.press_square(window, to).await;
            }
        }
    }

    /// Presses a square of the board.
    async fn press_square(self, window: &Window, square: &str) {
        match self {
            Self::Mouse | Self::Finger => self.press(window, &cell(square)).await,
            Self::Keys => {
                window.walk_to(square).await;
                window.type_keys(&ENTER.to_string()).await;
            }
        }
    }
}

impl Window {
    /// Where something is, in the middle of it, once it is there, can be pressed, nothing lies over it, and it has stayed
    /// where it is from one look to the next: a finger that comes down while the page still moves misses it. What cannot be
    /// seen is scrolled to.
    pub(crate) async fn place(&self, css: &str) -> Point {
        let script = "const element = document.querySelector(arguments[0]); \
             if (element === null || element.disabled) return null; \
             for (const block of ['nearest', 'center']) { \
               element.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' }); \
               const { left, top, width, height } = element.getBoundingClientRect(); \
               const [x, y] = [left + width / 2, top + height / 2]; \
               const hit = document.elementFromPoint(x, y); \
               if (hit && (element.contains(hit) || hit.closest('label')?.contains(element))) return [x, y]; \
             } \
             return null";
        let before = Cell::new(None);
        eventually(&format!("{css} can be reached"), async || {
            let found: Option<(f64, f64)> = self.run_on(script, vec![json!(css)]).await;
            let stays = before.replace(found) == found;
            found.filter(|_| stays).map(|(x, y)| Point { x, y })
        })
        .await
    }

    /// Whether it is still to be said who pays for this move, or it is played, once the one or the other is so. Who is
    /// quick has answered it by then, so that it may not be shown as the last move any more.
    async fn asks_who_pays(&self, text: &str) -> bool {
        let script = "if (document.querySelector('.table .choice .capture') !== null) return true; \
             return document.querySelector('button.tray[aria-pressed=\"true\"]') === null ? false : null";
        eventually(&format!("{text} is played, or its payer asked for"), async || {
            self.run::<Option<bool>>(script).await
        })
        .await
    }

    /// How many pixels a square of the board is wide.
    async fn square_width(&self) -> f64 {
        self.run("return document.querySelector('.table .cell').getBoundingClientRect().width").await
    }

    async fn mouse(&self, what: &str, Point { x, y }: Point, buttons: u32) {
        let button = if what == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let event = json!({"type": what, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1});
        self.tell_browser("Input.dispatchMouseEvent", event).await;
    }

    /// Goes somewhere with the mouse, and presses it.
    pub(crate) async fn mouse_down(&self, place: Point) {
        self.mouse("mouseMoved", place, 0).await;
        self.mouse("mousePressed", place, 1).await;
    }

    /// Goes somewhere with the mouse pressed.
    pub(crate) async fn mouse_to(&self, place: Point) {
        self.mouse("mouseMoved", place, 1).await;
    }

    /// Lets go of the mouse.
    pub(crate) async fn mouse_up(&self, place: Point) {
        self.mouse("mouseReleased", place, 0).await;
    }

    async fn touch(&self, what: &str, fingers: Vec<Value>) {
        self.tell_browser("Input.dispatchTouchEvent", json!({"type": what, "touchPoints": fingers})).await;
    }

    /// Sets a finger down.
    pub(crate) async fn finger_down(&self, Point { x, y }: Point) {
        self.touch("touchStart", vec![json!({"x": x, "y": y})]).await;
    }

    /// Slides it somewhere.
    pub(crate) async fn finger_to(&self, Point { x, y }: Point) {
        self.touch("touchMove", vec![json!({"x": x, "y": y})]).await;
    }

    /// Lifts it.
    pub(crate) async fn finger_up(&self) {
        self.touch("touchEnd", vec![]).await;
    }

    /// Presses beside a square, sees in the loupe that it is another one, slides onto the right one, and lets go.
    async fn slide_onto(&self, square: &str) {
        let place = self.place(&cell(square)).await;
        let width = self.square_width().await;
        let middle = self.run::<f64>("return innerWidth / 2").await;
        let side = if place.x > middle { -width } else { width };
        self.finger_down(place.beside(side, 0.0)).await;
        self.sees(".loupe").await;
        assert_ne!(self.text(".loupe .name").await.as_deref(), Some(square), "the finger came down beside it");
        self.finger_to(place).await;
        self.reads(".loupe .name", square).await;
        self.finger_up().await;
        self.misses(".loupe").await;
    }

    /// Types keys at wherever the keyboard is.
    pub(crate) async fn type_keys(&self, keys: &str) {
        self.driver.action_chain().send_keys(keys).perform().await.expect("keys can be typed");
    }

    /// Presses Tab, or Shift and Tab, until the keyboard is on something. One of several radio buttons is then chosen
    /// with the arrows.
    async fn tab_to(&self, css: &str) {
        let look = "const [wanted, now] = [document.querySelector(arguments[0]), document.activeElement]; \
             if (wanted === now) return 'there'; \
             if (wanted.type === 'radio' && now.type === 'radio' && wanted.name === now.name) return 'beside'; \
             return now.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? 'before' : 'behind'";
        for _ in 0..MOST_TABS {
            match self.run_on::<String>(look, vec![json!(css)]).await.as_str() {
                "there" => return,
                "beside" => self.type_keys(&DOWN.to_string()).await,
                "behind" => self.type_keys(&TAB.to_string()).await,
                _ => {
                    let chain = self.driver.action_chain().key_down(Key::Shift).send_keys(TAB.to_string());
                    chain.key_up(Key::Shift).perform().await.expect("keys can be typed");
                }
            }
        }
        let at = self.run::<String>("return document.activeElement.outerHTML.slice(0, 200)").await;
        panic!("the keyboard does not reach {css}; it is at {at}");
    }

    /// Goes to a square of the board with the arrows, from wherever the keyboard is.
    async fn walk_to(&self, square: &str) {
        let inside = "return document.activeElement.matches('.table .cell')";
        if !self.run::<bool>(inside).await {
            self.tab_to(".table .cell[tabindex='0']").await;
        }
        let script = "const rows = Array.from(document.querySelectorAll('.table .cells [role=row]'), (row) => \
               Array.from(row.children, (cell) => cell.dataset.square)); \
             const place = (square) => { \
               const y = rows.findIndex((row) => row.includes(square)); \
               return [rows[y].indexOf(square), y]; \
             }; \
             const [from, to] = [place(document.activeElement.dataset.square), place(arguments[0])]; \
             return [to[0] - from[0], to[1] - from[1]]";
        let (right, down): (i32, i32) = self.run_on(script, vec![json!(square)]).await;
        let times = |key: char, count: i32| key.to_string().repeat(count.unsigned_abs() as usize);
        let across = times(if right > 0 { RIGHT } else { LEFT }, right);
        let along = times(if down > 0 { DOWN } else { UP }, down);
        if !(across.is_empty() && along.is_empty()) {
            self.type_keys(&format!("{across}{along}")).await;
        }
        let there = "return document.activeElement.dataset.square ?? null";
        assert_eq!(self.run::<Option<String>>(there).await.as_deref(), Some(square), "the arrows lead there");
    }
}
