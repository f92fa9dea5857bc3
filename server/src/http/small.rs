//! The files of the page as small as they get. They are compressed with patience once, and kept.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, header};

/// The best that Brotli can do, and the window that any browser has.
const QUALITY: u32 = 11;
const WINDOW: u32 = 22;

/// Whether the asker reads Brotli. Browsers say so where the connection is encrypted.
pub(super) fn is_welcome(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|choice| {
        let (name, weight) = choice.split_once(';').unwrap_or((choice, ""));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0_f32));
        name.trim().eq_ignore_ascii_case("br") && !refused
    })
}

/// A file compressed, by its entity tag. `None` if it would not be smaller.
pub(super) async fn compressed(tag: &str, data: Bytes) -> Option<Bytes> {
    static KEPT: LazyLock<Mutex<HashMap<Arc<str>, Option<Bytes>>>> = LazyLock::new(Mutex::default);
    // There are as many tags as files in the binary; a panic elsewhere leaves at worst one out.
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept().get(tag) {
        return known.clone();
    }
    let smaller = tokio::task::spawn_blocking(move || brotli(&data)).await.ok()?;
    kept().insert(tag.into(), smaller.clone());
    smaller
}

fn brotli(data: &[u8]) -> Option<Bytes> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, QUALITY, WINDOW);
    writer.write_all(data).ok()?;
    let small = writer.into_inner();
    (small.len() < data.len()).then(|| small.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_is_sent_to_who_reads_it() {
        for (value, welcome) in
            [("gzip, deflate, br", true), ("BR;q=0.5", true), ("br;q=0", false), ("gzip, brr", false), ("", false)]
        {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, value.parse().unwrap())]);
            assert_eq!(is_welcome(&headers), welcome, "{value:?}");
        }
    }

    #[tokio::test]
    async fn what_is_compressed_reads_the_same() {
        let text = "one link away ".repeat(100);
        let small = compressed("a", text.clone().into()).await.unwrap();
        assert!(small.len() < 100);
        let mut read = Vec::new();
        brotli::BrotliDecompress(&mut small.as_ref(), &mut read).unwrap();
        assert_eq!(read, text.as_bytes());
        assert_eq!(compressed("b", "x".into()).await, None, "nothing is gained");
    }
}
