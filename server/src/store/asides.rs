//! What lies beside a room's log: its chat, the players' names, and who is there.
//!
//! None of it decides anything in a game, and all of it can be deleted. It goes when its room is closed.

use async_trait::async_trait;
pub use protocol::Channel;
use protocol::{PerSeat, RoomId, Seat, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::StoreError;
use super::presence::{Presence, ServerId};

/// How many lines of each channel of a room are kept; older ones are deleted.
pub const KEPT_LINES: u64 = 200;

/// One thing for each channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerChannel<T> {
    /// The players'.
    pub players: T,
    /// The watchers'.
    pub watchers: T,
}

impl<T> PerChannel<T> {
    /// The one that belongs to `channel`.
    pub const fn get(&self, channel: Channel) -> &T {
        match channel {
            Channel::Players => &self.players,
            Channel::Watchers => &self.watchers,
        }
    }

    /// The one that belongs to `channel`, to be changed.
    pub const fn get_mut(&mut self, channel: Channel) -> &mut T {
        match channel {
            Channel::Players => &mut self.players,
            Channel::Watchers => &mut self.watchers,
        }
    }
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    /// Names the line. One that is said again, because an answer got lost, is known by it.
    pub id: Uuid,
    /// Who is to hear it.
    pub channel: Channel,
    /// Whose it is; `None` for a watcher's.
    #[serde(rename = "seat")]
    pub from: Option<Seat>,
    /// What the speaker was called then.
    pub name: Option<String>,
    /// What was said.
    pub text: String,
    /// When.
    pub time: Timestamp,
}

/// A line of chat that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The line's number in its channel of its room: 1, 2, 3, … without gaps. Whoever reads line n can read, or could
    /// have read, all before it.
    pub n: u64,
    /// The line.
    #[serde(flatten)]
    pub line: ChatLine,
}

/// What the players call themselves; `None` for one who has given no name.
pub type Names = PerSeat<Option<String>>;

/// What lies beside a room's log, in short: whether something is new can be told by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AsideHead {
    /// The number of each channel's last line; 0 if nothing was said.
    pub said: PerChannel<u64>,
    /// The players' names.
    pub names: Names,
    /// How often something that was said, or a name, was [forgotten](AsideStore::forget).
    pub forgotten: u64,
    /// Who is there at other servers than the one that asks.
    pub elsewhere: Presence,
}

/// What lies beside a room's log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aside {
    /// In short.
    pub head: AsideHead,
    /// The lines asked for, oldest first.
    pub lines: PerChannel<Vec<Said>>,
}

/// A store's part that keeps what lies beside the logs.
///
/// Other servers are told, by a [`Hint::Asides`](super::Hint::Asides), of each room in which something changes.
#[async_trait]
pub trait AsideStore: Send + Sync {
    /// Adds a line to a room's chat and gives its number; the same number if a line of this id was said before. `None`
    /// if there is no such room, or it is closed.
    ///
    /// # Errors
    /// If the store cannot be reached (the same line may then be said again, and is not said twice), or refuses this.
    async fn say(&self, room: RoomId, line: &ChatLine) -> Result<Option<u64>, StoreError>;

    /// Gives the player of a seat a name, or takes it away. Returns whether that changed anything; not so if there is
    /// no such room, or it is closed.
    ///
    /// # Errors
    /// If the store cannot be reached, or refuses this.
    async fn set_name(&self, room: RoomId, seat: Seat, name: Option<&str>) -> Result<bool, StoreError>;

    /// Deletes what the player of a seat, or with `None` all who watch, have said in a room and were called. The lines
    /// stay, with their numbers and nothing in them, and whoever has read them before knows by
    /// [`AsideHead::forgotten`] that they are to be read anew. The log holds nothing of it and stays as it is.
    ///
    /// Returns whether there is such a room; of a closed one nothing is left to be deleted.
    ///
    /// # Errors
    /// If the store cannot be reached, or refuses this. It can be done again.
    async fn forget(&self, room: RoomId, seat: Option<Seat>) -> Result<bool, StoreError>;

    /// What lies beside a room's log. Of the lines after `after` it gives the last `limit` of each channel. Empty if
    /// there is no such room, or it is closed. `asker` is the server that asks and `now` its time.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn aside(
        &self,
        asker: ServerId,
        now: Timestamp,
        room: RoomId,
        after: PerChannel<u64>,
        limit: u32,
    ) -> Result<Aside, StoreError>;

    /// A server tells who is in some of its rooms (with [`Presence::default`], that nobody is, nor was lately), and is
    /// told what lies beside their logs; rooms of which there is nothing to tell are left out. Asked about all open
    /// rooms every two seconds, and about a room where somebody came or went at once. Calls of one server must follow
    /// each other, or an older one may come last. No room may occur twice.
    ///
    /// It is believed for [`BELIEVED_FOR`](super::BELIEVED_FOR). Times are taken to be no earlier than the last
    /// heartbeat, so that servers may have clocks that differ.
    ///
    /// # Errors
    /// If the store cannot be reached, or holds something unreadable.
    async fn attend(
        &self,
        server: ServerId,
        now: Timestamp,
        here: &[(RoomId, Presence)],
    ) -> Result<Vec<(RoomId, AsideHead)>, StoreError>;

    /// A server that stops takes back all that it told by [`attend`](Self::attend).
    ///
    /// # Errors
    /// If the store cannot be reached.
    async fn part(&self, server: ServerId) -> Result<(), StoreError>;
}
