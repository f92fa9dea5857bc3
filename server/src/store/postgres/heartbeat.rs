//! The heartbeat of all servers on one database.

use std::time::Duration;

use protocol::Timestamp;
use sqlx::PgPool;
use tracing::debug;

use super::super::{Heartbeat, OUTAGES_KEPT, ServerId, StoreError, rows};
use super::{asides, in_time};

/// A server's sign of life.
pub(super) struct Sign<'store> {
    pub(super) server: ServerId,
    /// What its connections are called.
    pub(super) session: &'store str,
    pub(super) now: Timestamp,
    pub(super) gap: Duration,
    /// Whether it is the last one, as the server stops.
    pub(super) rests: bool,
}

impl Sign<'_> {
    /// Gives it, and returns the time of the heartbeat. A function of the database, since that takes in one sign after
    /// the other, and no row stays locked when a server dies half way.
    pub(super) async fn give(&self, pool: &PgPool) -> Result<i64, StoreError> {
        let sign = sqlx::query_scalar("select take_sign($1, $2, $3, $4, $5)")
            .bind(self.server.uuid())
            .bind(self.session)
            .bind(rows::number(self.now.0))
            .bind(rows::milliseconds(self.gap).max(0))
            .bind(self.rests);
        in_time(sign.fetch_one(pool)).await
    }
}

/// See [`Store::beat`](super::super::Store::beat).
pub(super) async fn beat(pool: &PgPool, sign: &Sign<'_>) -> Result<Heartbeat, StoreError> {
    let time = sign.give(pool).await?;
    // Only a statement that begins after the beat is committed surely sees what the beats before it recorded.
    let since = time.saturating_sub(rows::milliseconds(OUTAGES_KEPT));
    let outages: Vec<(i64, i64)> = in_time(sqlx::query_as(rows::OUTAGES).bind(since).fetch_all(pool)).await?;
    let heartbeat = rows::heartbeat(time, &outages)?;
    // Servers that died leave behind what they told of presence. That may as well be cleared away at the next beat.
    if let Err(why) = asides::forget(pool, heartbeat.time).await {
        debug!(%why, "what is told of presence is not cleared away for now");
    }
    Ok(heartbeat)
}
