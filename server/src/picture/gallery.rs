//! The pictures that were drawn lately.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::{Picture, Scene, Subject};
use crate::page::Language;
use crate::store::{Store, StoreError};

/// How many pictures are kept: all that do not show a finished game, and some that do. Each takes some 100 kB.
const KEPT: usize = 80;

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoPicture {
    /// Nothing of that name is there to be drawn.
    #[error("there is no such picture")]
    Unknown,
    /// Too many others are waiting.
    #[error("too many pictures are asked for")]
    Busy,
    /// The finished game cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The pictures that were drawn lately. However many ask, one is drawn at a time.
#[derive(Debug)]
pub(crate) struct Gallery {
    kept: Mutex<VecDeque<((Subject, Language), Picture)>>,
    turn: Arc<Semaphore>,
}

impl Default for Gallery {
    fn default() -> Self {
        Self { kept: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }
}

impl Gallery {
    /// A picture, drawn if need be.
    ///
    /// # Errors
    /// If there is none, or it cannot be drawn in time.
    pub(crate) async fn picture(
        &self,
        subject: Subject,
        language: Language,
        store: &dyn Store,
    ) -> Result<Picture, NoPicture> {
        let key = (subject, language);
        if let Some(picture) = self.find(key) {
            return Ok(picture);
        }
        let turn = timeout(PATIENCE, Arc::clone(&self.turn).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(NoPicture::Busy) };
        // Whoever had the turn before may have wanted the same.
        if let Some(picture) = self.find(key) {
            return Ok(picture);
        }
        let scene = match subject {
            Subject::Finished(id) => {
                let game = timeout(PATIENCE, store.archived(id)).await.map_err(|_| NoPicture::Busy)??;
                game.and_then(|game| Scene::of_end(&game, language))
            }
            _ => subject.scene(language),
        };
        let scene = scene.ok_or(NoPicture::Unknown)?;
        let drawn = tokio::task::spawn_blocking(move || {
            let picture = scene.draw();
            // Not earlier, even if nobody waits for the picture any more.
            drop(turn);
            picture
        });
        let drawn = drawn.await;
        let picture = drawn.ok().flatten().ok_or(NoPicture::Unknown)?;
        let mut kept = self.kept();
        kept.push_back((key, picture.clone()));
        while kept.len() > KEPT {
            kept.pop_front();
        }
        Ok(picture)
    }

    /// A picture that is kept, which then is kept longest.
    fn find(&self, key: (Subject, Language)) -> Option<Picture> {
        let mut kept = self.kept();
        let place = kept.iter().position(|(of, _)| *of == key)?;
        let found = kept.remove(place)?;
        let picture = found.1.clone();
        kept.push_back(found);
        Some(picture)
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<((Subject, Language), Picture)>> {
        // A panic elsewhere leaves at worst one picture out.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
