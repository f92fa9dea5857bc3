//! Statistics and finished games.

use axum::Json;
use axum::extract::{Path, State};
use protocol::http::{AllStats, ArchivedGame, GameStats};

use super::error::ApiError;
use crate::app::App;
use crate::stats;

pub(super) async fn all_stats(State(app): State<App>) -> Result<Json<AllStats>, ApiError> {
    Ok(Json(stats::all_stats(&app.store.tallies().await?)))
}

pub(super) async fn game_stats(State(app): State<App>, Path(game): Path<String>) -> Result<Json<GameStats>, ApiError> {
    let game = rules::game(&game).ok_or(ApiError::UnknownGame(game))?;
    Ok(Json(stats::game_stats(game, &app.store.tallies().await?)))
}

pub(super) async fn game(State(app): State<App>, Path(id): Path<String>) -> Result<Json<ArchivedGame>, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    app.store.archived(id).await?.map(Json).ok_or(ApiError::NotFound)
}
