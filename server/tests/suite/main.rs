//! The parts of the server below its sockets, each tested through its public face.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

mod appender;
mod counting;
mod memory;
mod promises;
mod record;
mod resting;
mod room;
mod rooms;
mod shared_stores;
mod stores;
mod upgrade;
