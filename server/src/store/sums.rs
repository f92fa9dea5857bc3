//! The statements that count games. Both databases understand them.

use protocol::Day;

use super::{StatsCheck, StatsDifference, StoreError, rows};
use crate::stats::{Figures, Opponent, Spans, StatsFilter, Sums};

/// What each sum of the roll-up is of.
macro_rules! key {
    () => {
        "game, level, clocked, feature, span, start, what"
    };
}

/// What is added up, each as itself.
macro_rules! figures {
    () => {
        "games, first, second, draws, plies, shortest, longest, duration, pairs, same_player, same_side"
    };
}

/// What is added up, added up.
macro_rules! sums {
    () => {
        "cast(sum(games) as bigint) as games, cast(sum(first) as bigint) as first, \
         cast(sum(second) as bigint) as second, cast(sum(draws) as bigint) as draws, \
         cast(sum(plies) as bigint) as plies, min(shortest) as shortest, max(longest) as longest, \
         cast(sum(duration) as bigint) as duration, cast(sum(pairs) as bigint) as pairs, \
         cast(sum(same_player) as bigint) as same_player, cast(sum(same_side) as bigint) as same_side"
    };
}

/// What the games add that the roll-up does not hold yet.
macro_rules! newer {
    () => {
        "select * from stats_of_games where id in (select id from uncounted_games)"
    };
}

/// The sums of every game of the catalogue. Parameters: the level, two values of `clocked`, and the first and last
/// start of the months, the days before and the days after.
pub(super) const RESULTS: &str = concat!(
    "with newer as materialized (",
    newer!(),
    " and feature = 'all' and level = $1 \
     and clocked in ($2, $3)), \
     kept as (select game, span, start, ",
    figures!(),
    " from stats \
        where feature = 'all' and level = $1 and clocked in ($2, $3) and span = 'month' \
        and start between $4 and $5 \
     union all select game, span, start, ",
    figures!(),
    " from stats \
        where feature = 'all' and level = $1 and clocked in ($2, $3) and span = 'day' \
        and start between $6 and $7 \
     union all select game, span, start, ",
    figures!(),
    " from stats \
        where feature = 'all' and level = $1 and clocked in ($2, $3) and span = 'day' \
        and start between $8 and $9 \
     union all select game, span, start, ",
    figures!(),
    " from newer \
        where span = 'month' and start between $4 and $5 \
        or span = 'day' and (start between $6 and $7 or start between $8 and $9)) \
     select game, ",
    sums!(),
    " from kept group by game"
);

/// All figures of one game, each day by itself. Parameters as before, then the first and the last day, and the game.
pub(super) const FIGURES: &str = concat!(
    "with newer as materialized (",
    newer!(),
    " and game = $12 and level = $1 \
     and clocked in ($2, $3)), \
     kept as (select feature, what, start, ",
    figures!(),
    " from stats \
        where game = $12 and level = $1 and clocked in ($2, $3) \
        and feature = 'all' and span = 'day' and start between $10 and $11 \
     union all select feature, what, 0 as start, ",
    figures!(),
    " from stats \
        where game = $12 and level = $1 and clocked in ($2, $3) \
        and feature in ('reason', 'first_move') and span = 'month' and start between $4 and $5 \
     union all select feature, what, 0 as start, ",
    figures!(),
    " from stats \
        where game = $12 and level = $1 and clocked in ($2, $3) \
        and feature in ('reason', 'first_move') and span = 'day' and start between $6 and $7 \
     union all select feature, what, 0 as start, ",
    figures!(),
    " from stats \
        where game = $12 and level = $1 and clocked in ($2, $3) \
        and feature in ('reason', 'first_move') and span = 'day' and start between $8 and $9 \
     union all select feature, what, case feature when 'all' then start else 0 end, ",
    figures!(),
    " from newer \
        where feature = 'all' and span = 'day' and start between $10 and $11 \
        or feature <> 'all' and (span = 'month' and start between $4 and $5 \
        or span = 'day' and (start between $6 and $7 or start between $8 and $9))) \
     select feature, what, cast(start as bigint) as start, ",
    sums!(),
    " from kept group by feature, what, start"
);

