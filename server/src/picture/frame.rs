//! The frame around a board, as the page draws it: letters and numbers on two edges, an ornament on the others.

use std::fmt::Write;

use rules::Catalogue;

use super::palette::Palette;
use super::{FONT, number};

/// How wide the frame is, in squares.
pub(super) fn width(game: &Catalogue) -> f64 {
    0.8 * f64::from(game.board.files.max(7)) / 16.0
}

/// The frame around a board whose corner is at 0, 0.
pub(super) fn frame(game: &Catalogue, palette: &Palette) -> String {
    let (files, ranks) = (f64::from(game.board.files), f64::from(game.board.ranks));
    let frame = width(game);
    let ring = |part: f64| {
        let (x, more) = (number(-frame * part), 2.0 * frame * part);
        format!("x='{x}' y='{x}' width='{}' height='{}'", number(files + more), number(ranks + more))
    };
    let middle = frame * 0.57;
    let mut svg = format!(
        "<rect {} rx='{}' fill='{}'/><rect {} rx='{}' fill='none' stroke='{}' stroke-width='{}'/>\
         <rect {} fill='none' stroke='{}' stroke-width='{}'/>",
        ring(1.0),
        number(frame * 0.4),
        palette.board("wood"),
        ring(0.93),
        number(frame * 0.34),
        palette.board("wood-edge"),
        number(frame * 0.045),
        ring(0.12),
        palette.board("ornament"),
        number(frame * 0.07),
    );
    let scale = number(frame);
    let _ = write!(
        svg,
        "<g transform='translate(0 {}) scale({scale})'>{}</g>\
         <g transform='translate({} 0) rotate(90) scale({scale})'>{}</g>",
        number(-middle),
        ornament(game, palette, files / frame),
        number(files + middle),
        ornament(game, palette, ranks / frame),
    );
    for x in [-middle, files + middle] {
        for y in [-middle, ranks + middle] {
            let colour = palette.board_or("blossom", "ornament");
            let _ = write!(svg, "<circle cx='{}' cy='{}' r='{}' fill='{colour}'/>", number(x), number(y), frame * 0.16);
        }
    }
    let size = frame * 0.62;
    let ink = palette.board("wood-ink");
    let mut text = |x: f64, y: f64, text: &str| {
        // The middle of a capital letter lies about a third of the size above the line.
        let (x, y) = (number(x), number(y + size * 0.34));
        let _ = write!(
            svg,
            "<text x='{x}' y='{y}' font-family='{FONT}' font-size='{}' text-anchor='middle' fill='{ink}'>{text}</text>",
            number(size)
        );
    };
    for (x, letter) in (0..game.board.files).zip('a'..) {
        text(f64::from(x) + 0.5, ranks + middle, &letter.to_string());
    }
    for rank in 0..game.board.ranks {
        text(-middle, ranks - f64::from(rank) - 0.5, &(rank + 1).to_string());
    }
    svg
}

/// A border along one edge, from 0 to `length`, about 0 and less than 1 high.
fn ornament(game: &Catalogue, palette: &Palette, length: f64) -> String {
    let stroke =
        format!("fill='none' stroke='{}' stroke-width='.07' stroke-linecap='round'", palette.board("ornament"));
    let blossom = format!("fill='{}'", palette.board_or("blossom", "ornament"));
    match game.id {
        "nerma" => format!(
            "<path {stroke} d='{stem}'/><path {stroke} transform='translate({length} 0) scale(-1 1)' d='{stem}'/>\
             <path {blossom} transform='translate({} 0)' d='M0,.36C-.5,.2 -.5,-.16 -.34,-.3C-.24,-.12 -.12,-.08 0,-.34\
             C.12,-.08 .24,-.12 .34,-.3C.5,-.16 .5,.2 0,.36Z'/>",
            length / 2.0,
            stem = whiplash(length),
        ),
        "jarmo" => {
            format!("<path {stroke} d='{}'/><path {blossom} d='{}'/>", horns(length), lozenges(length))
        }
        "moon" => format!("<path {blossom} d='{}'/>", stars(length)),
        _ => format!("<path {stroke} d='M.5,-.09H{end}M.5,.09H{end}'/>", end = number(length - 0.5)),
    }
}

/// Half of a border: a stem that swings and curls, as Art Nouveau liked it.
fn whiplash(length: f64) -> String {
    let swing = (length / 2.0 - 0.9) / 3.0;
    let mut path = "M.2,0".to_owned();
    for step in 0..3_u8 {
        let up = if step % 2 == 0 { 0.42 } else { -0.42 };
        let from = 0.2 + f64::from(step) * swing;
        let [one, two, end] = [0.35, 0.65, 1.0].map(|part| number(from + swing * part));
        let _ = write!(path, "C{one},{up} {two},{up} {end},0");
    }
    for (step, up) in [(1.0, -0.3), (2.0, 0.3)] {
        let at = number(0.2 + step * swing);
        let [c, d, e, f, g] = [-up, -up * 0.6, -up * 0.1, up * 0.6, up * 0.5].map(number);
        let _ = write!(path, "M{at},0c.5,{c} 1,{d} .95,{e}c-.05,{f} -.55,{g} -.5,{}", number(up * 0.1));
    }
    path
}

/// The middles of as many equal parts of a length as are about `about` long, and how long they are.
fn parts(length: f64, about: f64) -> (impl Iterator<Item = (f64, f64)>, f64) {
    let count = (length / about).floor().max(1.0);
    let step = length / count;
    let indices = std::iter::successors(Some(0.0), |index| Some(index + 1.0)).take_while(move |index| *index < count);
    (indices.map(move |index| (index, (index + 0.5) * step)), step)
}

fn horns(length: f64) -> String {
    let (middles, _) = parts(length, 1.6);
    middles.fold(String::new(), |mut path, (_, at)| {
        let at = number(at);
        let _ = write!(
            path,
            "M{at},.3V-.05c0,-.35 -.5,-.35 -.5,0c0,.2 .28,.2 .28,.02M{at},-.05c0,-.35 .5,-.35 .5,0c0,.2 -.28,.2 -.28,.02"
        );
        path
    })
}

fn lozenges(length: f64) -> String {
    let (middles, step) = parts(length, 1.6);
    middles.skip(1).fold(String::new(), |mut path, (index, _)| {
        let _ = write!(path, "M{},-.2l.14,.2l-.14,.2l-.14,-.2z", number(index * step));
        path
    })
}

fn stars(length: f64) -> String {
    let (middles, _) = parts(length, 1.1);
    middles.fold(String::new(), |mut path, (index, middle)| {
        // A little disorder, the same each time.
        let x = middle + 0.25 * (index * 5.0).sin();
        let y = 0.2 * (index * 2.4 + 1.0).sin();
        let size = 0.12 + 0.1 * ((index * 7.0) % 5.0) / 4.0;
        let inner = size * 0.22;
        let corners = [
            (0.0, -size),
            (inner, -inner),
            (size, 0.0),
            (inner, inner),
            (0.0, size),
            (-inner, inner),
            (-size, 0.0),
            (-inner, -inner),
        ];
        for (place, (dx, dy)) in corners.into_iter().enumerate() {
            let _ = write!(path, "{}{},{}", if place == 0 { 'M' } else { 'L' }, number(x + dx), number(y + dy));
        }
        path + "Z"
    })
}
