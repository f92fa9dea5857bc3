//! Sets of squares as bits.

use crate::Square;

/// A set of squares, one bit for each of the 256 that any board can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SquareSet([u64; 4]);

impl SquareSet {
    pub(crate) const EMPTY: Self = Self([0; 4]);

    /// Every square there can be.
    pub(crate) const FULL: Self = Self([u64::MAX; 4]);

    /// The squares of this set that are on a board of that size.
    pub(crate) const fn cut(mut self, files: u8, ranks: u8) -> Self {
        let mut index = 0;
        while index < 256 {
            let square = Square::from_index(index as u8);
            if square.file() >= files || square.rank() >= ranks {
                self.0[index >> 6] &= !(1 << (index & 63));
            }
            index += 1;
        }
        self
    }

    pub(crate) const fn of(squares: &[Square]) -> Self {
        let mut set = Self::EMPTY;
        let mut i = 0;
        while i < squares.len() {
            let index = squares[i].index();
            set.0[(index >> 6) as usize] |= 1 << (index & 63);
            i += 1;
        }
        set
    }

    #[inline]
    pub(crate) const fn contains(&self, square: Square) -> bool {
        let index = square.index();
        self.0[(index >> 6) as usize] >> (index & 63) & 1 == 1
    }

    /// Adds a square and says whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, square: Square) -> bool {
        let is_new = !self.contains(square);
        self.0[usize::from(square.index() >> 6)] |= 1 << (square.index() & 63);
        is_new
    }

    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        self.0[usize::from(square.index() >> 6)] &= !(1 << (square.index() & 63));
    }

    /// What is in both sets.
    #[must_use]
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// What is in this set but not in the other.
    #[must_use]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Whether this set holds every square of the other.
    #[inline]
    pub(crate) fn covers(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| theirs & !mine == 0)
    }

    /// Whether the sets share a square.
    #[inline]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// The squares in square order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let words = self.0;
        (0..4u8).flat_map(move |word| {
            let mut bits = words[usize::from(word)];
            std::iter::from_fn(move || {
                let lowest = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
                bits &= bits - 1;
                Some(Square::from_index(word << 6 | lowest))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_of_all_corners() {
        let squares = ["a1", "p1", "a16", "p16"].map(|text| text.parse::<Square>().unwrap());
        let mut set = SquareSet::of(&squares);
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert!(!set.insert(squares[0]));
        set.remove(squares[0]);
        assert!(!set.contains(squares[0]) && set.contains(squares[3]));
        assert!(SquareSet::of(&squares).covers(&set) && !set.covers(&SquareSet::of(&squares)));
        assert_eq!(SquareSet::of(&squares).minus(&set), SquareSet::of(&squares[..1]));
        assert_eq!(SquareSet::of(&squares).and(&set), set);
        assert!(!set.meets(&SquareSet::of(&squares[..1])) && set.meets(&SquareSet::of(&squares[1..])));
    }
}
