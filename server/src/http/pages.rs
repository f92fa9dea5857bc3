//! The web page, out of the binary.

use axum::Router;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::app::App;

/// The files of the page. A development build reads them from the folder as they are asked for.
#[derive(RustEmbed)]
#[folder = "web"]
#[include = "index.html"]
#[include = "assets/*"]
#[exclude = "*.d.ts"]
struct Files;

/// The addresses of the page: one document shows everything, and finds out by its address what. The page itself says so
/// where there is nothing.
const DOCUMENTS: [&str; 7] = ["/", "/r/{room}", "/games/{id}", "/rules", "/rules/{game}", "/stats", "/stats/{game}"];

/// The page, and what it loads.
pub(super) fn router() -> Router<App> {
    let documents = DOCUMENTS.iter().fold(Router::new(), |router, path| router.route(path, get(document)));
    documents
        .route("/assets/{*path}", get(async |path: Path<String>, headers: HeaderMap| asset(&path, &headers)))
        .fallback(async || (StatusCode::NOT_FOUND, "There is nothing here. / il n’y a rien ici.\n"))
}

async fn document(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

fn asset(path: &str, headers: &HeaderMap) -> Response {
    file(&format!("assets/{path}"), headers)
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(EmbeddedFile { data, metadata }) = Files::get(path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag = entity_tag(&metadata.sha256_hash());
    // Asked for again each time, so that page and server never differ after an upgrade; unchanged files cost one
    // short answer.
    let caching = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    (caching, [(header::CONTENT_TYPE, kind.as_ref())], Body::from(data)).into_response()
}

/// A weak tag: compressed on the way, the same file has other bytes.
fn entity_tag(hash: &[u8; 32]) -> String {
    let digits: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{digits}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_the_checks_of_the_page_need_is_not_sent() {
        for path in ["index.html", "assets/app.js", "assets/vendor/preact/preact-11.2.0.js"] {
            assert!(Files::get(path).is_some(), "{path}");
        }
        for path in ["package.json", "assets/vendor/preact/preact-11.2.0.d.ts", "node_modules/preact/package.json"] {
            assert!(Files::get(path).is_none(), "{path}");
        }
        for path in Files::iter() {
            assert!(path == "index.html" || path.starts_with("assets/"), "{path}");
            assert!(!path.ends_with(".d.ts"), "{path}");
        }
    }
}
