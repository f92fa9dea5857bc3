//! What people write: names and talk, in any script, bounded and free of what could deceive a reader or break a page.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Why a text is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    /// Nothing is left to be seen once the blanks at both ends are cut off.
    Empty,
    /// It has too many characters or bytes.
    TooLong {
        /// The most characters (Unicode scalar values).
        chars: usize,
        /// The most bytes in UTF-8.
        bytes: usize,
    },
    /// It holds a control character, a line break, or a character that turns the direction of what stands around it.
    Control,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the text is empty"),
            Self::TooLong { chars, bytes } => {
                write!(f, "the text is too long: it has at most {chars} characters and {bytes} bytes")
            }
            Self::Control => f.write_str("the text holds a control character, a line break or a change of direction"),
        }
    }
}

impl std::error::Error for TextError {}

/// Cuts off the blanks at both ends and checks what is left.
fn checked(text: &str, chars: usize, bytes: usize) -> Result<&str, TextError> {
    let text = text.trim();
    if text.len() > bytes || text.chars().count() > chars {
        return Err(TextError::TooLong { chars, bytes });
    }
    if text.chars().any(|char| char.is_control() || breaks_or_turns(char)) {
        return Err(TextError::Control);
    }
    if text.chars().all(is_blank) { Err(TextError::Empty) } else { Ok(text) }
}

/// Line and paragraph separators, and the bidirectional embeddings, overrides and isolates, whose effect would reach
/// beyond the text. The marks for single characters (U+200E, U+200F, U+061C) reach nowhere and stay.
const fn breaks_or_turns(char: char) -> bool {
    matches!(char, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character leaves no ink: with nothing else, a text cannot be seen.
fn is_blank(char: char) -> bool {
    char.is_whitespace()
        || matches!(
            char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}'
                | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

macro_rules! text {
    ($(#[$doc:meta])* $type:ident, $name:literal, $chars:literal, $bytes:literal, $description:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $type(Box<str>);

        impl $type {
            /// The most characters (Unicode scalar values).
            pub const MAX_CHARS: usize = $chars;

            /// The most bytes in UTF-8.
            pub const MAX_BYTES: usize = $bytes;

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $type {
            type Err = TextError;

            /// Checks a text, without the blanks at both ends.
            fn from_str(text: &str) -> Result<Self, TextError> {
                checked(text, Self::MAX_CHARS, Self::MAX_BYTES).map(|text| Self(text.into()))
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
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
                json_schema!({"type": "string", "minLength": 1, "maxLength": $chars, "description": $description})
            }
        }
    };
}

text! {
    /// What somebody wants to be called: one line in any script.
    ///
    /// Not a proof of anything: two people may have the same name.
    DisplayName, "DisplayName", 32, 100,
    "What somebody wants to be called: at most 32 characters and 100 bytes of any script, no control characters."
}

text! {
    /// Something that somebody says: one line in any script.
    ChatText, "ChatText", 300, 1000,
    "Something that somebody says: at most 300 characters and 1000 bytes of any script, no control characters."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_script_are_taken_and_trimmed() {
        for (text, name) in [
            ("Ada", "Ada"),
            ("  Zoé d'Été \u{a0}", "Zoé d'Été"),
            ("李雷", "李雷"),
            ("محمد", "محمد"),
            ("שרה", "שרה"),
            ("हिन्दी", "हिन्दी"),
            ("🧑‍🚀", "🧑‍🚀"),
            ("می‌خواهم", "می‌خواهم"),
        ] {
            assert_eq!(text.parse::<DisplayName>().as_ref().map(DisplayName::as_str), Ok(name));
        }
    }

    #[test]
    fn what_cannot_be_seen_is_empty() {
        for text in ["", "   ", "\u{a0}\u{3000}", "\u{200b}\u{200d}", "\u{3164}", "\u{fe0f}", "\u{e0041}", "\u{2800}"] {
            assert_eq!(text.parse::<DisplayName>(), Err(TextError::Empty), "{text:?}");
        }
    }

    #[test]
    fn what_could_break_a_page_is_refused() {
        for text in ["a\0b", "a\nb", "a\tb", "a\u{7f}", "a\u{85}b", "a\u{2028}b", "\u{202e}evil", "\u{2066}a\u{2069}"] {
            assert_eq!(text.parse::<ChatText>(), Err(TextError::Control), "{text:?}");
        }
    }

    #[test]
    fn characters_and_bytes_are_bounded() {
        let too_long = Err(TextError::TooLong { chars: 32, bytes: 100 });
        assert!("a".repeat(32).parse::<DisplayName>().is_ok());
        assert_eq!("a".repeat(33).parse::<DisplayName>(), too_long);
        assert!("😀".repeat(25).parse::<DisplayName>().is_ok());
        assert_eq!("😀".repeat(26).parse::<DisplayName>(), too_long);
        assert!("é".repeat(300).parse::<ChatText>().is_ok());
        assert!("é".repeat(301).parse::<ChatText>().is_err());
        assert!("😀".repeat(251).parse::<ChatText>().is_err());
        assert!(format!("{}a", " ".repeat(5000)).parse::<DisplayName>().is_ok(), "blanks at the ends do not count");
    }
}
