//! The addresses that the operator has blocked, each until some time.

use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use ipnet::IpNet;
use protocol::Timestamp;
use serde::{Serialize, Serializer};

use crate::limits::TooMuch;
use crate::origin::Origin;

/// A blocked network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// Which.
    #[serde(serialize_with = "as_text")]
    pub network: IpNet,
    /// When the block ends by itself.
    pub until: Timestamp,
}

fn as_text<S: Serializer>(network: &IpNet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(network)
}

/// The blocks of this server. They are kept in memory: a restart lifts them.
#[derive(Debug, Default)]
pub struct Blocks(RwLock<Vec<Block>>);

/// The network that a single address is blocked with: an IPv6 address with its /64, like everywhere else.
#[must_use]
pub fn network_of(address: IpAddr) -> IpNet {
    match Origin::from(address).address() {
        IpAddr::V4(address) => ipnet::Ipv4Net::from(address).into(),
        IpAddr::V6(address) => ipnet::Ipv6Net::new_assert(address, 64).into(),
    }
}

impl Blocks {
    /// Blocks a network until a time, instead of how long it was blocked before.
    pub fn block(&self, block: Block, now: Timestamp) {
        let network = block.network.trunc();
        let mut blocks = self.0.write().unwrap_or_else(PoisonError::into_inner);
        blocks.retain(|other| other.until > now && other.network != network);
        blocks.push(Block { network, ..block });
    }

    /// Lifts the block of a network. Returns whether there was one.
    pub fn lift(&self, network: IpNet, now: Timestamp) -> bool {
        let mut blocks = self.0.write().unwrap_or_else(PoisonError::into_inner);
        blocks.retain(|block| block.until > now);
        let before = blocks.len();
        blocks.retain(|block| block.network != network.trunc());
        blocks.len() < before
    }

    /// The blocks that have not ended.
    #[must_use]
    pub fn list(&self, now: Timestamp) -> Vec<Block> {
        let blocks = self.0.read().unwrap_or_else(PoisonError::into_inner);
        blocks.iter().filter(|block| block.until > now).copied().collect()
    }

    /// Looks whether an address may be served.
    ///
    /// # Errors
    /// If it is blocked, for how long.
    pub fn check(&self, origin: Origin, now: Timestamp) -> Result<(), TooMuch> {
        let blocks = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let until = blocks
            .iter()
            .filter(|block| block.until > now && block.network.contains(&origin.address()))
            .map(|block| block.until.0)
            .max();
        drop(blocks);
        let Some(until) = until else { return Ok(()) };
        Err(TooMuch::from(std::time::Duration::from_millis(until - now.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1000);
    const LATER: Timestamp = Timestamp(61_000);

    fn origin(address: &str) -> Origin {
        address.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_block_ends_by_itself() {
        let blocks = Blocks::default();
        blocks.block(Block { network: network_of("192.0.2.1".parse().unwrap()), until: LATER }, NOW);
        assert_eq!(blocks.check(origin("192.0.2.1"), NOW), Err(TooMuch { retry_after: 60 }));
        assert_eq!(blocks.check(origin("192.0.2.2"), NOW), Ok(()));
        assert_eq!(blocks.list(NOW).len(), 1);
        assert_eq!(blocks.check(origin("192.0.2.1"), LATER), Ok(()));
        assert_eq!(blocks.list(LATER), []);
        assert!(!blocks.lift("192.0.2.1/32".parse().unwrap(), LATER));
    }

    #[test]
    fn a_block_can_be_lifted_and_made_anew() {
        let blocks = Blocks::default();
        blocks.block(Block { network: "192.0.2.7/24".parse().unwrap(), until: LATER }, NOW);
        blocks.block(Block { network: "192.0.2.0/24".parse().unwrap(), until: Timestamp(2000) }, NOW);
        assert_eq!(blocks.list(NOW).len(), 1);
        assert_eq!(blocks.check(origin("192.0.2.9"), NOW), Err(TooMuch { retry_after: 1 }));
        assert!(blocks.lift("192.0.2.0/24".parse().unwrap(), NOW));
        assert_eq!(blocks.check(origin("192.0.2.9"), NOW), Ok(()));
    }

    #[test]
    fn an_ipv6_address_is_blocked_with_its_network() {
        let blocks = Blocks::default();
        blocks.block(Block { network: network_of("2001:db8:1:2::7".parse().unwrap()), until: LATER }, NOW);
        assert!(blocks.check(origin("2001:db8:1:2:ffff::1"), NOW).is_err());
        assert!(blocks.check(origin("2001:db8:1:3::1"), NOW).is_ok());
    }
}
