//! The board of the Man in the Moon and what the game is called.

use super::position::MoonPosition;
use crate::catalogue::{Board, Catalogue, Localized, Look, WHITE_AND_BLACK};
use crate::points::{COUNT, Points, SIDE, place};
use crate::square::{all, list};
use crate::text::{ParsePositionError, Parsed};
use crate::{Game, Position, Reason, SetUp, SetUpError, Square};

/// The Man in the Moon, by McLoughlin Bros. (1890).
///
/// Settled by us: a man moves one square, captures happen in all directions at once, and the moves
/// without a capture of both players are counted together. That count is itself a later addition
/// against games without end.
pub static MOON: Moon = Moon(Catalogue {
    id: "moon",
    rules_version: 1,
    name: Localized { en: "The Man in the Moon", fr: "L'Homme dans la Lune" },
    colours: WHITE_AND_BLACK,
    men: MEN,
    board: Board {
        files: SIDE,
        ranks: SIDE,
        look: Look::Squares,
        chequered: false,
        squares: &all::<COUNT>(SIDE, SIDE),
        lines: &[],
        camps: [&[], &[]],
        goals: [&[], &[]],
        closed: &CENTRE,
    },
    placing: true,
    bringing_back: false,
    lot_by_default: true,
    goal_camp_is_final: false,
    repetition_is_draw: false,
    evacuation: None,
    quiet_limit: Some(QUIET_LIMIT),
    reasons: &[Reason::ManInTheMoon, Reason::NoCapture],
});

/// Each player's men. Together they fill the board but for the centre.
pub(super) const MEN: u32 = 12;

/// After so many moves in a row without a capture the game ends.
pub(super) const QUIET_LIMIT: u32 = 20;

/// Where no man may be placed.
pub(super) const CENTRE: [Square; 1] = list("c3");

/// The four ways a man can go or look, in files and ranks.
const WAYS: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// For each square and each way the squares up to the edge, as far as there are any.
type Rays = [[[Option<Square>; 4]; WAYS.len()]; COUNT];

const RAYS: Rays = {
    let squares = all::<COUNT>(SIDE, SIDE);
    let mut rays: Rays = [[[None; 4]; WAYS.len()]; COUNT];
    let mut i = 0;
    while i < COUNT {
        let mut way = 0;
        while way < WAYS.len() {
            let (files, ranks) = WAYS[way];
            let mut distance = 1;
            while distance < SIDE {
                // Beyond the edge the sums are below 0, which wraps, or above 4: no place either way.
                let file = squares[i].file().wrapping_add_signed(files * distance as i8);
                let rank = squares[i].rank().wrapping_add_signed(ranks * distance as i8);
                rays[i][way][distance as usize - 1] = match Square::new(file, rank) {
                    Some(square) if place(square).is_some() => Some(square),
                    _ => None,
                };
                distance += 1;
            }
            way += 1;
        }
        i += 1;
    }
    rays
};

/// The rays from a square in the four ways, each ending at the edge.
#[inline]
pub(super) fn rays(from: Square) -> impl Iterator<Item = impl Iterator<Item = Square>> {
    static TABLE: Rays = RAYS;
    let rays = place(from).and_then(|place| TABLE.get(place));
    rays.into_iter().flatten().map(|ray| ray.iter().map_while(|square| *square))
}

/// The squares next to each square.
const NEIGHBOURS: [Points; COUNT] = {
    let mut neighbours = [Points::EMPTY; COUNT];
    let mut i = 0;
    while i < COUNT {
        let mut way = 0;
        while way < WAYS.len() {
            if let Some(square) = RAYS[i][way][0] {
                neighbours[i] = neighbours[i].with(square);
            }
            way += 1;
        }
        i += 1;
    }
    neighbours
};

/// The squares next to this one.
#[inline]
pub(super) fn neighbours(square: Square) -> Points {
    static TABLE: [Points; COUNT] = NEIGHBOURS;
    place(square).and_then(|place| TABLE.get(place)).copied().unwrap_or_default()
}

/// The game of the Man in the Moon; [`MOON`] is the only value.
#[derive(Debug)]
pub struct Moon(Catalogue);

impl Game for Moon {
    fn catalogue(&'static self) -> &'static Catalogue {
        &self.0
    }

    fn start(&'static self) -> Position {
        MoonPosition::start().into()
    }

    fn position(&'static self, set_up: &SetUp) -> Result<Position, SetUpError> {
        MoonPosition::from_set_up(set_up).map(Position::from)
    }

    fn position_unchecked(&'static self, set_up: &SetUp) -> Position {
        MoonPosition::from_set_up_unchecked(set_up).into()
    }

    fn parse_position(&'static self, text: &str) -> Result<Position, ParsePositionError> {
        MoonPosition::from_text(Parsed::read(text)?).map(Position::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn rays_end_at_the_edge() {
        let mut lengths: Vec<usize> = rays(square("b1")).map(Iterator::count).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [0, 1, 3, 4]);
        assert_eq!(rays(square("f1")).count(), 0);
    }

    #[test]
    fn neighbours_share_a_side() {
        assert_eq!(neighbours(square("a1")), Points::of(&list::<2>("b1 a2")));
        assert_eq!(neighbours(square("c3")), Points::of(&list::<4>("c2 b3 d3 c4")));
        assert_eq!(Points::FULL.iter().map(|square| neighbours(square).len()).sum::<u32>(), 80);
    }
}
