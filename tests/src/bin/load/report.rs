//! What is printed in the end.

use std::fmt;
use std::num::NonZeroU32;

use serde::Serialize;

use crate::echo::Baseline;
use crate::record::{Percentiles, Times};

/// All that was measured. What could not be is left out.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) url: String,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) playing: Option<Playing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) idle: Option<IdleCost>,
    /// In how many further rooms the computer thought meanwhile.
    pub(crate) thinking: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) baseline: Option<Baseline>,
    /// Moves a second by messages a second of the bare echo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ratio: Option<f64>,
}

/// What was measured while rooms were played in.
#[derive(Debug, Serialize)]
pub(crate) struct Playing {
    pub(crate) rooms: u32,
    pub(crate) seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rate: Option<NonZeroU32>,
    pub(crate) moves_per_second: f64,
    #[serde(flatten)]
    pub(crate) times: Times,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) server: Option<Cost>,
    /// What this tool took itself: near 100 percent of its processors it would measure itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) load: Option<Cost>,
}

/// What a process took.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cost {
    /// The share of one processor.
    pub(crate) cpu_percent: f64,
    /// Memory in use at the end.
    pub(crate) memory_bytes: u64,
}

/// What idle connections cost the server.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct IdleCost {
    pub(crate) connections: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bytes_per_connection: Option<u64>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.url)?;
        if self.thinking > 0 {
            writeln!(f, "computer thinks   in {} rooms", self.thinking)?;
        }
        if let Some(idle) = self.idle {
            write!(f, "idle connections  {}", idle.connections)?;
            match idle.bytes_per_connection {
                Some(bytes) => writeln!(f, ", {bytes} bytes of server memory each")?,
                None => writeln!(f)?,
            }
        }
        if let Some(playing) = &self.playing {
            playing.fmt(f)?;
        }
        if let Some(echo) = self.baseline {
            let (rate, cpu) = (echo.messages_per_second, Percent(echo.cpu_percent));
            writeln!(f, "bare echo         {rate:.0} messages/s of {} bytes, CPU {cpu}", echo.frame_bytes)?;
        }
        if let Some(ratio) = self.ratio {
            writeln!(f, "ratio             {ratio:.3}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Playing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Times { moves, rooms_made, move_to_ok, move_to_opponent, errors } = &self.times;
        writeln!(f, "moves             {:.0}/s, {moves} in {:.1} s", self.moves_per_second, self.seconds)?;
        writeln!(f, "rooms             {} at a time, {rooms_made} made meanwhile", self.rooms)?;
        writeln!(f, "move to ok        {move_to_ok}")?;
        writeln!(f, "move to opponent  {move_to_opponent}")?;
        for (name, cost) in [("server", self.server), ("this tool", self.load)] {
            if let Some(Cost { cpu_percent, memory_bytes }) = cost {
                let mebibytes = memory_bytes / (1024 * 1024);
                writeln!(f, "{name:<17} CPU {}, {mebibytes} MiB", Percent(Some(cpu_percent)))?;
            }
        }
        if errors.is_empty() {
            writeln!(f, "errors            none")?;
        }
        for (code, count) in errors {
            writeln!(f, "errors            {count} {code}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Percentiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { p50, p90, p99, p99_9, max } = *self;
        let [p50, p90, p99, p99_9, max] = [p50, p90, p99, p99_9, max].map(Milliseconds);
        write!(f, "p50 {p50}, p90 {p90}, p99 {p99}, p99.9 {p99_9}, max {max} ms")
    }
}

struct Milliseconds(u64);

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 1000, self.0 % 1000 / 10)
    }
}

/// A share, or a dash where it is not known.
struct Percent(Option<f64>);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(percent) => write!(f, "{percent:.0} %"),
            None => f.write_str("-"),
        }
    }
}
