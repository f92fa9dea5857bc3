//! The Man in the Moon, a game of placing men and then framing the enemy's.

mod board;
mod position;

pub use board::{MOON, Moon};
pub use position::MoonPosition;
