//! A game as a plain text: headers, an empty line, and the moves in numbered rows.
//!
//! ```text
//! Game: halma
//! Rules: 1
//! Result: second
//! Reason: resignation
//! Started: 2026-11-30 06:40:22 UTC
//! Ended: 2026-11-30 06:52:05 UTC
//!
//! 1. l2-l3    a13-c11
//! 2. o4-n5
//! ```
//!
//! A row holds a move of either side. `...` stands for that of a side that was passed over. Whoever reads such a text
//! needs `Game` only; headers that are not known are passed over, so that people may add what they like.

mod read;
mod write;

pub use read::{Problem, ReadError, read};
pub use write::write;
