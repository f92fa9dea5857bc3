//! What lies beside the logs, in Postgres.

use async_trait::async_trait;
use protocol::{RoomId, Seat, Timestamp};
use sqlx::PgPool;

use super::super::asides::{Aside, AsideHead, AsideStore, ChatLine, KEPT_LINES, PerChannel};
use super::super::presence::{BELIEVED_FOR, Presence, ServerId};
use super::super::{StoreError, rows};
use super::{PostgresStore, in_time};

/// Says a line, unless one of its id was said before, and deletes the one that is too old by it. Returns its number.
///
/// The counter's row is locked until the line is there, so lines appear in the order of their numbers. If the room is
/// being closed, that locks the row as well.
const SAY: &str = "
with known as (
    select n from chat where room = $1 and id = $2
), counted as (
    insert into asides as aside (room, players_said, watchers_said)
    select id, case $3 when 'players' then 1 else 0 end, case $3 when 'watchers' then 1 else 0 end
    from rooms where id = $1 and not closed and not exists (select from known)
    on conflict (room) do update set
        players_said = aside.players_said + excluded.players_said,
        watchers_said = aside.watchers_said + excluded.watchers_said
    where not aside.closed
    returning case $3 when 'players' then players_said else watchers_said end as n
), line as (
    insert into chat (room, channel, n, id, seat, name, text, time)
    select $1, $3, n, $2, $4, $5, $6, $7 from counted
), old as (
    delete from chat where room = $1 and channel = $3 and n <= (select n - $8 from counted)
)
select n from known union all select n from counted";

/// Names the player of a seat, if that changes anything.
const SET_NAME: &str = "
insert into asides as aside (room, host_name, guest_name)
select id, case $2 when 'host' then $3 end, case $2 when 'guest' then $3 end
from rooms where id = $1 and not closed and ($3 is not null or exists (select from asides where room = $1))
on conflict (room) do update set
    host_name = case $2 when 'host' then $3 else aside.host_name end,
    guest_name = case $2 when 'guest' then $3 else aside.guest_name end
where not aside.closed and $3 is distinct from case $2 when 'host' then aside.host_name else aside.guest_name end";

/// Deletes what somebody was called, and counts that. Until the transaction ends nobody says anything in the room.
const FORGET_NAME: &str = "
insert into asides as aside (room, forgotten) select id, 1 from rooms where id = $1 and not closed
on conflict (room) do update set
    host_name = case when $2 = 'host' then null else aside.host_name end,
    guest_name = case when $2 = 'guest' then null else aside.guest_name end,
    forgotten = aside.forgotten + 1
where not aside.closed";

/// Deletes what somebody said. A line's number stays.
const FORGET_LINES: &str = "update chat set name = null, text = '' where room = $1 and seat is not distinct from $2";

/// Deletes the host's name in the lobby.
const FORGET_LISTED: &str =
    "update rooms set listing = (listing::jsonb - 'name')::text where id = $1 and listing is not null";

/// All that lies beside a log: one row, or none if the room has nothing.
const ASIDE: &str = "
select coalesce(players_said, 0) as players_said, coalesce(watchers_said, 0) as watchers_said, host_name, guest_name,
    coalesce(forgotten, 0) as forgotten, (
    select coalesce(json_agg(line order by n desc), '[]')::text from (
        (select * from chat where room = $1 and channel = 'players' and n > $2 order by n desc limit $4)
        union all
        (select * from chat where room = $1 and channel = 'watchers' and n > $3 order by n desc limit $4)
    ) as line
) as lines, (
    select coalesce(json_agg(presence), '[]')::text from presence
    where room = $1 and server <> $5 and seen >= greatest($6, (select last from heartbeat)) - $7
) as elsewhere
from (values ($1::text)) as asked (room) left join asides on asides.room = asked.room";

