//! Whom the operator has blocked.

use protocol::Timestamp;
use server::Store;
use server::blocks::Block;

const NOW: Timestamp = Timestamp(1_000_000);

pub(crate) async fn a_block_is_kept_until_it_ends_or_is_lifted(store: &dyn Store) {
    let block = |network: &str, until| Block { network: network.parse().unwrap(), until: Timestamp(until) };
    let (one, other) = (block("192.0.2.0/24", 2_000_000), block("2001:db8:1:2::/64", 3_000_000));
    assert_eq!(store.blocks(NOW).await.unwrap(), []);
    store.block(&one, NOW).await.unwrap();
    store.block(&other, NOW).await.unwrap();
    assert_eq!(store.blocks(NOW).await.unwrap(), [one, other]);
    let shorter = Block { until: Timestamp(1_500_000), ..one };
    store.block(&shorter, NOW).await.unwrap();
    assert_eq!(store.blocks(NOW).await.unwrap(), [shorter, other], "the last word counts");
    assert_eq!(store.blocks(Timestamp(1_500_000)).await.unwrap(), [other], "it has ended");
    assert!(store.lift_block(&other).await.unwrap());
    assert!(!store.lift_block(&other).await.unwrap());
    assert_eq!(store.blocks(NOW).await.unwrap(), [shorter]);
    store.block(&other, Timestamp(1_600_000)).await.unwrap();
    assert_eq!(store.blocks(NOW).await.unwrap(), [other], "what has ended is not kept");
}
