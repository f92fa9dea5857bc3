//! Connections to the public listener: how many there may be, and how long they may take.
//!
//! One that is too many is told so at once and closed, without anything being read or kept of it. A connection counts
//! as long as it is open, also after it has become a socket.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use protocol::{ErrorBody, ErrorCode};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service;
use tracing::{debug, error};

use crate::app::App;
use crate::limits::{Full, Permit, TooMuch};
use crate::metrics;
use crate::origin::Origin;

/// The longest head of a request, in bytes, and what is read of a body at once.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// How long to wait after no connection could be accepted, for lack of descriptors say.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How many refused connections are seen off at once, so that the refusal is read; more are cut off.
const FAREWELLS: usize = 64;

/// How long a refused connection is seen off.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long a refused connection may take to say something before it is told.
const FIRST_WORD: Duration = Duration::from_secs(1);

/// How many seconds to wait for a place for another connection.
const RETRY_AFTER: u32 = 10;

/// Serves a listener until `shutdown`, and then until all requests that were taken are answered.
pub(crate) async fn serve(listener: TcpListener, app: App, router: Router, shutdown: CancellationToken) {
    let bounds = &app.config.connections;
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(bounds.header_seconds.get().into()))
        .max_buf_size(MAX_HEAD_BYTES);
    let write_patience = bounds.write_patience();
    let farewells = Arc::new(Semaphore::new(FAREWELLS));
    let open = TaskTracker::new();
    let stop = shutdown.clone();
    let mut shutdown = pin!(shutdown.cancelled_owned());
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut shutdown => break,
            accepted = accept(&listener) => accepted,
        };
        let permit = match permit(&app, peer.ip()) {
            Ok(permit) => permit,
            Err(refusal) => {
                refuse(stream, &refusal, &farewells);
                continue;
            }
        };
        // Messages are small and each is waited for: none may lie back until the one before is acknowledged.
        if let Err(why) = stream.set_nodelay(true) {
            debug!(%why, "a connection stays with Nagle's algorithm");
        }
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            let mut router = router.clone();
            async move { Ok::<_, Infallible>(answer(router.call(request.map(Body::new)).await)) }
        });
        let connection = Connection::new(stream, write_patience, permit);
        let serving = http.serve_connection(TokioIo::new(connection), service).with_upgrades();
        let stop = stop.clone().cancelled_owned();
        open.spawn(async move {
            let mut serving = pin!(serving);
            let served = tokio::select! {
                served = serving.as_mut() => served,
                () = stop => {
                    // What is being answered is still answered.
                    serving.as_mut().graceful_shutdown();
                    serving.await
                }
            };
            if let Err(why) = served {
                debug!(%why, "a connection ends");
            }
        });
    }
    drop(listener);
    open.close();
    open.wait().await;
}

/// What a router that cannot fail has answered.
fn answer<T>(answer: Result<T, Infallible>) -> T {
    match answer {
        Ok(answer) => answer,
        Err(never) => match never {},
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // It was gone before it could be taken.
            Err(why) if matches!(why.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) => {}
            Err(why) => {
                error!(%why, "cannot accept a connection");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Counts a connection, or says why it is refused. What its requests ask for is counted apart.
fn permit(app: &App, peer: IpAddr) -> Result<Permit, ErrorBody> {
    let origin = (!app.proxies.has(peer)).then(|| Origin::from(peer));
    if let Some(origin) = origin
        && let Err(TooMuch { retry_after }) = app.blocks.check(origin, app.clock.now())
    {
        let message = "whoever runs this server has blocked this address for now".to_owned();
        let code = ErrorCode::AddressBlocked;
        return Err(ErrorBody { code, message, retry_after: Some(retry_after), record: None });
    }
    app.limits.open_connection(origin).map_err(one_too_many)
}

/// What a connection is told that is one too many.
pub(crate) fn one_too_many(full: Full) -> ErrorBody {
    let (code, message) = match full {
        Full::Origin => (ErrorCode::TooManyConnections, "too many connections from this address; close one"),
        Full::All => (ErrorCode::ServerFull, "the server has as many connections as it can take; wait"),
    };
    ErrorBody { code, message: message.to_owned(), retry_after: Some(RETRY_AFTER), record: None }
}

/// Tells a connection that it is not served, and closes it.
fn refuse(stream: TcpStream, refusal: &ErrorBody, farewells: &Arc<Semaphore>) {
    metrics::refused(refusal.code);
    debug!(code = ?refusal.code, "a connection is refused");
    // Too many of these at a time are cut off without a word.
    let Ok(place) = Arc::clone(farewells).try_acquire_owned() else { return };
    let text = refusal_text(refusal);
    tokio::spawn(async move {
        let _ = timeout(FAREWELL, see_off(stream, &text)).await;
        drop(place);
    });
}

async fn see_off(mut stream: TcpStream, text: &str) -> io::Result<()> {
    // Clients do not expect an answer before they have asked; those that ask nothing are told all the same.
    let mut unread = [0; 1024];
    let _ = timeout(FIRST_WORD, stream.read(&mut unread)).await;
    stream.write_all(text.as_bytes()).await?;
    stream.shutdown().await?;
    // A connection that is dropped with something unread in it is reset, and the refusal may be lost.
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}

fn refusal_text(refusal: &ErrorBody) -> String {
    let status = match refusal.code {
        ErrorCode::TooManyConnections => "429 Too Many Requests",
        ErrorCode::AddressBlocked => "403 Forbidden",
        _ => "503 Service Unavailable",
    };
    let body = serde_json::to_string(refusal).unwrap_or_default();
    let (length, wait) = (body.len(), refusal.retry_after.unwrap_or(RETRY_AFTER));
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nretry-after: {wait}\r\n\
         cache-control: no-store\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n{body}"
    )
}

/// A connection that counts as long as it lives, and is given up if its other end reads no more.
struct Connection {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    /// Counts it.
    _permit: Permit,
}

impl Connection {
    fn new(stream: TcpStream, write_patience: Duration, permit: Permit) -> Self {
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(write_patience));
        Self { stream: Box::pin(stream), _permit: permit }
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(cx, into)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
