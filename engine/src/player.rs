//! Whoever can play: the levels, and plain players to compare them with.

use std::fmt;
use std::str::FromStr;

use rules::{Move, Position};

use crate::history::History;
use crate::knowledge::Standing;
use crate::level::{Level, Style};
use crate::limits::Limits;
use crate::lots::Lots;
use crate::searcher::{NoChoice, Searcher, standing};

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// One of the levels.
    Level(Level),
    /// The best play that so many nodes a move allow.
    Nodes(u64),
    /// Any legal move.
    Random,
    /// A move that brings its player furthest at once, or wins or captures most; the opponent's reply is not considered.
    Greedy,
}

impl Player {
    /// The move of this player, decided by the seed where several will do.
    ///
    /// # Errors
    /// As for [`Searcher::search`].
    pub fn choose(
        self,
        searcher: &mut Searcher,
        position: &Position,
        history: &History,
        limits: &Limits<'_>,
        seed: u64,
    ) -> Result<Move, NoChoice> {
        let style = match self {
            Self::Level(level) => level.style(),
            Self::Nodes(nodes) => Style::of_nodes(nodes),
            Self::Random => return lot(&position.legal_moves(), seed),
            Self::Greedy => return greedy(position, seed),
        };
        searcher.search(position, history, limits, &style, seed).map(|choice| choice.mv)
    }
}

fn lot(moves: &[Move], seed: u64) -> Result<Move, NoChoice> {
    Lots::new(seed).pick(moves).ok_or(NoChoice::GameOver)
}

/// Looks at the position after each move: a won game, then the score and the way that both still have before them.
fn greedy(position: &Position, seed: u64) -> Result<Move, NoChoice> {
    let side = position.to_move();
    let worth = |mv: Move| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let won = after.ending().map_or(0, |ending| crate::score::of_outcome(ending.outcome, side, 0));
        let score = after.score().map_or(0, |score| {
            let [mine, theirs] = [side, side.opponent()].map(|side| score[side.index()] as i32);
            10_000 * (mine - theirs)
        });
        let left = standing(&after).map_or(0, |standing: Standing| standing.left(side));
        won + score - left
    };
    let moves = position.legal_moves();
    let worths: Vec<i32> = moves.iter().map(|&mv| worth(mv)).collect();
    let best = worths.iter().max().ok_or(NoChoice::GameOver)?;
    let equals: Vec<Move> = moves.iter().zip(&worths).filter(|&(_, worth)| worth == best).map(|(&mv, _)| mv).collect();
    lot(&equals, seed)
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
        }
    }
}

/// A text that names no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player is a level from 1 to 5, random, greedy, or nodes:NUMBER")]
pub struct ParsePlayerError;

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => match text.strip_prefix("nodes:") {
                Some(nodes) => nodes.parse().ok().filter(|&nodes| nodes > 0).map(Self::Nodes),
                None => text.parse().ok().map(Self::Level),
            }
            .ok_or(ParsePlayerError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_named() {
        for text in ["1", "5", "random", "greedy", "nodes:200"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        for text in ["0", "6", "nodes:0", "nodes:", "Random", ""] {
            assert!(text.parse::<Player>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn greedy_goes_as_far_as_it_can() {
        let halma = rules::game("halma8").unwrap();
        // Two hops lead away from the corner; every other move is shorter.
        let position = halma.parse_position("first h1,g2,e4 a8 moves=1,1").unwrap();
        assert_eq!(greedy(&position, 7).unwrap().to_string(), "h1-d5");
    }
}
