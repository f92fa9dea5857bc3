//! The archive in memory: found and counted one by one, without a roll-up.

use std::cmp::Reverse;

use async_trait::async_trait;
use protocol::http::{ArchivedGame, GameEntry};
use protocol::{Day, GameId, Outcome, RoomId};
use server::StoreError;
use server::stats::{Figures, StatsFilter, Sums};
use server::store::{ArchivePlace, ArchiveRow, ArchiveStore, FinishedGame, Found, GameSearch, StatsCheck};

use super::MemoryStore;

/// What one game adds to the sums.
fn sums(rows: &[ArchiveRow], row: &ArchiveRow) -> Sums {
    let game = &row.game;
    let is = |outcome| u64::from(game.outcome == outcome);
    let plies = game.moves.len() as u64;
    let before = rows.iter().map(|other| (other, &other.game)).find(|(other, before)| {
        (other.room, other.number + 1) == (row.room, row.number)
            && before.game == game.game
            && before.outcome != Outcome::None
    });
    let decided = |game: &ArchivedGame| game.outcome != Outcome::Draw;
    let both = |(_, before): &(_, &ArchivedGame)| decided(before) && decided(game);
    let pair = before.as_ref().filter(|pair| both(pair));
    Sums {
        games: 1,
        first: is(Outcome::First),
        second: is(Outcome::Second),
        draws: is(Outcome::Draw),
        plies,
        shortest: plies,
        longest: plies,
        duration: game.ended.0 - game.started.0,
        pairs: u64::from(before.is_some()),
        same_player: u64::from(pair.is_some_and(|(_, before)| before.outcome != game.outcome)),
        same_side: u64::from(pair.is_some_and(|(_, before)| before.outcome == game.outcome)),
    }
}

fn counts(filter: &StatsFilter, game: &ArchivedGame) -> bool {
    let day = Day::of(game.ended);
    game.outcome != Outcome::None
        && filter.opponent.counts(game.computer.map(|computer| computer.level))
        && filter.clocked.is_none_or(|clocked| clocked == game.clock.is_some())
        && filter.from <= day
        && day <= filter.to
}

fn add<K: PartialEq>(list: &mut Vec<(K, Sums)>, key: K, sums: &Sums) {
    match list.iter_mut().find(|(known, _)| *known == key) {
        Some((_, known)) => *known += sums,
        None => list.push((key, *sums)),
    }
}

/// All figures of a game, counted one by one.
pub(crate) fn figures(rows: &[ArchiveRow], game: &str, filter: &StatsFilter) -> Figures {
    let mut figures = Figures::default();
    for row in rows.iter().filter(|row| row.game.game == game && counts(filter, &row.game)) {
        let sums = sums(rows, row);
        add(&mut figures.days, Day::of(row.game.ended), &sums);
        add(&mut figures.reasons, row.game.reason, &sums);
        if let Some(first) = row.game.moves.first() {
            add(&mut figures.first_moves, first.clone(), &sums);
        }
    }
    figures
}

/// The sums of every game, counted one by one.
pub(crate) fn results(rows: &[ArchiveRow], filter: &StatsFilter) -> Vec<(String, Sums)> {
    let mut results = Vec::new();
    for row in rows.iter().filter(|row| counts(filter, &row.game)) {
        add(&mut results, row.game.game.clone(), &sums(rows, row));
    }
    results
}

