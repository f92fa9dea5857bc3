//! Whole games over real sockets: two players and one who watches see the same, move by move, and it is what the
//! rules say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use protocol::names::square_names;
use protocol::{Board, ErrorCode, Outcome, PerSide, Side, Snapshot};
use rules::{MoveInput, Position};
use tests::client::{Client, watch};
use tests::http::Api;
use tests::in_process::TestServer;
use tests::table::Table;
use tests::vectors::{self, Record, fingerprint};

/// A game of which each ply is checked.
struct Followed {
    table: Table,
    watcher: Client,
    position: Position,
}

impl Followed {
    async fn open(server: &TestServer, game: &str) -> Self {
        let table = Table::open(server.address(), game).await;
        let watcher = Client::joined(server.address(), watch(table.room)).await;
        let position = rules::game(game).expect("a game of the catalogue").start();
        Self { table, watcher, position }
    }

    /// Plays a recorded game from its start.
    async fn play(&mut self, record: &Record) {
        for (text, before) in record.moves.iter().zip(&record.trace) {
            let side = self.table.host.view().to_move().expect("a game is running");
            assert_eq!(side, before.to_move, "{text}");
            let mover = self.table.player(side);
            let legal = mover.until_legal_moves().await.expect("the socket stays open");
            assert_eq!((legal.side, legal.moves.len()), (side, before.legal), "before {text}");
            assert_eq!(fingerprint(&legal.moves), before.hash, "before {text}");

            let okay = mover.play(text).await.unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
            let input: MoveInput = text.parse().expect("a recorded move");
            let played = self.position.play(&input).expect("a recorded move is legal");
            // The move that ends the game is followed by the end.
            let seq = okay.seq + u64::from(played.ending.is_some());
            let seen = self.seen_at(seq).await;
            self.compare(&seen, &played);
        }
    }

    /// What all three see once an event is known; it must be the same.
    async fn seen_at(&mut self, seq: u64) -> Snapshot {
        self.table.host.until_seq(seq).await;
        self.table.guest.until_seq(seq).await;
        self.watcher.until_seq(seq).await;
        let seen = self.table.host.view().shared();
        assert_eq!(self.table.guest.view().shared(), seen);
        assert_eq!(self.watcher.view().shared(), seen);
        assert_eq!(seen.seq, seq);
        seen
    }

    /// Compares what the clients see with the rules' own position.
    fn compare(&self, seen: &Snapshot, played: &rules::Played) {
        let game = seen.game.as_ref().expect("a game");
        assert_eq!(game.board, Board::from(&self.position.set_up()));
        let last = game.last_move.as_ref().expect("a move was played");
        assert_eq!(last.text, played.mv.to_string());
        assert_eq!(last.path, square_names(&played.path));
        assert_eq!(last.taken, square_names(&played.taken));
        let running = played.ending.is_none();
        assert_eq!(seen.to_move, running.then(|| Side::from(self.position.to_move())));
        assert_eq!(seen.passed_over, played.passed_over.filter(|_| running).map(Side::from));
        let result = game.result.as_ref().map(|result| (result.outcome, result.reason, result.score));
        let ending = played.ending.map(|end| (end.outcome.into(), end.reason.into(), end.score.map(PerSide::from)));
        assert_eq!(result, ending);
    }

    /// Compares the end with the record's, and all that was learned from events with a whole snapshot.
    async fn check_end(&self, record: &Record) {
        let seen = self.watcher.view().shared();
        let game = seen.game.as_ref().expect("a game");
        let end = game.result.as_ref().map(|result| (result.outcome, result.reason));
        assert_eq!(end, record.result.as_ref().map(|result| (outcome(result.winner), result.reason)));
        assert_eq!(game.moves, record.moves);
        assert_eq!(self.table.now().await, seen);
    }
}

fn outcome(winner: Option<Side>) -> Outcome {
    match winner {
        Some(Side::First) => Outcome::First,
        Some(Side::Second) => Outcome::Second,
        None => Outcome::Draw,
    }
}

/// Plays every recorded game of one kind, all at the same time in their own rooms.
async fn play_every_record(game: &'static str) {
    let server = TestServer::start().await;
    let records = vectors::games(game);
    assert!(records.iter().any(|record| record.result.is_some()), "some games are played to their end");
    let mut rooms = tokio::task::JoinSet::new();
    for record in records {
        let mut followed = Followed::open(&server, game).await;
        rooms.spawn(async move {
            followed.play(&record).await;
            followed.check_end(&record).await;
        });
    }
    while let Some(room) = rooms.join_next().await {
        room.expect("the game is as recorded");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_games_of_halma_are_seen_alike_by_all() {
    play_every_record("halma").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_games_of_halma8_are_seen_alike_by_all() {
    play_every_record("halma8").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_games_of_jarmo_are_seen_alike_by_all() {
    play_every_record("jarmo").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recorded_games_of_the_man_in_the_moon_are_seen_alike_by_all() {
    play_every_record("moon").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_finished_game_changes_the_statistics_by_exactly_one() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let mut records = vectors::games("halma");
    records.retain(|record| record.result.is_some());
    records.sort_by_key(|record| record.moves.len());
    let shortest = |winner: Option<Side>| {
        records.iter().find(move |record| record.result.as_ref().is_some_and(|result| result.winner == winner))
    };
    for winner in [Some(Side::First), Some(Side::Second), None] {
        let record = shortest(winner).expect("the records hold every outcome");
        let before = api.stats("halma").await;
        let mut table = Table::open(server.address(), "halma").await;
        let (last, rest) = record.moves.split_last().expect("a game has moves");
        table.play_all(rest).await;
        assert_eq!(api.stats("halma").await, before, "a running game counts for nothing");

        table.play_all(&[last]).await;
        let mut expected = (before.games + 1, before.first.wins, before.second.wins, before.draws.games);
        *match winner {
            Some(Side::First) => &mut expected.1,
            Some(Side::Second) => &mut expected.2,
            None => &mut expected.3,
        } += 1;
        let after = api.stats("halma").await;
        assert_eq!((after.games, after.first.wins, after.second.wins, after.draws.games), expected);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_who_watches_can_do_nothing_else() {
    let server = TestServer::start().await;
    let mut table = Table::open(server.address(), "halma").await;
    let mut watcher = Client::joined(server.address(), watch(table.room)).await;
    table.play_all(&["l2-l3"]).await;
    watcher.until_seq(table.host.view().seq()).await;
    assert_eq!(watcher.view().you(), None);
    let before = table.now().await;

    let legal_for_both = ["a13-c11", "l1-l2"];
    for text in legal_for_both {
        assert_eq!(watcher.play(text).await.unwrap_err().code, ErrorCode::NotSeated, "{text}");
    }
    assert_eq!(watcher.resign().await.unwrap_err().code, ErrorCode::NotSeated);
    assert_eq!(watcher.ask_legal_moves().await.unwrap_err().code, ErrorCode::NotSeated);
    assert_eq!(watcher.legal(), None, "legal moves are sent to players only");
    let refused = watcher.join(tests::client::sit(table.room, tests::client::new_token())).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::SeatsTaken);
    assert!(watcher.ping().await.is_ok());

    assert_eq!(table.now().await, before);
    table.play_all(&["a13-c11"]).await;
    watcher.until_seq(table.host.view().seq()).await;
    assert_eq!(watcher.view().shared(), table.host.view().shared(), "the watcher goes on watching");
    server.stop().await;
}
