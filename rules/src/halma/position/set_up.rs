//! Positions of the Halma family from set-ups and texts.

use std::fmt::Write as _;

use super::HalmaPosition;
use crate::halma::Variant;
use crate::set_up::Field;
use crate::text::{ParsePositionError, Parsed};
use crate::{Ending, Outcome, Reason, SetUp, SetUpError, Side};

impl HalmaPosition {
    /// A position laid out man by man; see
    /// [`Game::position`](crate::Game::position).
    ///
    /// A goal camp that is full from the beginning has not been won: the game ends after a *move* of
    /// the player who has filled it. In the same way a player loses for men left at home only after a
    /// move of his.
    ///
    /// # Errors
    /// As for [`Game::position`](crate::Game::position).
    pub fn from_set_up(variant: &'static Variant, set_up: &SetUp) -> Result<Self, SetUpError> {
        Self::check(variant, set_up)?;
        Ok(Self::from_set_up_unchecked(variant, set_up))
    }

    /// The same from a set-up that is known to be good; see
    /// [`Game::position_unchecked`](crate::Game::position_unchecked).
    #[must_use]
    pub fn from_set_up_unchecked(variant: &'static Variant, set_up: &SetUp) -> Self {
        let mut position = Self::laid_out(variant, set_up);
        position.begin();
        position
    }

    pub(in crate::halma) fn from_text(
        variant: &'static Variant,
        mut parsed: Parsed<'_>,
    ) -> Result<Self, ParsePositionError> {
        use ParsePositionError::Contradiction;
        Self::check(variant, &parsed.set_up)?;
        let mut position = Self::laid_out(variant, &parsed.set_up);
        let passed = parsed.take_passed()?;
        let ended = parsed.take_ended()?;
        parsed.finish()?;
        if let Some((outcome, reason)) = ended {
            let ending = Ending { outcome, reason, score: None };
            if passed.is_some() || !position.may_have_ended(ending) {
                return Err(Contradiction("ended"));
            }
            position.ending = Some(ending);
            return Ok(position);
        }
        position.begin();
        if let Some(side) = passed {
            if side == position.to_move || position.ending.is_some() || position.has_move(side) {
                return Err(Contradiction("passed"));
            }
            position.passed_over = passed;
        }
        Ok(position)
    }

    /// What a set-up has to fulfil.
    fn check(variant: &'static Variant, set_up: &SetUp) -> Result<(), SetUpError> {
        set_up.refuse(&[Field::Marked, Field::Captured, Field::QuietMoves])?;
        set_up.check_men(&variant.squares, variant.facts().men)
    }

    /// Lays the men out without looking at who can move.
    fn laid_out(variant: &'static Variant, set_up: &SetUp) -> Self {
        Self::bare(variant, set_up.square_sets(&variant.squares), set_up.to_move, set_up.moves_made)
    }

    /// Whether an ending read from a text agrees with the board.
    fn may_have_ended(&self, ending: Ending) -> bool {
        let facts = self.variant.facts();
        facts.reasons.contains(&ending.reason)
            && match (ending.reason, ending.outcome.winner()) {
                (Reason::CampFilled, Some(winner)) => self.fills_goal(winner),
                (Reason::CampNotEvacuated, Some(winner)) => self.fails_to_evacuate(winner.opponent()),
                (Reason::Repetition, None) => ending.outcome == Outcome::Draw,
                (Reason::NoMoves, None) => {
                    ending.outcome == Outcome::Draw && Side::BOTH.iter().all(|&side| !self.has_move(side))
                }
                _ => false,
            }
    }

    /// The fields that the text of a position has beside those of the set-up.
    pub(super) fn fields(&self) -> String {
        let mut fields = String::new();
        // Writing to a string cannot fail.
        if let Some(side) = self.passed_over {
            let _ = write!(fields, " passed={side}");
        }
        if let Some(ending) = self.ending {
            let _ = write!(fields, " ended={}:{}", ending.outcome, ending.reason);
        }
        fields
    }
}
