//! Which steps and hops the men on the board allow from each square, kept up as men come and go.

use super::directions::{Directions, Geometry, behind, each, next, opposite};
use crate::Square;
use crate::square_set::SquareSet;

/// For each square of the board the directions in which a man on it could step or hop.
///
/// Invariant: `steps[s]` holds `d` exactly if the next square in that direction exists and is empty;
/// `hops[s]` holds `d` exactly if a man stands on the next square and the one behind it exists and
/// is empty. Looking moves up is then a matter of bits; a man that comes or goes changes a few
/// neighbours only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mobility {
    steps: [Directions; 256],
    hops: [Directions; 256],
}

impl Mobility {
    /// An empty board.
    pub(super) fn empty(geometry: &Geometry) -> Self {
        Self { steps: geometry.near, hops: [0; 256] }
    }

    /// A board with these men.
    pub(super) fn of(geometry: &Geometry, men: &[SquareSet; 2]) -> Self {
        let mut mobility = Self::empty(geometry);
        for square in men.iter().flat_map(SquareSet::iter) {
            mobility.toggle(geometry, square);
        }
        mobility
    }

    #[inline]
    pub(super) fn steps(&self, square: Square) -> Directions {
        self.steps[usize::from(square.index())]
    }

    #[inline]
    pub(super) fn hops(&self, square: Square) -> Directions {
        self.hops[usize::from(square.index())]
    }

    /// Puts a man on an empty square, or takes the man on it away.
    #[inline]
    pub(super) fn toggle(&mut self, geometry: &Geometry, square: Square) {
        let here = usize::from(square.index());
        let near = geometry.near[here];
        let empty = self.steps[here];
        for d in each(near) {
            self.steps[usize::from(next(square, d).index())] ^= opposite(d);
        }
        // Hops over this square, where the landing square is empty.
        for d in each(empty & geometry.both[here]) {
            let behind = next(square, 7 - d);
            self.hops[usize::from(behind.index())] ^= 1 << d;
        }
        // Hops that land on this square, where there is a man to hop over.
        for d in each(!empty & geometry.far[here]) {
            let start = behind(square, d);
            self.hops[usize::from(start.index())] ^= opposite(d);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The invariant, spelled out.
    fn by_definition(side: u8, men: &SquareSet) -> Mobility {
        let mut mobility = Mobility { steps: [0; 256], hops: [0; 256] };
        let at = |file: i16, rank: i16| {
            let inside = |x: i16| (0..i16::from(side)).contains(&x);
            (inside(file) && inside(rank)).then(|| Square::from_index((rank * 16 + file) as u8))
        };
        for rank in 0..i16::from(side) {
            for file in 0..i16::from(side) {
                let mut d = 0;
                for dr in -1..=1 {
                    for df in -1..=1 {
                        if (df, dr) == (0, 0) {
                            continue;
                        }
                        let index = (rank * 16 + file) as usize;
                        if let Some(over) = at(file + df, rank + dr) {
                            if !men.contains(over) {
                                mobility.steps[index] |= 1 << d;
                            } else if at(file + 2 * df, rank + 2 * dr).is_some_and(|to| !men.contains(to)) {
                                mobility.hops[index] |= 1 << d;
                            }
                        }
                        d += 1;
                    }
                }
            }
        }
        mobility
    }

    #[test]
    fn the_invariant_survives_men_coming_and_going() {
        let mut seed = 1u64;
        for side in [8u8, 10, 16] {
            let geometry = Geometry::new(side, side);
            let mut men = SquareSet::EMPTY;
            let mut mobility = Mobility::empty(&geometry);
            for _ in 0..2_000 {
                seed = crate::zobrist::scramble(seed);
                let square = Square::new((seed >> 8) as u8 % side, (seed >> 16) as u8 % side).unwrap();
                mobility.toggle(&geometry, square);
                if !men.insert(square) {
                    men.remove(square);
                }
                assert_eq!(mobility, by_definition(side, &men));
            }
            assert_eq!(mobility, Mobility::of(&geometry, &[men, SquareSet::EMPTY]));
        }
    }
}
