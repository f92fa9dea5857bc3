//! What a search keeps between its nodes, and buffers that outlive it.

use rules::{GamePosition, Move, Side, Square};

use super::DEEPEST;
use super::order::Order;
use super::table::Table;
use crate::knowledge::Knowledge;

/// The memory of a search. It can be used again and again, and is then as if it were new.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(super) table: Table,
    /// For each side and move, how often and how deep it has refuted the other side's play.
    merits: Vec<i32>,
    /// For each ply the last two moves that refuted something.
    refutations: Vec<[Option<Move>; 2]>,
    moves: Vec<Vec<Move>>,
    orders: Vec<Order>,
}

/// Merits of different moves may fall together; that costs a little order and nothing else.
const MERITS: usize = 1 << 14;

const MOST_MERIT: i32 = 1 << 16;

impl Memory {
    /// Forgets everything before a search of so many nodes.
    pub(crate) fn renew(&mut self, nodes: Option<u64>) {
        let plies = DEEPEST as usize + 64;
        self.table.renew(nodes);
        self.merits.clear();
        self.merits.resize(2 * MERITS, 0);
        self.refutations.clear();
        self.refutations.resize(plies, [None; 2]);
        self.moves.resize_with(plies, Vec::new);
        self.orders.resize_with(plies, Order::default);
    }

    /// An empty list of moves for a node at that ply.
    pub(super) fn take_moves(&mut self, ply: usize) -> Vec<Move> {
        let mut moves = self.moves.get_mut(ply).map(std::mem::take).unwrap_or_default();
        moves.clear();
        moves
    }

    pub(super) fn take_order(&mut self, ply: usize) -> Order {
        self.orders.get_mut(ply).map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn give_back_moves(&mut self, ply: usize, moves: Vec<Move>) {
        if let Some(place) = self.moves.get_mut(ply) {
            *place = moves;
        }
    }

    pub(super) fn give_back(&mut self, ply: usize, moves: Vec<Move>, order: Order) {
        self.give_back_moves(ply, moves);
        if let Some(place) = self.orders.get_mut(ply) {
            *place = order;
        }
    }

    /// Orders the moves of a node: first the one known to be good, then by promise and by what they have done before.
    pub(super) fn order<K: Knowledge>(
        &self,
        knowledge: &K,
        position: &K::Position,
        moves: &[Move],
        first: Option<Move>,
        ply: usize,
        order: &mut Order,
    ) {
        let side = position.to_move();
        let [one, other] = self.refutations.get(ply).copied().unwrap_or_default();
        order.fill(moves, |mv| {
            if Some(mv) == first {
                return i32::MAX;
            }
            let merit = self.merits.get(place(side, mv)).copied().unwrap_or_default();
            let refutation = if Some(mv) == one {
                K::REFUTATION_PROMISE
            } else if Some(mv) == other {
                K::REFUTATION_PROMISE * 3 / 4
            } else {
                0
            };
            knowledge.promise(position, mv) + refutation + K::MERIT_PROMISE * merit / MOST_MERIT
        });
    }

    /// A move has made further search of a node needless.
    pub(super) fn has_refuted(&mut self, side: Side, mv: Move, depth: i32, ply: usize) {
        if let Some(merit) = self.merits.get_mut(place(side, mv)) {
            // Drawing near to the most slowly keeps the values apart.
            *merit += (MOST_MERIT - *merit) * (depth * depth).min(64) / 256;
        }
        if let Some(refutations) = self.refutations.get_mut(ply)
            && refutations[0] != Some(mv)
        {
            *refutations = [Some(mv), refutations[0]];
        }
    }
}

fn place(side: Side, mv: Move) -> usize {
    let from = match mv {
        Move::Go { from, .. } | Move::BringBack { payer: from, .. } => from,
        Move::Place { to } => to,
    };
    let number = |square: Square| usize::from(square.index());
    side.index() * MERITS + (number(from) * 61 + number(mv.to())) % MERITS
}
