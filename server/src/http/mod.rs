//! What is asked once: making a room, the catalogue, statistics, finished games, and the web page.

mod api;
mod archive;
mod error;
mod operator;
mod pages;
mod rooms;
mod small;
mod stats;
mod tagged;

use std::net::SocketAddr;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use protocol::ComputerLevel;
use protocol::http::Catalogue;
use serde::Serialize;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::app::App;
use error::ApiError;
pub(crate) use operator::router as operator_router;

/// The longest body of a request, in bytes.
const MAX_BODY_BYTES: usize = 4096;

/// What a page may load: what comes from this server, and nothing else. Sockets are `'self'`, too.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// All addresses of the server.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .nest("/api", api())
        .route("/healthz", get(health))
        .merge(pages::router().layer(CompressionLayer::new()))
        .layer(always(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(always(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // The address of a room's page is the way into the room: other sites need not learn it.
        .layer(always(header::REFERRER_POLICY, "same-origin"))
        .with_state(app)
}

/// What programs ask, below `/api`.
fn api() -> Router<App> {
    api::router()
        .fallback(async || ApiError::NotFound)
        .layer(CompressionLayer::new())
        .merge(api::socket_router())
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(
            CorsLayer::new()
                .allow_origin(Any)
                .allow_methods([Method::GET, Method::POST])
                .allow_headers([header::CONTENT_TYPE]),
        )
}

fn always(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// The games, and whether the computer plays them here.
async fn catalogue(State(app): State<App>) -> Json<Catalogue> {
    let levels = if app.rooms.has_computer() { ComputerLevel::all().collect() } else { Vec::new() };
    Json(Catalogue::of_all_games(levels))
}

/// Opens the socket of a room. Which room, its first message says.
async fn socket(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let request = request.map_err(|_| ApiError::NoHandshake)?;
    if app.shutdown.is_cancelled() {
        return Err(ApiError::Restarting);
    }
    let permit = app.limits.open_socket(address.ip().into(), app.config.sockets_per_address);
    let permit = permit.ok_or(ApiError::TooManySockets)?;
    Ok(crate::socket::upgrade(app, permit, request))
}

/// Says that the server is there, and how much it has to do.
#[derive(Debug, Serialize)]
struct Health {
    status: &'static str,
    rooms: usize,
    sockets: u32,
}

async fn health(State(app): State<App>) -> Json<Health> {
    Json(Health { status: "ok", rooms: app.rooms.count(), sockets: app.limits.open_sockets() })
}
