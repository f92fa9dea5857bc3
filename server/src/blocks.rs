//! The addresses that the operator has blocked, each until some time. The store keeps them, so a restart lifts none, and
//! all servers of a store know of them.

use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use ipnet::IpNet;
use protocol::Timestamp;
use serde::{Serialize, Serializer};
use tokio::sync::Mutex;
use tokio::time::sleep;
use tracing::debug;

use crate::clock::Clock;
use crate::limits::TooMuch;
use crate::origin::Origin;
use crate::store::{Store, StoreError};

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

/// How often a server looks which blocks there are, on a store that others use, too.
const EVERY: Duration = Duration::from_secs(5);

/// The blocks, as the store has them. Each request is checked against what is known here.
#[derive(Debug, Default)]
pub struct Blocks {
    known: RwLock<Vec<Block>>,
    /// Held while the store is asked, so that no older answer comes last.
    asking: Mutex<()>,
}

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
    ///
    /// # Errors
    /// If the store cannot be reached. It can be done again.
    pub async fn block(&self, store: &dyn Store, block: Block, now: Timestamp) -> Result<(), StoreError> {
        let _asking = self.asking.lock().await;
        store.block(&Block { network: block.network.trunc(), ..block }, now).await?;
        self.take_in(store.blocks(now).await?);
        Ok(())
    }

    /// Lifts the block of a network. Returns whether there was one.
    ///
    /// # Errors
    /// If the store cannot be reached. It can be done again.
    pub async fn lift(&self, store: &dyn Store, network: IpNet, now: Timestamp) -> Result<bool, StoreError> {
        let _asking = self.asking.lock().await;
        let lifted = store.lift_block(&Block { network: network.trunc(), until: now }).await?;
        self.take_in(store.blocks(now).await?);
        Ok(lifted)
    }

    /// Learns of the blocks that the store has, and of what others change, until dropped.
    pub(crate) async fn keep(&self, store: &dyn Store, clock: &dyn Clock) {
        loop {
            if let Err(why) = self.learn(store, clock.now()).await {
                debug!(%why, "cannot read who is blocked");
            } else if !store.is_shared() {
                return;
            }
            sleep(EVERY).await;
        }
    }

    /// Learns of the blocks that the store has.
    pub(crate) async fn learn(&self, store: &dyn Store, now: Timestamp) -> Result<(), StoreError> {
        let _asking = self.asking.lock().await;
        self.take_in(store.blocks(now).await?);
        Ok(())
    }

    fn take_in(&self, blocks: Vec<Block>) {
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = blocks;
    }

    /// The blocks that have not ended.
    #[must_use]
    pub fn list(&self, now: Timestamp) -> Vec<Block> {
        let blocks = self.known.read().unwrap_or_else(PoisonError::into_inner);
        blocks.iter().filter(|block| block.until > now).copied().collect()
    }

    /// Looks whether an address may be served.
    ///
    /// # Errors
    /// If it is blocked, for how long.
    pub fn check(&self, origin: Origin, now: Timestamp) -> Result<(), TooMuch> {
        let blocks = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let until = blocks
            .iter()
            .filter(|block| block.until > now && block.network.contains(&origin.address()))
            .map(|block| block.until.0)
            .max();
        drop(blocks);
        let Some(until) = until else { return Ok(()) };
        Err(TooMuch::from(Duration::from_millis(until - now.0)))
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

    /// The blocks of some networks.
    fn blocks(networks: &[&str]) -> Blocks {
        let blocks = Blocks::default();
        let block = |network: &&str| Block { network: network.parse().unwrap(), until: LATER };
        blocks.take_in(networks.iter().map(block).collect());
        blocks
    }

    #[test]
    fn a_block_ends_by_itself() {
        let blocks = blocks(&["192.0.2.1/32"]);
        assert_eq!(blocks.check(origin("192.0.2.1"), NOW), Err(TooMuch { retry_after: 60 }));
        assert_eq!(blocks.check(origin("192.0.2.2"), NOW), Ok(()));
        assert_eq!(blocks.list(NOW).len(), 1);
        assert_eq!(blocks.check(origin("192.0.2.1"), LATER), Ok(()));
        assert_eq!(blocks.list(LATER), []);
    }

    #[test]
    fn the_longest_block_counts() {
        let blocks = blocks(&["192.0.2.0/24"]);
        let mut both = blocks.list(NOW);
        both.push(Block { network: "192.0.2.7/32".parse().unwrap(), until: Timestamp(2000) });
        blocks.take_in(both);
        assert_eq!(blocks.check(origin("192.0.2.7"), NOW), Err(TooMuch { retry_after: 60 }));
        assert_eq!(blocks.check(origin("192.0.3.7"), NOW), Ok(()));
    }

    #[test]
    fn an_ipv6_address_is_blocked_with_its_network() {
        assert_eq!(network_of("2001:db8:1:2::7".parse().unwrap()).to_string(), "2001:db8:1:2::/64");
        assert_eq!(network_of("192.0.2.7".parse().unwrap()).to_string(), "192.0.2.7/32");
        let blocks = blocks(&["2001:db8:1:2::/64"]);
        assert!(blocks.check(origin("2001:db8:1:2:ffff::1"), NOW).is_err());
        assert!(blocks.check(origin("2001:db8:1:3::1"), NOW).is_ok());
    }
}
