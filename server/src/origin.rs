//! Where a request comes from: whom a limit applies to, also behind proxies.

use std::fmt;
use std::net::IpAddr;

use axum::http::HeaderMap;
use ipnet::IpNet;

/// The header in which each proxy adds the address that it was asked from.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Whom a limit applies to: an IPv4 address, or the /64 network of an IPv6 address, which is what one household or
/// machine usually has to itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Origin(IpAddr);

impl Origin {
    /// The address; of a network, its first one.
    #[must_use]
    pub const fn address(self) -> IpAddr {
        self.0
    }
}

impl From<IpAddr> for Origin {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => Self(IpAddr::V6((address.to_bits() >> 64 << 64).into())),
            address @ IpAddr::V4(_) => Self(address),
        }
    }
}

impl fmt::Debug for Origin {
    /// Shows only half of the address, as that is all that may stand in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => {
                let [a, b, _, _] = address.octets();
                write!(f, "{a}.{b}.x.x")
            }
            IpAddr::V6(address) => {
                let [a, b, ..] = address.segments();
                write!(f, "{a:x}:{b:x}::x")
            }
        }
    }
}

/// The proxies whose word is taken for where a request comes from.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    /// Those in some networks.
    #[must_use]
    pub fn new(networks: &[IpNet]) -> Self {
        Self(networks.to_vec())
    }

    /// Whether an address is a trusted proxy's.
    #[must_use]
    pub fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Where a request comes from that arrived on a connection from `peer`.
    ///
    /// Each proxy adds at the end of `X-Forwarded-For` whom it was asked by. So it is read from its end, as far as it
    /// was written by trusted proxies; what stands before that anybody may have made up.
    #[must_use]
    pub fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> Origin {
        let mut nearest = peer;
        let values = headers.get_all(FORWARDED_FOR).iter().rev();
        let mut hops = values.flat_map(|value| value.to_str().unwrap_or_default().rsplit(',')).map(address);
        while self.has(nearest) {
            match hops.next().flatten() {
                Some(hop) => nearest = hop,
                None => break,
            }
        }
        nearest.into()
    }
}

/// An address as proxies write it: bare, or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: std::net::SocketAddr| address.ip()))
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
    fn a_log_never_shows_a_whole_address() {
        assert_eq!(format!("{:?}", origin("192.0.2.1")), "192.0.x.x");
        assert_eq!(format!("{:?}", origin("2001:db8:1:2::1")), "2001:db8::x");
    }

    /// Where a request comes from, by the lines of its header.
    fn told(peer: &str, lines: &[&str]) -> Origin {
        let proxies = Proxies::new(&["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()]);
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        proxies.origin(peer.parse().unwrap(), &headers)
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(told("192.0.2.1", &["198.51.100.7"]), origin("192.0.2.1"));
        assert_eq!(told("10.0.0.1", &["198.51.100.7"]), origin("198.51.100.7"));
        assert_eq!(told("::ffff:10.0.0.1", &["198.51.100.7"]), origin("198.51.100.7"));
        assert_eq!(told("fd00::1", &["2001:db8::7"]), origin("2001:db8::1"));
    }

    #[test]
    fn what_a_client_makes_up_stands_further_left_and_does_not_count() {
        assert_eq!(told("10.0.0.1", &["203.0.113.9, 198.51.100.7"]), origin("198.51.100.7"));
        assert_eq!(told("10.0.0.1", &["203.0.113.9", "198.51.100.7"]), origin("198.51.100.7"));
        assert_eq!(told("10.0.0.1", &["203.0.113.9, 198.51.100.7, 10.0.0.2"]), origin("198.51.100.7"));
        assert_eq!(told("10.0.0.1", &["10.9.9.9"]), origin("10.9.9.9"));
    }

    #[test]
    fn an_unreadable_header_leaves_the_last_proxy_that_is_known() {
        for lines in [&[][..], &[""], &["unknown"], &["198.51.100.7, secret"]] {
            assert_eq!(told("10.0.0.1", lines), origin("10.0.0.1"), "{lines:?}");
        }
        assert_eq!(told("10.0.0.1", &["nonsense, 10.0.0.2"]), origin("10.0.0.2"));
    }

    #[test]
    fn ports_and_brackets_are_taken() {
        assert_eq!(told("10.0.0.1", &["198.51.100.7:4711"]), origin("198.51.100.7"));
        assert_eq!(told("10.0.0.1", &["[2001:db8::7]:4711"]), origin("2001:db8::"));
        assert_eq!(told("10.0.0.1", &["[2001:db8::7]"]), origin("2001:db8::"));
    }
}
