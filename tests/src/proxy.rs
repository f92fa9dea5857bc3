//! A network between two ends: a forwarder on the loopback interface that can be cut, fall silent, or be slow.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::PATIENCE;

/// The network's state.
#[derive(Clone, Copy, Debug)]
struct Network {
    link: Link,
    /// How often it was cut. A connection that was accepted before the last time has ended.
    cuts: u64,
}

/// What the network does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    /// It carries everything.
    Up,
    /// It carries what clients send and loses what the server answers.
    Deaf,
    /// It loses everything, and ends nothing: nobody is told.
    Swallowing,
    /// It keeps everything for later.
    Holding,
    /// It ends every connection, and each new one at once.
    Cut,
}

/// From whom bytes come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    FromClient,
    FromServer,
}

/// A forwarder to one address. It stops when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    network: watch::Sender<Network>,
    /// How many bytes of answers were lost.
    lost: watch::Sender<usize>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Starts to forward to `target`. Must be called within a tokio runtime.
    #[must_use]
    pub fn start(target: SocketAddr) -> Self {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port on the loopback interface");
        listener.set_nonblocking(true).expect("a listener that does not block");
        let address = listener.local_addr().expect("a bound listener has an address");
        let listener = TcpListener::from_std(listener).expect("a listener for the runtime");
        let network = watch::Sender::new(Network { link: Link::Up, cuts: 0 });
        let lost = watch::Sender::new(0);
        let accepting = tokio::spawn(accept(listener, target, network.clone(), lost.clone()));
        Self { address, network, lost, accepting }
    }

    /// Where clients connect.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.address
    }

    /// Ends every connection, and each new one at once, until [`restore`](Self::restore).
    pub fn cut(&self) {
        self.network.send_modify(|network| *network = Network { link: Link::Cut, cuts: network.cuts + 1 });
    }

    /// Carries everything again. Connections that were ended stay so.
    pub fn restore(&self) {
        self.network.send_modify(|network| network.link = Link::Up);
    }

    /// Loses everything in silence until [`restore`](Self::restore). A connection that lost something, or was made
    /// meanwhile, carries nothing ever after, and its ends are not told when the other one closes it: as if a router
    /// between them had forgotten it.
    pub fn swallow(&self) {
        self.network.send_modify(|network| network.link = Link::Swallowing);
    }

    /// Keeps everything back until [`restore`](Self::restore), and delivers it late then, as happens when packets are
    /// lost and sent again: what was given up long ago may still arrive.
    pub fn hold_back(&self) {
        self.network.send_modify(|network| network.link = Link::Holding);
    }

    /// Carries what clients send, but loses what the server answers. Connections that lost something are of no more
    /// use, so [`cut`](Self::cut) has to follow.
    pub fn lose_answers(&self) {
        self.lost.send_replace(0);
        self.network.send_modify(|network| network.link = Link::Deaf);
    }

    /// Waits until something that the server sent was lost. On a WebSocket that may be a ping, so whether the server has
    /// done what it was asked has to be seen from elsewhere.
    ///
    /// # Panics
    /// If the server sends nothing.
    pub async fn answer_lost(&self) {
        let mut lost = self.lost.subscribe();
        let waited = tokio::time::timeout(PATIENCE, lost.wait_for(|bytes| *bytes > 0)).await;
        waited.expect("the server sent nothing").expect("the proxy holds the sender");
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        self.accepting.abort();
    }
}

async fn accept(
    listener: TcpListener,
    target: SocketAddr,
    network: watch::Sender<Network>,
    lost: watch::Sender<usize>,
) {
    while let Ok((client, _)) = listener.accept().await {
        let accepted = *network.borrow();
        if accepted.link != Link::Cut {
            tokio::spawn(forward(client, target, network.subscribe(), accepted.cuts, lost.clone()));
        }
    }
}

/// Carries one connection until an end closes it, or the network is cut once more than `cuts` times.
async fn forward(
    client: TcpStream,
    target: SocketAddr,
    network: watch::Receiver<Network>,
    cuts: u64,
    lost: watch::Sender<usize>,
) {
    let mut changes = network.clone();
    let carried = async {
        let server = TcpStream::connect(target).await?;
        // Small frames go out at once, as they do without a proxy.
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        let forgotten = AtomicBool::new(network.borrow().link == Link::Swallowing);
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        tokio::join!(
            carry(Way::FromClient, from_client, to_server, network.clone(), cuts, &forgotten, &lost),
            carry(Way::FromServer, from_server, to_client, network, cuts, &forgotten, &lost),
        );
        Ok::<(), std::io::Error>(())
    };
    // Whatever ends it, the connection is gone, and there is nobody to tell.
    tokio::select! {
        _ = carried => {}
        _ = changes.wait_for(|network| network.cuts != cuts) => {}
    }
}

