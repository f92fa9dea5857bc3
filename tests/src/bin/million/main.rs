//! Fills the archive of a new Postgres database with made-up games, and measures how long each kind of answer takes that
//! is made of them. Prints a table as Markdown.
//!
//! ```text
//! cargo run --release -p tests --bin million
//! ```
//!
//! Postgres runs in a temporary folder, with its usual settings but for the size of its buffers. The games are legal ones
//! that nobody has played: pieces of random games, over three years, between people and against the computer, with clocks
//! and without, a third of them followed by rematches.
#![allow(clippy::expect_used, reason = "a tool for developers, which stops at the first surprise")]

mod made_up;
mod timing;

use std::num::NonZeroU32;
use std::time::Instant;

use clap::Parser;
use server::Store;
use server::store::{ArchiveStore, PostgresStore};
use test_postgres::Cluster;

/// Measures the statistics and the archive with many games.
#[derive(Debug, Parser)]
#[command(name = "million", version)]
struct CommandLine {
    /// How many games are made up.
    #[arg(long, default_value = "1000000")]
    games: NonZeroU32,

    /// How often each answer is asked for; the first time, which warms things up, is not counted.
    #[arg(long, default_value = "40")]
    times: NonZeroU32,

    /// Where the random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// An empty Postgres database to be used; a new one in a temporary folder if not given.
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,

    /// Waits for a line of standard input once the games are there, so that the machine can be made quiet.
    #[arg(long)]
    wait: bool,
}

fn main() {
    let line = CommandLine::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime can be made");
    // It lives as long as it is measured.
    let cluster =
        line.database_url.is_none().then(|| Cluster::start_with(&["shared_buffers=512MB", "max_wal_size=4GB"]));
    runtime.block_on(measure(&line, cluster.as_ref()));
}

async fn measure(line: &CommandLine, cluster: Option<&Cluster>) {
    let url = match (&line.database_url, cluster) {
        (Some(url), _) => url.clone(),
        (None, Some(cluster)) => cluster.new_database().await,
        (None, None) => return,
    };
    let store = PostgresStore::open(&url, false).await.expect("the database can be used");
    let filling = Instant::now();
    made_up::fill(&url, line.games.get(), line.seed).await;
    let filled = filling.elapsed();
    let rebuilding = Instant::now();
    let counted = store.rebuild_stats().await.expect("the statistics can be made");
    let rebuilt = rebuilding.elapsed();
    let checking = Instant::now();
    let check = store.check_stats().await.expect("the statistics can be checked");
    let checked = checking.elapsed();
    store.close().await;
    println!(
        "{counted} games made up in {} s; the roll-up was made of them in {} s and checked in {} s: {} sums, {} differences.",
        filled.as_secs(),
        rebuilt.as_secs(),
        checked.as_secs(),
        check.sums,
        check.differences.len()
    );
    if line.wait {
        eprintln!("the games are there; press Enter to measure");
        let _ = std::io::stdin().read_line(&mut String::new());
    }
    timing::print(&url, line.times.get()).await;
}
