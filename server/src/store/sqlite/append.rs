//! Appending to many logs at once.

use std::collections::HashSet;

use protocol::RoomId;
use serde_json::{Value, json};
use sqlx::{Sqlite, SqlitePool, Transaction};

use super::super::{Append, Appended, rows};
use crate::room::Recorded;

/// Appends a batch in one transaction, and says what became of each append.
pub(super) async fn append(writer: &SqlitePool, batch: &[Append]) -> Result<Vec<Appended>, sqlx::Error> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let mut won = move_heads(&mut transaction, batch).await?;
    let (winners, losers): (Vec<_>, Vec<_>) = batch.iter().partition(|append| won.contains(&append.room));
    insert_events(&mut transaction, &winners).await?;
    insert_games(&mut transaction, &winners).await?;
    close(&mut transaction, &winners).await?;
    won.extend(stored_before(&mut transaction, &losers).await?);
    transaction.commit().await?;
    Ok(batch
        .iter()
        .map(|append| if won.contains(&append.room) { Appended::Stored } else { Appended::Conflict })
        .collect())
}

/// Moves on the heads of the rooms whose logs end where their appends say, and makes the new rooms. Returns the rooms
/// for which that was so.
async fn move_heads(
    transaction: &mut Transaction<'_, Sqlite>,
    batch: &[Append],
) -> Result<HashSet<RoomId>, sqlx::Error> {
    let head = |append: &Append| {
        let last = append.events.last();
        json!({
            "room": append.room,
            "after": append.after,
            "seq": last.map_or(append.after, |event| event.seq),
            "time": last.map(|event| event.time),
            "due": append.kept_due(),
            "listing": append.kept_listing(),
            "closed": u8::from(append.closes),
        })
    };
    let (new, known): (Vec<_>, Vec<_>) = batch.iter().partition(|append| append.after == 0);
    let mut won = HashSet::new();
    if !new.is_empty() {
        let heads: Vec<_> = new.into_iter().map(head).collect();
        let query = "insert into rooms (id, seq, created, touched, due, listing, closed) \
             select value ->> 'room', value ->> 'seq', value ->> 'time', value ->> 'time', value ->> 'due', \
             value ->> 'listing', value ->> 'closed' from json_each(?) where true \
             on conflict do nothing returning id";
        collect_rooms(&mut won, transaction, query, heads).await?;
    }
    if !known.is_empty() {
        let heads: Vec<_> = known.into_iter().map(head).collect();
        let query = "update rooms set seq = head.value ->> 'seq', touched = head.value ->> 'time', \
             due = head.value ->> 'due', listing = head.value ->> 'listing', closed = head.value ->> 'closed' \
             from json_each(?) as head where rooms.id = head.value ->> 'room' \
             and rooms.seq = head.value ->> 'after' and not rooms.closed returning rooms.id";
        collect_rooms(&mut won, transaction, query, heads).await?;
    }
    Ok(won)
}

async fn insert_events(transaction: &mut Transaction<'_, Sqlite>, appends: &[&Append]) -> Result<(), sqlx::Error> {
    let row = |append: &Append, event: &Recorded| {
        Ok(json!({"room": append.room, "seq": event.seq, "append": append.id, "body": rows::body(event)?}))
    };
    let rows: Vec<_> = appends
        .iter()
        .flat_map(|append| append.events.iter().map(move |event| row(append, event)))
        .collect::<Result<_, sqlx::Error>>()?;
    let query = "insert into events (room, seq, append, body) \
         select value ->> 'room', value ->> 'seq', value ->> 'append', value ->> 'body' from json_each(?)";
    insert(transaction, query, rows).await
}

async fn insert_games(transaction: &mut Transaction<'_, Sqlite>, appends: &[&Append]) -> Result<(), sqlx::Error> {
    let rows: Vec<_> = appends
        .iter()
        .filter_map(|append| append.archive.as_ref())
        .map(|row| {
            let game = &row.game;
            json!({
                "id": game.id, "room": row.room, "number": row.number, "game": game.game, "outcome": game.outcome,
                "started": game.started, "ended": game.ended,
                "computer": game.computer.map(|computer| computer.level), "body": json!(game).to_string(),
            })
        })
        .collect();
    let query = "insert into games (id, room, number, game, outcome, started, ended, computer, body) \
         select value ->> 'id', value ->> 'room', value ->> 'number', value ->> 'game', value ->> 'outcome', \
         value ->> 'started', value ->> 'ended', value ->> 'computer', value ->> 'body' from json_each(?)";
    insert(transaction, query, rows).await
}

/// Deletes the logs of the rooms that are closed, but for the events that close them, and what lies beside them.
async fn close(transaction: &mut Transaction<'_, Sqlite>, appends: &[&Append]) -> Result<(), sqlx::Error> {
    for append in appends.iter().filter(|append| append.closes) {
        let log = sqlx::query("delete from events where room = ? and seq <= ?");
        log.bind(append.room.as_str()).bind(rows::number(append.after)).execute(&mut **transaction).await?;
        for beside in ["delete from chat where room = ?", "delete from asides where room = ?"] {
            sqlx::query(beside).bind(append.room.as_str()).execute(&mut **transaction).await?;
        }
    }
    Ok(())
}

/// The rooms whose appends were stored by an earlier try, told by the append's id on the events.
async fn stored_before(
    transaction: &mut Transaction<'_, Sqlite>,
    losers: &[&Append],
) -> Result<HashSet<RoomId>, sqlx::Error> {
    let mut rooms = HashSet::new();
    if !losers.is_empty() {
        let rows: Vec<_> = losers
            .iter()
            .map(|append| json!({"room": append.room, "seq": append.after + 1, "append": append.id}))
            .collect();
        let query = "select events.room from json_each(?) as lost join events \
             on events.room = lost.value ->> 'room' and events.seq = lost.value ->> 'seq' \
             where events.append = lost.value ->> 'append'";
        collect_rooms(&mut rooms, transaction, query, rows).await?;
    }
    Ok(rooms)
}

/// Runs a statement over rows handed in as one JSON text, and collects the room ids it returns.
async fn collect_rooms(
    rooms: &mut HashSet<RoomId>,
    transaction: &mut Transaction<'_, Sqlite>,
    query: &'static str,
    rows: Vec<Value>,
) -> Result<(), sqlx::Error> {
    let returned = sqlx::query_scalar::<_, String>(query)
        .bind(Value::Array(rows).to_string())
        .fetch_all(&mut **transaction)
        .await?;
    rooms.extend(rows::rooms(&returned)?);
    Ok(())
}

/// Runs an insert over rows handed in as one JSON text.
async fn insert(
    transaction: &mut Transaction<'_, Sqlite>,
    query: &'static str,
    rows: Vec<Value>,
) -> Result<(), sqlx::Error> {
    if !rows.is_empty() {
        sqlx::query(query).bind(Value::Array(rows).to_string()).execute(&mut **transaction).await?;
    }
    Ok(())
}
