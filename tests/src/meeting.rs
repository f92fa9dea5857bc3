//! Two that do something at the same time.

use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::Barrier;

/// A place where two wait for each other, once for each time that they are called.
#[derive(Debug)]
pub struct Meeting {
    /// How many are still to come. Whoever comes beside these passes by.
    expected: AtomicU32,
    barrier: Barrier,
}

impl Default for Meeting {
    fn default() -> Self {
        Self { expected: AtomicU32::new(0), barrier: Barrier::new(2) }
    }
}

impl Meeting {
    /// Has the next two wait for each other.
    ///
    /// # Panics
    /// If the two before did not come.
    pub fn call(&self) {
        assert_eq!(self.expected.swap(2, Ordering::SeqCst), 0, "the last two never met");
    }

    /// Whether the two that were called last have both come.
    #[must_use]
    pub fn has_happened(&self) -> bool {
        self.expected.load(Ordering::SeqCst) == 0
    }

    /// Comes by: waits for the other one, if called.
    pub async fn attend(&self) {
        let one_less = |expected: u32| expected.checked_sub(1);
        if self.expected.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less).is_ok() {
            self.barrier.wait().await;
        }
    }
}
