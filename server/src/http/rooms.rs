//! Making a room, and finding one.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use protocol::http::{CreateRoom, Lobby, LobbyEntry, RoomCreated, RoomGames};
use protocol::{DisplayName, RoomId, Seat, Series};
use tokio::time::timeout;
use tracing::warn;
use uuid::Uuid;

use super::MAX_BODY_BYTES;
use super::api::PathPart;
use super::error::{ApiError, broken_body};
use crate::app::App;
use crate::identity::{TokenHash, room_id};
use crate::origin::Origin;
use crate::room::{Env, Outages, Recorded, RoomState, lobby_view, look_at, open_room};
use crate::store::{Append, Appended, FinishedGame};

/// Makes a room, or finds the one that the same request made before.
pub(super) async fn create(
    State(app): State<App>,
    Extension(origin): Extension<Origin>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let body = body.map_err(|rejection| broken_body(rejection, MAX_BODY_BYTES))?;
    let request = CreateRoom::parse(&body).map_err(ApiError::BadBody)?;
    let setup = request.setup();
    if rules::game(&setup.game).is_none() {
        return Err(ApiError::UnknownGame(setup.game));
    }
    if setup.open && !app.config.has_lobby() {
        return Err(ApiError::LobbyOff);
    }
    if app.shutdown.is_cancelled() {
        return Err(ApiError::Restarting);
    }
    app.limits.make_room(origin).map_err(ApiError::TooManyRooms)?;
    if setup.computer.is_some() {
        app.limits.make_computer_room(origin).map_err(ApiError::TooManyComputerRooms)?;
    }

    let host = TokenHash::of(&request.token);
    let room = room_id(&request.token, &request.id);
    if setup.computer.is_some()
        && let Err(why) = app.rooms.has_room_for_computer()
        && app.store.load(room, 0).await?.is_empty()
    {
        // The same request may have made the room before; then it need not be made.
        return Err(why.into());
    }
    let name = request.name.filter(|_| app.config.has_names());
    let env = Env { now: app.clock.now(), random: Uuid::new_v4().as_u64_pair().1, outages: &Outages::NONE };
    let append = opening(room, open_room(&setup, host, &env), name.clone())?;
    let patience = app.config.rooms().patience;
    let appended = timeout(patience, app.appender.append(append)).await.map_err(|_| ApiError::StoreSlow)??;
    let status = match appended {
        Appended::Stored => StatusCode::CREATED,
        Appended::Conflict => {
            let log = app.store.load(room, 0).await?;
            if is_closed(&log) {
                return Err(ApiError::RoomClosed);
            }
            let made = RoomState::replay(room, &log).map_err(|_| ApiError::Internal)?;
            if !made.was_made_for(&host, &setup) {
                return Err(ApiError::IdReused);
            }
            StatusCode::OK
        }
    };
    if let Some(name) = name {
        // The room is made; if it cannot be given the name now, its `join` gives it again.
        if let Err(why) = app.store.set_name(room, Seat::Host, Some(name.as_str())).await {
            warn!(%room, %why, "a new room's host stays without a name for now");
        }
    }
    Ok((status, Json(created(room))).into_response())
}

/// The append that makes a room.
fn opening(room: RoomId, events: Vec<Recorded>, name: Option<DisplayName>) -> Result<Append, ApiError> {
    let state = RoomState::replay(room, &events).map_err(|_| ApiError::Internal)?;
    let entry = lobby_view(&state).map(|entry| serde_json::to_string(&LobbyEntry { name, ..entry }));
    Ok(Append {
        id: Uuid::new_v4(),
        room,
        after: 0,
        events,
        archive: None,
        due: look_at(&state, &Outages::NONE),
        listing: entry.transpose().map_err(|_| ApiError::Internal)?,
        closes: false,
    })
}

/// Whether this is what is left of the log of a room that was closed.
fn is_closed(log: &[Recorded]) -> bool {
    log.first().is_some_and(|first| first.seq > 1)
}

fn created(room: RoomId) -> RoomCreated {
    RoomCreated { room, path: format!("/r/{room}"), seat: Seat::Host }
}

/// The rooms in which somebody waits for anyone.
pub(super) async fn lobby(State(app): State<App>) -> Result<Json<Lobby>, ApiError> {
    if !app.config.has_lobby() {
        return Err(ApiError::LobbyOff);
    }
    Ok(Json(app.lobby.list(app.store.as_ref(), app.clock.as_ref()).await?))
}

/// The finished games of a room.
pub(super) async fn games(State(app): State<App>, PathPart(room): PathPart) -> Result<Json<RoomGames>, ApiError> {
    let room: RoomId = room.parse().map_err(|_| ApiError::NotFound)?;
    let log = app.store.load(room, 0).await?;
    if log.is_empty() {
        return Err(ApiError::NotFound);
    }
    if !is_closed(&log) {
        let state = RoomState::replay(room, &log).map_err(|_| ApiError::Internal)?;
        return Ok(Json(RoomGames { room, closed: state.is_closed(), games: state.finished_games() }));
    }
    let most = u32::try_from(Series::MAX_GAMES).unwrap_or(u32::MAX);
    let games = app.store.games_of_room(room, most).await?;
    let games = games.into_iter().map(|FinishedGame { number, result }| protocol::FinishedGame {
        number,
        id: result.id,
        game: result.game,
        sides: None,
        outcome: result.outcome,
        reason: result.reason,
        ended: result.ended,
    });
    Ok(Json(RoomGames { room, closed: true, games: games.collect() }))
}
