//! Throw-away Postgres servers for tests: in a temporary folder, on a free port of the loopback interface, ended with
//! the process that started them, and able to crash.
//!
//! Needs the server programs of Postgres, where Debian's packages put them or on the path.

#![allow(clippy::expect_used, clippy::panic, reason = "support for tests, which stop at the first surprise")]

mod programs;

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;

use programs::{Account, program};

/// How long a server may take to start, to recover, or to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often is looked whether it has.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The server's superuser, who needs no password.
const USER: &str = "sauterelle";

/// Runs the server given as its arguments until its standard input ends, which it does when the test process is gone,
/// however it went; then removes the folder, unless the server is to be started again in it.
const KEEPER: &str = r#"
folder=$1; shift
"$@" >>"$folder/log" 2>&1 </dev/null &
server=$!
read -r _
kill -INT "$server" 2>/dev/null
wait "$server"
[ -e "$folder/crashed" ] || rm -rf "$folder"
"#;

/// A server that runs, or has crashed and may be started again.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    port: u16,
    account: Option<Account>,
    /// What it is told beside the usual, such as `fsync=off`.
    settings: Vec<String>,
    keeper: Mutex<Option<Keeper>>,
    databases: AtomicU32,
}

#[derive(Debug)]
struct Keeper {
    process: Child,
    /// The server lives as long as this is open.
    lifeline: ChildStdin,
}

/// A program of Postgres that talks to a server, such as `pg_dump`.
#[must_use]
pub fn client(name: &str) -> std::process::Command {
    program(name, None)
}

impl Cluster {
    /// Starts a server of its own, for a test that crashes it.
    ///
    /// # Panics
    /// If Postgres is not installed or does not start.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// As [`start`](Self::start), with some settings, such as `fsync=off`.
    ///
    /// # Panics
    /// As [`start`](Self::start).
    #[must_use]
    pub fn start_with(settings: &[&str]) -> Self {
        let folder = TempDir::new().expect("a temporary folder").keep();
        let account = Account::for_server();
        if let Some(account) = &account {
            account.own(&folder).expect("the folder can be given to the server's user");
        }
        let cluster = Self {
            folder,
            port: free_port(),
            account,
            settings: settings.iter().map(ToString::to_string).collect(),
            keeper: Mutex::default(),
            databases: AtomicU32::new(0),
        };
        let mut initdb = program("initdb", cluster.account.as_ref());
        initdb.arg("--pgdata").arg(cluster.folder.join("data")).args(["--username", USER, "--auth", "trust"]);
        initdb.args(["--encoding", "UTF8", "--locale", "C", "--no-sync"]);
        let made = initdb.output().expect("initdb can be run");
        assert!(made.status.success(), "initdb failed: {}", String::from_utf8_lossy(&made.stderr));
        cluster.resume();
        cluster
    }

    /// The server that the tests of one process share.
    ///
    /// # Panics
    /// If Postgres is not installed or does not start.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(Self::start)
    }

    /// Makes a new, empty database, and gives its address.
    ///
    /// # Panics
    /// If the server does not do it.
    pub async fn new_database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = PgConnection::connect(&self.url("postgres")).await.expect("the server can be reached");
        let create = sqlx::query(sqlx::AssertSqlSafe(format!("create database {name}")));
        connection.execute(create).await.expect("a database can be made");
        connection.close().await.expect("a connection can be closed");
        self.url(&name)
    }

    /// The port it listens on.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    /// Stops the server as a crash would: at once, and without writing anything more, so that the next start recovers
    /// from the log.
    ///
    /// # Panics
    /// If it is not running, or does not stop.
    pub fn crash(&self) {
        let keeper = self.keeper().take().expect("the server runs");
        fs::write(self.folder.join("crashed"), []).expect("the folder can be written to");
        kill_process(self.server(), Signal::QUIT).expect("the server can be told");
        let pid_file = self.folder.join("data/postmaster.pid");
        self.wait_until("the server stops", || !pid_file.exists());
        keeper.end();
    }

    /// Starts the server again after a crash, and waits until it has recovered.
    ///
    /// # Panics
    /// If it runs already, or does not start.
    pub fn resume(&self) {
        let mut keeper = self.keeper();
        assert!(keeper.is_none(), "the server runs already");
        // Not there before the first start.
        let _ = fs::remove_file(self.folder.join("crashed"));
        let mut shell = program("sh", self.account.as_ref());
        shell.args(["-c", KEEPER, "keeper"]).arg(&self.folder).arg(programs::path("postgres"));
        shell.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
        shell.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-c", "max_connections=300"]);
        shell.args(self.settings.iter().flat_map(|setting| ["-c", setting]));
        let mut process = shell.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("a shell can be run");
        let lifeline = process.stdin.take().expect("the shell's input is a pipe");
        *keeper = Some(Keeper { process, lifeline });
        drop(keeper);
        self.wait_until("the server starts", || {
            let mut probe = program("pg_isready", None);
            probe.args(["--host", "127.0.0.1", "--port", &self.port.to_string()]).stdout(Stdio::null());
            probe.status().is_ok_and(|status| status.success())
        });
    }

    fn keeper(&self) -> std::sync::MutexGuard<'_, Option<Keeper>> {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The server's process.
    fn server(&self) -> Pid {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("a running server says its pid");
        let pid = file.lines().next().and_then(|line| line.parse().ok()).and_then(Pid::from_raw);
        pid.expect("the first line is the pid")
    }

    fn wait_until(&self, what: &str, condition: impl Fn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !condition() {
            let log = || fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(Instant::now() < deadline, "waiting until {what}:\n{}", log());
            sleep(LOOK_AGAIN);
        }
    }
}

impl Keeper {
    fn end(mut self) {
        drop(self.lifeline);
        // Nothing can be done about a shell that fails to end.
        let _ = self.process.wait();
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        match self.keeper().take() {
            Some(keeper) => keeper.end(),
            // Crashed and not started again: there is no keeper to remove the folder.
            None => drop(fs::remove_dir_all(&self.folder)),
        }
    }
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    listener.local_addr().expect("a bound listener has an address").port()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn settings_are_passed_on() {
        let cluster = Cluster::start_with(&["fsync=off", "work_mem=65kB"]);
        let mut connection = PgConnection::connect(&cluster.new_database().await).await.unwrap();
        for (setting, expected) in [("fsync", "off"), ("work_mem", "65kB"), ("full_page_writes", "on")] {
            let query = sqlx::query_scalar("select current_setting($1)").bind(setting);
            let value: String = query.fetch_one(&mut connection).await.unwrap();
            assert_eq!(value, expected, "{setting}");
        }
    }

    #[tokio::test]
    async fn what_is_committed_survives_a_crash() {
        let cluster = Cluster::start();
        let url = cluster.new_database().await;
        let mut connection = PgConnection::connect(&url).await.unwrap();
        connection.execute("create table t (i int)").await.unwrap();
        connection.execute("insert into t values (1)").await.unwrap();
        cluster.crash();
        assert!(connection.execute("select 1").await.is_err());
        cluster.resume();
        let mut connection = PgConnection::connect(&url).await.unwrap();
        let count: i64 = sqlx::query_scalar("select count(*) from t").fetch_one(&mut connection).await.unwrap();
        assert_eq!(count, 1);
        let folder = cluster.folder.clone();
        drop(cluster);
        assert!(!folder.exists());
    }
}
