//! What both databases share: the statements that read, and what their rows mean.

use std::collections::HashSet;
use std::time::Duration;

use protocol::http::ArchivedGame;
use protocol::{GameId, ParseIdError, RoomId, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Aside, AsideHead, Deadline, FinishedGame, Glimpse, Heartbeat, Listing, Listings, Names, PerChannel, Presence, Said,
    SeatPresence, StoreError,
};
use crate::blocks::Block;
use crate::room::Recorded;

/// The bodies of a room's events after one, in order.
pub(super) const LOG: &str = "select body from events where room = $1 and seq > $2 order by seq";

/// The bodies of a room's first event, of the last two that started or ended a game, and of the last one, in order;
/// and what its host is called.
pub(super) const GLIMPSE: &str = r#"select body, (select host_name from asides where room = $1) from events 
     where room = $1 and (seq = 1 or seq = (select seq from rooms where id = $1) or seq in (select seq from events 
     where room = $1 and (body like '%"kind":"started"%' or body like '%"kind":"ended"%') order by seq desc limit 2)) 
     order by seq"#;

/// A room in short, by the rows of [`GLIMPSE`].
pub(super) fn glimpse(room: RoomId, rows: Vec<(String, Option<String>)>) -> Result<Glimpse, StoreError> {
    let (bodies, names): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    Ok(Glimpse { events: log(room, &bodies)?, host_name: names.into_iter().next().flatten() })
}

/// The body of a finished game.
pub(super) const GAME: &str = "select body from games where id = $1";

/// The rooms that are due by a time, the longest due first, and no more than so many.
pub(super) const DUE: &str = "select id, seq, due from rooms where due <= $1 order by due limit $2";

/// The outages that ended after a time.
pub(super) const OUTAGES: &str = "select began, ended from outages where ended >= $1 order by began";

/// The blocks that have not ended by a time.
pub(super) const BLOCKS: &str = "select network, ends from blocks where ends > $1 order by network";

/// Keeps a block.
pub(super) const BLOCK: &str =
    "insert into blocks (network, ends) values ($1, $2) on conflict (network) do update set ends = excluded.ends";

/// Deletes the blocks that have ended by a time.
pub(super) const END_BLOCKS: &str = "delete from blocks where ends <= $1";

/// Deletes the block of a network.
pub(super) const LIFT_BLOCK: &str = "delete from blocks where network = $1";

/// Some blocks.
pub(super) fn blocks(rows: &[(String, i64)]) -> Result<Vec<Block>, StoreError> {
    rows.iter()
        .map(|(network, ends)| {
            let place = || format!("the block of {network}");
            let read = network.parse().map_err(|error: ipnet::AddrParseError| corrupt(place(), &error))?;
            Ok(Block { network: read, until: Timestamp(count(*ends, place)?) })
        })
        .collect()
}

