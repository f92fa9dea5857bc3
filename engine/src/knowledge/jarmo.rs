//! Jarmo: archers run through each other's lines.

use rules::jarmo::JarmoPosition;
use rules::{Catalogue, GamePosition, Move, Side, Square};

use super::{Knowledge, Standing};

/// What is known about Jarmo.
#[derive(Debug)]
pub(crate) struct JarmoKnowledge {
    /// For each side and point, the moves an archer there needs to reach its goal rank on an empty board.
    moves_left: [[i32; 25]; 2],
    /// For each point those at the other ends of its lines, as bits.
    lines: [u32; 25],
    /// For each side the points of its goal rank, as bits.
    goal: [u32; 2],
}

/// An archer on the board counts a point, on its goal rank another one.
const ARCHER: i32 = 100;

/// What an archer that still has so many moves before it has of the second point already.
const ON_THE_WAY: [i32; 6] = [100, 42, 26, 14, 6, 0];

/// A marked archer can bring another one back, when it has arrived and one is lost.
const MARK: i32 = 12;

/// The same when one is lost already.
const MARK_IN_NEED: i32 = 30;

/// What being the next to move is worth.
const TEMPO: i32 = 8;

impl JarmoKnowledge {
    pub(crate) fn new(facts: &Catalogue) -> Self {
        let mut lines = [0; 25];
        for &(one, other) in facts.board.lines {
            lines[place(one)] |= bit(other);
            lines[place(other)] |= bit(one);
        }
        let goal = facts.board.goals.map(|squares| squares.iter().fold(0, |bits, &square| bits | bit(square)));
        let moves_left = goal.map(|goal| {
            let mut reached = goal;
            let mut moves_left = [0; 25];
            for moves in 1..25 {
                let next = each(reached).fold(reached, |bits, at| bits | lines[at]);
                each(next & !reached).for_each(|at| moves_left[at] = moves);
                reached = next;
            }
            moves_left
        });
        Self { moves_left, lines, goal }
    }

    fn worth(&self, position: &JarmoPosition, side: Side) -> i32 {
        let i = side.index();
        let archers = position.archer_bits(side);
        let way = |at: usize| ON_THE_WAY.get(self.moves_left[i][at] as usize).copied().unwrap_or_default();
        let men: i32 = each(archers).map(|at| ARCHER + way(at)).sum();
        let marks = (archers & position.marked_bits()).count_ones() as i32;
        let lost = position.captured(side) as i32;
        men + marks.min(lost) * MARK_IN_NEED + (marks - lost).max(0) * MARK
    }

    /// Archers of a side that an enemy could capture with his next move.
    fn in_danger(&self, position: &JarmoPosition, side: Side) -> i32 {
        let enemies = position.archer_bits(side.opponent()) & !self.goal[side.opponent().index()];
        let reach = each(enemies).fold(0, |bits, at| bits | self.lines[at]);
        (reach & position.archer_bits(side)).count_ones() as i32
    }
}

#[inline]
fn place(square: Square) -> usize {
    (usize::from(square.rank()) * 5 + usize::from(square.file())) % 25
}

#[inline]
fn bit(square: Square) -> u32 {
    1 << place(square)
}

/// The places of a set of bits.
#[inline]
fn each(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lowest % 25)
    })
}

impl Knowledge for JarmoKnowledge {
    type Position = JarmoPosition;
    type Account = ();

    const SHARP_PLIES: usize = 6;
    const REFUTATION_PROMISE: i32 = 60;
    const MERIT_PROMISE: i32 = 100;

    fn account(&self, _: &JarmoPosition) {}

    fn account_after(&self, _: &JarmoPosition, (): (), _: Move) {}

    fn evaluate(&self, position: &JarmoPosition, (): (), _: &mut Vec<Move>) -> i32 {
        let side = position.to_move();
        let enemy = side.opponent();
        self.worth(position, side) - self.worth(position, enemy) + TEMPO - 6 * self.in_danger(position, side)
    }

    #[inline]
    fn promise(&self, position: &JarmoPosition, mv: Move) -> i32 {
        let side = position.to_move();
        match mv {
            Move::Go { from, to } => {
                let [from, to] = [place(from), place(to)];
                let i = side.index();
                let captures = position.archer_bits(side.opponent()) >> to & 1 == 1;
                let way = self.moves_left[i][from] - self.moves_left[i][to];
                let arrives = self.goal[i] >> to & 1 == 1;
                way * 20 + if captures { 200 } else { 0 } + if arrives { 60 } else { 0 }
            }
            Move::BringBack { .. } | Move::Place { .. } => 80,
        }
    }

    #[inline]
    fn is_sharp(&self, position: &JarmoPosition, mv: Move) -> bool {
        matches!(mv, Move::Go { to, .. } if position.archer_bits(position.to_move().opponent()) & bit(to) != 0)
    }

    fn advance(&self, position: &JarmoPosition, mv: Move) -> i32 {
        let moves_left = &self.moves_left[position.to_move().index()];
        match mv {
            Move::Go { from, to } => 100 * (moves_left[place(from)] - moves_left[place(to)]),
            Move::BringBack { .. } | Move::Place { .. } => 100,
        }
    }

    fn conduct(&self, _: &JarmoPosition, _: Move) -> i32 {
        0
    }

    fn width(&self, _: i32) -> usize {
        usize::MAX
    }

    fn standing(&self, position: &JarmoPosition) -> Standing {
        let lost = Side::BOTH.map(|side| position.captured(side));
        let left = Side::BOTH.map(|side| {
            let archers = each(position.archer_bits(side));
            archers.map(|at| 100 * self.moves_left[side.index()][at]).sum()
        });
        Standing { stage: lost[0] * 16 + lost[1], left }
    }
}
