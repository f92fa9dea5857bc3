//! The rules of Halma, Nerma, Jarmo, the Man in the Moon and two smaller Halmas.
//!
//! The crate is pure: it does no input or output, reads no clock and draws no lots. Everything else
//! plays by asking it.
//!
//! There are two faces over the same rules:
//!
//! - The **dynamic** one: [`games`] lists every [`Game`], and a [`Position`] can be one of any of
//!   them. Servers and clients use this one and need not know a single rule.
//! - The **static** one: each family's own type of position implements [`GamePosition`], for computer
//!   players and benchmarks.
//!
//! ```
//! let game = rules::game("halma").ok_or("no such game")?;
//! let mut position = game.start();
//! assert_eq!(position.legal_moves().len(), 40);
//! let played = position.play(&"n3-n5".parse()?)?;
//! assert_eq!(played.path.len(), 2);
//! assert_eq!(position.to_move(), rules::Side::Second);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod ending;
mod game;
mod game_position;
pub mod halma;
mod illegal;
pub mod jarmo;
pub mod moon;
mod moves;
mod points;
mod position;
mod set_up;
mod side;
mod square;
mod square_set;
mod text;
mod zobrist;

pub use catalogue::{Board, Catalogue, Localized, Look};
pub use ending::{Ending, Outcome, ParseEndingError, Reason};
pub use game::{Game, game, games};
pub use game_position::{GamePosition, perft};
pub use illegal::IllegalMove;
pub use moves::{Move, MoveInput, ParseMoveError};
pub use position::{Played, Position};
pub use set_up::{Field as SetUpField, SetUp, SetUpError};
pub use side::{ParseSideError, Side};
pub use square::{ParseSquareError, Square};
pub use text::ParsePositionError;
