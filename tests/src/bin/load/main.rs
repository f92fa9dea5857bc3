//! Measures a running server: how many moves it takes, how fast it answers, and what that costs it.
//!
//! ```sh
//! cargo run --release -p tests --bin load -- --url http://127.0.0.1:8420 --rooms 200 --seconds 10 --baseline
//! ```
//!
//! Light clients ([`player`], [`frame`]) sit in pairs at [`table`]s and [`play`], as fast as answers come or at a
//! fixed total [`pace`]. In the latter case a move's time is counted from when it was due, not from when it could at
//! last be sent, so that a server that stalls cannot hide how long moves had to wait. [`record`] keeps the times,
//! [`process`] looks at what the server takes, [`idle`] players show what a connection costs, the
//! computer's [`thinking`] may be had beside them, and a bare [`echo`] of messages
//! of the same size shows what would be possible at most. The [`report`] also tells how busy this tool was: it is to
//! have processors of its own, and must not be the narrow place itself.

mod arguments;
mod echo;
mod frame;
mod idle;
mod pace;
mod play;
mod player;
mod process;
mod record;
mod report;
mod table;
mod thinking;
mod trouble;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;

use arguments::{CommandLine, Inner, Load};
use idle::Idle;
use process::Process;
use record::Recorder;
use report::{IdleCost, Report};
use table::Tables;
use thinking::Thinking;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The same as the server's, so that the bare echo is like it in this, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let line = CommandLine::parse();
    let done = match line.inner {
        Some(Inner::Echo { beside }) => echo::serve(beside),
        None => run(&line.load),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // If even that cannot be written, the exit code still tells.
            let _ = writeln!(std::io::stderr(), "load: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(load: &Load) -> Outcome<()> {
    // A single thread saves what threads cost each other; with more processors they are worth it.
    let mut runtime = match std::thread::available_parallelism()?.get() {
        1 => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    let report = runtime.enable_all().build()?.block_on(measure(load))?;
    let mut out = std::io::stdout();
    if load.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}

async fn measure(load: &Load) -> Outcome<Report> {
    let server = load.pid.map(Process::new).or_else(|| Process::listening_on(load.url.port()));
    let tables = Tables::new(load.url.clone())?;
    let recorder = Arc::new(Recorder::new()?);
    let mut report =
        Report { url: load.url.http("/"), playing: None, idle: None, thinking: 0, baseline: None, ratio: None };

    // The idle ones stay while others play.
    let mut idle = None;
    if load.idle > 0 {
        let seated = Idle::seat(load.idle, &tables, server, &recorder).await;
        let each = seated.bytes.and_then(|bytes| bytes.checked_div(seated.connections.into()));
        report.idle = Some(IdleCost { connections: seated.connections, bytes_per_connection: each });
        idle = Some(seated);
    }
    let thinking = Thinking::seat(load.thinking, &tables, &recorder).await;
    report.thinking = thinking.rooms();
    if load.rooms > 0 {
        report.playing = Some(play::measure(load, &tables, server, &recorder).await?);
    }
    drop((idle, thinking));
    if load.baseline {
        let connections = usize::try_from(load.rooms.max(1) * 2)?;
        let echo = echo::measure(connections, load.seconds, server).await?;
        report.ratio = report.playing.as_ref().map(|playing| playing.moves_per_second / echo.messages_per_second);
        report.baseline = Some(echo);
    }
    Ok(report)
}
