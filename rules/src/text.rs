//! The text form of positions: one line that any game can be read back from.
//!
//! ```text
//! first l1,m1,n1 a16,b16 moves=3,2
//! ```
//!
//! Who is to move, the first player's men and the second player's (`-` for none), then fields
//! `key=value`, each only where it says something: `moves` made, `marked` men, men `captured`,
//! `quiet` moves, and after them those of the game itself.

use std::fmt;
use std::str::FromStr;

use crate::ending::{Outcome, Reason};
use crate::{SetUp, SetUpError, Side, Square};

/// No longer text is looked at. A full 16x16 board takes about 1,100 bytes.
const MAX_TEXT: usize = 4096;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// The text is longer than the text of any position.
    TooLong,
    /// A part is missing, or not of the form it should have; names the part.
    Malformed(&'static str),
    /// A field that this game does not have, or has had already.
    UnknownField(String),
    /// The men cannot stand like that.
    SetUp(SetUpError),
    /// The field contradicts the board; names the field.
    Contradiction(&'static str),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a position takes at most {MAX_TEXT} bytes"),
            Self::Malformed(part) => write!(f, "missing or malformed: {part}"),
            Self::UnknownField(field) => write!(f, "unknown or repeated field {field:?}"),
            Self::SetUp(error) => error.fmt(f),
            Self::Contradiction(field) => write!(f, "the field {field} contradicts the board"),
        }
    }
}

impl std::error::Error for ParsePositionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::SetUp(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SetUpError> for ParsePositionError {
    fn from(error: SetUpError) -> Self {
        Self::SetUp(error)
    }
}

/// Writes a position; `fields` are the game's own, each with a space in front.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, set_up: &SetUp, fields: &str) -> fmt::Result {
    let pair = |[first, second]: [u32; 2]| format!("{first},{second}");
    write!(f, "{} {} {}", set_up.to_move, join(&set_up.first), join(&set_up.second))?;
    if set_up.moves_made != [0, 0] {
        write!(f, " moves={}", pair(set_up.moves_made))?;
    }
    if !set_up.marked.is_empty() {
        write!(f, " marked={}", join(&set_up.marked))?;
    }
    if set_up.captured != [0, 0] {
        write!(f, " captured={}", pair(set_up.captured))?;
    }
    if let Some(quiet) = set_up.quiet_moves {
        write!(f, " quiet={quiet}")?;
    }
    f.write_str(fields)
}

fn join(squares: &[Square]) -> String {
    if squares.is_empty() {
        return "-".to_owned();
    }
    let texts: Vec<String> = squares.iter().map(ToString::to_string).collect();
    texts.join(",")
}

/// A position text taken apart: the set-up, and the fields that only the game itself can read.
pub(crate) struct Parsed<'a> {
    pub(crate) set_up: SetUp,
    own_fields: Vec<(&'a str, &'a str)>,
}

impl<'a> Parsed<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Self, ParsePositionError> {
        use ParsePositionError::Malformed;
        if text.len() > MAX_TEXT {
            return Err(ParsePositionError::TooLong);
        }
        let mut parts = text.split(' ');
        let to_move = parts.next().and_then(|part| part.parse().ok());
        let first = parts.next().and_then(squares);
        let second = parts.next().and_then(squares);
        let set_up = SetUp {
            to_move: to_move.ok_or(Malformed("the side to move"))?,
            first: first.ok_or(Malformed("the first player's men"))?,
            second: second.ok_or(Malformed("the second player's men"))?,
            ..SetUp::default()
        };
        let mut fields = Vec::new();
        for part in parts {
            let (key, value) = part.split_once('=').ok_or(Malformed("a field key=value"))?;
            if fields.iter().any(|&(known, _)| known == key) {
                return Err(ParsePositionError::UnknownField(key.to_owned()));
            }
            fields.push((key, value));
        }
        let mut parsed = Self { set_up, own_fields: fields };
        if let Some(moves) = parsed.take("moves", |text| pair(text, ','))? {
            parsed.set_up.moves_made = moves;
        }
        if let Some(marked) = parsed.take("marked", squares)? {
            parsed.set_up.marked = marked;
        }
        if let Some(captured) = parsed.take("captured", |text| pair(text, ','))? {
            parsed.set_up.captured = captured;
        }
        parsed.set_up.quiet_moves = parsed.take("quiet", |text| text.parse().ok())?;
        Ok(parsed)
    }

    /// Takes the field `key` out, if the text has it, and reads its value.
    pub(crate) fn take<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, ParsePositionError> {
        let Some(at) = self.own_fields.iter().position(|&(known, _)| known == key) else {
            return Ok(None);
        };
        let (_, value) = self.own_fields.remove(at);
        read(value).map(Some).ok_or(ParsePositionError::Malformed(key))
    }

    /// Takes the side that was passed over.
    pub(crate) fn take_passed(&mut self) -> Result<Option<Side>, ParsePositionError> {
        self.take("passed", |text| text.parse().ok())
    }

    /// Takes an ending `outcome:reason`.
    pub(crate) fn take_ended(&mut self) -> Result<Option<(Outcome, Reason)>, ParsePositionError> {
        self.take("ended", |text| {
            let (outcome, reason) = text.split_once(':')?;
            Some((outcome.parse().ok()?, reason.parse().ok()?))
        })
    }

    /// Makes sure that nothing is left over.
    pub(crate) fn finish(self) -> Result<(), ParsePositionError> {
        match self.own_fields.first() {
            None => Ok(()),
            Some((key, _)) => Err(ParsePositionError::UnknownField((*key).to_owned())),
        }
    }
}

/// Two values with a separator between them.
pub(crate) fn pair<T: FromStr>(text: &str, separator: char) -> Option<[T; 2]> {
    let (one, other) = text.split_once(separator)?;
    Some([one.parse().ok()?, other.parse().ok()?])
}

fn squares(text: &str) -> Option<Vec<Square>> {
    match text {
        "-" => Some(Vec::new()),
        _ => text.split(',').map(|square| square.parse().ok()).collect(),
    }
}
