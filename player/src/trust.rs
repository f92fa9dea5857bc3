//! Whose certificates are believed where a link begins with `https`.

use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::Connector;
use tokio_tungstenite::tungstenite::Error as SocketError;

/// Why a file of certificates is of no use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadCertificates {
    #[error("cannot be read as PEM: {0}")]
    NotPem(#[from] rustls::pki_types::pem::Error),
    #[error("holds no certificate")]
    Empty,
    #[error(transparent)]
    Refused(#[from] rustls::Error),
}

/// What makes connections: the certificates of the usual authorities are believed, and those in a file.
pub(crate) fn connector(authorities: Option<&Path>) -> Result<Connector, BadCertificates> {
    let mut roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    if let Some(path) = authorities {
        let before = roots.len();
        for certificate in CertificateDer::pem_file_iter(path)? {
            roots.add(certificate?)?;
        }
        if roots.len() == before {
            return Err(BadCertificates::Empty);
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(Connector::Rustls(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}

/// What is wrong with the certificate that the other end has shown. Waiting does not mend it.
pub(crate) fn distrust(error: &SocketError) -> Option<&rustls::CertificateError> {
    let SocketError::Io(error) = error else { return None };
    match error.get_ref()?.downcast_ref()? {
        rustls::Error::InvalidCertificate(why) => Some(why),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_without_certificates_is_refused() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        assert!(matches!(connector(Some(file.path())), Err(BadCertificates::Empty)));
        file.write_all(b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
        assert!(matches!(connector(Some(file.path())), Err(BadCertificates::Refused(_))));
        file.write_all(b"-----BEGIN CERTIFICATE-----\n!").unwrap();
        assert!(connector(Some(file.path())).is_err());
        assert!(matches!(connector(Some(Path::new("/no/such/file"))), Err(BadCertificates::NotPem(_))));
        assert!(connector(None).is_ok());
    }
}
