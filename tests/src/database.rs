//! A database for one test.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use test_postgres::Cluster;
use tokio::task::{block_in_place, spawn_blocking};

/// A database of its own for each test, gone when this is dropped.
#[derive(Debug)]
pub struct Database {
    url: String,
    place: Place,
}

/// What holds it.
#[derive(Debug)]
enum Place {
    /// A SQLite file in a folder.
    Folder(TempDir),
    /// The Postgres server that the tests of this process share.
    Shared(&'static Cluster),
    /// A Postgres server of its own.
    Own(Box<Cluster>),
}

impl Database {
    /// A new SQLite database. The file does not exist yet; the server makes it.
    #[must_use]
    pub fn temporary() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { url: format!("sqlite:{}", file_in(&folder).display()), place: Place::Folder(folder) }
    }

    /// A new, empty database on a Postgres server that is shared with other tests.
    pub async fn postgres() -> Self {
        let cluster = spawn_blocking(Cluster::shared).await.expect("Postgres starts");
        Self { url: cluster.new_database().await, place: Place::Shared(cluster) }
    }

    /// A new, empty database on a Postgres server of its own, started with some settings, such as `fsync=off`.
    pub async fn postgres_with(settings: &'static [&'static str]) -> Self {
        let cluster = spawn_blocking(|| Cluster::start_with(settings)).await.expect("Postgres starts");
        Self { url: cluster.new_database().await, place: Place::Own(Box::new(cluster)) }
    }

    /// What the server is told.
    #[must_use]
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// What a server is told that reaches Postgres by another way.
    #[must_use]
    pub fn url_by_way_of(&self, address: SocketAddr) -> String {
        let by_way_of = self.url.replace(&self.address().to_string(), &address.to_string());
        assert_ne!(by_way_of, self.url, "the address of Postgres is in its URL");
        by_way_of
    }

    /// Where Postgres listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.cluster().port()))
    }

    /// Stops the Postgres server that this database has for itself as a crash would.
    ///
    /// # Panics
    /// If it has none, or on a runtime with one thread.
    pub fn crash(&self) {
        let Place::Own(cluster) = &self.place else { panic!("others use the server, too") };
        block_in_place(|| cluster.crash());
    }

    /// Starts that server again and waits until it has recovered.
    ///
    /// # Panics
    /// If there is none, or on a runtime with one thread.
    pub fn resume(&self) {
        block_in_place(|| self.cluster().resume());
    }

    fn cluster(&self) -> &Cluster {
        match &self.place {
            Place::Folder(_) => panic!("SQLite has no server"),
            Place::Shared(cluster) => cluster,
            Place::Own(cluster) => cluster,
        }
    }

    /// The file of a SQLite database.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        file_in(self.temporary_folder())
    }

    /// The folder that holds the file and nothing else.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.temporary_folder().path()
    }

    fn temporary_folder(&self) -> &TempDir {
        let Place::Folder(folder) = &self.place else { panic!("Postgres keeps its files for itself") };
        folder
    }
}

fn file_in(folder: &TempDir) -> PathBuf {
    folder.path().join("sauterelle.db")
}
