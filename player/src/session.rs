//! Playing in a room, whatever happens to the connection and to the server.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use protocol::{
    Answer, ClientMessage, CommandId, DisplayName, ErrorCode, Join, Move, Offer, OfferKind, Refused, SeatToken,
    ServerMessage, Withdraw,
};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::Connector;
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use uuid::Uuid;

use crate::line::{ANSWER, Asked, End, Line, Socket, connect, new_id};
use crate::link::Link;
use crate::room::{Duty, Room};
use crate::think::{Reply, Style, Thinking, Unknown};

/// How often it is looked whether something is due.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// A connection that was of use for so long is no failure.
const HELD: Duration = Duration::from_secs(10);
/// The longest wait between two attempts to connect.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Decisions that come too late so many times in a row are not about chance any more.
const MOST_REFUSALS: u32 = 5;

/// What the player was told to do.
#[derive(Clone)]
pub(crate) struct Orders {
    /// The room.
    pub(crate) link: Link,
    /// What holds the seat, or is to hold it.
    pub(crate) token: SeatToken,
    /// What makes secure connections.
    pub(crate) connector: Connector,
    /// What to be called.
    pub(crate) name: Option<DisplayName>,
    /// How to play.
    pub(crate) style: Style,
    /// How many further games to play; any number if left open.
    pub(crate) rematches: Option<u32>,
    /// Whether to offer them, too.
    pub(crate) offers_rematches: bool,
    /// How long to wait for a rematch.
    pub(crate) wait: Duration,
    /// How long the server may be away.
    pub(crate) give_up: Duration,
}

/// Why the player does not go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GivenUp {
    #[error("{code:?}: {message}")]
    Refused { code: ErrorCode, message: String },
    #[error("the server is not believed to be what it says: {0}")]
    Distrusted(SocketError),
    #[error("status {0}; is this a link to a Sauterelle server?")]
    NoServer(StatusCode),
    #[error("the server has been away for too long: {0}")]
    Away(String),
    #[error(transparent)]
    Unknown(#[from] Unknown),
    #[error("the engine made a mistake")]
    Mistake,
}

/// What must survive a lost connection.
pub(crate) struct Session {
    orders: Orders,
    room: Option<Room>,
    /// What was decided and has not been answered. It is sent again with the same id.
    command: Option<ClientMessage>,
    /// Nothing is decided before this event is known.
    wait_for: u64,
    refused_in_a_row: u32,
    tried_once_more: bool,
    /// The last game whose end was told.
    told: u32,
    over_since: Option<Instant>,
    /// The last game to be played.
    last_number: Option<u32>,
    /// The last game after which a rematch was offered.
    offered_after: u32,
}

impl Session {
    pub(crate) const fn new(orders: Orders) -> Self {
        Self {
            orders,
            room: None,
            command: None,
            wait_for: 0,
            refused_in_a_row: 0,
            tried_once_more: false,
            told: 0,
            over_since: None,
            last_number: None,
            offered_after: 0,
        }
    }

    /// Plays until there is nothing more to do.
    pub(crate) async fn run(mut self) -> Result<(), GivenUp> {
        let mut failures = 0;
        let mut away_since = Instant::now();
        loop {
            let mut joined = None;
            let end = match connect(&self.orders.link, &self.orders.connector).await? {
                Ok(mut socket) => {
                    let end = self.serve(&mut socket, &mut joined).await;
                    // It may be broken already.
                    let _ = timeout(ANSWER, socket.close(None)).await;
                    end?
                }
                Err(end) => end,
            };
            let End::Lost(why, wait) = end else { return Ok(()) };
            if let Some(joined) = joined {
                away_since = Instant::now();
                failures = if Instant::now() - joined > HELD { 0 } else { failures };
            }
            if away_since.elapsed() > self.orders.give_up {
                return Err(GivenUp::Away(why));
            }
            let pause = wait.max(backoff(failures));
            failures += 1;
            say(&format!("{why}; connecting again in {:.1} s", pause.as_secs_f64()));
            sleep(pause).await;
        }
    }

