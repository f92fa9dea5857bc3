//! What every store promises, tested on each of them.

use std::time::Duration;

use protocol::Timestamp;
use server::store::{self, ServerId, SqliteStore};
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
    a_glimpse_is_the_first_event_the_last_turns_and_the_last_event,
    a_log_is_read_as_it_was_written,
    an_append_must_follow_the_last_event,
    a_room_is_made_once,
    all_events_of_an_append_or_none,
    losers_do_not_keep_winners_from_being_stored,
    an_append_that_was_stored_before_is_known_again,
    a_bad_append_leaves_nothing_behind,
    the_archive_counts_each_game_once,
    games_against_the_computer_are_counted_apart,
    a_large_batch_is_one_append_each,
    heads_are_the_last_events_of_the_rooms_that_are_there,
    the_games_of_a_room_are_told_in_order,
    a_room_is_due_as_its_last_append_says,
    a_room_is_never_due_early_and_hardly_late,
    those_that_are_due_longest_come_first,
    what_is_not_due_yet_can_be_put_off,
    the_lobby_lists_the_newest_first,
    a_room_is_listed_as_its_last_append_says,
    the_lobby_tells_whether_the_host_is_there,
    of_a_closed_room_only_its_end_and_its_games_are_left,
    a_closed_room_stays_closed,
    a_closing_that_comes_too_late_closes_nothing,
    a_closing_that_cannot_be_stored_closes_nothing,
    time_in_which_nobody_beats_is_an_outage,
    the_heartbeat_never_goes_back,
    outages_are_told_for_thirty_days,
    from_a_rest_to_the_next_start_is_an_outage_however_short,
    a_rest_while_another_server_lives_is_no_outage,
    a_server_that_starts_beside_one_that_may_live_records_no_outage,
    a_rest_is_the_last_sign_of_life,
    lines_are_numbered_in_each_channel_of_a_room,
    a_line_that_is_said_again_is_known,
    the_last_lines_after_one_are_read,
    a_chat_has_an_end,
    players_have_names,
    what_somebody_said_and_was_called_can_be_forgotten,
    the_lobby_forgets_a_name,
    a_block_is_kept_until_it_ends_or_is_lifted,
    whoever_attends_is_told_what_lies_beside_the_logs,
    servers_tell_each_other_who_is_there,
    a_server_that_tells_nothing_is_soon_not_believed,
    servers_whose_clocks_differ_believe_each_other,
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
async fn a_database_file_is_used_by_nobody_else_who_could_have_lived() {
    const GAP: Duration = Duration::from_secs(10);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let path = path.to_str().unwrap();
    let mut known = Vec::new();
    let mut last = None;
    for (now, rests) in
        [(1_000_000, true), (1_005_000, false), (1_010_000, false), (1_090_000, true), (1_092_000, true)]
    {
        let store = SqliteStore::open(path).await.unwrap();
        let server = ServerId::new();
        known.extend(last.map(|last| (Timestamp(last), Timestamp(now))));
        assert_eq!(store.beat(server, Timestamp(now), GAP).await.unwrap().outages, known, "at {now}");
        assert_eq!(store.beat(server, Timestamp(now + 1_000), GAP).await.unwrap().outages, known);
        last = Some(now + 1_000);
        // If it does not rest, it is as if it had crashed.
        if rests {
            store.rest(server, Timestamp(now + 1_500), GAP).await.unwrap();
            last = Some(now + 1_500);
        }
        store.close().await;
    }
}

#[tokio::test]
async fn an_unknown_address_is_refused_in_words() {
    for url in ["", "sqlite:", "mysql://localhost", "somewhere"] {
        let error = store::open(url).await.err().unwrap();
        assert!(matches!(error, StoreError::UnknownUrl), "{url}");
    }
}
