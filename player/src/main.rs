//! `join`: joins a room by its link, takes the free seat, and plays there with the engine until the games are over.

mod line;
mod link;
mod room;
mod session;
mod think;
mod token;
mod trust;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, error::ErrorKind};
use engine::Level;
use protocol::{DisplayName, SeatToken};
use uuid::Uuid;

use link::Link;
use session::{Orders, Session, say};
use think::Style;

/// Joins a room of a Sauterelle server and plays there with the engine.
///
/// Ends with 0 when the games are over, with 1 when it was refused or the server stayed away, and with 2 when its
/// options are wrong. The ends of games go to standard output, what happens on the way goes to standard error.
#[derive(Debug, Parser)]
#[command(name = "join")]
struct Options {
    /// The room's link, http://HOST/r/ROOM or https; with #seat=TOKEN it brings the token
    link: Link,
    /// How well to play, from 1 to 5
    #[arg(long, default_value = "3")]
    level: Level,
    /// Where the token that holds the seat is kept; made if it is not there. Without it the seat's link is told
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    token_file: Option<PathBuf>,
    /// The token that holds the seat, or is to hold it
    #[arg(long)]
    token: Option<SeatToken>,
    /// Whose certificates to believe beside those of the usual authorities, in PEM
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// What to be called
    #[arg(long)]
    name: Option<DisplayName>,
    /// What lots are drawn from; otherwise a new seed is drawn
    #[arg(long)]
    seed: Option<u64>,
    /// How many rematches to play; any number if left out
    #[arg(long, value_name = "N")]
    rematches: Option<u32>,
    /// Offer rematches, too, and not only accept them
    #[arg(long)]
    offer_rematches: bool,
    /// How long to wait for a rematch after a game
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    wait: u64,
    /// How long the server may be away
    #[arg(long, value_name = "SECONDS", default_value_t = 900)]
    give_up: u64,
}

impl Options {
    fn orders(self) -> Orders {
        let brought = self.token.or(self.link.token);
        let token = match &self.token_file {
            Some(path) => token::kept_token(path).unwrap_or_else(|why| {
                Self::command().error(ErrorKind::Io, format!("{}: {why}", path.display())).exit();
            }),
            None => brought.unwrap_or_else(|| {
                let token = token::new_token();
                say(&format!("the link of this seat, to go on with: {}", self.link.of_seat(&token)));
                token
            }),
        };
        let connector = trust::connector(self.ca_file.as_deref()).unwrap_or_else(|why| {
            let path = self.ca_file.unwrap_or_default();
            Self::command().error(ErrorKind::Io, format!("{}: {why}", path.display())).exit();
        });
        let seed = self.seed.unwrap_or_else(|| Uuid::new_v4().as_u64_pair().0);
        say(&format!("playing at level {} with --seed {seed}", self.level));
        Orders {
            link: self.link,
            token,
            connector,
            name: self.name,
            style: Style { level: self.level, seed },
            rematches: self.rematches,
            offers_rematches: self.offer_rematches,
            wait: Duration::from_secs(self.wait),
            give_up: Duration::from_secs(self.give_up),
        }
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match Session::new(Options::parse().orders()).run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&format!("giving up: {why}"));
            ExitCode::FAILURE
        }
    }
}
