//! How soon the men at home can be out, as the board stands, where the camp must be empty in time.
//!
//! How far a man is from the edge of his camp says little once enemies arrive there: they take the squares that he would
//! step on, and the last man in the corner sits behind them until his time is up.

use rules::halma::HalmaPosition;
use rules::{GamePosition, Move, Side, Square};

use super::walls::{WAYS, Who};
use super::{HalmaAccount, HalmaKnowledge, at};
use crate::knowledge::Knowledge;

/// What a man counts for who has no way out, or a longer one.
const NO_WAY: usize = 6;

/// While more men are at home than this, nobody asks for the way of each.
const MOST_MEN: i32 = 6;

impl HalmaKnowledge {
    /// By how many moves a move of the side to move shortens the way out of its camp for all its men who are there.
    pub(super) fn moves_saved(&self, position: &HalmaPosition, mv: Move, account: &HalmaAccount) -> i32 {
        let side = position.to_move();
        let Some(before) = self.moves_out(position, account, side) else {
            return 0;
        };
        let account = self.account_after(position, *account, mv);
        let mut after = position.clone();
        after.play_unchecked(mv);
        // A man who goes back home makes them too many to be asked for.
        self.moves_out(&after, &account, side).map_or(0, |after| before - after)
    }

    /// How many moves it takes to bring the men of a side out of their camp, if no enemy moves; nothing while there are
    /// so many at home that it is too early to ask.
    fn moves_out(&self, position: &HalmaPosition, account: &HalmaAccount, side: Side) -> Option<i32> {
        let at_home = account.at_home[side.index()];
        if at_home == 0 {
            return Some(0);
        }
        if at_home > MOST_MEN {
            return None;
        }
        let board = Self::who_stands_where(position, side);
        let men = position.squares_of(side).filter(|&square| self.is_goal(side.opponent(), square));
        Some(men.map(|man| self.moves_of_one_out(&board, man, side.opponent()) as i32).sum())
    }

    /// The moves that one man needs to be out of the camp that is the enemy's goal. A friend who stands in the way has to
    /// step aside, which takes a move, too.
    fn moves_of_one_out(&self, board: &[Who; 256], man: Square, enemy: Side) -> usize {
        let mut reached = [NO_WAY; 256];
        let mut after: [Vec<Square>; NO_WAY + 2] = Default::default();
        reached[at(man)] = 0;
        after[0].push(man);
        let mut fewest = NO_WAY;
        for moves in 0..NO_WAY {
            let mut next = 0;
            while let Some(&from) = after[moves].get(next) {
                next += 1;
                if reached[at(from)] < moves {
                    continue;
                }
                let steps = self.steps_from(board, from);
                let hops = self.hops_from(board, man, from).into_iter().map(|to| (to, 1));
                for (to, cost) in steps.chain(hops) {
                    let total = moves + cost;
                    if !self.is_goal(enemy, to) {
                        fewest = fewest.min(total);
                    } else if total < reached[at(to)] {
                        reached[at(to)] = total;
                        after[total].push(to);
                    }
                }
            }
            if moves + 1 >= fewest {
                break;
            }
        }
        fewest
    }

    /// The squares one step away that no enemy holds, and how many moves the step takes.
    fn steps_from(&self, board: &[Who; 256], from: Square) -> impl Iterator<Item = (Square, usize)> {
        WAYS.into_iter().filter_map(move |(files, ranks)| {
            let to = self.beyond(from, files, ranks)?;
            match board[at(to)] {
                Who::Nobody => Some((to, 1)),
                Who::Friend => Some((to, 2)),
                Who::Enemy => None,
            }
        })
    }

    /// The squares where a chain of hops from here may end. The man himself is no ladder.
    fn hops_from(&self, board: &[Who; 256], man: Square, from: Square) -> Vec<Square> {
        let mut ends = Vec::new();
        let mut next = 0;
        let mut here = from;
        loop {
            for (files, ranks) in WAYS {
                let Some(ladder) = self.beyond(here, files, ranks) else {
                    continue;
                };
                if board[at(ladder)] == Who::Nobody || ladder == man {
                    continue;
                }
                if let Some(to) = self.beyond(ladder, files, ranks)
                    && board[at(to)] == Who::Nobody
                    && to != from
                    && !ends.contains(&to)
                {
                    ends.push(to);
                }
            }
            match ends.get(next) {
                Some(&end) => here = end,
                None => return ends,
            }
            next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Game;

    use super::*;

    /// The moves that it takes the first player to leave home in `halma8`.
    fn moves_out(text: &str) -> i32 {
        let game: &'static dyn Game = rules::game("halma8").unwrap();
        let position = game.parse_position(text).unwrap();
        let knowledge = HalmaKnowledge::new(game.catalogue(), Side::First);
        let position = position.downcast::<HalmaPosition>().unwrap();
        assert_eq!(position.to_move(), Side::First);
        knowledge.moves_out(position, &knowledge.account(position), Side::First).unwrap()
    }

    #[test]
    fn each_man_needs_so_many_moves() {
        // From the corner over g2 to f3, which is outside.
        assert_eq!(moves_out("first h1,a8,b8,c8,d8,a7,b7,c7,a6,b6 a1,a2,a3,a4,a5,b1,b2,b3,b4,c1 moves=9,9"), 2);
        assert_eq!(moves_out("first h1,g2,a8,b8,c8,d8,a7,b7,c7,a6 a1,a2,a3,a4,a5,b1,b2,b3,b4,c1 moves=9,9"), 2);
        assert_eq!(moves_out("first a5,b6,a8,b8,c8,d8,a7,b7,c7,a6 a1,a2,a3,a4,b5,b1,b2,b3,b4,c1 moves=9,9"), 0);
    }

    #[test]
    fn enemies_stand_in_the_way() {
        let shut_in = "first h1,a8,b8,c8,d8,a7,b7,c7,a6,b6 f1,g1,h2,h3,g2,f3,a1,a2,a3,a4 moves=9,9";
        assert_eq!(moves_out(shut_in), 6);
        // Two moves for the friend by f2, and four for him after the friend has stepped aside.
        let friend = "first h1,g2,b8,c8,d8,a7,b7,c7,a6,b6 f1,g1,h2,h3,e4,f3,a1,a2,a3,a4 moves=9,9";
        assert_eq!(moves_out(friend), 6);
        // A ladder to a free square: one move for each.
        let ladder = "first h1,g2,b8,c8,d8,a7,b7,c7,a6,b6 f1,g1,h2,h3,e4,a5,a1,a2,a3,a4 moves=9,9";
        assert_eq!(moves_out(ladder), 2);
    }
}
