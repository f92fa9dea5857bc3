//! What both databases share: the statements that read, and what their rows mean.

use std::collections::HashSet;

use protocol::http::ArchivedGame;
use protocol::{GameId, ParseIdError, RoomId};
use serde::Serialize;
use serde_json::Value;

use super::StoreError;
use crate::room::Recorded;
use crate::stats::Tally;

/// The bodies of a room's events after one, in order.
pub(super) const LOG: &str = "select body from events where room = $1 and seq > $2 order by seq";

/// How many games of each kind came out how.
pub(super) const TALLIES: &str = "select game, outcome, count(*) from games group by game, outcome";

/// The body of a finished game.
pub(super) const GAME: &str = "select body from games where id = $1";

/// An event number as the databases keep it.
pub(super) fn number(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

/// What is stored of something: its JSON.
pub(super) fn body(thing: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(thing).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// A word of the protocol, as a column holds it.
pub(super) fn word(word: impl Serialize) -> Result<String, sqlx::Error> {
    match serde_json::to_value(word) {
        Ok(Value::String(word)) => Ok(word),
        Ok(other) => Err(sqlx::Error::Encode(format!("{other} is not a word").into())),
        Err(error) => Err(sqlx::Error::Encode(error.into())),
    }
}

/// The rooms of some ids.
pub(super) fn rooms(ids: &[String]) -> Result<HashSet<RoomId>, sqlx::Error> {
    ids.iter()
        .map(|id| id.parse())
        .collect::<Result<_, _>>()
        .map_err(|error: ParseIdError| sqlx::Error::Decode(error.into()))
}

/// The last events of some rooms.
pub(super) fn heads(rows: &[(String, i64)]) -> Result<Vec<(RoomId, u64)>, StoreError> {
    rows.iter()
        .map(|(id, seq)| {
            let place = || format!("the head of room {id}");
            let room = id.parse().map_err(|error: ParseIdError| corrupt(place(), &error))?;
            let seq = u64::try_from(*seq).map_err(|error| corrupt(place(), &error))?;
            Ok((room, seq))
        })
        .collect()
}

/// The events of a log.
pub(super) fn log(room: RoomId, bodies: &[String]) -> Result<Vec<Recorded>, StoreError> {
    bodies
        .iter()
        .map(|body| serde_json::from_str(body))
        .collect::<Result<_, _>>()
        .map_err(|error| corrupt(format!("the log of room {room}"), &error))
}

/// The counts of the archive.
pub(super) fn tallies(rows: Vec<(String, String, i64)>) -> Result<Vec<Tally>, StoreError> {
    rows.into_iter()
        .map(|(game, outcome, games)| {
            let place = || "the archive".to_owned();
            let outcome = serde_json::from_value(Value::String(outcome)).map_err(|error| corrupt(place(), &error))?;
            let games = u64::try_from(games).map_err(|error| corrupt(place(), &error))?;
            Ok(Tally { game, outcome, games })
        })
        .collect()
}

/// A finished game.
pub(super) fn game(id: GameId, body: Option<String>) -> Result<Option<ArchivedGame>, StoreError> {
    body.map(|body| serde_json::from_str(&body))
        .transpose()
        .map_err(|error| corrupt(format!("archived game {id}"), &error))
}

fn corrupt(place: String, why: &dyn std::error::Error) -> StoreError {
    StoreError::Corrupt { place, why: why.to_string() }
}
