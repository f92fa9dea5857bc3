//! What is measured, for whoever runs the server: counters of the process, and at each look how much there is to do.
//!
//! Counting costs an atomic addition or two for each commit, and a look at a small table for each refusal; nothing is
//! counted for each frame.

use std::sync::LazyLock;
use std::time::Duration;

use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use protocol::ErrorCode;

use crate::app::App;

/// Of the whole process: a program has one server.
static PROCESS: LazyLock<Counters> = LazyLock::new(Counters::new);

/// What only ever grows.
struct Counters {
    registry: Registry,
    moves: Counter,
    conflicts: Counter,
    batches: Histogram,
    commits: Histogram,
    refusals: Family<[(&'static str, String); 1], Counter>,
}

impl Counters {
    fn new() -> Self {
        let mut registry = Registry::with_prefix("sauterelle");
        let (moves, conflicts, refusals) = (Counter::default(), Counter::default(), Family::default());
        // 1 to 1024 appends; 0.25 ms to 8 s.
        let batches = Histogram::new(exponential_buckets(1.0, 2.0, 11));
        let commits = Histogram::new(exponential_buckets(0.000_25, 2.0, 16));
        registry.register("moves", "Moves that were stored", moves.clone());
        registry.register("append_conflicts", "Appends that another owner of the room was ahead of", conflicts.clone());
        registry.register("batch_appends", "Appends that were stored in one transaction", batches.clone());
        let help = "How long a transaction took until it was known to be stored";
        registry.register_with_unit("commit", help, Unit::Seconds, commits.clone());
        registry.register("refusals", "Refused messages, requests and connections", refusals.clone());
        Self { registry, moves, conflicts, batches, commits, refusals }
    }
}

/// A transaction was stored: how long it took, how many appends were in it, how many of them came too late, and how many
/// moves it stored.
pub(crate) fn committed(took: Duration, appends: usize, conflicts: usize, moves: usize) {
    let number = |number| u64::try_from(number).unwrap_or(u64::MAX);
    PROCESS.commits.observe(took.as_secs_f64());
    PROCESS.batches.observe(f64::from(u32::try_from(appends).unwrap_or(u32::MAX)));
    PROCESS.conflicts.inc_by(number(conflicts));
    PROCESS.moves.inc_by(number(moves));
}

/// Something was refused.
pub(crate) fn refused(code: ErrorCode) {
    let word = serde_json::to_value(code).ok().and_then(|word| word.as_str().map(str::to_owned));
    PROCESS.refusals.get_or_create(&[("code", word.unwrap_or_default())]).inc();
}

/// All that is measured, as Prometheus reads it.
pub(crate) fn text(app: &App) -> Result<String, std::fmt::Error> {
    let mut now = Registry::with_prefix("sauterelle");
    let mut gauge = |name: &str, help: &str, value: usize| {
        let gauge: Gauge = Gauge::default();
        gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        now.register(name, help, gauge);
    };
    let sockets = usize::try_from(app.limits.open_sockets()).unwrap_or(usize::MAX);
    let connections = usize::try_from(app.limits.open_connections()).unwrap_or(usize::MAX);
    gauge("rooms", "Rooms in memory", app.rooms.count());
    gauge("sockets", "Open sockets", sockets);
    gauge("connections", "Open connections, those of sockets among them", connections);
    gauge("room_requests_waiting", "Requests that wait in the mailboxes of rooms", app.rooms.waiting());
    gauge("appends_waiting", "Appends that wait for the next transaction", app.appender.waiting());
    let computer = app.rooms.computer_load();
    gauge("computer_threads", "Threads that think for the computer", computer.threads);
    gauge("computer_threads_busy", "Threads that are thinking", computer.busy);
    gauge("computer_questions_waiting", "Questions to the computer that wait in line", computer.waiting);
    let mut text = String::new();
    encode_registry(&mut text, &now)?;
    encode_registry(&mut text, &PROCESS.registry)?;
    encode_eof(&mut text)?;
    Ok(text)
}
