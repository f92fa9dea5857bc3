//! The moves of the Halma family once more, written as plainly as possible and without a thought for
//! speed, to compare the engine with.

use std::collections::{BTreeMap, BTreeSet};

use rules::{Catalogue, Position, Side, Square};

/// A position seen by one man that is about to move.
pub(crate) struct Outlook {
    facts: &'static Catalogue,
    side: Side,
    from: Square,
    /// Everybody but the man itself: its square counts as empty.
    others: BTreeSet<Square>,
    own_camp_closed: bool,
}

impl Outlook {
    pub(crate) fn of(position: &Position, from: Square) -> Self {
        let set_up = position.set_up();
        let side = position.to_move();
        let facts = position.game().catalogue();
        let others = set_up.first.iter().chain(&set_up.second).copied().filter(|&square| square != from).collect();
        let moves = set_up.moves_made[side.index()];
        Self { facts, side, from, others, own_camp_closed: facts.evacuation.is_some_and(|limit| moves >= limit) }
    }

    fn is_empty(&self, square: Square) -> bool {
        self.facts.board.squares.contains(&square) && !self.others.contains(&square)
    }

    fn may_land(&self, from: Square, to: Square) -> bool {
        let goal = self.facts.board.goals[self.side.index()];
        self.is_empty(to) && !(self.facts.goal_camp_is_final && goal.contains(&from) && !goal.contains(&to))
    }

    fn may_stop(&self, to: Square) -> bool {
        to != self.from && !(self.own_camp_closed && self.facts.board.camps[self.side.index()].contains(&to))
    }

    /// The square at a distance, if the 16x16 grid has it.
    fn at(from: Square, files: i16, ranks: i16) -> Option<Square> {
        let file = u8::try_from(i16::from(from.file()) + files).ok()?;
        let rank = u8::try_from(i16::from(from.rank()) + ranks).ok()?;
        Square::new(file, rank)
    }

    fn around(from: Square, distance: i16) -> impl Iterator<Item = (Square, Square)> {
        let ways = (-1..=1).flat_map(|ranks| (-1..=1).map(move |files| (files, ranks)));
        ways.filter(|&way| way != (0, 0)).filter_map(move |(files, ranks)| {
            let near = Self::at(from, files, ranks)?;
            Some((near, Self::at(from, files * distance, ranks * distance)?))
        })
    }

    /// The landings of single hops.
    fn hops(&self, from: Square) -> BTreeSet<Square> {
        let hops = Self::around(from, 2).filter(|&(over, to)| self.others.contains(&over) && self.may_land(from, to));
        hops.map(|(_, to)| to).collect()
    }

    fn steps(&self) -> BTreeSet<Square> {
        Self::around(self.from, 1).map(|(_, to)| to).filter(|&to| self.may_land(self.from, to)).collect()
    }

    /// A chain given square by square.
    pub(crate) fn accepts_chain(&self, chain: &[Square]) -> bool {
        chain.windows(2).all(|hop| self.hops(hop[0]).contains(&hop[1]))
            && chain.last().is_some_and(|&to| self.may_stop(to))
    }

    /// All ends of legal moves with the squares passed: of the shortest ways the first in square
    /// order.
    pub(crate) fn moves(&self) -> BTreeMap<Square, Vec<Square>> {
        let mut ways = BTreeMap::from([(self.from, vec![self.from])]);
        loop {
            // All chains longer by one hop; of those to the same square the least is kept.
            let mut longer: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
            let newest = ways.values().map(Vec::len).max().unwrap_or_default();
            for way in ways.values().filter(|way| way.len() == newest) {
                for to in way.last().map(|&at| self.hops(at)).unwrap_or_default() {
                    if !ways.contains_key(&to) {
                        let longer_way: Vec<Square> = way.iter().copied().chain([to]).collect();
                        let known = longer.entry(to).or_insert_with(|| longer_way.clone());
                        if longer_way < *known {
                            *known = longer_way;
                        }
                    }
                }
            }
            if longer.is_empty() {
                break;
            }
            ways.extend(longer);
        }
        ways.extend(self.steps().into_iter().map(|to| (to, vec![self.from, to])));
        ways.retain(|&to, _| self.may_stop(to));
        ways
    }
}
