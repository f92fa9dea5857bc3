//! Appending to many logs at once.

use std::collections::HashSet;

use protocol::RoomId;
use sqlx::Connection;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::super::{Append, rows};

/// Moves on the heads of the rooms whose logs end where their appends say, makes the new rooms, stores the events of
/// those rooms alone, and the games they end. Returns the rooms that won.
///
/// It is one statement, so one transaction and one round trip. Heads are locked in the order of their rooms, so two
/// servers never wait for each other in a circle. A head that another server is just moving on is waited for and
/// looked at again.
const APPEND: &str = "
with heads as (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
        as head (room, after, seq, time, due, listing)
), locked as (
    select heads.* from rooms join heads on rooms.id = heads.room
    where rooms.seq = heads.after and not rooms.closed order by rooms.id for update of rooms
), moved as (
    update rooms set seq = locked.seq, touched = locked.time, due = locked.due, listing = locked.listing
    from locked where rooms.id = locked.room
    returning rooms.id
), made as (
    insert into rooms (id, seq, created, touched, due, listing)
    select room, seq, time, time, due, listing from heads where after = 0 order by room
    on conflict do nothing returning id
), won as (
    select id from moved union all select id from made
), stored as (
    insert into events (room, seq, append, body)
    select event.* from unnest($7::text[], $8::bigint[], $9::uuid[], $10::text[]) as event (room, seq, append, body)
    join won on won.id = event.room
), archived as (
    insert into games (id, room, number, game, outcome, started, ended, computer, body)
    select game.* from unnest(
        $11::text[], $12::text[], $13::bigint[], $14::text[], $15::text[], $16::bigint[], $17::bigint[],
        $18::smallint[], $19::text[]
    ) as game (id, room, number, game, outcome, started, ended, computer, body)
    join won on won.id = game.room
)
select id from won";

/// Of some appends that lost, the rooms of those that an earlier try has stored.
const STORED_BEFORE: &str = "
select events.room from unnest($1::text[], $2::bigint[], $3::uuid[]) as lost (room, seq, append)
join events on events.room = lost.room and events.seq = lost.seq and events.append = lost.append";

/// Closes rooms whose logs were just moved on. What is said in a room locks its row of `asides`, so it is either said
/// before this, and seen and deleted by the next statement, or finds the room closed.
const CLOSE: &str = "
with closed as (
    update rooms set closed = true where id = any($1)
)
insert into asides (room, closed) select room, true from unnest($1) as room order by room
on conflict (room) do update set
    closed = true, players_said = 0, watchers_said = 0, host_name = null, guest_name = null";

/// Deletes the logs of closed rooms up to an event, and their chat.
const DELETE: &str = "
with log as (
    delete from events using unnest($1::text[], $2::bigint[]) as closed (room, after)
    where events.room = closed.room and events.seq <= closed.after
)
delete from chat where room = any($1)";

/// Appends a batch, and says which rooms' appends are stored.
pub(super) async fn append(connection: &mut PgConnection, batch: &[Append]) -> Result<HashSet<RoomId>, sqlx::Error> {
    if !batch.iter().any(|append| append.closes) {
        return append_open(connection, batch).await;
    }
    // Rooms are closed so rarely that the usual statement need not know of it.
    let mut transaction = connection.begin().await?;
    let stored = append_open(&mut transaction, batch).await?;
    let closed: Vec<_> = batch.iter().filter(|append| append.closes && stored.contains(&append.room)).collect();
    let rooms: Vec<_> = closed.iter().map(|append| append.room.as_str()).collect();
    let afters: Vec<_> = closed.iter().map(|append| rows::number(append.after)).collect();
    sqlx::query(CLOSE).bind(&rooms).execute(&mut *transaction).await?;
    sqlx::query(DELETE).bind(&rooms).bind(&afters).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(stored)
}

