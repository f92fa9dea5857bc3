//! What the store knows of what an address stands for, in short, and kept for a moment.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::{GameId, Outcome, RoomId, Table};
use rules::Catalogue;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

use super::Asked;
use crate::room::{LogEvent, Recorded};
use crate::store::{Glimpse, Store, StoreError};

/// How long the store may take to answer. With the wait for its turn, that is how long a page waits at most to be able
/// to say what it is about.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long a question waits for its turn.
const TURN: Duration = Duration::from_millis(100);

/// How long something is believed. However many ask for one address, the store is asked no more often.
const FRESH: Duration = Duration::from_secs(3);

/// How long a store is not asked again that did not answer.
const SILENCE: Duration = Duration::from_secs(1);

/// Of how many addresses something is kept.
const KEPT: usize = 2000;

/// How many may ask the store at once.
const AT_ONCE: usize = 4;

/// How it stands with a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// A seat is free.
    Waiting,
    /// Two people play.
    Running,
    /// Their game has ended.
    Over,
    /// The computer has a seat.
    Computer,
}

/// What is told of a room or a finished game. Everyone who knows the address can learn all of it.
#[derive(Clone, Debug)]
pub(crate) enum Facts {
    /// Of a room.
    Room {
        /// The game that is or will be played.
        game: &'static Catalogue,
        /// How it stands.
        standing: Standing,
        /// What the host is called.
        host: Option<String>,
    },
    /// Of a finished game.
    Finished {
        /// The game.
        game: &'static Catalogue,
        /// How it came out.
        outcome: Outcome,
        /// Whether the computer played in it.
        computer: bool,
    },
}

impl Facts {
    /// The same without what people call themselves.
    pub(crate) fn nameless(mut self) -> Self {
        if let Self::Room { host, .. } = &mut self {
            *host = None;
        }
        self
    }

    /// What a glimpse of a room tells; `None` if there is no such room any more.
    fn of_room(glimpse: Glimpse) -> Option<Self> {
        let opening = glimpse.events.first().filter(|first| first.seq == 1)?;
        let LogEvent::Opened { game, table, computer, .. } = &opening.event else { return None };
        if glimpse.events.iter().any(Recorded::closes_room) {
            return None;
        }
        let mut standing = if *table == Table::OneDevice { Standing::Running } else { Standing::Waiting };
        let mut played = game;
        for event in &glimpse.events {
            match &event.event {
                LogEvent::Started { game, .. } => (standing, played) = (Standing::Running, game),
                LogEvent::Ended { .. } => standing = Standing::Over,
                _ => {}
            }
        }
        let standing = if computer.is_some() { Standing::Computer } else { standing };
        let game = rules::game(played)?.catalogue();
        Some(Self::Room { game, standing, host: glimpse.host_name })
    }
}

/// What was learned lately.
#[derive(Debug)]
pub(crate) struct FactsBook {
    known: Mutex<Known>,
    places: Semaphore,
}

#[derive(Debug, Default)]
struct Known {
    facts: HashMap<Address, (Instant, Option<Facts>)>,
    order: VecDeque<Address>,
    /// Until when the store is taken to be away.
    silent_until: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Address {
    Room(RoomId),
    Finished(GameId),
}

impl Default for FactsBook {
    fn default() -> Self {
        Self { known: Mutex::default(), places: Semaphore::new(AT_ONCE) }
    }
}

impl FactsBook {
    /// What the store knows of what an address asks for. `None` if there is nothing, or the store does not answer at
    /// once: whoever asks does without.
    pub(crate) async fn of(&self, asked: Asked, store: &dyn Store) -> Option<Facts> {
        let address = match asked {
            Asked::Room(room) => Address::Room(room),
            Asked::Finished(id) => Address::Finished(id),
            Asked::Home | Asked::Archive | Asked::Developers | Asked::Rules(_) | Asked::Stats(_) | Asked::Nothing => {
                return None;
            }
        };
        if let Some(facts) = self.fresh(address) {
            return facts;
        }
        self.learn(address, learn(address, store)).await
    }