/// The games that a search finds, looked at one by one.
pub(crate) fn found(
    rows: &[ArchiveRow],
    search: &GameSearch,
    after: Option<ArchivePlace>,
    limit: u32,
) -> Vec<ArchivedGame> {
    let fits = |game: &ArchivedGame| {
        let (day, plies) = (Day::of(game.ended), game.moves.len() as u32);
        search.game.as_ref().is_none_or(|id| *id == game.game)
            && search.outcome.is_none_or(|outcome| outcome == game.outcome)
            && search.reason.is_none_or(|reason| reason == game.reason)
            && search.opponent.is_none_or(|opponent| opponent.counts(game.computer.map(|computer| computer.level)))
            && search.clocked.is_none_or(|clocked| clocked == game.clock.is_some())
            && search.min_plies.is_none_or(|least| least <= plies)
            && search.max_plies.is_none_or(|most| plies <= most)
            && search.from.is_none_or(|from| from <= day)
            && search.to.is_none_or(|to| day <= to)
            && game.moves.starts_with(&search.opening)
            && after.is_none_or(|place| (game.ended, game.id) < (place.ended, place.id))
    };
    let mut games: Vec<_> = rows.iter().map(|row| &row.game).filter(|game| fits(game)).cloned().collect();
    games.sort_by_key(|game| Reverse((game.ended, game.id)));
    games.truncate(limit as usize);
    games
}

/// Where a search goes on that found these.
fn next(games: &[ArchivedGame], limit: u32) -> Option<ArchivePlace> {
    let last = games.last().filter(|_| games.len() >= limit as usize)?;
    Some(ArchivePlace { ended: last.ended, id: last.id })
}

/// What a list shows of a game.
pub(crate) fn entry(game: ArchivedGame) -> GameEntry {
    GameEntry {
        id: game.id,
        outcome: game.outcome,
        reason: game.reason,
        plies: game.moves.len() as u64,
        opening: game.moves.iter().take(4).cloned().collect(),
        clocked: game.clock.is_some(),
        computer: game.computer.map(|computer| computer.level),
        started: game.started,
        ended: game.ended,
        game: game.game,
    }
}

#[async_trait]
impl ArchiveStore for MemoryStore {
    async fn archived(&self, id: GameId) -> Result<Option<ArchivedGame>, StoreError> {
        let contents = self.contents.lock().unwrap();
        Ok(contents.games.iter().find(|row| row.game.id == id).map(|row| row.game.clone()))
    }

    async fn games_of_room(&self, room: RoomId, limit: u32) -> Result<Vec<FinishedGame>, StoreError> {
        let contents = self.contents.lock().unwrap();
        let games = contents.games.iter().filter(|row| row.room == room);
        let mut games: Vec<_> =
            games.map(|row| FinishedGame { number: row.number, result: (&row.game).into() }).collect();
        games.sort_by_key(|game| game.number);
        games.drain(..games.len().saturating_sub(limit as usize));
        Ok(games)
    }

    async fn search(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<GameEntry>, StoreError> {
        let games = found(&self.contents.lock().unwrap().games, search, after, limit);
        let next = next(&games, limit);
        Ok(Found { games: games.into_iter().map(entry).collect(), next })
    }

    async fn export(
        &self,
        search: &GameSearch,
        after: Option<ArchivePlace>,
        limit: u32,
    ) -> Result<Found<ArchivedGame>, StoreError> {
        let games = found(&self.contents.lock().unwrap().games, search, after, limit);
        let next = next(&games, limit);
        Ok(Found { games, next })
    }

    async fn results(&self, filter: &StatsFilter) -> Result<Vec<(String, Sums)>, StoreError> {
        Ok(results(&self.contents.lock().unwrap().games, filter))
    }

    async fn figures(&self, game: &str, filter: &StatsFilter) -> Result<Figures, StoreError> {
        Ok(figures(&self.contents.lock().unwrap().games, game, filter))
    }

    async fn roll_up(&self, _: u32) -> Result<u64, StoreError> {
        Ok(0)
    }

    async fn rebuild_stats(&self) -> Result<u64, StoreError> {
        Ok(self.contents.lock().unwrap().games.len() as u64)
    }

    async fn check_stats(&self) -> Result<StatsCheck, StoreError> {
        let games = self.contents.lock().unwrap().games.len() as u64;
        Ok(StatsCheck { games, ..StatsCheck::default() })
    }
}
