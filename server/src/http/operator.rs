//! What only the operator may ask: on a listener of its own.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use protocol::RoomId;
use serde::Serialize;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::error::ApiError;
use crate::app::App;
use crate::rooms::{Closing, Request};

/// The addresses of the operator's listener.
pub(crate) fn router(app: App) -> Router {
    Router::new().route("/rooms/{room}/close", post(close)).fallback(async || ApiError::NotFound).with_state(app)
}

/// What was done.
#[derive(Debug, Serialize)]
struct RoomIsClosed {
    room: RoomId,
    closed: bool,
}

/// Closes a room for good: a game that is running is aborted, the log, the chat and the names are deleted. What the
/// archive has stays.
async fn close(State(app): State<App>, Path(room): Path<String>) -> Result<(StatusCode, Json<RoomIsClosed>), ApiError> {
    let room: RoomId = room.parse().map_err(|_| ApiError::NotFound)?;
    let (told, outcome) = oneshot::channel();
    app.rooms.open(room).send(Request::Close(told)).await;
    match timeout(app.config.rooms().patience, outcome).await {
        Ok(Ok(Closing::Closed)) => Ok((StatusCode::OK, Json(RoomIsClosed { room, closed: true }))),
        Ok(Ok(Closing::Unknown)) => Err(ApiError::NotFound),
        // Asked again, it is found closed if it was done after all.
        Ok(Ok(Closing::Unavailable) | Err(_)) | Err(_) => Err(ApiError::StoreSlow),
    }
}
