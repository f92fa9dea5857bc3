//! The face every game shows, and the list of games.

use std::fmt;

use crate::text::ParsePositionError;
use crate::{Catalogue, Position, SetUp, SetUpError, halma, jarmo, moon};

/// A game: what it is called, what its board looks like, and how it starts.
///
/// Each game is a `static`, and [`games`] lists them all. Its methods take `&'static self` so that
/// every [`Position`] can know its game without counting references.
pub trait Game: Send + Sync {
    /// What a client needs to draw the game and to name things.
    fn catalogue(&'static self) -> &'static Catalogue;

    /// The position in which the game starts.
    fn start(&'static self) -> Position;

    /// A position laid out man by man.
    ///
    /// It need not be one that a game can reach, nor have all the men. If the side to move has no
    /// move it is passed over; if neither has one the position has ended.
    ///
    /// # Errors
    /// The men do not fit on the board, there are too many of them, or a field was set that the game
    /// has no use for.
    fn position(&'static self, set_up: &SetUp) -> Result<Position, SetUpError>;

    /// The same position as [`position`](Self::position) gives, from a set-up that is known to be
    /// good, for instance because [`Position::set_up`] gave it.
    ///
    /// What `position` checks is the caller's to know: all men stand on squares of the board, each
    /// on its own; there are not too many of them, captured ones included; marks, counts and the side
    /// to move agree with the men; fields that the game has no use for keep their default.
    ///
    /// It does not panic if they do not, but the position is unspecified then: its text may be
    /// refused, and it may have neither legal moves nor an ending.
    fn position_unchecked(&'static self, set_up: &SetUp) -> Position;

    /// Reads a position from the text that its `Display` gives.
    ///
    /// # Errors
    /// The text is not of that form, or not a position of this game.
    fn parse_position(&'static self, text: &str) -> Result<Position, ParsePositionError>;

    /// The short name by which programs know the game.
    fn id(&'static self) -> &'static str {
        self.catalogue().id
    }

    /// The version of the rules, to be kept with every stored game.
    fn rules_version(&'static self) -> u32 {
        self.catalogue().rules_version
    }
}

impl fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dyn Game")
    }
}

/// Every game there is, in the order in which they are offered. A new game is added here.
static GAMES: [&dyn Game; 6] =
    [&halma::HALMA, &halma::NERMA, &jarmo::JARMO, &moon::MOON, &halma::HALMA_8, &halma::HALMA_10];

/// Every game there is, in the order in which they are offered.
#[must_use]
pub fn games() -> &'static [&'static dyn Game] {
    &GAMES
}

/// The game with that [`id`](Game::id).
#[must_use]
pub fn game(id: &str) -> Option<&'static dyn Game> {
    games().iter().copied().find(|game| game.id() == id)
}
