//! How much one address, or one socket, may do.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use protocol::{PerSeat, Seat};

use crate::config::Config;

/// The addresses remembered before those that have been quiet are forgotten.
const REMEMBERED_ADDRESSES: usize = 10_000;

/// Whom a limit applies to: an IPv4 address, or the /64 network of an IPv6 address, which is what one household or
/// machine usually has to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin(IpAddr);

impl From<IpAddr> for Origin {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => Self(IpAddr::V6((address.to_bits() >> 64 << 64).into())),
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

/// Somebody did too much. After this many whole seconds it makes sense to try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch {
    /// How many.
    pub retry_after: u32,
}

impl From<Duration> for TooMuch {
    fn from(wait: Duration) -> Self {
        let seconds = wait.as_millis().div_ceil(1000).max(1);
        Self { retry_after: u32::try_from(seconds).unwrap_or(u32::MAX) }
    }
}

/// The limits that are kept by address.
#[derive(Debug)]
pub struct Limits {
    rooms: DefaultKeyedRateLimiter<Origin>,
    sockets: Arc<SocketCounts>,
    message_quota: Quota,
}

type SocketCounts = Mutex<HashMap<Origin, u32>>;

impl Limits {
    /// Nothing has been done yet.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let room_quota = Quota::per_hour(config.rooms_per_hour).allow_burst(config.room_burst);
        Self {
            rooms: RateLimiter::keyed(room_quota),
            sockets: Arc::default(),
            message_quota: Quota::per_second(config.messages_per_second).allow_burst(config.message_burst),
        }
    }

    /// Counts a room made from an address.
    ///
    /// # Errors
    /// If that address made too many; then nothing is counted.
    pub fn make_room(&self, origin: Origin) -> Result<(), TooMuch> {
        if self.rooms.len() > REMEMBERED_ADDRESSES {
            self.rooms.retain_recent();
        }
        self.rooms.check_key(&origin).map_err(|until| until.wait_time_from(DefaultClock::default().now()).into())
    }

    /// Counts a socket for as long as the permit lives. `None` if the address has too many open.
    #[must_use]
    pub fn open_socket(&self, origin: Origin, most: NonZeroU32) -> Option<SocketPermit> {
        let mut counts = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(origin).or_default();
        if *count >= most.get() {
            return None;
        }
        *count += 1;
        Some(SocketPermit { origin, counts: Arc::clone(&self.sockets) })
    }

    /// How many sockets are open.
    #[must_use]
    pub fn open_sockets(&self) -> u32 {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// A limit for the messages of a new socket.
    #[must_use]
    pub fn messages(&self) -> MessageLimit {
        MessageLimit(RateLimiter::direct(self.message_quota))
    }
}

/// Counts one socket until it is dropped.
#[derive(Debug)]
pub struct SocketPermit {
    origin: Origin,
    counts: Arc<SocketCounts>,
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.origin) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.origin);
            }
        }
    }
}

/// How much may be said in a room.
#[derive(Clone, Copy, Debug)]
pub struct ChatQuotas {
    /// By each player.
    player: Quota,
    /// By all who watch together.
    watchers: Quota,
}

impl Default for ChatQuotas {
    /// A player may say ten lines at once and then one every two seconds; all who watch, twenty and two a second.
    fn default() -> Self {
        let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Self {
            player: Quota::per_minute(number(30)).allow_burst(number(10)),
            watchers: Quota::per_second(number(2)).allow_burst(number(20)),
        }
    }
}

impl ChatQuotas {
    /// Limits for a room in which nothing was said yet.
    #[must_use]
    pub fn limits(&self) -> ChatLimits {
        let limit = |quota| MessageLimit(RateLimiter::direct(quota));
        ChatLimits {
            seats: PerSeat { host: limit(self.player), guest: limit(self.player) },
            watchers: limit(self.watchers),
        }
    }
}

/// How much may still be said in a room.
#[derive(Debug)]
pub struct ChatLimits {
    seats: PerSeat<MessageLimit>,
    watchers: MessageLimit,
}

impl ChatLimits {
    /// Counts a line of the player of a seat, or of somebody who watches.
    ///
    /// # Errors
    /// If there were too many; then it is not counted.
    pub fn line(&self, from: Option<Seat>) -> Result<(), TooMuch> {
        from.map_or(&self.watchers, |seat| self.seats.get(seat)).message()
    }
}

/// How many messages one socket may send.
#[derive(Debug)]
pub struct MessageLimit(DefaultDirectRateLimiter);

impl MessageLimit {
    /// Counts a message.
    ///
    /// # Errors
    /// If there were too many; then it is not counted.
    pub fn message(&self) -> Result<(), TooMuch> {
        self.0.check().map_err(|until| until.wait_time_from(DefaultClock::default().now()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(address: &str) -> Origin {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn an_ipv6_network_is_one_origin() {
        assert_eq!(origin("2001:db8:1:2::1"), origin("2001:db8:1:2:ffff::9"));
        assert_ne!(origin("2001:db8:1:2::1"), origin("2001:db8:1:3::1"));
        assert_eq!(origin("::ffff:192.0.2.1"), origin("192.0.2.1"));
        assert_ne!(origin("192.0.2.2"), origin("192.0.2.1"));
    }

    #[test]
    fn rooms_are_limited_by_origin() {
        let limits = Limits::new(&Config { room_burst: NonZeroU32::MIN, ..Config::default() });
        assert_eq!(limits.make_room(origin("192.0.2.1")), Ok(()));
        let wait = limits.make_room(origin("192.0.2.1")).unwrap_err().retry_after;
        assert!((1..=30).contains(&wait), "120 an hour is one in 30 s: {wait}");
        assert_eq!(limits.make_room(origin("192.0.2.2")), Ok(()));
    }

    #[test]
    fn sockets_count_while_they_are_open() {
        let limits = Limits::new(&Config::default());
        let permit = limits.open_socket(origin("192.0.2.1"), NonZeroU32::MIN);
        assert!(permit.is_some());
        assert!(limits.open_socket(origin("192.0.2.1"), NonZeroU32::MIN).is_none());
        assert!(limits.open_socket(origin("192.0.2.2"), NonZeroU32::MIN).is_some());
        drop(permit);
        assert_eq!(limits.open_sockets(), 0);
        assert!(limits.open_socket(origin("192.0.2.1"), NonZeroU32::MIN).is_some());
    }
}
