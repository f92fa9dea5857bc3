//! Reading a game that was written down.

use std::fmt;

use protocol::http::ReadGame;
use protocol::{Day, Outcome, Reason, RecordProblem, RecordProblemKind, Timestamp};
use rules::{Game, IllegalMove, MoveInput, ParseMoveError, Position, Side};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::room::MAX_MOVES;

/// Why a text is not a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1; the last one if something is missing at the end.
    pub line: u32,
    /// The word on that line that is wrong; empty if something is missing.
    pub text: String,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No `Game` is named before the moves begin.
    NoGame,
    /// There is no such game.
    UnknownGame,
    /// The game was played by another version of the rules than the one that is known here.
    OtherRules,
    /// A header has a value that it cannot have, or is there twice.
    BadHeader,
    /// A row has not the number that is its turn.
    WrongRow,
    /// It is not a move of any game.
    NotAMove(ParseMoveError),
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    /// The move stands in the column of the side that is not to move.
    WrongSide,
    /// The game is longer than any that is played here.
    TooLong,
    /// The moves end the game otherwise than `Result` or `Reason` says.
    OtherEnd,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, text, problem } = self;
        write!(f, "line {line}: ")?;
        match problem {
            Problem::NoGame => f.write_str("a header such as `Game: halma` is missing before the moves"),
            Problem::UnknownGame => write!(f, "there is no game {text:?}; see /api/catalogue"),
            Problem::OtherRules => write!(f, "{text:?} is not the version of the rules that this server knows"),
            Problem::BadHeader => write!(f, "{text:?} cannot be here"),
            Problem::WrongRow => write!(f, "{text:?} is not the number of this row"),
            Problem::NotAMove(why) => write!(f, "{text:?}: {why}"),
            Problem::Illegal(why) => write!(f, "{text:?}: {why}"),
            Problem::WrongSide => write!(f, "{text:?} is in the column of the side that is not to move"),
            Problem::TooLong => write!(f, "there are more than {MAX_MOVES} moves"),
            Problem::OtherEnd => write!(f, "{text:?} is not how the moves end the game"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<&ReadError> for RecordProblem {
    fn from(error: &ReadError) -> Self {
        let what = match error.problem {
            Problem::NoGame => RecordProblemKind::NoGame,
            Problem::UnknownGame => RecordProblemKind::UnknownGame,
            Problem::OtherRules => RecordProblemKind::OtherRules,
            Problem::BadHeader => RecordProblemKind::BadHeader,
            Problem::WrongRow => RecordProblemKind::WrongRow,
            Problem::NotAMove(_) => RecordProblemKind::NotAMove,
            Problem::Illegal(_) => RecordProblemKind::IllegalMove,
            Problem::WrongSide => RecordProblemKind::WrongSide,
            Problem::TooLong => RecordProblemKind::TooLong,
            Problem::OtherEnd => RecordProblemKind::OtherEnd,
        };
        Self { line: error.line, text: error.text.clone(), what }
    }
}

/// A word of the text, with its line.
#[derive(Clone, Copy, Debug)]
struct Word<'text> {
    line: u32,
    text: &'text str,
}

impl Word<'_> {
    fn wrong(self, problem: Problem) -> ReadError {
        /// As much of a long word as is told.
        const SHOWN: usize = 60;
        ReadError { line: self.line, text: self.text.chars().take(SHOWN).collect(), problem }
    }
}

/// Reads the plain-text form of a game, judging its moves by the rules.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read(text: &str) -> Result<ReadGame, ReadError> {
    let mut headers = Headers::default();
    let mut table: Option<Table> = None;
    let mut last = 1;
    // A text that was copied from somewhere may begin with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if content.is_empty() {
            continue;
        }
        last = line;
        if let (None, Some((name, value))) = (&table, content.split_once(':')) {
            headers.take(name.trim(), Word { line, text: value.trim() })?;
            continue;
        }
        let table = match &mut table {
            Some(table) => table,
            None => table.insert(headers.table(line)?),
        };
        for text in content.split_whitespace() {
            table.take(Word { line, text })?;
        }
    }
    let table = match table {
        Some(table) => table,
        None => headers.table(last)?,
    };
    headers.game(table)
}

