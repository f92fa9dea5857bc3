//! What a room waits for while it goes on answering: one thing at a time.

use std::pin::Pin;

use super::request::Pending;
use crate::room::Recorded;
use crate::store::{AppendError, Appended, StoreError};

/// What the room is waiting for. The wish that led to it is gone once its sender was told to try again.
pub(super) struct Underway {
    pub(super) work: Work,
    pub(super) pending: Option<Pending>,
}

pub(super) type Future<T> = Pin<Box<dyn std::future::Future<Output = T> + Send>>;

pub(super) enum Work {
    /// Events are being stored; afterwards the wish is answered or, if they came before it, decided again.
    Append { events: Vec<Recorded>, again: bool, outcome: Future<Result<Appended, AppendError>> },
    /// It has to be found out whether servers lived at some time, before the wish can be decided.
    Time { known: Future<bool> },
    /// The log has moved on without this task, and is being read.
    Reload { outcome: Future<Result<Vec<Recorded>, StoreError>> },
}

/// What came of it.
pub(super) enum Settled {
    Append(Vec<Recorded>, bool, Result<Appended, AppendError>),
    /// Whether it is known.
    Time(bool),
    Reload(Result<Vec<Recorded>, StoreError>),
}

impl Work {
    /// Whether something is being stored.
    pub(super) const fn is_storing(&self) -> bool {
        matches!(self, Self::Append { .. })
    }

    async fn settle(&mut self) -> Settled {
        match self {
            Self::Append { events, again, outcome } => {
                let outcome = outcome.await;
                Settled::Append(std::mem::take(events), *again, outcome)
            }
            Self::Time { known } => Settled::Time(known.await),
            Self::Reload { outcome } => Settled::Reload(outcome.await),
        }
    }
}

/// Waits for what is under way, or for ever.
pub(super) async fn settle(underway: &mut Option<Underway>) -> Settled {
    match underway {
        Some(underway) => underway.work.settle().await,
        None => std::future::pending().await,
    }
}
