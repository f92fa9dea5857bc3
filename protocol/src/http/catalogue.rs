//! The catalogue of games: all that a client needs to name and draw them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Localized;
use crate::computer::ComputerLevel;
use crate::names::{PerSide, SquareName, square_names};

/// `GET /api/catalogue`: all that a client needs to name and draw the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Catalogue {
    /// The protocol's version.
    pub protocol: u32,
    /// The games, in the order in which they are offered.
    pub games: Vec<CatalogueEntry>,
    /// The levels at which the computer plays on this server, weakest first; none if it does not play here.
    #[serde(default)]
    pub computer: Vec<ComputerLevel>,
}

/// One game of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CatalogueEntry {
    /// Its id.
    pub id: String,
    /// The version of its rules that new games are played by.
    pub rules_version: u32,
    /// Its name.
    pub name: Localized,
    /// The two sides' colours.
    pub colours: PerSide<Localized>,
    /// How many men each side has.
    pub men: u32,
    /// Whether the men are placed one by one before they move.
    pub placing: bool,
    /// Whether captured men can be brought back.
    pub bringing_back: bool,
    /// Whether who is first is usually drawn by lot.
    pub lot_by_default: bool,
    /// After how many own moves a side's camp must be empty, where the game has that rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evacuation: Option<u32>,
    /// After how many moves in a row without a capture the game ends, where it has that rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_limit: Option<u32>,
    /// The board.
    pub board: BoardGeometry,
}

/// What a board looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardGeometry {
    /// How many files it has: `a` and so on, from the left.
    pub files: u32,
    /// How many ranks it has: 1 and so on, from the bottom, as the first player sees it.
    pub ranks: u32,
    /// What a place on it looks like.
    pub look: Look,
    /// Whether the squares have two colours in turn.
    pub chequered: bool,
    /// Every square or point that exists.
    pub squares: Vec<SquareName>,
    /// The lines along which men move, where they are drawn; each once.
    pub lines: Vec<[SquareName; 2]>,
    /// Where each side's men start.
    pub camps: PerSide<Vec<SquareName>>,
    /// Where each side's men want to go.
    pub goals: PerSide<Vec<SquareName>>,
    /// The squares on which no man may be placed.
    pub closed: Vec<SquareName>,
}

impl Catalogue {
    /// All games that the rules know, on a server on which the computer plays at these levels.
    #[must_use]
    pub fn of_all_games(computer: Vec<ComputerLevel>) -> Self {
        let games = rules::games().iter().map(|game| game.catalogue().into()).collect();
        Self { protocol: crate::VERSION, games, computer }
    }
}

impl From<&rules::Catalogue> for CatalogueEntry {
    fn from(entry: &rules::Catalogue) -> Self {
        Self {
            id: entry.id.to_owned(),
            rules_version: entry.rules_version,
            name: entry.name.into(),
            colours: entry.colours.map(Localized::from).into(),
            men: entry.men,
            placing: entry.placing,
            bringing_back: entry.bringing_back,
            lot_by_default: entry.lot_by_default,
            evacuation: entry.evacuation,
            quiet_limit: entry.quiet_limit,
            board: (&entry.board).into(),
        }
    }
}

impl From<&rules::Board> for BoardGeometry {
    fn from(board: &rules::Board) -> Self {
        Self {
            files: board.files.into(),
            ranks: board.ranks.into(),
            look: board.look.into(),
            chequered: board.chequered,
            squares: square_names(board.squares),
            lines: board.lines.iter().map(|(one, other)| [(*one).into(), (*other).into()]).collect(),
            camps: board.camps.map(square_names).into(),
            goals: board.goals.map(square_names).into(),
            closed: square_names(board.closed),
        }
    }
}

impl From<rules::Look> for Look {
    fn from(look: rules::Look) -> Self {
        match look {
            rules::Look::Squares => Self::Squares,
            rules::Look::Points => Self::Points,
        }
    }
}

/// What a place on a board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Squares side by side; men stand in them.
    Squares,
    /// Points joined by lines; men stand on them.
    Points,
}
