//! The heartbeat of all servers on one database.

use std::time::Duration;

use protocol::Timestamp;
use sqlx::PgPool;

use super::super::{Heartbeat, OUTAGES_KEPT, StoreError, rows};
use super::in_time;

/// Moves the heartbeat on, and records an outage if that was long ago.
///
/// Whoever comes while another server is at it waits for the row and finds what that left, so no two see the same gap.
const BEAT: &str = "
with beat as (
    insert into heartbeat as latest (last, previous) values ($1, $1)
    on conflict (one) do update set previous = latest.last, last = greatest(latest.last, excluded.last)
    returning previous, last
), outage as (
    insert into outages (began, ended) select previous, last from beat where last - previous > $2
)
select last from beat";

/// See [`Store::beat`](super::super::Store::beat).
pub(super) async fn beat(pool: &PgPool, now: Timestamp, gap: Duration) -> Result<Heartbeat, StoreError> {
    let gap = rows::milliseconds(gap).max(0);
    let beat = sqlx::query_scalar(BEAT).bind(rows::number(now.0)).bind(gap);
    let time: i64 = in_time(beat.fetch_one(pool)).await?;
    // Only a statement that begins after the beat is committed surely sees what the beats before it recorded.
    let since = time.saturating_sub(rows::milliseconds(OUTAGES_KEPT));
    let outages: Vec<(i64, i64)> = in_time(sqlx::query_as(rows::OUTAGES).bind(since).fetch_all(pool)).await?;
    rows::heartbeat(time, &outages)
}
