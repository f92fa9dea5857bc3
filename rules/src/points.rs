//! Sets of places on the boards of five files and five ranks.

use crate::Square;

/// The files, and the ranks, of these boards.
pub(crate) const SIDE: u8 = 5;

/// Their number of places.
pub(crate) const COUNT: usize = 25;

/// A set of places of a 5x5 board.
///
/// Squares beyond such a board are simply in no set: they can be asked for and added without harm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points(u32);

impl Points {
    pub(crate) const EMPTY: Self = Self(0);

    pub(crate) const FULL: Self = Self((1 << COUNT) - 1);

    pub(crate) const fn of(squares: &[Square]) -> Self {
        let mut points = Self::EMPTY;
        let mut i = 0;
        while i < squares.len() {
            points = points.with(squares[i]);
            i += 1;
        }
        points
    }

    /// All places of one rank, counted from 0.
    pub(crate) const fn rank(rank: u8) -> Self {
        Self(0b11111 << (rank * SIDE))
    }

    pub(crate) const fn contains(self, square: Square) -> bool {
        match place(square) {
            Some(place) => self.0 >> place & 1 == 1,
            None => false,
        }
    }

    /// The set with this square as well.
    #[must_use]
    pub(crate) const fn with(self, square: Square) -> Self {
        match place(square) {
            Some(place) => Self(self.0 | 1 << place),
            None => self,
        }
    }

    /// What is in both sets.
    #[must_use]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is in either set.
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in this set but not in the other.
    #[must_use]
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Bit `5 * rank + file` for each place.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares in square order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let lowest = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Square::new(lowest % SIDE, lowest / SIDE)
        })
    }
}

/// The place of a square in tables and sets, or `None` if it is not on a 5x5 board.
pub(crate) const fn place(square: Square) -> Option<usize> {
    if square.file() < SIDE && square.rank() < SIDE {
        Some((square.rank() * SIDE + square.file()) as usize)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip_in_order() {
        let all: Vec<Square> = Points::FULL.iter().collect();
        assert_eq!(all.len(), COUNT);
        assert!(all.is_sorted());
        assert_eq!(Points::of(&all), Points::FULL);
        assert_eq!(Points::rank(4).iter().map(|square| square.to_string()).collect::<String>(), "a5b5c5d5e5");
    }

    #[test]
    fn squares_beyond_the_board_are_in_no_set() {
        let beyond: Square = "f1".parse().unwrap();
        assert!(!Points::FULL.contains(beyond));
        assert_eq!(Points::EMPTY.with(beyond), Points::EMPTY);
    }
}
