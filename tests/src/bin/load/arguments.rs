//! The command line.

use std::num::NonZeroU32;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};

/// Measures how many moves a server takes, how fast it answers, and what that costs it.
#[derive(Debug, Parser)]
#[command(name = "load", version, args_conflicts_with_subcommands = true)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) inner: Option<Inner>,
    #[command(flatten)]
    pub(crate) load: Load,
}

/// What the tool starts itself with.
#[derive(Debug, Subcommand)]
pub(crate) enum Inner {
    /// Serves the bare echo of `--baseline` until standard input ends.
    #[command(hide = true)]
    Echo {
        /// The process on whose processors it runs.
        #[arg(long)]
        beside: Option<u32>,
    },
}

/// What to measure.
#[derive(Clone, Debug, Args)]
pub(crate) struct Load {
    /// The server. Its bounds (messages a second, rooms and sockets per address) must be wide enough.
    #[arg(long, default_value = "http://127.0.0.1:8420")]
    pub(crate) url: Target,

    /// How many rooms are played in at the same time.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(..=20_000))]
    pub(crate) rooms: u32,

    /// For how long it is measured.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) seconds: u32,

    /// For how long rooms are played in before it is measured.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=60))]
    pub(crate) warm_up: u32,

    /// Moves a second in all rooms together, each at its time whether those before were answered or not. Without it,
    /// each player moves as soon as the opponent has.
    #[arg(long, value_name = "MOVES_PER_S")]
    pub(crate) rate: Option<NonZeroU32>,

    /// Players that sit in further rooms and do nothing, to see what memory a connection takes.
    #[arg(long, value_name = "CONNECTIONS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=50_000))]
    pub(crate) idle: u32,

    /// Further rooms in which the computer plays Halma at its best against somebody who moves at once, to see what its
    /// thinking costs those who play each other.
    #[arg(long, value_name = "ROOMS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) thinking: u32,

    /// Measures a bare WebSocket echo, too, with as many connections as there are players.
    #[arg(long)]
    pub(crate) baseline: bool,

    /// Prints one JSON object.
    #[arg(long)]
    pub(crate) json: bool,

    /// The server's process. Without it, the one that listens on the URL's port of this machine.
    #[arg(long)]
    pub(crate) pid: Option<u32>,
}

/// Where a server is: `http://HOST:PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    host: String,
    port: u16,
}

impl Target {
    /// A server of this machine.
    pub(crate) fn loopback(port: u16) -> Self {
        Self { host: "127.0.0.1".to_owned(), port }
    }

    /// The port.
    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// What to connect to.
    pub(crate) fn authority(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// The address of something that is asked over HTTP.
    pub(crate) fn http(&self, path: &str) -> String {
        format!("http://{}{path}", self.authority())
    }

    /// The address of a socket.
    pub(crate) fn socket(&self, path: &str) -> String {
        format!("ws://{}{path}", self.authority())
    }
}

impl FromStr for Target {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "a server is http://HOST:PORT";
        let authority = text.strip_prefix("http://").ok_or(FORM)?.trim_end_matches('/');
        let (host, port) = authority.rsplit_once(':').unwrap_or((authority, "80"));
        let port = port.parse().map_err(|_| FORM)?;
        if host.is_empty() || host.contains('/') { Err(FORM) } else { Ok(Self { host: host.to_owned(), port }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_where_a_server_is() {
        assert_eq!("http://127.0.0.1:8420/".parse(), Ok(Target::loopback(8420)));
        let target: Target = "http://play.example".parse().unwrap();
        assert_eq!(target.http("/healthz"), "http://play.example:80/healthz");
        assert_eq!(target.socket("/api/socket"), "ws://play.example:80/api/socket");
        for text in ["", "127.0.0.1:80", "https://a:1", "http://", "http://:1", "http://a:b", "http://a/b:1"] {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }

    #[test]
    fn everything_has_a_default() {
        let line = CommandLine::try_parse_from(["load"]).unwrap();
        assert!(line.inner.is_none());
        assert_eq!((line.load.rooms, line.load.rate), (200, None));
        assert!(CommandLine::try_parse_from(["load", "--rate", "0"]).is_err());
        assert!(CommandLine::try_parse_from(["load", "echo", "--beside", "1"]).unwrap().inner.is_some());
    }
}
