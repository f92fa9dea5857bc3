//! The eight directions, and for each square of a board the ones that lead somewhere.

use crate::Square;
use crate::square_set::SquareSet;

/// What is added to the index of a square to go one square in each direction, in ascending order.
///
/// Going through the directions in this order is going through the squares in square order, and
/// the opposite of direction `d` is `7 - d`.
const STEPS: [i8; 8] = [-17, -16, -15, -1, 1, 15, 16, 17];

/// A set of directions, one bit each. Sets say which steps or hops are possible from a square.
pub(super) type Directions = u8;

/// The directions in a set, in ascending order.
#[inline]
pub(super) fn each(mut directions: Directions) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (directions != 0).then(|| directions.trailing_zeros() as usize)?;
        directions &= directions - 1;
        Some(lowest)
    })
}

/// The next square in a direction. Only meaningful if the board has one there.
#[inline]
pub(super) const fn next(square: Square, direction: usize) -> Square {
    Square::from_index(square.index().wrapping_add_signed(STEPS[direction & 7]))
}

/// The square behind the next one: where a hop lands. Only meaningful if the board has one there.
#[inline]
pub(super) const fn behind(square: Square, direction: usize) -> Square {
    next(next(square, direction), direction)
}

/// The set that holds only the opposite direction.
#[inline]
pub(super) const fn opposite(direction: usize) -> Directions {
    0x80 >> (direction & 7)
}

/// What the edges of a board allow, worked out when the crate is compiled.
#[derive(Debug)]
pub(super) struct Geometry {
    /// Directions in which the board goes on by one square.
    pub(super) near: [Directions; 256],
    /// Directions in which it goes on by two squares.
    pub(super) far: [Directions; 256],
    /// Directions in which it goes on by one square both there and in the opposite direction.
    pub(super) both: [Directions; 256],
}

impl Geometry {
    pub(super) const fn new(files: u8, ranks: u8) -> Self {
        let near = within(&SquareSet::FULL.cut(files, ranks), 1);
        let far = within(&SquareSet::FULL.cut(files, ranks), 2);
        let mut both = near;
        let mut i = 0;
        while i < 256 {
            both[i] &= near[i].reverse_bits();
            i += 1;
        }
        Self { near, far, both }
    }
}

/// For each square of the set, the directions in which the square at that distance is in the set
/// too; nothing for other squares.
pub(super) const fn within(set: &SquareSet, distance: u8) -> [Directions; 256] {
    let mut directions = [0; 256];
    let mut i = 0;
    while i < 256 {
        let from = Square::from_index(i as u8);
        let mut d = 0;
        while d < 8 {
            let mut to = from;
            let mut walked = 0;
            // Walking off the edge would come back in on the other side of the neighbouring rank.
            let mut on_board = true;
            while walked < distance {
                let beyond = next(to, d);
                on_board &= beyond.file().abs_diff(to.file()) <= 1 && beyond.rank().abs_diff(to.rank()) <= 1;
                to = beyond;
                walked += 1;
            }
            if on_board && set.contains(from) && set.contains(to) {
                directions[i] |= 1 << d;
            }
            d += 1;
        }
        i += 1;
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_directions_lead_back() {
        let square: Square = "h8".parse().unwrap();
        for d in 0..8 {
            let back = each(opposite(d)).next().unwrap();
            assert_eq!(next(next(square, d), back), square);
        }
    }

    #[test]
    fn edges_count_the_right_number_of_ways() {
        for side in [8u8, 10, 16] {
            let geometry = Geometry::new(side, side);
            let count = |sets: &[Directions; 256]| sets.iter().map(|set| set.count_ones()).sum::<u32>();
            let side = u32::from(side);
            // Along ranks and files 4 ways, along diagonals 4.
            assert_eq!(count(&geometry.near), 4 * side * (side - 1) + 4 * (side - 1) * (side - 1));
            assert_eq!(count(&geometry.far), 4 * side * (side - 2) + 4 * (side - 2) * (side - 2));
            assert_eq!(count(&geometry.both), 4 * side * (side - 2) + 4 * (side - 2) * (side - 2));
        }
    }
}
