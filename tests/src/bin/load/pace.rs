//! When moves are due.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{self, error::TrySendError};

use crate::record::Recorder;

/// How many moves of a room may be due and not yet made.
const QUEUE: usize = 1024;

/// When the moves of one room are due.
pub(crate) enum Pace {
    /// As soon as they can be made.
    AtOnce,
    /// At their times, whether the moves before were answered or not.
    Scheduled(mpsc::Receiver<Instant>),
}

impl Pace {
    /// The paces of some rooms that share a total rate, one move each in turn; at once if there is no rate.
    ///
    /// A thread watches the clock, as the timers of the runtime are a millisecond coarse. It ends when the paces are
    /// gone.
    ///
    /// # Errors
    /// No thread can be started.
    pub(crate) fn of_rooms(
        rooms: u32,
        rate: Option<NonZeroU32>,
        recorder: &Arc<Recorder>,
    ) -> std::io::Result<Vec<Self>> {
        let Some(rate) = rate else { return Ok((0..rooms).map(|_| Self::AtOnce).collect()) };
        let (senders, paces) = (0..rooms)
            .map(|_| {
                let (sender, receiver) = mpsc::channel(QUEUE);
                (sender, Self::Scheduled(receiver))
            })
            .unzip();
        let recorder = Arc::clone(recorder);
        thread::Builder::new().name("pace".to_owned()).spawn(move || keep_pace(senders, rate, &recorder))?;
        Ok(paces)
    }

    /// Waits until the next move is due, and says since when it has been. Can be dropped while it waits.
    pub(crate) async fn next(&mut self) -> Instant {
        match self {
            Self::AtOnce => Instant::now(),
            Self::Scheduled(due) => match due.recv().await {
                Some(due) => due,
                None => std::future::pending().await,
            },
        }
    }
}

fn keep_pace(mut rooms: Vec<mpsc::Sender<Instant>>, rate: NonZeroU32, recorder: &Recorder) {
    let start = Instant::now();
    for turn in 0_u64.. {
        if rooms.is_empty() {
            return;
        }
        let due = start + Duration::from_nanos(turn.saturating_mul(1_000_000_000) / u64::from(rate.get()));
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let room = usize::try_from(turn).unwrap_or_default() % rooms.len();
        match rooms[room].try_send(due) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => recorder.error("behind_schedule"),
            Err(TrySendError::Closed(_)) => {
                rooms.swap_remove(room);
            }
        }
    }
}
