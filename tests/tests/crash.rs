//! Crashes on SQLite: the real server, killed again and again while many rooms are played.

use tests::crash_course;
use tests::database::Database;
use tests::seed::seed;

#[tokio::test(flavor = "multi_thread")]
async fn twenty_kills_lose_no_acknowledged_move() {
    crash_course::twenty_kills(&Database::temporary(), seed("crash")).await;
}
