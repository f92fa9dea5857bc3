//! The real binary as a process of its own, so that it can be killed.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::PATIENCE;

/// How the binary is started.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
}

impl Launch {
    /// On a free port of the loopback interface, with this database.
    #[must_use]
    pub fn new(database_url: &str) -> Self {
        Self::default().argument("--listen", "127.0.0.1:0").argument("--database-url", database_url)
    }

    /// With bounds so wide that no test meets them by chance.
    #[must_use]
    pub fn without_bounds(self) -> Self {
        let many = "1000000";
        let bounds = [
            "--messages-per-second",
            "--message-burst",
            "--rooms-per-hour",
            "--room-burst",
            "--computer-rooms-per-hour",
            "--computer-room-burst",
            "--joins-per-minute",
            "--join-burst",
            "--connections",
            "--connections-per-address",
            "--sockets",
            "--sockets-per-address",
        ];
        bounds.into_iter().fold(self, |launch, flag| launch.argument(flag, many))
    }

    /// With one more flag.
    #[must_use]
    pub fn argument(mut self, flag: &str, value: &str) -> Self {
        self.arguments.extend([flag.to_owned(), value.to_owned()]);
        self
    }

    /// With one more variable.
    #[must_use]
    pub fn environment(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same on another address.
    #[must_use]
    pub fn listening_on(mut self, address: SocketAddr) -> Self {
        let at = self.arguments.iter().position(|argument| argument == "--listen").map(|flag| flag + 1);
        if let Some(value) = at.and_then(|at| self.arguments.get_mut(at)) {
            *value = address.to_string();
        }
        self
    }

    fn command(&self) -> Command {
        let mut command = Command::new(binary());
        command.args(&self.arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // What the developer has set must not reach the server under test.
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SAUTERELLE_")) {
            command.env_remove(name);
        }
        command.env_remove("DATABASE_URL").env_remove("RUST_LOG");
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.kill_on_drop(true);
        command
    }

    /// Starts the binary where it should refuse to start, and waits for its end.
    ///
    /// # Panics
    /// If it does not end.
    pub async fn refused(&self) -> Output {
        let child = self.command().spawn().expect("the binary starts");
        let ended = timeout(PATIENCE, child.wait_with_output()).await;
        ended.expect("the server does not start").expect("its output can be read")
    }
}

/// A server that runs. It is killed when this is dropped.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    address: SocketAddr,
    launch: Launch,
    first_line: String,
    stdout: Lines,
    stderr: Lines,
}

/// The lines that came out of a pipe, read in the background so that it never fills up.
#[derive(Debug)]
struct Lines {
    read: Arc<Mutex<Vec<String>>>,
    reader: JoinHandle<()>,
}

impl ServerProcess {
    /// Starts the binary and waits until it listens.
    ///
    /// # Panics
    /// If it does not.
    pub async fn start(launch: &Launch) -> Self {
        let mut child = launch.command().spawn().expect("the binary starts");
        let stderr = Lines::of(child.stderr.take().expect("a pipe"));
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut first_line = String::new();
        let read = timeout(PATIENCE, output.read_line(&mut first_line)).await;
        read.expect("the server says where it listens").expect("its output can be read");
        let address = first_line.trim_end().strip_prefix("listening on http://").and_then(|text| text.parse().ok());
        let address = address.unwrap_or_else(|| {
            panic!("the first line is `listening on http://ADDR:PORT`, not {first_line:?}; {}", stderr.so_far())
        });
        Self { child, address, launch: launch.clone(), first_line, stdout: Lines::of(output), stderr }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The first line of its standard output, with its end.
    #[must_use]
    pub fn first_line(&self) -> &str {
        &self.first_line
    }

    /// What else it wrote to standard output so far.
    #[must_use]
    pub fn further_output(&self) -> String {
        self.stdout.so_far()
    }

    /// What it wrote to standard error so far.
    #[must_use]
    pub fn log(&self) -> String {
        self.stderr.so_far()
    }

    fn pid(&self) -> Pid {
        let pid = self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        pid.expect("the server runs")
    }

    fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("a signal to an own child");
    }

    /// The most memory that it has had so far, in KiB.
    ///
    /// # Panics
    /// If the system does not tell.
    #[must_use]
    pub fn peak_memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.pid().as_raw_nonzero());
        let status = std::fs::read_to_string(path).expect("the system tells of a running process");
        let kib = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        kib.expect("a process has memory")
    }

    /// Kills it with SIGKILL: it gets no chance to finish anything.
    ///
    /// # Panics
    /// If it has ended by itself before.
    pub async fn kill(&mut self) {
        let ended = self.child.try_wait().expect("an own child");
        assert!(ended.is_none(), "the server ended by itself, {ended:?}: {}", self.log());
        self.signal(Signal::KILL);
        self.child.wait().await.expect("an own child");
    }

    /// Asks it with SIGTERM to end. [`ended_well`](Self::ended_well) waits for that.
    pub fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    /// Waits for its end, and for its last words.
    ///
    /// # Panics
    /// If it takes longer.
    pub async fn ended_within(&mut self, longest: Duration) -> ExitStatus {
        let ended = timeout(longest, self.child.wait()).await;
        let status = ended.unwrap_or_else(|_| panic!("not ended after {longest:?}: {}", self.log()));
        self.stdout.end().await;
        self.stderr.end().await;
        status.expect("an own child")
    }

    /// Waits for an orderly end: within five seconds, and with success.
    ///
    /// # Panics
    /// If it takes longer, or ends otherwise.
    pub async fn ended_well(&mut self) {
        let status = self.ended_within(Duration::from_secs(5)).await;
        assert!(status.success(), "the server ended with {status}: {}", self.log());
    }

    /// Starts it again as it was, on the same port.
    pub async fn restart(&mut self) {
        *self = Self::start(&self.launch.clone().listening_on(self.address)).await;
    }
}

impl Lines {
    fn of(pipe: impl AsyncRead + Send + Unpin + 'static) -> Self {
        let read = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&read);
        let reader = tokio::spawn(async move {
            let mut pipe = BufReader::new(pipe).lines();
            while let Ok(Some(line)) = pipe.next_line().await {
                lines.lock().expect("no holder panics").push(line);
            }
        });
        Self { read, reader }
    }

    /// Waits for the last line, after the other end is gone.
    async fn end(&mut self) {
        timeout(PATIENCE, &mut self.reader).await.expect("the pipe ends with its process").expect("no panic");
    }

    fn so_far(&self) -> String {
        self.read.lock().expect("no holder panics").join("\n")
    }
}

/// The path of the server, built at the first call.
fn binary() -> &'static PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| build("server", "server"))
}

/// The path of a program of a package of this workspace, built with the profile of the running test and into the same
/// folder.
///
/// # Panics
/// If it cannot be built.
#[must_use]
pub fn build(program: &str, package: &str) -> PathBuf {
    // target/<profile>/deps/<test>
    let test = std::env::current_exe().expect("the path of this test");
    let folder = test.ancestors().nth(2).expect("a test lies in the target folder");
    let target = folder.parent().expect("a profile's folder lies in the target folder");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = std::process::Command::new(cargo);
    // With the tests beside it the dependencies' features are the same, so that nothing else is built again.
    build.args(["build", "--quiet", "--package", package, "--package", "tests", "--bin", program]);
    build.current_dir(env!("CARGO_MANIFEST_DIR")).arg("--target-dir").arg(target);
    if folder.ends_with("release") {
        build.arg("--release");
    }
    let status = build.status().expect("cargo can be run");
    assert!(status.success(), "{program} could not be built");
    folder.join(program)
}
