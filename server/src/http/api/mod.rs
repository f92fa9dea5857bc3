//! The API: one table of all that programs may ask. The router is made from it, and so is the document that describes the
//! API, so that what is answered and what is told of it stay together.

mod document;
mod games;
mod operation;
mod rooms;
mod server;
mod statistics;

use std::sync::LazyLock;

use axum::Router;
use axum::extract::{FromRequestParts, Path};
use axum::handler::Handler;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{self, MethodRouter};

use super::error::ApiError;
use super::tagged::Tagged;
use crate::app::App;
use operation::Operation;
pub(super) use operation::game_ids;

/// How long the documents are kept: they are asked for again each time, as an upgrade may change them.
const CACHING: &str = "no-cache";

/// The kind of the socket's JSON Schema.
const SCHEMA_KIND: &str = "application/schema+json";

/// The kind of the guide: Markdown is for reading as it stands, and browsers show a text.
const GUIDE_KIND: &str = "text/plain; charset=utf-8";

/// How something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Get,
    Post,
}

impl Verb {
    /// What the document calls it.
    const fn key(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
        }
    }
}

/// One line of the table: what is done at an address, and what the document says of it.
struct Endpoint {
    /// The address, below `/api`.
    path: &'static str,
    verb: Verb,
    operation: Operation,
    handler: MethodRouter<App>,
}

impl Endpoint {
    fn get<H: Handler<T, App>, T: 'static>(path: &'static str, operation: Operation, handler: H) -> Self {
        Self { path, verb: Verb::Get, operation, handler: routing::get(handler) }
    }

    fn post<H: Handler<T, App>, T: 'static>(path: &'static str, operation: Operation, handler: H) -> Self {
        Self { path, verb: Verb::Post, operation, handler: routing::post(handler) }
    }
}

/// What is answered at once.
fn endpoints() -> Vec<Endpoint> {
    [rooms::endpoints(), games::endpoints(), statistics::endpoints(), server::endpoints()]
        .into_iter()
        .flatten()
        .collect()
}

/// The addresses of what is answered at once.
pub(super) fn router() -> Router<App> {
    routes(endpoints())
}

/// The address of the socket, which nothing may pack or hold up.
pub(super) fn socket_router() -> Router<App> {
    routes([rooms::socket()])
}

fn routes(endpoints: impl IntoIterator<Item = Endpoint>) -> Router<App> {
    endpoints.into_iter().fold(Router::new(), |router, Endpoint { path, handler, .. }| router.route(path, handler))
}

/// The document that describes the API.
async fn openapi(headers: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<Tagged> = LazyLock::new(|| {
        let all: Vec<_> = endpoints().into_iter().chain([rooms::socket()]).collect();
        Tagged::new("application/json", CACHING, document::document(&all).to_string())
    });
    DOCUMENT.answer(&headers)
}

/// The JSON Schema of all messages and bodies.
async fn protocol_schema(headers: HeaderMap) -> Response {
    static SCHEMA: LazyLock<Tagged> =
        LazyLock::new(|| Tagged::new(SCHEMA_KIND, CACHING, protocol::schema::schema_text()));
    SCHEMA.answer(&headers)
}

/// The guide for client authors.
async fn guide(headers: HeaderMap) -> Response {
    static GUIDE: LazyLock<Tagged> = LazyLock::new(|| Tagged::new(GUIDE_KIND, CACHING, protocol::GUIDE));
    GUIDE.answer(&headers)
}

/// What stands in an address for the one name in its path. There is nothing at an address that is not UTF-8.
#[derive(Debug)]
pub(super) struct PathPart(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for PathPart {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(part)) => Ok(Self(part)),
            Err(_) => Err(ApiError::NotFound),
        }
    }
}

#[cfg(test)]
mod tests;
