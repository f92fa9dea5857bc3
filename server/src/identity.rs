//! What the server derives from tokens and ids by hashing: a seat token's stored form, room ids and archive ids.

use std::fmt;

use protocol::{CommandId, GameId, RoomId, Seat, SeatToken};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// What the computer draws its lots from in a position of a room, so that it chooses the same on every server.
#[must_use]
pub fn thinking_seed(room: RoomId, position: u64) -> u64 {
    first_bits(digest("computer", &[room.as_str(), &position.to_string()]))
}

/// The SHA-256 of a seat token. This is what is stored and compared; the token itself is forgotten.
#[derive(Clone, Copy, Eq)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token.
    #[must_use]
    pub fn of(token: &SeatToken) -> Self {
        Self(digest("seat token", &[token.as_str()]))
    }
}

impl PartialEq for TokenHash {
    /// Takes the same time wherever the hashes differ.
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Display for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(…)")
    }
}

impl Serialize for TokenHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TokenHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.as_bytes();
        let mut hash = [0; 32];
        if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(de::Error::custom("a token's hash is 64 hexadecimal digits"));
        }
        for (byte, pair) in hash.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = str::from_utf8(pair).map_err(de::Error::custom)?;
            *byte = u8::from_str_radix(pair, 16).map_err(de::Error::custom)?;
        }
        Ok(Self(hash))
    }
}

/// The id of the room that a request to make one stands for.
///
/// It follows from the host's token and the request's id alone, so that the request sent again finds the room it
/// made, on whichever server, without a table of requests. Two rooms can only meet by a collision of 60 bits, which
/// the conditional append then refuses.
#[must_use]
pub fn room_id(token: &SeatToken, request: &CommandId) -> RoomId {
    RoomId::from_bits(first_bits(digest("room", &[token.as_str(), request.as_str()])))
}

/// The id under which the archive keeps a room's game. It follows from room and number, but does not tell the room.
#[must_use]
pub fn game_id(room: RoomId, number: u32) -> GameId {
    GameId::from_bits(first_bits(digest("game", &[room.as_str(), &number.to_string()])))
}

/// What the store calls a line of chat. It follows from who said it and what the client called the message, so that one
/// that is sent again is known again; without such an id each line is a new one.
#[must_use]
pub fn chat_line_id(room: RoomId, seat: Option<Seat>, id: Option<&CommandId>) -> Uuid {
    match (seat, id) {
        (Some(seat), Some(id)) => {
            let seat = if seat == Seat::Host { "host" } else { "guest" };
            let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ..] =
                digest("chat line", &[room.as_str(), seat, id.as_str()]);
            Uuid::from_bytes([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])
        }
        _ => Uuid::new_v4(),
    }
}

/// The SHA-256 of some texts, kept apart from each other and from other uses by zero bytes.
fn digest(purpose: &str, parts: &[&str]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(b"sauterelle ");
    hasher.update(purpose);
    for part in parts {
        hasher.update(b"\0");
        hasher.update(part);
    }
    hasher.finalize().into()
}

fn first_bits(digest: [u8; 32]) -> u64 {
    digest.iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_told_apart_and_round_trip() {
        let hash = TokenHash::of(&SeatToken::from_bits(1));
        assert_ne!(hash, TokenHash::of(&SeatToken::from_bits(2)));
        let json = serde_json::to_string(&hash).unwrap();
        assert_eq!(serde_json::from_str::<TokenHash>(&json).unwrap(), hash);
        assert!(!json.contains(SeatToken::from_bits(1).as_str()));
        assert!(serde_json::from_str::<TokenHash>("\"+1\"").is_err());
    }

    #[test]
    fn room_ids_follow_from_token_and_request() {
        let (token, request) = (SeatToken::from_bits(1), "r1".parse().unwrap());
        assert_eq!(room_id(&token, &request), room_id(&token, &request));
        assert_ne!(room_id(&token, &request), room_id(&token, &"r2".parse().unwrap()));
        assert_ne!(room_id(&token, &request), room_id(&SeatToken::from_bits(2), &request));
    }
}
