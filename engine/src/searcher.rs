//! Choosing a move in any game.

use rules::halma::HalmaPosition;
use rules::jarmo::JarmoPosition;
use rules::moon::MoonPosition;
use rules::{GamePosition, Move, Position, Side};

use crate::history::History;
use crate::knowledge::halma::HalmaKnowledge;
use crate::knowledge::jarmo::JarmoKnowledge;
use crate::knowledge::moon::MoonKnowledge;
use crate::knowledge::{Knowledge, Standing};
use crate::level::Style;
use crate::limits::{Limits, Watch};
use crate::lots::Lots;
use crate::score::Score;
use crate::search::memory::Memory;
use crate::search::{RootMove, Search};

/// A move, and what the search thinks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move; it is legal.
    pub mv: Move,
    /// What it is worth for its player.
    pub score: Score,
    /// To how many plies all moves were searched; 0 if there was not even the time for one.
    pub depth: u32,
    /// How many nodes were looked at.
    pub nodes: u64,
}

/// Why there is no move to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoChoice {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The engine does not know the game.
    #[error("the computer does not play this game")]
    UnknownGame,
}

/// Chooses moves. It holds memory only, up to some 25 MiB: any searcher gives the same answers, one after the other or
/// several at a time on threads of their own.
#[derive(Debug, Default)]
pub struct Searcher {
    memory: Memory,
}

impl Searcher {
    /// A searcher; it takes its memory with the first search.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses a move for the side to move.
    ///
    /// The same position, history, node limit, style and seed give the same choice, unless time or the flag of the
    /// limits stops the search earlier. However early it is stopped, it gives a legal move, the best it has found.
    ///
    /// # Errors
    /// The game is over, or is none that the engine knows.
    pub fn search(
        &mut self,
        position: &Position,
        history: &History,
        limits: &Limits<'_>,
        style: &Style,
        seed: u64,
    ) -> Result<Choice, NoChoice> {
        if position.ending().is_some() {
            return Err(NoChoice::GameOver);
        }
        let facts = position.game().catalogue();
        let question = Question { history, limits: style.tighten(limits), style, seed };
        if let Some(position) = position.downcast::<HalmaPosition>() {
            question.answer(&HalmaKnowledge::new(facts, position.to_move()), position, &mut self.memory)
        } else if let Some(position) = position.downcast::<JarmoPosition>() {
            question.answer(&JarmoKnowledge::new(facts), position, &mut self.memory)
        } else if let Some(position) = position.downcast::<MoonPosition>() {
            question.answer(&MoonKnowledge::new(), position, &mut self.memory)
        } else {
            Err(NoChoice::UnknownGame)
        }
    }

    /// Whether the computer, playing `side`, takes a draw that the other player offers: the position is level or worse
    /// for it, and nobody has got any further for a while.
    ///
    /// It takes some ten milliseconds at most.
    pub fn accepts_draw(&mut self, position: &Position, history: &History, side: Side) -> bool {
        if history.idle_plies() < IDLE_BEFORE_DRAW {
            return false;
        }
        let style = Style { whim: 0, ..Style::of_nodes(DRAW_NODES) };
        self.search(position, history, &Limits::default(), &style, 0).is_ok_and(|choice| {
            let value = if position.to_move() == side { choice.score.value() } else { -choice.score.value() };
            if choice.score.is_decided() { value < 0 } else { is_level(position, side, value) }
        })
    }
}

/// So many plies without any progress make the computer ready for a draw.
const IDLE_BEFORE_DRAW: u32 = 16;

const DRAW_NODES: u64 = 5_000;

/// How far both sides are, if the engine knows the game.
pub(crate) fn standing(position: &Position) -> Option<Standing> {
    let facts = position.game().catalogue();
    if let Some(position) = position.downcast::<HalmaPosition>() {
        Some(HalmaKnowledge::new(facts, Side::First).standing(position))
    } else if let Some(position) = position.downcast::<JarmoPosition>() {
        Some(JarmoKnowledge::new(facts).standing(position))
    } else {
        position.downcast::<MoonPosition>().map(|position| MoonKnowledge::new().standing(position))
    }
}

