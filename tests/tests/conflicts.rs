//! Two servers that append to the same room at the same moment: one is first, and the other decides again.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::sync::Arc;

use protocol::{ErrorCode, Reason, SidesChoice};
use server::room::LogEvent;
use tests::client::{Answer, Client, go_on, new_token, sit};
use tests::database::Database;
use tests::http::{Api, room_of};
use tests::in_process::{Setup, TestServer};
use tests::meeting::Meeting;
use tests::staged::Staged;
use tests::stored::Stored;
use tests::table::Table;
use tests::vectors::{self, Record};

const ROUNDS: usize = 20;

/// Two servers whose appends can be made to reach the database together.
struct Rivals {
    servers: [TestServer; 2],
    meeting: Arc<Meeting>,
    stored: Stored,
}

impl Rivals {
    async fn start() -> Self {
        let database = Arc::new(Database::postgres().await);
        let meeting = Arc::new(Meeting::default());
        let setup = || {
            let meeting = Arc::clone(&meeting);
            Setup::without_bounds().through(move |store| Staged::new(store).meeting(Arc::clone(&meeting)))
        };
        let servers = [TestServer::on(&database, setup()).await, TestServer::on(&database, setup()).await];
        let stored = Stored::on(&database).await;
        Self { servers, meeting, stored }
    }

    /// A table of which one player is at each server.
    async fn table(&self, game: &str, round: usize) -> Table {
        let [one, other] = [0, 1].map(|place| self.servers[(place + round) % 2].address());
        Table::across([one, other], game).await
    }

    /// Awaits two commands of which each server gets one, and whose events both reach the database before either is
    /// stored.
    async fn at_once<A, B>(&self, one: impl Future<Output = A>, other: impl Future<Output = B>) -> (A, B) {
        self.meeting.call();
        let answers = tokio::join!(one, other);
        assert!(self.meeting.has_happened(), "both servers had something to append");
        answers
    }

    async fn stop(self) {
        for server in self.servers {
            server.stop().await;
        }
    }
}

/// Who was first.
fn winner(one: &Answer, other: &Answer, refusal: ErrorCode) -> usize {
    match (one, other) {
        (Ok(_), Err(refused)) if refused.code == refusal => 0,
        (Err(refused), Ok(_)) if refused.code == refusal => 1,
        _ => panic!("one is accepted and the other refused as {refusal:?}: {one:?}, {other:?}"),
    }
}

/// A short game that ends by its last move.
fn short_game() -> Record {
    let records = vectors::games("jarmo").into_iter().filter(|record| record.result.is_some());
    records.min_by_key(|record| record.moves.len()).expect("recorded games end")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_move_and_a_resignation_at_once_end_the_game_once() {
    let rivals = Rivals::start().await;
    let record = short_game();
    let (last, before) = record.moves.split_last().expect("a game has moves");
    let mut won = [0; 2];
    for round in 0..ROUNDS {
        let mut table = rivals.table(&record.game, round).await;
        table.play_all(before).await;
        let side = table.host.view().to_move().expect("the game is not over");
        let host_moves = side == protocol::Side::First;
        let (mover, other) =
            if host_moves { (&mut table.host, &mut table.guest) } else { (&mut table.guest, &mut table.host) };
        let position = mover.view().seq();
        let (moved, resigned) = rivals.at_once(mover.play(last), other.resign()).await;
        let winner = winner(&moved, &resigned, ErrorCode::GameOver);
        won[winner] += 1;

        let (events, reason) =
            if winner == 0 { (2, record.result.as_ref().expect("a result").reason) } else { (1, Reason::Resignation) };
        let stored = rivals.stored.room(table.room).await;
        assert_eq!(stored.seq, position + events, "all events of one command, and none of the other");
        assert_eq!(stored.game.as_ref().and_then(|game| game.result.as_ref()).map(|end| end.reason), Some(reason));
        for player in [&mut table.host, &mut table.guest] {
            player.until_seq(stored.seq).await;
            assert_eq!(player.view().shared(), stored);
        }
        assert_eq!(rivals.stored.games().await, u64::try_from(round + 1).expect("small"), "one archived game a round");
    }
    println!("the move was first {} times, the resignation {} times", won[0], won[1]);
    rivals.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_guests_at_once_get_one_seat() {
    let rivals = Rivals::start().await;
    let mut won = [0; 2];
    for _ in 0..ROUNDS {
        let [here, there] = [0, 1].map(|place| rivals.servers[place].address());
        let host = new_token();
        let room = Api::new(here).create(&room_of("halma", host, SidesChoice::First)).await.room;
        let mut host = Client::joined(here, go_on(room, host)).await;
        let mut guests =
            [Client::connect(here).await.expect("a socket"), Client::connect(there).await.expect("a socket")];
        let [one, other] = &mut guests;
        // Sitting down starts the game: two events.
        let (first, second) =
            rivals.at_once(one.join(sit(room, new_token())), other.join(sit(room, new_token()))).await;
        let winner = winner(&first, &second, ErrorCode::SeatsTaken);
        won[winner] += 1;

        let stored = rivals.stored.room(room).await;
        assert_eq!(stored.seq, 3);
        for player in [&mut host, &mut guests[winner]] {
            player.until_seq(3).await;
            assert_eq!(player.view().shared(), stored);
        }
    }
    println!("each server was first: {won:?}");
    rivals.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_at_both_servers_is_carried_out_once() {
    let rivals = Rivals::start().await;
    for round in 0..ROUNDS {
        let mut table = rivals.table("halma", round).await;
        // As a client does that lost the answer and comes back by way of the other server.
        let elsewhere = rivals.servers[(round + 1) % 2].address();
        let mut again = Client::joined(elsewhere, go_on(table.room, table.host_token)).await;
        let message = table.host.a_move("l2-l3");
        let (first, second) = rivals.at_once(table.host.call(&message), again.call(&message)).await;
        assert_eq!(first.expect("accepted").seq, 4);
        assert_eq!(second.expect("accepted, as the same").seq, 4);

        let log = rivals.stored.log(table.room).await;
        assert_eq!(log.len(), 4);
        assert!(matches!(&log[3].event, LogEvent::Moved { text, .. } if text == "l2-l3"));
        table.guest.until_seq(4).await;
        assert_eq!(table.guest.view().shared(), rivals.stored.room(table.room).await);
    }
    rivals.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_moves_of_one_player_at_once_are_one_move() {
    let rivals = Rivals::start().await;
    for round in 0..ROUNDS {
        let mut table = rivals.table("halma", round).await;
        let elsewhere = rivals.servers[(round + 1) % 2].address();
        let mut again = Client::joined(elsewhere, go_on(table.room, table.host_token)).await;
        let legal = table.host.until_legal_moves().await.expect("the socket stays open").moves;
        let moves = [legal[0].as_str(), legal[legal.len() - 1].as_str()];
        let (first, second) = rivals.at_once(table.host.play(moves[0]), again.play(moves[1])).await;
        let winner = winner(&first, &second, ErrorCode::StalePosition);

        let stored = rivals.stored.room(table.room).await;
        assert_eq!(stored.game.as_ref().expect("a game").moves, [moves[winner]]);
        for player in [&mut table.host, &mut again, &mut table.guest] {
            player.until_seq(4).await;
            assert_eq!(player.view().shared(), stored);
        }
    }
    rivals.stop().await;
}
