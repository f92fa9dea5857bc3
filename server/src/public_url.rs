//! The address under which everyone reaches the server.

use std::fmt::{self, Display};
use std::str::FromStr;

use axum::http::Uri;

/// The address under which everyone reaches the server, such as `https://example.org`: a scheme and a host, perhaps a
/// port, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

/// Why an address cannot be the server's public one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this must be http:// or https://, a host, and perhaps a port, with nothing after it: https://example.org")]
pub struct BadPublicUrl;

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let uri: Uri = text.parse().map_err(|_| BadPublicUrl)?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(BadPublicUrl) };
        let whole = format!("{scheme}://{authority}");
        // A port that is no number is taken for none.
        let named = match authority.as_str().rsplit_once(':') {
            Some((_, port)) if !port.ends_with(']') => port.parse::<u16>().is_ok_and(|port| port != 0),
            _ => true,
        };
        let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter);
        let fits = matches!(scheme, "http" | "https")
            && named
            && !authority.host().is_empty()
            && authority.as_str().chars().all(plain)
            && text.strip_suffix('/').unwrap_or(text).eq_ignore_ascii_case(&whole);
        if fits { Ok(Self(whole.to_ascii_lowercase())) } else { Err(BadPublicUrl) }
    }
}

impl PublicUrl {
    /// Whether everyone reaches the server by TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_and_a_host_are_taken() {
        for (text, url) in [
            ("https://example.org", "https://example.org"),
            ("https://Example.org/", "https://example.org"),
            ("http://192.0.2.1:8420", "http://192.0.2.1:8420"),
            ("http://[2001:db8::1]:80", "http://[2001:db8::1]:80"),
            ("http://[2001:db8::1]", "http://[2001:db8::1]"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().map(|url| url.to_string()), Ok(url.to_owned()), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "example.org",
            "example.org:443",
            "/",
            "ftp://example.org",
            "https://",
            "https://example.org/halma",
            "https://example.org//",
            "https://example.org?x",
            "https://example.org#x",
            "https://me@example.org",
            "https://example.org:port",
            "https://example.org:0",
            "https://exa\"mple.org",
            "https://<b>",
            "https://a b",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(BadPublicUrl), "{text}");
        }
    }
}
