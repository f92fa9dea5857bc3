//! The Man in the Moon: men frame each other on a board that is full at first.

use rules::moon::MoonPosition;
use rules::{GamePosition, Move, Side, Square};

use super::{Knowledge, Standing};

/// What is known about the Man in the Moon.
#[derive(Debug)]
pub(crate) struct MoonKnowledge {
    /// For each square those next to it, as bits.
    next_to: [u32; 25],
}

/// The board as bits.
const BOARD: u32 = (1 << 25) - 1;
const CENTRE: u32 = 1 << 12;
/// Nobody is ever captured in a corner.
const CORNERS: u32 = 1 | 1 << 4 | 1 << 20 | 1 << 24;
/// On an edge a man can be framed along that edge only.
const EDGES: u32 = 0b11111 | 0b11111 << 20 | 0b10001 << 5 | 0b10001 << 10 | 0b10001 << 15;

const MAN: i32 = 100;
const IN_A_CORNER: i32 = 12;
const ON_AN_EDGE: i32 = 10;
const FREEDOM: i32 = 2;

/// Less than half of what is fought for.
const LEVEL: i32 = 40;

impl MoonKnowledge {
    pub(crate) fn new() -> Self {
        let mut next_to = [0; 25];
        for (place, next) in next_to.iter_mut().enumerate() {
            let (file, rank) = (place % 5, place / 5);
            let mut add = |is_there: bool, there: usize| *next |= if is_there { 1 << there } else { 0 };
            add(file > 0, place.wrapping_sub(1));
            add(file < 4, place + 1);
            add(rank > 0, place.wrapping_sub(5));
            add(rank < 4, place + 5);
        }
        Self { next_to }
    }

    /// The squares next to any of these.
    #[inline]
    fn around(&self, mut bits: u32) -> u32 {
        let mut around = 0;
        while bits != 0 {
            around |= self.next_to[bits.trailing_zeros() as usize % 25];
            bits &= bits - 1;
        }
        around
    }

    fn worth(&self, position: &MoonPosition, side: Side) -> i32 {
        let men = position.men_bits(side);
        let empty = BOARD & !(men | position.men_bits(side.opponent()));
        let count = |bits: u32| bits.count_ones() as i32;
        MAN * count(men)
            + IN_A_CORNER * count(men & CORNERS)
            + ON_AN_EDGE * count(men & EDGES)
            + FREEDOM * count(self.around(empty) & men)
    }
}

#[inline]
fn place(square: Square) -> usize {
    (usize::from(square.rank()) * 5 + usize::from(square.file())) % 25
}

impl Knowledge for MoonKnowledge {
    type Position = MoonPosition;
    type Account = ();

    const SHARP_PLIES: usize = 0;
    const REFUTATION_PROMISE: i32 = 60;
    const WHIM: i32 = 60;
    const MERIT_PROMISE: i32 = 100;

    fn account(&self, _: &MoonPosition) {}

    fn account_after(&self, _: &MoonPosition, (): (), _: Move) {}

    fn evaluate(&self, position: &MoonPosition, (): (), _: &mut Vec<Move>) -> i32 {
        let side = position.to_move();
        self.worth(position, side) - self.worth(position, side.opponent())
    }

    #[inline]
    fn promise(&self, position: &MoonPosition, mv: Move) -> i32 {
        let side = position.to_move();
        match mv {
            Move::Place { to } => {
                let bit = 1 << place(to);
                let near_centre = self.next_to[12] & bit != 0;
                if bit & CORNERS != 0 {
                    40
                } else if near_centre {
                    30
                } else if bit & EDGES != 0 {
                    10
                } else {
                    0
                }
            }
            Move::Go { to, .. } => {
                let enemies = self.next_to[place(to)] & position.men_bits(side.opponent());
                10 * enemies.count_ones() as i32 + if 1 << place(to) & CENTRE != 0 { 5 } else { 0 }
            }
            Move::BringBack { .. } => 0,
        }
    }

    fn is_sharp(&self, _: &MoonPosition, _: Move) -> bool {
        false
    }

    fn advance(&self, _: &MoonPosition, _: Move) -> i32 {
        0
    }

    fn conduct(&self, _: &MoonPosition, _: Move) -> i32 {
        0
    }

    fn is_level(&self, _: &MoonPosition, _: Side, value: i32) -> bool {
        value <= LEVEL
    }

    fn width(&self, _: i32) -> usize {
        usize::MAX
    }

    fn standing(&self, position: &MoonPosition) -> Standing {
        let men = Side::BOTH.map(|side| position.men_bits(side).count_ones());
        // Placing a man is progress; so is a capture. The rules count the rest.
        Standing { stage: men[0] * 16 + men[1], left: [0, 0] }
    }
}
