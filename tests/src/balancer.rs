//! A balancer in front of several servers: each connection goes to the next one that is alive.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A balancer. It takes no new connections once it is dropped.
#[derive(Debug)]
pub struct Balancer {
    address: SocketAddr,
    accepting: JoinHandle<()>,
}

impl Balancer {
    /// Starts to spread connections over servers. It knows nothing of rooms: two players of one may meet different
    /// servers, and a player who comes back another one than before.
    pub async fn start(servers: Vec<SocketAddr>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port on the loopback interface");
        let address = listener.local_addr().expect("a bound listener has an address");
        Self { address, accepting: tokio::spawn(accept(listener, servers)) }
    }

    /// Where clients connect.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, mut servers: Vec<SocketAddr>) {
    while let Ok((client, _)) = listener.accept().await {
        servers.rotate_left(1);
        tokio::spawn(forward(client, servers.clone()));
    }
}

/// Carries a connection to and from the first server that takes it; if none does, the client finds it closed.
async fn forward(mut client: TcpStream, servers: Vec<SocketAddr>) {
    for address in servers {
        if let Ok(mut server) = TcpStream::connect(address).await {
            // Small frames go out at once, as they do without a balancer.
            let quick = client.set_nodelay(true).and_then(|()| server.set_nodelay(true));
            quick.expect("a fresh connection");
            // However it ends, it is over for both, and there is nobody to tell.
            let _ = copy_bidirectional(&mut client, &mut server).await;
            return;
        }
    }
}
