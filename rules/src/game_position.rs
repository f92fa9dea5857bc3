//! The static face: what each family of games implements for its own type of position.

use std::fmt::Debug;

use crate::{Ending, Game, IllegalMove, Move, MoveInput, SetUp, Side, Square};

/// A position of one family of games, used through generics where speed counts.
///
/// Computer players and benchmarks work on this trait without dynamic dispatch, and without
/// allocating once their buffers have grown; everyone else uses [`Position`](crate::Position), which
/// wraps any implementor.
pub trait GamePosition: Clone + Debug + Send + Sync + 'static {
    /// What it takes to take a move back.
    type Undo: Clone + Debug;

    /// The game that is played.
    fn game(&self) -> &'static dyn Game;

    /// Who is to move; meaningless once the game has ended.
    fn to_move(&self) -> Side;

    /// The side that would have been to move but has no legal move.
    fn passed_over(&self) -> Option<Side>;

    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The score as it stands, in games that keep one.
    fn score(&self) -> Option<[u32; 2]>;

    /// Appends every legal move, each once, in no particular order; none after the end.
    fn legal_moves_into(&self, moves: &mut Vec<Move>);

    /// Whether a move is legal; never after the end.
    fn is_legal(&self, mv: Move) -> bool;

    /// Judges a move as a player sent it.
    ///
    /// Gives the way of the man that moves: every square it stands on, from start to end, by a
    /// shortest chain (ties broken by square order) unless the player gave one; just the square for
    /// a man that is placed or comes back.
    ///
    /// # Errors
    /// The move is not legal here.
    fn judge(&self, input: &MoveInput) -> Result<Vec<Square>, IllegalMove>;

    /// The squares, in order, of the men that a legal move would capture.
    fn captures(&self, mv: Move) -> Vec<Square>;

    /// Plays a move that must be legal.
    ///
    /// It does not panic if the move is not, but the position is unspecified from then on.
    fn play_unchecked(&mut self, mv: Move) -> Self::Undo;

    /// Takes back the move that gave this `undo`, which must be the last one not yet taken back.
    fn undo(&mut self, undo: Self::Undo);

    /// A hash that depends on everything that decides what can happen from here, but for how often
    /// earlier positions have occurred. It is kept up move by move.
    fn hash(&self) -> u64;

    /// The same number as [`hash`](Self::hash), worked out from the board.
    fn hash_from_scratch(&self) -> u64;

    /// The position laid out man by man.
    fn set_up(&self) -> SetUp;

    /// What the text of a position holds beside the [`set_up`](Self::set_up), as `key=value` fields
    /// each after a space.
    fn text_fields(&self) -> String;
}

/// Counts the move sequences of a given length; sequences that end the game sooner do not count.
///
/// The well-tried check of a move generator: compare with known numbers.
pub fn perft<P: GamePosition>(position: &mut P, depth: u32) -> u64 {
    let mut buffers = vec![Vec::new(); depth as usize];
    count_sequences(position, &mut buffers)
}

/// One buffer for each move still to be made.
fn count_sequences<P: GamePosition>(position: &mut P, buffers: &mut [Vec<Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    moves.clear();
    position.legal_moves_into(moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let mut count = 0;
    for &mv in moves.iter() {
        let undo = position.play_unchecked(mv);
        count += count_sequences(position, deeper);
        position.undo(undo);
    }
    count
}
