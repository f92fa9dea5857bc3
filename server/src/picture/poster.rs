//! The whole picture that goes with a link: a board, and in words what it is about.

use std::fmt::Write;

use resvg::usvg::{Options, Tree};
use rules::{Catalogue, SetUp, Side};

use super::palette::{self, Palette};
use super::{FONT, Scene, board, frame, men, number};
use crate::web::Files;

/// How wide and high a picture is, in pixels: what messengers and networks ask for.
pub(super) const SIZE: (u32, u32) = (1200, 630);

const PAPER: &str = "#f6f0e3";
const INK: &str = "#2a2320";
const SOFT: &str = "#6a5d50";
const GOLD: &str = "#a97a22";

/// Where the words begin, and how wide they may be.
const WORDS: (f64, f64) = (652.0, 508.0);

/// The picture of a scene as SVG. `options` hold the font.
pub(super) fn poster(scene: &Scene, options: &Options<'_>) -> String {
    let sheet = palette::sheets();
    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>\
         <rect width='{width}' height='{height}' fill='{PAPER}'/>"
    );
    match scene {
        Scene::Home { title, words } => {
            let positions = rules::games().iter().take(4).map(|game| (game.catalogue(), game.start().set_up()));
            let places = [(170.0, 168.0), (462.0, 168.0), (170.0, 462.0), (462.0, 462.0)];
            for ((game, position), (x, y)) in positions.zip(places) {
                svg += &framed_board(game, &Palette::of(game, &sheet), &position, (x, y), 278.0);
            }
            svg += &words_of(title, words, 356.0, options);
            svg += &icon(WORDS.0, 52.0, 96.0);
        }
        Scene::Board { game, position, title, words } => {
            let palette = Palette::of(game, &sheet);
            svg += &framed_board(game, &palette, position, (315.0, 315.0), 566.0);
            svg += &words_of(title, words, 293.0, options);
            svg += &icon(WORDS.0, 48.0, 52.0);
            svg += &text("Sauterelle", WORDS.0 + 68.0, 88.0, 40.0, SOFT);
            for (side, x) in [(Side::First, 47.0), (Side::Second, 167.0)] {
                let (x, scale) = (WORDS.0 + x, 122.0);
                let man = men::man(game, &palette, side, false);
                let _ = write!(svg, "<g transform='translate({x} 534) scale({scale})'>{man}</g>");
            }
        }
    }
    svg + "</svg>"
}

/// A board in its frame, around a point and as large as may be.
fn framed_board(game: &Catalogue, palette: &Palette, position: &SetUp, (x, y): (f64, f64), size: f64) -> String {
    let (files, ranks) = (f64::from(game.board.files), f64::from(game.board.ranks));
    let scale = size / (files.max(ranks) + 2.0 * frame::width(game));
    format!(
        "<g transform='translate({} {}) scale({})'>{}{}</g>",
        number(x - files * scale / 2.0),
        number(y - ranks * scale / 2.0),
        number(scale),
        frame::frame(game, palette),
        board::board(game, palette, position),
    )
}

/// What the picture says, around a height: a title, a rule in gold, and some words below.
fn words_of(title: &str, words: &str, middle: f64, options: &Options<'_>) -> String {
    let (x, width) = WORDS;
    let title = Block::fit(title, width, &[(124.0, 1), (104.0, 1), (76.0, 2), (64.0, 2), (54.0, 2)], options);
    let words = Block::fit(words, width, &[(58.0, 2), (52.0, 2), (48.0, 3), (42.0, 3)], options);
    let height = title.height() + 46.0 + words.height();
    let top = middle - height / 2.0;
    let rule = top + title.height() + 24.0;
    let mut svg = title.at(x, top, INK);
    let _ = write!(svg, "<rect x='{}' y='{}' width='96' height='6' fill='{GOLD}'/>", x + 4.0, number(rule));
    svg + &words.at(x, rule + 22.0, GOLD_INK)
}

/// Gold that is dark enough to be read on paper.
const GOLD_INK: &str = "#8a5f12";

/// Lines of one size.
struct Block {
    lines: Vec<String>,
    size: f64,
}

impl Block {
    /// Breaks a text into lines of some width, in the first of the sizes in which these are no more than may be.
    fn fit(words: &str, width: f64, sizes: &[(f64, usize)], options: &Options<'_>) -> Self {
        let mut block = Self { lines: Vec::new(), size: 0.0 };
        for &(size, most) in sizes {
            let fits = |line: &str| width_of(line, size, options) <= width;
            let mut lines: Vec<String> = Vec::new();
            for word in words.split(' ') {
                let longer = lines.last().map(|line| format!("{line} {word}")).filter(|longer| fits(longer));
                match (longer, lines.last_mut()) {
                    (Some(longer), Some(last)) => *last = longer,
                    _ => lines.push(word.to_owned()),
                }
            }
            block = Self { size, lines };
            if block.lines.len() <= most && block.lines.iter().all(|line| fits(line)) {
                break;
            }
        }
        block
    }

    fn height(&self) -> f64 {
        self.lines.iter().fold(0.0, |height, _| height + self.size * 1.08)
    }

    fn at(&self, x: f64, top: f64, colour: &str) -> String {
        let mut baseline = top - self.size * 0.22;
        self.lines.iter().fold(String::new(), |svg, line| {
            baseline += self.size * 1.08;
            svg + &text(line, x, baseline, self.size, colour)
        })
    }
}

fn text(words: &str, x: f64, y: f64, size: f64, colour: &str) -> String {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<text x='{}' y='{}' font-family='{FONT}' font-size='{}' fill='{colour}'>{words}</text>",
        number(x),
        number(y),
        number(size)
    )
}

/// How wide a line is, in pixels.
fn width_of(line: &str, size: f64, options: &Options<'_>) -> f64 {
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg'>{}</svg>", text(line, 0.0, 0.0, size, INK));
    Tree::from_str(&svg, options).map_or(0.0, |tree| tree.root().abs_bounding_box().width().into())
}

/// The page's icon.
fn icon(x: f64, y: f64, size: f64) -> String {
    let icon = Files::text("assets/icon.svg");
    icon.replacen("<svg ", &format!("<svg x='{x}' y='{y}' width='{size}' height='{size}' "), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Language;
    use crate::picture::{Subject, options};

    #[test]
    fn all_words_stay_within_the_picture() {
        let options = options();
        for language in Language::ALL {
            for subject in Subject::fixed() {
                let scene = subject.scene(language).unwrap();
                let (Scene::Home { title, words } | Scene::Board { title, words, .. }) = &scene;
                let tree = Tree::from_str(
                    &format!(
                        "<svg xmlns='http://www.w3.org/2000/svg'>{}</svg>",
                        words_of(title, words, 293.0, &options)
                    ),
                    &options,
                )
                .unwrap();
                let extent = tree.root().abs_bounding_box();
                assert!(extent.width() > 100.0, "{title}: nothing is written");
                assert!(extent.left() > 640.0 && extent.right() < 1170.0, "{title}: {words}: {extent:?}");
                assert!(extent.top() > 105.0 && extent.bottom() < 480.0, "{title}: {words}: {extent:?}");
            }
        }
    }
}
