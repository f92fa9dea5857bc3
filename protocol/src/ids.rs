//! What rooms, seats, commands and finished games are called: validated texts, so that no later layer has to doubt
//! them.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Why a text is not an identifier of the kind wanted. The text says what one looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseIdError(&'static str);

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for ParseIdError {}

/// Gives a type that is written as a text the serde and schema implementations that go through its `Display` and
/// `FromStr`.
macro_rules! as_text {
    ($type:ty, $name:literal, $pattern:literal, $description:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": $pattern, "description": $description})
            }
        }
    };
}

/// The letters of room and game ids: digits and lower case without `i`, `l`, `o` and `u`, which are easily misread.
const ID_ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Twelve letters of [`ID_ALPHABET`], 60 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ShortId([u8; 12]);

impl ShortId {
    /// The id made of the lowest 60 bits.
    fn from_bits(bits: u64) -> Self {
        let mut letters = [0; 12];
        for (place, letter) in letters.iter_mut().enumerate() {
            let digit = (bits >> (5 * (11 - place))) & 31;
            *letter = ID_ALPHABET[usize::try_from(digit).unwrap_or_default()];
        }
        Self(letters)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut letters: [u8; 12] = text.as_bytes().try_into().ok()?;
        letters.make_ascii_lowercase();
        letters.iter().all(|letter| ID_ALPHABET.contains(letter)).then_some(Self(letters))
    }

    fn as_str(&self) -> &str {
        // The bytes come from the alphabet alone, so this never falls back.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

macro_rules! short_id {
    ($(#[$doc:meta])* $type:ident, $name:literal, $description:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(ShortId);

        impl $type {
            /// The id made of the lowest 60 bits of a number.
            #[must_use]
            pub fn from_bits(bits: u64) -> Self {
                Self(ShortId::from_bits(bits))
            }

            /// The id as it stands in links and messages.
            #[must_use]
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl FromStr for $type {
            type Err = ParseIdError;

            /// Reads an id; upper case is taken for lower case.
            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                ShortId::parse(text).map(Self).ok_or(ParseIdError(concat!(
                    $name,
                    " is 12 letters or digits, without i, l, o and u"
                )))
            }
        }

        as_text!($type, $name, "^[0-9a-hjkmnp-tv-zA-HJKMNP-TV-Z]{12}$", $description);
    };
}

short_id! {
    /// What a room is called in its link. Whoever knows it may watch, or take a free seat.
    RoomId, "RoomId", "A room's id, as in its link /r/<room>."
}

short_id! {
    /// What a finished game is called in the archive. It does not tell the room it was played in.
    GameId, "GameId", "A finished game's id in the archive."
}

/// What holds a seat: 128 random bits that the client makes and keeps.
///
/// Written as 32 lower-case hexadecimal digits. It never appears in a URL that reaches the server, in a log or in
/// anything that is sent to others; its `Debug` form hides it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SeatToken([u8; 32]);

impl SeatToken {
    /// The token of these 128 bits.
    #[must_use]
    pub fn from_bits(bits: u128) -> Self {
        let mut digits = [0; 32];
        for (place, digit) in digits.iter_mut().enumerate() {
            let nibble = (bits >> (4 * (31 - place))) & 15;
            *digit = b"0123456789abcdef"[usize::try_from(nibble).unwrap_or_default()];
        }
        Self(digits)
    }

    /// The token as it stands in messages. Handle with care.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // The bytes are hexadecimal digits, so this never falls back.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatToken(…)")
    }
}

impl FromStr for SeatToken {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        let digits: Option<[u8; 32]> = text.as_bytes().try_into().ok();
        digits
            .filter(|digits| digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
            .map(Self)
            .ok_or(ParseIdError("a token is 32 lower-case hexadecimal digits"))
    }
}

as_text!(
    SeatToken,
    "SeatToken",
    "^[0-9a-f]{32}$",
    "What holds a seat: 128 random bits made by the client, as 32 lower-case hexadecimal digits."
);

/// What a client calls one of its messages, so that the answer can name it and a second sending be recognised.
///
/// One to 64 letters, digits or `.`, `_`, `:`, `-`. A client never uses the same one for two different commands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandId(Box<str>);

impl CommandId {
    /// The longest id, in bytes.
    pub const MAX_BYTES: usize = 64;

    /// The id as the client wrote it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._:-".contains(&byte);
        if (1..=Self::MAX_BYTES).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.into()))
        } else {
            Err(ParseIdError("an id is 1 to 64 letters, digits or . _ : -"))
        }
    }
}

as_text!(
    CommandId,
    "CommandId",
    "^[A-Za-z0-9._:-]{1,64}$",
    "What a client calls one of its messages; never used for two different ones."
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ids_round_trip_and_fold_case() {
        let id = RoomId::from_bits(0x0fed_cba9_8765_4321);
        assert_eq!(id.as_str().len(), 12);
        assert_eq!(id.as_str().parse(), Ok(id));
        assert_eq!(id.as_str().to_uppercase().parse(), Ok(id));
        assert_eq!(RoomId::from_bits(0).as_str(), "000000000000");
        assert_eq!(RoomId::from_bits(u64::MAX).as_str(), "zzzzzzzzzzzz");
    }

    #[test]
    fn short_ids_refuse_what_is_easily_misread() {
        for text in ["", "00000000000", "0000000000000", "00000000000i", "00000000000l", "00000000000o", "0000000000é"]
        {
            assert!(text.parse::<RoomId>().is_err(), "{text}");
        }
    }

    #[test]
    fn tokens_round_trip_and_hide_themselves() {
        let token = SeatToken::from_bits(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
        assert_eq!(token.as_str(), "0123456789abcdef0011223344556677");
        assert_eq!(token.as_str().parse(), Ok(token));
        assert!(!format!("{token:?}").contains("0123"));
        assert!("0123456789ABCDEF0011223344556677".parse::<SeatToken>().is_err());
    }

    #[test]
    fn command_ids_are_bounded() {
        assert!("m-1.a:b_c".parse::<CommandId>().is_ok());
        assert!("x".repeat(64).parse::<CommandId>().is_ok());
        for text in ["", "a b", "a\0b", "é", &"x".repeat(65)] {
            assert!(text.parse::<CommandId>().is_err(), "{text}");
        }
    }
}
