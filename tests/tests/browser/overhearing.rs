//! Somebody on the way to the server, who reads what browsers send.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A forwarder to one address that keeps what clients send. What they send on WebSockets is masked and cannot be read,
/// but all of HTTP can: addresses, headers, bodies. It stops when it is dropped.
#[derive(Debug)]
pub(crate) struct Overhearing {
    address: SocketAddr,
    heard: Arc<Mutex<Vec<u8>>>,
    accepting: JoinHandle<()>,
}

impl Overhearing {
    /// Starts to forward to `target`.
    pub(crate) async fn start(target: SocketAddr) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port on the loopback interface");
        let address = listener.local_addr().expect("a bound listener has an address");
        let heard = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&heard);
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A connection that breaks is the browser's to make again.
                tokio::spawn(forward(client, target, Arc::clone(&kept)));
            }
        });
        Self { address, heard, accepting }
    }

    /// Where clients connect.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What was sent, as text as far as it is.
    pub(crate) fn heard(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Drop for Overhearing {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn forward(client: TcpStream, target: SocketAddr, heard: Arc<Mutex<Vec<u8>>>) -> std::io::Result<()> {
    let server = TcpStream::connect(target).await?;
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let asked = async {
        let mut buffer = vec![0; 16 * 1024];
        loop {
            let read = from_client.read(&mut buffer).await?;
            if read == 0 {
                return to_server.shutdown().await;
            }
            heard.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&buffer[..read]);
            to_server.write_all(&buffer[..read]).await?;
        }
    };
    let answered = async {
        copy(&mut from_server, &mut to_client).await?;
        to_client.shutdown().await
    };
    tokio::try_join!(asked, answered).map(|_| ())
}
