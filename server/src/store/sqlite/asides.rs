//! What lies beside the logs, in SQLite; but who is there is kept in memory.

use async_trait::async_trait;
use protocol::{RoomId, Seat, Timestamp};
use sqlx::{Sqlite, Transaction};

use super::super::asides::{Aside, AsideHead, AsideStore, ChatLine, KEPT_LINES, PerChannel};
use super::super::presence::{Presence, ServerId};
use super::super::{StoreError, rows};
use super::{SqliteStore, store_error};

/// Counts a line of a channel, if there is such a room and it is open. Returns the line's number.
const COUNT: &str = "
insert into asides as aside (room, players_said, watchers_said)
select id, $2 = 'players', $2 = 'watchers' from rooms where id = $1 and not closed
on conflict (room) do update set
    players_said = aside.players_said + excluded.players_said,
    watchers_said = aside.watchers_said + excluded.watchers_said
returning case $2 when 'players' then players_said else watchers_said end";

/// Names the player of a seat, if that changes anything.
const SET_NAME: &str = "
insert into asides as aside (room, host_name, guest_name)
select id, case $2 when 'host' then $3 end, case $2 when 'guest' then $3 end
from rooms where id = $1 and not closed and ($3 is not null or exists (select 1 from asides where room = $1))
on conflict (room) do update set
    host_name = case $2 when 'host' then $3 else aside.host_name end,
    guest_name = case $2 when 'guest' then $3 else aside.guest_name end
where $3 is not case $2 when 'host' then aside.host_name else aside.guest_name end";

/// Deletes what somebody was called, and counts that.
const FORGET_NAME: &str = "
insert into asides as aside (room, forgotten) select id, 1 from rooms where id = $1 and not closed
on conflict (room) do update set
    host_name = case when $2 = 'host' then null else aside.host_name end,
    guest_name = case when $2 = 'guest' then null else aside.guest_name end,
    forgotten = aside.forgotten + 1";

/// Deletes what somebody said. A line's number stays.
const FORGET_LINES: &str = "update chat set name = null, text = '' where room = $1 and seat is $2";

/// Deletes the host's name in the lobby.
const FORGET_LISTED: &str =
    "update rooms set listing = json_remove(listing, '$.name') where id = $1 and listing is not null";

/// What lies beside some logs in short.
const HEADS: &str = "
select room, players_said, watchers_said, host_name, guest_name, forgotten
from asides where room in (select value from json_each($1))";

/// The last lines of a room's chat, newest first.
const LINES: &str = "
select coalesce(json_group_array(json_object(
    'channel', channel, 'n', n, 'id', id, 'seat', seat, 'name', name, 'text', text, 'time', time
)), '[]') from (
    select * from (select * from chat where room = $1 and channel = 'players' and n > $2 order by n desc limit $4)
    union all
    select * from (select * from chat where room = $1 and channel = 'watchers' and n > $3 order by n desc limit $4)
)";

#[derive(sqlx::FromRow)]
struct HeadRow {
    room: String,
    #[sqlx(flatten)]
    head: rows::AsideRow,
}

