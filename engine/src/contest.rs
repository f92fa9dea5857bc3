//! Games between two players, as matches and tests play them.

use std::time::{Duration, Instant};

use rules::{Ending, Game, Move, Position, Side};

use crate::history::History;
use crate::limits::Limits;
use crate::lots::Lots;
use crate::player::Player;
use crate::searcher::{NoChoice, Searcher};

/// How games are begun and broken off.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// So many random plies open a game; games 2n and 2n+1 have the same ones.
    pub opening_plies: u32,
    /// A game that has not ended after so many plies is broken off.
    pub most_plies: u32,
    /// Everything that is left to chance follows from it and the number of the game.
    pub seed: u64,
}

impl Default for Conditions {
    fn default() -> Self {
        Self { opening_plies: 4, most_plies: 2_000, seed: 1 }
    }
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Record {
    /// The moves, opening included.
    pub moves: Vec<Move>,
    /// How it ended; `None` if it was broken off.
    pub ending: Option<Ending>,
    /// The position in which it ended.
    pub last: Position,
    /// The time that the first and the second player have taken in all, and how many moves they have chosen.
    pub thought: [(Duration, u32); 2],
    /// The longest that the first and the second player have thought about a move.
    pub longest: [Duration; 2],
}

/// Plays a game; `players` are the first and the second player.
///
/// # Errors
/// The engine does not know the game.
pub fn play(
    game: &'static dyn Game,
    players: [Player; 2],
    conditions: &Conditions,
    number: u64,
    searcher: &mut Searcher,
) -> Result<Record, NoChoice> {
    let opening = conditions.seed.wrapping_mul(1_000_003).wrapping_add(number / 2);
    let (mut position, mut history, mut moves) = open(game, opening, conditions.opening_plies);
    let mut lots = Lots::new(opening ^ number << 32);
    let mut thought = [(Duration::ZERO, 0); 2];
    let mut longest = [Duration::ZERO; 2];
    while position.ending().is_none() && moves.len() < conditions.most_plies as usize {
        let side = position.to_move().index();
        let started = Instant::now();
        let mv = players[side].choose(searcher, &position, &history, &Limits::default(), lots.draw())?;
        let time = started.elapsed();
        thought[side].0 += time;
        thought[side].1 += 1;
        longest[side] = longest[side].max(time);
        position.play_unchecked(mv);
        history.record(&position);
        moves.push(mv);
    }
    Ok(Record { moves, ending: position.ending(), last: position, thought, longest })
}

/// A game after so many random plies, none of which ends it.
fn open(game: &'static dyn Game, seed: u64, plies: u32) -> (Position, History, Vec<Move>) {
    let mut lots = Lots::new(seed);
    loop {
        let mut position = game.start();
        let mut history = History::new(&position);
        let mut moves = Vec::new();
        for _ in 0..plies {
            if let Some(mv) = lots.pick(&position.legal_moves()) {
                position.play_unchecked(mv);
                history.record(&position);
                moves.push(mv);
            }
        }
        if position.ending().is_none() {
            return (position, history, moves);
        }
    }
}

/// What came of a match, for the player named first.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games won, drawn, lost, and broken off.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Games broken off; they count as drawn in the score.
    pub unfinished: u32,
    /// The numbers of plies of all games.
    pub lengths: Vec<usize>,
    /// For both players the time taken in all, and the moves chosen.
    pub thought: [(Duration, u32); 2],
    /// For both players the longest thought about a move.
    pub longest: [Duration; 2],
}

impl Tally {
    /// Adds a game in which the player named first played `side`.
    pub fn add(&mut self, record: &Record, side: Side) {
        match record.ending.map(|ending| ending.outcome.winner()) {
            None => self.unfinished += 1,
            Some(None) => self.drawn += 1,
            Some(Some(winner)) if winner == side => self.won += 1,
            Some(Some(_)) => self.lost += 1,
        }
        self.lengths.push(record.moves.len());
        for (player, side) in [side, side.opponent()].into_iter().enumerate() {
            self.thought[player].0 += record.thought[side.index()].0;
            self.thought[player].1 += record.thought[side.index()].1;
            self.longest[player] = self.longest[player].max(record.longest[side.index()]);
        }
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost + self.unfinished
    }

    /// The share of the points, from 0 to 1; a draw counts half.
    #[must_use]
    pub fn score(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn + self.unfinished) / 2.0) / f64::from(self.games().max(1))
    }
}
