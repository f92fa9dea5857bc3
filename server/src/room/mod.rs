//! A room: two seats, and the games that are played between them.
//!
//! A room is a log of numbered events, and its state the fold of that log. All rules of room life are in two
//! functions without I/O: [`decide`] says which events a command leads to, or why it is refused; and
//! [`RoomState::apply`] takes an event into the state. What happens by itself is a command, too: [`Action::Tick`], when
//! [`due`] says so. Storing, sockets and time are elsewhere.

mod claims;
mod clocks;
mod command;
mod computer;
mod decide;
mod due;
mod game;
mod log;
mod offers;
mod refusal;
mod series;
mod state;
mod view;

pub use clocks::{LONGEST_SILENCE, Outages};
pub use command::{Action, Command, Decision, Env};
pub use computer::{COMPUTER, Duty, ThinkingTime, duty, thinking_time};
pub use decide::{awaits, decide, open_room};
pub use due::{ABANDONED_AFTER, CLOSED_AFTER, COMPUTER_LATE, due, due_after, look_at};
pub use game::{Ending, GameState, MAX_MOVES};
pub use log::{Author, LOG_SCHEMA, LogEvent, Recorded};
pub use offers::{MAX_GAMES, MAX_REMATCHES};
pub use refusal::Refusal;
pub use state::{BadLog, RoomState};
pub use view::{event_view, legal_moves_text, lobby_view, snapshot_view};
