//! The computer as a player: a few threads that think for all rooms in which it plays.
//!
//! A room asks one question at a time and goes on serving its people while it waits; see [`Computer`]. Questions wait in
//! one line, so no room gets more than its turn, short ones need not wait for all long ones, and the line has an end. What comes of a question that no longer
//! matters, because the position has changed or the room has left memory, is thrown away, and the thinking stops.

mod chooser;
mod pool;

pub use chooser::{Asked, Chooser, EngineChooser, Question, Reply};
pub use pool::{Computer, Load, PoolSize, Thinking, Unasked};

/// After how many seconds it makes sense to try again to make a room that was refused because the computer has too much
/// to do.
pub const RETRY_AFTER: u32 = 5;
