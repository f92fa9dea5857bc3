//! Crashes on Postgres: of the server, and of Postgres itself.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use rand::RngExt;
use tests::crash_course;
use tests::crowd::{Crowd, room_at};
use tests::database::Database;
use tests::process::{Launch, ServerProcess};
use tests::seed::{generator, seed};
use tests::stored::Stored;

const ROOMS: u64 = 24;
const CRASHES: u32 = 5;

#[tokio::test(flavor = "multi_thread")]
async fn twenty_kills_of_the_server_lose_no_acknowledged_move() {
    crash_course::twenty_kills(&Database::postgres().await, seed("postgres_crash")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_crashes_of_postgres_lose_no_acknowledged_move_and_no_socket() {
    let seed = seed("postgres_crash");
    let mut random = generator(seed, 0);
    let database = Database::postgres_with(&[]).await;
    let mut server = ServerProcess::start(&Launch::new(&database.url()).without_bounds()).await;
    let address = server.address();
    let mut crowd = Crowd::open(address, ROOMS, seed, |_| [address; 2]).await;
    let stored = Stored::on(&database).await;

    let mut before = crowd.mark();
    for _ in 0..CRASHES {
        crowd.all_go_on(&before).await;
        // The moment is random because it is that of a random answer, while the other rooms are anywhere.
        crowd.more_answers(random.random_range(0..200)).await;
        database.crash();
        let acknowledged = crowd.acknowledged();
        before = crowd.mark();
        database.resume();
        acknowledged.are_in(&stored).await;
    }
    crowd.all_go_on(&before).await;

    let (ledgers, players) = crowd.stop().await;
    for player in players {
        assert_eq!(player.connections(), 1, "the server keeps its sockets while its database is away");
    }
    let mut played = 0;
    for ledger in &ledgers {
        let snapshot = room_at(address, ledger.room, 0).await;
        assert_eq!(snapshot, stored.room(ledger.room).await, "the server has in memory what is stored");
        played += ledger.check(&snapshot);
    }
    println!("{ROOMS} rooms, {CRASHES} crashes of Postgres, {played} moves");
    server.terminate();
    server.ended_well().await;
}
