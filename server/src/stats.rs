//! How finished games came out: from counts to what is shown.

use protocol::http::{AllStats, DrawStats, GameStats, Localized, SideStats};
use protocol::{ComputerLevel, Outcome};
use rules::Game;

/// Against whom the games were played that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// People among themselves.
    People,
    /// The computer, at one level or at all.
    Computer(Option<ComputerLevel>),
}

impl Opponent {
    fn counts(self, tally: &Tally) -> bool {
        match self {
            Self::People => tally.computer.is_none(),
            Self::Computer(level) => tally.computer.is_some() && (level.is_none() || level == tally.computer),
        }
    }
}

/// How many archived games of one kind came out one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The game's id in the catalogue.
    pub game: String,
    /// The level at which the computer played; `None` for games between people.
    pub computer: Option<ComputerLevel>,
    /// How they came out.
    pub outcome: Outcome,
    /// How many.
    pub games: u64,
}

/// The statistics of one game against somebody. Games with the outcome `none` do not count.
#[must_use]
pub fn game_stats(game: &'static dyn Game, opponent: Opponent, tallies: &[Tally]) -> GameStats {
    let count = |outcome| {
        let matching = tallies.iter().filter(|tally| tally.game == game.id() && tally.outcome == outcome);
        matching.filter(|tally| opponent.counts(tally)).map(|tally| tally.games).sum::<u64>()
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
pub fn all_stats(opponent: Opponent, tallies: &[Tally]) -> AllStats {
    AllStats { games: rules::games().iter().map(|game| game_stats(*game, opponent, tallies)).collect() }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn halma(counts: &[(Outcome, u64)]) -> GameStats {
        let tally =
            |&(outcome, games): &(Outcome, u64)| Tally { computer: None, game: "halma".to_owned(), outcome, games };
        let mut tallies: Vec<_> = counts.iter().map(tally).collect();
        tallies.push(Tally { game: "another".to_owned(), computer: None, outcome: Outcome::First, games: 99 });
        game_stats(rules::game("halma").unwrap(), Opponent::People, &tallies)
    }

    #[test]
    fn percentages_are_cut_and_not_rounded() {
        let counts = [(Outcome::First, 3514), (Outcome::Second, 4224), (Outcome::Draw, 905), (Outcome::None, 12)];
        let expected = concat!(
            r#"{"game":"halma","games":8643,"first":{"name":{"en":"white","fr":"blancs"},"wins":3514,"percent":40.65},"#,
            r#""second":{"name":{"en":"black","fr":"noirs"},"wins":4224,"percent":48.87},"#,
            r#""draws":{"games":905,"percent":10.47}}"#
        );
        assert_eq!(serde_json::to_string(&halma(&counts)).unwrap(), expected);
    }

    #[test]
    fn people_and_the_levels_of_the_computer_are_counted_apart() {
        let level = |number| ComputerLevel::new(number).unwrap();
        let tallies = [(None, 100), (Some(level(1)), 20), (Some(level(5)), 3)].map(|(computer, games)| Tally {
            game: "moon".to_owned(),
            computer,
            outcome: Outcome::Draw,
            games,
        });
        let count = |opponent| game_stats(rules::game("moon").unwrap(), opponent, &tallies).games;
        assert_eq!(count(Opponent::People), 100);
        assert_eq!(count(Opponent::Computer(None)), 23);
        assert_eq!([1, 2, 5].map(|number| count(Opponent::Computer(Some(level(number))))), [20, 0, 3]);
    }

    #[test]
    fn no_game_yet_is_all_zeros() {
        let stats = halma(&[(Outcome::None, 5)]);
        assert_eq!((stats.games, stats.first.wins, stats.second.wins, stats.draws.games), (0, 0, 0, 0));
        assert_eq!((stats.first.percent, stats.second.percent, stats.draws.percent), (0.0, 0.0, 0.0));
    }

    #[test]
    fn percentages_never_add_up_to_more_than_a_hundred() {
        for first in 0..60 {
            for second in 0..60 {
                let stats = halma(&[(Outcome::First, first), (Outcome::Second, second), (Outcome::Draw, 7)]);
                let cents = |percent: f64| (percent * 100.0).round();
                let sum = cents(stats.first.percent) + cents(stats.second.percent) + cents(stats.draws.percent);
                assert!((9998.0..=10_000.0).contains(&sum), "{first}, {second}, 7: {sum}");
            }
        }
        assert_eq!(percent(u64::MAX, u64::MAX), 100.0);
    }

    #[test]
    fn every_game_of_the_catalogue_has_statistics() {
        let ids: Vec<_> = all_stats(Opponent::People, &[]).games.into_iter().map(|stats| stats.game).collect();
        assert_eq!(ids, rules::games().iter().map(|game| game.id()).collect::<Vec<_>>());
    }
}
