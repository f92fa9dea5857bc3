//! What every request passes first: it is found out where it comes from, and how long it may take.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use tracing::{Instrument, info_span};

use super::error::ApiError;
use crate::app::App;

/// Lets a request pass, with its [`Origin`](crate::origin::Origin) for those who keep limits.
pub(super) async fn pass(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let origin = app.proxies.origin(peer.ip(), request.headers());
    if let Err(until) = app.blocks.check(origin, app.clock.now()) {
        return refused(ApiError::AddressBlocked(until));
    }
    request.extensions_mut().insert(origin);
    // By its route: the address of a room's page is the way into the room.
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    let span = info_span!("request", method = %request.method(), route, ?origin);
    let patience = Duration::from_secs(app.config.connections.request_seconds.get().into());
    // A long answer may then take as long as its reader reads on.
    timeout(patience, next.run(request).instrument(span)).await.unwrap_or_else(|_| refused(ApiError::TooSlow))
}

/// What is refused here: a page of any origin may read why, as behind the gate.
fn refused(why: ApiError) -> Response {
    let mut response = why.into_response();
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}
