//! The small words of the protocol: sides, seats, outcomes, squares, times.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A side of a game: `first` moves first. Which colour that is, the catalogue says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side that moves first.
    First,
    /// The other side.
    Second,
}

impl From<rules::Side> for Side {
    fn from(side: rules::Side) -> Self {
        match side {
            rules::Side::First => Self::First,
            rules::Side::Second => Self::Second,
        }
    }
}

impl From<Side> for rules::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// A chair of a room. Seats stay with their people; sides may change from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Whoever made the room.
    Host,
    /// Whoever took the free seat.
    Guest,
}

impl Seat {
    /// Both seats, the host's first.
    pub const BOTH: [Self; 2] = [Self::Host, Self::Guest];

    /// The seat across the table.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Host => Self::Guest,
            Self::Guest => Self::Host,
        }
    }
}

/// Which side the host plays in the room's first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SidesChoice {
    /// The host plays first.
    First,
    /// The host plays second.
    Second,
    /// The server draws by lot when the game starts.
    #[default]
    Lot,
}

/// Where the players of a room sit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Table {
    /// Each at a device of their own.
    #[default]
    Two,
    /// Both at one device: one person's token holds both seats.
    OneDevice,
}

/// One thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PerSide_{T}")]
pub struct PerSide<T> {
    /// The first side's.
    pub first: T,
    /// The second side's.
    pub second: T,
}

impl<T> PerSide<T> {
    /// The one that belongs to `side`.
    pub const fn get(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    /// The one that belongs to `side`, to be changed.
    pub const fn get_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

impl<T> From<[T; 2]> for PerSide<T> {
    fn from([first, second]: [T; 2]) -> Self {
        Self { first, second }
    }
}

/// One thing for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PerSeat_{T}")]
pub struct PerSeat<T> {
    /// The host's.
    pub host: T,
    /// The guest's.
    pub guest: T,
}

impl<T> PerSeat<T> {
    /// The one that belongs to `seat`.
    pub const fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::Host => &self.host,
            Seat::Guest => &self.guest,
        }
    }

    /// The one that belongs to `seat`, to be changed.
    pub const fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Host => &mut self.host,
            Seat::Guest => &mut self.guest,
        }
    }
}

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The first side won.
    First,
    /// The second side won.
    Second,
    /// Nobody won.
    Draw,
    /// The game does not count: it was aborted or abandoned.
    None,
}

impl From<rules::Outcome> for Outcome {
    fn from(outcome: rules::Outcome) -> Self {
        match outcome {
            rules::Outcome::First => Self::First,
            rules::Outcome::Second => Self::Second,
            rules::Outcome::Draw => Self::Draw,
            rules::Outcome::None => Self::None,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The winner's men fill the goal camp (Halma family).
    CampFilled,
    /// The loser had a man left in the own camp when it had to be empty (Nerma, small Halmas).
    CampNotEvacuated,
    /// A position stood on the board for the third time (Halma).
    Repetition,
    /// One player's archers are all home (Jarmo).
    AllHome,
    /// Neither side can move.
    NoMoves,
    /// The loser has one man left, or none (the Man in the Moon).
    ManInTheMoon,
    /// Too many moves in a row without a capture (the Man in the Moon).
    NoCapture,
    /// A player resigned.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player's time ran out.
    Time,
    /// A player went away and the other claimed the game.
    Left,
    /// The game was given up before both had moved.
    Aborted,
    /// Nobody touched the game for very long.
    Abandoned,
}

impl From<rules::Reason> for Reason {
    fn from(reason: rules::Reason) -> Self {
        match reason {
            rules::Reason::CampFilled => Self::CampFilled,
            rules::Reason::CampNotEvacuated => Self::CampNotEvacuated,
            rules::Reason::Repetition => Self::Repetition,
            rules::Reason::AllHome => Self::AllHome,
            rules::Reason::NoMoves => Self::NoMoves,
            rules::Reason::ManInTheMoon => Self::ManInTheMoon,
            rules::Reason::NoCapture => Self::NoCapture,
            rules::Reason::Resignation => Self::Resignation,
            rules::Reason::Agreement => Self::Agreement,
            rules::Reason::Time => Self::Time,
            rules::Reason::Left => Self::Left,
            rules::Reason::Aborted => Self::Aborted,
            rules::Reason::Abandoned => Self::Abandoned,
        }
    }
}

/// A point in time: milliseconds since 1970-01-01T00:00:00Z by the server's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Timestamp(pub u64);

/// A square of a board, written as in moves: file letter and rank number, `a1` at the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareName(pub rules::Square);

impl From<rules::Square> for SquareName {
    fn from(square: rules::Square) -> Self {
        Self(square)
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for SquareName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for SquareName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(de::Error::custom)
    }
}

impl JsonSchema for SquareName {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[a-p]([1-9]|1[0-6])$",
            "description": "A square: file letter and rank number, `a1` at the bottom left."
        })
    }
}

/// The names of a list of squares.
#[must_use]
pub fn square_names(squares: &[rules::Square]) -> Vec<SquareName> {
    squares.iter().copied().map(SquareName).collect()
}
