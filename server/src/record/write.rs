//! Writing a game down.

use std::fmt::Write;

use protocol::http::ArchivedGame;
use protocol::{ComputerPlayed, TimeControl, Timestamp};
use serde::Serialize;
use serde_json::Value;

/// The plain-text form of a game.
#[must_use]
pub fn write(game: &ArchivedGame) -> String {
    let mut text = String::new();
    let mut header = |name: &str, value: &str| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{name}: {value}");
    };
    header("Game", &game.game);
    header("Rules", &game.rules_version.to_string());
    header("Result", &word(game.outcome));
    header("Reason", &word(game.reason));
    if let Some(score) = &game.score {
        header("Score", &format!("{}-{}", score.first, score.second));
    }
    if let Some(clock) = game.clock {
        header("Clock", &time_control(clock));
    }
    if let Some(ComputerPlayed { level, side }) = game.computer {
        header("Computer", &format!("{}, level {}", word(side), level.get()));
    }
    header("Started", &time(game.started));
    header("Ended", &time(game.ended));
    header("Id", game.id.as_str());
    text.push('\n');
    text.push_str(&moves(&game.moves, &game.passed_over_at));
    text
}

/// The rows of moves, in columns.
fn moves(moves: &[String], passed_over_at: &[u32]) -> String {
    let mut rows: Vec<[Option<&str>; 2]> = Vec::new();
    let mut side = 1;
    for (ply, text) in (1..).zip(moves) {
        if !passed_over_at.contains(&ply) {
            side = 1 - side;
        }
        // The first side begins a row, and so does the second if it moves twice in a row.
        match rows.last_mut() {
            Some(row) if side == 1 && row[1].is_none() => row[1] = Some(text.as_str()),
            _ => {
                let mut row = [None; 2];
                row[side] = Some(text.as_str());
                rows.push(row);
            }
        }
    }
    let width = moves.iter().map(String::len).max().unwrap_or(0).max(4);
    let digits = rows.len().to_string().len();
    let mut text = String::new();
    for (number, [first, second]) in (1..).zip(rows) {
        let first = first.unwrap_or("...");
        let _ = match second {
            Some(second) => writeln!(text, "{number:>digits$}. {first:width$}  {second}"),
            None => writeln!(text, "{number:>digits$}. {first}"),
        };
    }
    text
}

fn word(word: impl Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(Value::String(word)) => word,
        // No other word of the protocol is written down.
        _ => String::new(),
    }
}

/// Seconds, as `300 s + 2 s` or `86400 s per move`.
fn time_control(clock: TimeControl) -> String {
    match clock {
        TimeControl::RealTime { base, increment } => format!("{} s + {} s", seconds(base), seconds(increment)),
        TimeControl::PerMove { time } => format!("{} s per move", seconds(time)),
    }
}

fn seconds(milliseconds: u64) -> String {
    match milliseconds % 1000 {
        0 => (milliseconds / 1000).to_string(),
        rest => format!("{}.{rest:03}", milliseconds / 1000),
    }
}

/// A time to the second.
fn time(time: Timestamp) -> String {
    let (day, seconds) = (protocol::Day::of(time), time.0 / 1000 % 86_400);
    format!("{day} {:02}:{:02}:{:02} UTC", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_line_up_and_show_who_was_passed_over() {
        let texts = |moves: &[&str]| moves.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let line_up = moves(&texts(&["l2-l3", "a13-c11", "o4-n5"]), &[]);
        assert_eq!(line_up, "1. l2-l3    a13-c11\n2. o4-n5\n");
        assert_eq!(moves(&texts(&["c4", "d4", "e4", "f4"]), &[2]), "1. c4\n2. d4    e4\n3. f4\n");
        assert_eq!(moves(&texts(&["c4", "d4", "e4", "f4"]), &[3]), "1. c4    d4\n2. ...   e4\n3. f4\n");
        assert_eq!(moves(&[], &[]), "");
    }

    #[test]
    fn times_are_written_to_the_second() {
        assert_eq!(time(Timestamp(1_796_020_822_999)), "2026-11-30 06:40:22 UTC");
        assert_eq!(time_control(TimeControl::RealTime { base: 300_000, increment: 2_500 }), "300 s + 2.500 s");
        assert_eq!(time_control(TimeControl::PerMove { time: 86_400_000 }), "86400 s per move");
    }
}