fn is_level(position: &Position, side: Side, value: i32) -> bool {
    let facts = position.game().catalogue();
    if let Some(position) = position.downcast::<HalmaPosition>() {
        HalmaKnowledge::new(facts, side).is_level(position, side, value)
    } else if let Some(position) = position.downcast::<JarmoPosition>() {
        JarmoKnowledge::new(facts).is_level(position, side, value)
    } else {
        position.downcast().is_some_and(|position| MoonKnowledge::new().is_level(position, side, value))
    }
}

/// All that a search depends on but for the position.
struct Question<'a> {
    history: &'a History,
    limits: Limits<'a>,
    style: &'a Style,
    seed: u64,
}

impl Question<'_> {
    fn answer<K: Knowledge>(
        &self,
        knowledge: &K,
        position: &K::Position,
        memory: &mut Memory,
    ) -> Result<Choice, NoChoice> {
        let mut watch = Watch::start(self.limits);
        memory.renew(self.limits.nodes);
        if let Some(plan) = knowledge.plan(position, &mut watch) {
            return Ok(Choice { mv: plan.mv, score: Score::new(plan.value), depth: plan.depth, nodes: watch.nodes() });
        }
        let mut moves = self.root_moves(knowledge, position);
        let deepest = i32::try_from(self.style.depth).unwrap_or(i32::MAX);
        let found = Search::new(knowledge, position.clone(), memory, &mut watch).run(&mut moves, deepest);
        let found = found.ok_or(NoChoice::GameOver)?;
        Ok(Choice { mv: found.mv, score: Score::new(found.value), depth: found.depth, nodes: watch.nodes() })
    }

    /// The legal moves, the most promising first, each with what is to be said for or against it beside its value.
    fn root_moves<K: Knowledge>(&self, knowledge: &K, position: &K::Position) -> Vec<RootMove> {
        let mut lots = Lots::new(self.seed ^ position.hash());
        let whim = whim::<K>(self.style);
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        moves.sort_unstable();
        let mut after = position.clone();
        let mut roots: Vec<RootMove> = moves
            .into_iter()
            .map(|mv| {
                let undo = after.play_unchecked(mv);
                let occurrences = self.history.occurrences(after.hash()) as i32;
                after.undo(undo);
                let bias = lots.around_zero(whim)
                    + knowledge.conduct(position, mv)
                    + self.impatience() * knowledge.advance(position, mv) / 8
                    - REPEATED * occurrences.min(100) * occurrences.min(100);
                RootMove { mv, bias, value: knowledge.promise(position, mv) + bias }
            })
            .collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.value));
        roots
    }

    /// How much, in eighths, a step forward counts beside its value after so long a standstill.
    fn impatience(&self) -> i32 {
        self.history.idle_plies().saturating_sub(IDLE_BEFORE_HASTE).min(400) as i32
    }
}

/// By how much a player of this style misjudges his moves at most, in the values of the game.
fn whim<K: Knowledge>(style: &Style) -> i32 {
    let share = i32::try_from(style.whim).unwrap_or(i32::MAX).saturating_mul(K::WHIM).saturating_add(99) / 100;
    if style.whim > Style::BEST.whim { share.saturating_add(K::MISTAKES) } else { share }
}

/// So many plies without any progress are taken with patience.
const IDLE_BEFORE_HASTE: u32 = 8;

/// What it costs to bring about a position that has been there before; four times as much the second time.
const REPEATED: i32 = 400;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn in_jarmo_all_but_the_best_err_by_more() {
        let whims = Level::ALL.map(|level| whim::<JarmoKnowledge>(&level.style()));
        assert_eq!(whims, [155, 115, 75, 58, 1]);
        assert_eq!(Level::ALL.map(|level| whim::<HalmaKnowledge>(&level.style())), [100, 60, 20, 3, 1]);
        assert_eq!(whim::<JarmoKnowledge>(&Style::of_nodes(200)), 1, "as at level 5");
        assert_eq!(whim::<JarmoKnowledge>(&Style { whim: 0, ..Style::BEST }), 0);
    }
}
