//! Keys from which the hash of a position is put together by exclusive or.
//!
//! The keys are fixed: equal positions have equal hashes in every run and on every machine.

use crate::{Side, Square};

/// Scrambles a number (the finishing step of the SplitMix64 generator).
pub(crate) const fn scramble(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn table(kind: u64) -> [[u64; 256]; 2] {
    let mut keys = [[0; 256]; 2];
    let mut i = 0;
    while i < 512 {
        keys[i / 256][i % 256] = scramble(kind << 32 | i as u64);
        i += 1;
    }
    keys
}

static MEN: [[u64; 256]; 2] = table(1);

/// A man of that side on that square.
#[inline]
pub(crate) fn man(side: Side, square: Square) -> u64 {
    MEN[side.index()][usize::from(square.index())]
}

/// Whose turn it is; nothing for the first player.
#[inline]
pub(crate) const fn to_move(side: Side) -> u64 {
    match side {
        Side::First => 0,
        Side::Second => scramble(2 << 32),
    }
}

/// Any other fact: `kind` (3 and up) says which one, `value` what it is. Nothing for value 0.
#[inline]
pub(crate) const fn fact(kind: u64, side: Side, value: u32) -> u64 {
    if value == 0 { 0 } else { scramble((kind * 2 + side.index() as u64) << 32 | value as u64) }
}
