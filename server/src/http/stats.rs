//! Statistics.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{ComputerLevel, Day};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::ApiError;
use crate::app::App;
use crate::stats::{self, Opponent, StatsFilter};

/// For how long an answer may be shown again without asking: games that end are to be counted within a second.
const SHORT_AGE: &str = "public, max-age=1";

/// What stands behind the `?` in a request for statistics.
#[derive(Debug, Deserialize)]
pub(super) struct StatsQuery {
    #[serde(default)]
    opponent: OpponentWord,
    level: Option<ComputerLevel>,
    clocked: Option<bool>,
    from: Option<Day>,
    to: Option<Day>,
}

/// Against whom games were played, as a request says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OpponentWord {
    #[default]
    People,
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
    Path(game): Path<String>,
    headers: HeaderMap,
    query: Result<Query<StatsQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let game = rules::game(&game).ok_or(ApiError::UnknownGame(game))?;
    let figures = app.store.figures(game.id(), &filter(query)?).await?;
    tagged(&headers, &stats::detailed_stats(game, figures))
}

/// An answer with a tag by which whoever has it already is told so. The tag is a weak one, as the answer may be compressed
/// or not.
fn tagged(headers: &HeaderMap, answer: &impl Serialize) -> Result<Response, ApiError> {
    let body = serde_json::to_vec(answer).map_err(|_| ApiError::Internal)?;
    let digest = Sha256::digest(&body);
    let digits: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{digits}\"");
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known = known.flat_map(|value| value.split(',')).map(str::trim).any(|one| one == tag || one == "*");
    let tag = HeaderValue::try_from(tag).map_err(|_| ApiError::Internal)?;
    let about = [(header::ETAG, tag), (header::CACHE_CONTROL, HeaderValue::from_static(SHORT_AGE))];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((about, json, body).into_response())
}
