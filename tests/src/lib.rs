//! What the whole-system tests stand on: servers to start, clients to play with, a network to cut.
//!
//! - [`in_process`] runs the server inside the test, [`process`] runs the real binary, so that it can be killed;
//!   both on a [`database`] of their own, or several on one. [`stored`] reads past them what it holds.
//! - [`client`] is one socket that keeps the room's state as the protocol's guide tells; [`resuming`] goes on by
//!   itself on a new socket when one breaks; [`http`] asks what is asked over HTTP; [`table`] seats two players.
//! - [`crowd`] plays many rooms at once and keeps what their players were told; [`crash_course`] kills the server
//!   meanwhile.
//! - [`proxy`] is a network, between clients and the server or, in a [`remote`] one, between that and its database: it
//!   can be cut, fall silent, or lose what is answered. [`balancer`] spreads connections over servers, [`tls`]
//!   stands in front of one with a certificate.
//! - [`rough`] is a network that treats [`frames`] badly by a seed; [`erratic`] is a client that does whatever it may,
//!   and keeps a [`ledger`] of what it was told, for an [`audit`] against what is stored.
//! - [`staged`] is a store that hears badly, or has the appends of two servers wait for each other at a [`meeting`].
//! - [`openapi`] is the document that describes the API, and [`made`] makes values of what schemas say, or nearly.
//! - [`vectors`] are the games recorded by an independent implementation of the rules; [`guide`] reads the examples
//!   and the transcript out of the protocol's guide; [`seed`] makes random tests repeatable.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "test support: a surprise stops the test at the place where it shows"
)]

use std::time::Duration;

pub mod audit;
pub mod balancer;
pub mod client;
pub mod crash_course;
pub mod crowd;
pub mod database;
pub mod erratic;
pub mod frames;
pub mod guide;
pub mod http;
pub mod in_process;
pub mod ledger;
pub mod made;
pub mod meeting;
pub mod openapi;
pub mod process;
pub mod proxy;
pub mod remote;
pub mod resuming;
pub mod rough;
pub mod seed;
pub mod staged;
pub mod stored;
pub mod table;
pub mod tls;
pub mod vectors;
pub mod view;

/// How long a test waits for something that must happen before it says that it did not. Far more than anything
/// takes, so that a busy machine fails nothing.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Looks again and again until something is there, and gives it back.
///
/// # Panics
/// If it is not there for a very long time.
pub async fn eventually<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let waited = tokio::time::timeout(PATIENCE, async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    waited.await.unwrap_or_else(|_| panic!("it never came that {what}"))
}