    /// Asks the store by `ask`, if it is neither silent nor asked by too many.
    async fn learn(
        &self,
        address: Address,
        ask: impl Future<Output = Result<Option<Facts>, StoreError>>,
    ) -> Option<Facts> {
        // That many ask says nothing about the store.
        let _turn = timeout(TURN, self.places.acquire()).await.ok()?.ok()?;
        // Whoever had the place before may have asked for the same.
        if let Some(facts) = self.fresh(address) {
            return facts;
        }
        if self.known().silent_until.is_some_and(|until| Instant::now() < until) {
            return None;
        }
        match timeout(PATIENCE, ask).await {
            Ok(Ok(facts)) => {
                self.keep(address, facts.clone());
                return facts;
            }
            Ok(Err(error)) => tracing::warn!(%error, "a page says little, as the store gave no answer"),
            Err(_) => tracing::warn!("a page says little, as the store did not answer in time"),
        }
        self.known().silent_until = Some(Instant::now() + SILENCE);
        None
    }

    fn fresh(&self, address: Address) -> Option<Option<Facts>> {
        let known = self.known();
        let (at, facts) = known.facts.get(&address)?;
        (at.elapsed() < FRESH).then(|| facts.clone())
    }

    fn keep(&self, address: Address, facts: Option<Facts>) {
        let mut known = self.known();
        if known.facts.insert(address, (Instant::now(), facts)).is_none() {
            known.order.push_back(address);
        }
        while known.order.len() > KEPT {
            if let Some(oldest) = known.order.pop_front() {
                known.facts.remove(&oldest);
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // A panic elsewhere leaves at worst something that is asked for again.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn learn(address: Address, store: &dyn Store) -> Result<Option<Facts>, StoreError> {
    match address {
        Address::Room(room) => Ok(Facts::of_room(store.glimpse(room).await?)),
        Address::Finished(id) => Ok(store.archived(id).await?.and_then(|game| {
            let catalogue = rules::game(&game.game)?.catalogue();
            Some(Facts::Finished { game: catalogue, outcome: game.outcome, computer: game.computer.is_some() })
        })),
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::Arc;

    use super::*;

    fn facts(host: &str) -> Option<Facts> {
        let game = rules::game("halma").unwrap().catalogue();
        Some(Facts::Room { game, standing: Standing::Waiting, host: Some(host.to_owned()) })
    }

    fn room(number: usize) -> Address {
        Address::Room(format!("{number:012}").parse().unwrap())
    }

    /// What a question leads to that the store answers at once.
    async fn answered(book: &FactsBook, address: Address) -> bool {
        book.learn(address, async { Ok(facts("Ada")) }).await.is_some()
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_does_not_answer_is_left_alone_for_a_moment() {
        for fails in [true, false] {
            let book = FactsBook::default();
            let fault =
                async { if fails { Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut)) } else { pending().await } };
            assert!(book.learn(room(1), fault).await.is_none());
            assert!(!answered(&book, room(2)).await, "it is not asked");
            tokio::time::advance(SILENCE).await;
            assert!(answered(&book, room(2)).await);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn that_many_ask_does_not_make_the_store_silent() {
        let book = Arc::new(FactsBook::default());
        let mut slow = Vec::new();
        for number in 0..AT_ONCE {
            let book = Arc::clone(&book);
            slow.push(tokio::spawn(async move {
                let answer = async {
                    tokio::time::sleep(PATIENCE - Duration::from_millis(10)).await;
                    Ok(facts("Ada"))
                };
                book.learn(room(number), answer).await.is_some()
            }));
        }
        tokio::task::yield_now().await;
        let asked = Instant::now();
        assert!(!answered(&book, room(AT_ONCE)).await, "nobody makes room in time");
        assert!(asked.elapsed() <= TURN + Duration::from_millis(2));
        for slow in slow {
            assert!(slow.await.unwrap(), "those who were first have their answers");
        }
        assert!(answered(&book, room(AT_ONCE)).await, "and the store is not taken to be away");
    }
}
