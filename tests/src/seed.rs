//! Randomness that can be had again.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// The seed of a random test: what `SEED` in the environment says, or else a new one. It is printed, so that a run
/// that failed can be repeated with `SEED=<number>`.
#[must_use]
pub fn seed(test: &str) -> u64 {
    let seed = match std::env::var("SEED") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("SEED={text} is not a number")),
        Err(_) => rand::random(),
    };
    println!("{test}: SEED={seed}");
    seed
}

/// A generator for one part of a test. Parts that run at the same time each get their own, so that the order in which
/// they are scheduled changes nobody's numbers.
#[must_use]
pub fn generator(seed: u64, part: u64) -> StdRng {
    StdRng::seed_from_u64(seed ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
