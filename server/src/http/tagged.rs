//! Answers with a tag by which whoever has one already is told so.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// Such an answer.
#[derive(Clone, Debug)]
pub(super) struct Tagged {
    kind: &'static str,
    caching: &'static str,
    tag: HeaderValue,
    body: Bytes,
}

impl Tagged {
    /// An answer of this kind, and for how long it may be kept.
    pub(super) fn new(kind: &'static str, caching: &'static str, body: impl Into<Bytes>) -> Self {
        let body = body.into();
        let digest = Sha256::digest(&body);
        let digits: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        // A weak one, as the answer may be compressed or not. Digits can always stand in a header.
        let tag = HeaderValue::try_from(format!("W/\"{digits}\"")).unwrap_or(HeaderValue::from_static("W/\"\""));
        Self { kind, caching, tag, body }
    }

    /// The answer to a request with these headers.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let is_known = known.flat_map(|value| value.split(',')).map(str::trim).any(|one| one == self.tag || one == "*");
        let about = [(header::ETAG, self.tag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static(self.caching))];
        if is_known {
            return (StatusCode::NOT_MODIFIED, about).into_response();
        }
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(self.kind))];
        (about, kind, self.body.clone()).into_response()
    }
}
