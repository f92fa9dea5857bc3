//! The way from a room to one socket: a queue with an end.
//!
//! A room never waits for a reader. When too much waits for a reader the room stops sending to it; once the reader has
//! caught up it asks for a snapshot, which stands for all it missed. Answers to the reader's own messages are never
//! dropped: it waits for one at a time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use protocol::{DisplayName, Seat};
use tokio::sync::Notify;

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

/// What lies between both ends. There are many of these and nearly all are empty, so it takes memory only for what
/// waits in it.
#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    /// Wakes the reader.
    filled: Notify,
    /// The most frames that wait.
    length: usize,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Outgoing>,
    /// Whether frames are dropped until the next snapshot.
    lagging: bool,
    /// Whether the room has let go of its end.
    ended: bool,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Each change is complete in itself, so a panic elsewhere cannot have left it half done.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The room's end.
#[derive(Debug)]
pub struct Listener {
    /// Which one it is.
    pub id: ListenerId,
    /// The seat of the client behind it.
    pub seat: Option<Seat>,
    /// What the client wants to be called, if it watches.
    name: Option<DisplayName>,
    /// Whether it has joined; until then it is sent nothing but the answer.
    admitted: bool,
    shared: Arc<Shared>,
}

/// The socket's end.
#[derive(Debug)]
pub struct Inbox {
    /// The listener it belongs to.
    pub id: ListenerId,
    shared: Arc<Shared>,
}

/// Makes both ends. At most `length` frames wait between them, beside what is never dropped.
#[must_use]
pub fn listener(length: usize) -> (Listener, Inbox) {
    let id = ListenerId::next();
    let shared = Arc::new(Shared { queue: Mutex::default(), filled: Notify::new(), length });
    (Listener { id, seat: None, name: None, admitted: false, shared: Arc::clone(&shared) }, Inbox { id, shared })
}

impl Listener {
    /// Lets the client in, as the holder of this seat. A snapshot must follow.
    pub fn admit(&mut self, seat: Option<Seat>, name: Option<DisplayName>) {
        self.seat = seat;
        self.name = name;
        self.admitted = true;
    }

    /// What the client, which watches, wants to be called.
    #[must_use]
    pub const fn name(&self) -> Option<&DisplayName> {
        self.name.as_ref()
    }

    /// Calls the client something else.
    pub fn call(&mut self, name: Option<DisplayName>) {
        self.name = name;
    }

    /// Whether the client was let in.
    #[must_use]
    pub const fn is_admitted(&self) -> bool {
        self.admitted
    }

    /// Sends a frame, unless the reader is behind: then it is dropped, as the snapshot to come will hold it.
    pub fn send(&self, frame: Utf8Bytes) {
        if !self.admitted {
            return;
        }
        let mut queue = self.shared.queue();
        if queue.waiting.len() >= self.shared.length {
            queue.lagging = true;
        }
        if !queue.lagging {
            queue.waiting.push_back(Outgoing::Frame(frame));
            drop(queue);
            self.shared.filled.notify_one();
        }
    }

    /// Sends a snapshot: from here on the reader is up to date again.
    pub fn send_snapshot(&self, frame: Utf8Bytes) {
        let mut queue = self.shared.queue();
        queue.lagging = false;
        queue.waiting.push_back(Outgoing::Frame(frame));
        drop(queue);
        self.shared.filled.notify_one();
    }

    /// Answers the message that the socket is waiting for. As it waits for one at a time, this needs no bound.
    pub fn answer(&self, frame: Utf8Bytes, joined: bool) {
        self.shared.queue().waiting.push_back(Outgoing::Answer { frame, joined });
        self.shared.filled.notify_one();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.shared.queue().ended = true;
        self.shared.filled.notify_one();
    }
}

impl Inbox {
    /// The next thing the room sends; `None` once the room has let go of the listener and all it sent was read. Can
    /// be dropped while it waits without losing anything.
    pub async fn recv(&mut self) -> Option<Outgoing> {
        loop {
            {
                let mut queue = self.shared.queue();
                if let Some(outgoing) = queue.waiting.pop_front() {
                    return Some(outgoing);
                }
                if queue.ended {
                    return None;
                }
                queue.waiting = VecDeque::new();
            }
            // A wake-up that came since is kept for this.
            self.shared.filled.notified().await;
        }
    }

    /// The next thing, if it is there already.
    pub fn try_recv(&mut self) -> Option<Outgoing> {
        self.shared.queue().waiting.pop_front()
    }

    /// Whether the room stopped sending because this reader was behind. Once it has read all there is, it should ask
    /// for a snapshot.
    #[must_use]
    pub fn has_missed_something(&self) -> bool {
        self.shared.queue().lagging
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
        listener.admit(None, None);
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

    #[tokio::test]
    async fn what_was_sent_is_read_to_its_end() {
        let (mut listener, mut inbox) = listener(2);
        listener.send("not yet".into());
        listener.admit(None, None);
        listener.send("1".into());
        drop(listener);
        assert_eq!(inbox.recv().await, Some(Outgoing::Frame("1".into())));
        assert_eq!(inbox.recv().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_is_woken() {
        let (listener, mut inbox) = listener(2);
        let reader = tokio::spawn(async move { inbox.recv().await });
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        listener.answer("ok".into(), true);
        assert_eq!(reader.await.unwrap(), Some(Outgoing::Answer { frame: "ok".into(), joined: true }));
    }
}
