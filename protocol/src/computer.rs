//! The computer as a player.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::names::Side;

/// How well the computer plays: from 1, which anyone can beat, to 5, the best it can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct ComputerLevel(u8);

/// A number that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALevel;

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level of the computer is a number from 1 to 5")
    }
}

impl std::error::Error for NotALevel {}

impl ComputerLevel {
    /// The weakest level.
    pub const MIN: Self = Self(1);

    /// The best level.
    pub const MAX: Self = Self(5);

    /// The level with this number.
    ///
    /// # Errors
    /// If there is none.
    pub const fn new(number: u8) -> Result<Self, NotALevel> {
        if Self::MIN.0 <= number && number <= Self::MAX.0 { Ok(Self(number)) } else { Err(NotALevel) }
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }

    /// Its number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for ComputerLevel {
    type Error = NotALevel;

    fn try_from(number: u8) -> Result<Self, NotALevel> {
        Self::new(number)
    }
}

impl JsonSchema for ComputerLevel {
    fn schema_name() -> Cow<'static, str> {
        "ComputerLevel".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "integer", "minimum": Self::MIN.0, "maximum": Self::MAX.0,
            "description": "How well the computer plays: from 1, which anyone can beat, to 5, the best it can do."
        })
    }
}

/// The computer's part in a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComputerPlayed {
    /// At which level it played.
    pub level: ComputerLevel,
    /// Which side it played.
    pub side: Side,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_one_to_five() {
        for number in 1..=5 {
            let level: ComputerLevel = serde_json::from_str(&number.to_string()).unwrap();
            assert_eq!((level.get(), serde_json::to_string(&level).unwrap()), (number, number.to_string()));
        }
        for wrong in ["0", "6", "-1", "256", "1.5", "\"3\"", "true"] {
            assert!(serde_json::from_str::<ComputerLevel>(wrong).is_err(), "{wrong}");
        }
    }
}
