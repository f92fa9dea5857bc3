//! How the server is, for whoever runs it.

use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::error::ApiError;
use crate::app::App;
use crate::metrics;

/// How long what is known of the database is believed: asking often must not be work for it.
const BELIEVED_FOR: Duration = Duration::from_secs(1);

/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The media type of what Prometheus reads.
const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Whether the database answered when it was last asked, and when that was.
#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, bool)>>);

/// The addresses of the listener for whoever collects what is measured.
pub(crate) fn metrics_router(app: App) -> Router {
    routes().fallback(async || ApiError::NotFound).with_state(app)
}

/// What the operator's listener has in common with that.
pub(super) fn routes() -> Router<App> {
    Router::new().route("/metrics", get(measured)).route("/healthz", get(health)).route("/readyz", get(ready))
}

/// Says that the server is there, and how much it has to do.
#[derive(Debug, Serialize)]
pub(super) struct Health {
    status: &'static str,
    rooms: usize,
    sockets: u32,
}

pub(super) async fn health(State(app): State<App>) -> Json<Health> {
    Json(Health { status: "ok", rooms: app.rooms.count(), sockets: app.limits.open_sockets() })
}

/// Whether the server can do its work.
#[derive(Debug, Serialize)]
struct Ready {
    status: &'static str,
}

/// Says whether a balancer may send people here. The tables are up to date before the server listens, so what is left
/// to find out is whether the database answers, and that the server is not about to stop.
pub(super) async fn ready(State(app): State<App>) -> Response {
    let (status, word) = if app.shutdown.is_cancelled() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping")
    } else if app.readiness.database_answers(&app).await {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")
    };
    (status, [(header::CACHE_CONTROL, "no-store")], Json(Ready { status: word })).into_response()
}

impl Readiness {
    /// Asks the database for nothing. Whoever comes meanwhile waits for the same answer.
    async fn database_answers(&self, app: &App) -> bool {
        let mut last = self.0.lock().await;
        if let Some((_, answered)) = last.filter(|(at, _)| at.elapsed() < BELIEVED_FOR) {
            return answered;
        }
        let answered = matches!(timeout(PATIENCE, app.store.heads(&[])).await, Ok(Ok(_)));
        *last = Some((Instant::now(), answered));
        answered
    }
}

async fn measured(State(app): State<App>) -> Result<Response, ApiError> {
    let text = metrics::text(&app).map_err(|_| ApiError::Internal)?;
    Ok(([(header::CONTENT_TYPE, METRICS_TYPE)], text).into_response())
}
