//! What only the operator may ask: on a listener of its own.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use ipnet::IpNet;
use protocol::{RoomId, Seat, Timestamp};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tracing::info;

use super::error::ApiError;
use super::health;
use crate::app::App;
use crate::blocks::{Block, network_of};
use crate::rooms::{Closing, Request};
use crate::store::StoreError;

/// The most seconds that a block may last: ten years.
const LONGEST_BLOCK: u64 = 10 * 365 * 24 * 60 * 60;

/// The addresses of the operator's listener.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/rooms/{room}/close", post(close))
        .route("/rooms/{room}/forget", post(forget))
        .route("/blocks", get(blocks).post(block))
        .route("/blocks/lift", post(lift))
        .merge(health::routes())
        .fallback(async || ApiError::NotFound)
        .with_state(app)
}

/// What is to be blocked, or not any more: an address (of IPv6 with its /64), or a network.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WhatToBlock {
    network: String,
    /// For how long; needed to block.
    seconds: Option<u64>,
}

impl WhatToBlock {
    fn read(body: &Bytes) -> Result<(Self, IpNet), ApiError> {
        let what: Self = serde_json::from_slice(body).map_err(|why| ApiError::BadQuery(why.to_string()))?;
        let network = what.network.parse().or_else(|_| what.network.parse().map(network_of));
        let network = network.map_err(|_| ApiError::BadQuery("`network` is an address or a network".to_owned()))?;
        Ok((what, network))
    }
}

/// Waits for the store, but not for ever.
async fn in_time<T>(app: &App, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, ApiError> {
    let done = timeout(app.config.rooms().patience, work).await;
    Ok(done.map_err(|_| ApiError::StoreSlow)??)
}

/// The blocks that have not ended.
#[derive(Debug, Serialize)]
struct BlockList {
    blocks: Vec<Block>,
}

async fn blocks(State(app): State<App>) -> Json<BlockList> {
    Json(BlockList { blocks: app.blocks.list(app.clock.now()) })
}

/// Blocks an address or a network for some seconds. Sockets from there are closed within seconds.
async fn block(State(app): State<App>, body: Bytes) -> Result<Json<BlockList>, ApiError> {
    let (what, network) = WhatToBlock::read(&body)?;
    let seconds = what.seconds.filter(|seconds| (1..=LONGEST_BLOCK).contains(seconds));
    let seconds = seconds.ok_or_else(|| ApiError::BadQuery(format!("`seconds` is from 1 to {LONGEST_BLOCK}")))?;
    let now = app.clock.now();
    let block = Block { network, until: Timestamp(now.0.saturating_add(seconds * 1000)) };
    in_time(&app, app.blocks.block(app.store.as_ref(), block, now)).await?;
    info!("the operator has blocked a network for {seconds} s");
    Ok(blocks(State(app)).await)
}

/// Lifts a block.
async fn lift(State(app): State<App>, body: Bytes) -> Result<Json<BlockList>, ApiError> {
    let (_, network) = WhatToBlock::read(&body)?;
    if !in_time(&app, app.blocks.lift(app.store.as_ref(), network, app.clock.now())).await? {
        return Err(ApiError::NotFound);
    }
    Ok(blocks(State(app)).await)
}

/// Whose names and talk are to be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Who {
    Host,
    Guest,
    /// All who watched: nobody knows which of them is which.
    Watchers,
}

impl Who {
    const fn seat(self) -> Option<Seat> {
        match self {
            Self::Host => Some(Seat::Host),
            Self::Guest => Some(Seat::Guest),
            Self::Watchers => None,
        }
    }
}

/// What is to be forgotten.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WhatToForget {
    who: Who,
}

/// What was forgotten.
#[derive(Debug, Serialize)]
struct Forgotten {
    room: RoomId,
    forgotten: Who,
}

/// Deletes what somebody said in a room and was called. The game goes on, and its log, which holds nothing of it, is not
/// touched. Whoever has the room open is shown what is left within seconds.
async fn forget(State(app): State<App>, Path(room): Path<String>, body: Bytes) -> Result<Json<Forgotten>, ApiError> {
    let room: RoomId = room.parse().map_err(|_| ApiError::NotFound)?;
    let WhatToForget { who } = serde_json::from_slice(&body).map_err(|why| ApiError::BadQuery(why.to_string()))?;
    if !in_time(&app, app.store.forget(room, who.seat())).await? {
        return Err(ApiError::NotFound);
    }
    app.rooms.ask_about(vec![room]);
    info!(?who, "the operator has deleted names and talk of a room");
    Ok(Json(Forgotten { room, forgotten: who }))
}

/// What was done.
#[derive(Debug, Serialize)]
struct RoomIsClosed {
    room: RoomId,
    closed: bool,
}

/// Closes a room for good: a game that is running is aborted, the log, the chat and the names are deleted. What the
/// archive has stays.
async fn close(State(app): State<App>, Path(room): Path<String>) -> Result<(StatusCode, Json<RoomIsClosed>), ApiError> {
    let room: RoomId = room.parse().map_err(|_| ApiError::NotFound)?;
    let (told, outcome) = oneshot::channel();
    app.rooms.open(room).send(Request::Close(told)).await;
    match timeout(app.config.rooms().patience, outcome).await {
        Ok(Ok(Closing::Closed)) => Ok((StatusCode::OK, Json(RoomIsClosed { room, closed: true }))),
        Ok(Ok(Closing::Unknown)) => Err(ApiError::NotFound),
        // Asked again, it is found closed if it was done after all.
        Ok(Ok(Closing::Unavailable) | Err(_)) | Err(_) => Err(ApiError::StoreSlow),
    }
}
