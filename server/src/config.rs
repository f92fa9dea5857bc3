//! How the server is set up.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::computer::PoolSize;
use crate::public_url::PublicUrl;
use crate::rooms::RoomsConfig;

/// The command line of the server. Every option can also be given by the environment variable named beside it.
#[derive(Clone, Debug, Parser)]
#[command(name = "server", version, about = "Sauterelle: Halma and its cousins, for two people and one link")]
pub struct CommandLine {
    /// Where to listen; port 0 picks a free one.
    #[arg(long, env = "SAUTERELLE_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8420")]
    pub listen: SocketAddr,

    /// Where rooms and finished games are kept: `sqlite:PATH`, a file that is made, with its folder, if
    /// need be; or `postgres://USER:PASSWORD@HOST/DATABASE`.
    #[arg(
        long,
        env = "DATABASE_URL",
        value_name = "URL",
        default_value = "sqlite:sauterelle.db",
        hide_env_values = true,
        global = true
    )]
    pub database_url: String,

    /// On a Postgres database that several servers share, do without NOTIFY: the others' moves are then found by asking
    /// every two seconds. For databases behind a pooler that does not pass notifications on.
    #[arg(long, env = "SAUTERELLE_NO_HINTS")]
    pub no_hints: bool,

    /// Where the operator's requests are listened for, such as closing a room (`POST /rooms/ROOM/close`); nowhere if
    /// not given. Whoever can reach it is obeyed, so let it be an address that only this machine can.
    #[arg(long, env = "SAUTERELLE_OPERATOR_LISTEN", value_name = "ADDR:PORT")]
    pub operator_listen: Option<SocketAddr>,

    /// The rest.
    #[command(flatten)]
    pub config: Config,

    /// What to do instead of serving.
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// What can be done with a database instead of serving from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum Task {
    /// Compare all figures of the statistics to the archive of finished games, and print where they differ; the exit code
    /// is then 1. Servers may be running on a Postgres database meanwhile; a SQLite database must not be in use.
    CheckStats,
    /// Make the statistics anew from the archive of finished games, in one transaction. Servers may be running on a
    /// Postgres database meanwhile; a SQLite database must not be in use.
    RebuildStats,
}

/// What [`run`](crate::run) needs to know beside where to listen and where to store.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// Messages a second that one socket may send in the long run.
    #[arg(long, env = "SAUTERELLE_MESSAGES_PER_SECOND", value_name = "N", default_value = "20")]
    pub messages_per_second: NonZeroU32,

    /// Messages that one socket may send at once.
    #[arg(long, env = "SAUTERELLE_MESSAGE_BURST", value_name = "N", default_value = "60")]
    pub message_burst: NonZeroU32,

    /// Rooms an hour that one address may make in the long run.
    #[arg(long, env = "SAUTERELLE_ROOMS_PER_HOUR", value_name = "N", default_value = "120")]
    pub rooms_per_hour: NonZeroU32,

    /// Rooms that one address may make at once.
    #[arg(long, env = "SAUTERELLE_ROOM_BURST", value_name = "N", default_value = "30")]
    pub room_burst: NonZeroU32,

    /// Sockets that one address may have open.
    #[arg(long, env = "SAUTERELLE_SOCKETS_PER_ADDRESS", value_name = "N", default_value = "200")]
    pub sockets_per_address: NonZeroU32,

    /// Events that may wait for a slow reader before it is sent a snapshot instead.
    #[arg(long, env = "SAUTERELLE_SOCKET_QUEUE", value_name = "N", default_value = "64")]
    pub socket_queue: NonZeroU32,

    /// Seconds that a room stays in memory after the last socket left.
    #[arg(long, env = "SAUTERELLE_ROOM_IDLE_SECONDS", value_name = "SECONDS", default_value = "60")]
    pub room_idle_seconds: u32,

    /// Threads that think for the computer; as many as there are processors but one, and at least one, if not given.
    /// With 0 the computer does not play on this server.
    #[arg(long, env = "SAUTERELLE_COMPUTER_THREADS", value_name = "N")]
    pub computer_threads: Option<u16>,

    /// The address under which everyone reaches this server, such as `https://example.org`. With it, the previews of
    /// links have pictures, and pages name their address.
    #[arg(long, env = "SAUTERELLE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,

    /// Do without chat.
    #[arg(long, env = "SAUTERELLE_NO_CHAT")]
    pub no_chat: bool,

    /// Do without names that people give themselves.
    #[arg(long, env = "SAUTERELLE_NO_NAMES")]
    pub no_names: bool,

    /// Do without the list of rooms that are open to anyone.
    #[arg(long, env = "SAUTERELLE_NO_LOBBY")]
    pub no_lobby: bool,
}

impl Default for Config {
    /// The same as on an empty command line.
    fn default() -> Self {
        let number = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Self {
            messages_per_second: number(20),
            message_burst: number(60),
            rooms_per_hour: number(120),
            room_burst: number(30),
            sockets_per_address: number(200),
            socket_queue: number(64),
            room_idle_seconds: 60,
            computer_threads: None,
            public_url: None,
            no_chat: false,
            no_names: false,
            no_lobby: false,
        }
    }
}

impl Config {
    /// The bounds that rooms live in.
    #[must_use]
    pub fn rooms(&self) -> RoomsConfig {
        RoomsConfig {
            idle_after: Duration::from_secs(self.room_idle_seconds.into()),
            chat: !self.no_chat,
            names: self.has_names(),
            ..RoomsConfig::default()
        }
    }

    /// How many threads think for the computer.
    #[must_use]
    pub fn computer(&self) -> PoolSize {
        self.computer_threads.map_or_else(PoolSize::of_this_machine, |threads| PoolSize::of_threads(threads.into()))
    }

    /// Whether people may give themselves names.
    #[must_use]
    pub const fn has_names(&self) -> bool {
        !self.no_names
    }

    /// Whether rooms can be open to anyone.
    #[must_use]
    pub const fn has_lobby(&self) -> bool {
        !self.no_lobby
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_that_of_the_command_line() {
        let line = CommandLine::try_parse_from(["server"]).unwrap();
        assert_eq!(format!("{:?}", line.config), format!("{:?}", Config::default()));
    }

    #[test]
    fn tasks_take_a_database_before_or_after_them() {
        let line = |arguments: &[&str]| CommandLine::try_parse_from(["server"].iter().chain(arguments)).unwrap();
        assert_eq!(line(&[]).task, None);
        for arguments in [["--database-url", "sqlite:x", "check-stats"], ["check-stats", "--database-url", "sqlite:x"]]
        {
            let line = line(&arguments);
            assert_eq!((line.task, line.database_url.as_str()), (Some(Task::CheckStats), "sqlite:x"));
        }
        assert_eq!(line(&["rebuild-stats"]).task, Some(Task::RebuildStats));
    }

    #[test]
    fn wrong_values_are_refused() {
        for arguments in [
            ["--listen", "nowhere"],
            ["--message-burst", "0"],
            ["--rooms-per-hour", "-1"],
            ["--computer-threads", "-1"],
            ["--public-url", "example.org"],
            ["--public-url", "https://example.org/games"],
        ] {
            assert!(CommandLine::try_parse_from(["server"].into_iter().chain(arguments)).is_err(), "{arguments:?}");
        }
    }
}
