//! Thinking beside the network: on a thread of its own, and only as long as the answer is wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{History, Level, Limits, Searcher};
use rules::{Game, Move};
use tokio::task::{JoinError, JoinHandle, spawn_blocking};

use crate::room::{Duty, Room};

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// A move; it is legal.
    Move(Move),
    /// Whether the draw is accepted.
    Draw(bool),
}

/// Why nothing can be found in a room.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unknown {
    #[error("this program does not know the game {0:?}")]
    Game(String),
    #[error("this program does not know version {1} of the rules of {0}")]
    Rules(String, u32),
    #[error("the server tells a move that this program cannot read: {0:?}")]
    Move(String),
}

/// How the player plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The engine's level.
    pub(crate) level: Level,
    /// What lots are drawn from.
    pub(crate) seed: u64,
}

/// A question that is thought about. When this is dropped the thinking stops.
#[derive(Debug)]
pub(crate) struct Thinking {
    /// What it is about.
    pub(crate) about: Duty,
    stop: Arc<AtomicBool>,
    reply: JoinHandle<Option<Reply>>,
}

impl Thinking {
    /// Begins to think about a move, or about a draw.
    pub(crate) fn begin(room: &Room, about: Duty, Style { level, seed }: Style) -> Result<Option<Self>, Unknown> {
        let (Some(told), Some(side)) = (room.game(), room.side()) else { return Ok(None) };
        let game = known(&told.game, told.rules_version)?;
        let moves = told.moves.iter().map(|text| text.parse::<Move>().map_err(|_| Unknown::Move(text.clone())));
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        let time = room.thinking_time();
        // The same place in the game with the same seed gets the same move.
        let seed = seed ^ u64::from(told.number) << 32 ^ moves.len() as u64;
        let stop = Arc::new(AtomicBool::new(false));
        let (is_draw, stopped) = (matches!(about, Duty::Draw { .. }), Arc::clone(&stop));
        let reply = spawn_blocking(move || {
            let (position, history) = History::replay(&game.start(), moves);
            let mut searcher = Searcher::new();
            if is_draw {
                return Some(Reply::Draw(searcher.accepts_draw(&position, &history, side.into())));
            }
            let limits = Limits { nodes: None, time, stop: Some(&stopped) };
            let choice = searcher.search(&position, &history, &limits, &level.style(), seed);
            choice.ok().map(|choice| Reply::Move(choice.mv))
        });
        Ok(Some(Self { about, stop, reply }))
    }

    /// Waits for the answer. Can be dropped while it waits without losing anything.
    pub(crate) async fn reply(&mut self) -> Result<Option<Reply>, JoinError> {
        (&mut self.reply).await
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn known(id: &str, version: u32) -> Result<&'static dyn Game, Unknown> {
    let game = rules::game(id).ok_or_else(|| Unknown::Game(id.to_owned()))?;
    if game.catalogue().rules_version == version { Ok(game) } else { Err(Unknown::Rules(id.to_owned(), version)) }
}
