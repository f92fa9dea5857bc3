//! Jarmo: archers run through each other's lines.

use rules::jarmo::JarmoPosition;
use rules::{Catalogue, GamePosition, Move, Side, Square};

use super::{Knowledge, Standing};

/// What is known about Jarmo.
#[derive(Debug)]
pub(crate) struct JarmoKnowledge {
    /// For each side, each set of files on which its goal rank is held by its own archers, and each point: the moves an
    /// archer there needs to reach a free point of its goal rank, if nobody else is in the way.
    moves_left: [[[i32; 25]; 32]; 2],
    /// For each point those at the other ends of its lines, as bits.
    lines: [u32; 25],
    /// For each side the points of its goal rank, as bits.
    goal: [u32; 2],
}

/// An archer on the board counts a point, on its goal rank another one.
const ARCHER: i32 = 100;

/// What an archer that still has so many moves before it has of the second point already.
const ON_THE_WAY: [i32; 6] = [100, 70, 40, 20, 10, 0];

/// More moves than any archer needs: there is no way.
const NO_WAY: i32 = 9;

/// A marked archer can bring another one back, when it has arrived and one is lost.
const MARK: i32 = 12;

/// The same when one is lost already.
const MARK_IN_NEED: i32 = 30;

/// What being the next to move is worth.
const TEMPO: i32 = 8;

/// Less than half of what is fought for.
const LEVEL: i32 = 40;

impl JarmoKnowledge {
    pub(crate) fn new(facts: &Catalogue) -> Self {
        let mut lines = [0; 25];
        for &(one, other) in facts.board.lines {
            lines[place(one)] |= bit(other);
            lines[place(other)] |= bit(one);
        }
        let goal = facts.board.goals.map(|squares| squares.iter().fold(0, |bits, &square| bits | bit(square)));
        let moves_left = goal.map(|goal| {
            std::array::from_fn(|held| {
                let free = each(goal).filter(|at| held >> (at % 5) & 1 == 0).fold(0, |bits, at| bits | 1 << at);
                ways_to(free, &lines, goal)
            })
        });
        Self { moves_left, lines, goal }
    }

    /// For each point the moves to go for an archer of a side.
    fn moves_left(&self, position: &JarmoPosition, side: Side) -> &[i32; 25] {
        let held = position.archer_bits(side) & self.goal[side.index()];
        // The goal rank is the first or the last of the five.
        &self.moves_left[side.index()][((held | held >> 20) & 0b11111) as usize]
    }

    fn worth(&self, position: &JarmoPosition, side: Side) -> i32 {
        let archers = position.archer_bits(side);
        let moves_left = self.moves_left(position, side);
        let way = |at: usize| match self.goal[side.index()] >> at & 1 {
            0 => ON_THE_WAY.get(moves_left[at] as usize).copied().unwrap_or_default(),
            _ => ON_THE_WAY[0],
        };
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

/// For each point the moves from there to one of these; points of the goal rank are no way to others.
fn ways_to(free: u32, lines: &[u32; 25], goal: u32) -> [i32; 25] {
    let mut ways = [NO_WAY; 25];
    each(free).for_each(|at| ways[at] = 0);
    let mut reached = free;
    for moves in 1..NO_WAY {
        let next = each(reached).fold(0, |bits, at| bits | lines[at]) & !reached & !goal;
        each(next).for_each(|at| ways[at] = moves);
        reached |= next;
    }
    ways
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
    const WHIM: i32 = 100;
    // Whoever hardly errs holds most games that have begun evenly, however much deeper the other player looks.
    const MISTAKES: i32 = 55;
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
                let moves_left = self.moves_left(position, side);
                let way = moves_left[from] - moves_left[to];
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
        let moves_left = self.moves_left(position, position.to_move());
        match mv {
            Move::Go { from, to } => 100 * (moves_left[place(from)] - moves_left[place(to)]),
            Move::BringBack { .. } | Move::Place { .. } => 100,
        }
    }

    fn conduct(&self, _: &JarmoPosition, _: Move) -> i32 {
        0
    }

    fn is_level(&self, _: &JarmoPosition, _: Side, value: i32) -> bool {
        value <= LEVEL
    }

    fn width(&self, _: i32) -> usize {
        usize::MAX
    }

    fn standing(&self, position: &JarmoPosition) -> Standing {
        let count = |bits: u32| bits.count_ones();
        // Captures, and archers who have come home and are in nobody's way any more.
        let stage = Side::BOTH.into_iter().fold(0, |stage, side| {
            let home = position.archer_bits(side) & self.goal[side.index()];
            (stage * 8 + position.captured(side)) * 8 + count(home)
        });
        let left = Side::BOTH.map(|side| {
            let moves_left = self.moves_left(position, side);
            let running = position.archer_bits(side) & !self.goal[side.index()];
            each(running).map(|at| 100 * moves_left[at]).sum()
        });
        Standing { stage, left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knowledge_and(text: &str) -> (JarmoKnowledge, JarmoPosition) {
        let game = rules::game("jarmo").unwrap();
        let position = game.parse_position(text).unwrap();
        (JarmoKnowledge::new(game.catalogue()), *position.downcast::<JarmoPosition>().unwrap())
    }

    #[test]
    fn the_way_to_a_held_point_is_no_way() {
        // From a4 a line leads to c5; with an archer there the next free point is a long way round.
        let (knowledge, free) = knowledge_and("first a4,e1 e2");
        assert_eq!(knowledge.moves_left(&free, Side::First)[place("a4".parse().unwrap())], 1);
        let (knowledge, held) = knowledge_and("first a4,c5 e2");
        let way = knowledge.moves_left(&held, Side::First)[place("a4".parse().unwrap())];
        assert!((4..NO_WAY).contains(&way), "{way}");
    }
}
