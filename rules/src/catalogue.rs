//! What a client needs to know about a game to draw it and to name things.

use crate::Square;
use crate::ending::Reason;

/// A text in the two languages the games are offered in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Localized {
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

/// Facts about a game, enough to draw and play it without knowing its rules.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The short name by which programs know the game.
    pub id: &'static str,
    /// Goes up when the rules change in a way that could judge an old game differently.
    pub rules_version: u32,
    /// The name for people.
    pub name: Localized,
    /// What the first and the second player's men are called, after their colour.
    pub colours: [Localized; 2],
    /// How many men each player has.
    pub men: u32,
    /// The board.
    pub board: Board,
    /// Whether the men are placed one by one before they move.
    pub placing: bool,
    /// Whether men can be marked and brought back.
    pub bringing_back: bool,
    /// Whether it is drawn by lot who is first, unless whoever opens a game chooses.
    pub lot_by_default: bool,
    /// Whether men never leave their goal camp again.
    pub goal_camp_is_final: bool,
    /// Whether the third occurrence of a position is a draw.
    pub repetition_is_draw: bool,
    /// After so many moves of his own a player's camp must be empty.
    pub evacuation: Option<u32>,
    /// After so many moves in a row without a capture the game ends.
    pub quiet_limit: Option<u32>,
    /// The reasons for which the game's own rules can end it.
    pub reasons: &'static [Reason],
}

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Whether men stand in squares or on points.
    pub look: Look,
    /// Whether squares are dark and light in turn.
    pub chequered: bool,
    /// The squares that exist, in square order.
    pub squares: &'static [Square],
    /// The lines that join points, each once; empty on a board of squares.
    pub lines: &'static [(Square, Square)],
    /// Where the first and the second player's men start; empty if men are placed.
    pub camps: [&'static [Square]; 2],
    /// Where the first and the second player's men want to go; empty if nowhere in particular.
    pub goals: [&'static [Square]; 2],
    /// Squares on which no man may be placed.
    pub closed: &'static [Square],
}

/// What the places of a board look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Squares that touch each other.
    Squares,
    /// Points joined by lines.
    Points,
}

impl Look {
    /// `squares` or `points`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Points => "points",
        }
    }
}

/// White and black men, as in every game but Nerma.
pub(crate) const WHITE_AND_BLACK: [Localized; 2] =
    [Localized { en: "white", fr: "blancs" }, Localized { en: "black", fr: "noirs" }];
