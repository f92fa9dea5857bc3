//! Finding and counting finished games.

use async_trait::async_trait;
use protocol::http::{ArchivedGame, GameEntry};
use protocol::{GameId, RoomId};
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::{QueryAs, QueryScalar};
use sqlx::{AssertSqlSafe, Connection, Executor};

use super::super::search::{self, Statement, Value};
use super::super::sums::{self, DifferenceRow};
use super::super::{ArchivePlace, ArchiveStore, FinishedGame, Found, GameSearch, StatsCheck, StoreError, rows};
use super::{PostgresStore, connect, in_time, store_error};
use crate::stats::{Figures, StatsFilter, Sums};

/// The last finished games of a room, without their moves.
const GAMES_OF_ROOM: &str = "
select number, (body::jsonb - 'moves' - 'passed_over_at')::text from games
where room = $1 order by number desc limit $2";

/// Whoever changes the roll-up holds this lock of the database until the end of the transaction.
macro_rules! roll_up_lock {
    () => {
        "hashtext('sauterelle roll-up')"
    };
}
const TRY_LOCK: &str = concat!("select pg_try_advisory_xact_lock(", roll_up_lock!(), ")");
const LOCK: &str = concat!("select pg_advisory_xact_lock(", roll_up_lock!(), ")");

fn with_values<'q, O>(
    mut query: QueryAs<'q, Postgres, O, PgArguments>,
    values: Vec<Value>,
) -> QueryAs<'q, Postgres, O, PgArguments> {
    for value in values {
        query = match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        };
    }
    query
}

#[async_trait]
impl ArchiveStore for PostgresStore {
    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError> {
        let query = sqlx::query_scalar(rows::GAME).bind(id.as_str());
        rows::game(id, in_time(query.fetch_optional(&self.others)).await?)
    }

    async fn games_of_room(&self, room: RoomId, limit: u32) -> Result<Vec<FinishedGame>, StoreError> {
        let query = sqlx::query_as(GAMES_OF_ROOM).bind(room.as_str()).bind(i64::from(limit));
        rows::games_of_room(room, in_time(query.fetch_all(&self.others)).await?)
    }

    async fn search(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<GameEntry>, StoreError> {
        let Statement { text, values } = Statement::of(search::ENTRY, search, after, limit).map_err(store_error)?;
        let query = with_values(sqlx::query_as(AssertSqlSafe(text)), values);
        search::entries(in_time(query.fetch_all(&self.others)).await?, limit)
    }

    async fn export(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<ArchivedGame>, StoreError> {
        let Statement { text, values } = Statement::of(search::BODY, search, after, limit).map_err(store_error)?;
        let query = with_values(sqlx::query_as(AssertSqlSafe(text)), values);
        search::bodies(in_time(query.fetch_all(&self.others)).await?, limit)
    }

    async fn results(&self, filter: &StatsFilter) -> Result<Vec<(String, Sums)>, StoreError> {
        let [used @ .., _, _] = sums::parameters(filter);
        let query = used.into_iter().fold(sqlx::query_as(sums::RESULTS), QueryAs::bind);
        sums::results(in_time(query.fetch_all(&self.others)).await?)
    }

    async fn figures(&self, game: &str, filter: &StatsFilter) -> Result<Figures, StoreError> {
        let query = sums::parameters(filter).into_iter().fold(sqlx::query_as(sums::FIGURES), QueryAs::bind);
        sums::figures(in_time(query.bind(game).fetch_all(&self.others)).await?)
    }

    async fn roll_up(&self, limit: u32) -> Result<u64, StoreError> {
        let counted: i64 = in_time(async {
            let some: bool =
                sqlx::query_scalar("select exists (select from uncounted_games)").fetch_one(&self.others).await?;
            if !some {
                return Ok(0);
            }
            let mut transaction = self.others.begin().await?;
            // Each statement sees what was committed before it began: what the last one to hold the lock left.
            if !sqlx::query_scalar::<_, bool>(TRY_LOCK).fetch_one(&mut *transaction).await? {
                return Ok(0);
            }
            let roll_up: QueryScalar<'_, Postgres, i64, PgArguments> = sqlx::query_scalar(sums::TAKE_AND_ADD);
            let counted = roll_up.bind(i64::from(limit)).fetch_one(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(counted)
        })
        .await?;
        rows::count(counted, || "the statistics".to_owned())
    }

    async fn rebuild_stats(&self) -> Result<u64, StoreError> {
        // It may take long, so it has a connection of its own, and nobody looks at the clock.
        let mut connection = connect(&self.options).await.map_err(StoreError::Unavailable)?;
        let counted: Result<i64, sqlx::Error> = async {
            let mut transaction = connection.begin().await?;
            transaction.execute(LOCK).await?;
            transaction.execute("delete from stats").await?;
            let counted = sqlx::query_scalar(sums::TAKE_AND_ADD_ALL).fetch_one(&mut *transaction).await?;
            transaction.commit().await?;
            // What was deleted need not be read over again and again until the database gets to it by itself.
            connection.execute("vacuum (analyze) stats, uncounted_games, games").await?;
            Ok(counted)
        }
        .await;
        let counted = counted.map_err(store_error)?;
        connection.close().await.map_err(store_error)?;
        rows::count(counted, || "the statistics".to_owned())
    }

    async fn check_stats(&self) -> Result<StatsCheck, StoreError> {
        let mut connection = connect(&self.options).await.map_err(StoreError::Unavailable)?;
        let found: Result<((i64, i64, i64), Vec<DifferenceRow>), sqlx::Error> = async {
            // Both statements see the same.
            let mut transaction = connection.begin_with("begin isolation level repeatable read, read only").await?;
            let sizes = sqlx::query_as(sums::SIZES).fetch_one(&mut *transaction).await?;
            let differences = sqlx::query_as(sums::DIFFERENCES).fetch_all(&mut *transaction).await?;
            transaction.commit().await?;
            Ok((sizes, differences))
        }
        .await;
        let (sizes, differences) = found.map_err(store_error)?;
        connection.close().await.map_err(store_error)?;
        sums::check(sizes, differences)
    }
}
