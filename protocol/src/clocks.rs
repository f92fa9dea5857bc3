//! Clocks: how much time the players have, and how much is left.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::names::{Side, Timestamp};

/// How much time the players have. Chosen when the room is made, for all its games. All times are milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// Each side has an amount of time for the whole game, and gets some more with each of its moves.
    RealTime {
        /// What each side starts with, at most three hours; if 0, a side starts with one increment.
        #[schemars(range(max = 10_800_000))]
        base: u64,
        /// What each move adds, at most three minutes. Not both are 0.
        #[schemars(range(max = 180_000))]
        increment: u64,
    },
    /// Each move has an amount of time of its own, for play by correspondence.
    PerMove {
        /// From a minute to 14 days.
        #[schemars(range(min = 60_000, max = 1_209_600_000))]
        time: u64,
    },
}

impl TimeControl {
    /// The longest time to start with, in milliseconds.
    pub const MAX_BASE: u64 = 3 * 60 * 60 * 1000;

    /// The longest increment, in milliseconds.
    pub const MAX_INCREMENT: u64 = 3 * 60 * 1000;

    /// The shortest time per move, in milliseconds.
    pub const MIN_PER_MOVE: u64 = 60 * 1000;

    /// The longest time per move, in milliseconds.
    pub const MAX_PER_MOVE: u64 = 14 * 24 * 60 * 60 * 1000;

    /// What each side's clock shows when a game starts, in milliseconds.
    #[must_use]
    pub const fn start(self) -> u64 {
        match self {
            Self::RealTime { base: 0, increment: time }
            | Self::RealTime { base: time, .. }
            | Self::PerMove { time } => time,
        }
    }

    /// Whether both players are expected to stay at the board.
    #[must_use]
    pub const fn is_real_time(self) -> bool {
        matches!(self, Self::RealTime { .. })
    }

    /// Whether these times may be chosen.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub const fn check(self) -> Result<Self, &'static str> {
        match self {
            Self::RealTime { base: 0, increment: 0 } => Err("a clock needs a base or an increment"),
            Self::RealTime { base, .. } if base > Self::MAX_BASE => Err("a clock's base is at most three hours"),
            Self::RealTime { increment, .. } if increment > Self::MAX_INCREMENT => {
                Err("a clock's increment is at most three minutes")
            }
            Self::PerMove { time } if time < Self::MIN_PER_MOVE || time > Self::MAX_PER_MOVE => {
                Err("a time per move is from a minute to 14 days")
            }
            good => Ok(good),
        }
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        enum Unchecked {
            RealTime { base: u64, increment: u64 },
            PerMove { time: u64 },
        }
        let choice = match Unchecked::deserialize(deserializer)? {
            Unchecked::RealTime { base, increment } => Self::RealTime { base, increment },
            Unchecked::PerMove { time } => Self::PerMove { time },
        };
        choice.check().map_err(de::Error::custom)
    }
}

/// What both clocks show at one point in time.
///
/// At a later time `t` the running side has `t - at` milliseconds less. The other side's clock stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clocks {
    /// What the first side has left, in milliseconds.
    pub first: u64,
    /// What the second side has left, in milliseconds.
    pub second: u64,
    /// The side whose time runs; `null` if neither does: before both are there, and after the end.
    pub running: Option<Side>,
    /// The server's time at which the clocks show this.
    pub at: Timestamp,
    /// When the running side's time is up if it does not move; `null` if neither runs. It can only become later: if
    /// no server was alive for a while, that time is given back.
    pub deadline: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<TimeControl, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn choices_round_trip() {
        for choice in [
            TimeControl::RealTime { base: 300_000, increment: 3000 },
            TimeControl::RealTime { base: 0, increment: 1000 },
            TimeControl::RealTime { base: TimeControl::MAX_BASE, increment: TimeControl::MAX_INCREMENT },
            TimeControl::PerMove { time: TimeControl::MIN_PER_MOVE },
            TimeControl::PerMove { time: TimeControl::MAX_PER_MOVE },
        ] {
            assert_eq!(read(&serde_json::to_string(&choice).unwrap()), Ok(choice));
        }
        assert_eq!(
            read(r#"{"kind":"real_time","base":60000,"increment":0}"#).map(TimeControl::start),
            Ok(60_000),
            "a base alone"
        );
        assert_eq!(
            read(r#"{"kind":"real_time","base":0,"increment":5000}"#).map(TimeControl::start),
            Ok(5000),
            "an increment alone"
        );
    }

    #[test]
    fn what_is_out_of_bounds_is_refused() {
        for json in [
            r#"{"kind":"real_time","base":0,"increment":0}"#,
            r#"{"kind":"real_time","base":10800001,"increment":0}"#,
            r#"{"kind":"real_time","base":1000,"increment":180001}"#,
            r#"{"kind":"real_time","base":1000}"#,
            r#"{"kind":"real_time","base":-1,"increment":1}"#,
            r#"{"kind":"real_time","base":1.5,"increment":1}"#,
            r#"{"kind":"per_move","time":59999}"#,
            r#"{"kind":"per_move","time":1209600001}"#,
            r#"{"kind":"hourglass","time":60000}"#,
            r#"{"time":60000}"#,
        ] {
            assert!(read(json).is_err(), "{json}");
        }
    }
}
