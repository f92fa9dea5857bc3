//! The games that are over, and who won them.

use std::collections::VecDeque;

use protocol::{FinishedGame, Outcome, Seat, Series, SeriesScore};

use super::game::{Ending, GameState};
use crate::identity::game_id;
use protocol::RoomId;

/// The games of a room that are over.
#[derive(Clone, Debug, Default)]
pub(super) struct SeriesState {
    score: SeriesScore,
    /// The last ones, oldest first.
    games: VecDeque<FinishedGame>,
}

impl SeriesState {
    /// Takes in a game that has just ended.
    pub(super) fn add(&mut self, room: RoomId, game: &GameState, ending: &Ending) {
        let winner = match ending.outcome {
            Outcome::First => Some(game.sides.first),
            Outcome::Second => Some(game.sides.second),
            Outcome::Draw | Outcome::None => None,
        };
        match (winner, ending.outcome) {
            (Some(Seat::Host), _) => self.score.host += 1,
            (Some(Seat::Guest), _) => self.score.guest += 1,
            (None, Outcome::Draw) => self.score.draws += 1,
            (None, _) => {}
        }
        if self.games.len() >= Series::MAX_GAMES {
            self.games.pop_front();
        }
        self.games.push_back(FinishedGame {
            number: game.number,
            id: game_id(room, game.number),
            game: game.position.game().id().to_owned(),
            sides: Some(game.sides),
            outcome: ending.outcome,
            reason: ending.reason,
            ended: ending.time,
        });
    }

    /// Who has won how many.
    pub(super) const fn score(&self) -> SeriesScore {
        self.score
    }

    /// What clients are shown.
    pub(super) fn view(&self) -> Series {
        Series { score: self.score, games: self.games.iter().cloned().collect() }
    }
}