/// Takes in who is where, and tells what lies beside the logs of the same rooms: a row for each room and other server
/// that tells of it. What does not change is written again only when others would soon stop believing it.
///
/// It takes locks only on rows of the same server, in the order of their rooms, so servers do not wait for each other.
const ATTEND: &str = "
with clock as (
    select greatest($2, (select last from heartbeat)) as now
), told as (
    select * from unnest($3::text[], $4::boolean[], $5::bigint[], $6::boolean[], $7::bigint[], $8::bigint[])
        as told (room, host_here, host_since, guest_here, guest_since, watchers)
), news as (
    select told.*, old.seen, told.host_here is null and told.guest_here is null and told.watchers = 0 as empty,
        (told.host_here, told.host_since, told.guest_here, told.guest_since, told.watchers) is distinct from
        (old.host_here, old.host_since, old.guest_here, old.guest_since, coalesce(old.watchers, 0)) as changed
    from told left join presence as old on old.room = told.room and old.server = $1
), written as (
    insert into presence (room, server, host_here, host_since, guest_here, guest_since, watchers, seen)
    select room, $1, host_here, host_since, guest_here, guest_since, watchers, clock.now from news, clock
    where not empty and (changed or seen < clock.now - $9 / 3) order by room
    on conflict (room, server) do update set
        host_here = excluded.host_here, host_since = excluded.host_since, guest_here = excluded.guest_here,
        guest_since = excluded.guest_since, watchers = excluded.watchers, seen = excluded.seen
), cleared as (
    delete from presence using news where presence.room = news.room and presence.server = $1 and news.empty
)
select news.room, news.changed, coalesce(aside.players_said, 0) as players_said,
    coalesce(aside.watchers_said, 0) as watchers_said, aside.host_name, aside.guest_name,
    coalesce(aside.forgotten, 0) as forgotten,
    other.host_here, other.host_since, other.guest_here, other.guest_since, other.watchers
from news cross join clock
left join asides as aside on aside.room = news.room and not aside.closed
left join presence as other on other.room = news.room and other.server <> $1 and other.seen >= clock.now - $9
where news.changed or aside.room is not null or other.room is not null
order by news.room";

/// Deletes what nobody believes any more of presence, for quite a while. It takes no row that another statement has in hand, so it
/// waits for nobody. No other statement deletes rows of more than one server.
const FORGET: &str = "
with stale as (
    select room, server from presence where seen < $1 for update skip locked
)
delete from presence using stale where presence.room = stale.room and presence.server = stale.server";

const PART: &str = "delete from presence where server = $1 returning room";

#[derive(sqlx::FromRow)]
struct FullRow {
    #[sqlx(flatten)]
    head: rows::AsideRow,
    lines: String,
    elsewhere: String,
}

#[derive(sqlx::FromRow)]
struct AttendRow {
    room: String,
    changed: bool,
    #[sqlx(flatten)]
    head: rows::AsideRow,
    #[sqlx(flatten)]
    other: rows::PresenceRow,
}

impl PostgresStore {
    fn hint_asides(&self, rooms: impl IntoIterator<Item = RoomId>) {
        if let Some(hints) = &self.hints {
            hints.announcer.asides(rooms);
        }
    }

    async fn try_forget(&self, room: RoomId, seat: Option<Seat>) -> Result<bool, sqlx::Error> {
        let word = seat.map(rows::word).transpose()?;
        let mut transaction = self.others.begin().await?;
        // The room's row first, as a closing takes it, so that neither waits for the other in vain.
        let open = sqlx::query("select from rooms where id = $1 and not closed for update").bind(room.as_str());
        if open.fetch_optional(&mut *transaction).await?.is_none() {
            return Ok(false);
        }
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

    async fn try_say(&self, room: RoomId, line: &ChatLine) -> Result<Option<u64>, StoreError> {
        let seat = line.from.map(rows::word).transpose().map_err(StoreError::Rejected)?;
        let query = sqlx::query_scalar(SAY)
            .bind(room.as_str())
            .bind(line.id)
            .bind(rows::word(line.channel).map_err(StoreError::Rejected)?)
            .bind(seat)
            .bind(line.name.as_deref())
            .bind(&line.text)
            .bind(rows::number(line.time.0))
            .bind(rows::number(KEPT_LINES));
        let n: Option<i64> = in_time(query.fetch_optional(&self.others)).await?;
        n.map(|n| rows::count(n, || format!("the chat of room {room}"))).transpose()
    }
}

/// Forgets what servers told about presence so long before `now` that nobody believes it any more.
pub(super) async fn forget(pool: &PgPool, now: Timestamp) -> Result<(), StoreError> {
    // Long after, since a server that was only slow would have to tell everything anew.
    let before = rows::number(now.0).saturating_sub(rows::milliseconds(4 * BELIEVED_FOR));
    in_time(sqlx::query(FORGET).bind(before).execute(pool)).await?;
    Ok(())
}

/// Whether something was refused because the same is there already.
fn is_there(error: &StoreError) -> bool {
    matches!(error, StoreError::Rejected(sqlx::Error::Database(database)) if database.is_unique_violation())
}

#[async_trait]
impl AsideStore for PostgresStore {
    async fn say(&self, room: RoomId, line: &ChatLine) -> Result<Option<u64>, StoreError> {
        let said = match self.try_say(room, line).await {
            // An earlier try, given up on, came to its end meanwhile.
            Err(why) if is_there(&why) => self.try_say(room, line).await?,
            said => said?,
        };
        self.hint_asides(said.map(|_| room));
        Ok(said)
    }

