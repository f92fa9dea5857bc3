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
        let fits = take(&mut statement.text);
        let limit = statement.parameter(Value::Number(limit.into()));
        statement.text = format!(
            "with found as materialized (\
                select games.id, game, outcome, reason, plies, opening, clocked, computer, started, games.ended \
                from (select id, ended {piece} limit {LOOKED_AT}) as looked_at cross join games \
                where games.id = looked_at.id{fits} order by looked_at.ended desc, looked_at.id desc limit {limit}), \
             stand as (select (select count(*) from found) < {limit} as short) \
             select case when short then (select ended {piece} limit 1 offset {LOOKED_AT} - 1) end as last_ended, \
                case when short then (select id {piece} limit 1 offset {LOOKED_AT} - 1) end as last_id, \
                found.id, found.ended, {columns} \
             from stand left join found on true left join games on games.id = found.id \
             order by found.ended desc, found.id desc"
        );
        Ok(statement)
    }

    /// The conditions by which the database finds where to read.
    fn narrow_down(&mut self, search: &GameSearch, after: Option<ArchivePlace>) -> Result<(), sqlx::Error> {
        match (&search.game, search.opening.first(), search.reason, search.opponent) {
            (Some(game), Some(first_move), _, _) => {
                self.and("game = ", Value::Text(game.clone()));
                self.and("first_move = ", Value::Text(first_move.clone()));
            }
            (Some(game), None, Some(reason), _) => {
                self.and("game = ", Value::Text(game.clone()));
                self.and_word("reason = ", reason)?;
            }
            (_, _, _, Some(Opponent::Computer(Some(level)))) => {
                self.and("computer = ", Value::Number(level.get().into()));
            }
            (Some(game), _, _, _) => self.and("game = ", Value::Text(game.clone())),
            (None, _, _, _) => {}
        }
        if let Some(day) = search.from {
            self.and("ended >= ", Value::Number(rows::number(day.start().0)));
        }
        if let Some(day) = search.to {
            self.and("ended < ", Value::Number(rows::number(day.start().0 + 86_400_000)));
        }
        if let Some(ArchivePlace { ended, id }) = after {
            let ended = self.parameter(Value::Number(rows::number(ended.0)));
            let id = self.parameter(Value::Text(id.to_string()));
            self.text.push_str(&format!(" and (ended, id) < ({ended}, {id})"));
        }
        Ok(())
    }

    /// All conditions that are not about when a game ended. Those on which there are indexes are written so that the
    /// database does not think of these, and looks at the games of the piece one by one.
    fn pick(&mut self, search: &GameSearch) -> Result<(), sqlx::Error> {
        if let Some(game) = &search.game {
            self.and("coalesce(game, '') = ", Value::Text(game.clone()));
        }
        if let Some(outcome) = search.outcome {
            self.and_word("outcome = ", outcome)?;
        }
        if let Some(reason) = search.reason {
            self.and_word("coalesce(reason, '') = ", reason)?;
        }
        match search.opponent {
            None => {}
            Some(Opponent::People) => self.text.push_str(" and coalesce(computer, 0) = 0"),
            Some(Opponent::Computer(None)) => self.text.push_str(" and coalesce(computer, 0) > 0"),
            Some(Opponent::Computer(Some(level))) => {
                self.and("coalesce(computer, 0) = ", Value::Number(level.get().into()));
            }
        }
        if let Some(clocked) = search.clocked {
            self.and("clocked = ", Value::Number(clocked.into()));
        }
        if let Some(plies) = search.min_plies {
            self.and("plies >= ", Value::Number(plies.into()));
        }
        if let Some(plies) = search.max_plies {
            self.and("plies <= ", Value::Number(plies.into()));
        }
        if !search.opening.is_empty() {
            let opening: String =
                search.opening.iter().take(OPENING_PLIES).flat_map(|text| [text.as_str(), " "]).collect();
            // Whatever begins so, and nothing else: moves are made of letters below this one.
            self.and("opening >= ", Value::Text(opening.clone()));
            self.and("opening < ", Value::Text(opening + "~"));
        }
        Ok(())
    }

    fn and(&mut self, condition: &str, value: Value) {
        let parameter = self.parameter(value);
        self.text.push_str(" and ");
        self.text.push_str(condition);
        self.text.push_str(&parameter);
    }

    fn and_word(&mut self, condition: &str, word: impl Serialize) -> Result<(), sqlx::Error> {
        self.and(condition, Value::Text(rows::word(word)?));
        Ok(())
    }

    fn parameter(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }
}

/// Where a search stands: in every row.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct StandRow {
    last_ended: Option<i64>,
    last_id: Option<String>,
    /// The game that was found, if any was.
    id: Option<String>,
    ended: Option<i64>,
}

