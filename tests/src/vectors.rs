//! Games played by an independent implementation of the rules.

use std::path::Path;

use protocol::{Reason, Side};
use serde::Deserialize;

/// One recorded game.
#[derive(Debug, Deserialize)]
pub struct Record {
    /// The game's id in the catalogue.
    pub game: String,
    /// The moves in order.
    pub moves: Vec<String>,
    /// What was so before each move.
    pub trace: Vec<Before>,
    /// How the game ended; `None` where the record just stops.
    pub result: Option<RecordedEnd>,
}

/// What was so before a move.
#[derive(Debug, Deserialize)]
pub struct Before {
    /// Who was to move.
    pub to_move: Side,
    /// How many legal moves there were.
    pub legal: usize,
    /// Their [`fingerprint`].
    pub hash: String,
}

/// How a recorded game ended.
#[derive(Debug, Deserialize)]
pub struct RecordedEnd {
    /// Who won; `None` if nobody did.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: Reason,
}

/// All recorded games of one kind.
#[must_use]
pub fn games(game: &str) -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests/vectors");
    let path = folder.join(game).with_extension("jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let records: Vec<Record> = text
        .lines()
        .enumerate()
        .map(|(line, json)| serde_json::from_str(json).unwrap_or_else(|error| panic!("{game}:{}: {error}", line + 1)))
        .collect();
    assert!(!records.is_empty(), "{} holds no game", path.display());
    records
}

/// The 64-bit FNV-1a hash of moves joined by single spaces, as 16 hexadecimal digits: the form in which the records
/// keep the legal moves, which are sorted bytewise.
#[must_use]
pub fn fingerprint(moves: &[String]) -> String {
    let hash = moves
        .join(" ")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn the_fingerprint_is_fnv_1a() {
        assert_eq!(fingerprint(&[]), "cbf29ce484222325");
        assert_eq!(fingerprint(&["a".to_owned()]), "af63dc4c8601ec8c");
        assert_eq!(fingerprint(&["foo".to_owned(), "bar".to_owned()]), fingerprint(&["foo bar".to_owned()]));
    }
}
