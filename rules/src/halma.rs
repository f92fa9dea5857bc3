//! Halma and its relatives: one engine, and the numbers and camps of each game as data.

mod directions;
mod legal;
mod mobility;
mod position;
mod repetition;
mod variants;

pub use position::{HalmaPosition, HalmaUndo};
pub use variants::{HALMA, HALMA_8, HALMA_10, NERMA, Variant};
