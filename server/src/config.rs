//! How the server is set up.

mod file;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use ipnet::IpNet;

use crate::computer::PoolSize;
use crate::limits::ChatQuotas;
use crate::public_url::PublicUrl;
use crate::rooms::RoomsConfig;
pub use file::FileError;

/// The command line of the server. Every option can also be given by the environment variable named beside it.
#[derive(Clone, Debug, Parser)]
#[command(name = "server", version, about = "Sauterelle: Halma and its cousins, for two people and one link")]
pub struct CommandLine {
    /// A TOML file of options, by their names without the dashes, such as `room-burst = 10`; what is given here or by the
    /// environment goes before it.
    #[arg(long = "config", env = "SAUTERELLE_CONFIG", value_name = "FILE")]
    pub config_file: Option<PathBuf>,

    /// What the log is written as, to standard error.
    #[arg(long, env = "SAUTERELLE_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,

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

    /// Where what is measured can be read (`GET /metrics`), and whether the server is ready; nowhere if not given. It
    /// also is on the operator's listener.
    #[arg(long, env = "SAUTERELLE_METRICS_LISTEN", value_name = "ADDR:PORT")]
    pub metrics_listen: Option<SocketAddr>,

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

/// What the log is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object on each line.
    Json,
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

    /// Rooms against the computer an hour that one address may make in the long run.
    #[arg(long, env = "SAUTERELLE_COMPUTER_ROOMS_PER_HOUR", value_name = "N", default_value = "60")]
    pub computer_rooms_per_hour: NonZeroU32,

    /// Rooms against the computer that one address may make at once.
    #[arg(long, env = "SAUTERELLE_COMPUTER_ROOM_BURST", value_name = "N", default_value = "15")]
    pub computer_room_burst: NonZeroU32,

    /// Joins a minute that one address may send in the long run.
    #[arg(long, env = "SAUTERELLE_JOINS_PER_MINUTE", value_name = "N", default_value = "120")]
    pub joins_per_minute: NonZeroU32,

    /// Joins that one address may send at once; a restart makes everyone join again.
    #[arg(long, env = "SAUTERELLE_JOIN_BURST", value_name = "N", default_value = "400")]
    pub join_burst: NonZeroU32,

    /// The bounds on connections.
    #[command(flatten)]
    pub connections: ConnectionConfig,

    /// The bounds on talk.
    #[command(flatten)]
    pub talk: ChatConfig,

    /// Bytes that a frame may have; every client may rely on the default.
    #[arg(long, env = "SAUTERELLE_FRAME_BYTES", value_name = "N", default_value = "4096",
        value_parser = clap::value_parser!(u32).range(4096..=65536))]
    pub frame_bytes: u32,

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

/// The bounds on connections.
#[derive(Clone, Debug, Args)]
pub struct ConnectionConfig {
    /// A network of proxies, such as `10.0.0.0/8`, that are believed in `X-Forwarded-For` where a request comes from;
    /// several are separated by commas, or given one by one. Without any, nobody is.
    #[arg(long = "trusted-proxy", env = "SAUTERELLE_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',',
        value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Connections that may be open in all, those of sockets among them.
    #[arg(long, env = "SAUTERELLE_CONNECTIONS", value_name = "N", default_value = "20000")]
    pub connections: NonZeroU32,

    /// Connections that one address may have open, those of its sockets among them; trusted proxies may have more.
    #[arg(long, env = "SAUTERELLE_CONNECTIONS_PER_ADDRESS", value_name = "N", default_value = "300")]
    pub connections_per_address: NonZeroU32,

    /// Sockets that may be open in all.
    #[arg(long, env = "SAUTERELLE_SOCKETS", value_name = "N", default_value = "15000")]
    pub sockets: NonZeroU32,

    /// Seconds that a connection may take for the head of a request, counted from when it was opened or its last
    /// request was answered: so it may also be idle so long.
    #[arg(long, env = "SAUTERELLE_HEADER_SECONDS", value_name = "SECONDS", default_value = "15")]
    pub header_seconds: NonZeroU32,

    /// Seconds that a request may take, with the reading of its body.
    #[arg(long, env = "SAUTERELLE_REQUEST_SECONDS", value_name = "SECONDS", default_value = "20")]
    pub request_seconds: NonZeroU32,

    /// Seconds that a client may go without reading anything of what is sent to it.
    #[arg(long, env = "SAUTERELLE_WRITE_SECONDS", value_name = "SECONDS", default_value = "20")]
    pub write_seconds: NonZeroU32,

    /// Seconds that a socket may be open without having joined a room.
    #[arg(long, env = "SAUTERELLE_JOIN_SECONDS", value_name = "SECONDS", default_value = "30")]
    pub join_seconds: NonZeroU32,

    /// Seconds without a sign of life, not even the answer to a ping, after which a socket is given up.
    #[arg(long, env = "SAUTERELLE_IDLE_SECONDS", value_name = "SECONDS", default_value = "40")]
    pub idle_seconds: NonZeroU32,
}

impl Default for ConnectionConfig {
    /// The same as on an empty command line.
    fn default() -> Self {
        Self {
            trusted_proxies: Vec::new(),
            connections: number(20_000),
            connections_per_address: number(300),
            sockets: number(15_000),
            header_seconds: number(15),
            request_seconds: number(20),
            write_seconds: number(20),
            join_seconds: number(30),
            idle_seconds: number(40),
        }
    }
}

