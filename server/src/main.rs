//! The server program: reads its configuration, opens the store and a listener, and runs until it is told to stop.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use server::{CommandLine, StoreError, SystemClock, store};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing::error;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    let line = CommandLine::parse();
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    match serve(line).await {
        Ok(()) => ExitCode::SUCCESS,
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

async fn serve(line: CommandLine) -> Result<(), Box<dyn std::error::Error>> {
    let store = store::open_with(&line.database_url, store::Options { hints: !line.no_hints }).await?;
    let listener =
        TcpListener::bind(line.listen).await.map_err(|why| format!("cannot listen on {}: {why}", line.listen))?;
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
    writeln!(std::io::stdout(), "listening on http://{}", listener.local_addr()?)?;
    server::run(listener, store, line.config, Arc::new(SystemClock), shutdown).await?;
    Ok(())
}
