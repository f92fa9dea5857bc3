//! The threads that think, and the line in which questions wait for them.

use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use tokio::sync::oneshot;
use tracing::error;

use super::chooser::{Chooser, Question, Reply};

/// How many threads think, and how many questions may wait for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSize {
    /// The threads.
    pub threads: usize,
    /// The most questions that wait. A room that finds the line full asks again later.
    pub waiting: usize,
    /// With so many waiting, no further room is made against the computer.
    pub waiting_for_new: usize,
}

impl PoolSize {
    /// The usual line for so many threads. At the best level, which takes two seconds for a move, a thread has some
    /// twenty seconds' work before it when new rooms are refused.
    #[must_use]
    pub const fn of_threads(threads: usize) -> Self {
        Self { threads, waiting: threads.saturating_mul(64), waiting_for_new: threads.saturating_mul(10) }
    }

    /// A thread for each processor but one, and at least one.
    #[must_use]
    pub fn of_this_machine() -> Self {
        Self::of_threads(thread::available_parallelism().map_or(1, NonZeroUsize::get).saturating_sub(1).max(1))
    }
}

/// Why a question was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unasked {
    /// The computer does not play on this server.
    #[error("the computer does not play on this server")]
    Off,
    /// Too many questions wait.
    #[error("the computer has too much to think about")]
    Full,
}

/// The computer player of a server. Clones are the same; its threads end when the last one is gone.
#[derive(Clone, Debug)]
pub struct Computer(Option<Arc<Pool>>);

impl Computer {
    /// A server on which the computer does not play.
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    /// Starts threads that think with what `make` makes, one for each; without any, the computer does not play.
    ///
    /// # Errors
    /// If a thread cannot be started.
    pub fn start<C: Chooser + 'static>(
        size: PoolSize,
        make: impl Fn() -> C + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        if size.threads == 0 {
            return Ok(Self::none());
        }
        let pool = Pool { size, line: Arc::default() };
        let make = Arc::new(make);
        for number in 1..=size.threads {
            let (line, make) = (Arc::clone(&pool.line), Arc::clone(&make));
            thread::Builder::new().name(format!("computer-{number}")).spawn(move || line.serve(&*make))?;
        }
        Ok(Self(Some(Arc::new(pool))))
    }

    /// Whether the computer plays on this server.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Asks a question, which waits in line if all threads are at work. Never blocks.
    ///
    /// # Errors
    /// If the line is full, or the computer does not play here.
    pub fn ask(&self, question: Question) -> Result<Thinking, Unasked> {
        let pool = self.0.as_ref().ok_or(Unasked::Off)?;
        pool.line.ask(question, pool.size.waiting)
    }

    /// What it has to do; nothing where it does not play.
    #[must_use]
    pub fn load(&self) -> Load {
        self.0.as_ref().map_or_else(Load::default, |pool| Load {
            threads: pool.size.threads,
            busy: pool.line.busy.load(Ordering::Relaxed),
            waiting: pool.line.len(),
        })
    }

    /// Whether there is room for another game.
    ///
    /// # Errors
    /// If there is not, or the computer does not play here.
    pub fn has_room(&self) -> Result<(), Unasked> {
        let pool = self.0.as_ref().ok_or(Unasked::Off)?;
        if pool.line.len() < pool.size.waiting_for_new { Ok(()) } else { Err(Unasked::Full) }
    }
}

/// What the computer has to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Threads that think, or could.
    pub threads: usize,
    /// Threads that are thinking.
    pub busy: usize,
    /// Questions that wait in line.
    pub waiting: usize,
}

/// A question that was taken. When this is dropped the thinking stops.
#[derive(Debug)]
pub struct Thinking {
    stop: Arc<AtomicBool>,
    reply: oneshot::Receiver<Reply>,
}

impl Thinking {
    /// Waits for the answer; `None` if there will be none. Can be dropped while it waits without losing anything.
    pub async fn reply(&mut self) -> Option<Reply> {
        (&mut self.reply).await.ok()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The threads' owner.
#[derive(Debug)]
struct Pool {
    size: PoolSize,
    line: Arc<Line>,
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.line.close();
    }
}

/// A question that waits, or is thought about.
struct Job {
    question: Question,
    asked: Instant,
    /// When its turn should have come.
    wanted: Instant,
    stop: Arc<AtomicBool>,
    reply: oneshot::Sender<Reply>,
}

impl Job {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The line in which questions wait, the one first that is wanted soonest. A room has at most one in it. As each comes
/// nearer to its time while it waits, none is passed over for ever.
#[derive(Default)]
struct Line {
    waiting: Mutex<Waiting>,
    filled: Condvar,
    /// How many threads are thinking.
    busy: AtomicUsize,
}

#[derive(Default)]
struct Waiting {
    /// In the order in which they came.
    jobs: VecDeque<Job>,
    closed: bool,
}

impl Waiting {
    /// Takes out the question whose turn it is: of those that are wanted at the same time, the one that came first.
    fn take(&mut self) -> Option<Job> {
        let next = self.jobs.iter().enumerate().min_by_key(|(_, job)| job.wanted)?.0;
        self.jobs.remove(next)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("waiting", &self.len()).finish_non_exhaustive()
    }
}

impl Line {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Each change of the line is a single call, so a panic elsewhere cannot have left it half done.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many questions wait whose answers somebody still wants.
    fn len(&self) -> usize {
        self.waiting().jobs.iter().filter(|job| !job.is_stopped()).count()
    }