impl ConnectionConfig {
    /// How long a client may go without reading anything of what is sent to it.
    #[must_use]
    pub fn write_patience(&self) -> Duration {
        Duration::from_secs(self.write_seconds.get().into())
    }
}

/// The bounds on talk.
#[derive(Clone, Copy, Debug, Args)]
pub struct ChatConfig {
    /// Lines a minute that a player may say in the long run.
    #[arg(long = "chat-per-minute", env = "SAUTERELLE_CHAT_PER_MINUTE", value_name = "N", default_value = "30")]
    pub lines_per_minute: NonZeroU32,

    /// Lines that a player may say at once.
    #[arg(long = "chat-burst", env = "SAUTERELLE_CHAT_BURST", value_name = "N", default_value = "10")]
    pub line_burst: NonZeroU32,

    /// Lines a minute that all who watch a room may say together in the long run.
    #[arg(
        long = "watcher-chat-per-minute",
        env = "SAUTERELLE_WATCHER_CHAT_PER_MINUTE",
        value_name = "N",
        default_value = "120"
    )]
    pub watcher_lines_per_minute: NonZeroU32,

    /// Lines that all who watch a room may say together at once.
    #[arg(long = "watcher-chat-burst", env = "SAUTERELLE_WATCHER_CHAT_BURST", value_name = "N", default_value = "20")]
    pub watcher_line_burst: NonZeroU32,
}

impl Default for ChatConfig {
    /// The same as on an empty command line.
    fn default() -> Self {
        Self {
            lines_per_minute: number(30),
            line_burst: number(10),
            watcher_lines_per_minute: number(120),
            watcher_line_burst: number(20),
        }
    }
}

/// A number that is known not to be zero.
const fn number(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    let network = text.parse().or_else(|_| text.parse().map(|address: std::net::IpAddr| address.into()));
    network.map_err(|_| "this is neither an address nor a network such as 10.0.0.0/8".to_owned())
}

impl Default for Config {
    /// The same as on an empty command line.
    fn default() -> Self {
        Self {
            messages_per_second: number(20),
            message_burst: number(60),
            rooms_per_hour: number(120),
            room_burst: number(30),
            computer_rooms_per_hour: number(60),
            computer_room_burst: number(15),
            joins_per_minute: number(120),
            join_burst: number(400),
            connections: ConnectionConfig::default(),
            talk: ChatConfig::default(),
            frame_bytes: 4096,
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
            chat_quotas: ChatQuotas::new(&self.talk),
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
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_default_is_that_of_the_command_line() {
        let line = CommandLine::try_parse_from(["server"]).unwrap();
        assert_eq!(format!("{:?}", line.config), format!("{:?}", Config::default()));
    }

    /// The rows of the table in the README: option, variable and default.
    fn documented() -> Vec<[String; 3]> {
        let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
        let readme = std::fs::read_to_string(readme).unwrap();
        let rows = readme.lines().filter(|line| line.starts_with("| `--"));
        let row = |line: &str| {
            let cells: Vec<_> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let [option, variable, _, default] = cells[..] else { panic!("a row has four cells: {line}") };
            [option, variable, default].map(|cell| cell.replace('`', ""))
        };
        rows.map(row).collect()
    }

    #[test]
    fn the_table_in_the_readme_is_that_of_the_options() {
        let command = CommandLine::command();
        let options = command.get_arguments().filter_map(|argument| {
            let name = argument.get_long().filter(|name| !["help", "version"].contains(name))?;
            let takes_value = argument.get_action().takes_values();
            let values = argument.get_value_names().unwrap_or_default();
            let option = values
                .iter()
                .take_while(|_| takes_value)
                .fold(format!("--{name}"), |so_far, value| format!("{so_far} {value}"));
            let variable = argument.get_env().unwrap().to_str().unwrap().to_owned();
            let variable = if takes_value { variable } else { format!("{variable}=true") };
            let default = argument.get_default_values().iter().filter(|_| takes_value);
            let default: Vec<_> = default.map(|value| value.to_str().unwrap()).collect();
            Some((option, variable, default.join(",")))
        });
        let documented = documented();
        let mut names = Vec::new();
        for (option, variable, default) in options {
            let row = documented.iter().find(|[documented, ..]| *documented == option);
            let row = row.unwrap_or_else(|| panic!("{option} is not in the table"));
            assert_eq!(row[1], variable, "{option}");
            // Where there is none, the table tells what then happens.
            assert!(default.is_empty() || row[2] == default, "{option}: {default}, not {}", row[2]);
            names.push(option);
        }
        for [option, ..] in documented {
            assert!(names.contains(&option), "{option} is in the table, but not an option");
        }
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
            ["--trusted-proxy", "10.0.0.0/33"],
            ["--trusted-proxy", "proxy.example"],
            ["--frame-bytes", "4095"],
            ["--join-seconds", "0"],
            ["--public-url", "example.org"],
            ["--public-url", "https://example.org/games"],
        ] {
            assert!(CommandLine::try_parse_from(["server"].into_iter().chain(arguments)).is_err(), "{arguments:?}");
        }
    }
}
