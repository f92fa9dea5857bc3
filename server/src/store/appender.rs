//! Group commit: one task gathers the appends of all rooms while the transaction before is being committed.
//!
//! So the number of transactions a second follows from how fast the store commits, and the number of moves a second
//! from how many rooms play.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};
use tracing::{error, warn};

use super::{Append, Appended, Store, StoreError};
use crate::metrics;

/// The most appends in one transaction.
const MAX_BATCH: usize = 1024;

/// How many appends may wait for the task. Each room has at most one under way, so this only smooths.
const QUEUE: usize = 4096;

/// How long to wait before an unavailable store is tried again: at first, and at most.
const RETRY: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// Why an append was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The store refuses these events, however often it is tried. Nothing was stored.
    #[error("the store refuses these events")]
    Rejected,
    /// The appender has stopped. It is unknown whether the events were stored.
    #[error("the server is stopping")]
    Stopped,
}

struct Job {
    append: Append,
    answer: oneshot::Sender<Result<Appended, AppendError>>,
}

/// The way to the store for everything that is written. Clones share the same task.
#[derive(Clone, Debug)]
pub struct Appender {
    jobs: mpsc::Sender<Job>,
}

impl Appender {
    /// Makes an appender and the task that serves it. The task ends when the last clone of the appender is gone and
    /// all that was asked is done.
    pub fn new(store: Arc<dyn Store>) -> (Self, impl Future<Output = ()> + Send) {
        let (jobs, inbox) = mpsc::channel(QUEUE);
        (Self { jobs }, serve(store, inbox))
    }

    /// How many appends wait for the next transaction.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    /// Stores events, together with those of other rooms. An unavailable store is tried until it answers: an append
    /// that was handed in is stored some day, or conflicts, or is refused, unless the server stops first.
    ///
    /// # Errors
    /// If the store refuses the events, or the server stops.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let (answer, outcome) = oneshot::channel();
        self.jobs.send(Job { append, answer }).await.map_err(|_| AppendError::Stopped)?;
        outcome.await.unwrap_or(Err(AppendError::Stopped))
    }
}

async fn serve(store: Arc<dyn Store>, mut inbox: mpsc::Receiver<Job>) {
    let mut waiting = VecDeque::new();
    loop {
        if waiting.is_empty() {
            match inbox.recv().await {
                Some(job) => waiting.push_back(job),
                None => return,
            }
        }
        while waiting.len() < MAX_BATCH {
            match inbox.try_recv() {
                Ok(job) => waiting.push_back(job),
                Err(_) => break,
            }
        }
        let batch = take_batch(&mut waiting);
        store_batch(store.as_ref(), batch).await;
    }
}

/// Takes the jobs of the next transaction, in the order of their rooms. Of several jobs for one room only the first
/// goes along.
fn take_batch(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut rooms = HashSet::new();
    let (mut batch, later): (Vec<_>, Vec<_>) = waiting.drain(..).partition(|job| rooms.insert(job.append.room));
    waiting.extend(later);
    batch.sort_by_key(|job| job.append.room);
    batch
}

/// Stores a batch and answers its jobs. If the store refuses the batch, its rooms are stored one by one, so that one
/// bad append harms no other.
async fn store_batch(store: &dyn Store, batch: Vec<Job>) {
    let (appends, answers): (Vec<_>, Vec<_>) = batch.into_iter().map(|job| (job.append, job.answer)).unzip();
    match store_until_answered(store, &appends).await {
        Some(outcomes) => {
            for (answer, outcome) in answers.into_iter().zip(outcomes) {
                // Whoever asked may have gone; the events are stored all the same.
                let _ = answer.send(Ok(outcome));
            }
        }
        None => {
            let alone = appends.len() == 1;
            for (append, answer) in appends.iter().zip(answers) {
                let outcome =
                    if alone { None } else { store_until_answered(store, std::slice::from_ref(append)).await };
                let outcome = outcome.and_then(|outcomes| outcomes.first().copied());
                if outcome.is_none() {
                    error!(room = %append.room, "the store refuses an append");
                }
                let _ = answer.send(outcome.ok_or(AppendError::Rejected));
            }
        }
    }
}

/// Tries until the store says what became of the batch; `None` if it refuses it.
///
/// A try whose outcome is unknown is simply repeated: appends carry their id into the store, so the store knows its
/// own again.
async fn store_until_answered(store: &dyn Store, appends: &[Append]) -> Option<Vec<Appended>> {
    let (mut pause, longest) = RETRY;
    loop {
        let began = Instant::now();
        match store.append(appends).await {
            Ok(outcomes) => {
                measure(began.elapsed(), appends, &outcomes);
                return Some(outcomes);
            }
            Err(StoreError::Unavailable(why)) => {
                warn!(%why, "the store is not available; trying again");
                sleep(pause).await;
                pause = (pause * 2).min(longest);
            }
            Err(why) => {
                warn!(%why, rooms = appends.len(), "the store refuses a batch");
                return None;
            }
        }
    }
}

/// Takes note of a transaction that was stored.
fn measure(took: Duration, appends: &[Append], outcomes: &[Appended]) {
    let stored = || appends.iter().zip(outcomes).filter(|(_, outcome)| **outcome == Appended::Stored);
    let moves = stored().flat_map(|(append, _)| &append.events).filter(|event| event.is_move()).count();
    metrics::committed(took, appends.len(), appends.len() - stored().count(), moves);
}
