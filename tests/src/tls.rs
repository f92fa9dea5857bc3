//! A proxy in front of a server that speaks TLS, as a server on the internet has.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// A proxy with TLS. It takes no new connections once it is dropped.
#[derive(Debug)]
pub struct TlsProxy {
    address: SocketAddr,
    folder: TempDir,
    accepting: JoinHandle<()>,
}

impl TlsProxy {
    /// Starts a proxy in front of a server, with a certificate for `127.0.0.1` that nobody has vouched for.
    pub async fn start(server: SocketAddr) -> Self {
        let certified = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(certificate_in(folder.path()), certified.cert.pem()).expect("a file");
        let key = PrivateKeyDer::Pkcs8(certified.signing_key.serialize_der().into());
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certified.cert.der().clone()], key)
            .expect("a certificate with its key");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port on the loopback interface");
        let address = listener.local_addr().expect("a bound listener has an address");
        let accepting = tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(config)), server));
        Self { address, folder, accepting }
    }

    /// Where clients connect.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The file with the certificate, for clients that are to believe it.
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        certificate_in(self.folder.path())
    }
}

impl Drop for TlsProxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

fn certificate_in(folder: &Path) -> PathBuf {
    folder.join("certificate.pem")
}

async fn accept(listener: TcpListener, tls: TlsAcceptor, server: SocketAddr) {
    while let Ok((client, _)) = listener.accept().await {
        let tls = tls.clone();
        tokio::spawn(async move {
            // A client that does not believe the certificate is gone before there is anything to carry.
            let Ok(mut client) = tls.accept(client).await else { return };
            if let Ok(mut server) = TcpStream::connect(server).await {
                // However it ends, it is over for both, and there is nobody to tell.
                let _ = copy_bidirectional(&mut client, &mut server).await;
            }
        });
    }
}