/// Adds to the roll-up what some games add, whose ids the given query tells.
macro_rules! add {
    ($ids:literal) => {
        concat!(
            "insert into stats (", key!(), ", ", figures!(), ") select ", key!(), ", ", sums!(),
            " from stats_of_games where id in (", $ids, ") group by ", key!(), " order by ", key!(),
            " on conflict (", key!(), ") do update set games = stats.games + excluded.games, \
             first = stats.first + excluded.first, second = stats.second + excluded.second, \
             draws = stats.draws + excluded.draws, plies = stats.plies + excluded.plies, \
             shortest = case when excluded.shortest < stats.shortest then excluded.shortest else stats.shortest end, \
             longest = case when excluded.longest > stats.longest then excluded.longest else stats.longest end, \
             duration = stats.duration + excluded.duration, pairs = stats.pairs + excluded.pairs, \
             same_player = stats.same_player + excluded.same_player, \
             same_side = stats.same_side + excluded.same_side"
        )
    };
}

/// Adds to the roll-up the first games that it does not hold, in the order of their ids; the parameter says how many.
pub(super) const ADD: &str = add!("select id from uncounted_games order by id limit $1");

/// Takes games out of those that are not counted, and adds them; tells how many. It is one statement, so it sees the same
/// games all the way, whoever finishes others meanwhile. The parameter says how many at most.
pub(super) const TAKE_AND_ADD: &str = concat!(
    "with batch as (delete from uncounted_games where id in (select id from uncounted_games limit $1) returning id), \
     added as (",
    add!("select id from batch"),
    ") select count(*) from batch"
);

/// Adds all games of the archive to an empty roll-up.
macro_rules! add_all {
    () => {
        concat!(
            "insert into stats (",
            key!(),
            ", ",
            figures!(),
            ") select ",
            key!(),
            ", ",
            sums!(),
            " from stats_of_games group by ",
            key!(),
            " order by ",
            key!()
        )
    };
}

/// Adds all games of the archive to an empty roll-up.
pub(super) const ADD_ALL: &str = add_all!();

/// The same, and leaves none that is not counted, in one statement; tells how many there are.
pub(super) const TAKE_AND_ADD_ALL: &str =
    concat!("with batch as (delete from uncounted_games), added as (", add_all!(), ") select count(*) from games");

/// How many games there are, how many of them are not counted yet, and how many sums there are.
pub(super) const SIZES: &str = "select (select count(*) from games), (select count(*) from uncounted_games), \
     (select count(*) from stats)";

/// Where the roll-up, with the games that it does not hold yet, and the archive differ.
pub(super) const DIFFERENCES: &str = concat!(
    "with counted as (select ",
    key!(),
    ", ",
    sums!(),
    " from (select ",
    key!(),
    ", ",
    figures!(),
    " from stats \
     union all select ",
    key!(),
    ", ",
    figures!(),
    " from (",
    newer!(),
    ") as newer) as every group by ",
    key!(),
    "), \
     archived as (select ",
    key!(),
    ", ",
    sums!(),
    " from stats_of_games group by ",
    key!(),
    "), \
     surplus as (select * from counted except select * from archived), \
     missing as (select * from archived except select * from counted) \
     select false as archive, surplus.* from surplus union all select true as archive, missing.* from missing \
     order by ",
    key!(),
    ", archive limit 100"
);

/// The parameters of a statement that counts, in order.
pub(super) fn parameters(filter: &StatsFilter) -> [i64; 11] {
    let level = match filter.opponent {
        Opponent::People => 0,
        Opponent::Computer(Some(level)) => level.get().into(),
        Opponent::Computer(None) => -1,
    };
    let clocked = match filter.clocked {
        None => [0, 1],
        Some(clocked) => [i64::from(clocked); 2],
    };
    let Spans { months, before, after } = Spans::of(filter.from, filter.to);
    let [months, before, after] = [&months, &before, &after].map(|days| [*days.start(), *days.end()].map(i64::from));
    [
        level,
        clocked[0],
        clocked[1],
        months[0],
        months[1],
        before[0],
        before[1],
        after[0],
        after[1],
        filter.from.number().into(),
        filter.to.number().into(),
    ]
}