/// Appends a batch, and says which rooms' appends are stored; leaves rooms open that it should close.
async fn append_open(connection: &mut PgConnection, batch: &[Append]) -> Result<HashSet<RoomId>, sqlx::Error> {
    let heads = Heads::of(batch);
    let events = Events::of(batch)?;
    let games = Games::of(batch)?;
    let won: Vec<String> = sqlx::query_scalar(APPEND)
        .bind(heads.rooms)
        .bind(heads.afters)
        .bind(heads.seqs)
        .bind(heads.times)
        .bind(heads.dues)
        .bind(heads.listings)
        .bind(events.rooms)
        .bind(events.seqs)
        .bind(events.appends)
        .bind(events.bodies)
        .bind(games.ids)
        .bind(games.rooms)
        .bind(games.numbers)
        .bind(games.games)
        .bind(games.outcomes)
        .bind(games.started)
        .bind(games.ended)
        .bind(games.computers)
        .bind(games.bodies)
        .fetch_all(&mut *connection)
        .await?;
    let mut stored = rows::rooms(&won)?;
    let losers: Vec<_> = batch.iter().filter(|append| !stored.contains(&append.room)).collect();
    if !losers.is_empty() {
        let before: Vec<String> = sqlx::query_scalar(STORED_BEFORE)
            .bind(losers.iter().map(|append| append.room.as_str()).collect::<Vec<_>>())
            .bind(losers.iter().map(|append| rows::number(append.after + 1)).collect::<Vec<_>>())
            .bind(losers.iter().map(|append| append.id).collect::<Vec<_>>())
            .fetch_all(connection)
            .await?;
        stored.extend(rows::rooms(&before)?);
    }
    Ok(stored)
}

/// The heads that a batch wants to move on, column by column.
#[derive(Default)]
struct Heads<'batch> {
    rooms: Vec<&'batch str>,
    afters: Vec<i64>,
    seqs: Vec<i64>,
    times: Vec<i64>,
    dues: Vec<Option<i64>>,
    listings: Vec<Option<&'batch str>>,
}

impl<'batch> Heads<'batch> {
    fn of(batch: &'batch [Append]) -> Self {
        let mut heads = Self::default();
        for append in batch {
            let Some(last) = append.events.last() else { continue };
            heads.rooms.push(append.room.as_str());
            heads.afters.push(rows::number(append.after));
            heads.seqs.push(rows::number(last.seq));
            heads.times.push(rows::number(last.time.0));
            heads.dues.push(append.kept_due().map(|due| rows::number(due.0)));
            heads.listings.push(append.kept_listing());
        }
        heads
    }
}

/// The events of a batch, column by column.
#[derive(Default)]
struct Events<'batch> {
    rooms: Vec<&'batch str>,
    seqs: Vec<i64>,
    appends: Vec<Uuid>,
    bodies: Vec<String>,
}

impl<'batch> Events<'batch> {
    fn of(batch: &'batch [Append]) -> Result<Self, sqlx::Error> {
        let mut events = Self::default();
        for append in batch {
            for event in &append.events {
                events.rooms.push(append.room.as_str());
                events.seqs.push(rows::number(event.seq));
                events.appends.push(append.id);
                events.bodies.push(rows::body(event)?);
            }
        }
        Ok(events)
    }
}

/// The games that a batch ends, column by column.
#[derive(Default)]
struct Games<'batch> {
    ids: Vec<&'batch str>,
    rooms: Vec<&'batch str>,
    numbers: Vec<i64>,
    games: Vec<&'batch str>,
    outcomes: Vec<String>,
    started: Vec<i64>,
    ended: Vec<i64>,
    computers: Vec<Option<i16>>,
    bodies: Vec<String>,
}

impl<'batch> Games<'batch> {
    fn of(batch: &'batch [Append]) -> Result<Self, sqlx::Error> {
        let mut games = Self::default();
        for row in batch.iter().filter_map(|append| append.archive.as_ref()) {
            games.ids.push(row.game.id.as_str());
            games.rooms.push(row.room.as_str());
            games.numbers.push(row.number.into());
            games.games.push(&row.game.game);
            games.outcomes.push(rows::word(row.game.outcome)?);
            games.started.push(rows::number(row.game.started.0));
            games.ended.push(rows::number(row.game.ended.0));
            games.computers.push(row.game.computer.map(|computer| computer.level.get().into()));
            games.bodies.push(rows::body(&row.game)?);
        }
        Ok(games)
    }
}
