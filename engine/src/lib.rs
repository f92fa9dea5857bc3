//! The computer player.
//!
//! It picks moves for all games of [`rules`] and knows nothing about rooms: a position and what has happened before it
//! go in, a move comes out. It reads no clock but to keep a time limit, and draws no lots but from the seed it is given.
//!
//! ```
//! use engine::{History, Level, Limits, Searcher};
//!
//! let position = rules::game("jarmo").ok_or("no such game")?.start();
//! let history = History::new(&position);
//! let level = Level::new(2).ok_or("no such level")?;
//! let choice = Searcher::new().search(&position, &history, &Limits::default(), &level.style(), 1)?;
//! assert!(position.is_legal(choice.mv));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod contest;
mod history;
mod knowledge;
mod level;
mod limits;
mod lots;
mod player;
mod score;
mod search;
mod searcher;

pub use history::History;
pub use level::{Level, NotALevel, Style};
pub use limits::Limits;
pub use lots::Lots;
pub use player::{ParsePlayerError, Player};
pub use score::Score;
pub use searcher::{Choice, NoChoice, Searcher};
