//! How much one address, or one socket, may do.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use protocol::{PerSeat, Seat};

use crate::config::{ChatConfig, Config};
use crate::origin::Origin;

/// The addresses remembered before those that have been quiet are forgotten.
const REMEMBERED_ADDRESSES: usize = 10_000;

/// The most addresses that are ever remembered for one limit; some 20 MiB.
const MOST_ADDRESSES: usize = 200_000;

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
    rooms: KeyedLimit,
    computer_rooms: KeyedLimit,
    joins: KeyedLimit,
    connections: Counts,
    sockets: Counts,
    message_quota: Quota,
}

impl Limits {
    /// Nothing has been done yet.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let bounds = &config.connections;
        Self {
            rooms: KeyedLimit::new(Quota::per_hour(config.rooms_per_hour).allow_burst(config.room_burst)),
            computer_rooms: KeyedLimit::new(
                Quota::per_hour(config.computer_rooms_per_hour).allow_burst(config.computer_room_burst),
            ),
            joins: KeyedLimit::new(Quota::per_minute(config.joins_per_minute).allow_burst(config.join_burst)),
            connections: Counts::new(bounds.connections, bounds.connections_per_address),
            sockets: Counts::new(bounds.sockets, config.sockets_per_address),
            message_quota: Quota::per_second(config.messages_per_second).allow_burst(config.message_burst),
        }
    }

    /// Counts a room made from an address.
    ///
    /// # Errors
    /// If that address made too many; then nothing is counted.
    pub fn make_room(&self, origin: Origin) -> Result<(), TooMuch> {
        self.rooms.count(origin)
    }

    /// Counts a room against the computer made from an address.
    ///
    /// # Errors
    /// If that address made too many; then nothing is counted.
    pub fn make_computer_room(&self, origin: Origin) -> Result<(), TooMuch> {
        self.computer_rooms.count(origin)
    }

    /// Counts a `join` from an address, whatever comes of it.
    ///
    /// # Errors
    /// If there were too many; then it is not counted.
    pub fn join(&self, origin: Origin) -> Result<(), TooMuch> {
        self.joins.count(origin)
    }

    /// Counts a connection for as long as the permit lives. One without an origin, a trusted proxy's, only counts
    /// among all.
    ///
    /// # Errors
    /// If there are too many.
    pub fn open_connection(&self, origin: Option<Origin>) -> Result<Permit, Full> {
        self.connections.open(origin)
    }

    /// Counts a socket for as long as the permit lives.
    ///
    /// # Errors
    /// If there are too many.
    pub fn open_socket(&self, origin: Origin) -> Result<Permit, Full> {
        self.sockets.open(Some(origin))
    }

    /// How many connections are open, with those of sockets.
    #[must_use]
    pub fn open_connections(&self) -> u32 {
        self.connections.all()
    }

    /// How many sockets are open.
    #[must_use]
    pub fn open_sockets(&self) -> u32 {
        self.sockets.all()
    }

    /// A limit for the messages of a new socket.
    #[must_use]
    pub fn messages(&self) -> MessageLimit {
        MessageLimit(RateLimiter::direct(self.message_quota))
    }
}

/// How often each address may do something.
#[derive(Debug)]
struct KeyedLimit {
    quota: Quota,
    limiter: RwLock<DefaultKeyedRateLimiter<Origin>>,
    /// When more addresses are remembered, those that have been quiet are forgotten.
    remembered: AtomicUsize,
    /// When more addresses are remembered that have not been quiet, all are forgotten.
    most: usize,
}

impl KeyedLimit {
    fn new(quota: Quota) -> Self {
        Self::remembering(quota, MOST_ADDRESSES)
    }

    fn remembering(quota: Quota, most: usize) -> Self {
        let remembered = AtomicUsize::new(REMEMBERED_ADDRESSES.min(most));
        Self { quota, limiter: RwLock::new(RateLimiter::keyed(quota)), remembered, most }
    }

    fn count(&self, origin: Origin) -> Result<(), TooMuch> {
        let limiter = self.limiter.read().unwrap_or_else(PoisonError::into_inner);
        let now = DefaultClock::default().now();
        let counted = limiter.check_key(&origin).map_err(|until| until.wait_time_from(now).into());
        let is_crowded = limiter.len() > self.remembered.load(Ordering::Relaxed);
        drop(limiter);
        if is_crowded {
            self.forget();
        }
        counted
    }

    /// Forgets addresses. Whoever has so many has as many bounds, so nothing is lost by forgetting all of them.
    fn forget(&self) {
        let mut limiter = self.limiter.write().unwrap_or_else(PoisonError::into_inner);
        if limiter.len() <= self.remembered.load(Ordering::Relaxed) {
            // Somebody else has done it meanwhile.
            return;
        }
        limiter.retain_recent();
        if limiter.len() > self.most / 2 {
            *limiter = RateLimiter::keyed(self.quota);
        }
        // Where all are recent, looking through them again and again would be work that somebody can cause.
        let next = REMEMBERED_ADDRESSES.max(limiter.len() * 2).min(self.most);
        self.remembered.store(next, Ordering::Relaxed);
    }
}

