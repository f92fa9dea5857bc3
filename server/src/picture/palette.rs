//! The colours of the boards, out of the page's own style sheets.

use std::collections::HashMap;

use rules::{Catalogue, Side};

use crate::web::Files;

/// The colours of one game's board, by the names that the style sheet gives them.
#[derive(Debug)]
pub(super) struct Palette {
    board: HashMap<String, String>,
    men: [HashMap<String, String>; 2],
}

/// The page's style sheets that have colours of boards and men, one after the other.
pub(super) fn sheets() -> String {
    ["board", "looks", "men"].map(|name| Files::text(&format!("assets/style/{name}.css"))).join("\n")
}

/// What is drawn where the style sheets have no colour.
const FALLBACK: &str = "#808080";

impl Palette {
    /// The colours of a game in light, from the text of the style sheets.
    pub(super) fn of(game: &Catalogue, sheet: &str) -> Self {
        let rules = rules_of(sheet);
        let mut board = HashMap::new();
        for selector in [".board".to_owned(), format!(".board[data-game='{}']", game.id)] {
            collect(&rules, &selector, &mut board);
        }
        let men = Side::BOTH.map(|side| {
            let colour = game.colours[side.index()].en;
            let mut man = HashMap::new();
            for selector in [
                format!("[data-side='{}']", side.as_str()),
                format!("[data-colour='{colour}']"),
                format!(".contents[data-game='{}'] [data-colour='{colour}']", game.id),
            ] {
                collect(&rules, &selector, &mut man);
            }
            man
        });
        Self { board, men }
    }

    /// A colour of the board.
    pub(super) fn board(&self, name: &str) -> &str {
        self.board.get(name).map_or(FALLBACK, String::as_str)
    }

    /// A colour of the board, or another where the game has none of that name.
    pub(super) fn board_or(&self, name: &str, other: &str) -> &str {
        self.board.get(name).map_or_else(|| self.board(other), String::as_str)
    }

    /// A colour of a side's men.
    pub(super) fn man(&self, side: Side, name: &str) -> &str {
        self.men[side.index()].get(name).map_or(FALLBACK, String::as_str)
    }
}

/// A selector and the custom properties that it sets.
type Rule<'a> = (&'a str, Vec<(&'a str, &'a str)>);

/// The rules of a style sheet in order, a selector each; of the declarations, the custom properties.
fn rules_of(sheet: &str) -> Vec<Rule<'_>> {
    let mut rules = Vec::new();
    for block in sheet.split('}') {
        let Some((before, body)) = block.rsplit_once('{') else { continue };
        // What lies before the selector: the rest of a comment, or of an at-rule that holds this one.
        let selectors = before.rsplit(['{', ';']).next().unwrap_or_default();
        let selectors = selectors.rsplit_once("*/").map_or(selectors, |(_, selectors)| selectors);
        let properties: Vec<_> = body
            .split(';')
            .filter_map(|declaration| declaration.split_once(':'))
            .filter_map(|(name, value)| Some((name.trim().strip_prefix("--")?, value.trim())))
            .collect();
        rules.extend(selectors.split(',').map(|selector| (selector.trim(), properties.clone())));
    }
    rules
}

fn collect(rules: &[Rule<'_>], selector: &str, into: &mut HashMap<String, String>) {
    for (_, properties) in rules.iter().filter(|(of, _)| *of == selector) {
        into.extend(properties.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_finds_its_colours_in_the_style_sheets() {
        let sheet = sheets();
        for game in rules::games() {
            let palette = Palette::of(game.catalogue(), &sheet);
            for name in ["wood", "wood-edge", "wood-ink", "ornament", "ground", "dark", "grid", "line"] {
                assert!(palette.board(name).starts_with('#'), "{} {name}", game.id());
                assert_ne!(palette.board(name), FALLBACK, "{} {name}", game.id());
            }
            let own: &[&str] = match game.id() {
                "moon" => &["lit", "night", "blossom"],
                "jarmo" => &["bed", "blossom"],
                _ => &[],
            };
            for name in own {
                assert_ne!(palette.board(name), FALLBACK, "{} {name}", game.id());
            }
            for side in Side::BOTH {
                for name in ["man", "rim", "sign"] {
                    assert_ne!(palette.man(side, name), FALLBACK, "{} {side} {name}", game.id());
                }
            }
        }
    }

    #[test]
    fn what_a_game_sets_for_itself_counts() {
        let sheet = "/* a; b */ .board {\n --wood: #111111; display: block; --grid: #222222;\n}\n\
            [data-theme='dark'] .board { --wood: #333333 }\n.board[data-game='nerma'] { --wood: #444444; }\n\
            @media (x: y) { .cell:hover { --wood: #555555; } }\n[data-colour='red'], .other { --man: #666666 }";
        let nerma = rules::game("nerma").unwrap().catalogue();
        let palette = Palette::of(nerma, sheet);
        assert_eq!(palette.board("wood"), "#444444");
        assert_eq!(palette.board("grid"), "#222222");
        assert_eq!(palette.board_or("bed", "grid"), "#222222");
        assert_eq!(palette.man(Side::First, "man"), "#666666");
        assert_eq!(palette.man(Side::Second, "man"), FALLBACK);
    }
}
