//! The life of a room, without storing, sockets or time: `decide` and `apply` alone.

mod claims;
mod clocks;
mod computer;
mod games;
mod logs;
mod offers;
mod one_device;
mod properties;
mod rematch;
mod unused;

use protocol::{
    EventBody, LegalMoveList, OfferKind, Outcome, PerSide, Reason, RoomId, RoomSetup, Seat, SeatToken, ServerMessage,
    SidesChoice, Snapshot, Table, TimeControl, Timestamp,
};
use server::identity::TokenHash;
use server::room::{
    Action, Command, Decision, Env, LogEvent, Outages, Recorded, Refusal, RoomState, decide, due, event_view,
    legal_moves_text, open_room, snapshot_view,
};

/// When the rooms of these tests are made.
const BEGINNING: u64 = 1_000_000;

const HOST: Option<Seat> = Some(Seat::Host);
const GUEST: Option<Seat> = Some(Seat::Guest);

/// Five minutes, and three seconds a move.
const BLITZ: TimeControl = TimeControl::RealTime { base: 300_000, increment: 3000 };

fn token(bits: u128) -> TokenHash {
    TokenHash::of(&SeatToken::from_bits(bits))
}

fn id() -> RoomId {
    RoomId::from_bits(1)
}

/// The legal moves, as the side to move is told them.
fn legal_moves(state: &RoomState) -> Option<LegalMoveList> {
    match serde_json::from_str(&legal_moves_text(state)?) {
        Ok(ServerMessage::LegalMoves(legal)) => Some(legal),
        other => panic!("not a list of legal moves: {other:?}"),
    }
}

/// A room for two devices, in which the host is first.
fn setup(game: &str, clock: Option<TimeControl>) -> RoomSetup {
    RoomSetup {
        game: game.to_owned(),
        sides: SidesChoice::First,
        clock,
        open: false,
        table: Table::Two,
        computer: None,
    }
}

/// A room with its log and its time. Whatever is decided is applied, and seen to follow without a gap.
#[derive(Clone, Debug)]
struct Room {
    state: RoomState,
    log: Vec<Recorded>,
    now: u64,
    random: u64,
    outages: Outages,
}

impl Room {
    /// A room as it is made.
    fn made(setup: &RoomSetup, random: u64) -> Self {
        let env = Env { now: Timestamp(BEGINNING), random, outages: &Outages::NONE };
        let log = open_room(setup, token(1), &env);
        let state = RoomState::replay(id(), &log).unwrap();
        Self { state, log, now: BEGINNING, random, outages: Outages::NONE }
    }

    /// A room in which the host waits.
    fn waiting(sides: SidesChoice) -> Self {
        Self::made(&RoomSetup { sides, ..setup("halma", None) }, 0)
    }

    /// A room in which the host, who is first, and the guest play Halma without clocks.
    fn playing() -> Self {
        Self::playing_with(None)
    }

    /// The same with clocks, for which nobody has been there yet.
    fn playing_with(clock: Option<TimeControl>) -> Self {
        let mut room = Self::made(&setup("halma", clock), 0);
        room.sit(2).unwrap();
        room
    }

    /// The same when both have been there.
    fn running(clock: TimeControl) -> Self {
        let mut room = Self::playing_with(Some(clock));
        room.show(Seat::Host);
        room.show(Seat::Guest);
        room
    }