/// Why something cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// This address has too many open.
    Origin,
    /// All addresses together have.
    All,
}

/// How many of something are open, by address and in all.
#[derive(Debug)]
struct Counts {
    open: Arc<Mutex<Open>>,
    most: NonZeroU32,
    most_per_origin: NonZeroU32,
}

#[derive(Debug, Default)]
struct Open {
    all: u32,
    by_origin: HashMap<Origin, u32>,
}

impl Counts {
    fn new(most: NonZeroU32, most_per_origin: NonZeroU32) -> Self {
        Self { open: Arc::default(), most, most_per_origin }
    }

    fn all(&self) -> u32 {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).all
    }

    fn open(&self, origin: Option<Origin>) -> Result<Permit, Full> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.all >= self.most.get() {
            return Err(Full::All);
        }
        if let Some(origin) = origin {
            let count = open.by_origin.entry(origin).or_default();
            if *count >= self.most_per_origin.get() {
                return Err(Full::Origin);
            }
            *count += 1;
        }
        open.all += 1;
        drop(open);
        Ok(Permit { origin, open: Arc::clone(&self.open) })
    }
}

/// Counts one thing that is open until it is dropped.
#[derive(Debug)]
pub struct Permit {
    origin: Option<Origin>,
    open: Arc<Mutex<Open>>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        let Some(origin) = self.origin else { return };
        if let Some(count) = open.by_origin.get_mut(&origin) {
            *count -= 1;
            if *count == 0 {
                open.by_origin.remove(&origin);
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
    /// As on an empty command line.
    fn default() -> Self {
        Self::new(&ChatConfig::default())
    }
}

impl ChatQuotas {
    /// What the configuration allows.
    #[must_use]
    pub fn new(config: &ChatConfig) -> Self {
        Self {
            player: Quota::per_minute(config.lines_per_minute).allow_burst(config.line_burst),
            watchers: Quota::per_minute(config.watcher_lines_per_minute).allow_burst(config.watcher_line_burst),
        }
    }

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
    use std::net::IpAddr;

    use super::*;

    fn origin(address: &str) -> Origin {
        address.parse::<IpAddr>().unwrap().into()
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
        let mut config = Config { sockets_per_address: NonZeroU32::MIN, ..Config::default() };
        config.connections.sockets = NonZeroU32::new(2).unwrap();
        let limits = Limits::new(&config);
        let first = limits.open_socket(origin("192.0.2.1")).unwrap();
        assert_eq!(limits.open_socket(origin("192.0.2.1")).unwrap_err(), Full::Origin);
        let second = limits.open_socket(origin("192.0.2.2")).unwrap();
        assert_eq!(limits.open_socket(origin("192.0.2.3")).unwrap_err(), Full::All);
        drop(first);
        assert_eq!(limits.open_sockets(), 1);
        assert!(limits.open_socket(origin("192.0.2.1")).is_ok());
        drop(second);
        assert_eq!(limits.open_sockets(), 0);
    }

    #[test]
    fn a_proxy_is_bounded_by_the_number_of_all_connections_alone() {
        let mut config = Config::default();
        config.connections.connections = NonZeroU32::new(3).unwrap();
        config.connections.connections_per_address = NonZeroU32::MIN;
        let limits = Limits::new(&config);
        let open: Vec<_> = (0..3).map(|_| limits.open_connection(None).unwrap()).collect();
        assert_eq!(limits.open_connection(None).unwrap_err(), Full::All);
        drop(open);
        let one = limits.open_connection(Some(origin("192.0.2.1")));
        assert!(one.is_ok());
        assert_eq!(limits.open_connection(Some(origin("192.0.2.1"))).unwrap_err(), Full::Origin);
    }

    #[test]
    fn quiet_addresses_are_forgotten() {
        let limit = KeyedLimit::new(Quota::per_second(NonZeroU32::new(1_000_000).unwrap()));
        for number in 0..3 * REMEMBERED_ADDRESSES as u32 {
            let _ = limit.count(IpAddr::V4(number.into()).into());
        }
        let len = limit.limiter.read().unwrap().len();
        assert!(len <= 2 * REMEMBERED_ADDRESSES, "{len}");
    }

    #[test]
    fn however_many_addresses_come_no_more_are_remembered_than_there_is_room_for() {
        // Nobody is quiet for long enough here.
        let limit = KeyedLimit::remembering(Quota::per_hour(NonZeroU32::MIN), 1000);
        let mut most = 0;
        for number in 0..5000_u32 {
            let stranger = IpAddr::V4(number.into()).into();
            assert_eq!(limit.count(stranger), Ok(()), "strangers are not refused");
            most = most.max(limit.limiter.read().unwrap().len());
        }
        assert!((900..=1001).contains(&most), "{most}");
    }
}
