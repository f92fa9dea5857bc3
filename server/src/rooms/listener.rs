//! The way from a room to one socket: a queue with an end.
//!
//! A room never waits for a reader. When a reader's queue is nearly full the room stops sending to it; once the
//! reader has caught up it asks for a snapshot, which stands for all it missed. Room for the answers to the reader's
//! own messages is always kept free, so that no answer is ever dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use protocol::Seat;
use tokio::sync::mpsc;

/// Places kept free for what must not be dropped: a snapshot, legal moves and the one answer a socket can be waiting
/// for, and one to spare.
const RESERVED: usize = 4;

/// Names a listener within this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListenerId(u64);

impl ListenerId {
    fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

/// What a room hands to a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// A frame for everyone, or one that was not asked for.
    Frame(Utf8Bytes),
    /// The answer to the message the socket is waiting for.
    Answer {
        /// The frame.
        frame: Utf8Bytes,
        /// Whether the socket may go on in this room; `false` only if it could not join.
        joined: bool,
    },
}

/// The room's end.
#[derive(Debug)]
pub struct Listener {
    /// Which one it is.
    pub id: ListenerId,
    /// The seat of the client behind it.
    pub seat: Option<Seat>,
    /// Whether it has joined; until then it is sent nothing but the answer.
    admitted: bool,
    queue: mpsc::Sender<Outgoing>,
    lagging: Arc<AtomicBool>,
}

/// The socket's end.
#[derive(Debug)]
pub struct Inbox {
    /// The listener it belongs to.
    pub id: ListenerId,
    queue: mpsc::Receiver<Outgoing>,
    lagging: Arc<AtomicBool>,
}

/// Makes both ends. At most `length` things wait between them, beside the reserved places.
#[must_use]
pub fn listener(length: usize) -> (Listener, Inbox) {
    let (sender, receiver) = mpsc::channel(length.saturating_add(RESERVED));
    let (id, lagging) = (ListenerId::next(), Arc::new(AtomicBool::new(false)));
    (
        Listener { id, seat: None, admitted: false, queue: sender, lagging: Arc::clone(&lagging) },
        Inbox { id, queue: receiver, lagging },
    )
}

impl Listener {
    /// Lets the client in, as the holder of this seat. A snapshot must follow.
    pub const fn admit(&mut self, seat: Option<Seat>) {
        self.seat = seat;
        self.admitted = true;
    }

    /// Whether the client was let in.
    #[must_use]
    pub const fn is_admitted(&self) -> bool {
        self.admitted
    }

    /// Sends a frame, unless the reader is behind: then it is dropped, as the snapshot to come will hold it.
    pub fn send(&self, frame: Utf8Bytes) {
        if !self.admitted || self.lagging.load(Ordering::Acquire) {
            return;
        }
        if self.queue.capacity() <= RESERVED {
            self.lagging.store(true, Ordering::Release);
        } else {
            self.push(Outgoing::Frame(frame));
        }
    }

    /// Sends a snapshot: from here on the reader is up to date again.
    pub fn send_snapshot(&self, frame: Utf8Bytes) {
        self.lagging.store(false, Ordering::Release);
        self.push(Outgoing::Frame(frame));
    }

    /// Answers the message that the socket is waiting for.
    pub fn answer(&self, frame: Utf8Bytes, joined: bool) {
        self.push(Outgoing::Answer { frame, joined });
    }

    /// Whether the socket is gone.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.queue.is_closed()
    }

    fn push(&self, outgoing: Outgoing) {
        // The reserved places make this succeed for as long as the socket is there.
        let _ = self.queue.try_send(outgoing);
    }
}

impl Inbox {
    /// The next thing the room sends; `None` once the room has let go of the listener.
    pub async fn recv(&mut self) -> Option<Outgoing> {
        self.queue.recv().await
    }

    /// The next thing, if it is there already.
    pub fn try_recv(&mut self) -> Option<Outgoing> {
        self.queue.try_recv().ok()
    }

    /// Whether the room stopped sending because this reader was behind. Once it has read all there is, it should ask
    /// for a snapshot.
    #[must_use]
    pub fn has_missed_something(&self) -> bool {
        self.lagging.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(inbox: &mut Inbox) -> Vec<String> {
        std::iter::from_fn(|| inbox.try_recv())
            .map(|outgoing| match outgoing {
                Outgoing::Frame(frame) | Outgoing::Answer { frame, .. } => frame.to_string(),
            })
            .collect()
    }

    #[test]
    fn a_slow_reader_misses_events_but_no_answer() {
        let (mut listener, mut inbox) = listener(2);
        listener.admit(None);
        for event in ["1", "2", "3", "4"] {
            listener.send(event.into());
        }
        listener.answer("ok".into(), true);
        assert!(inbox.has_missed_something());
        assert_eq!(frames(&mut inbox), ["1", "2", "ok"]);
        listener.send("5".into());
        assert_eq!(frames(&mut inbox), [] as [&str; 0], "nothing comes between the gap and the snapshot");
        listener.send_snapshot("all".into());
        listener.send("6".into());
        assert!(!inbox.has_missed_something());
        assert_eq!(frames(&mut inbox), ["all", "6"]);
    }

    #[test]
    fn a_closed_socket_is_noticed() {
        let (listener, inbox) = listener(2);
        assert!(!listener.is_gone());
        drop(inbox);
        assert!(listener.is_gone());
    }
}
