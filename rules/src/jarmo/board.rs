//! The board of Jarmo and what the game is called.

use super::position::JarmoPosition;
use crate::catalogue::{Board, Catalogue, Localized, Look, WHITE_AND_BLACK};
use crate::points::{COUNT, Points, place};
use crate::square::{all, list};
use crate::text::{ParsePositionError, Parsed};
use crate::{Game, Position, Reason, SetUp, SetUpError, Side, Square};

/// Jarmo.
///
/// Settled by us: White sits on the side of rank 1 and moves first; bringing an archer back takes
/// the turn; an open right to bring one back does not delay the end, and a capture by the opponent
/// can bring the end about.
pub static JARMO: Jarmo = Jarmo(Catalogue {
    id: "jarmo",
    rules_version: 1,
    name: Localized { en: "Jarmo", fr: "Jarmo" },
    colours: WHITE_AND_BLACK,
    men: ARCHERS,
    board: Board {
        files: 5,
        ranks: 5,
        look: Look::Points,
        chequered: false,
        squares: &all::<COUNT>(5, 5),
        lines: &LINES,
        camps: [&RANK_1, &RANK_5],
        goals: [&RANK_5, &RANK_1],
        closed: &[],
    },
    placing: false,
    bringing_back: true,
    lot_by_default: false,
    goal_camp_is_final: true,
    repetition_is_draw: false,
    evacuation: None,
    quiet_limit: None,
    reasons: &[Reason::AllHome, Reason::NoMoves],
});

/// Each player's archers.
pub(super) const ARCHERS: u32 = 5;

const RANK_1: [Square; 5] = list("a1 b1 c1 d1 e1");
const RANK_5: [Square; 5] = list("a5 b5 c5 d5 e5");

/// The 38 lines, each by its two ends: 30 knight's moves, and the ring
/// `b2-c2-d2-d3-d4-c4-b4-b3-b2`. They run both ways.
const LINES: [(Square, Square); 38] = pairs(list(concat!(
    "a1 b3 a1 c2 b1 a3 b1 d2 c1 a2 c1 d3 c1 e2 d1 b2 d1 c3 e1 c2 e1 d3 ",
    "a2 c3 b2 b3 b2 c2 b2 c4 c2 d2 c2 e3 d2 b3 d2 d3 e2 d4 ",
    "a3 b5 b3 a5 b3 b4 b3 c5 c3 a4 c3 e4 d3 b4 d3 d4 d3 e5 e3 d5 ",
    "a4 c5 b4 c4 b4 d5 c4 a5 c4 d4 c4 e5 d4 b5 e4 c5",
)));

const fn pairs(ends: [Square; 76]) -> [(Square, Square); 38] {
    let mut lines = [(ends[0], ends[0]); 38];
    let mut i = 0;
    while i < lines.len() {
        lines[i] = (ends[2 * i], ends[2 * i + 1]);
        i += 1;
    }
    lines
}

/// For each point those at the other ends of its lines.
const NEIGHBOURS: [Points; COUNT] = {
    let mut neighbours = [Points::EMPTY; COUNT];
    let mut i = 0;
    while i < LINES.len() {
        let (one, other) = LINES[i];
        if let (Some(here), Some(there)) = (place(one), place(other)) {
            neighbours[here] = neighbours[here].with(other);
            neighbours[there] = neighbours[there].with(one);
        }
        i += 1;
    }
    neighbours
};

/// The points that a line joins to this one.
#[inline]
pub(super) fn neighbours(square: Square) -> Points {
    place(square).and_then(|place| NEIGHBOURS.get(place)).copied().unwrap_or_default()
}

/// The rank on which a side starts and on which its archers come back.
#[inline]
pub(super) const fn own_rank(side: Side) -> Points {
    match side {
        Side::First => Points::rank(0),
        Side::Second => Points::rank(4),
    }
}

/// The rank a side's archers want to reach.
#[inline]
pub(super) const fn goal_rank(side: Side) -> Points {
    own_rank(side.opponent())
}

/// The game of Jarmo; [`JARMO`] is the only value.
#[derive(Debug)]
pub struct Jarmo(Catalogue);

impl Game for Jarmo {
    fn catalogue(&'static self) -> &'static Catalogue {
        &self.0
    }

    fn start(&'static self) -> Position {
        JarmoPosition::start().into()
    }

    fn position(&'static self, set_up: &SetUp) -> Result<Position, SetUpError> {
        JarmoPosition::from_set_up(set_up).map(Position::from)
    }

    fn position_unchecked(&'static self, set_up: &SetUp) -> Position {
        JarmoPosition::from_set_up_unchecked(set_up).into()
    }

    fn parse_position(&'static self, text: &str) -> Result<Position, ParsePositionError> {
        JarmoPosition::from_text(Parsed::read(text)?).map(Position::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_knights_moves_and_a_ring_of_eight() {
        let is_knights_move = |&&(one, other): &&(Square, Square)| {
            let files = one.file().abs_diff(other.file());
            let ranks = one.rank().abs_diff(other.rank());
            files.min(ranks) == 1 && files.max(ranks) == 2
        };
        assert_eq!(LINES.iter().filter(is_knights_move).count(), 30);
        let ring = Points::of(&list::<8>("b2 c2 d2 b3 d3 b4 c4 d4"));
        let on_ring = LINES.iter().filter(|line| !is_knights_move(line));
        assert!(on_ring.clone().all(|&(one, other)| ring.contains(one) && ring.contains(other)));
        assert_eq!(on_ring.count(), 8);
    }

    #[test]
    fn lines_run_both_ways_and_none_is_there_twice() {
        assert_eq!(NEIGHBOURS.iter().map(|points| points.len()).sum::<u32>(), 76);
        for one in Points::FULL.iter() {
            assert!(neighbours(one).iter().all(|other| neighbours(other).contains(one)));
        }
    }
}
