//! How often the present position has stood on the board.

use crate::square_set::SquareSet;
use crate::{Side, Square};

/// Every position of the game so far, so that repetitions are found exactly and at little cost.
///
/// Positions are compared by hash first. Equal hashes alone decide nothing, since players could in
/// principle construct them: the men are then rebuilt by walking the moves back.
#[derive(Clone, Debug, Default)]
pub(super) struct Repetition {
    /// Oldest first; the last one is the present position.
    past: Vec<Past>,
    /// By the low bits of a hash, the latest of `past` with those bits, as its place plus one; 0 if
    /// there is none. Empty as long as `past` is.
    latest: Vec<u32>,
}

/// One position of the past and the move that led to it.
#[derive(Clone, Copy, Debug)]
struct Past {
    hash: u64,
    /// The next older position with the same low bits, as in `latest`.
    older: u32,
    mover: Side,
    from: Square,
    to: Square,
}

const SLOTS: usize = 256;

impl Repetition {
    /// The count begins with this position.
    pub(super) fn starting_with(hash: u64) -> Self {
        let mut repetition = Self { past: Vec::new(), latest: vec![0; SLOTS] };
        // The "move" that led to the first position is never walked back.
        repetition.record(hash, Side::First, Square::from_index(0), Square::from_index(0));
        repetition
    }

    /// A move has been made and led to a position with that hash.
    #[inline]
    pub(super) fn record(&mut self, hash: u64, mover: Side, from: Square, to: Square) {
        if let Some(latest) = self.latest.get_mut(slot(hash)) {
            self.past.push(Past { hash, older: *latest, mover, from, to });
            *latest = self.past.len() as u32;
        }
    }

    /// The last recorded move is taken back.
    #[inline]
    pub(super) fn forget(&mut self) {
        if let Some(past) = self.past.pop()
            && let Some(latest) = self.latest.get_mut(slot(past.hash))
        {
            *latest = past.older;
        }
    }

    /// How often the present position, with these men, has stood on the board, now included.
    #[inline]
    pub(super) fn occurrences(&self, men: &[SquareSet; 2]) -> usize {
        let Some(present) = self.past.last() else {
            return 0;
        };
        let mut count = 1;
        let mut older = present.older;
        while let Some(past) = older.checked_sub(1).and_then(|place| self.past.get(place as usize)) {
            if past.hash == present.hash && self.men_at(older as usize, men) == *men {
                count += 1;
            }
            older = past.older;
        }
        count
    }

    /// The men as they stood when `past` was only so long.
    fn men_at(&self, length: usize, men: &[SquareSet; 2]) -> [SquareSet; 2] {
        let mut men = *men;
        for past in self.past.iter().skip(length).rev() {
            let moved = &mut men[past.mover.index()];
            moved.remove(past.to);
            moved.insert(past.from);
        }
        men
    }
}

fn slot(hash: u64) -> usize {
    hash as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(texts: [&str; 2]) -> [Square; 2] {
        texts.map(|text| text.parse().unwrap())
    }

    #[test]
    fn counts_only_what_really_is_the_same() {
        let [a, b] = squares(["a1", "b1"]);
        let start = [SquareSet::of(&[a]), SquareSet::EMPTY];
        let moved = [SquareSet::of(&[b]), SquareSet::EMPTY];
        let mut repetition = Repetition::starting_with(7);
        assert_eq!(repetition.occurrences(&start), 1);
        // A different position with the same hash.
        repetition.record(7, Side::First, a, b);
        assert_eq!(repetition.occurrences(&moved), 1);
        repetition.record(7, Side::First, b, a);
        assert_eq!(repetition.occurrences(&start), 2);
        repetition.forget();
        assert_eq!(repetition.occurrences(&moved), 1);
    }
}
