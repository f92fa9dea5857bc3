//! Random positions: reached by random play, or laid out at random.
//!
//! Everything follows from a seed, which the tests print when they fail.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]
#![allow(clippy::panic, reason = "what helps a test may stop it at the first surprise")]

use rules::{Game, Position, SetUp, Side, Square};

/// A small generator (SplitMix64).
pub(crate) struct Lots(pub(crate) u64);

impl Lots {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The position after so many random moves, or the last one before the game would end.
///
/// Captures and the first steps of a bound game are rare in blind play, so now and then the last
/// move of the list is taken instead: it leads men far, and always the same ones.
pub(crate) fn reached(game: &'static dyn Game, seed: u64, plies: u32) -> Position {
    let mut lots = Lots(seed);
    let mut position = game.start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        let mv = if lots.below(4) == 0 { moves[moves.len() - 1] } else { lots.pick(&moves) };
        let mut next = position.clone();
        next.play_unchecked(mv);
        if next.ending().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// A random set-up that the game accepts, with anything from a few men to all of them.
pub(crate) fn laid_out(game: &'static dyn Game, seed: u64) -> SetUp {
    let mut lots = Lots(seed);
    let facts = game.catalogue();
    let placing = facts.placing && lots.below(2) == 0;
    let mut squares: Vec<Square> =
        facts.board.squares.iter().copied().filter(|square| !placing || !facts.board.closed.contains(square)).collect();
    // Crowded corners show more than men far apart, so often only a part of the board is used.
    let crowd = lots.below(3);
    if crowd > 0 {
        let corner = lots.pick(&[0u8, facts.board.files - 1]);
        squares.sort_by_key(|square| square.file().abs_diff(corner) + square.rank().abs_diff(corner));
        squares.truncate((squares.len() / (crowd + 1)).max(2 * facts.men as usize + 6));
    }
    lots.shuffle(&mut squares);
    let most = facts.men as usize;
    let first = 2 + lots.below(most - 1);
    let mut to_move = lots.pick(&Side::BOTH);
    let second = if !placing {
        2 + lots.below(most - 1)
    } else if first == most || to_move == Side::Second {
        to_move = Side::Second;
        first - 1
    } else {
        first
    };
    let mut men = squares.into_iter();
    let mut take = |count: usize| {
        let mut taken: Vec<Square> = men.by_ref().take(count).collect();
        taken.sort_unstable();
        taken
    };
    let mut set_up = SetUp { to_move, first: take(first), second: take(second), ..SetUp::default() };
    if let Some(limit) = facts.evacuation {
        set_up.moves_made = [0; 2].map(|_| (limit + 3).saturating_sub(lots.below(8) as u32));
    }
    if facts.bringing_back {
        let all = set_up.first.iter().chain(&set_up.second);
        set_up.marked = all.copied().filter(|_| lots.below(3) == 0).collect();
        set_up.marked.sort_unstable();
        set_up.captured = [set_up.first.len(), set_up.second.len()].map(|men| facts.men - men as u32);
    }
    if facts.quiet_limit.is_some() && !placing {
        set_up.quiet_moves = Some(lots.below(20) as u32);
    }
    set_up
}

/// One of either kind.
pub(crate) fn any(game: &'static dyn Game, seed: u64, plies: u32) -> Position {
    if seed.is_multiple_of(2) {
        reached(game, seed, plies)
    } else {
        let set_up = laid_out(game, seed);
        game.position(&set_up).unwrap_or_else(|error| panic!("{}: {error}: {set_up:?}", game.id()))
    }
}
