//! The files of the web page, out of the binary.

mod imports;
mod lean;

pub(crate) use imports::with_imports;
pub(crate) use lean::without_comments;

use rust_embed::RustEmbed;

/// The files of the page. A development build reads them from the folder as they are asked for.
#[derive(RustEmbed)]
#[folder = "web"]
#[include = "index.html"]
#[include = "assets/*"]
#[exclude = "*.d.ts"]
pub(crate) struct Files;

impl Files {
    /// A file that is text; empty if there is none.
    pub(crate) fn text(path: &str) -> String {
        Self::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default()
    }
}
