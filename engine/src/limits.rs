//! When a search stops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What bounds a search. Whatever comes first stops it; without any bound it goes on until it has proven the result
/// or reached its greatest depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The most nodes: positions that are looked at. With this bound alone a search is the same in every run.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// The search stops soon after this becomes true (within a millisecond or so on a machine that is not overloaded).
    pub stop: Option<&'a AtomicBool>,
}

/// Whether and why a search has been stopped is not asked for: the best move so far is there anyway.
#[derive(Debug)]
pub(crate) struct Stopped;

/// Counts nodes and watches over the limits.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    limits: Limits<'a>,
    started: Instant,
    nodes: u64,
}

/// The clock and the flag are looked at once in so many nodes, which take some hundred microseconds at most.
const PATIENCE: u64 = 256;

impl<'a> Watch<'a> {
    pub(crate) fn start(limits: Limits<'a>) -> Self {
        Self { limits, started: Instant::now(), nodes: 0 }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many more nodes there may be.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |most| most - self.nodes)
    }

    /// One more node is about to be looked at.
    #[inline]
    pub(crate) fn node(&mut self) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(PATIENCE) && self.is_over() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.limits.time.is_some_and(|most| self.started.elapsed() >= most)
            || self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_exactly() {
        let mut watch = Watch::start(Limits { nodes: Some(700), ..Limits::default() });
        while watch.node().is_ok() {}
        assert_eq!(watch.nodes(), 700);
    }

    #[test]
    fn the_flag_stops_at_once() {
        let stop = AtomicBool::new(true);
        let mut watch = Watch::start(Limits { stop: Some(&stop), ..Limits::default() });
        assert!(watch.node().is_err());
    }

    #[test]
    fn no_time_is_no_time() {
        let mut watch = Watch::start(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert!(watch.node().is_err());
    }
}
