//! The files of the page as small as they get. They are packed with patience once, and kept.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use axum::http::{HeaderMap, header};

/// The best that Brotli can do, and the window that any browser has.
const QUALITY: u32 = 11;
const WINDOW: u32 = 22;

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Coding {
    /// The smaller one. Browsers take it where the connection is encrypted.
    Brotli,
    /// What all take, also over a plain connection, as in a home network.
    Gzip,
}

impl Coding {
    /// The best that the asker reads.
    pub(super) fn welcome(headers: &HeaderMap) -> Option<Self> {
        let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let choices: Vec<_> = accepted.flat_map(|value| value.split(',')).collect();
        let reads = |coding: &Self| {
            choices.iter().any(|choice| {
                let (name, weight) = choice.split_once(';').unwrap_or((choice, ""));
                let refused = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0_f32));
                name.trim().eq_ignore_ascii_case(coding.name()) && !refused
            })
        };
        [Self::Brotli, Self::Gzip].into_iter().find(reads)
    }

    /// Its name, as headers have it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    fn pack(self, data: &[u8]) -> Option<Vec<u8>> {
        let small = match self {
            Self::Brotli => {
                let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, QUALITY, WINDOW);
                writer.write_all(data).ok()?;
                writer.into_inner()
            }
            Self::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
                writer.write_all(data).ok()?;
                writer.finish().ok()?
            }
        };
        (small.len() < data.len()).then_some(small)
    }
}

/// A file packed, by its entity tag. `None` if it would not be smaller.
pub(super) async fn packed(coding: Coding, tag: &str, data: Bytes) -> Option<Bytes> {
    type Kept = HashMap<(Coding, Arc<str>), Option<Bytes>>;
    static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
    // There are as many tags as files in the binary; a panic elsewhere leaves at worst one out.
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (coding, Arc::from(tag));
    if let Some(known) = kept().get(&key) {
        return known.clone();
    }
    let smaller = tokio::task::spawn_blocking(move || coding.pack(&data)).await.ok()?.map(Bytes::from);
    kept().insert(key, smaller.clone());
    smaller
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn the_best_is_sent_that_the_asker_reads() {
        for (value, welcome) in [
            ("gzip, deflate, br", Some(Coding::Brotli)),
            ("BR;q=0.5", Some(Coding::Brotli)),
            ("gzip, br;q=0", Some(Coding::Gzip)),
            ("gzip, brr", Some(Coding::Gzip)),
            ("deflate, gzip;q=0.0", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, value.parse().unwrap())]);
            assert_eq!(Coding::welcome(&headers), welcome, "{value:?}");
        }
    }

    #[tokio::test]
    async fn what_is_packed_reads_the_same() {
        let text = "one link away ".repeat(100);
        for coding in [Coding::Brotli, Coding::Gzip] {
            let small = packed(coding, "a", text.clone().into()).await.unwrap();
            assert!(small.len() < 100, "{coding:?}");
            let mut read = Vec::new();
            match coding {
                Coding::Brotli => brotli::BrotliDecompress(&mut small.as_ref(), &mut read).unwrap(),
                Coding::Gzip => _ = flate2::read::GzDecoder::new(small.as_ref()).read_to_end(&mut read).unwrap(),
            }
            assert_eq!(read, text.as_bytes());
            assert_eq!(packed(coding, "b", "x".into()).await, None, "nothing is gained");
        }
    }
}
