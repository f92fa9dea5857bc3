//! What only the operator may ask: on a listener of its own.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use ipnet::IpNet;
use protocol::{RoomId, Timestamp};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tracing::info;

use super::error::ApiError;
use super::health;
use crate::app::App;
use crate::blocks::{Block, network_of};
use crate::rooms::{Closing, Request};

/// The most seconds that a block may last: ten years.
const LONGEST_BLOCK: u64 = 10 * 365 * 24 * 60 * 60;

/// The addresses of the operator's listener.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/rooms/{room}/close", post(close))
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
    app.blocks.block(Block { network, until: Timestamp(now.0.saturating_add(seconds * 1000)) }, now);
    info!("the operator has blocked a network for {seconds} s");
    Ok(blocks(State(app)).await)
}

/// Lifts a block.
async fn lift(State(app): State<App>, body: Bytes) -> Result<Json<BlockList>, ApiError> {
    let (_, network) = WhatToBlock::read(&body)?;
    if !app.blocks.lift(network, app.clock.now()) {
        return Err(ApiError::NotFound);
    }
    Ok(blocks(State(app)).await)
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
