//! Finished games: one, a page of them, or all.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use protocol::http::{ArchivedGame, GamePage, ReadGame};
use protocol::{ComputerLevel, Day, Outcome, Reason};
use schemars::JsonSchema;
use serde::Deserialize;

use super::api::{PathPart, game_ids};
use super::error::{ApiError, broken_body};
use super::stats::{OpponentWord, in_order, opponent, read};
use crate::app::App;
use crate::record;
use crate::store::{ArchivePlace, Found, GameSearch, OPENING_PLIES, StoreError};

/// How many games a page has if the request does not say so, and at most.
const PAGE: (u32, u32) = (50, 200);

/// The longest text of a game, in bytes: room for the longest games that are played here, and for some words beside them.
pub(super) const MAX_TEXT_BYTES: usize = 128 * 1024;

/// How many games are read at once for a file of them. No more are ever held.
const EXPORTED_AT_ONCE: u32 = 200;

/// Which games are asked for, in the address of a request.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GamesQuery {
    /// The game's id in the catalogue; games of all kinds if left out.
    #[schemars(schema_with = "game_ids")]
    game: Option<String>,
    /// How they came out.
    outcome: Option<Outcome>,
    /// Why they ended.
    reason: Option<Reason>,
    /// Against whom they were played; both if left out.
    opponent: Option<OpponentWord>,
    /// The level at which the computer played. Not with `opponent=people`, and not without `opponent`.
    level: Option<ComputerLevel>,
    /// Whether the players had clocks.
    clocked: Option<bool>,
    /// How many moves of both sides they have at least.
    #[schemars(range(max = u32::MAX))]
    min_plies: Option<u32>,
    /// How many moves of both sides they have at most.
    #[schemars(range(max = u32::MAX))]
    max_plies: Option<u32>,
    /// The first day on which they may have ended, in UTC.
    from: Option<Day>,
    /// The last day on which they may have ended, in UTC; not before `from`.
    to: Option<Day>,
    /// Their first moves, up to four, with commas or blanks between them, such as `l2-l3,a13-c11`.
    moves: Option<String>,
    /// How many games the page holds at most.
    #[schemars(range(min = 1, max = PAGE.1), extend("default" = PAGE.0))]
    limit: Option<u32>,
    /// Only games that come after this place: the `next` of the page before.
    #[schemars(regex(pattern = "^[0-9]{1,15}-[0-9a-hjkmnp-tv-z]{12}$"))]
    after: Option<String>,
}

impl GamesQuery {
    /// The games that are asked for, and after which place.
    fn search(self) -> Result<(GameSearch, Option<ArchivePlace>), ApiError> {
        in_order(self.from, self.to)?;
        if let (Some(least), Some(most)) = (self.min_plies, self.max_plies)
            && most < least
        {
            return Err(ApiError::BadQuery(format!("`min_plies`, {least}, is more than `max_plies`, {most}")));
        }
        let game = self.game.map(|game| rules::game(&game).map(|known| known.id().to_owned()).ok_or(game));
        let opponent = match (self.opponent, self.level) {
            (None, None) => None,
            (word, level) => Some(opponent(word.unwrap_or(OpponentWord::People), level)?),
        };
        let opening: Vec<_> =
            self.moves.iter().flat_map(|moves| moves.split([',', ' '])).filter(|text| !text.is_empty()).collect();
        if opening.len() > OPENING_PLIES {
            return Err(ApiError::BadQuery(format!("`moves` takes the first {OPENING_PLIES} moves at most")));
        }
        let opening = opening
            .into_iter()
            // The archive has moves by their two ends, in small letters.
            .map(|text| match text.parse::<rules::Move>() {
                Ok(mv) => Ok(mv.to_string()),
                Err(why) => Err(ApiError::BadQuery(format!("{text:?} in `moves` is no move: {why}"))),
            })
            .collect::<Result<_, _>>()?;
        let after = self.after.map(|after| after.parse()).transpose();
        let search = GameSearch {
            game: game.transpose().map_err(ApiError::UnknownGame)?,
            outcome: self.outcome,
            reason: self.reason,
            opponent,
            clocked: self.clocked,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            from: self.from,
            to: self.to,
            opening,
        };
        Ok((search, after.map_err(|why: crate::store::NotAPlace| ApiError::BadQuery(why.to_string()))?))
    }
}

