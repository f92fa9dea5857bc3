//! What the engine knows about each family of games: who stands better, and which moves look good.

pub(crate) mod halma;
pub(crate) mod jarmo;
pub(crate) mod moon;

use std::fmt::Debug;

use rules::{GamePosition, Move, Side};

use crate::limits::Watch;

/// Judgement about the positions of one family.
///
/// Values are in hundredths of a unit that people feel: a man's step in the Halma family, an archer in Jarmo, a man in
/// the Man in the Moon. They stay far below [`Score::DECIDED`](crate::Score).
pub(crate) trait Knowledge: Debug + Send {
    /// The positions it judges.
    type Position: GamePosition;

    /// Running sums that a move changes a little, so that a leaf need not be added up anew.
    type Account: Copy + Debug;

    /// How many sharp moves in a row are followed beyond the last planned ply.
    const SHARP_PLIES: usize;

    /// What it adds to the promise of a move that it has just refuted something at the same ply.
    const REFUTATION_PROMISE: i32;

    /// What the best record of refutations adds to the promise of a move.
    const MERIT_PROMISE: i32;

    /// How much of its style's whim a player has in this game, in hundredths.
    const WHIM: i32;

    /// What is added to it for whoever does not play as well as he can.
    const MISTAKES: i32 = 0;

    /// The sums of a position.
    fn account(&self, position: &Self::Position) -> Self::Account;

    /// The sums after a legal move, asked before it is played.
    fn account_after(&self, position: &Self::Position, account: Self::Account, mv: Move) -> Self::Account;

    /// The value for the side to move of a position that has not ended.
    ///
    /// `moves` is scratch space.
    fn evaluate(&self, position: &Self::Position, account: Self::Account, moves: &mut Vec<Move>) -> i32;

    /// How promising a move looks before it is searched. Only the order counts.
    fn promise(&self, position: &Self::Position, mv: Move) -> i32;

    /// Whether a move is worth following beyond the last planned ply, because the balance hangs on it.
    fn is_sharp(&self, position: &Self::Position, mv: Move) -> bool;

    /// How much a move brings its player forward in the sense of [`Standing::left`].
    fn advance(&self, position: &Self::Position, mv: Move) -> i32;

    /// What the player should do or leave undone whatever the search says, as an addition to the value of the move.
    fn conduct(&self, position: &Self::Position, mv: Move) -> i32;

    /// Whether a position that a search gives this value for a side, and no proven result, is level or worse for it.
    fn is_level(&self, position: &Self::Position, side: Side, value: i32) -> bool;

    /// How many of the most promising moves are looked at `depth` plies above the leaves.
    fn width(&self, depth: i32) -> usize;

    /// A move found by other means than the search, where the game offers better ones.
    fn plan(&self, _: &Self::Position, _: &mut Watch<'_>) -> Option<Plan> {
        None
    }

    /// How far both sides are.
    fn standing(&self, position: &Self::Position) -> Standing;
}

/// A move that begins a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) mv: Move,
    pub(crate) value: i32,
    /// How many moves the plan has.
    pub(crate) depth: u32,
}

/// How far the players of a game have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Counts events after which progress is measured anew, such as captures.
    pub(crate) stage: u32,
    /// What each player has before him in hundredths of a step; less is further.
    pub(crate) left: [i32; 2],
}

impl Standing {
    pub(crate) fn left(&self, side: Side) -> i32 {
        self.left[side.index()]
    }
}
