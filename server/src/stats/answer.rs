//! From what was added up to what is shown.

use std::cmp::Reverse;

use protocol::http::{
    AllStats, DayStats, DetailedStats, DrawStats, FirstMoveStats, GameStats, LengthStats, Localized, PairStats,
    ReasonStats, SideStats,
};
use rules::Game;

use super::{Figures, Sums};

/// The statistics of every game of the catalogue, from the sums of those of which there are any.
#[must_use]
pub fn all_stats(sums: &[(String, Sums)]) -> AllStats {
    let of = |game: &&'static dyn Game| {
        let sums = sums.iter().find(|(id, _)| id == game.id()).map(|(_, sums)| *sums).unwrap_or_default();
        game_stats(*game, &sums)
    };
    AllStats { games: rules::games().iter().map(of).collect() }
}

/// All that is told of one game.
#[must_use]
pub fn detailed_stats(game: &'static dyn Game, mut figures: Figures) -> DetailedStats {
    let mut all = Sums::default();
    figures.days.iter().for_each(|(_, sums)| all += sums);
    figures.days.sort_by_key(|(day, _)| *day);
    figures.reasons.sort_by_cached_key(|(reason, sums)| (Reverse(sums.games), format!("{reason:?}")));
    figures.first_moves.sort_by(|(one, few), (other, more)| more.games.cmp(&few.games).then_with(|| one.cmp(other)));
    let reason = |(reason, sums): (_, Sums)| {
        let Sums { games, first, second, draws, .. } = sums;
        ReasonStats { reason, games, first, second, draws }
    };
    let first_move = |(first_move, sums): (_, Sums)| {
        let Sums { games, first, second, draws, .. } = sums;
        FirstMoveStats { first_move, games, first, second, draws }
    };
    DetailedStats {
        results: game_stats(game, &all),
        length: length(&all),
        reasons: figures.reasons.into_iter().map(reason).collect(),
        first_moves: figures.first_moves.into_iter().map(first_move).collect(),
        days: figures.days.into_iter().map(|(day, sums)| DayStats { day, games: sums.games }).collect(),
        pairs: PairStats {
            pairs: all.pairs,
            same_player: all.same_player,
            same_side: all.same_side,
            neither: all.pairs.saturating_sub(all.same_player).saturating_sub(all.same_side),
        },
    }
}

fn game_stats(game: &'static dyn Game, sums: &Sums) -> GameStats {
    let &Sums { games, first, second, draws, .. } = sums;
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

fn length(sums: &Sums) -> Option<LengthStats> {
    Some(LengthStats {
        average_plies: hundredths(u128::from(sums.plies) * 100, sums.games),
        shortest_plies: sums.shortest,
        longest_plies: sums.longest,
        mean_duration: sums.duration.checked_div(sums.games)?,
    })
}

/// A share in percent, cut to two decimals, so that the shares of a whole never add up to more than 100.
fn percent(part: u64, whole: u64) -> f64 {
    hundredths(u128::from(part) * 10_000, whole)
}

/// A hundredth part of a quotient, cut to two decimals; 0 if it is divided by 0.
fn hundredths(number: u128, by: u64) -> f64 {
    // Whatever is asked for is far below four thousand million, and every float holds it exactly.
    let hundredths = number.checked_div(u128::from(by)).unwrap_or(0);
    f64::from(u32::try_from(hundredths).unwrap_or(u32::MAX)) / 100.0
}

#[cfg(test)]
mod tests {
    use protocol::{Day, Reason};

    use super::*;

    fn sums(first: u64, second: u64, draws: u64) -> Sums {
        Sums { games: first + second + draws, first, second, draws, ..Sums::default() }
    }

    fn halma(sums: Sums) -> GameStats {
        let all = all_stats(&[("another".to_owned(), Sums { games: 99, ..sums }), ("halma".to_owned(), sums)]);
        all.games.into_iter().find(|stats| stats.game == "halma").unwrap()
    }

    #[test]
    fn percentages_are_cut_and_not_rounded() {
        let expected = concat!(
            r#"{"game":"halma","games":8643,"first":{"name":{"en":"white","fr":"blancs"},"wins":3514,"percent":40.65},"#,
            r#""second":{"name":{"en":"black","fr":"noirs"},"wins":4224,"percent":48.87},"#,
            r#""draws":{"games":905,"percent":10.47}}"#
        );
        assert_eq!(serde_json::to_string(&halma(sums(3514, 4224, 905))).unwrap(), expected);
    }

    #[test]
    fn no_game_yet_is_all_zeros() {
        let stats = halma(Sums::default());
        assert_eq!((stats.games, stats.first.wins, stats.second.wins, stats.draws.games), (0, 0, 0, 0));
        assert_eq!((stats.first.percent, stats.second.percent, stats.draws.percent), (0.0, 0.0, 0.0));
        let detailed = detailed_stats(rules::game("halma").unwrap(), Figures::default());
        assert_eq!((detailed.results, detailed.length), (stats, None));
    }

    #[test]
    fn percentages_never_add_up_to_more_than_a_hundred() {
        for first in 0..60 {
            for second in 0..60 {
                let stats = halma(sums(first, second, 7));
                let cents = |percent: f64| (percent * 100.0).round();
                let sum = cents(stats.first.percent) + cents(stats.second.percent) + cents(stats.draws.percent);
                assert!((9998.0..=10_000.0).contains(&sum), "{first}, {second}, 7: {sum}");
            }
        }
        assert_eq!(percent(u64::MAX, u64::MAX), 100.0);
    }

    #[test]
    fn every_game_of_the_catalogue_has_statistics() {
        let ids: Vec<_> = all_stats(&[]).games.into_iter().map(|stats| stats.game).collect();
        assert_eq!(ids, rules::games().iter().map(|game| game.id()).collect::<Vec<_>>());
    }

    #[test]
    fn days_are_added_up_and_lists_are_in_order() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        let one = Sums { plies: 100, shortest: 10, longest: 60, duration: 5_000, ..sums(2, 1, 0) };
        let other =
            Sums { plies: 35, shortest: 35, longest: 35, duration: 999, pairs: 1, same_side: 1, ..sums(0, 1, 0) };
        let figures = Figures {
            days: vec![(day("2026-03-02"), other), (day("2025-12-31"), one)],
            reasons: vec![
                (Reason::Time, sums(1, 0, 0)),
                (Reason::Left, sums(0, 1, 0)),
                (Reason::CampFilled, sums(1, 1, 0)),
            ],
            first_moves: vec![("b1-b2".to_owned(), sums(1, 0, 0)), ("a1-a2".to_owned(), sums(1, 0, 0))],
        };
        let stats = detailed_stats(rules::game("halma").unwrap(), figures);
        assert_eq!((stats.results.games, stats.results.first.wins, stats.results.second.wins), (4, 2, 2));
        let expected =
            LengthStats { average_plies: 33.75, shortest_plies: 10, longest_plies: 60, mean_duration: 1_499 };
        assert_eq!(stats.length, Some(expected));
        assert_eq!(stats.days.iter().map(|day| day.games).collect::<Vec<_>>(), [3, 1]);
        let reasons: Vec<_> = stats.reasons.iter().map(|reason| reason.reason).collect();
        assert_eq!(reasons, [Reason::CampFilled, Reason::Left, Reason::Time]);
        assert_eq!(stats.first_moves[0].first_move, "a1-a2");
        assert_eq!(stats.pairs, PairStats { pairs: 1, same_player: 0, same_side: 1, neither: 0 });
    }
}
