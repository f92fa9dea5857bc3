//! The game so far, as far as a player should remember it.

use std::collections::HashMap;

use rules::{Move, Position, Side};

use crate::knowledge::Standing;
use crate::searcher::standing;

/// What has happened in a game: which positions have stood on the board, and for how long nothing has moved forward.
///
/// It keeps the computer from going round in circles where the rules do not forbid it. Where the past is not known, the
/// history of a single position will do.
#[derive(Clone, Debug)]
pub struct History {
    /// By hash, how often a position has stood on the board.
    occurrences: HashMap<u64, u32>,
    /// The least that each side has had before it in the present stage.
    furthest: Option<Standing>,
    idle_plies: u32,
}

impl History {
    /// The history of a game that begins with this position.
    #[must_use]
    pub fn new(start: &Position) -> Self {
        Self { occurrences: HashMap::from([(start.hash(), 1)]), furthest: standing(start), idle_plies: 0 }
    }

    /// Plays recorded moves from a position; the position they lead to, and the history up to there.
    ///
    /// The moves must be legal one after the other.
    #[must_use]
    pub fn replay(start: &Position, moves: impl IntoIterator<Item = Move>) -> (Position, Self) {
        let mut position = start.clone();
        let mut history = Self::new(start);
        for mv in moves {
            position.play_unchecked(mv);
            history.record(&position);
        }
        (position, history)
    }

    /// A move has been made and has led to this position.
    pub fn record(&mut self, position: &Position) {
        *self.occurrences.entry(position.hash()).or_default() += 1;
        self.idle_plies += 1;
        let (Some(now), Some(furthest)) = (standing(position), &mut self.furthest) else {
            return;
        };
        if now.stage != furthest.stage {
            *furthest = now;
            self.idle_plies = 0;
        }
        for side in Side::BOTH.map(Side::index) {
            if now.left[side] < furthest.left[side] {
                furthest.left[side] = now.left[side];
                self.idle_plies = 0;
            }
        }
    }

    /// How many plies have been made since a player last got further than before, or since a man was captured.
    #[must_use]
    pub fn idle_plies(&self) -> u32 {
        self.idle_plies
    }

    /// How often the position with that hash has stood on the board.
    pub(crate) fn occurrences(&self, hash: u64) -> u32 {
        self.occurrences.get(&hash).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_back_and_forth_is_no_progress() {
        let start = rules::game("halma").unwrap().start();
        let moves = ["n4-n5", "c13-c12", "n5-n4", "c12-c13", "n4-n5", "c13-c12"];
        let (position, history) = History::replay(&start, moves.map(|text| text.parse().unwrap()));
        assert_eq!(history.idle_plies(), 4);
        assert_eq!(history.occurrences(position.hash()), 2);
        assert_eq!(history.occurrences(start.hash()), 2);
    }

    #[test]
    fn captures_begin_a_new_stage() {
        let start = rules::game("jarmo").unwrap().parse_position("first b3,e1 d2,e5").unwrap();
        let moves = ["b3-b2", "e5-c4", "b2-b3", "c4-e5", "b3-d2"];
        let idle = |count: usize| {
            let (_, history) = History::replay(&start, moves[..count].iter().map(|text| text.parse().unwrap()));
            history.idle_plies()
        };
        // None of the first moves shortens the way to a goal rank.
        assert_eq!((idle(2), idle(4), idle(5)), (2, 4, 0));
    }
}
