//! The rooms that strangers may join.

use protocol::{RoomId, Timestamp};

/// A room in the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The room.
    pub room: RoomId,
    /// When it was made.
    pub created: Timestamp,
    /// The lobby's entry, as it was given with the last [`Append`](super::Append).
    pub entry: String,
    /// Whether the host is there, at whichever server, as far as is [told](super::AsideStore::attend).
    pub host_here: bool,
}

/// The lobby, or its first page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listings {
    /// The newest rooms, newest first.
    pub rooms: Vec<Listing>,
    /// How many rooms the whole lobby has.
    pub total: u64,
}
