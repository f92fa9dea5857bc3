//! The games of the family: boards, camps and numbers.

use super::directions::{Directions, Geometry, within};
use super::position::HalmaPosition;
use crate::catalogue::{Board, Catalogue, Localized, Look, WHITE_AND_BLACK};
use crate::square::{all, list};
use crate::square_set::SquareSet;
use crate::text::{ParsePositionError, Parsed};
use crate::{Game, Position, Reason, SetUp, SetUpError, Side, Square};

/// Halma, by George Howard Monks (1883).
///
/// The rules settle that the first player sits at the bottom, that White is first, that the
/// starting position counts as its own first occurrence, and that a man is bound to the goal camp
/// from its first landing there, even in the middle of a chain.
pub static HALMA: Variant = Variant::new(Catalogue {
    id: "halma",
    rules_version: 1,
    name: Localized { en: "Halma", fr: "Halma" },
    colours: WHITE_AND_BLACK,
    men: 19,
    board: square_board(16, &ALL_16, &CAMPS_16),
    placing: false,
    bringing_back: false,
    lot_by_default: false,
    goal_camp_is_final: true,
    repetition_is_draw: true,
    evacuation: None,
    quiet_limit: None,
    reasons: &[Reason::CampFilled, Reason::Repetition, Reason::NoMoves],
});

/// Nerma, a French game of about 1900.
///
/// Its board and camps are not handed down exactly; here they are Halma's. The evacuation by the
/// 60th move belongs to the game's later, digital version.
pub static NERMA: Variant = Variant::new(Catalogue {
    id: "nerma",
    name: Localized { en: "Nerma", fr: "Nerma" },
    colours: [Localized { en: "red", fr: "rouges" }, Localized { en: "green", fr: "verts" }],
    men: 19,
    board: square_board(16, &ALL_16, &CAMPS_16),
    evacuation: Some(60),
    ..EVACUATING
});

/// Halma on 8x8 squares. As in Nerma, whose wording it follows, nobody may still be at home after
/// the given number of moves.
pub static HALMA_8: Variant = Variant::new(Catalogue {
    id: "halma8",
    name: Localized { en: "Halma 8x8", fr: "Halma 8x8" },
    men: 10,
    board: square_board(8, &ALL_8, &CAMPS_8),
    evacuation: Some(30),
    ..EVACUATING
});

/// Halma on 10x10 squares, with the rules of [`HALMA_8`].
pub static HALMA_10: Variant = Variant::new(Catalogue {
    id: "halma10",
    name: Localized { en: "Halma 10x10", fr: "Halma 10x10" },
    men: 15,
    board: square_board(10, &ALL_10, &CAMPS_10),
    evacuation: Some(50),
    ..EVACUATING
});

/// What the games have in common in which the camp has to be evacuated.
const EVACUATING: Catalogue = Catalogue {
    id: "",
    rules_version: 1,
    name: Localized { en: "", fr: "" },
    colours: WHITE_AND_BLACK,
    men: 0,
    board: square_board(0, &[], &[&[], &[]]),
    placing: false,
    bringing_back: false,
    lot_by_default: false,
    goal_camp_is_final: false,
    repetition_is_draw: false,
    evacuation: None,
    quiet_limit: None,
    reasons: &[Reason::CampFilled, Reason::CampNotEvacuated, Reason::NoMoves],
};

/// Camp rows of 5, 5, 4, 3 and 2 squares from the corner.
static CAMPS_16: [&[Square]; 2] = [
    &list::<19>("l1 m1 n1 o1 p1 l2 m2 n2 o2 p2 m3 n3 o3 p3 n4 o4 p4 o5 p5"),
    &list::<19>("a12 b12 a13 b13 c13 a14 b14 c14 d14 a15 b15 c15 d15 e15 a16 b16 c16 d16 e16"),
];

/// Camp rows of 4, 3, 2 and 1 squares.
static CAMPS_8: [&[Square]; 2] =
    [&list::<10>("e1 f1 g1 h1 f2 g2 h2 g3 h3 h4"), &list::<10>("a5 a6 b6 a7 b7 c7 a8 b8 c8 d8")];

