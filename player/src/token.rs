//! The token that holds the player's seat, kept in a file so that the seat outlives the program.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use protocol::SeatToken;
use uuid::Uuid;

/// A token that holds nothing yet.
pub(crate) fn new_token() -> SeatToken {
    SeatToken::from_bits(Uuid::new_v4().as_u128())
}

/// The token in a file, or a new one that is kept there before it is used.
///
/// # Errors
/// The file can be neither made nor read, or holds no token.
pub(crate) fn kept_token(path: &Path) -> io::Result<SeatToken> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(mut file) => {
            writeln!(file, "{}", new_token().as_str())?;
            file.sync_all()?;
        }
        Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
        Err(why) => return Err(why),
    }
    let text = std::fs::read_to_string(path)?;
    text.trim().parse().map_err(|_| io::Error::new(ErrorKind::InvalidData, "the file holds no token"))
}