    /// Lives through one connection: joins, sends again what was not answered, and plays.
    async fn serve(&mut self, socket: &mut Socket, joined: &mut Option<Instant>) -> Result<End, GivenUp> {
        let mut line = Line { asked: vec![Asked::now(self.join())], joined: None, heard: Instant::now() };
        let mut thinking: Option<Thinking> = None;
        loop {
            *joined = line.joined;
            let duty = self.duty(&line);
            thinking.take_if(|thinking| Some(&thinking.about) != duty.as_ref());
            if line.joined.is_some() && line.asked.is_empty() && self.knows_enough() {
                if self.is_done() {
                    return Ok(End::Done);
                }
                match duty {
                    Some(Duty::Answer { offer, what }) => {
                        let accept = what == OfferKind::Rematch && !self.was_last_game();
                        self.command(&mut line, |id| answer(id, offer, accept));
                    }
                    Some(about) if thinking.is_none() => {
                        if let Some(room) = &self.room {
                            thinking = Thinking::begin(room, about, self.orders.style)?;
                        }
                    }
                    Some(_) => {}
                    None => self.offer_or_leave(&mut line),
                }
            }
            if let Err(end) = line.send_what_is_due(socket).await {
                return Ok(end);
            }
            tokio::select! {
                found = found(&mut thinking) => {
                    let about = thinking.take().map(|thinking| thinking.about);
                    self.on_reply(&mut line, about, found?);
                }
                message = socket.next() => {
                    line.heard = Instant::now();
                    if let Some(end) = self.on_frame(&mut line, message)? {
                        return Ok(end);
                    }
                }
                () = sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// What there is to do, as far as it is known.
    fn duty(&self, line: &Line) -> Option<Duty> {
        line.joined?;
        self.room.as_ref()?.duty().filter(|_| self.knows_enough())
    }

    fn knows_enough(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.seq() >= self.wait_for)
    }

    fn join(&self) -> ClientMessage {
        // The name is kept for the seat, so that it is told once.
        let name = self.orders.name.clone().filter(|_| self.room.is_none());
        ClientMessage::Join(Join {
            id: new_id(),
            protocol: protocol::VERSION,
            room: self.orders.link.room,
            token: Some(self.orders.token),
            sit: true,
            name,
        })
    }

    /// Sends a command, which is kept until it is answered.
    fn command(&mut self, line: &mut Line, make: impl FnOnce(Option<CommandId>) -> ClientMessage) {
        let message = make(new_id());
        self.command = Some(message.clone());
        line.asked.push(Asked::now(message));
    }

    fn on_reply(&mut self, line: &mut Line, about: Option<Duty>, reply: Option<Reply>) {
        match (about, reply) {
            (Some(Duty::Move { position }), Some(Reply::Move(mv))) => {
                self.command(line, |id| ClientMessage::Move(Move { id, position, text: mv.to_string() }));
            }
            (Some(Duty::Draw { offer }), Some(Reply::Draw(accept))) => {
                self.command(line, |id| answer(id, offer, accept));
            }
            _ => {}
        }
    }

    /// Between two games.
    fn offer_or_leave(&mut self, line: &mut Line) {
        let Some((number, true)) = self.game_number() else { return };
        let own_offer = self.room.as_ref().and_then(Room::own_offer);
        match own_offer {
            Some(offer) if self.is_leaving() => {
                self.command(line, |id| ClientMessage::Withdraw(Withdraw { id, offer }));
            }
            None if self.orders.offers_rematches && number > self.offered_after => {
                self.offered_after = number;
                let what = OfferKind::Rematch;
                self.command(line, |id| ClientMessage::Offer(Offer { id, game: number, what, next: None }));
            }
            _ => {}
        }
    }

    /// The number of the game, and whether it is over.
    fn game_number(&self) -> Option<(u32, bool)> {
        self.room.as_ref()?.game().map(|game| (game.number, game.result.is_some()))
    }

    fn is_done(&self) -> bool {
        let Some(room) = &self.room else { return false };
        room.is_closed() || (self.is_leaving() && room.own_offer().is_none())
    }

    /// Whether no further game is to be played, or none was agreed on for a long time.
    fn is_leaving(&self) -> bool {
        let is_over = self.game_number().is_some_and(|(_, is_over)| is_over);
        let has_waited = self.over_since.is_some_and(|since| since.elapsed() > self.orders.wait);
        is_over && (self.was_last_game() || has_waited)
    }

    fn was_last_game(&self) -> bool {
        self.game_number().zip(self.last_number).is_some_and(|((number, _), last)| number >= last)
    }

    fn on_frame(
        &mut self,
        line: &mut Line,
        frame: Option<Result<Message, SocketError>>,
    ) -> Result<Option<End>, GivenUp> {
        let lost = |why: String| Ok(Some(End::Lost(why, Duration::ZERO)));
        match frame {
            Some(Ok(Message::Text(text))) => match serde_json::from_str(text.as_str()) {
                Ok(message) => self.learn(line, message),
                // It may be of a later version: an event of a kind that is not known here is in a snapshot, too.
                Err(_) if line.joined.is_some() => {
                    self.resync(line);
                    Ok(None)
                }
                Err(_) => Ok(None),
            },
            Some(Ok(Message::Close(_))) | None => lost("the server closed the connection".to_owned()),
            Some(Ok(_)) => Ok(None),
            Some(Err(why)) => lost(format!("the connection broke: {why}")),
        }
    }

    fn resync(&self, line: &mut Line) {
        if !line.asked.iter().any(|asked| matches!(asked.message, ClientMessage::Join(_))) {
            line.asked.push(Asked::now(self.join()));
        }
    }

    /// Takes in what the server says.
    fn learn(&mut self, line: &mut Line, message: ServerMessage) -> Result<Option<End>, GivenUp> {
        match message {
            ServerMessage::Snapshot(snapshot) => {
                self.room = Some(Room::new(*snapshot));
                self.look_at_the_game();
            }
            ServerMessage::Event(event) => {
                if self.room.as_mut().is_some_and(|room| room.apply(&event)) {
                    self.look_at_the_game();
                } else {
                    self.resync(line);
                }
            }
            ServerMessage::Okay(okay) => {
                let Some(asked) = line.take(okay.id.as_ref()) else { return Ok(None) };
                if matches!(asked.message, ClientMessage::Join(_)) {
                    if line.joined.is_none() {
                        line.joined = Some(Instant::now());
                        say(&format!(
                            "in seat {:?} of room {}",
                            self.room.as_ref().and_then(Room::you),
                            self.orders.link.room
                        ));
                        line.asked.extend(self.command.clone().map(Asked::now));
                    }
                } else if self.command.as_ref().is_some_and(|command| command.id() == asked.message.id()) {
                    (self.command, self.refused_in_a_row, self.tried_once_more) = (None, 0, false);
                    self.wait_for = self.wait_for.max(okay.seq);
                }
            }
            ServerMessage::Error(refused) => return self.on_refusal(line, refused),
            ServerMessage::Restart(restart) => {
                let wait = Duration::from_secs(restart.retry_after.into());
                return Ok(Some(End::Lost("the server restarts".to_owned(), wait)));
            }
            // The engine knows which moves are legal; presence, names and talk do not matter here.
            _ => {}
        }
        Ok(None)
    }

    /// What to do about a refusal. It has changed nothing.
    fn on_refusal(&mut self, line: &mut Line, refused: Refused) -> Result<Option<End>, GivenUp> {
        let Refused { id, code, message, seq, retry_after } = refused;
        let wait = retry_after.map(|seconds| Duration::from_secs(seconds.into()));
        if code == ErrorCode::Restarting {
            return Ok(Some(End::Lost("the server is about to restart".to_owned(), wait.unwrap_or_default())));
        }
        let Some(mut asked) = line.take(id.as_ref()) else { return Err(GivenUp::Refused { code, message }) };
        say(&format!("refused: {code:?}"));
        let is_command = self.command.as_ref().is_some_and(|command| command.id() == asked.message.id());
        if let Some(wait) = wait {
            (asked.due, asked.sent) = (Instant::now() + wait, None);
            line.asked.push(asked);
        } else if has_moved_on(code) && is_command {
            // Deciding anew helps as long as there is something new to be known.
            self.refused_in_a_row += 1;
            if self.refused_in_a_row > MOST_REFUSALS {
                return Err(GivenUp::Refused { code, message });
            }
            self.command = None;
            self.wait_for = self.wait_for.max(seq.unwrap_or(0));
        } else if code == ErrorCode::Internal && !self.tried_once_more {
            self.tried_once_more = true;
            (asked.due, asked.sent) = (Instant::now() + Duration::from_secs(1), None);
            line.asked.push(asked);
        } else {
            return Err(GivenUp::Refused { code, message });
        }
        Ok(None)
    }

    /// Notices which games there are, and tells how they end.
    fn look_at_the_game(&mut self) {
        let Some(game) = self.room.as_ref().and_then(Room::game) else { return };
        if self.last_number.is_none() {
            self.last_number = self.orders.rematches.map(|rematches| game.number.saturating_add(rematches));
        }
        match &game.result {
            None => self.over_since = None,
            Some(result) if game.number > self.told => {
                (self.told, self.over_since) = (game.number, Some(Instant::now()));
                let outcome = serde_json::to_value(result.outcome).unwrap_or_default();
                let reason = serde_json::to_value(result.reason).unwrap_or_default();
                let [outcome, reason] = [&outcome, &reason].map(|word| word.as_str().unwrap_or_default());
                let (number, name, id) = (game.number, &game.game, result.id);
                println!("game {number} ({name}) is over: {outcome}, {reason}; archived as {id}");
            }
            Some(_) => {}
        }
    }
}

/// Waits for what is being thought about, or for ever.
async fn found(thinking: &mut Option<Thinking>) -> Result<Option<Reply>, GivenUp> {
    match thinking {
        Some(thinking) => thinking.reply().await.map_err(|_| GivenUp::Mistake),
        None => std::future::pending().await,
    }
}

fn answer(id: Option<CommandId>, offer: u64, accept: bool) -> ClientMessage {
    ClientMessage::Answer(Answer { id, offer, accept })
}

/// Whether what was decided came too late. Going on from what the room looks like now is right.
const fn has_moved_on(code: ErrorCode) -> bool {
    use ErrorCode::{
        GameOver, GameRunning, NoSuchOffer, NotStarted, NotYourTurn, OfferOpen, StalePosition, TooLate, TooSoon,
        WrongGame,
    };
    matches!(
        code,
        NotStarted
            | GameOver
            | GameRunning
            | WrongGame
            | StalePosition
            | NotYourTurn
            | TooLate
            | TooSoon
            | NoSuchOffer
            | OfferOpen
    )
}

/// Half a second, doubled with each failure, and a bit more or less, so that not all come back at once.
fn backoff(failures: u32) -> Duration {
    let longest = Duration::from_millis(500).saturating_mul(1 << failures.min(6)).min(LONGEST_WAIT);
    let chance = Uuid::new_v4().as_u128() % 512;
    longest / 2 + longest * u32::try_from(chance).unwrap_or(0) / 1024
}

/// Tells whoever looks on.
pub(crate) fn say(text: &str) {
    eprintln!("{text}");
}
