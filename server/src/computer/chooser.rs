//! Finding an answer: the engine, or whatever a test puts in its place.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{History, Level, Limits, Searcher};
use protocol::ComputerLevel;
use rules::{Game, Move, Side};

use crate::room::ThinkingTime;

/// What a room wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Which move to make.
    Move,
    /// Whether this side, which the computer plays, takes the draw that is offered.
    Draw(Side),
}

/// A question, with all that the answer depends on.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub asked: Asked,
    /// The game.
    pub game: &'static dyn Game,
    /// The moves that led to the position.
    pub moves: Vec<Move>,
    /// How well to play.
    pub level: ComputerLevel,
    /// What lots are drawn from. The same question with the same seed has the same answer, unless time is short.
    pub seed: u64,
    /// What is on the computer's clock.
    pub time: Option<ThinkingTime>,
}

impl Question {
    /// How long the answer to a question may be waited for that takes two seconds of thought.
    const LONG: Duration = Duration::from_secs(20);

    /// How long any other may be, none of which takes a tenth of a second.
    const SHORT: Duration = Duration::from_secs(1);

    /// How long the question may wait for its turn. Whoever plays against a beginner need not wait as long as those who
    /// want a master's move, and no clock is to run out in line.
    pub(super) fn patience(&self) -> Duration {
        let is_long = self.asked == Asked::Move && self.level == ComputerLevel::MAX;
        let usual = if is_long { Self::LONG } else { Self::SHORT };
        self.time.map_or(usual, |time| usual.min(time.patience()))
    }
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move; it is legal.
    Move(Move),
    /// Whether the draw is accepted.
    Draw(bool),
}

/// Answers questions, one at a time, on a thread of its own.
pub trait Chooser: Send {
    /// The answer to a question, within this time if there is a limit, and at once when `stop` is set: then nobody wants
    /// it any more. `None` if there is nothing to answer.
    fn reply(&mut self, question: &Question, limit: Option<Duration>, stop: &AtomicBool) -> Option<Reply>;
}

/// The engine.
#[derive(Debug, Default)]
pub struct EngineChooser {
    searcher: Searcher,
}

impl Chooser for EngineChooser {
    fn reply(&mut self, question: &Question, limit: Option<Duration>, stop: &AtomicBool) -> Option<Reply> {
        let (position, history) = History::replay(&question.game.start(), question.moves.iter().copied());
        match question.asked {
            Asked::Draw(side) => Some(Reply::Draw(self.searcher.accepts_draw(&position, &history, side))),
            Asked::Move => {
                let style = Level::new(question.level.get())?.style();
                let limits = Limits { nodes: None, time: limit, stop: Some(stop) };
                let choice = self.searcher.search(&position, &history, &limits, &style, question.seed);
                choice.ok().map(|choice| Reply::Move(choice.mv))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_waits_as_long_as_suits_it() {
        let patience = |asked, level, time: Option<(u64, u64)>| {
            let (level, time) =
                (ComputerLevel::new(level).unwrap(), time.map(|(left, increment)| ThinkingTime { left, increment }));
            let game = rules::game("halma").unwrap();
            Question { asked, game, moves: Vec::new(), level, seed: 0, time }.patience().as_millis()
        };
        assert_eq!(patience(Asked::Move, 5, None), 20_000);
        assert_eq!(patience(Asked::Move, 4, None), 1000);
        assert_eq!(patience(Asked::Draw(Side::First), 5, None), 1000);
        assert_eq!(patience(Asked::Move, 5, Some((60_000, 9000))), 3000);
        assert_eq!(patience(Asked::Move, 4, Some((60_000, 9000))), 1000);
        assert_eq!(patience(Asked::Move, 1, Some((0, 0))), 0);
    }

    #[test]
    fn every_level_answers_in_every_game() {
        let mut chooser = EngineChooser::default();
        let limit = Some(Duration::from_millis(20));
        for game in rules::games() {
            for number in 1..=5 {
                let level = ComputerLevel::new(number).unwrap();
                let (asked, moves) = (Asked::Move, Vec::new());
                let question = Question { asked, game: *game, moves, level, seed: 7, time: None };
                let Some(Reply::Move(mv)) = chooser.reply(&question, limit, &AtomicBool::new(false)) else {
                    panic!("{}, level {number}: no move", game.id());
                };
                assert!(game.start().legal_moves().contains(&mv), "{}, level {number}: {mv}", game.id());
                let draw = Question { asked: Asked::Draw(Side::Second), ..question };
                let reply = chooser.reply(&draw, limit, &AtomicBool::new(false));
                assert_eq!(reply, Some(Reply::Draw(false)), "the game has just begun");
            }
        }
    }
}
