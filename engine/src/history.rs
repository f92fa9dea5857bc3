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
        let moves = ["n4-n5", "d12-d11", "n5-n4", "d11-d12", "n4-n5", "d12-d11"];
        let (position, history) = History::replay(&start, moves.map(|text| text.parse().unwrap()));
        assert_eq!(history.idle_plies(), 4);
        assert_eq!(history.occurrences(position.hash()), 2);
        assert_eq!(history.occurrences(start.hash()), 2);
    }

    #[test]
    fn captures_begin_a_new_stage() {
        let start = rules::game("jarmo").unwrap().parse_position("first a1,b2 c4,e5").unwrap();
        let moves = ["b2-d2", "c4-b2", "a1-b3", "e5-d3", "d2-e3"];
        let mut history = History::new(&start);
        let mut position = start;
        for mv in moves.into_iter().filter_map(|text| text.parse::<rules::MoveInput>().ok()) {
            let captured = position.play(&mv).is_ok_and(|played| !played.taken.is_empty());
            history.record(&position);
            assert!(!captured || history.idle_plies() == 0);
        }
    }
}
