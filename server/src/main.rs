//! The server program: reads its configuration, opens the store and a listener, and runs until it is told to stop. Or it
//! does one thing with the store instead.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use server::store::StatsCheck;
use server::{CommandLine, Listeners, LogFormat, StoreError, SystemClock, Task, store};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};
use tracing_subscriber::EnvFilter;

/// A move costs dozens of small allocations; the C library's allocator takes a sixth of all time for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Descriptors that the server needs for other things than connections, amply.
const OTHER_DESCRIPTORS: u64 = 100;

fn main() -> ExitCode {
    let line = match CommandLine::read(std::env::args_os()) {
        Ok(line) => line,
        // With 2, or with 0 where help was asked for.
        Err(why) => why.exit(),
    };
    log(line.log_format);
    raise_descriptor_limit(&line);
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(why) => {
            error!("cannot start: {why}");
            return ExitCode::FAILURE;
        }
    };
    let done = match line.task {
        None => runtime.block_on(serve(line)).map(|()| ExitCode::SUCCESS),
        Some(Task::CheckStats) => runtime.block_on(check_stats(&line.database_url)),
        Some(Task::RebuildStats) => runtime.block_on(rebuild_stats(&line.database_url)),
    };
    match done {
        Ok(code) => code,
        Err(why) => {
            error!("{why}");
            match why.downcast_ref::<StoreError>() {
                // As for any other wrong value on the command line.
                Some(StoreError::UnknownUrl | StoreError::BadUrl { .. }) => ExitCode::from(2),
                _ => ExitCode::FAILURE,
            }
        }
    }
}

/// Has what happens written to standard error.
fn log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}

/// Takes as many descriptors as the system grants, and says so if those are fewer than connections may be open.
fn raise_descriptor_limit(line: &CommandLine) {
    let granted = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: granted.maximum, maximum: granted.maximum };
    let current = if setrlimit(Resource::Nofile, raised).is_ok() { granted.maximum } else { granted.current };
    let wanted = u64::from(line.config.connections.connections.get()) + OTHER_DESCRIPTORS;
    if let Some(current) = current.filter(|current| *current < wanted) {
        warn!("the system grants {current} open files, which is not enough for as many connections as are allowed");
    }
}

/// A thread for each processor; on a single one, a runtime that does without what several threads need to share work.
fn runtime() -> std::io::Result<Runtime> {
    let single = std::thread::available_parallelism().is_ok_and(|processors| processors.get() == 1);
    let mut builder = if single { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    builder.enable_all().build()
}

async fn serve(line: CommandLine) -> Result<(), Box<dyn std::error::Error>> {
    let store = store::open_with(&line.database_url, store::Options { hints: !line.no_hints }).await?;
    let public = bind(line.listen).await?;
    let operator = match line.operator_listen {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    let metrics = match line.metrics_listen {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    let shutdown = CancellationToken::new();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let told = shutdown.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        told.cancel();
    });
    writeln!(std::io::stdout(), "listening on http://{}", public.local_addr()?)?;
    if let Some(operator) = &operator {
        info!("listening for the operator on http://{}", operator.local_addr()?);
    }
    if let Some(metrics) = &metrics {
        info!("measurements can be read at http://{}/metrics", metrics.local_addr()?);
    }
    server::run(Listeners { public, operator, metrics }, store, line.config, Arc::new(SystemClock), shutdown).await?;
    Ok(())
}

/// Compares the statistics to the archive, and says where they differ.
async fn check_stats(database_url: &str) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let store = store::open_with(database_url, store::Options { hints: false }).await?;
    let check = store.check_stats().await?;
    store.close().await;
    let mut out = std::io::stdout().lock();
    for difference in &check.differences {
        writeln!(out, "{difference}")?;
    }
    let StatsCheck { games, uncounted, sums, differences } = check;
    writeln!(out, "{games} games in the archive, {uncounted} of them not rolled up yet; {sums} sums in the roll-up")?;
    if differences.is_empty() {
        writeln!(out, "the statistics are those of the archive")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "the statistics are not those of the archive; `server rebuild-stats` makes them anew")?;
    Ok(ExitCode::FAILURE)
}

/// Makes the statistics anew.
async fn rebuild_stats(database_url: &str) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let store = store::open_with(database_url, store::Options { hints: false }).await?;
    let games = store.rebuild_stats().await?;
    store.close().await;
    writeln!(std::io::stdout(), "the statistics were made anew from {games} games")?;
    Ok(ExitCode::SUCCESS)
}

async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|why| format!("cannot listen on {address}: {why}"))
}
