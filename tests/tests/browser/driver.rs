//! Chromium's driver, as a process of this test's own.

use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process_group};
use tests::PATIENCE;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// What to do where there is no browser.
pub(crate) const HOW_TO_INSTALL: &str = "the tests of the page need Chromium and its driver; `bash tests/run --install` \
     installs them on Debian (packages chromium and chromium-driver)";

/// A driver that runs. It and all its browsers end when this is dropped.
#[derive(Debug)]
pub(crate) struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    /// Starts a driver on a free port.
    pub(crate) async fn start() -> Self {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Its browsers join its process group, so that none of them outlives a test that fails.
        command.process_group(0);
        let mut child = command.spawn().unwrap_or_else(|error| panic!("chromedriver: {error}; {HOW_TO_INSTALL}"));
        let output = child.stdout.take().expect("a pipe");
        let port = timeout(PATIENCE, port_told(output)).await.expect("the driver says where it listens");
        Self { child, port }
    }

    /// Where it listens.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if let Some(group) = self.child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw) {
            // It fails only if all of them have ended already.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Reads the port out of what the driver tells, and goes on reading, so that the pipe never fills up.
async fn port_told(output: impl AsyncRead + Send + Unpin + 'static) -> u16 {
    let mut lines = BufReader::new(output).lines();
    let port = loop {
        let line = lines.next_line().await.expect("the driver's output can be read");
        let line = line.unwrap_or_else(|| panic!("the driver ended at once; {HOW_TO_INSTALL}"));
        let told = line.split_once("successfully on port ").map(|(_, rest)| rest.trim_end_matches('.').parse());
        if let Some(port) = told {
            break port.expect("a port is a number");
        }
    };
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    port
}
