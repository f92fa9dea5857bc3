//! A board with its men, as the page draws it, seen by the first player. Lengths are in squares, and the top left
//! corner of the board is at 0, 0.

use std::collections::HashSet;
use std::fmt::Write;

use rules::{Catalogue, Look, SetUp, Side, Square};

use super::men::man;
use super::number;
use super::palette::Palette;

/// Boards of up to so many files are drawn with a finer pen: their squares are larger, and lines must not grow with them.
const FEW_SQUARES: u8 = 6;

/// How thick lines are drawn.
pub(super) fn pen(game: &Catalogue) -> f64 {
    if game.board.files > FEW_SQUARES { 1.0 } else { 0.45 }
}

/// The board and its men.
pub(super) fn board(game: &Catalogue, palette: &Palette, position: &SetUp) -> String {
    let (files, ranks) = (game.board.files, game.board.ranks);
    let mut svg = format!("<rect width='{files}' height='{ranks}' fill='{}'/>", palette.board("ground"));
    if game.board.look == Look::Squares {
        svg += &squares(game, palette);
    }
    for side in Side::BOTH {
        svg += &camp(game, palette, side);
    }
    svg += &if game.id == "moon" { moons(game, palette) } else { closed(game, palette) };
    if game.board.look == Look::Points {
        svg += &points(game, palette);
    }
    for side in Side::BOTH {
        let drawn = [false, true].map(|marked| man(game, palette, side, marked));
        for square in position.men(side) {
            let (x, y) = centre(game, *square);
            let man = &drawn[usize::from(position.marked.contains(square))];
            let _ = write!(svg, "<g transform='translate({x} {y})'>{man}</g>");
        }
    }
    svg
}

/// The middle of a square.
fn centre(game: &Catalogue, square: Square) -> (f64, f64) {
    (f64::from(square.file()) + 0.5, f64::from(game.board.ranks) - f64::from(square.rank()) - 0.5)
}

fn corner(game: &Catalogue, square: Square) -> (u8, u8) {
    (square.file(), game.board.ranks.saturating_sub(square.rank() + 1))
}

fn squares(game: &Catalogue, palette: &Palette) -> String {
    let (files, ranks) = (game.board.files, game.board.ranks);
    let mut svg = String::new();
    // Halma is played on a plain grid unless a person wants it chequered.
    if game.board.chequered && game.id != "halma" {
        let dark = game.board.squares.iter().filter(|square| (square.file() + square.rank()) % 2 == 0);
        let _ = write!(svg, "<path fill='{}' d='{}'/>", palette.board("dark"), areas(game, dark));
    }
    let mut grid = String::new();
    for y in 1..ranks {
        let _ = write!(grid, "M0,{y}h{files}");
    }
    for x in 1..files {
        let _ = write!(grid, "M{x},0v{ranks}");
    }
    let colour = palette.board("grid");
    let _ = write!(svg, "<path fill='none' stroke='{colour}' stroke-width='{}' d='{grid}'/>", 0.035 * pen(game));
    svg
}

fn areas<'a>(game: &Catalogue, squares: impl IntoIterator<Item = &'a Square>) -> String {
    squares.into_iter().fold(String::new(), |mut path, square| {
        let (x, y) = corner(game, *square);
        let _ = write!(path, "M{x},{y}h1v1h-1z");
        path
    })
}

/// A side's camp in the colour of its owner.
fn camp(game: &Catalogue, palette: &Palette, side: Side) -> String {
    let camp = game.board.camps[side.index()];
    let inside: HashSet<_> = camp.iter().map(|square| (square.file(), square.rank())).collect();
    let has = |file: Option<u8>, rank: Option<u8>| file.zip(rank).is_some_and(|place| inside.contains(&place));
    let mut outline = String::new();
    for square in camp {
        let (file, rank) = (square.file(), square.rank());
        let (x, y) = corner(game, *square);
        for (neighbour, edge) in [
            (has(Some(file), rank.checked_add(1)), format!("M{x},{y}h1")),
            (has(Some(file), rank.checked_sub(1)), format!("M{x},{}h1", y + 1)),
            (has(file.checked_sub(1), Some(rank)), format!("M{x},{y}v1")),
            (has(file.checked_add(1), Some(rank)), format!("M{},{y}v1", x + 1)),
        ] {
            if !neighbour {
                outline += &edge;
            }
        }
    }
    let line = |colour: &str, width: f64| {
        let width = number(width * pen(game));
        format!("<path fill='none' stroke='{colour}' stroke-width='{width}' stroke-linecap='square' d='{outline}'/>")
    };
    format!(
        "<path fill='{}' fill-opacity='.42' d='{}'/>{}{}",
        palette.man(side, "man"),
        areas(game, camp),
        line(palette.man(side, "rim"), 0.16),
        line(palette.man(side, "man"), 0.09),
    )
}