/// Camp rows of 5, 4, 3, 2 and 1 squares.
static CAMPS_10: [&[Square]; 2] = [
    &list::<15>("f1 g1 h1 i1 j1 g2 h2 i2 j2 h3 i3 j3 i4 j4 j5"),
    &list::<15>("a6 a7 b7 a8 b8 c8 a9 b9 c9 d9 a10 b10 c10 d10 e10"),
];

static ALL_16: [Square; 256] = all(16, 16);
static ALL_8: [Square; 64] = all(8, 8);
static ALL_10: [Square; 100] = all(10, 10);

const fn square_board(side: u8, squares: &'static [Square], camps: &[&'static [Square]; 2]) -> Board {
    Board {
        files: side,
        ranks: side,
        look: Look::Squares,
        chequered: true,
        squares,
        lines: &[],
        camps: *camps,
        goals: [camps[1], camps[0]],
        closed: &[],
    }
}

/// One game of the family: its catalogue, and tables worked out from it.
#[derive(Debug)]
pub struct Variant {
    catalogue: Catalogue,
    pub(super) squares: SquareSet,
    pub(super) camps: [SquareSet; 2],
    pub(super) geometry: Geometry,
    /// For each side and square, the directions in which a man may leave that square by a step.
    /// All of them, but within the camp where the goal camp is final.
    pub(super) step_leave: [[Directions; 256]; 2],
    /// The same for hops.
    pub(super) hop_leave: [[Directions; 256]; 2],
}

impl Variant {
    const fn new(catalogue: Catalogue) -> Self {
        let board = &catalogue.board;
        let camps = [SquareSet::of(board.camps[0]), SquareSet::of(board.camps[1])];
        let goal_is_final = catalogue.goal_camp_is_final;
        Self {
            squares: SquareSet::of(board.squares),
            geometry: Geometry::new(board.files, board.ranks),
            step_leave: [leave(&camps[1], 1, goal_is_final), leave(&camps[0], 1, goal_is_final)],
            hop_leave: [leave(&camps[1], 2, goal_is_final), leave(&camps[0], 2, goal_is_final)],
            camps,
            catalogue,
        }
    }

    pub(super) const fn facts(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The camp in which a side starts.
    #[inline]
    pub(super) fn home(&self, side: Side) -> &SquareSet {
        &self.camps[side.index()]
    }

    /// The camp that a side wants to fill.
    #[inline]
    pub(super) fn goal(&self, side: Side) -> &SquareSet {
        self.home(side.opponent())
    }
}

/// The directions in which squares may be left if those of the goal camp bind.
const fn leave(goal: &SquareSet, distance: u8, goal_is_final: bool) -> [Directions; 256] {
    let mut directions = [Directions::MAX; 256];
    if goal_is_final {
        let inside = within(goal, distance);
        let mut i = 0;
        while i < 256 {
            if goal.contains(Square::from_index(i as u8)) {
                directions[i] = inside[i];
            }
            i += 1;
        }
    }
    directions
}

impl Game for Variant {
    fn catalogue(&'static self) -> &'static Catalogue {
        &self.catalogue
    }

    fn start(&'static self) -> Position {
        HalmaPosition::start(self).into()
    }

    fn position(&'static self, set_up: &SetUp) -> Result<Position, SetUpError> {
        HalmaPosition::from_set_up(self, set_up).map(Position::from)
    }

    fn position_unchecked(&'static self, set_up: &SetUp) -> Position {
        HalmaPosition::from_set_up_unchecked(self, set_up).into()
    }

    fn parse_position(&'static self, text: &str) -> Result<Position, ParsePositionError> {
        HalmaPosition::from_text(self, Parsed::read(text)?).map(Position::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn camps_are_half_turned_images() {
        for variant in [&HALMA, &NERMA, &HALMA_8, &HALMA_10] {
            let facts = variant.facts();
            let (files, ranks) = (facts.board.files, facts.board.ranks);
            let mut turned: Vec<Square> =
                facts.board.camps[0].iter().map(|square| square.half_turned(files, ranks).unwrap()).collect();
            turned.sort_unstable();
            assert_eq!(turned, facts.board.camps[1]);
            assert_eq!(turned.len(), facts.men as usize);
            assert!(facts.board.camps[0].is_sorted());
        }
    }
}
