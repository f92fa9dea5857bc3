//! The men, as the page draws them: the sides differ by shape and sign as well as by colour.

use std::fmt::Write;

use rules::{Catalogue, Look, Side};

use super::palette::Palette;

const OCTAGON: &str = "M-.16,-.385h.32L.385,-.16v.32L.16,.385h-.32L-.385,.16v-.32z";

/// A man around 0, 0, a square wide. If it is marked, it carries a line in the other side's colour.
pub(super) fn man(game: &Catalogue, palette: &Palette, side: Side, marked: bool) -> String {
    let colour = |name| palette.man(side, name);
    let pen = super::board::pen(game);
    let scale = if game.board.look == Look::Points { 0.82 } else { 1.0 };
    let mut svg = format!("<g transform='scale({scale})'>");
    let body = format!("fill='{}' stroke='{}' stroke-width='{}'", colour("man"), colour("rim"), 0.05 * pen);
    let _ = match side {
        Side::First => write!(svg, "<circle r='.38' {body}/>"),
        Side::Second => write!(svg, "<path d='{OCTAGON}' {body}/>"),
    };
    let sign = format!("fill='{}'", colour("sign"));
    let stroke = format!(
        "fill='none' stroke='{}' stroke-width='{}' stroke-linecap='round' stroke-linejoin='round'",
        colour("sign"),
        (0.06 * pen).max(0.035)
    );
    svg += &glyph(game.id, side, &sign, &stroke);
    if marked {
        let other = side.opponent();
        let line = |colour, width| {
            format!("<path d='M-.25,.25h.5' stroke='{colour}' stroke-width='{width}' stroke-linecap='round'/>")
        };
        svg += &line(palette.man(other, "sign"), 0.15);
        svg += &line(palette.man(other, "man"), 0.095);
    }
    svg + "</g>"
}

/// The sign on a man.
fn glyph(game: &str, side: Side, sign: &str, stroke: &str) -> String {
    match (game, side) {
        ("jarmo", Side::First) => format!(
            "<path {stroke} d='M-.17,.1A.24,.24 0 0 1 .17,.1M-.17,.1L0,.2L.17,.1M0,.2V-.25'/>\
             <path {sign} d='M0,-.31L.07,-.19H-.07Z'/>"
        ),
        ("jarmo", Side::Second) => format!(
            "<path {stroke} d='M-.13,.25V-.12M0,.25V-.2M.13,.25V-.12'/>\
             <path {sign} d='M-.13,-.22l.06,.11h-.12ZM0,-.3l.06,.11h-.12ZM.13,-.22l.06,.11h-.12Z'/>"
        ),
        ("moon", Side::First) => format!("<circle {stroke} r='.24'/><circle {sign} r='.11'/>"),
        ("moon", Side::Second) => format!("<path {sign} d='M.08,-.24A.25,.25 0 1 0 .08,.24A.2,.2 0 1 1 .08,-.24Z'/>"),
        (_, Side::First) => format!("<circle {stroke} r='.2'/>"),
        (_, Side::Second) => {
            format!("<path {sign} d='M0,-.26Q.05,-.05 .26,0Q.05,.05 0,.26Q-.05,.05 -.26,0Q-.05,-.05 0,-.26Z'/>")
        }
    }
}
