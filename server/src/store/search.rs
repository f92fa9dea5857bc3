//! The statement that looks for games. Both databases understand it.

use protocol::http::GameEntry;
use protocol::{ComputerLevel, Timestamp};
use serde::Serialize;

use super::{ArchivePlace, GameSearch, OPENING_PLIES, StoreError, rows};
use crate::stats::Opponent;

/// What a list shows of a game.
pub(super) const ENTRY: &str =
    "id, game, outcome, reason, plies, opening, clocked, cast(computer as bigint) as computer, started, ended";

/// All that is told of a game.
pub(super) const BODY: &str = "body";

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
    /// Looks for games, newest first.
    ///
    /// # Errors
    /// If a word of the protocol cannot be written.
    pub(super) fn of(
        columns: &str,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Self, sqlx::Error> {
        let mut statement = Self { text: format!("select {columns} from games where true"), values: Vec::new() };
        if let Some(game) = &search.game {
            statement.and("game = ", Value::Text(game.clone()));
        }
        if let Some(outcome) = search.outcome {
            statement.and_word("outcome = ", outcome)?;
        }
        if let Some(reason) = search.reason {
            statement.and_word("reason = ", reason)?;
        }
        match search.opponent {
            None => {}
            Some(Opponent::People) => statement.text.push_str(" and computer is null"),
            Some(Opponent::Computer(None)) => statement.text.push_str(" and computer is not null"),
            Some(Opponent::Computer(Some(level))) => statement.and("computer = ", Value::Number(level.get().into())),
        }
        if let Some(clocked) = search.clocked {
            statement.and("clocked = ", Value::Number(clocked.into()));
        }
        if let Some(plies) = search.min_plies {
            statement.and("plies >= ", Value::Number(plies.into()));
        }
        if let Some(plies) = search.max_plies {
            statement.and("plies <= ", Value::Number(plies.into()));
        }
        if let Some(day) = search.from {
            statement.and("ended >= ", Value::Number(rows::number(day.start().0)));
        }
        if let Some(day) = search.to {
            statement.and("ended < ", Value::Number(rows::number(day.start().0 + 86_400_000)));
        }
        if !search.opening.is_empty() {
            let opening: String =
                search.opening.iter().take(OPENING_PLIES).flat_map(|text| [text.as_str(), " "]).collect();
            // Whatever begins so, and nothing else: moves are made of letters below this one.
            statement.and("opening >= ", Value::Text(opening.clone()));
            statement.and("opening < ", Value::Text(opening + "~"));
        }
        if let Some(ArchivePlace { ended, id }) = after {
            let ended = statement.parameter(Value::Number(rows::number(ended.0)));
            let id = statement.parameter(Value::Text(id.to_string()));
            statement.text.push_str(&format!(" and (ended, id) < ({ended}, {id})"));
        }
        let limit = statement.parameter(Value::Number(limit.into()));
        statement.text.push_str(&format!(" order by ended desc, id desc limit {limit}"));
        Ok(statement)
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

/// A game in a list, as the databases give it.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct EntryRow {
    id: String,
    game: String,
    outcome: String,
    reason: String,
    plies: i32,
    opening: String,
    clocked: i16,
    computer: Option<i64>,
    started: i64,
    ended: i64,
}

/// Games in a list.
pub(super) fn entries(found: Vec<EntryRow>) -> Result<Vec<GameEntry>, StoreError> {
    found.into_iter().map(entry).collect()
}

fn entry(row: EntryRow) -> Result<GameEntry, StoreError> {
    let place = || format!("archived game {}", row.id);
    let level = |level: i64| {
        let number = u8::try_from(level).map_err(|error| rows::corrupt(place(), &error))?;
        ComputerLevel::new(number).map_err(|error| rows::corrupt(place(), &error))
    };
    Ok(GameEntry {
        id: row.id.parse().map_err(|error| rows::corrupt(place(), &error))?,
        outcome: rows::from_word(&row.outcome, place)?,
        reason: rows::from_word(&row.reason, place)?,
        plies: rows::count(row.plies.into(), place)?,
        opening: row.opening.split_ascii_whitespace().map(str::to_owned).collect(),
        clocked: row.clocked != 0,
        computer: row.computer.map(level).transpose()?,
        started: Timestamp(rows::count(row.started, place)?),
        ended: Timestamp(rows::count(row.ended, place)?),
        game: row.game,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_its_parameter() {
        let everything = GameSearch { game: Some("halma".to_owned()), ..GameSearch::default() };
        let statement = Statement::of("id", &everything, None, 7).unwrap();
        assert_eq!(
            statement.text,
            "select id from games where true and game = $1 order by ended desc, id desc limit $2"
        );
        assert_eq!(statement.values, [Value::Text("halma".to_owned()), Value::Number(7)]);
        let narrow = GameSearch {
            opponent: Some(Opponent::Computer(None)),
            opening: vec!["l2-l3".to_owned(), "a13-c11".to_owned()],
            ..GameSearch::default()
        };
        let after = "1700000000000-0q9xjd2tzb4c".parse().unwrap();
        let statement = Statement::of("id", &narrow, Some(after), 7).unwrap();
        let expected = "and computer is not null and opening >= $1 and opening < $2 and (ended, id) < ($3, $4)";
        assert!(statement.text.contains(expected), "{}", statement.text);
        assert_eq!(statement.values[1], Value::Text("l2-l3 a13-c11 ~".to_owned()));
        assert_eq!(statement.values.len(), 5);
    }
}
