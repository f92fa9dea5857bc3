//! A room in short.

use crate::room::Recorded;

/// A room in short.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glimpse {
    /// The first event of its log, the last two that started or ended a game, and the last one, in order, each once.
    /// Empty if there is no such room; of a closed room, what is left of its log.
    pub events: Vec<Recorded>,
    /// What its host is called.
    pub host_name: Option<String>,
}