/// A number or time as the databases keep it.
pub(super) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A span of time as the databases count it.
pub(super) fn milliseconds(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
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

/// What a column means that holds a word of the protocol.
pub(super) fn from_word<T: DeserializeOwned>(word: &str, place: impl Fn() -> String) -> Result<T, StoreError> {
    serde_json::from_value(Value::String(word.to_owned())).map_err(|error| corrupt(place(), &error))
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

/// A finished game.
pub(super) fn game(id: GameId, body: Option<String>) -> Result<Option<ArchivedGame>, StoreError> {
    body.map(|body| serde_json::from_str(&body))
        .transpose()
        .map_err(|error| corrupt(format!("archived game {id}"), &error))
}

/// Some of a room's finished games, newest first as the databases give them.
pub(super) fn games_of_room(room: RoomId, rows: Vec<(i64, String)>) -> Result<Vec<FinishedGame>, StoreError> {
    let place = || format!("the archived games of room {room}");
    let game = |(number, body): (i64, String)| {
        let number = u32::try_from(number).map_err(|error| corrupt(place(), &error))?;
        let result = serde_json::from_str(&body).map_err(|error| corrupt(place(), &error))?;
        Ok(FinishedGame { number, result })
    };
    rows.into_iter().rev().map(game).collect()
}

/// The rooms that are due.
pub(super) fn deadlines(rows: &[(String, i64, i64)]) -> Result<Vec<Deadline>, StoreError> {
    rows.iter()
        .map(|(id, seq, due)| {
            let place = || format!("the deadline of room {id}");
            let room = id.parse().map_err(|error: ParseIdError| corrupt(place(), &error))?;
            Ok(Deadline { room, seq: count(*seq, place)?, due: Timestamp(count(*due, place)?) })
        })
        .collect()
}

/// A row of the lobby: how many rooms there are, and one of them if there is one.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct ListingRow {
    total: i64,
    id: Option<String>,
    created: Option<i64>,
    listing: Option<String>,
    host_here: Option<bool>,
}

/// The lobby.
pub(super) fn listings(rows: Vec<ListingRow>) -> Result<Listings, StoreError> {
    let mut listings = Listings::default();
    for row in rows {
        listings.total = count(row.total, || "the lobby".to_owned())?;
        if let (Some(id), Some(created), Some(entry)) = (row.id, row.created, row.listing) {
            let created = Timestamp(count(created, || format!("room {id}"))?);
            let host_here = row.host_here.unwrap_or(false);
            listings.rooms.push(Listing { room: room(&id)?, created, entry, host_here });
        }
    }
    Ok(listings)
}

/// What a beat tells.
pub(super) fn heartbeat(time: i64, outages: &[(i64, i64)]) -> Result<Heartbeat, StoreError> {
    let place = || "the outages".to_owned();
    let time_of = |time| count(time, place).map(Timestamp);
    let outage = |(began, ended): &(i64, i64)| Ok((time_of(*began)?, time_of(*ended)?));
    let outages = outages.iter().map(outage).collect::<Result<_, StoreError>>()?;
    Ok(Heartbeat { time: time_of(time)?, outages })
}

/// What lies beside a log and has one value each: the last lines' numbers, and the names.
#[derive(Debug, Default, sqlx::FromRow)]
pub(super) struct AsideRow {
    players_said: i64,
    watchers_said: i64,
    host_name: Option<String>,
    guest_name: Option<String>,
    forgotten: i64,
}

impl AsideRow {
    /// The same in short form, with who is there at other servers.
    pub(super) fn head(self, room: RoomId, elsewhere: Presence) -> Result<AsideHead, StoreError> {
        let place = || aside_of(room);
        let said =
            PerChannel { players: count(self.players_said, place)?, watchers: count(self.watchers_said, place)? };
        let forgotten = count(self.forgotten, place)?;
        Ok(AsideHead { said, names: Names { host: self.host_name, guest: self.guest_name }, forgotten, elsewhere })
    }
}

/// Lines of chat, newest first, as the JSON that the databases make of their rows.
pub(super) fn aside(room: RoomId, head: AsideHead, lines: &str) -> Result<Aside, StoreError> {
    let mut aside = Aside { head, ..Aside::default() };
    for said in json::<Vec<Said>>(room, lines)?.into_iter().rev() {
        aside.lines.get_mut(said.line.channel).push(said);
    }
    Ok(aside)
}

/// Who is in a room, as one server tells.
#[derive(Debug, Default, Deserialize, sqlx::FromRow)]
pub(super) struct PresenceRow {
    host_here: Option<bool>,
    host_since: Option<i64>,
    guest_here: Option<bool>,
    guest_since: Option<i64>,
    watchers: Option<i64>,
}

impl PresenceRow {
    /// What it says, if it says anything.
    pub(super) fn presence(&self, room: RoomId) -> Result<Presence, StoreError> {
        let place = || format!("who is in room {room}");
        let seat = |here: Option<bool>, since: Option<i64>| {
            let since = count(since.unwrap_or(0), place)?;
            Ok::<_, StoreError>(here.map(|here| SeatPresence { here, since: Timestamp(since) }))
        };
        let mut presence = Presence::default();
        presence.seats.host = seat(self.host_here, self.host_since)?;
        presence.seats.guest = seat(self.guest_here, self.guest_since)?;
        presence.watchers = u32::try_from(self.watchers.unwrap_or(0)).map_err(|error| corrupt(place(), &error))?;
        Ok(presence)
    }
}

/// Who is in a room, as several servers tell, from the JSON that a database makes of their rows.
pub(super) fn presences(room: RoomId, rows: &str) -> Result<Presence, StoreError> {
    let rows: Vec<PresenceRow> = json(room, rows)?;
    rows.iter().try_fold(Presence::default(), |all, row| Ok(all.and(row.presence(room)?)))
}

/// A number that cannot be less than 0.
pub(super) fn count(number: i64, place: impl Fn() -> String) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|error| corrupt(place(), &error))
}

/// The id of a room.
pub(super) fn room(id: &str) -> Result<RoomId, StoreError> {
    id.parse().map_err(|error: ParseIdError| corrupt(format!("room {id}"), &error))
}

fn json<T: DeserializeOwned>(room: RoomId, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| corrupt(aside_of(room), &error))
}

fn aside_of(room: RoomId) -> String {
    format!("what lies beside the log of room {room}")
}

pub(super) fn corrupt(place: String, why: &dyn std::error::Error) -> StoreError {
    StoreError::Corrupt { place, why: why.to_string() }
}
