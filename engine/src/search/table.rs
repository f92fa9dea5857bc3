//! What has been found out about positions that may come up again.

use rules::Move;

use crate::score;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) value: i32,
    pub(crate) best: Option<Move>,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// A transposition table: entries by the hash of their position, each in the one slot its hash gives it.
///
/// What an earlier search has left is never seen, so that every search depends on its own arguments alone.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// A power of two of them, or none before the first search.
    slots: Vec<Slot>,
    search: u8,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    entry: Entry,
    /// The number of the search that wrote it; 0 for none.
    search: u8,
}

const EMPTY: Slot = Slot { key: 0, entry: Entry { value: 0, best: None, depth: 0, bound: Bound::AtMost }, search: 0 };

/// The most slots: 24 MiB.
const MOST: usize = 1 << 20;

const FEWEST: usize = 1 << 10;

impl Table {
    /// Forgets everything, and grows or shrinks to what a search of so many nodes can fill.
    pub(crate) fn renew(&mut self, nodes: Option<u64>) {
        let wanted = nodes.map_or(MOST, |nodes| usize::try_from(nodes).unwrap_or(MOST).min(MOST));
        let wanted = wanted.next_power_of_two().clamp(FEWEST, MOST);
        if self.slots.len() == wanted && self.search < u8::MAX {
            self.search += 1;
        } else {
            self.slots.clear();
            self.slots.resize(wanted, EMPTY);
            self.slots.shrink_to_fit();
            self.search = 1;
        }
    }

    /// What is known about the position with that hash, `ply` plies from the root.
    #[inline]
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let slot = self.slots.get(self.place(key))?;
        (slot.search == self.search && slot.key == key)
            .then(|| Entry { value: from_root(slot.entry.value, ply), ..slot.entry })
    }

    /// Keeps an entry, unless a deeper one for another position is there.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, ply: usize, entry: Entry) {
        let (place, search) = (self.place(key), self.search);
        if let Some(slot) = self.slots.get_mut(place)
            && (slot.search != search || slot.key == key || entry.depth >= slot.entry.depth - 2)
        {
            let best = entry.best.or(if slot.search == search && slot.key == key { slot.entry.best } else { None });
            *slot = Slot { key, entry: Entry { value: from_here(entry.value, ply), best, ..entry }, search };
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & self.slots.len().saturating_sub(1)
    }
}

/// Proven ends are stored by their distance from the position, and used by their distance from the root.
#[inline]
fn from_here(value: i32, ply: usize) -> i32 {
    if score::is_decided(value) { value + value.signum() * ply as i32 } else { value }
}

#[inline]
fn from_root(value: i32, ply: usize) -> i32 {
    if score::is_decided(value) { value - value.signum() * ply as i32 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { value: score::WON - 9, best: None, depth: 3, bound: Bound::Exact };

    #[test]
    fn distances_are_kept_from_the_position() {
        let mut table = Table::default();
        table.renew(None);
        table.put(5, 4, ENTRY);
        // The end is five plies from this position, wherever it is met.
        assert_eq!(table.get(5, 10).unwrap().value, score::WON - 15);
        assert!(table.get(6, 4).is_none());
    }

    #[test]
    fn a_new_search_knows_nothing() {
        let mut table = Table::default();
        for _ in 0..600 {
            table.renew(Some(5_000));
            assert!(table.get(5, 0).is_none());
            table.put(5, 0, ENTRY);
            assert!(table.get(5, 0).is_some());
        }
    }

    #[test]
    fn without_slots_nothing_is_kept() {
        let mut table = Table::default();
        table.put(5, 0, ENTRY);
        assert!(table.get(5, 0).is_none());
    }
}
