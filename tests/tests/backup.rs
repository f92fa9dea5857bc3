//! Backups made while a server runs, with the programs that the documentation names: what was restored goes on.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::process::Command;

use protocol::{Channel, Chat, ClientMessage, Snapshot};
use tests::client::{Client, go_on, new_id};
use tests::database::Database;
use tests::process::{Launch, ServerProcess};
use tests::stored::Stored;
use tests::table::Table;

/// Runs a program to its end.
fn run(mut command: Command) {
    let done = command.output().unwrap_or_else(|why| panic!("{command:?} cannot be run: {why}"));
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A room with a finished game, a running one, and talk.
async fn play(server: &ServerProcess) -> Table {
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3"]).await;
    table.guest.resign().await.expect("it can be given up");
    table.host.until("the end", |view| view.game().is_some_and(|game| game.result.is_some())).await;
    let text = "until tomorrow".parse().expect("a line");
    let chat = ClientMessage::Chat(Chat { id: Some(new_id()), channel: Channel::Players, text });
    table.host.call(&chat).await.expect("said");
    table
}

/// Starts a server on what was restored, and looks whether all is there and can be gone on with.
async fn goes_on(restored: &Database, table: &Table, before: Snapshot) {
    let mut server = ServerProcess::start(&Launch::new(&restored.url())).await;
    assert_eq!(tests::table::now(server.address(), table.room).await, before);
    let mut host = Client::joined(server.address(), go_on(table.room, table.host_token)).await;
    assert_eq!(host.view().snapshot().chat.as_ref().map(Vec::len), Some(1), "the talk is there");
    host.ping().await.expect("the seat is there");
    let text = "here again".parse().expect("a line");
    let chat = ClientMessage::Chat(Chat { id: Some(new_id()), channel: Channel::Players, text });
    host.call(&chat).await.expect("it can be written to");
    server.terminate();
    server.ended_well().await;
    let stored = Stored::on(restored).await;
    assert_eq!(stored.games().await, 1);
    assert_eq!(stored.stats_check().await.differences, []);
    assert_eq!(stored.room(table.room).await.game.map(|game| game.moves.len()), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_sqlite_file_in_use_goes_on() {
    let (database, restored) = (Database::temporary(), Database::temporary());
    let mut server = ServerProcess::start(&Launch::new(&database.url())).await;
    let mut table = play(&server).await;
    let before = table.now().await;
    let mut backup = Command::new("sqlite3");
    backup.arg(database.path()).arg(format!(".backup '{}'", restored.path().display()));
    run(backup);
    // What happens afterwards is not in the copy.
    table.host.resign().await.expect_err("the game is over");
    server.kill().await;
    goes_on(&restored, &table, before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dump_of_a_postgres_database_in_use_goes_on() {
    let (database, restored) = (Database::postgres().await, Database::postgres().await);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("copy.dump");
    let mut server = ServerProcess::start(&Launch::new(&database.url())).await;
    let table = play(&server).await;
    let before = table.now().await;
    let mut dump = test_postgres::client("pg_dump");
    dump.arg("--format=custom").arg("--file").arg(&file).arg(database.url());
    run(dump);
    server.kill().await;
    let mut restore = test_postgres::client("pg_restore");
    restore.arg("--exit-on-error").arg(format!("--dbname={}", restored.url())).arg(&file);
    run(restore);
    goes_on(&restored, &table, before).await;
}
