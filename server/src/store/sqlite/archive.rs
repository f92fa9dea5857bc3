//! Finding and counting finished games.

use async_trait::async_trait;
use protocol::http::{ArchivedGame, GameEntry};
use protocol::{GameId, RoomId};
use sqlx::query::QueryAs;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Sqlite};

use super::super::search::{self, Statement, Value};
use super::super::sums::{self, DifferenceRow};
use super::super::{ArchivePlace, ArchiveStore, FinishedGame, Found, GameSearch, StatsCheck, StoreError, rows};
use super::{SqliteStore, store_error};
use crate::stats::{Figures, StatsFilter, Sums};

/// The last finished games of a room, without their moves.
const GAMES_OF_ROOM: &str = "
select number, json_remove(body, '$.moves', '$.passed_over_at') from games
where room = ? order by number desc limit ?";

/// Takes the games out of those that are not counted that [`sums::ADD`] adds.
const TAKE_OUT: &str = "delete from uncounted_games where id in (select id from uncounted_games order by id limit $1)";

fn with_values<'q, O>(
    mut query: QueryAs<'q, Sqlite, O, SqliteArguments>,
    values: Vec<Value>,
) -> QueryAs<'q, Sqlite, O, SqliteArguments> {
    for value in values {
        query = match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        };
    }
    query
}

impl SqliteStore {
    async fn try_roll_up(&self, limit: u32) -> Result<u64, sqlx::Error> {
        let some = sqlx::query_scalar("select exists (select 1 from uncounted_games)");
        if !some.fetch_one(&self.readers).await? {
            return Ok(0);
        }
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query(sums::ADD).bind(limit).execute(&mut *transaction).await?;
        let counted = sqlx::query(TAKE_OUT).bind(limit).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(counted.rows_affected())
    }

    async fn try_rebuild(&self) -> Result<i64, sqlx::Error> {
        let mut transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query("delete from stats").execute(&mut *transaction).await?;
        sqlx::query(sums::ADD_ALL).execute(&mut *transaction).await?;
        sqlx::query("delete from uncounted_games").execute(&mut *transaction).await?;
        let counted = sqlx::query_scalar("select count(*) from games").fetch_one(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(counted)
    }

    async fn try_check(&self) -> Result<((i64, i64, i64), Vec<DifferenceRow>), sqlx::Error> {
        // Both statements see the same.
        let mut transaction = self.readers.begin().await?;
        let sizes = sqlx::query_as(sums::SIZES).fetch_one(&mut *transaction).await?;
        let differences = sqlx::query_as(sums::DIFFERENCES).fetch_all(&mut *transaction).await?;
        transaction.commit().await?;
        Ok((sizes, differences))
    }
}

#[async_trait]
impl ArchiveStore for SqliteStore {
    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError> {
        let query = sqlx::query_scalar(rows::GAME).bind(id.as_str());
        rows::game(id, query.fetch_optional(&self.readers).await.map_err(store_error)?)
    }

    async fn games_of_room(&self, room: RoomId, limit: u32) -> Result<Vec<FinishedGame>, StoreError> {
        let query = sqlx::query_as(GAMES_OF_ROOM).bind(room.as_str()).bind(limit);
        rows::games_of_room(room, query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn search(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<GameEntry>, StoreError> {
        let Statement { text, values } = Statement::of(search::ENTRY, search, after, limit).map_err(store_error)?;
        let query = with_values(sqlx::query_as(AssertSqlSafe(text)), values);
        search::entries(query.fetch_all(&self.readers).await.map_err(store_error)?, limit)
    }

    async fn export(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<ArchivedGame>, StoreError> {
        let Statement { text, values } = Statement::of(search::BODY, search, after, limit).map_err(store_error)?;
        let query = with_values(sqlx::query_as(AssertSqlSafe(text)), values);
        search::bodies(query.fetch_all(&self.readers).await.map_err(store_error)?, limit)
    }

    async fn results(&self, filter: &StatsFilter) -> Result<Vec<(String, Sums)>, StoreError> {
        let [used @ .., _, _] = sums::parameters(filter);
        let query = used.into_iter().fold(sqlx::query_as(sums::RESULTS), QueryAs::bind);
        sums::results(query.fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn figures(&self, game: &str, filter: &StatsFilter) -> Result<Figures, StoreError> {
        let query = sums::parameters(filter).into_iter().fold(sqlx::query_as(sums::FIGURES), QueryAs::bind);
        sums::figures(query.bind(game).fetch_all(&self.readers).await.map_err(store_error)?)
    }

    async fn roll_up(&self, limit: u32) -> Result<u64, StoreError> {
        self.try_roll_up(limit).await.map_err(store_error)
    }

    async fn rebuild_stats(&self) -> Result<u64, StoreError> {
        let counted = self.try_rebuild().await.map_err(store_error)?;
        rows::count(counted, || "the statistics".to_owned())
    }

    async fn check_stats(&self) -> Result<StatsCheck, StoreError> {
        let (sizes, differences) = self.try_check().await.map_err(store_error)?;
        sums::check(sizes, differences)
    }
}
