//! Rooms that are to be opened or made while the database is away.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use protocol::http::RoomCreated;
use protocol::{ErrorCode, RoomId, Seat, SeatToken, SidesChoice};
use sqlx::{Connection, Executor, PgConnection};
use tests::client::{Answer, Client, go_on, new_token};
use tests::eventually;
use tests::http::{Api, room_of};
use tests::remote::{GIVES_UP, Remote};
use tests::stored::Stored;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

/// How many statements the server has under way at most that read.
const READERS: i64 = 8;

/// Makes rooms that nobody has opened yet.
async fn unopened_rooms(server: SocketAddr, count: usize) -> Vec<(RoomId, SeatToken)> {
    let api = Api::new(server);
    let mut rooms = Vec::new();
    for _ in 0..count {
        let token = new_token();
        rooms.push((api.create(&room_of("halma", token, SidesChoice::First)).await.room, token));
    }
    rooms
}

/// Begins to join rooms, all at once. Each of these tells the answer, and how long it took.
fn join_all(server: SocketAddr, rooms: &[(RoomId, SeatToken)]) -> JoinSet<(Duration, Answer)> {
    let join = |(room, token)| async move {
        let mut client = Client::connect(server).await.expect("a socket");
        let asked = Instant::now();
        let answer = client.join(go_on(room, token)).await;
        (asked.elapsed(), answer)
    };
    rooms.iter().copied().map(join).collect()
}

/// Tries until all rooms can be joined.
async fn until_all_open(server: SocketAddr, rooms: &[(RoomId, SeatToken)]) {
    eventually("all rooms can be opened", async || {
        let answers = join_all(server, rooms).join_all().await;
        answers.iter().all(|(_, answer)| answer.is_ok()).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_can_be_opened_again_although_all_connections_were_lost_in_use() {
    let remote = Remote::start().await;
    let rooms = unopened_rooms(remote.address(), 24).await;
    // Somebody keeps the table, so that all connections wait for an answer when the network falls silent.
    let mut keeper = PgConnection::connect(&remote.database.url()).await.expect("the database can be reached");
    keeper.execute("begin").await.expect("a transaction");
    keeper.execute("lock table events").await.expect("the table can be locked");
    let joins = join_all(remote.address(), &rooms);
    let keeper = Mutex::new(keeper);
    eventually("all connections wait", async || {
        let query =
            sqlx::query_scalar("select count(*) from pg_locks where not granted and relation = 'events'::regclass");
        let waiting: i64 = query.fetch_one(&mut *keeper.lock().await).await.expect("a count");
        (waiting >= READERS).then_some(())
    })
    .await;
    remote.network.swallow();
    for (waited, answer) in joins.join_all().await {
        let refused = answer.expect_err("no room can be read");
        assert_eq!(refused.code, ErrorCode::StoreUnavailable);
        assert!(refused.retry_after.is_some());
        assert!(waited < GIVES_UP.end, "refused after {waited:?}");
    }

    keeper.into_inner().execute("rollback").await.expect("the table can be let go");
    remote.network.restore();
    until_all_open(remote.address(), &rooms).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_could_not_be_made_is_made_when_asked_for_again() {
    let remote = Remote::start().await;
    let api = Api::new(remote.address());
    let request = room_of("halma", new_token(), SidesChoice::First);
    remote.network.swallow();
    let asked = Instant::now();
    let reply = api.post_room(&request).await.expect("an answer");
    assert_eq!((reply.status, reply.refusal().code), (503, ErrorCode::StoreUnavailable));
    assert!(reply.headers.contains_key("retry-after"));
    let waited = asked.elapsed();
    assert!(GIVES_UP.contains(&waited), "refused after {waited:?}");

    remote.network.restore();
    let made: RoomCreated = eventually("rooms can be made", async || {
        let reply = api.post_room(&request).await.expect("an answer");
        // The room may have been made when the network came back, or now.
        [200, 201].contains(&reply.status).then(|| reply.json())
    })
    .await;
    let host = Client::joined(remote.address(), go_on(made.room, request.token)).await;
    assert_eq!(host.view().you(), Some(Seat::Host));
    assert_eq!(Stored::on(&remote.database).await.log(made.room).await.len(), 1);
}
