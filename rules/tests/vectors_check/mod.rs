//! Checks recorded games and positions, one JSON object a line, against the rules.
//!
//! The records come from an independent implementation; `rules/tests/vectors/README.md` describes
//! them. Shared by the test of the records in the repository and by the `vectors` example, which
//! checks any file.

use rules::{Ending, MoveInput, Position, SetUp, Side, Square};
use serde::Deserialize;

/// One line of a file.
#[derive(Debug, Deserialize)]
struct Record {
    game: String,
    /// What a hand-made case shows.
    about: Option<String>,
    /// Where to begin, if not at the start of the game.
    position: Option<RecordedPosition>,
    #[serde(default)]
    moves: Vec<String>,
    /// For each of `moves`, what is true before it.
    trace: Option<Vec<Before>>,
    /// All legal moves after `moves`.
    legal: Option<Vec<String>>,
    /// Then this move is played.
    #[serde(rename = "move")]
    mv: Option<String>,
    after: Option<RecordedPosition>,
    /// Missing: not recorded. Null: the game has not ended.
    #[serde(default, deserialize_with = "present")]
    result: Option<Option<Outcome>>,
    score: Option<[u32; 2]>,
    men: Option<[u32; 2]>,
}

/// Keeps apart a null and a missing field.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<Outcome>>, D::Error> {
    Option::deserialize(from).map(Some)
}

#[derive(Debug, Deserialize)]
struct Before {
    to_move: String,
    legal: usize,
    hash: String,
}

#[derive(Debug, Deserialize)]
struct Outcome {
    winner: Option<String>,
    reason: String,
}

#[derive(Debug, Deserialize)]
struct RecordedPosition {
    to_move: String,
    first: Vec<String>,
    second: Vec<String>,
    moves_made: Option<[u32; 2]>,
    marked: Option<Vec<String>>,
    captured: Option<[u32; 2]>,
    quiet_moves: Option<u32>,
}

/// What differs, in words.
pub(crate) type Disagreements = Vec<String>;

/// Checks one line in full.
///
/// # Errors
/// Everything in which the rules and the record differ, or why the line cannot be read.
pub(crate) fn check_line(line: &str) -> Result<(), Disagreements> {
    let record: Record = serde_json::from_str(line).map_err(|error| vec![format!("unreadable: {error}")])?;
    let mut check = Check { found: Vec::new() };
    if let Err(broken_off) = check.record(&record) {
        check.found.push(broken_off);
    }
    if check.found.is_empty() {
        return Ok(());
    }
    let about = record.about.as_deref().unwrap_or("recorded game or position");
    check.found.insert(0, format!("{}: {about}", record.game));
    Err(check.found)
}

struct Check {
    found: Disagreements,
}

impl Check {
    /// Fails where going on makes no sense.
    fn record(&mut self, record: &Record) -> Result<(), String> {
        let game = rules::game(&record.game).ok_or_else(|| format!("no game {:?}", record.game))?;
        let mut position = match &record.position {
            None => game.start(),
            Some(recorded) => {
                let set_up = recorded.set_up()?;
                let position = game.position(&set_up).map_err(|error| format!("set-up refused: {error}"))?;
                if position.passed_over().is_none() {
                    self.same("set-up read back", &position.set_up(), &set_up);
                }
                position
            }
        };
        if let Some(trace) = &record.trace {
            self.same("length of the trace", &trace.len(), &record.moves.len());
        }
        for (ply, mv) in record.moves.iter().enumerate() {
            if let Some(before) = record.trace.as_ref().and_then(|trace| trace.get(ply)) {
                self.before(ply, before, &position);
            }
            self.same(&format!("ended before move {ply}"), &position.ending(), &None);
            play(&mut position, mv)?;
        }
        if let Some(legal) = &record.legal {
            let found: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
            self.same("legal moves", &found, legal);
        }
        if let Some(mv) = &record.mv {
            play(&mut position, mv)?;
        }
        if let Some(after) = &record.after {
            self.after(after, &position);
        }
        if let Some(result) = &record.result {
            self.result(result.as_ref(), position.ending());
        }
        if let Some(score) = record.score.or(record.men) {
            self.same("score", &position.score(), &Some(score));
            if let Some(ending) = position.ending() {
                self.same("score in the ending", &ending.score, &Some(score));
            }
        }
        Ok(())
    }

    fn before(&mut self, ply: usize, before: &Before, position: &Position) {
        let legal: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        self.same(&format!("to move before move {ply}"), &position.to_move().as_str(), &before.to_move.as_str());
        self.same(&format!("number of moves before move {ply}"), &legal.len(), &before.legal);
        let hash = format!("{:016x}", fnv1a(legal.join(" ").as_bytes()));
        self.same(&format!("hash of the moves before move {ply}"), &hash, &before.hash);
    }

    fn after(&mut self, after: &RecordedPosition, position: &Position) {
        match after.set_up() {
            Err(error) => self.found.push(error),
            Ok(mut recorded) => {
                let found = position.set_up();
                // What the record does not tell is not compared.
                if position.ending().is_some() {
                    recorded.to_move = found.to_move;
                }
                if after.moves_made.is_none() {
                    recorded.moves_made = found.moves_made;
                }
                self.same("position after the move", &found, &recorded);
            }
        }
    }

    fn result(&mut self, recorded: Option<&Outcome>, ending: Option<Ending>) {
        let found = ending.map(|ending| (ending.outcome.as_str(), ending.reason.as_str()));
        let recorded = recorded.map(|result| (result.winner.as_deref().unwrap_or("draw"), result.reason.as_str()));
        self.same("result", &found, &recorded);
    }

    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: &T, recorded: &T) {
        if found != recorded {
            self.found.push(format!("{what}: found {found:?}, recorded {recorded:?}"));
        }
    }
}

fn play(position: &mut Position, mv: &str) -> Result<(), String> {
    let input: MoveInput = mv.parse().map_err(|error| format!("{mv}: {error}"))?;
    position.play(&input).map_err(|error| format!("{mv} refused: {error}"))?;
    Ok(())
}

impl RecordedPosition {
    fn set_up(&self) -> Result<SetUp, String> {
        let squares = |texts: &[String]| {
            let read = |text: &String| text.parse::<Square>().map_err(|error| format!("{text}: {error}"));
            texts.iter().map(read).collect::<Result<Vec<_>, _>>().map(|mut squares| {
                squares.sort_unstable();
                squares
            })
        };
        Ok(SetUp {
            to_move: self.to_move.parse::<Side>().map_err(|error| error.to_string())?,
            first: squares(&self.first)?,
            second: squares(&self.second)?,
            moves_made: self.moves_made.unwrap_or_default(),
            marked: squares(self.marked.as_deref().unwrap_or_default())?,
            captured: self.captured.unwrap_or_default(),
            quiet_moves: self.quiet_moves,
        })
    }
}

/// The 64-bit FNV-1a hash.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
