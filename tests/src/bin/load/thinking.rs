//! People who play against the computer at its best, so that its threads always have something to do.

use protocol::ServerMessage;
use tokio::task::JoinSet;
use tokio::time::{Duration, sleep};

use crate::frame::{Frame, move_frame};
use crate::player::Player;
use crate::record::Recorder;
use crate::table::Tables;
use crate::trouble::Trouble;

/// How long to wait before another room is made after something went wrong.
const PAUSE: Duration = Duration::from_secs(1);

/// Rooms in which the computer thinks, for as long as this lives.
pub(crate) struct Thinking {
    tasks: JoinSet<()>,
}

impl Thinking {
    /// Seats so many people, each of whom moves as soon as the computer has.
    pub(crate) async fn seat(rooms: u32, tables: &Tables, recorder: &Recorder) -> Self {
        let mut tasks = JoinSet::new();
        for _ in 0..rooms {
            match tables.open_against_computer().await {
                Ok(player) => drop(tasks.spawn(play_on(player, tables.clone()))),
                Err(trouble) => recorder.error(&trouble.code()),
            }
        }
        Self { tasks }
    }

    /// In how many rooms that went well.
    pub(crate) fn rooms(&self) -> usize {
        self.tasks.len()
    }
}

/// Plays one game after the other.
async fn play_on(mut player: Player, tables: Tables) {
    loop {
        // A game that ends in whatever way is followed by another.
        let _ended = play(&mut player).await;
        player = loop {
            match tables.open_against_computer().await {
                Ok(player) => break player,
                Err(_) => sleep(PAUSE).await,
            }
        };
    }
}

/// Plays the first legal move each time, until the game is over.
async fn play(player: &mut Player) -> Result<(), Trouble> {
    for ply in 0.. {
        let moves = loop {
            let text = player.next().await?;
            match Frame::read(&text) {
                Frame::LegalMoves => break text,
                Frame::Event { kind: "ended", .. } => return Ok(()),
                Frame::Refused(code) => return Err(Trouble::Refused(code.to_owned())),
                _ => {}
            }
        };
        let Ok(ServerMessage::LegalMoves(legal)) = serde_json::from_str(&moves) else {
            return Err(Trouble::Unexpected);
        };
        let text = legal.moves.first().ok_or(Trouble::Unexpected)?;
        player.send(move_frame(ply, legal.position, text)).await?;
    }
    Ok(())
}