    async fn set_name(&self, room: RoomId, seat: Seat, name: Option<&str>) -> Result<bool, StoreError> {
        let seat = rows::word(seat).map_err(StoreError::Rejected)?;
        let query = sqlx::query(SET_NAME).bind(room.as_str()).bind(seat).bind(name);
        let changed = in_time(query.execute(&self.others)).await?.rows_affected() > 0;
        self.hint_asides(changed.then_some(room));
        Ok(changed)
    }

    async fn forget(&self, room: RoomId, seat: Option<Seat>) -> Result<bool, StoreError> {
        let forgotten = in_time(self.try_forget(room, seat)).await?;
        self.hint_asides(forgotten.then_some(room));
        Ok(forgotten)
    }

    async fn aside(
        &self,
        asker: ServerId,
        now: Timestamp,
        room: RoomId,
        after: PerChannel<u64>,
        limit: u32,
    ) -> Result<Aside, StoreError> {
        let query = sqlx::query_as(ASIDE)
            .bind(room.as_str())
            .bind(rows::number(after.players))
            .bind(rows::number(after.watchers))
            .bind(i64::from(limit))
            .bind(asker.uuid())
            .bind(rows::number(now.0))
            .bind(rows::milliseconds(BELIEVED_FOR));
        let FullRow { head, lines, elsewhere } = in_time(query.fetch_one(&self.others)).await?;
        let head = head.head(room, rows::presences(room, &elsewhere)?)?;
        rows::aside(room, head, &lines)
    }

    async fn attend(
        &self,
        server: ServerId,
        now: Timestamp,
        here: &[(RoomId, Presence)],
    ) -> Result<Vec<(RoomId, AsideHead)>, StoreError> {
        if here.is_empty() {
            return Ok(Vec::new());
        }
        let told = Told::of(here);
        let query = sqlx::query_as(ATTEND)
            .bind(server.uuid())
            .bind(rows::number(now.0))
            .bind(told.rooms)
            .bind(told.host_here)
            .bind(told.host_since)
            .bind(told.guest_here)
            .bind(told.guest_since)
            .bind(told.watchers)
            .bind(rows::milliseconds(BELIEVED_FOR));
        let rows: Vec<AttendRow> = in_time(query.fetch_all(&self.others)).await?;
        let mut changed = Vec::new();
        let mut heads: Vec<(RoomId, AsideHead)> = Vec::new();
        for row in rows {
            let room = rows::room(&row.room)?;
            let other = row.other.presence(room)?;
            match heads.last_mut() {
                Some((last, head)) if *last == room => head.elsewhere = head.elsewhere.and(other),
                _ => {
                    if row.changed {
                        changed.push(room);
                    }
                    heads.push((room, row.head.head(room, other)?));
                }
            }
        }
        self.hint_asides(changed);
        heads.retain(|(_, head)| *head != AsideHead::default());
        Ok(heads)
    }

    async fn part(&self, server: ServerId) -> Result<(), StoreError> {
        let query = sqlx::query_scalar(PART).bind(server.uuid());
        let rooms: Vec<String> = in_time(query.fetch_all(&self.others)).await?;
        self.hint_asides(rooms.iter().filter_map(|room| room.parse().ok()));
        Ok(())
    }
}

/// Who is where, column by column.
#[derive(Default)]
struct Told<'here> {
    rooms: Vec<&'here str>,
    host_here: Vec<Option<bool>>,
    host_since: Vec<Option<i64>>,
    guest_here: Vec<Option<bool>>,
    guest_since: Vec<Option<i64>>,
    watchers: Vec<i64>,
}

impl<'here> Told<'here> {
    fn of(here: &'here [(RoomId, Presence)]) -> Self {
        let mut told = Self::default();
        for (room, Presence { seats, watchers }) in here {
            told.rooms.push(room.as_str());
            told.host_here.push(seats.host.map(|host| host.here));
            told.host_since.push(seats.host.map(|host| rows::number(host.since.0)));
            told.guest_here.push(seats.guest.map(|guest| guest.here));
            told.guest_since.push(seats.guest.map(|guest| rows::number(guest.since.0)));
            told.watchers.push((*watchers).into());
        }
        told
    }
}