/// A ring on each square on which no man may be placed.
fn closed(game: &Catalogue, palette: &Palette) -> String {
    game.board.closed.iter().fold(String::new(), |mut svg, square| {
        let (x, y) = centre(game, *square);
        let _ = write!(
            svg,
            "<circle cx='{x}' cy='{y}' r='.3' fill='none' stroke='{}' stroke-width='{}' stroke-dasharray='.08 .08'/>",
            palette.board("line"),
            0.06 * pen(game),
        );
        svg
    })
}

fn points(game: &Catalogue, palette: &Palette) -> String {
    let mut lines = String::new();
    for (from, to) in game.board.lines {
        let ((ax, ay), (bx, by)) = (centre(game, *from), centre(game, *to));
        let _ = write!(lines, "M{ax},{ay}L{bx},{by}");
    }
    let bed = palette.board_or("bed", "ground");
    let ink = palette.board("line");
    let pen = pen(game);
    let mut svg = String::new();
    for (colour, width) in [(bed, 0.14 * pen), (ink, 0.05 * pen)] {
        let _ = write!(svg, "<path fill='none' stroke='{colour}' stroke-width='{width}' d='{lines}'/>");
    }
    for square in game.board.squares {
        let (x, y) = centre(game, *square);
        let _ = write!(
            svg,
            "<g transform='translate({x} {y})'><circle r='.13' fill='{bed}' stroke='{ink}' stroke-width='{}'/>\
             <path fill='{ink}' d='M0,-.1L.03,-.03L.1,0L.03,.03L0,.1L-.03,.03L-.1,0L-.03,-.03Z'/></g>",
            0.06 * pen,
        );
    }
    svg
}

/// How far each phase of the moon is lit, from -1 (not at all) to 1 (full); it returns after so many squares.
const PHASES: [f64; 7] = [-0.55, 0.0, 0.55, 1.0, 0.55, 0.0, -0.55];

/// A picture of a moon on each square. On a square that is closed for placing it has a face.
fn moons(game: &Catalogue, palette: &Palette) -> String {
    let (night, lit) = (palette.board("night"), palette.board("lit"));
    let mut svg = String::new();
    for square in game.board.squares {
        let (x, y) = centre(game, *square);
        if game.board.closed.contains(square) {
            let _ = write!(svg, "<g transform='translate({x} {y})'>{}</g>", face(palette));
            continue;
        }
        let index = (usize::from(square.file()) + 2 * usize::from(square.rank())) % PHASES.len();
        let phase = PHASES[index];
        let mirrored = if index > PHASES.len() / 2 { " scale(-1 1)" } else { "" };
        // The edge of the shadow is half an ellipse, bulging to either side.
        let _ = write!(
            svg,
            "<g transform='translate({x} {y}){mirrored}'><circle r='.37' fill='{night}'/>\
             <path fill='{lit}' d='M0,-.37A.37,.37 0 0 1 0,.37A{},.37 0 0 {} 0,-.37Z'/></g>",
            number(phase.abs() * 0.37),
            u8::from(phase > 0.0),
        );
    }
    svg
}

fn face(palette: &Palette) -> String {
    let mut rays = String::new();
    for index in 0..16_u8 {
        let (x, y) = (f64::from(index) * std::f64::consts::FRAC_PI_8).sin_cos();
        let length = if index % 2 == 0 { 0.48 } else { 0.45 };
        let [a, b, c, d] = [x * 0.42, -y * 0.42, x * length, -y * length].map(number);
        let _ = write!(rays, "M{a},{b}L{c},{d}");
    }
    let (lit, ink) = (palette.board("lit"), palette.board("line"));
    let line = "fill='none' stroke-linecap='round' stroke-linejoin='round'";
    format!(
        "<path {line} stroke='{lit}' stroke-width='.03' d='{rays}'/><circle r='.37' fill='{lit}'/>\
         <path {line} stroke='{ink}' stroke-width='.022' d='M-.2,-.1q.07,-.07 .14,0M.06,-.1q.07,-.07 .14,0\
         M0,-.06q-.06,.12 -.05,.15h.09M-.16,.15q.16,.14 .32,0M-.25,.07a.05,.03 0 0 1 .1,0M.15,.07a.05,.03 0 0 1 .1,0'/>"
    )
}