impl SqliteStore {
    async fn try_say(&self, room: RoomId, line: &ChatLine) -> Result<Option<i64>, sqlx::Error> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let known = sqlx::query_scalar("select n from chat where room = ? and id = ?");
        let known = known.bind(room.as_str()).bind(line.id.to_string()).fetch_optional(&mut *transaction).await?;
        if known.is_some() {
            return Ok(known);
        }
        let n = say(&mut transaction, room, line).await?;
        transaction.commit().await?;
        Ok(n)
    }

    async fn try_forget(&self, room: RoomId, seat: Option<Seat>) -> Result<bool, sqlx::Error> {
        let word = seat.map(rows::word).transpose()?;
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        let named = sqlx::query(FORGET_NAME).bind(room.as_str()).bind(&word).execute(&mut *transaction).await?;
        if named.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query(FORGET_LINES).bind(room.as_str()).bind(&word).execute(&mut *transaction).await?;
        if seat == Some(Seat::Host) {
            sqlx::query(FORGET_LISTED).bind(room.as_str()).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    async fn try_aside(
        &self,
        room: RoomId,
        after: PerChannel<u64>,
        limit: u32,
    ) -> Result<(rows::AsideRow, String), sqlx::Error> {
        // In one transaction, so that both are of one time.
        let mut transaction = self.readers.begin().await?;
        let head = sqlx::query_as(HEADS).bind(serde_json::json!([room]).to_string());
        let head: Option<HeadRow> = head.fetch_optional(&mut *transaction).await?;
        let lines = sqlx::query_scalar(LINES)
            .bind(room.as_str())
            .bind(rows::number(after.players))
            .bind(rows::number(after.watchers))
            .bind(limit);
        let lines = lines.fetch_one(&mut *transaction).await?;
        Ok((head.map(|row| row.head).unwrap_or_default(), lines))
    }
}

/// Says a line that is not known yet, and deletes the one that is too old by it.
async fn say(
    transaction: &mut Transaction<'_, Sqlite>,
    room: RoomId,
    line: &ChatLine,
) -> Result<Option<i64>, sqlx::Error> {
    let channel = rows::word(line.channel)?;
    let count = sqlx::query_scalar(COUNT).bind(room.as_str()).bind(&channel);
    let Some(n) = count.fetch_optional(&mut **transaction).await? else { return Ok(None) };
    sqlx::query("insert into chat (room, channel, n, id, seat, name, text, time) values (?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(room.as_str())
        .bind(&channel)
        .bind(n)
        .bind(line.id.to_string())
        .bind(line.from.map(rows::word).transpose()?)
        .bind(line.name.as_deref())
        .bind(&line.text)
        .bind(rows::number(line.time.0))
        .execute(&mut **transaction)
        .await?;
    let old = sqlx::query("delete from chat where room = ? and channel = ? and n <= ?");
    old.bind(room.as_str()).bind(channel).bind(n - rows::number(KEPT_LINES)).execute(&mut **transaction).await?;
    Ok(Some(n))
}

#[async_trait]
impl AsideStore for SqliteStore {
    async fn say(&self, room: RoomId, line: &ChatLine) -> Result<Option<u64>, StoreError> {
        let n = self.try_say(room, line).await.map_err(store_error)?;
        n.map(|n| rows::count(n, || format!("the chat of room {room}"))).transpose()
    }

    async fn set_name(&self, room: RoomId, seat: Seat, name: Option<&str>) -> Result<bool, StoreError> {
        let seat = rows::word(seat).map_err(StoreError::Rejected)?;
        let query = sqlx::query(SET_NAME).bind(room.as_str()).bind(seat).bind(name);
        Ok(query.execute(&self.writer).await.map_err(store_error)?.rows_affected() > 0)
    }

    async fn forget(&self, room: RoomId, seat: Option<Seat>) -> Result<bool, StoreError> {
        self.try_forget(room, seat).await.map_err(store_error)
    }

    async fn aside(
        &self,
        asker: ServerId,
        now: Timestamp,
        room: RoomId,
        after: PerChannel<u64>,
        limit: u32,
    ) -> Result<Aside, StoreError> {
        let (head, lines) = self.try_aside(room, after, limit).await.map_err(store_error)?;
        let elsewhere = self.presence().elsewhere(asker, now, room);
        rows::aside(room, head.head(room, elsewhere)?, &lines)
    }

    async fn attend(
        &self,
        server: ServerId,
        now: Timestamp,
        here: &[(RoomId, Presence)],
    ) -> Result<Vec<(RoomId, AsideHead)>, StoreError> {
        self.presence().tell(server, now, here);
        let rooms: Vec<_> = here.iter().map(|(room, _)| room).collect();
        let query = sqlx::query_as(HEADS).bind(serde_json::json!(rooms).to_string());
        let rows: Vec<HeadRow> = query.fetch_all(&self.readers).await.map_err(store_error)?;
        let mut heads: std::collections::HashMap<_, _> =
            rows.into_iter().map(|row| Ok((rows::room(&row.room)?, row.head))).collect::<Result<_, StoreError>>()?;
        let presence = self.presence();
        let head = |room| {
            let elsewhere = presence.elsewhere(server, now, room);
            Ok((room, heads.remove(&room).unwrap_or_default().head(room, elsewhere)?))
        };
        let mut heads = here.iter().map(|(room, _)| *room).map(head).collect::<Result<Vec<_>, StoreError>>()?;
        heads.retain(|(_, head)| *head != AsideHead::default());
        Ok(heads)
    }

    async fn part(&self, server: ServerId) -> Result<(), StoreError> {
        self.presence().part(server);
        Ok(())
    }
}
