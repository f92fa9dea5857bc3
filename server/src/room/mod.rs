//! A room: two seats, and the games that are played between them.
//!
//! A room is a log of numbered events, and its state the fold of that log. All rules of room life are in two
//! functions without I/O: [`decide`] says which events a command leads to, or why it is refused; and
//! [`RoomState::apply`] takes an event into the state. Storing, sockets and time are elsewhere.

mod decide;
mod log;
mod state;
mod view;

pub use decide::{Action, Command, Decision, Env, Refusal, decide};
pub use log::{Author, LOG_SCHEMA, LogEvent, Recorded};
pub use state::{BadLog, GameState, RoomState};
pub use view::{event_view, legal_moves_text, snapshot_view};
