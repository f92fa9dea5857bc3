//! A room with two players who go to and fro.
//!
//! They play Nerma: on its board men are many and moves are long lists, as in the games people play here, and a position may
//! come back as often as one likes. One man of each side steps out of its camp and back again. As it is at home after
//! the 60th move, its side loses: a game is 119 moves, about as long as a real one, and ends as real ones do, with
//! two events at once and a row in the archive. Then both players leave and a new room is made for them, so that the
//! server also has its share of rooms to make, of sockets to open and of rooms to forget.

use std::time::Instant;

use protocol::http::{CreateRoom, RoomCreated};
use protocol::{ComputerLevel, RoomId, SeatToken, SidesChoice};
use tokio::time::sleep;

use crate::arguments::Target;
use crate::frame::{Frame, move_frame};
use crate::pace::Pace;
use crate::player::{PATIENCE, Player};
use crate::record::Recorder;
use crate::trouble::Trouble;

/// What each player does in turn.
const SHUTTLES: [[&str; 2]; 2] = [["l2-l3", "l3-l2"], ["e15-e14", "e14-e15"]];

/// The number of moves after which the game is over.
pub(crate) const PLIES: u32 = 119;

/// Makes tables on one server.
#[derive(Clone)]
pub(crate) struct Tables {
    target: Target,
    http: reqwest::Client,
}

impl Tables {
    pub(crate) fn new(target: Target) -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build()?;
        Ok(Self { target, http })
    }

    /// Makes a room and seats two players.
    pub(crate) async fn open(&self) -> Result<Table, Trouble> {
        let (first, second) = (new_token(), new_token());
        let room = self.make_room(first, "nerma", SidesChoice::First, None).await?;
        let mut first = Player::sit(&self.target, room, first).await?;
        let second = Player::sit(&self.target, room, second).await?;
        let started = first.until(|frame| matches!(frame, Frame::Event { kind: "started", .. })).await?;
        let Frame::Event { seq, .. } = Frame::read(&started) else { return Err(Trouble::Unexpected) };
        Ok(Table { players: [first, second], position: seq, ply: 0 })
    }

    /// Makes a room in which the computer plays Halma at its best, and is first, and seats its opponent.
    pub(crate) async fn open_against_computer(&self) -> Result<Player, Trouble> {
        let token = new_token();
        let room = self.make_room(token, "halma", SidesChoice::Second, Some(ComputerLevel::MAX)).await?;
        Player::sit(&self.target, room, token).await
    }

    async fn make_room(
        &self,
        token: SeatToken,
        game: &str,
        sides: SidesChoice,
        computer: Option<ComputerLevel>,
    ) -> Result<RoomId, Trouble> {
        let id = "make".parse().map_err(|_| Trouble::Unexpected)?;
        let request = CreateRoom {
            protocol: protocol::VERSION,
            id,
            token,
            game: game.to_owned(),
            sides,
            clock: None,
            open: false,
            table: protocol::Table::Two,
            computer,
            name: None,
        };
        let answer = self.http.post(self.target.http("/api/rooms")).json(&request).send().await?;
        if !answer.status().is_success() {
            return Err(Trouble::NoRoom(answer.status().as_u16()));
        }
        Ok(answer.json::<RoomCreated>().await?.room)
    }
}

fn new_token() -> SeatToken {
    SeatToken::from_bits(rand::random())
}

/// A room with two players.
pub(crate) struct Table {
    players: [Player; 2],
    /// The event that made the position on the board.
    position: u64,
    /// How many moves have been played.
    ply: u32,
}

impl Table {
    /// Plays until so many moves have been played.
    pub(crate) async fn play(&mut self, plies: u32, pace: &mut Pace, recorder: &Recorder) -> Result<(), Trouble> {
        let silence = sleep(PATIENCE);
        tokio::pin!(silence);
        // When each player's last move was due.
        let mut due = [Instant::now(); 2];
        let mut underway = false;
        while self.ply < plies {
            let mover = self.mover();
            let [first, second] = &mut self.players;
            let (reader, text) = tokio::select! {
                biased;
                at = pace.next(), if !underway => {
                    due[mover] = at;
                    underway = true;
                    silence.as_mut().reset((Instant::now() + PATIENCE).into());
                    self.send_move().await?;
                    continue;
                }
                text = first.next() => (0, text?),
                text = second.next() => (1, text?),
                () = &mut silence, if underway => return Err(Trouble::Silence),
            };
            match Frame::read(&text) {
                // The mover hears of his move, too, perhaps only after it was answered.
                Frame::Event { seq, kind: "moved" } if reader != mover && seq > self.position => {
                    recorder.seen_by_opponent(due[mover].elapsed());
                    (self.position, self.ply, underway) = (seq, self.ply + 1, false);
                }
                Frame::Okay => recorder.answered(due[reader].elapsed()),
                Frame::Event { .. } | Frame::LegalMoves | Frame::Beside => {}
                Frame::Refused(code) => return Err(Trouble::Refused(code.to_owned())),
                Frame::Snapshot => return Err(Trouble::Overtaken),
                Frame::Other => return Err(Trouble::Unexpected),
            }
        }
        Ok(())
    }

    /// Takes in what the server says to either player, until a socket is gone.
    pub(crate) async fn listen(&mut self) -> Result<(), Trouble> {
        let [first, second] = &mut self.players;
        loop {
            tokio::select! {
                text = first.next() => drop(text?),
                text = second.next() => drop(text?),
            }
        }
    }

    fn mover(&self) -> usize {
        usize::from(self.ply % 2 == 1)
    }

    async fn send_move(&mut self) -> Result<(), Trouble> {
        let mover = self.mover();
        let shuttle = SHUTTLES[mover][usize::from(self.ply % 4 >= 2)];
        self.players[mover].send(move_frame(self.ply, self.position, shuttle)).await
    }
}