/// A finished game.
pub(super) async fn game(State(app): State<App>, PathPart(id): PathPart) -> Result<Json<ArchivedGame>, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    app.store.archived(id).await?.map(Json).ok_or(ApiError::NotFound)
}

/// The plain-text form of a finished game.
pub(super) async fn text(State(app): State<App>, PathPart(id): PathPart) -> Result<String, ApiError> {
    let id = id.parse().map_err(|_| ApiError::NotFound)?;
    Ok(record::write(&app.store.archived(id).await?.ok_or(ApiError::NotFound)?))
}

/// A game that somebody has in its plain-text form.
pub(super) async fn read_text(body: Result<Bytes, BytesRejection>) -> Result<Json<ReadGame>, ApiError> {
    let body = body.map_err(|rejection| broken_body(rejection, MAX_TEXT_BYTES))?;
    // What is not UTF-8 is found on its line.
    let text = String::from_utf8_lossy(&body).into_owned();
    // Thousands of moves are judged by the rules; other requests need not wait for that.
    let read = tokio::task::spawn_blocking(move || record::read(&text)).await.map_err(|_| ApiError::Internal)?;
    read.map(Json).map_err(ApiError::BadRecord)
}

/// A page of the archive.
pub(super) async fn games(
    State(app): State<App>,
    query: Result<Query<GamesQuery>, QueryRejection>,
) -> Result<Json<GamePage>, ApiError> {
    let query = read(query)?;
    let limit = query.limit.unwrap_or(PAGE.0);
    if limit == 0 || limit > PAGE.1 {
        return Err(ApiError::BadQuery(format!("`limit` is from 1 to {}", PAGE.1)));
    }
    let (search, after) = query.search()?;
    let Found { games, next } = app.store.search(&search, after, limit).await?;
    Ok(Json(GamePage { games, next: next.map(|place| place.to_string()) }))
}

/// Why a file of games ends before all are in it.
#[derive(Debug, thiserror::Error)]
enum CutOff {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the server stops")]
    Stopping,
}

/// All games that a search finds, each as JSON on a line of its own. They are read from the store as the client takes
/// them, a few at a time. If the store fails on the way or the server stops, the answer is cut off, which the client can
/// tell from its end.
pub(super) async fn export(
    State(app): State<App>,
    query: Result<Query<GamesQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let (search, after) = read(query)?.search()?;
    // Read before anything is answered, so that a store that does not answer is told as usual.
    let first = app.store.export(&search, after, EXPORTED_AT_ONCE).await?;
    let lines = stream::try_unfold(Some(first), move |found: Option<Found<ArchivedGame>>| {
        let (app, search) = (app.clone(), search.clone());
        async move {
            let Some(Found { games, next }) = found else { return Ok::<_, CutOff>(None) };
            // A file may take minutes, and whoever stops the server need not wait for it.
            if app.shutdown.is_cancelled() {
                return Err(CutOff::Stopping);
            }
            let text = lines(&games);
            drop(games);
            let more = match next {
                Some(_) => Some(app.store.export(&search, next, EXPORTED_AT_ONCE).await?),
                None => None,
            };
            Ok(Some((text, more)))
        }
    });
    let about = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"sauterelle-games.ndjson\"")),
    ];
    Ok((about, Body::from_stream(lines)).into_response())
}

fn lines(games: &[ArchivedGame]) -> Bytes {
    let mut text = Vec::new();
    for game in games {
        // A game holds nothing that JSON cannot express.
        let _ = serde_json::to_writer(&mut text, game);
        text.push(b'\n');
    }
    text.into()
}
