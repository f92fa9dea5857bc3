//! How finished games came out: from counts to what is shown.

use protocol::Outcome;
use protocol::http::{AllStats, DrawStats, GameStats, Localized, SideStats};
use rules::Game;

/// How many archived games of one kind came out one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The game's id in the catalogue.
    pub game: String,
    /// How they came out.
    pub outcome: Outcome,
    /// How many.
    pub games: u64,
}

/// The statistics of one game. Games with the outcome `none` do not count.
#[must_use]
pub fn game_stats(game: &'static dyn Game, tallies: &[Tally]) -> GameStats {
    let count = |outcome| {
        let matching = tallies.iter().filter(|tally| tally.game == game.id() && tally.outcome == outcome);
        matching.map(|tally| tally.games).sum::<u64>()
    };
    let (first, second, draws) = (count(Outcome::First), count(Outcome::Second), count(Outcome::Draw));
    let games = first + second + draws;
    let [first_name, second_name] = game.catalogue().colours;
    let side =
        |name: rules::Localized, wins| SideStats { name: Localized::from(name), wins, percent: percent(wins, games) };
    GameStats {
        game: game.id().to_owned(),
        games,
        first: side(first_name, first),
        second: side(second_name, second),
        draws: DrawStats { games: draws, percent: percent(draws, games) },
    }
}

/// The statistics of every game of the catalogue.
#[must_use]
pub fn all_stats(tallies: &[Tally]) -> AllStats {
    AllStats { games: rules::games().iter().map(|game| game_stats(*game, tallies)).collect() }
}

/// A share in percent, cut to two decimals, so that the shares of a whole never add up to more than 100.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    let hundredths = u128::from(part) * 10_000 / u128::from(whole);
    // At most 10 000, which every float holds exactly.
    f64::from(u32::try_from(hundredths).unwrap_or(10_000)) / 100.0
}
