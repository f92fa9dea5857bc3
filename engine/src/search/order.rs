//! In which order the moves of a node are looked at.

use rules::Move;

/// The places of a list's moves, best first, each packed with its worth so that sorting is quick.
#[derive(Debug, Default)]
pub(crate) struct Order(Vec<u64>);

impl Order {
    /// Orders a list by worth, more first; equals stay in their order.
    pub(crate) fn fill(&mut self, moves: &[Move], worth: impl Fn(Move) -> i32) {
        self.0.clear();
        self.0.extend((0..).zip(moves).map(|(place, &mv)| pack(worth(mv), place)));
        self.0.sort_unstable();
    }

    /// The moves in that order.
    pub(crate) fn moves<'m>(&self, moves: &'m [Move]) -> impl Iterator<Item = Move> + use<'_, 'm> {
        self.0.iter().filter_map(|&packed| moves.get(packed as u32 as usize).copied())
    }
}

/// More worth gives a smaller number.
fn pack(worth: i32, place: u32) -> u64 {
    let descending = !(worth as u32 ^ 1 << 31);
    u64::from(descending) << 32 | u64::from(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_worth_comes_first_and_equals_keep_their_order() {
        let moves: Vec<Move> = ["a1", "a2", "a3", "a4", "a5"].map(|text| text.parse().unwrap()).to_vec();
        let worth = |mv: Move| [-7, 3, i32::MAX, 3, i32::MIN][usize::from(mv.to().rank())];
        let mut order = Order::default();
        order.fill(&moves, worth);
        let texts: Vec<String> = order.moves(&moves).map(|mv| mv.to_string()).collect();
        assert_eq!(texts, ["a3", "a2", "a4", "a1", "a5"]);
    }
}
