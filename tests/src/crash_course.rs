//! The real server, killed again and again while many rooms are played: no acknowledged move is lost, none is played
//! twice, and the players go on by themselves. It is the same course on every kind of database.

use rand::RngExt;

use crate::crowd::{Crowd, room_at};
use crate::database::Database;
use crate::process::{Launch, ServerProcess};
use crate::seed::generator;

const ROOMS: u64 = 24;
const KILLS: u32 = 20;

/// Kills a server on this database twenty times.
///
/// # Panics
/// If the server does not keep what it promises.
pub async fn twenty_kills(database: &Database, seed: u64) {
    let mut random = generator(seed, 0);
    let mut server = ServerProcess::start(&Launch::new(&database.url()).without_bounds()).await;
    let address = server.address();
    let mut crowd = Crowd::open(address, ROOMS, seed, |_| [address; 2]).await;

    let mut before = crowd.mark();
    for _ in 0..KILLS {
        crowd.all_go_on(&before).await;
        // The moment is random because it is that of a random answer, while the other rooms are anywhere.
        crowd.more_answers(random.random_range(0..200)).await;
        server.kill().await;
        let acknowledged = crowd.acknowledged();
        before = crowd.mark();
        server.restart().await;
        acknowledged.are_known_to(address).await;
    }
    crowd.all_go_on(&before).await;

    let (ledgers, players) = crowd.stop().await;
    for player in players {
        // An answer that was on its way when the server was killed can make one kill pass unnoticed.
        assert!(player.connections() > KILLS / 2, "every kill cost the player a connection");
    }
    let mut played = 0;
    for ledger in &ledgers {
        played += ledger.check(&room_at(address, ledger.room, 0).await);
    }
    println!("{ROOMS} rooms, {KILLS} kills, {played} moves");
    server.terminate();
    server.ended_well().await;
}
