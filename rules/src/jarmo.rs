//! Jarmo, an old Tatar game of race and battle on a lopsided board of lines.

mod board;
mod position;
mod to_and_fro;

pub use board::{JARMO, Jarmo};
pub use position::JarmoPosition;
