//! The link of a room, as people send it to each other.

use std::str::FromStr;

use protocol::{RoomId, SeatToken};
use tokio_tungstenite::tungstenite::http::Uri;

/// Where a room is, and perhaps the token of a seat in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Whether the server is spoken to by TLS.
    pub(crate) secure: bool,
    /// The server's host, and its port if it is not the usual one.
    pub(crate) authority: String,
    /// The room.
    pub(crate) room: RoomId,
    /// The token, if the link brings one.
    pub(crate) token: Option<SeatToken>,
}

/// What is wrong with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadLink {
    #[error("a room's link is http://HOST/r/ROOM, or https")]
    NotALink,
    #[error("what follows #seat= is no token")]
    BadToken,
}

impl FromStr for Link {
    type Err = BadLink;

    fn from_str(text: &str) -> Result<Self, BadLink> {
        let (address, fragment) = text.split_once('#').unwrap_or((text, ""));
        let address: Uri = address.parse().map_err(|_| BadLink::NotALink)?;
        let secure = match address.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(BadLink::NotALink),
        };
        let authority = address.authority().ok_or(BadLink::NotALink)?.to_string();
        let room = address.path().strip_prefix("/r/").map(|room| room.trim_end_matches('/'));
        let room = room.and_then(|room| room.parse().ok()).ok_or(BadLink::NotALink)?;
        let token = fragment.strip_prefix("seat=").map(str::parse).transpose().map_err(|_| BadLink::BadToken)?;
        Ok(Self { secure, authority, room, token })
    }
}

impl Link {
    /// The address of the socket.
    pub(crate) fn socket(&self) -> String {
        let scheme = if self.secure { "wss" } else { "ws" };
        format!("{scheme}://{}/api/socket", self.authority)
    }

    /// The link that holds the seat of this token.
    pub(crate) fn of_seat(&self, token: &SeatToken) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        format!("{scheme}://{}/r/{}#seat={}", self.authority, self.room, token.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn a_link_is_read_and_written() {
        let link: Link = "http://127.0.0.1:8420/r/p8p7n59fx03v/".parse().unwrap();
        assert_eq!((link.socket().as_str(), link.token), ("ws://127.0.0.1:8420/api/socket", None));
        let seat = link.of_seat(&TOKEN.parse().unwrap());
        assert_eq!(seat, format!("http://127.0.0.1:8420/r/p8p7n59fx03v#seat={TOKEN}"));
        assert_eq!(seat.parse(), Ok(Link { token: TOKEN.parse().ok(), ..link }));
    }

    #[test]
    fn a_secure_link_leads_to_a_secure_socket() {
        let link: Link = "https://halma.example/r/p8p7n59fx03v".parse().unwrap();
        assert_eq!(link.socket(), "wss://halma.example/api/socket");
        let seat = link.of_seat(&TOKEN.parse().unwrap());
        assert_eq!(seat, format!("https://halma.example/r/p8p7n59fx03v#seat={TOKEN}"));
    }

    #[test]
    fn what_is_no_link_is_told() {
        for (text, why) in [
            ("", BadLink::NotALink),
            ("p8p7n59fx03v", BadLink::NotALink),
            ("ftp://host/r/p8p7n59fx03v", BadLink::NotALink),
            ("http://host/", BadLink::NotALink),
            ("http://host/r/", BadLink::NotALink),
            ("http://host/r/what", BadLink::NotALink),
            ("https://host/rooms/p8p7n59fx03v", BadLink::NotALink),
            ("http://host/r/p8p7n59fx03v#seat=12", BadLink::BadToken),
        ] {
            assert_eq!(text.parse::<Link>(), Err(why), "{text}");
        }
    }
}
