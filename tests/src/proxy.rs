//! The network between a client and the server: a forwarder on the loopback interface that can be cut.

use std::net::SocketAddr;

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
    /// It ends every connection, and each new one at once.
    Cut,
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

    /// Carries what clients send, but loses what the server answers. Connections that lost something are of no more
    /// use, so [`cut`](Self::cut) has to follow.
    pub fn lose_answers(&self) {
        self.lost.send_replace(0);
        self.network.send_modify(|network| network.link = Link::Deaf);
    }

    /// Waits until the server has answered something that was lost: whatever it answers to has then been done.
    pub async fn answer_lost(&self) {
        let mut lost = self.lost.subscribe();
        let waited = tokio::time::timeout(PATIENCE, lost.wait_for(|bytes| *bytes > 0)).await;
        waited.expect("the server answered nothing").expect("the proxy holds the sender");
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
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        tokio::join!(questions(from_client, to_server), answers(from_server, to_client, network, lost));
        Ok::<(), std::io::Error>(())
    };
    // Whatever ends it, the connection is gone, and there is nobody to tell.
    tokio::select! {
        _ = carried => {}
        _ = changes.wait_for(|network| network.cuts != cuts) => {}
    }
}

async fn questions(mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    // An end that is gone ends the connection; there is nobody to tell of an error.
    let _ = tokio::io::copy(&mut from, &mut to).await;
    let _ = to.shutdown().await;
}

async fn answers(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    network: watch::Receiver<Network>,
    lost: watch::Sender<usize>,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        // The state is asked after the bytes came, so that none that come after a change are treated as before it.
        if network.borrow().link == Link::Deaf {
            lost.send_modify(|bytes| *bytes += read);
        } else if to.write_all(&buffer[..read]).await.is_err() {
            break;
        }
    }
    let _ = to.shutdown().await;
}