/// Sums as the databases give them.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub(super) struct SumsRow {
    games: i64,
    first: i64,
    second: i64,
    draws: i64,
    plies: i64,
    shortest: i64,
    longest: i64,
    duration: i64,
    pairs: i64,
    same_player: i64,
    same_side: i64,
}

impl SumsRow {
    fn sums(self) -> Result<Sums, StoreError> {
        let of = |number| rows::count(number, || "the statistics".to_owned());
        Ok(Sums {
            games: of(self.games)?,
            first: of(self.first)?,
            second: of(self.second)?,
            draws: of(self.draws)?,
            plies: of(self.plies)?,
            shortest: of(self.shortest)?,
            longest: of(self.longest)?,
            duration: of(self.duration)?,
            pairs: of(self.pairs)?,
            same_player: of(self.same_player)?,
            same_side: of(self.same_side)?,
        })
    }
}

/// The sums of a game of the catalogue.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct ResultRow {
    game: String,
    #[sqlx(flatten)]
    sums: SumsRow,
}

/// The sums of all games.
pub(super) fn results(found: Vec<ResultRow>) -> Result<Vec<(String, Sums)>, StoreError> {
    found.into_iter().map(|row| Ok((row.game, row.sums.sums()?))).collect()
}

/// A figure of one game.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct FigureRow {
    feature: String,
    what: String,
    start: i64,
    #[sqlx(flatten)]
    sums: SumsRow,
}

/// All figures of one game.
pub(super) fn figures(found: Vec<FigureRow>) -> Result<Figures, StoreError> {
    let place = || "the statistics".to_owned();
    let mut figures = Figures::default();
    for row in found {
        let sums = row.sums.sums()?;
        match row.feature.as_str() {
            "all" => figures.days.push((day(row.start)?, sums)),
            "reason" => figures.reasons.push((rows::from_word(&row.what, place)?, sums)),
            _ => figures.first_moves.push((row.what, sums)),
        }
    }
    Ok(figures)
}

/// A difference.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct DifferenceRow {
    archive: bool,
    game: String,
    level: i16,
    clocked: i16,
    feature: String,
    span: String,
    start: i32,
    what: String,
    #[sqlx(flatten)]
    sums: SumsRow,
}

/// What came of a comparison: from how many games there are, how many of them are not counted, how many sums there are,
/// and where these differ.
pub(super) fn check(sizes: (i64, i64, i64), found: Vec<DifferenceRow>) -> Result<StatsCheck, StoreError> {
    let of = |number| rows::count(number, || "the statistics".to_owned());
    let (games, uncounted, sums) = (of(sizes.0)?, of(sizes.1)?, of(sizes.2)?);
    Ok(StatsCheck { games, uncounted, sums, differences: differences(found)? })
}

fn differences(found: Vec<DifferenceRow>) -> Result<Vec<StatsDifference>, StoreError> {
    let difference = |row: DifferenceRow| {
        let opponent = match row.level {
            0 => "people".to_owned(),
            -1 => "the computer".to_owned(),
            level => format!("the computer at level {level}"),
        };
        let clocks = if row.clocked == 0 { "without clocks" } else { "with clocks" };
        let (span, day) = (&row.span, day(row.start.into())?);
        let of = format!("{}, {opponent}, {clocks}, {span} from {day}, {} {}", row.game, row.feature, row.what);
        Ok(StatsDifference { archive: row.archive, of: of.trim_end().to_owned(), sums: row.sums.sums()? })
    };
    found.into_iter().map(difference).collect()
}

fn day(number: i64) -> Result<Day, StoreError> {
    let place = || "the statistics".to_owned();
    let number = u32::try_from(number).map_err(|error| rows::corrupt(place(), &error))?;
    Day::from_number(number).map_err(|error| rows::corrupt(place(), &error))
}
