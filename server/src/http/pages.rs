//! The web page, out of the binary, and the pictures that go with links to it.

use std::borrow::Cow;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use protocol::GameId;
use rust_embed::EmbeddedFile;
use sha2::{Digest, Sha256};
use tracing::warn;

use super::small::{self, Coding};
use crate::app::App;
use crate::page::{Asked, Facts, Language, document};
use crate::picture::{NoPicture, Picture, Subject};
use crate::store::RETRY_AFTER;
use crate::web::{Files, without_comments};

/// The addresses of the page: one document shows everything, and finds out by its address what. The page itself says so
/// where there is nothing.
const DOCUMENTS: [&str; 9] =
    ["/", "/r/{room}", "/games", "/games/{id}", "/rules", "/rules/{game}", "/stats", "/stats/{game}", "/developers"];

/// How long pictures are kept by whoever fetched them: a day.
const PICTURE_CACHING: &str = "public, max-age=86400";

/// The page, and what it loads.
pub(super) fn router() -> Router<App> {
    let documents = DOCUMENTS.iter().fold(Router::new(), |router, path| router.route(path, get(page)));
    documents
        .route("/assets/{*path}", get(async |path: Path<String>, headers: HeaderMap| asset(&path, &headers).await))
        .route("/manifest.webmanifest", get(manifest))
        .route("/favicon.ico", get(async |headers: HeaderMap| asset("icons/icon-48.png", &headers).await))
        .route("/preview/{language}/{file}", get(picture))
        .route("/preview/{language}/games/{file}", get(picture_of_end))
        .fallback(async || (StatusCode::NOT_FOUND, "There is nothing here. / il n’y a rien ici.\n"))
}

/// The document, with what it is about in its head.
async fn page(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
    let language = Language::wanted(uri.query(), &headers);
    let asked = Asked::of_path(uri.path());
    let facts = app.facts.of(asked, app.store.as_ref()).await;
    let facts = if app.config.has_names() { facts } else { facts.map(Facts::nameless) };
    let about = asked.about(facts.as_ref(), language);
    let html = Files::text("index.html");
    let modules = asked.modules(language);
    let document = document(&html, &about, uri.path(), language, app.config.public_url.as_ref(), &modules);
    let tag = entity_tag(&Sha256::digest(&document));
    let mut response = answer(&headers, tag, "no-cache", "text/html; charset=utf-8", document);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-language"));
    response
}

/// What a browser wants to know before it installs the page, in the reader's language.
async fn manifest(uri: Uri, headers: HeaderMap) -> Response {
    let language = Language::wanted(uri.query(), &headers);
    let file = Files::text("assets/manifest.webmanifest");
    let Ok(mut manifest) = serde_json::from_str::<serde_json::Map<_, _>>(&file) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    manifest.insert("lang".to_owned(), language.tag().into());
    manifest.insert("description".to_owned(), Asked::Home.about(None, language).description.into());
    let text = serde_json::Value::from(manifest).to_string();
    let tag = entity_tag(&Sha256::digest(&text));
    let mut response = answer(&headers, tag, "no-cache", "application/manifest+json", text);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-language"));
    response
}

async fn asset(path: &str, headers: &HeaderMap) -> Response {
    let Some(EmbeddedFile { data, metadata }) = Files::get(&format!("assets/{path}")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let guessed = mime_guess::from_path(path).first_or_octet_stream();
    let kind = guessed.as_ref();
    // Asked for again each time, so that page and server never differ after an upgrade; unchanged files cost one
    // short answer.
    let tag = entity_tag(&metadata.sha256_hash());
    let data = match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    };
    // What is packed by its nature does not get smaller.
    let is = |endings: &[&str]| endings.iter().any(|ending| path.ends_with(ending));
    let coding = Coding::welcome(headers).filter(|_| !is(&[".png", ".woff2"]));
    let data = if is(&[".js", ".css"]) && !path.starts_with("vendor/") { lean(&data) } else { data };
    if let Some(coding) = coding
        && let Some(small) = small::packed(coding, &tag, data.clone()).await
    {
        let mut response = answer(headers, tag, "no-cache", kind, small);
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        return response;
    }
    answer(headers, tag, "no-cache", kind, data)
}

/// A module or a style sheet as it is sent.
fn lean(data: &Bytes) -> Bytes {
    std::str::from_utf8(data).map_or_else(|_| data.clone(), |source| without_comments(source).into())
}

async fn picture(
    State(app): State<App>,
    Path((language, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    show(&app, &language, Subject::of_file(&file), &headers).await
}

async fn picture_of_end(
    State(app): State<App>,
    Path((language, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let id = file.strip_suffix(".png").and_then(|id| id.parse::<GameId>().ok());
    show(&app, &language, id.map(Subject::Finished), &headers).await
}

async fn show(app: &App, language: &str, subject: Option<Subject>, headers: &HeaderMap) -> Response {
    let language = Language::ALL.into_iter().find(|known| known.tag() == language);
    let (Some(language), Some(subject)) = (language, subject) else { return StatusCode::NOT_FOUND.into_response() };
    match app.gallery.picture(subject, language, app.store.as_ref()).await {
        Ok(Picture { tag, png }) => answer(headers, tag, PICTURE_CACHING, "image/png", Bytes::from_owner(png)),
        Err(NoPicture::Unknown) => StatusCode::NOT_FOUND.into_response(),
        Err(why) => {
            warn!(%why, "a picture could not be drawn");
            (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER))]).into_response()
        }
    }
}

/// A file, or that the asker has it.
fn answer(headers: &HeaderMap, tag: String, caching: &'static str, kind: &str, content: impl Into<Body>) -> Response {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let known = known.flat_map(|tags| tags.split(',')).map(str::trim).any(|known| known == "*" || same(known, &tag));
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, caching.to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, kind)], content.into()).into_response()
}

/// Whether two tags name the same, of which either may have been made a strong one on the way.
fn same(tag: &str, other: &str) -> bool {
    let bare = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
    bare(tag) == bare(other)
}

/// A weak tag: compressed on the way, the same file has other bytes.
fn entity_tag(hash: &[u8]) -> String {
    let digits: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{digits}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_a_file_is_not_sent_it_again() {
        let status = |known: &str| {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, known.parse().unwrap())]);
            answer(&headers, entity_tag(&[0xab; 32]), "no-cache", "text/plain", "content").status()
        };
        for known in ["W/\"abababababababab\"", "\"x\", W/\"abababababababab\"", "\"abababababababab\"", "*"] {
            assert_eq!(status(known), StatusCode::NOT_MODIFIED, "{known}");
        }
        for other in ["W/\"cdcdcdcdcdcdcdcd\"", "abababababababab", "nonsense", ""] {
            assert_eq!(status(other), StatusCode::OK, "{other}");
        }
    }

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
