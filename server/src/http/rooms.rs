//! Making a room.

use std::net::SocketAddr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use protocol::http::{CreateRoom, RoomCreated};
use protocol::{RoomId, Seat};
use tokio::time::timeout;
use uuid::Uuid;

use super::error::ApiError;
use crate::app::App;
use crate::identity::{TokenHash, room_id};
use crate::room::{Env, Outages, RoomState, open_room};
use crate::store::{Append, Appended};

/// Makes a room, or finds the one that the same request made before.
pub(super) async fn create(
    State(app): State<App>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let body = body.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::BodyTooLarge,
        _ => ApiError::BrokenBody,
    })?;
    let request = CreateRoom::parse(&body).map_err(ApiError::BadBody)?;
    let setup = request.setup();
    if rules::game(&setup.game).is_none() {
        return Err(ApiError::UnknownGame(setup.game));
    }
    if app.shutdown.is_cancelled() {
        return Err(ApiError::Restarting);
    }
    app.limits.make_room(address.ip().into()).map_err(ApiError::TooManyRooms)?;

    let host = TokenHash::of(&request.token);
    let room = room_id(&request.token, &request.id);
    let env = Env { now: app.clock.now(), random: Uuid::new_v4().as_u64_pair().1, outages: &Outages::NONE };
    let events = open_room(&setup, host, &env);
    let append = Append { id: Uuid::new_v4(), room, after: 0, events, archive: None };
    let patience = app.config.rooms().patience;
    let appended = timeout(patience, app.appender.append(append)).await.map_err(|_| ApiError::StoreSlow)??;
    let status = match appended {
        Appended::Stored => StatusCode::CREATED,
        Appended::Conflict => {
            let log = app.store.load(room, 0).await?;
            let made = RoomState::replay(room, &log).map_err(|_| ApiError::Internal)?;
            if !made.was_made_for(&host, &setup) {
                return Err(ApiError::IdReused);
            }
            StatusCode::OK
        }
    };
    Ok((status, Json(created(room))).into_response())
}

fn created(room: RoomId) -> RoomCreated {
    RoomCreated { room, path: format!("/r/{room}"), seat: Seat::Host }
}