/// What the headers say.
#[derive(Debug, Default)]
struct Headers<'text> {
    game: Option<&'static dyn Game>,
    rules: Option<Word<'text>>,
    outcome: Option<(Outcome, Word<'text>)>,
    reason: Option<(Reason, Word<'text>)>,
    started: Option<Timestamp>,
    ended: Option<Timestamp>,
}

impl<'text> Headers<'text> {
    fn take(&mut self, name: &str, value: Word<'text>) -> Result<(), ReadError> {
        let twice = match name.to_ascii_lowercase().as_str() {
            "game" => {
                let game = rules::game(value.text).ok_or_else(|| value.wrong(Problem::UnknownGame))?;
                self.game.replace(game).is_some()
            }
            "rules" => self.rules.replace(value).is_some(),
            "result" => self.outcome.replace((word(value)?, value)).is_some(),
            "reason" => self.reason.replace((word(value)?, value)).is_some(),
            "started" => self.started.replace(time(value)?).is_some(),
            "ended" => self.ended.replace(time(value)?).is_some(),
            _ => false,
        };
        if twice { Err(value.wrong(Problem::BadHeader)) } else { Ok(()) }
    }

    /// The board on which the moves are made that begin on this line.
    fn table(&self, line: u32) -> Result<Table, ReadError> {
        let game = self.game.ok_or_else(|| Word { line, text: "" }.wrong(Problem::NoGame))?;
        if let Some(rules) = self.rules.filter(|rules| rules.text.parse() != Ok(game.rules_version())) {
            return Err(rules.wrong(Problem::OtherRules));
        }
        Ok(Table { position: game.start(), moves: Vec::new(), passed_over_at: Vec::new(), row: 0, column: None })
    }

    fn game(self, table: Table) -> Result<ReadGame, ReadError> {
        let game = table.position.game();
        let ending = table.position.ending();
        let (outcome, reason) = match ending {
            Some(ending) => {
                let (outcome, reason) = (Outcome::from(ending.outcome), Reason::from(ending.reason));
                if let Some((_, word)) = self.outcome.filter(|(said, _)| *said != outcome) {
                    return Err(word.wrong(Problem::OtherEnd));
                }
                if let Some((_, word)) = self.reason.filter(|(said, _)| *said != reason) {
                    return Err(word.wrong(Problem::OtherEnd));
                }
                (Some(outcome), Some(reason))
            }
            None => (self.outcome.map(|(outcome, _)| outcome), self.reason.map(|(reason, _)| reason)),
        };
        Ok(ReadGame {
            game: game.id().to_owned(),
            rules_version: game.rules_version(),
            moves: table.moves,
            passed_over_at: table.passed_over_at,
            outcome,
            reason,
            started: self.started,
            ended: self.ended,
        })
    }
}

/// The board, and where in the rows we are.
#[derive(Debug)]
struct Table {
    position: Position,
    moves: Vec<String>,
    passed_over_at: Vec<u32>,
    /// The row, from 1; 0 before the first.
    row: u32,
    /// The column that comes next; none in moves without rows.
    column: Option<usize>,
}

impl Table {
    fn take(&mut self, word: Word<'_>) -> Result<(), ReadError> {
        if let Some(number) = word.text.strip_suffix('.')
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.row += 1;
            self.column = Some(0);
            return if number.parse() == Ok(self.row) { Ok(()) } else { Err(word.wrong(Problem::WrongRow)) };
        }
        let column = self.column.map(|column| Side::BOTH.get(column).copied());
        self.column = self.column.map(|column| column + 1);
        if matches!(word.text, "..." | "…") {
            return Ok(());
        }
        let input: MoveInput = word.text.parse().map_err(|why| word.wrong(Problem::NotAMove(why)))?;
        let to_move = self.position.to_move();
        let over = self.position.ending().is_some();
        if !over && column.is_some_and(|side| side != Some(to_move)) {
            return Err(word.wrong(Problem::WrongSide));
        }
        let passed_over = self.position.passed_over().is_some();
        let played = self.position.play(&input).map_err(|why| word.wrong(Problem::Illegal(why)))?;
        if self.moves.len() >= usize::try_from(MAX_MOVES).unwrap_or(usize::MAX) {
            return Err(word.wrong(Problem::TooLong));
        }
        self.moves.push(played.mv.to_string());
        if passed_over {
            self.passed_over_at.extend(u32::try_from(self.moves.len()));
        }
        Ok(())
    }
}

fn word<T: DeserializeOwned>(word: Word<'_>) -> Result<T, ReadError> {
    serde_json::from_value(Value::String(word.text.to_owned())).map_err(|_| word.wrong(Problem::BadHeader))
}

/// A time to the second, as it is written; without the seconds, or with nothing after the day, it is taken, too.
fn time(word: Word<'_>) -> Result<Timestamp, ReadError> {
    let wrong = || word.wrong(Problem::BadHeader);
    let text = word.text.strip_suffix("UTC").unwrap_or(word.text).trim();
    let (day, clock) = text.split_once(' ').unwrap_or((text, "0:00"));
    let day: Day = day.parse().map_err(|_| wrong())?;
    let parts = clock.split(':').map(|part| part.parse().ok().filter(|_| part.len() <= 2));
    let parts = parts.collect::<Option<Vec<u64>>>().ok_or_else(wrong)?;
    let seconds = match parts[..] {
        [hour @ 0..24, minute @ 0..60] => (hour * 60 + minute) * 60,
        [hour @ 0..24, minute @ 0..60, second @ 0..60] => (hour * 60 + minute) * 60 + second,
        _ => return Err(wrong()),
    };
    Ok(Timestamp(day.start().0 + seconds * 1000))
}