/// A game in a list, as the databases give it.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct EntryRow {
    #[sqlx(flatten)]
    stand: StandRow,
    game: Option<String>,
    outcome: Option<String>,
    reason: Option<String>,
    plies: Option<i32>,
    opening: Option<String>,
    clocked: Option<i16>,
    computer: Option<i64>,
    started: Option<i64>,
}

/// A whole game, as the databases give it.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct BodyRow {
    #[sqlx(flatten)]
    stand: StandRow,
    body: Option<String>,
}

/// A page of games in a list.
pub(super) fn entries(rows: Vec<EntryRow>, limit: u32) -> Result<Found<GameEntry>, StoreError> {
    found(rows, limit, |row| &row.stand, entry)
}

/// A page of whole games.
pub(super) fn bodies(rows: Vec<BodyRow>, limit: u32) -> Result<Found<ArchivedGame>, StoreError> {
    found(rows, limit, |row| &row.stand, |row, id, _| rows::game(id, row.body)?.ok_or_else(|| half(id)))
}

/// The games of some rows, and from where to go on.
fn found<R, T>(
    rows: Vec<R>,
    limit: u32,
    stand: impl Fn(&R) -> &StandRow,
    read: impl Fn(R, GameId, Timestamp) -> Result<T, StoreError>,
) -> Result<Found<T>, StoreError> {
    let last = rows.last().map(|row| stand(row).clone());
    let mut games = Vec::new();
    let mut last_found = None;
    for row in rows {
        let StandRow { id, ended, .. } = stand(&row);
        if let Some(ArchivePlace { ended, id }) = place(id.as_deref(), *ended)? {
            last_found = Some(ArchivePlace { ended, id });
            games.push(read(row, id, ended)?);
        }
    }
    let is_full = u32::try_from(games.len()).is_ok_and(|games| games >= limit);
    let next = match last {
        _ if is_full => last_found,
        Some(stand) => place(stand.last_id.as_deref(), stand.last_ended)?,
        None => None,
    };
    Ok(Found { games, next })
}

fn place(id: Option<&str>, ended: Option<i64>) -> Result<Option<ArchivePlace>, StoreError> {
    let (Some(id), Some(ended)) = (id, ended) else { return Ok(None) };
    let of = || format!("archived game {id}");
    let ended = Timestamp(rows::count(ended, of)?);
    Ok(Some(ArchivePlace { ended, id: id.parse().map_err(|error: ParseIdError| rows::corrupt(of(), &error))? }))
}

/// A game of which something is missing.
fn half(id: GameId) -> StoreError {
    StoreError::Corrupt { place: format!("archived game {id}"), why: "something is missing".to_owned() }
}

fn entry(row: EntryRow, id: GameId, ended: Timestamp) -> Result<GameEntry, StoreError> {
    let place = || format!("archived game {id}");
    let level = |level: i64| {
        let number = u8::try_from(level).map_err(|error| rows::corrupt(place(), &error))?;
        ComputerLevel::new(number).map_err(|error| rows::corrupt(place(), &error))
    };
    let missing = || half(id);
    Ok(GameEntry {
        id,
        game: row.game.ok_or_else(missing)?,
        outcome: rows::from_word(&row.outcome.ok_or_else(missing)?, place)?,
        reason: rows::from_word(&row.reason.ok_or_else(missing)?, place)?,
        plies: rows::count(row.plies.ok_or_else(missing)?.into(), place)?,
        opening: row.opening.iter().flat_map(|opening| opening.split_ascii_whitespace()).map(str::to_owned).collect(),
        clocked: row.clocked.is_some_and(|clocked| clocked != 0),
        computer: row.computer.map(level).transpose()?,
        started: Timestamp(rows::count(row.started.ok_or_else(missing)?, place)?),
        ended,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_its_parameter() {
        let narrow = GameSearch {
            game: Some("halma".to_owned()),
            opponent: Some(Opponent::Computer(None)),
            opening: vec!["l2-l3".to_owned(), "a13-c11".to_owned()],
            ..GameSearch::default()
        };
        let after = "1700000000000-0q9xjd2tzb4c".parse().unwrap();
        let statement = Statement::of(ENTRY, &narrow, Some(after), 7).unwrap();
        let piece = "from games where true and game = $1 and first_move = $2 and (ended, id) < ($3, $4) order by ended";
        assert_eq!(statement.text.matches(piece).count(), 3, "{}", statement.text);
        let fits =
            "and coalesce(game, '') = $5 and coalesce(computer, 0) > 0 and opening >= $6 and opening < $7 order by";
        assert_eq!(statement.text.matches(fits).count(), 1, "{}", statement.text);
        assert_eq!(statement.values[6], Value::Text("l2-l3 a13-c11 ~".to_owned()));
        assert_eq!(statement.values.len(), 8);
    }
}
