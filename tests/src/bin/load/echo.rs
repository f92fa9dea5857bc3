//! A bare WebSocket echo, the most that this machine, this runtime and this library could make of such messages: a
//! server that does nothing else, in a process of its own, and the same light clients as those of rooms.

use std::io::{self, Read, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use serde::Serialize;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::arguments::Target;
use crate::frame::move_frame;
use crate::player::{PATIENCE, Player};
use crate::process::Process;
use crate::trouble::Trouble;

/// The buffers of the server under test.
const BUFFER: usize = 1024;

/// For how long messages go to and fro before they are counted.
const WARM_UP: Duration = Duration::from_secs(1);

/// What the echo made.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Baseline {
    /// How many connections there were, each with one message under way.
    pub(crate) connections: usize,
    /// The length of a message: that of a move.
    pub(crate) frame_bytes: usize,
    /// Messages that went there and came back, a second.
    pub(crate) messages_per_second: f64,
    /// The echo server's share of one processor.
    pub(crate) cpu_percent: Option<f64>,
}

/// Serves until standard input ends, which it does at the latest when whoever started this is gone. The first line of
/// standard output is the port.
pub(crate) fn serve(beside: Option<u32>) -> Result<(), Box<dyn std::error::Error>> {
    // Before the runtime starts, so that it has a thread for each processor it may use, as the server has.
    if let Some(pid) = beside {
        Process::new(pid).share_processors()?;
    }
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        writeln!(io::stdout(), "{}", listener.local_addr()?.port())?;
        let app = Router::new().route("/", any(upgrade));
        tokio::select! {
            served = async { axum::serve(listener, app).await } => served?,
            ended = tokio::task::spawn_blocking(|| io::stdin().read_to_end(&mut Vec::new())) => {
                ended??;
            }
        }
        Ok(())
    })
}

async fn upgrade(request: WebSocketUpgrade) -> axum::response::Response {
    request.read_buffer_size(BUFFER).write_buffer_size(BUFFER).on_upgrade(echo)
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}

/// Measures an echo on the processors of the server under test.
pub(crate) async fn measure(
    connections: usize,
    seconds: u32,
    beside: Option<Process>,
) -> Result<Baseline, Box<dyn std::error::Error>> {
    let (child, port) = start(beside).await?;
    let frame = move_frame(60, 1000, "l2-l3");
    let frame_bytes = frame.len();
    let target = Target::loopback(port);
    let messages = Arc::new(AtomicU64::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..connections {
        let player = Player::connect(&target, "/").await?;
        tasks.spawn(to_and_fro(player, frame.clone(), Arc::clone(&messages)));
    }
    sleep(WARM_UP).await;
    let cpu_time = || child.id().and_then(|pid| Process::new(pid).cpu_time().ok());
    let (before, cpu_before, began) = (messages.load(Ordering::Relaxed), cpu_time(), Instant::now());
    sleep(Duration::from_secs(seconds.into())).await;
    let (after, cpu_after, took) = (messages.load(Ordering::Relaxed), cpu_time(), began.elapsed());
    if let Some(ended) = tasks.try_join_next() {
        ended??;
    }
    #[expect(clippy::cast_precision_loss, reason = "a measurement is not that precise")]
    let messages_per_second = (after - before) as f64 / took.as_secs_f64();
    let cpu_percent = cpu_before.zip(cpu_after).map(|(before, after)| before.percent_until(after));
    Ok(Baseline { connections, frame_bytes, messages_per_second, cpu_percent })
}

/// Starts this program again as an echo server, which ends when the child is dropped.
async fn start(beside: Option<Process>) -> Result<(Child, u16), Box<dyn std::error::Error>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("echo").stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    if let Some(process) = beside {
        command.args(["--beside", &process.pid().to_string()]);
    }
    let mut child = command.spawn()?;
    let output = child.stdout.take().ok_or("the echo server has no output")?;
    let mut line = String::new();
    timeout(PATIENCE, BufReader::new(output).read_line(&mut line)).await??;
    Ok((child, line.trim().parse()?))
}

/// Sends a message each time the one before has come back.
async fn to_and_fro(mut player: Player, frame: String, messages: Arc<AtomicU64>) -> Result<(), Trouble> {
    loop {
        player.send(frame.clone()).await?;
        player.next().await?;
        messages.fetch_add(1, Ordering::Relaxed);
    }
}
