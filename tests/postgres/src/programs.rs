//! Where Postgres is, and as whom it runs: the server refuses to run as root.

use std::io;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A user of the machine other than root.
#[derive(Debug)]
pub(crate) struct Account {
    user: u32,
    group: u32,
}

impl Account {
    /// As whom the server is to run: as this process does, or, if that is root, as the user of Debian's package, or as
    /// nobody.
    pub(crate) fn for_server() -> Option<Self> {
        if !rustix::process::geteuid().is_root() {
            return None;
        }
        let users = std::fs::read_to_string("/etc/passwd").expect("a system has a list of users");
        let account = ["postgres", "nobody"].into_iter().find_map(|name| Self::find(&users, name));
        Some(account.expect("there is a user `postgres` or `nobody`"))
    }

    fn find(users: &str, name: &str) -> Option<Self> {
        // name:password:user:group:…
        let mut fields =
            users.lines().map(|line| line.split(':')).find(|fields| fields.clone().next() == Some(name))?;
        Some(Self { user: fields.nth(2)?.parse().ok()?, group: fields.next()?.parse().ok()? })
    }

    /// Makes this account the owner of a folder.
    pub(crate) fn own(&self, folder: &Path) -> io::Result<()> {
        chown(folder, Some(self.user), Some(self.group))
    }
}

/// A program of Postgres or of the system, to be run under an account.
pub(crate) fn program(name: &str, account: Option<&Account>) -> Command {
    let mut command = Command::new(path(name));
    if let Some(account) = account {
        command.uid(account.user).gid(account.group).current_dir("/");
    }
    command
}

/// Where a program is: in the folder of the newest Postgres that Debian has installed, or on the path.
pub(crate) fn path(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut programs: Vec<_> = versions
        .filter_map(|entry| {
            Some((entry.file_name().to_str()?.parse::<u32>().ok()?, entry.path().join("bin").join(name)))
        })
        .filter(|(_, program)| program.exists())
        .collect();
    programs.sort();
    programs.pop().map_or_else(|| name.into(), |(_, program)| program)
}
