//! What can go wrong, as it is counted.

use std::borrow::Cow;

/// Something went wrong with one room or socket.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    /// The server refused a message.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// The server answered a request for a room with this status.
    #[error("the server makes no room: {0}")]
    NoRoom(u16),
    /// No connection, or it broke.
    #[error("no connection: {0}")]
    Lost(String),
    /// No answer came in time.
    #[error("no answer")]
    Silence,
    /// A snapshot replaced events: this reader was too slow, so its times mean nothing.
    #[error("read too slowly")]
    Overtaken,
    /// A message that does not belong here.
    #[error("an unexpected message")]
    Unexpected,
}

impl Trouble {
    /// What it is counted as: the server's code, or a word of this tool.
    pub(crate) fn code(&self) -> Cow<'_, str> {
        match self {
            Self::Refused(code) => code.into(),
            Self::NoRoom(status) => format!("http_{status}").into(),
            Self::Lost(_) => "connection_lost".into(),
            Self::Silence => "no_answer".into(),
            Self::Overtaken => "read_too_slowly".into(),
            Self::Unexpected => "unexpected_message".into(),
        }
    }
}

impl From<tokio_tungstenite::tungstenite::Error> for Trouble {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::Lost(error.to_string())
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Lost(error.to_string())
    }
}

impl From<reqwest::Error> for Trouble {
    fn from(error: reqwest::Error) -> Self {
        Self::Lost(error.to_string())
    }
}

impl From<tokio::time::error::Elapsed> for Trouble {
    fn from(_: tokio::time::error::Elapsed) -> Self {
        Self::Silence
    }
}
