//! The database is away for a while: nothing is acknowledged that is not stored, nothing is lost, and the service
//! comes back by itself.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::time::{Duration, Instant};

use protocol::{ClientMessage, ErrorCode, Refused};
use tests::client::{Answer, Client, go_on};
use tests::database::Database;
use tests::eventually;
use tests::process::{Launch, ServerProcess};
use tests::proxy::Proxy;
use tests::remote::{GIVES_UP, Remote};
use tests::stored::Stored;
use tests::table::Table;
use tokio::task::JoinSet;

/// How many commands of one room may wait: the one that is being stored, and those behind it.
const MAY_WAIT: usize = 1 + 64;

/// Checks a refusal that says that the database is away, and when it came.
fn is_away(answer: Answer, asked: Instant) {
    let waited = asked.elapsed();
    let refused: Refused = answer.expect_err("nothing can be stored");
    assert_eq!(refused.code, ErrorCode::StoreUnavailable, "{refused:?}");
    assert!(refused.retry_after.is_some_and(|seconds| seconds > 0), "it says how long to wait: {refused:?}");
    assert!(GIVES_UP.contains(&waited), "refused after {waited:?}");
}

/// Sends the same command again, as the refusals ask to, until it is accepted.
async fn until_accepted(client: &mut Client, message: &ClientMessage) -> u64 {
    for _ in 0..12 {
        match client.call(message).await {
            Ok(okay) => return okay.seq,
            Err(refused) => {
                assert_eq!(refused.code, ErrorCode::StoreUnavailable);
                tokio::time::sleep(Duration::from_secs(refused.retry_after.unwrap_or(1).into())).await;
            }
        }
    }
    panic!("never accepted: {message:?}");
}

/// A move is played while the database is away in some way: it is refused, sent again afterwards, and played once.
/// `arrives` says whether the database carries it out although the server is not told.
async fn a_move_meets_an_outage(begin: impl Fn(&Proxy), end: impl Fn(&Proxy), arrives: bool) {
    let remote = Remote::start().await;
    let stored = Stored::on(&remote.database).await;
    let mut table = Table::open(remote.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    let message = table.guest.a_move("a13-c11");
    begin(&remote.network);
    let asked = Instant::now();
    is_away(table.guest.call(&message).await, asked);
    for client in [&mut table.host, &mut table.guest] {
        client.ping().await.expect("the room is there");
        assert_eq!(client.view().seq(), 4, "nobody is told of a move of which it is not known that it is stored");
    }
    assert_eq!(stored.head(table.room).await, if arrives { 5 } else { 4 });

    end(&remote.network);
    assert_eq!(until_accepted(&mut table.guest, &message).await, 5);
    assert_eq!(table.guest.call(&message).await.expect("accepted, as the same").seq, 5);
    for client in [&mut table.host, &mut table.guest] {
        client.until_seq(5).await;
        assert_eq!(client.view().shared(), stored.room(table.room).await);
    }
    table.play_all(&["l3-l4"]).await;
    assert_eq!(stored.log(table.room).await.len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_while_connections_are_refused_is_played_once() {
    a_move_meets_an_outage(Proxy::cut, Proxy::restore, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_the_network_swallows_is_played_once() {
    a_move_meets_an_outage(Proxy::swallow, Proxy::restore, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_reaches_the_database_late_is_played_once() {
    a_move_meets_an_outage(Proxy::hold_back, Proxy::restore, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_was_stored_without_the_server_knowing_is_played_once() {
    let end = |network: &Proxy| {
        network.cut();
        network.restore();
    };
    a_move_meets_an_outage(Proxy::lose_answers, end, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_stored_does_not_pile_up() {
    const SOCKETS: usize = 300;
    let remote = Remote::start().await;
    let mut table = Table::open(remote.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    // One seat, as many sockets as a lively client may open: each waits for the answer to its own move.
    let mut sockets = Vec::new();
    for _ in 0..SOCKETS {
        sockets.push(Client::joined(remote.address(), go_on(table.room, table.guest_token)).await);
    }
    let before = remote.server.peak_memory();
    remote.network.swallow();
    let until = Instant::now() + Duration::from_secs(12);
    let mut players = JoinSet::new();
    for mut socket in sockets {
        players.spawn(async move {
            let (mut waited, mut busy) = (0, 0);
            while Instant::now() < until {
                let message = socket.a_move("a13-c11");
                let asked = Instant::now();
                match socket.call(&message).await {
                    Err(refused) if refused.code == ErrorCode::Busy => {
                        assert!(refused.retry_after.is_some(), "{refused:?}");
                        busy += 1;
                    }
                    answer => {
                        is_away(answer, asked);
                        waited += 1;
                    }
                }
            }
            (waited, busy)
        });
    }
    let (mut waited, mut busy) = (0, 0);
    while let Some(counts) = players.join_next().await {
        let counts = counts.expect("no surprise");
        waited += counts.0;
        busy += counts.1;
    }
    // The peak that the kernel tells is not exact, and may even seem to sink a little.
    let grown = remote.server.peak_memory().saturating_sub(before);
    println!("{waited} commands waited, {busy} were sent away at once; {grown} KiB more");
    // In twelve seconds each place is taken three times.
    assert!(waited <= 3 * MAY_WAIT, "{waited} commands waited");
    assert!(busy >= 10 * MAY_WAIT, "the others are sent away at once: {busy}");
    assert!(grown < 16 * 1024, "{grown} KiB");

    remote.network.restore();
    // All of them meant the same move; the first of them is played.
    table.host.until_seq(5).await;
    let stored = Stored::on(&remote.database).await;
    assert_eq!(stored.room(table.room).await, table.host.view().shared());
    assert_eq!(table.host.view().moves().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_ends_in_time_while_its_database_is_away() {
    let mut remote = Remote::start().await;
    let mut table = Table::open(remote.address(), "halma").await;
    remote.network.swallow();
    let message = table.host.a_move("l2-l3");
    table.host.send(&message).await.expect("sent");
    let log = || remote.server.log();
    eventually("the server misses its database", async || log().contains("not available").then_some(())).await;
    remote.server.terminate();
    remote.server.ended_within(Duration::from_secs(6)).await;
    assert_eq!(Stored::on(&remote.database).await.head(table.room).await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_endanger_moves_are_warned_of() {
    for (database, setting) in [
        (Database::postgres_with(&["fsync=off"]).await, Some("fsync")),
        (Database::postgres_with(&["full_page_writes=off"]).await, Some("full_page_writes")),
        (Database::postgres().await, None),
    ] {
        let mut server = ServerProcess::start(&Launch::new(&database.url())).await;
        server.terminate();
        server.ended_within(Duration::from_secs(5)).await;
        let log = server.log();
        let warnings: Vec<_> = log.lines().filter(|line| line.contains("may be lost in a crash")).collect();
        assert_eq!(warnings.len(), usize::from(setting.is_some()), "{log}");
        for (warning, setting) in warnings.iter().zip(setting) {
            assert!(warning.contains("WARN") && warning.contains(&format!("{setting} is off")), "{warning}");
        }
    }
}
