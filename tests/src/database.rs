//! A database for one test.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A database of its own for each test, gone when this is dropped.
#[derive(Debug)]
pub struct Database {
    folder: TempDir,
}

impl Database {
    /// A new SQLite database. The file does not exist yet; the server makes it.
    #[must_use]
    pub fn temporary() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("sauterelle.db")
    }

    /// The folder that holds the file and nothing else.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What the server is told.
    #[must_use]
    pub fn url(&self) -> String {
        format!("sqlite:{}", self.path().display())
    }
}
