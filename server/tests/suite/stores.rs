//! What every store promises, tested on each of them.

use server::store::{self, SqliteStore};
use server::{Store, StoreError};

use crate::promises;

/// Runs each promise on a new, empty store of each kind. The one in memory that other tests use is one of them, so
/// that those tests do not stand on sand.
macro_rules! every_store_promises {
    ($($promise:ident),* $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test]
                async fn $promise() {
                    let folder = tempfile::tempdir().unwrap();
                    let path = folder.path().join("test.db");
                    let store = server::store::SqliteStore::open(path.to_str().unwrap()).await.unwrap();
                    crate::promises::$promise(&store).await;
                }
            )*
        }

        mod postgres {
            $(
                #[tokio::test]
                async fn $promise() {
                    let url = test_postgres::Cluster::shared().new_database().await;
                    let store = server::store::PostgresStore::open(&url, true).await.unwrap();
                    crate::promises::$promise(&store).await;
                }
            )*
        }

        mod memory {
            $(
                #[tokio::test]
                async fn $promise() {
                    crate::promises::$promise(&crate::memory::MemoryStore::new()).await;
                }
            )*
        }
    };
}

every_store_promises! {
    a_log_is_read_as_it_was_written,
    an_append_must_follow_the_last_event,
    a_room_is_made_once,
    all_events_of_an_append_or_none,
    losers_do_not_keep_winners_from_being_stored,
    an_append_that_was_stored_before_is_known_again,
    a_bad_append_leaves_nothing_behind,
    the_archive_counts_each_game_once,
    a_large_batch_is_one_append_each,
    heads_are_the_last_events_of_the_rooms_that_are_there,
}

#[tokio::test]
async fn a_database_file_is_kept_by_one_store() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("new/folder/test.db").display());
    let first = store::open(&url).await.unwrap();
    let second = store::open(&url).await.err().unwrap();
    assert!(matches!(second, StoreError::InUse { .. }), "{second}");
    assert!(second.to_string().contains("in use by another server"));
    first.close().await;
    drop(first);
    assert!(store::open(&url).await.is_ok(), "the file is free again");
}

#[tokio::test]
async fn what_is_stored_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let path = path.to_str().unwrap();
    let store = SqliteStore::open(path).await.unwrap();
    let log = promises::store_a_room(&store).await;
    store.close().await;
    drop(store);
    let store = SqliteStore::open(path).await.unwrap();
    assert_eq!(store.load(promises::room(1), 0).await.unwrap(), log);
}

#[tokio::test]
async fn an_unknown_address_is_refused_in_words() {
    for url in ["", "sqlite:", "mysql://localhost", "somewhere"] {
        let error = store::open(url).await.err().unwrap();
        assert!(matches!(error, StoreError::UnknownUrl), "{url}");
    }
}
