//! What a process of this machine takes, as Linux tells it.

use std::fs;
use std::io;
use std::time::Instant;

use rustix::param::clock_ticks_per_second;
use rustix::process::Pid;
use rustix::thread::{sched_getaffinity, sched_setaffinity};

/// A process of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process(u32);

/// How much processor time a process had taken at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CpuTime {
    ticks: u64,
    at: Instant,
}

impl CpuTime {
    /// The share of one processor since then, in percent.
    pub(crate) fn percent_until(self, later: Self) -> f64 {
        let ticks = later.ticks.saturating_sub(self.ticks);
        #[expect(clippy::cast_precision_loss, reason = "a measurement is not that precise")]
        let seconds = ticks as f64 / clock_ticks_per_second() as f64;
        100.0 * seconds / later.at.duration_since(self.at).as_secs_f64()
    }
}

impl Process {
    /// The process with this id.
    pub(crate) const fn new(pid: u32) -> Self {
        Self(pid)
    }

    /// This process.
    pub(crate) fn this() -> Self {
        Self(std::process::id())
    }

    /// The process that listens on a TCP port, if it is one of this machine that may be looked at.
    pub(crate) fn listening_on(port: u16) -> Option<Self> {
        let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|path| fs::read_to_string(path).unwrap_or_default());
        let socket = tables.iter().flat_map(|table| table.lines()).find_map(|line| listening_inode(line, port))?;
        let socket = format!("socket:[{socket}]");
        let holds_it = |pid: &u32| {
            let files = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
            files.filter_map(|file| fs::read_link(file.path()).ok()).any(|link| link.as_os_str() == socket.as_str())
        };
        let pids = fs::read_dir("/proc").ok()?.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.into_iter().find(holds_it).map(Self)
    }

    /// Its id.
    pub(crate) const fn pid(self) -> u32 {
        self.0
    }

    /// The processor time it has taken.
    pub(crate) fn cpu_time(self) -> io::Result<CpuTime> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0))?;
        let ticks = ticks(&stat).ok_or_else(|| io::Error::other("/proc/…/stat cannot be read"))?;
        Ok(CpuTime { ticks, at: Instant::now() })
    }

    /// Its memory, in bytes: what of it is in RAM.
    pub(crate) fn memory(self) -> io::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0))?;
        let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next());
        let kibibytes: Option<u64> = kibibytes.and_then(|number| number.parse().ok());
        kibibytes.map(|number| number * 1024).ok_or_else(|| io::Error::other("/proc/…/status tells no VmRSS"))
    }

    /// Makes this thread, and those it starts, run on the processors of that process only.
    pub(crate) fn share_processors(self) -> io::Result<()> {
        let pid = i32::try_from(self.0).ok().and_then(Pid::from_raw);
        Ok(sched_setaffinity(None, &sched_getaffinity(pid)?)?)
    }
}

/// The number of the socket in a line of `/proc/net/tcp` if it listens on that port.
fn listening_inode(line: &str, port: u16) -> Option<u64> {
    const LISTEN: &str = "0A";
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (_, local_port) = fields.get(1)?.rsplit_once(':')?;
    let is_it = u16::from_str_radix(local_port, 16) == Ok(port) && *fields.get(3)? == LISTEN;
    if is_it { fields.get(9)?.parse().ok() } else { None }
}

/// User and system time in a `/proc/…/stat`. The program's name, in brackets, may hold anything.
fn ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn finds_who_listens() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        assert_eq!(Process::listening_on(port), Some(Process::this()));
        drop(listener);
        assert_eq!(Process::listening_on(port), None);
    }

    #[test]
    fn reads_what_a_process_takes() {
        assert!(Process::this().memory().unwrap() > 100_000);
        let before = Process::this().cpu_time().unwrap();
        while before.at.elapsed().as_millis() < 100 {}
        let percent = before.percent_until(Process::this().cpu_time().unwrap());
        assert!(percent > 0.0, "{percent}");
        assert_eq!(ticks("1 (a) b) S 0 0 0 0 0 0 0 0 0 0 30 12 0"), Some(42));
    }
}
