//! What a request is refused with.

use axum::Json;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{ErrorBody, ErrorCode, FrameError};
use tracing::{error, warn};

use crate::computer::{self, Unasked};
use crate::limits::{Full, TooMuch};
use crate::metrics;
use crate::record::ReadError;
use crate::store::{self, AppendError, StoreError};

/// How many seconds to wait for a place for another socket.
const SOCKET_RETRY_AFTER: u32 = 10;

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The body is not what it should be.
    #[error("{}", .0.message)]
    BadBody(FrameError),
    /// The body is too long: how many bytes it may have.
    #[error("the body has at most {0} bytes")]
    BodyTooLarge(usize),
    /// The body could not be read to its end.
    #[error("the body could not be read")]
    BrokenBody,
    /// The game is not in the catalogue.
    #[error("there is no game {0:?}; see /api/catalogue")]
    UnknownGame(String),
    /// There is nothing at this address.
    #[error("there is nothing at this address")]
    NotFound,
    /// What asks for the socket is no WebSocket handshake.
    #[error("this address is for WebSockets; begin with the handshake of one")]
    NoHandshake,
    /// The request's id was used for another room.
    #[error("this token and id made a room with other choices; use a new id")]
    IdReused,
    /// The room that the request made before is closed by now.
    #[error("this room is closed; use a new id for another one")]
    RoomClosed,
    /// The operator has switched the lobby off.
    #[error("this server has no lobby; share the room's link")]
    LobbyOff,
    /// The operator has switched the computer off.
    #[error("the computer does not play on this server; share the room's link with somebody")]
    ComputerOff,
    /// The computer has too much to do.
    #[error("the computer has too many games to think about; wait, then send the same again")]
    ComputerBusy,
    /// The text is not a game that was written down.
    #[error("{0}")]
    BadRecord(ReadError),
    /// The address asks for something that there is not.
    #[error("{0}")]
    BadQuery(String),
    /// Too many rooms from this address.
    #[error("too many rooms from this address; wait")]
    TooManyRooms(TooMuch),
    /// Too many rooms against the computer from this address.
    #[error("too many rooms against the computer from this address; wait")]
    TooManyComputerRooms(TooMuch),
    /// The server has too many sockets.
    #[error("the server has as many sockets as it takes; wait")]
    ServerFull,
    /// The operator has blocked the address.
    #[error("whoever runs this server has blocked this address for now")]
    AddressBlocked(TooMuch),
    /// The request did not arrive, or was not answered, in time.
    #[error("the request took too long; send the same again")]
    TooSlow,
    /// Too many sockets from this address.
    #[error("too many sockets from this address; close one")]
    TooManySockets,
    /// The server is stopping.
    #[error("the server restarts; send the same again")]
    Restarting,
    /// The store did not answer in time.
    #[error("the database does not answer; send the same again")]
    StoreSlow,
    /// The store did not do it.
    #[error("the database cannot do this now")]
    Store(#[from] StoreError),
    /// The server made a mistake.
    #[error("the server made a mistake; nothing was changed")]
    Internal,
}

impl From<Full> for ApiError {
    fn from(full: Full) -> Self {
        match full {
            Full::Origin => Self::TooManySockets,
            Full::All => Self::ServerFull,
        }
    }
}

/// Why a body could not be read that may have so many bytes.
pub(super) fn broken_body(rejection: BytesRejection, most: usize) -> ApiError {
    match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::BodyTooLarge(most),
        _ => ApiError::BrokenBody,
    }
}

impl From<AppendError> for ApiError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Rejected => Self::Internal,
            AppendError::Stopped => Self::Restarting,
        }
    }
}

impl From<Unasked> for ApiError {
    fn from(error: Unasked) -> Self {
        match error {
            Unasked::Off => Self::ComputerOff,
            Unasked::Full => Self::ComputerBusy,
        }
    }
}

impl ApiError {
    fn parts(&self) -> (StatusCode, ErrorCode, Option<u32>) {
        match self {
            Self::BadBody(error) => (StatusCode::BAD_REQUEST, error.code, None),
            Self::BodyTooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::FrameTooLarge, None),
            Self::BrokenBody => (StatusCode::BAD_REQUEST, ErrorCode::BadJson, None),
            Self::UnknownGame(_) => (StatusCode::NOT_FOUND, ErrorCode::UnknownGame, None),
            Self::NotFound => (StatusCode::NOT_FOUND, ErrorCode::NotFound, None),
            Self::NoHandshake => (StatusCode::UPGRADE_REQUIRED, ErrorCode::BadMessage, None),
            Self::IdReused => (StatusCode::CONFLICT, ErrorCode::IdReused, None),
            Self::RoomClosed => (StatusCode::GONE, ErrorCode::RoomClosed, None),
            Self::ComputerOff => (StatusCode::FORBIDDEN, ErrorCode::ComputerOff, None),
            Self::ComputerBusy => {
                (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ComputerBusy, Some(computer::RETRY_AFTER))
            }
            Self::BadRecord(_) => (StatusCode::BAD_REQUEST, ErrorCode::BadRecord, None),
            Self::BadQuery(_) => (StatusCode::BAD_REQUEST, ErrorCode::BadMessage, None),
            Self::LobbyOff => (StatusCode::FORBIDDEN, ErrorCode::LobbyOff, None),
            Self::TooManyRooms(TooMuch { retry_after }) | Self::TooManyComputerRooms(TooMuch { retry_after }) => {
                (StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyRooms, Some(*retry_after))
            }
            Self::TooManySockets => {
                (StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManySockets, Some(SOCKET_RETRY_AFTER))
            }
            Self::ServerFull => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ServerFull, Some(SOCKET_RETRY_AFTER)),
            Self::AddressBlocked(TooMuch { retry_after }) => {
                (StatusCode::FORBIDDEN, ErrorCode::AddressBlocked, Some(*retry_after))
            }
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, ErrorCode::RequestTimeout, Some(1)),
            Self::Restarting => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Restarting, Some(1)),
            Self::StoreSlow | Self::Store(StoreError::Unavailable(_)) => {
                (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::StoreUnavailable, Some(store::RETRY_AFTER))
            }
            Self::Store(_) | Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal, None),
        }
    }
}

/// What is told of a refusal.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) body: ErrorBody,
}

impl ApiError {
    /// What is answered.
    pub(super) fn answer(&self) -> Refusal {
        let (status, code, retry_after) = self.parts();
        let record = match self {
            Self::BadRecord(why) => Some(why.into()),
            _ => None,
        };
        Refusal { status, body: ErrorBody { code, message: self.to_string(), retry_after, record } }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match &self {
            Self::Store(why @ StoreError::Unavailable(_)) => warn!(%why, "a request had to be put off"),
            Self::Store(why) => error!(%why, "a request failed"),
            _ => {}
        }
        let Refusal { status, body } = self.answer();
        metrics::refused(body.code);
        let retry_after = body.retry_after;
        // What is refused now may not be later.
        let mut response = (status, [(header::CACHE_CONTROL, "no-store")], Json(body)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
