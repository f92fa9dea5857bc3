//! Men walled in at home by enemies who may not move out of their goal again.
//!
//! Where the goal camp is final, a man left behind in it can be shut in for good. He can then never arrive, and the
//! enemy can never fill the camp: nobody wins any more.

use rules::halma::HalmaPosition;
use rules::{Side, Square};

use super::{HalmaAccount, HalmaKnowledge, at};

/// Who stands on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Nobody,
    Friend,
    Enemy,
}

/// Fewer enemies leave a way out of any camp.
const FEWEST_WALLS: i32 = 3;

impl HalmaKnowledge {
    /// Whether a man of this side is shut in at home, if no enemy moves any more.
    pub(super) fn is_walled_in(&self, position: &HalmaPosition, account: &HalmaAccount, side: Side) -> bool {
        let enemy = side.opponent();
        let is_possible =
            self.goal_is_final && account.at_home[side.index()] > 0 && account.arrived[enemy.index()] >= FEWEST_WALLS;
        if !is_possible {
            return false;
        }
        let board = Self::who_stands_where(position, side);
        position
            .squares_of(side)
            .filter(|&square| self.is_goal(enemy, square))
            .any(|man| !self.gets_out(&board, man, enemy))
    }

    /// The board as `side` sees it.
    pub(super) fn who_stands_where(position: &HalmaPosition, side: Side) -> [Who; 256] {
        let mut board = [Who::Nobody; 256];
        position.squares_of(side).for_each(|square| board[at(square)] = Who::Friend);
        position.squares_of(side.opponent()).for_each(|square| board[at(square)] = Who::Enemy);
        board
    }

    /// Whether nobody can win any more: a man is shut in, and the camp is so full that no enemy can move away.
    pub(super) fn is_dead(&self, position: &HalmaPosition, account: &HalmaAccount) -> bool {
        Side::BOTH.into_iter().any(|side| {
            account.arrived[side.opponent().index()] + account.at_home[side.index()] == self.men
                && self.is_walled_in(position, account, side)
        })
    }

    /// Whether a man at home finds a way out of the camp that is the enemy's goal. Friends may step out of his way.
    fn gets_out(&self, board: &[Who; 256], man: Square, enemy: Side) -> bool {
        let mut reached = [false; 256];
        let mut waiting = vec![man];
        reached[at(man)] = true;
        while let Some(from) = waiting.pop() {
            for (files, ranks) in WAYS {
                let Some(next) = self.beyond(from, files, ranks) else {
                    continue;
                };
                let hop = if board[at(next)] == Who::Nobody { None } else { self.beyond(next, files, ranks) };
                for to in [Some(next), hop].into_iter().flatten().filter(|&to| board[at(to)] != Who::Enemy) {
                    if !self.is_goal(enemy, to) {
                        return true;
                    }
                    if !std::mem::replace(&mut reached[at(to)], true) {
                        waiting.push(to);
                    }
                }
            }
        }
        false
    }

    /// The next square in a direction, if the board goes on.
    pub(super) fn beyond(&self, from: Square, files: i8, ranks: i8) -> Option<Square> {
        let file = from.file().checked_add_signed(files).filter(|&file| file < self.side_length)?;
        let rank = from.rank().checked_add_signed(ranks).filter(|&rank| rank < self.side_length)?;
        Square::new(file, rank)
    }
}

/// The directions on the board.
pub(super) const WAYS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

#[cfg(test)]
mod tests {
    use rules::{Game, GamePosition};

    use super::*;
    use crate::knowledge::Knowledge;

    fn position(text: &str) -> (HalmaKnowledge, HalmaPosition) {
        let game: &'static dyn Game = rules::game("halma").unwrap();
        let position = game.parse_position(text).unwrap();
        (HalmaKnowledge::new(game.catalogue(), Side::First), position.downcast::<HalmaPosition>().unwrap().clone())
    }

    #[test]
    fn the_last_man_in_the_corner_is_shut_in() {
        let others = "o1,o2,l1,m1,n1,l2,m2,n2,p2,m3,n3,o3,p3,n4,o4,p4,o5,p5";
        let (knowledge, position) = position(&format!("first p1,a10 {others}"));
        let account = knowledge.account(&position);
        assert!(knowledge.is_walled_in(&position, &account, Side::First));
        assert!(knowledge.is_dead(&position, &account));
        assert_eq!(position.to_move(), Side::First);
    }

    #[test]
    fn a_hop_leads_out() {
        // Over l1's neighbour on the edge to k1, which is empty.
        let others = "o1,o2,p1,l1,n1,l2,m2,n2,p2,m3,n3,o3,p3,n4,o4,p4,o5,p5";
        let (knowledge, position) = position(&format!("first m1,a10 {others}"));
        let account = knowledge.account(&position);
        assert!(!knowledge.is_walled_in(&position, &account, Side::First));
        assert!(!knowledge.is_dead(&position, &account));
    }
}
