//! Chance that can be had again.

/// A small generator (SplitMix64): the same numbers for the same seed in every version.
#[derive(Clone, Debug)]
pub struct Lots(u64);

impl Lots {
    /// A generator for this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, or 0 if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.draw()) * bound as u128) >> 64) as usize
    }

    /// One of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// A number from `-most` to `most`, those near 0 more often: the mean of two lots.
    pub(crate) fn around_zero(&mut self, most: i32) -> i32 {
        let span = most.unsigned_abs() as usize + 1;
        self.below(span) as i32 - self.below(span) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_stay_within_bounds_and_repeat() {
        let draw = |seed| {
            let mut lots = Lots::new(seed);
            (0..200).map(|_| (lots.below(7), lots.around_zero(5))).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(3).iter().all(|&(below, around)| below < 7 && around.abs() <= 5));
        assert!((0..7).all(|wanted| draw(4).iter().any(|&(below, _)| below == wanted)));
        assert_eq!(Lots::new(1).below(0), 0);
    }
}
