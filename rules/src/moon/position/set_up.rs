//! Positions of the Man in the Moon from set-ups and texts.

use std::fmt::Write as _;

use super::MoonPosition;
use crate::moon::board::{CENTRE, MEN, MOON, QUIET_LIMIT};
use crate::set_up::Field;
use crate::square_set::SquareSet;
use crate::text::{ParsePositionError, Parsed};
use crate::{Game, SetUp, SetUpError, Side};

impl MoonPosition {
    /// A position laid out man by man; see [`Game::position`].
    ///
    /// While men are being placed, as many must stand as the side to move says. Afterwards a player
    /// with fewer than two men has lost, and a position without captures for too long has ended.
    ///
    /// # Errors
    /// As for [`Game::position`].
    pub fn from_set_up(set_up: &SetUp) -> Result<Self, SetUpError> {
        Self::check(set_up)?;
        Ok(Self::from_set_up_unchecked(set_up))
    }

    /// The same from a set-up that is known to be good; see [`Game::position_unchecked`].
    #[must_use]
    pub fn from_set_up_unchecked(set_up: &SetUp) -> Self {
        let mut position = Self::laid_out(set_up.points(), set_up.quiet_moves, set_up.to_move);
        if position.quiet_moves.is_some() {
            position.conclude(set_up.to_move);
        }
        position
    }

    pub(in crate::moon) fn from_text(mut parsed: Parsed<'_>) -> Result<Self, ParsePositionError> {
        let mut position = Self::from_set_up(&parsed.set_up)?;
        let passed = parsed.take_passed()?;
        parsed.finish()?;
        if let Some(side) = passed {
            let placing = position.quiet_moves.is_none();
            if placing || side == position.to_move || position.ending.is_some() || position.has_move(side) {
                return Err(ParsePositionError::Contradiction("passed"));
            }
            position.passed_over = passed;
        }
        Ok(position)
    }

    /// What a set-up has to fulfil.
    fn check(set_up: &SetUp) -> Result<(), SetUpError> {
        set_up.refuse(&[Field::MovesMade, Field::Marked, Field::Captured])?;
        set_up.check_men(&SquareSet::of(MOON.catalogue().board.squares), MEN)?;
        match set_up.quiet_moves {
            None => check_placing(set_up),
            Some(quiet) if quiet > QUIET_LIMIT => Err(SetUpError::TooManyQuietMoves(QUIET_LIMIT)),
            Some(_) if Side::BOTH.iter().all(|&side| set_up.men(side).len() < 2) => Err(SetUpError::TooFewMen),
            Some(_) => Ok(()),
        }
    }

    /// The fields that the text of a position has beside those of the set-up.
    pub(super) fn fields(&self) -> String {
        let mut fields = String::new();
        // Writing to a string cannot fail. That the game has ended shows on the board.
        if let Some(side) = self.passed_over {
            let _ = write!(fields, " passed={side}");
        }
        fields
    }
}

/// What a set-up has to fulfil while men are being placed, beside what it always has to.
fn check_placing(set_up: &SetUp) -> Result<(), SetUpError> {
    let [first, second] = Side::BOTH.map(|side| set_up.men(side).len());
    if first + second == 2 * MEN as usize {
        return Err(SetUpError::NobodyLeftToPlace);
    }
    let turn = [first, second] == if set_up.to_move == Side::First { [first, first] } else { [second + 1, second] };
    if !turn {
        return Err(SetUpError::PlacedOutOfTurn);
    }
    match CENTRE.into_iter().find(|&centre| set_up.occupies(centre)) {
        Some(centre) => Err(SetUpError::ClosedForPlacing(centre)),
        None => Ok(()),
    }
}
