//! Races: once the two sides have passed each other, each runs on its own, and whoever needs fewer moves wins.
//!
//! The way home is then found by looking far ahead along a few good lines of one side alone, instead of one step ahead
//! at all that both could do.

use std::collections::HashSet;

use rules::halma::HalmaPosition;
use rules::{GamePosition, Move, SetUp, Side, Square};

use super::{HalmaAccount, HalmaKnowledge};
use crate::knowledge::{Knowledge, Plan};
use crate::limits::{Stopped, Watch};

/// Lines that are followed side by side, in turn; a wider look is taken as long as nodes are left for it.
const WIDTHS: [usize; 3] = [4, 64, 256];

/// A narrower look than this one is no better than the ordinary search.
const WIDE_ENOUGH: usize = 64;

/// The opponent's way is only counted, with such a width.
const OPPONENT_WIDTH: usize = 4;

/// No race takes so many moves of one side.
const LONGEST: u32 = 200;

/// A way home.
#[derive(Clone, Copy, Debug)]
struct WayHome {
    first: Move,
    moves: u32,
}

/// One of the lines that are followed.
struct Line {
    position: HalmaPosition,
    account: HalmaAccount,
    first: Option<Move>,
}

/// A move that a line could go on with.
#[derive(Clone, Copy)]
struct Step {
    burden: i32,
    line: usize,
    mv: Move,
    hash: u64,
}

impl HalmaKnowledge {
    /// The best way home for the side to move, if the sides have passed each other and nodes suffice.
    pub(super) fn run_home(&self, position: &HalmaPosition, watch: &mut Watch<'_>) -> Option<Plan> {
        let side = position.to_move();
        if !self.have_passed(position) {
            return None;
        }
        let mut best: Option<WayHome> = None;
        for (width, wider) in WIDTHS.into_iter().zip([64, 256, usize::MAX]) {
            let before = watch.nodes();
            match self.way_home(position, side, width, watch) {
                Ok(Some(way)) if width >= WIDE_ENOUGH && best.is_none_or(|best| way.moves < best.moves) => {
                    best = Some(way);
                }
                Ok(Some(_)) => {}
                Ok(None) | Err(Stopped) => break,
            }
            // A wider look takes so much more.
            let next = (watch.nodes() - before).saturating_mul(wider as u64 / width as u64 + 1);
            if watch.nodes_left() < next {
                break;
            }
        }
        let best = best.filter(|best| position.is_legal(best.first))?;
        let theirs = self.way_home(position, side.opponent(), OPPONENT_WIDTH, watch).ok().flatten();
        // Whoever moves first has arrived first when both need as many moves.
        let ahead = theirs.map_or(0, |theirs| 200 * (theirs.moves as i32 - best.moves as i32) + 100);
        Some(Plan { mv: best.first, value: ahead, depth: best.moves })
    }

    /// Whether every man is past all enemies, so that nobody meets again.
    fn have_passed(&self, position: &HalmaPosition) -> bool {
        let forward = |square: Square| i32::from(square.rank()) - i32::from(square.file());
        let last_first = position.squares_of(Side::First).map(forward).min();
        let last_second = position.squares_of(Side::Second).map(forward).max();
        matches!((last_first, last_second), (Some(first), Some(second)) if first > second + 1)
    }

    /// A short way to fill the goal camp, found by following so many lines at a time.
    fn way_home(
        &self,
        position: &HalmaPosition,
        side: Side,
        width: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<WayHome>, Stopped> {
        let Some(position) = alone(position, side) else {
            return Ok(None);
        };
        let mut lines = vec![Line { account: self.account(&position), position, first: None }];
        let mut seen = HashSet::new();
        let (mut moves, mut steps) = (Vec::new(), Vec::new());
        for count in 1..=LONGEST {
            steps.clear();
            for (number, line) in lines.iter_mut().enumerate() {
                moves.clear();
                line.position.legal_moves_into(&mut moves);
                for &mv in &moves {
                    watch.node()?;
                    let account = self.account_after(&line.position, line.account, mv);
                    let undo = line.position.play_unchecked(mv);
                    let is_home = line.position.ending().is_some_and(|ending| ending.outcome.winner() == Some(side));
                    let goes_on = line.position.ending().is_none();
                    let burden = self.burden(&line.position, &account, side);
                    let hash = line.position.hash();
                    line.position.undo(undo);
                    if is_home {
                        return Ok(Some(WayHome { first: line.first.unwrap_or(mv), moves: count }));
                    }
                    if goes_on {
                        steps.push(Step { burden, line: number, mv, hash });
                    }
                }
            }
            steps.sort_by_key(|step| step.burden);
            let next: Vec<Line> = steps
                .iter()
                .filter(|step| seen.insert(step.hash))
                .take(width)
                .filter_map(|step| self.follow(&lines, *step))
                .collect();
            lines = next;
        }
        Ok(None)
    }

    fn follow(&self, lines: &[Line], step: Step) -> Option<Line> {
        let line = lines.get(step.line)?;
        let mut position = line.position.clone();
        let account = self.account_after(&position, line.account, step.mv);
        position.play_unchecked(step.mv);
        Some(Line { position, account, first: line.first.or(Some(step.mv)) })
    }
}

/// The position with the men of one side only. The other side then has no move and is passed over, time and again.
fn alone(position: &HalmaPosition, side: Side) -> Option<HalmaPosition> {
    let mut set_up = SetUp { to_move: side, ..position.set_up() };
    match side {
        Side::First => set_up.second.clear(),
        Side::Second => set_up.first.clear(),
    }
    position.game().position_unchecked(&set_up).downcast().cloned()
}