    fn ask(&self, question: Question, most: usize) -> Result<Thinking, Unasked> {
        let mut waiting = self.waiting();
        if waiting.jobs.len() >= most {
            waiting.jobs.retain(|job| !job.is_stopped());
        }
        if waiting.jobs.len() >= most || waiting.closed {
            return Err(Unasked::Full);
        }
        let (sender, reply) = oneshot::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Instant::now();
        let wanted = asked + question.patience();
        waiting.jobs.push_back(Job { question, asked, wanted, stop: Arc::clone(&stop), reply: sender });
        drop(waiting);
        self.filled.notify_one();
        Ok(Thinking { stop, reply })
    }

    fn close(&self) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        waiting.jobs.clear();
        drop(waiting);
        self.filled.notify_all();
    }

    /// The next question that somebody wants to have answered; `None` once the line is closed.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        loop {
            if waiting.closed {
                return None;
            }
            match waiting.take() {
                Some(job) if job.is_stopped() => {}
                Some(job) => return Some(job),
                None => waiting = self.filled.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Answers questions until the line is closed.
    fn serve<C: Chooser>(&self, make: &impl Fn() -> C) {
        let mut chooser = make();
        while let Some(Job { question, asked, stop, reply, .. }) = self.next() {
            let limit = question.time.map(|time| time.share(asked.elapsed()));
            // A mistake in one game must not end the thread that the others wait for.
            self.busy.fetch_add(1, Ordering::Relaxed);
            let outcome = catch_unwind(AssertUnwindSafe(|| chooser.reply(&question, limit, &stop)));
            self.busy.fetch_sub(1, Ordering::Relaxed);
            match outcome {
                Ok(Some(found)) => {
                    // The room may have lost interest.
                    let _ = reply.send(found);
                }
                Ok(None) => error!(game = question.game.id(), "the computer finds nothing to do"),
                Err(_) => {
                    error!(game = question.game.id(), moves = question.moves.len(), "the computer made a mistake");
                    chooser = make();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use protocol::ComputerLevel;

    use super::*;
    use crate::computer::Asked;
    use crate::room::ThinkingTime;

    /// Says what it was asked, by its seed, and answers when it is told to. Panics at seed 666.
    struct Scripted {
        seen: mpsc::Sender<(u64, Option<Duration>)>,
        go: Arc<Mutex<mpsc::Receiver<()>>>,
    }

    impl Chooser for Scripted {
        fn reply(&mut self, question: &Question, limit: Option<Duration>, stop: &AtomicBool) -> Option<Reply> {
            self.seen.send((question.seed, limit)).unwrap();
            assert_ne!(question.seed, 666, "as was wished for");
            loop {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                if self.go.lock().unwrap().recv_timeout(Duration::from_millis(1)).is_ok() {
                    return Some(Reply::Draw(question.seed.is_multiple_of(2)));
                }
            }
        }
    }

    struct Script {
        computer: Computer,
        seen: mpsc::Receiver<(u64, Option<Duration>)>,
        go: mpsc::Sender<()>,
    }

    /// Far longer than any of this takes: what never comes fails a test instead of holding it up for ever.
    const NEVER: Duration = Duration::from_secs(30);

    impl Script {
        /// The seed of the next question that is thought about, and for how long it may be.
        fn heard(&self) -> (u64, Option<Duration>) {
            self.seen.recv_timeout(NEVER).expect("a question is thought about")
        }
    }

    fn script(waiting: usize, waiting_for_new: usize) -> Script {
        let (sender, seen) = mpsc::channel();
        let (go, receiver) = mpsc::channel();
        let receiver = Arc::new(Mutex::new(receiver));
        let size = PoolSize { threads: 1, waiting, waiting_for_new };
        let make = move || Scripted { seen: sender.clone(), go: Arc::clone(&receiver) };
        Script { computer: Computer::start(size, make).unwrap(), seen, go }
    }

    fn question(seed: u64) -> Question {
        let game = rules::game("moon").unwrap();
        let level = ComputerLevel::MIN;
        Question { asked: Asked::Draw(rules::Side::First), game, moves: Vec::new(), level, seed, time: None }
    }

    #[tokio::test]
    async fn questions_are_answered_in_order_and_the_line_has_an_end() {
        let script = script(2, 1);
        assert_eq!(script.computer.has_room(), Ok(()));
        let mut first = script.computer.ask(question(1)).unwrap();
        assert_eq!(script.heard().0, 1, "it is thought about, and waits no more");
        let mut second = script.computer.ask(question(2)).unwrap();
        assert_eq!(script.computer.has_room(), Err(Unasked::Full), "no further room is made");
        let third = script.computer.ask(question(3)).unwrap();
        assert_eq!(script.computer.ask(question(4)).unwrap_err(), Unasked::Full);
        drop(third);
        let mut fifth = script.computer.ask(question(5)).unwrap();
        for (thinking, answer) in [(&mut first, false), (&mut second, true), (&mut fifth, false)] {
            script.go.send(()).unwrap();
            assert_eq!(thinking.reply().await, Some(Reply::Draw(answer)));
        }
        assert_eq!(script.seen.try_iter().map(|(seed, _)| seed).collect::<Vec<_>>(), [2, 5], "nobody wants the third");
    }

    #[test]
    fn what_is_wanted_sooner_goes_first() {
        let script = script(6, 6);
        let _first = script.computer.ask(question(1)).unwrap();
        assert_eq!(script.heard().0, 1);
        let long = |seed, left: Option<u64>| {
            let time = left.map(|left| ThinkingTime { left, increment: 0 });
            Question { asked: Asked::Move, level: ComputerLevel::MAX, time, ..question(seed) }
        };
        let questions = [long(2, None), long(3, Some(600_000)), question(4), long(5, Some(10_000)), question(6)];
        let _waiting = questions.map(|question| script.computer.ask(question).unwrap());
        let order = [(); 5].map(|()| {
            script.go.send(()).unwrap();
            script.heard().0
        });
        assert_eq!(order, [5, 4, 6, 2, 3], "in line by when they are wanted, then by when they came");
    }

    #[test]
    fn nothing_is_passed_over_for_ever() {
        let job = |seed, asked: Instant, level| {
            let question = Question { asked: Asked::Move, level, ..question(seed) };
            let wanted = asked + question.patience();
            Job { question, asked, wanted, stop: Arc::default(), reply: oneshot::channel().0 }
        };
        let start = Instant::now();
        let mut waiting = Waiting::default();
        waiting.jobs.push_back(job(0, start, ComputerLevel::MAX));
        let mut taken = Vec::new();
        // Every tenth of a second another short question comes, and one is answered.
        for seed in 1..=250 {
            waiting.jobs.push_back(job(seed, start + Duration::from_millis(100 * seed), ComputerLevel::MIN));
            taken.push(waiting.take().unwrap().question.seed);
        }
        assert_eq!(taken.iter().position(|seed| *seed == 0), Some(189));
    }

    #[tokio::test]
    async fn thinking_stops_when_nobody_wants_the_answer() {
        let script = script(2, 1);
        let first = script.computer.ask(question(1)).unwrap();
        assert_eq!(script.heard().0, 1);
        drop(first);
        let _second = script.computer.ask(question(2)).unwrap();
        assert_eq!(script.heard().0, 2, "the thread is free again");
    }

    #[tokio::test]
    async fn a_mistake_harms_no_other_question() {
        let script = script(2, 1);
        let mut bad = script.computer.ask(question(666)).unwrap();
        assert_eq!(bad.reply().await, None);
        let mut good = script.computer.ask(question(8)).unwrap();
        script.go.send(()).unwrap();
        assert_eq!(good.reply().await, Some(Reply::Draw(true)));
    }

    #[tokio::test]
    async fn waiting_costs_time_on_the_clock() {
        let script = script(2, 1);
        let time = Some(ThinkingTime { left: 300_000, increment: 0 });
        let _thinking = script.computer.ask(Question { time, ..question(1) }).unwrap();
        let limit = script.heard().1.unwrap();
        assert!(limit <= Duration::from_secs(10) && limit > Duration::from_secs(5), "{limit:?}");
    }

    #[tokio::test]
    async fn all_ends_with_the_last_clone() {
        let Script { computer, seen, go: _go } = script(2, 1);
        let mut thinking = computer.clone().ask(question(1)).unwrap();
        assert_eq!(seen.recv_timeout(NEVER).unwrap().0, 1);
        let mut waiting = computer.ask(question(2)).unwrap();
        drop(computer);
        assert_eq!(waiting.reply().await, None);
        thinking.stop.store(true, Ordering::Relaxed);
        assert_eq!(thinking.reply().await, None);
        assert_eq!(seen.recv_timeout(NEVER), Err(mpsc::RecvTimeoutError::Disconnected), "the thread has ended");
    }

    #[test]
    fn without_threads_the_computer_does_not_play() {
        let none = Computer::start(PoolSize::of_threads(0), super::super::EngineChooser::default).unwrap();
        assert!(!none.is_on());
        assert_eq!((none.has_room(), none.ask(question(1)).unwrap_err()), (Err(Unasked::Off), Unasked::Off));
    }
}
