//! Who is in a room, as the servers tell each other.
//!
//! Best effort: what a server tells is believed for a while, and it has to tell it again before that is over. A server
//! that dies is soon not believed any more.

use std::collections::HashMap;
use std::time::Duration;

use protocol::{PerSeat, RoomId, Timestamp};
use uuid::Uuid;

/// How long a server is believed that tells nothing new. It has to tell everything again well before.
pub const BELIEVED_FOR: Duration = Duration::from_secs(15);

/// One run of a server, for others to tell its presence from theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(Uuid);

impl ServerId {
    /// A new one, to be made once when a server starts.
    #[must_use]
    pub fn new() -> Self {
        Self(Uuid::new_v4())
    }

    pub(super) const fn uuid(self) -> Uuid {
        self.0
    }
}

impl Default for ServerId {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether the player of a seat is in the room, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatPresence {
    /// In the room, or gone.
    pub here: bool,
    /// Since when.
    pub since: Timestamp,
}

impl SeatPresence {
    /// What two servers that both know of the player make of it: one who is here at one of them is here, and one who
    /// is gone is gone since they left the last of them.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self.here, other.here) {
            (true, false) => self,
            (false, true) => other,
            (true, true) => Self { here: true, since: self.since.min(other.since) },
            (false, false) => Self { here: false, since: self.since.max(other.since) },
        }
    }
}

/// Who is in a room. The default is nobody, and that nobody was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// The players; `None` for one who was not seen.
    pub seats: PerSeat<Option<SeatPresence>>,
    /// How many watchers.
    pub watchers: u32,
}

impl Presence {
    /// Who is in the room if one server tells this and another that.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let both = |one: Option<SeatPresence>, other: Option<SeatPresence>| match (one, other) {
            (Some(one), Some(other)) => Some(one.and(other)),
            _ => one.or(other),
        };
        Self {
            seats: PerSeat {
                host: both(self.seats.host, other.seats.host),
                guest: both(self.seats.guest, other.seats.guest),
            },
            watchers: self.watchers.saturating_add(other.watchers),
        }
    }
}

/// What servers tell, kept in memory: for a store that one process has to itself.
#[derive(Clone, Debug, Default)]
pub struct PresenceBook {
    /// The time of the last heartbeat.
    time: Timestamp,
    told: HashMap<RoomId, HashMap<ServerId, (Presence, Timestamp)>>,
}

impl PresenceBook {
    /// Takes notice of a heartbeat, so that servers whose clocks differ mean the same time.
    pub fn beat(&mut self, time: Timestamp) {
        self.time = self.time.max(time);
    }

    /// A server tells who is in some of its rooms.
    pub fn tell(&mut self, server: ServerId, now: Timestamp, here: &[(RoomId, Presence)]) {
        let now = self.time.max(now);
        for (room, presence) in here {
            let servers = self.told.entry(*room).or_default();
            if *presence == Presence::default() {
                servers.remove(&server);
            } else {
                servers.insert(server, (*presence, now));
            }
        }
        self.retain(|_, seen| is_believed(seen, now));
    }

    /// Forgets what a server told.
    pub fn part(&mut self, server: ServerId) {
        self.retain(|teller, _| teller != server);
    }

    /// Who is in a room at other servers than `asker`.
    #[must_use]
    pub fn elsewhere(&self, asker: ServerId, now: Timestamp, room: RoomId) -> Presence {
        let others = self.believed(now, room).filter(|(server, _)| *server != asker);
        others.fold(Presence::default(), |all, (_, presence)| all.and(presence))
    }

    /// Whether a room's host is there, at whichever server.
    #[must_use]
    pub fn host_is_here(&self, now: Timestamp, room: RoomId) -> bool {
        self.believed(now, room).any(|(_, presence)| presence.seats.host.is_some_and(|host| host.here))
    }

    fn believed(&self, now: Timestamp, room: RoomId) -> impl Iterator<Item = (ServerId, Presence)> {
        let now = self.time.max(now);
        let told = self.told.get(&room).into_iter().flatten();
        told.filter(move |(_, (_, seen))| is_believed(*seen, now)).map(|(server, (presence, _))| (*server, *presence))
    }

    fn retain(&mut self, keep: impl Fn(ServerId, Timestamp) -> bool) {
        self.told.retain(|_, servers| {
            servers.retain(|server, (_, seen)| keep(*server, *seen));
            !servers.is_empty()
        });
    }
}

fn is_believed(seen: Timestamp, now: Timestamp) -> bool {
    Duration::from_millis(now.0.saturating_sub(seen.0)) <= BELIEVED_FOR
}
