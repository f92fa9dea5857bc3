//! Positions of Jarmo from set-ups and texts.

use std::fmt::Write as _;

use super::JarmoPosition;
use crate::jarmo::board::{ARCHERS, JARMO, neighbours};
use crate::jarmo::to_and_fro::ToAndFro;
use crate::points::Points;
use crate::set_up::Field;
use crate::square_set::SquareSet;
use crate::text::{self, ParsePositionError, Parsed};
use crate::{Game, SetUp, SetUpError, Side, Square};

impl JarmoPosition {
    /// A position laid out archer by archer; see [`Game::position`].
    ///
    /// Nobody has gone back and forth yet. If all the archers one of the players has stand on his
    /// goal rank, the position has ended.
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
        let mut position = Self::read(set_up);
        position.conclude(set_up.to_move);
        position
    }

    pub(in crate::jarmo) fn from_text(mut parsed: Parsed<'_>) -> Result<Self, ParsePositionError> {
        use ParsePositionError::Contradiction;
        Self::check(&parsed.set_up)?;
        let mut position = Self::read(&parsed.set_up);
        let passed = parsed.take_passed()?;
        if let Some(to_and_fro) = parsed.take("back", |text| text::pair(text, '/'))? {
            position.to_and_fro = to_and_fro;
        }
        parsed.finish()?;
        for side in Side::BOTH {
            let ends = position.to_and_fro[side.index()].ends();
            if ends.is_some_and(|(from, to)| !position.can_have_gone(side, from, to)) {
                return Err(Contradiction("back"));
            }
        }
        position.conclude(position.to_move);
        if let Some(side) = passed {
            // Being passed over made the player's count begin anew, so his archers may be able to
            // move again; that they were not cannot be seen any more.
            let counts = position.to_and_fro[side.index()] != ToAndFro::NOTHING;
            if side == position.to_move || position.ending.is_some() || counts {
                return Err(Contradiction("passed"));
            }
            position.passed_over = passed;
        }
        Ok(position)
    }

    /// What a set-up has to fulfil.
    fn check(set_up: &SetUp) -> Result<(), SetUpError> {
        set_up.refuse(&[Field::MovesMade, Field::QuietMoves])?;
        set_up.check_men(&SquareSet::of(JARMO.catalogue().board.squares), ARCHERS)?;
        for side in Side::BOTH {
            let standing = set_up.men(side).len() as u32;
            if set_up.captured[side.index()] > ARCHERS - standing {
                return Err(SetUpError::TooManyMen { side, most: ARCHERS });
            }
        }
        match set_up.marked.iter().find(|&&square| !set_up.occupies(square)) {
            Some(&nobody) => Err(SetUpError::NobodyToMark(nobody)),
            None => Ok(()),
        }
    }

    /// Reads a set-up without looking at who can move.
    fn read(set_up: &SetUp) -> Self {
        let archers = set_up.points();
        let marked = Points::of(&set_up.marked).and(archers[0].or(archers[1]));
        Self::laid_out(archers, marked, set_up.captured, set_up.to_move)
    }

    /// Whether a side's latest turn can have been this move, for the count of going back and forth.
    fn can_have_gone(&self, side: Side, from: Square, to: Square) -> bool {
        self.free(side).contains(to) && neighbours(to).contains(from)
    }

    /// The fields that the text of a position has beside those of the set-up.
    pub(super) fn fields(&self) -> String {
        let mut fields = String::new();
        // Writing to a string cannot fail. That the game has ended shows on the board.
        let [first, second] = self.to_and_fro;
        if [first, second] != [ToAndFro::NOTHING; 2] {
            let _ = write!(fields, " back={first}/{second}");
        }
        if let Some(side) = self.passed_over {
            let _ = write!(fields, " passed={side}");
        }
        fields
    }
}