    fn env(&self) -> Env<'_> {
        Env { now: Timestamp(self.now), random: self.random, outages: &self.outages }
    }

    /// Lets time pass.
    fn pass(&mut self, milliseconds: u64) {
        self.now += milliseconds;
    }

    fn decide(&self, command: &Command) -> Result<Decision, Refusal> {
        decide(&self.state, command, &self.env())
    }

    fn apply(&mut self, events: Vec<Recorded>) {
        for event in events {
            self.state.apply(&event).unwrap();
            self.log.push(event);
        }
    }

    /// Does as a server does with a command: what is due comes first, then the command.
    fn give(&mut self, seat: Option<Seat>, id: &str, action: Action) -> Result<u64, Refusal> {
        let command = Command { seat, id: id.parse().ok(), action };
        loop {
            match self.decide(&command)? {
                Decision::Recorded { seq } => return Ok(seq),
                Decision::Nothing => return Ok(self.state.seq()),
                Decision::Record(events) => {
                    let seq = events[0].seq;
                    self.apply(events);
                    return Ok(seq);
                }
                Decision::Due(events) => self.apply(events),
                Decision::TimeUnknown { until } => panic!("the outages are not known until {until:?}"),
            }
        }
    }

    fn sit(&mut self, bits: u128) -> Result<u64, Refusal> {
        self.give(None, "", Action::Sit { token: token(bits) })
    }

    /// A player is there.
    fn show(&mut self, seat: Seat) {
        self.give(Some(seat), "", Action::Show).unwrap();
    }

    /// What is due happens.
    fn tick(&mut self) {
        self.give(None, "", Action::Tick).unwrap();
    }

    fn play(&mut self, seat: Seat, position: u64, text: &str) -> Result<u64, Refusal> {
        self.give(Some(seat), "", Action::Move { position, text: text.to_owned() })
    }

    /// Whoever is to move plays.
    fn move_on(&mut self, text: &str) -> u64 {
        let game = self.state.running_game().unwrap();
        self.play(game.seat_to_move(), game.position_seq, text).unwrap()
    }

    /// Four moves of Halma that go nowhere: both sides there and back, as often as wanted.
    fn shuffle(&mut self, moves: usize) {
        ["l2-l3", "e15-e14", "l3-l2", "e14-e15"].into_iter().cycle().take(moves).for_each(|text| {
            self.move_on(text);
        });
    }

    fn resign(&mut self, seat: Seat) -> Result<u64, Refusal> {
        self.give(Some(seat), "", Action::Resign { game: self.number() })
    }

    fn abort(&mut self, seat: Seat) -> Result<u64, Refusal> {
        self.give(Some(seat), "", Action::Abort { game: self.number() })
    }

    fn offer(&mut self, seat: Seat, what: OfferKind) -> Result<u64, Refusal> {
        self.give(Some(seat), "", Action::Offer { game: self.number(), what, next: None })
    }

    fn answer(&mut self, seat: Seat, offer: u64, accept: bool) -> Result<u64, Refusal> {
        self.give(Some(seat), "", Action::Answer { offer, accept })
    }

    fn withdraw(&mut self, seat: Seat, offer: u64) -> Result<u64, Refusal> {
        self.give(Some(seat), "", Action::Withdraw { offer })
    }

    /// The number of the game that is played or was played last; 1 before any was.
    fn number(&self) -> u32 {
        self.state.current().map_or(1, |game| game.number)
    }

    fn ending(&self) -> Option<(Outcome, Reason)> {
        self.state.current().and_then(|game| game.ending).map(|ending| (ending.outcome, ending.reason))
    }

    fn sides(&self) -> PerSide<Seat> {
        self.state.current().unwrap().sides
    }

    fn snapshot(&self) -> Snapshot {
        snapshot_view(&self.state, None, Timestamp(self.now), &self.outages)
    }

    /// What the clocks show now: first, second.
    fn clocks(&self) -> (u64, u64) {
        let clocks = self.snapshot().clocks.unwrap();
        (clocks.first, clocks.second)
    }

    /// What clients are told of the last event.
    fn last_event(&self) -> protocol::Event {
        event_view(&self.state, self.log.last().unwrap(), &self.outages).unwrap()
    }

    /// When something is due, after the room was made.
    fn due(&self) -> Option<u64> {
        due(&self.state, &self.outages).map(|time| time.0 - BEGINNING)
    }

    /// The room as another server, or a later one, reads it.
    fn reloaded(&self) -> RoomState {
        let text = serde_json::to_string(&self.log).unwrap();
        RoomState::replay(id(), &serde_json::from_str::<Vec<Recorded>>(&text).unwrap()).unwrap()
    }
}

/// What happened, without numbers and times.
fn bodies(log: &[Recorded]) -> Vec<LogEvent> {
    log.iter().map(|recorded| recorded.event.clone()).collect()
}

/// Whether the last event that clients were told is of this kind, by its name in the protocol.
fn kind(body: &EventBody) -> String {
    serde_json::to_value(body).unwrap()["kind"].as_str().unwrap().to_owned()
}