/// Carries what comes from one end to the other, and its close, as the network lets it.
async fn carry(
    way: Way,
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut network: watch::Receiver<Network>,
    cuts: u64,
    forgotten: &AtomicBool,
    lost: &watch::Sender<usize>,
) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        // A connection that breaks ends like one that is closed; there is nobody to tell of an error.
        let read = from.read(&mut buffer).await.unwrap_or(0);
        // The state is asked after the bytes came, so that none that come after a change are treated as before it.
        let Ok(now) = network.wait_for(|network| network.link != Link::Holding).await.map(|network| *network) else {
            return;
        };
        if now.cuts != cuts {
            return;
        }
        let link = now.link;
        if link == Link::Swallowing {
            forgotten.store(true, Ordering::Relaxed);
        }
        match read {
            0 if forgotten.load(Ordering::Relaxed) => return,
            0 => break,
            _ if forgotten.load(Ordering::Relaxed) => {}
            _ if link == Link::Deaf && way == Way::FromServer => lost.send_modify(|bytes| *bytes += read),
            _ => {
                if to.write_all(&buffer[..read]).await.is_err() {
                    break;
                }
            }
        }
    }
    let _ = to.shutdown().await;
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A server that sends back what it receives.
    async fn echo() -> SocketAddr {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    tokio::io::copy(&mut from, &mut to).await
                });
            }
        });
        address
    }

    async fn echoes(stream: &mut TcpStream) -> bool {
        let mut answer = [0; 5];
        stream.write_all(b"hello").await.is_ok() && stream.read_exact(&mut answer).await.is_ok() && &answer == b"hello"
    }

    #[tokio::test]
    async fn a_cut_ends_old_connections_and_new_ones() {
        let proxy = Proxy::start(echo().await);
        let mut before = TcpStream::connect(proxy.addr()).await.unwrap();
        assert!(echoes(&mut before).await);
        proxy.cut();
        assert!(!echoes(&mut before).await);
        assert!(!echoes(&mut TcpStream::connect(proxy.addr()).await.unwrap()).await);
        proxy.restore();
        assert!(!echoes(&mut before).await, "what was ended stays so");
        assert!(echoes(&mut TcpStream::connect(proxy.addr()).await.unwrap()).await);
    }

    #[tokio::test]
    async fn a_cut_that_is_restored_at_once_ends_connections_too() {
        let proxy = Proxy::start(echo().await);
        let mut before = TcpStream::connect(proxy.addr()).await.unwrap();
        assert!(echoes(&mut before).await);
        proxy.cut();
        proxy.restore();
        assert!(!echoes(&mut before).await);
        assert!(echoes(&mut TcpStream::connect(proxy.addr()).await.unwrap()).await);
    }

    #[tokio::test]
    async fn answers_can_be_lost() {
        let proxy = Proxy::start(echo().await);
        let mut stream = TcpStream::connect(proxy.addr()).await.unwrap();
        assert!(echoes(&mut stream).await);
        proxy.lose_answers();
        stream.write_all(b"hello").await.unwrap();
        proxy.answer_lost().await;
        proxy.cut();
        assert_eq!(stream.read(&mut [0; 5]).await.unwrap_or(0), 0, "nothing of the answer came through");
    }

    #[tokio::test]
    async fn what_is_swallowed_is_gone_and_its_connection_stays_dead() {
        let proxy = Proxy::start(echo().await);
        let mut idle = TcpStream::connect(proxy.addr()).await.unwrap();
        let mut busy = TcpStream::connect(proxy.addr()).await.unwrap();
        assert!(echoes(&mut idle).await && echoes(&mut busy).await);
        proxy.swallow();
        let mut new = TcpStream::connect(proxy.addr()).await.unwrap();
        for dead in [&mut busy, &mut new] {
            assert!(is_silent(dead).await);
        }
        proxy.restore();
        for dead in [&mut busy, &mut new] {
            assert!(is_silent(dead).await, "what lost something stays dead");
        }
        assert!(echoes(&mut idle).await, "what lost nothing noticed nothing");
        assert!(echoes(&mut TcpStream::connect(proxy.addr()).await.unwrap()).await);
    }

    #[tokio::test]
    async fn what_is_held_back_arrives_late() {
        let proxy = Proxy::start(echo().await);
        let mut stream = TcpStream::connect(proxy.addr()).await.unwrap();
        assert!(echoes(&mut stream).await);
        proxy.hold_back();
        assert!(is_silent(&mut stream).await);
        proxy.restore();
        let mut answer = [0; 5];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"hello");
        assert!(echoes(&mut stream).await);
    }

    /// Whether nothing comes back for a while, not even the news that the connection has ended.
    async fn is_silent(stream: &mut TcpStream) -> bool {
        stream.write_all(b"hello").await.unwrap();
        tokio::time::timeout(Duration::from_millis(200), stream.read(&mut [0; 5])).await.is_err()
    }
}
