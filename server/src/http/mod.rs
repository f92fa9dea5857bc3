//! What is asked once: making a room, the catalogue, statistics, finished games, and the web page.

mod api;
mod archive;
mod error;
mod gate;
mod health;
mod operator;
mod pages;
mod rooms;
mod small;
mod stats;
mod tagged;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Json, Router};
use protocol::ComputerLevel;
use protocol::http::Catalogue;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::app::App;
use crate::origin::Origin;
use crate::public_url::PublicUrl;
use error::ApiError;
pub(crate) use health::{Readiness, metrics_router};
pub(crate) use operator::router as operator_router;

/// The longest body of a request, in bytes.
const MAX_BODY_BYTES: usize = 4096;

/// What a page may load: what comes from this server, and nothing else. Sockets are `'self'`, too.
const CONTENT_SECURITY_POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/// What a page may never ask of a browser: it needs none of it.
const PERMISSIONS_POLICY: &str = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";

/// All addresses of the server.
pub(crate) fn router(app: App) -> Router {
    let is_secure = app.config.public_url.as_ref().is_some_and(PublicUrl::is_secure);
    let router = Router::new()
        .nest("/api", api())
        .route("/healthz", get(health::health))
        .route("/readyz", get(health::ready))
        .merge(pages::router().layer(CompressionLayer::new()))
        .layer(middleware::from_fn_with_state(app.clone(), gate::pass))
        .layer(always(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .layer(always(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // The address of a room's page is the way into the room: other sites need not learn it.
        .layer(always(header::REFERRER_POLICY, "same-origin"))
        .layer(always(HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY));
    // Where pages come over plain http, browsers only complain about it.
    let router = if is_secure {
        router.layer(always(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
    } else {
        router
    };
    router.with_state(app)
}

/// What programs ask, below `/api`.
fn api() -> Router<App> {
    api::router()
        .fallback(async || ApiError::NotFound)
        .layer(CompressionLayer::new())
        .merge(api::socket_router())
        // Tokens pass here, and what is going on; what may be kept says so itself.
        .layer(always(header::CACHE_CONTROL, "no-store"))
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
    Extension(origin): Extension<Origin>,
    request: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let request = request.map_err(|_| ApiError::NoHandshake)?;
    if app.shutdown.is_cancelled() {
        return Err(ApiError::Restarting);
    }
    let permit = app.limits.open_socket(origin)?;
    Ok(crate::socket::upgrade(app, origin, permit, request))
}
