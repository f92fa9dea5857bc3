//! How the real binary starts, and how it says that it cannot.
#![allow(clippy::expect_used, reason = "a test stops at the first surprise")]

use clap::CommandFactory;
use tests::database::Database;
use tests::http::Api;
use tests::process::{Launch, ServerProcess};

async fn ends_well(mut server: ServerProcess) {
    server.terminate();
    server.ended_well().await;
}

#[tokio::test]
async fn the_first_line_of_output_is_the_address_and_logs_go_elsewhere() {
    let database = Database::temporary();
    let mut server = ServerProcess::start(&Launch::new(&database.url())).await;
    let address = server.address();
    assert_ne!(address.port(), 0, "port 0 picks a free one");
    assert_eq!(server.first_line(), format!("listening on http://{address}\n"));
    assert_eq!(Api::new(address).health().await.status, "ok");

    server.terminate();
    server.ended_well().await;
    assert_eq!(server.further_output(), "", "standard output holds the address only");
    assert_ne!(server.log(), "", "logs go to standard error");
}

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused_in_words() {
    let database = Database::temporary();
    let launch = Launch::new(&database.url());
    let first = ServerProcess::start(&launch).await;
    let refused = launch.refused().await;
    let (words, output) = (String::from_utf8_lossy(&refused.stderr), String::from_utf8_lossy(&refused.stdout));
    assert_eq!(refused.status.code(), Some(1), "{words}");
    assert_eq!(output, "", "a server that does not listen does not say so");
    assert!(words.contains("in use by another server"), "{words}");
    assert!(words.contains(&*database.path().to_string_lossy()), "it names the file: {words}");
    assert!(!words.contains("panicked"), "{words}");

    assert_eq!(Api::new(first.address()).health().await.status, "ok", "the first one goes on");
    ends_well(first).await;
    // The file is free again, whoever ended.
    ends_well(ServerProcess::start(&launch).await).await;
}

#[tokio::test]
async fn a_killed_server_leaves_the_file_free() {
    let database = Database::temporary();
    let mut server = ServerProcess::start(&Launch::new(&database.url())).await;
    server.kill().await;
    server.restart().await;
    ends_well(server).await;
}

#[tokio::test]
async fn the_environment_sets_what_no_flag_does() {
    let (database, other) = (Database::temporary(), Database::temporary());
    let launch =
        Launch::default().environment("SAUTERELLE_LISTEN", "127.0.0.1:0").environment("DATABASE_URL", &database.url());
    let server = ServerProcess::start(&launch).await;
    assert!(database.path().is_file(), "the database's address comes from the environment");
    let port = server.address();
    ends_well(server).await;

    let flags_too = Launch::new(&other.url())
        .environment("SAUTERELLE_LISTEN", &format!("127.0.0.1:{}", port.port()))
        .environment("DATABASE_URL", "sqlite:");
    let server = ServerProcess::start(&flags_too).await;
    assert!(other.path().is_file(), "a flag goes before the environment");
    ends_well(server).await;
}

#[tokio::test]
async fn a_bad_value_is_refused_before_anything_is_touched() {
    for (flag, value) in [
        ("--listen", "nowhere"),
        ("--listen", "127.0.0.1:65536"),
        ("--messages-per-second", "0"),
        ("--messages-per-second", "many"),
        ("--room-burst", "1.5"),
        ("--no-such-flag", "1"),
    ] {
        let database = Database::temporary();
        let launch = Launch::default().argument("--database-url", &database.url()).argument(flag, value);
        let refused = launch.refused().await;
        let words = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{flag} {value}: {words}");
        assert!(words.contains(flag), "it names what is wrong: {words}");
        assert!(!database.path().exists(), "{flag} {value}");
    }
}

#[tokio::test]
async fn a_wrong_value_of_any_option_is_refused_wherever_it_stands() {
    let folder = Database::temporary();
    let file = folder.folder().join("wrong.toml");
    let command = server::CommandLine::command();
    let options = command.get_arguments().filter(|option| option.get_action().takes_values());
    let mut tried = 0;
    for option in options.filter(|option| option.get_id() != "database_url" && option.get_id() != "config_file") {
        let (name, variable) = (option.get_long().expect("a name"), option.get_env().expect("a variable"));
        std::fs::write(&file, format!("{name} = \"nonsense\"\n")).expect("written");
        let launch = Launch::default().argument("--database-url", &folder.url());
        for (wrong, said) in [
            (launch.clone().argument(&format!("--{name}"), "nonsense"), name),
            (launch.clone().environment(&variable.to_string_lossy(), "nonsense"), name),
            (launch.argument("--config", &file.to_string_lossy()), "wrong.toml"),
        ] {
            let refused = wrong.refused().await;
            let words = String::from_utf8_lossy(&refused.stderr);
            assert_eq!(refused.status.code(), Some(2), "{name}: {words}");
            assert!(words.contains(name) && words.contains(said), "it names what is wrong with {name}: {words}");
            tried += 1;
        }
    }
    assert!(tried > 3 * 25, "only {tried} were tried");
    assert!(!folder.path().exists());
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_refused_in_words() {
    let folder = Database::temporary();
    let text = folder.folder().join("text.db");
    std::fs::write(&text, "This is no database, only a text that somebody left here.".repeat(100)).expect("written");
    for url in [
        format!("sqlite:{}/below-a-file.db", text.display()),
        format!("sqlite:{}", folder.folder().display()),
        format!("sqlite:{}", text.display()),
        "mysql://localhost/sauterelle".to_owned(),
        "sqlite:".to_owned(),
    ] {
        let refused = Launch::new(&url).refused().await;
        let words = String::from_utf8_lossy(&refused.stderr);
        assert!(matches!(refused.status.code(), Some(1 | 2)), "{url}: {words}");
        assert!(!words.trim().is_empty() && !words.contains("panicked"), "{url}: {words}");
    }
}

#[tokio::test]
async fn a_port_in_use_is_refused_in_words() {
    let (database, other) = (Database::temporary(), Database::temporary());
    let server = ServerProcess::start(&Launch::new(&database.url())).await;
    let refused = Launch::new(&other.url()).listening_on(server.address()).refused().await;
    let words = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{words}");
    assert!(words.contains(&server.address().to_string()), "it names the address: {words}");
    ends_well(server).await;
}
