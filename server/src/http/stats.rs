//! Statistics.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use protocol::{ComputerLevel, Day};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::api::PathPart;
use super::error::ApiError;
use super::tagged::Tagged;
use crate::app::App;
use crate::stats::{self, Opponent, StatsFilter};

/// For how long an answer may be shown again without asking: games that end are to be counted within a second.
pub(super) const SHORT_AGE: &str = "public, max-age=1";

/// Which games are counted, in the address of a request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct StatsQuery {
    /// Against whom they were played.
    #[serde(default)]
    opponent: OpponentWord,
    /// The level at which the computer played; with `opponent=computer` only.
    level: Option<ComputerLevel>,
    /// Whether the players had clocks.
    clocked: Option<bool>,
    /// The first day on which they may have ended, in UTC.
    from: Option<Day>,
    /// The last day on which they may have ended, in UTC; not before `from`.
    to: Option<Day>,
}

/// Against whom games were played, as a request says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum OpponentWord {
    /// Games between people.
    #[default]
    People,
    /// Games against the computer.
    Computer,
}

/// Against whom the games were played that are asked for.
pub(super) fn opponent(word: OpponentWord, level: Option<ComputerLevel>) -> Result<Opponent, ApiError> {
    match (word, level) {
        (OpponentWord::Computer, level) => Ok(Opponent::Computer(level)),
        (OpponentWord::People, None) => Ok(Opponent::People),
        (OpponentWord::People, Some(_)) => {
            Err(ApiError::BadQuery("a `level` is the computer's; add `opponent=computer`".to_owned()))
        }
    }
}

/// Refuses days that are not in order.
pub(super) fn in_order(from: Option<Day>, to: Option<Day>) -> Result<(), ApiError> {
    match (from, to) {
        (Some(from), Some(to)) if to < from => Err(ApiError::BadQuery(format!("`from`, {from}, is after `to`, {to}"))),
        _ => Ok(()),
    }
}

/// What a query says.
pub(super) fn read<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, ApiError> {
    query.map(|Query(query)| query).map_err(|rejection| ApiError::BadQuery(rejection.body_text()))
}

/// The games that are asked for.
fn filter(query: Result<Query<StatsQuery>, QueryRejection>) -> Result<StatsFilter, ApiError> {
    let query = read(query)?;
    in_order(query.from, query.to)?;
    Ok(StatsFilter {
        opponent: opponent(query.opponent, query.level)?,
        clocked: query.clocked,
        from: query.from.unwrap_or(Day::FIRST),
        to: query.to.unwrap_or(Day::LAST),
    })
}

pub(super) async fn all(
    State(app): State<App>,
    headers: HeaderMap,
    query: Result<Query<StatsQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let sums = app.store.results(&filter(query)?).await?;
    tagged(&headers, &stats::all_stats(&sums))
}

pub(super) async fn one(
    State(app): State<App>,
    PathPart(game): PathPart,
    headers: HeaderMap,
    query: Result<Query<StatsQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let game = rules::game(&game).ok_or(ApiError::UnknownGame(game))?;
    let figures = app.store.figures(game.id(), &filter(query)?).await?;
    tagged(&headers, &stats::detailed_stats(game, figures))
}

/// An answer in JSON that may be shown again for a moment.
fn tagged(headers: &HeaderMap, answer: &impl Serialize) -> Result<Response, ApiError> {
    let body = serde_json::to_vec(answer).map_err(|_| ApiError::Internal)?;
    Ok(Tagged::new("application/json", SHORT_AGE, body).answer(headers))
}
