//! Statistics and finished games.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use protocol::ComputerLevel;
use protocol::http::{AllStats, ArchivedGame, GameStats};
use serde::Deserialize;

use super::error::ApiError;
use crate::app::App;
use crate::stats::{self, Opponent};

/// What stands behind the `?` in a request for statistics.
#[derive(Debug, Deserialize)]
pub(super) struct StatsQuery {
    #[serde(default)]
    opponent: OpponentWord,
    level: Option<ComputerLevel>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OpponentWord {
    #[default]
    People,
    Computer,
}

/// The games that are asked for.
fn opponent(query: Result<Query<StatsQuery>, QueryRejection>) -> Result<Opponent, ApiError> {
    let Query(query) = query.map_err(|rejection| ApiError::BadQuery(rejection.body_text()))?;
    match (query.opponent, query.level) {
        (OpponentWord::Computer, level) => Ok(Opponent::Computer(level)),
        (OpponentWord::People, None) => Ok(Opponent::People),
        (OpponentWord::People, Some(_)) => {
            Err(ApiError::BadQuery("a `level` is the computer's; add `opponent=computer`".to_owned()))
        }
    }
}

pub(super) async fn all_stats(
    State(app): State<App>,
    query: Result<Query<StatsQuery>, QueryRejection>,
) -> Result<Json<AllStats>, ApiError> {
    let opponent = opponent(query)?;
    Ok(Json(stats::all_stats(opponent, &app.store.tallies().await?)))
}

pub(super) async fn game_stats(
    State(app): State<App>,
    Path(game): Path<String>,
    query: Result<Query<StatsQuery>, QueryRejection>,
) -> Result<Json<GameStats>, ApiError> {
    let game = rules::game(&game).ok_or(ApiError::UnknownGame(game))?;
    let opponent = opponent(query)?;
    Ok(Json(stats::game_stats(game, opponent, &app.store.tallies().await?)))
}

pub(super) async fn game(State(app): State<App>, Path(id): Path<String>) -> Result<Json<ArchivedGame>, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    app.store.archived(id).await?.map(Json).ok_or(ApiError::NotFound)
}
