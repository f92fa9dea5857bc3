//! The statement that looks for games. Both databases understand it.

use std::mem::take;

use protocol::http::{ArchivedGame, GameEntry};
use protocol::{ComputerLevel, GameId, ParseIdError, Timestamp};
use serde::Serialize;

use super::{ArchivePlace, Found, GameSearch, OPENING_PLIES, StoreError, rows};
use crate::stats::Opponent;

/// How many games are looked at for one answer, so that it takes no longer however few of them fit. What is left to be
/// looked at is for the next one.
const LOOKED_AT: u32 = 2_000;

/// What a list shows of a game.
pub(super) const ENTRY: &str = "found.game, found.outcome, found.reason, found.plies, found.opening, found.clocked, \
    cast(found.computer as bigint) as computer, found.started";

/// All that is told of a game.
pub(super) const BODY: &str = "games.body";

/// A value that stands for a parameter of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Number(i64),
}

/// A statement with what its parameters stand for.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) text: String,
    pub(super) values: Vec<Value>,
}

impl Statement {
    /// Looks for games, newest first. It gives one row for each that fits, and at least one row. If these are fewer than
    /// `limit`, all of them tell with `last_ended` and `last_id` which game was looked at last, unless it was the last one.
    ///
    /// Whatever is looked for, the database reads a bounded piece of one index in its order, of the index that knows most
    /// of what is wanted, and no more of it than it takes to find so many.
    ///
    /// # Errors
    /// If a word of the protocol cannot be written.
    pub(super) fn of(
        columns: &str,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Self, sqlx::Error> {
        let mut statement = Self { text: String::new(), values: Vec::new() };
        statement.narrow_down(search, after)?;
        let piece = format!("from games where true{} order by ended desc, id desc", take(&mut statement.text));
        statement.pick(search)?;
        let fits =
            "and coalesce(game, '') = $5 and coalesce(computer, 0) > 0 and opening >= $6 and opening < $7 order by";
        assert_eq!(statement.text.matches(fits).count(), 1, "{}", statement.text);
        assert_eq!(statement.values[6], Value::Text("l2-l3 a13-c11 ~".to_owned()));
        assert_eq!(statement.values.len(), 8);
    }
}
