//! A room to which random things happen, watched by the model.

use protocol::CommandId;
use server::room::LONGEST_SILENCE;

use super::super::*;
use super::model::Model;

/// Something that happens, or that somebody tries, sensible or not.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Time passes.
    Pass(u64),
    /// Time passes in which no server lives.
    Outage(u64),
    /// From now on the last sign of life is so old.
    Lag(u64),
    Tick,
    Sit(u128),
    Show(Seat),
    /// A legal move, chosen by number, by whoever is to move.
    Legal(usize),
    Nonsense(Option<Seat>, u64, String),
    /// A move that was played before, chosen by number, for the position for which it was played then.
    Delayed(Seat, usize),
    /// With a game's number that may be off.
    Resign(Option<Seat>, i64),
    Abort(Option<Seat>, i64),
    Offer(Seat, OfferKind, Option<String>),
    /// To whatever is offered.
    Answer(Seat, bool),
    Withdraw(Seat),
    /// To what may never have been offered.
    Guess(Option<Seat>, u64, bool),
    /// When the other one has been away for so long.
    Claim(Option<Seat>, u64),
    /// A command that was accepted before, chosen by number, with the same id.
    Again(usize),
    /// Another server takes over.
    Reload,
    Close,
}

/// A room, and what is known of its life.
pub(super) struct Life {
    room: Room,
    model: Model,
    /// The times in which no server lived.
    outages: Vec<(Timestamp, Timestamp)>,
    lag: u64,
    /// The room after each event.
    states: Vec<RoomState>,
    /// The commands with an id that were accepted, and the events that recorded them.
    accepted: Vec<(Command, u64)>,
    /// The moves that were played, and for which positions.
    played: Vec<(u64, String)>,
    commands: u32,
}

impl Life {
    pub(super) fn begin(setup: &RoomSetup, random: u64) -> Self {
        let room = Room::made(setup, random);
        let mut life = Self {
            states: Vec::new(),
            model: Model::new(setup),
            outages: Vec::new(),
            lag: 0,
            accepted: Vec::new(),
            played: Vec::new(),
            commands: 0,
            room,
        };
        for length in 1..=life.room.log.len() {
            let state = RoomState::replay(id(), &life.room.log[..length]).unwrap();
            life.model.tell(&life.room.log[length - 1], None);
            life.states.push(state);
        }
        life
    }

    /// What a server knows if the last sign of life that it knows of is `lag` milliseconds old, or older if none lived
    /// then.
    fn known(&self, lag: u64) -> Outages {
        let known = Timestamp(self.room.now.saturating_sub(lag));
        let outage = self.outages.iter().find(|(from, to)| (*from..*to).contains(&known));
        let known = outage.map_or(known, |(from, _)| *from);
        Outages::new(known, self.outages.iter().copied().filter(|(_, end)| *end <= known))
    }

    pub(super) fn step(&mut self, step: Step) {
        let game = i64::from(self.room.number());
        let number = |off: i64| u32::try_from(game + off).unwrap_or_default();
        let open = self.room.snapshot().offer.map_or(0, |offer| offer.seq);
        match step {
            Step::Pass(span) => self.pass(span, true),
            Step::Outage(span) => self.pass(span, false),
            Step::Lag(lag) => self.lag = lag,
            Step::Tick => drop(self.attempt(None, Action::Tick)),
            Step::Close => drop(self.attempt(None, Action::Close)),
            Step::Sit(bits) => drop(self.attempt(None, Action::Sit { token: token(bits) })),
            Step::Show(seat) => drop(self.attempt(Some(seat), Action::Show)),
            Step::Legal(number) => self.play_legally(number),
            Step::Nonsense(seat, position, text) => drop(self.attempt(seat, Action::Move { position, text })),
            Step::Delayed(seat, number) => self.play_late(seat, number),
            Step::Resign(seat, off) => drop(self.attempt(seat, Action::Resign { game: number(off) })),
            Step::Abort(seat, off) => drop(self.attempt(seat, Action::Abort { game: number(off) })),
            Step::Offer(seat, what, next) => {
                let next = next.filter(|_| what == OfferKind::Rematch);
                drop(self.attempt(Some(seat), Action::Offer { game: number(0), what, next }));
            }
            Step::Answer(seat, accept) => drop(self.attempt(Some(seat), Action::Answer { offer: open, accept })),
            Step::Withdraw(seat) => drop(self.attempt(Some(seat), Action::Withdraw { offer: open })),
            Step::Guess(seat, offer, accept) => drop(self.attempt(seat, Action::Answer { offer, accept })),
            Step::Claim(seat, away) => {
                let away_since = Some(Timestamp(self.room.now.saturating_sub(away)));
                drop(self.attempt(seat, Action::Claim { game: number(0), away_since }));
            }
            Step::Again(number) => self.send_again(number),
            Step::Reload => self.room.state = self.room.reloaded(),
        }
        self.room.outages = self.known(0);
        self.model.check(&self.room.snapshot());
        self.check_what_is_due();
    }

    fn pass(&mut self, span: u64, lived: bool) {
        let from = Timestamp(self.room.now);
        self.room.pass(span);
        // A short silence is no outage.
        let lived = lived || span <= LONGEST_SILENCE;
        if !lived {
            self.outages.push((from, Timestamp(self.room.now)));
        }
        self.model.pass(span, lived, self.states.last().and_then(to_move));
    }

    /// Has a command decided as a server does, and everything that comes of it watched.
    fn attempt(&mut self, seat: Option<Seat>, action: Action) -> Result<u64, Refusal> {
        self.commands += 1;
        let id: Option<CommandId> = seat.and_then(|_| format!("c{}", self.commands).parse().ok());
        self.command(&Command { seat, id, action })
    }

    fn command(&mut self, command: &Command) -> Result<u64, Refusal> {
        self.room.outages = self.known(self.lag);
        loop {
            let before = self.room.state.seq();
            match self.room.decide(command) {
                Err(refusal) => {
                    let is_watcher = command.seat.is_none() && !matches!(command.action, Action::Sit { .. });
                    assert_eq!(is_watcher, refusal == Refusal::NotSeated, "{command:?}: {refusal}");
                    return Err(refusal);
                }
                Ok(Decision::Nothing) => return Ok(before),
                Ok(Decision::Recorded { seq }) => {
                    assert!(seq <= before);
                    return Ok(seq);
                }
                Ok(Decision::TimeUnknown { until }) => {
                    let known = self.room.outages.known_until();
                    assert!(known < until && until.0 <= self.room.now, "{known:?} is enough for {until:?}");
                    self.lag = 0;
                    self.room.outages = self.known(0);
                }
                Ok(Decision::Due(events)) => {
                    assert!(events.iter().all(|event| event.by.is_none()));
                    self.record(events);
                }
                Ok(Decision::Record(events)) => {
                    assert!(!matches!(command.action, Action::Tick), "what is due is not recorded as a command");
                    self.record(events);
                    if command.id.is_some() {
                        self.accepted.push((command.clone(), before + 1));
                    }
                    return Ok(before + 1);
                }
            }
        }
    }

    /// Takes in what was decided.
    fn record(&mut self, events: Vec<Recorded>) {
        let ends = events.iter().filter(|event| event.ends_game()).count();
        assert!(ends <= 1, "a game ends once");
        for event in events {
            let mover = to_move(&self.room.state);
            self.room.apply(vec![event.clone()]);
            self.model.tell(&event, mover);
            if event.ends_game() {
                assert_eq!(self.room.state.archive_row().map(|row| row.number), Some(self.room.number()));
            }
            self.states.push(self.room.state.clone());
        }
    }

    fn play_legally(&mut self, number: usize) {
        let Some(legal) = legal_moves(&self.room.state) else { return };
        let text = legal.moves[number % legal.moves.len()].clone();
        let seat = self.room.state.holder_to_move();
        let ended_before = self.room.ending();
        let outcome = self.attempt(seat, Action::Move { position: legal.position, text: text.clone() });
        match outcome {
            Ok(_) => self.played.push((legal.position, text)),
            // Something else was due before it.
            Err(refusal) => {
                assert_eq!(refusal, Refusal::GameOver);
                assert_ne!(self.room.ending(), ended_before);
            }
        }
    }

    /// A position is on the board once: after a move, a take-back or a rematch, no move that was meant for it is taken.
    fn play_late(&mut self, seat: Seat, number: usize) {
        let Some((position, text)) = self.played.get(number % self.played.len().max(1)).cloned() else { return };
        let is_on_the_board = self.room.state.running_game().is_some_and(|game| game.position_seq == position);
        let outcome = self.attempt(Some(seat), Action::Move { position, text });
        if !is_on_the_board {
            let refusal = outcome.unwrap_err();
            let stale = matches!(refusal, Refusal::StalePosition { named, .. } if named == position);
            assert!(stale || matches!(refusal, Refusal::GameOver | Refusal::RoomClosed), "{refusal:?}");
        }
    }

    fn send_again(&mut self, number: usize) {
        let Some((command, seq)) = self.accepted.get(number % self.accepted.len().max(1)).cloned() else { return };
        let length = self.room.log.len();
        assert_eq!(self.command(&command), Ok(seq), "what is sent again is recorded once: {command:?}");
        assert_eq!(self.room.log.len(), length);
        let other = Action::Withdraw { offer: 1 };
        if !matches!(command.action, Action::Withdraw { .. } | Action::Show) {
            assert_eq!(self.command(&Command { action: other, ..command }), Err(Refusal::IdReused));
        }
    }

    /// What is due is due at that time, and not a millisecond before.
    fn check_what_is_due(&self) {
        let state = &self.room.state;
        let outages = Outages::new(Timestamp(u64::MAX), self.outages.iter().copied());
        let Some(due) = due(state, &outages) else { return assert!(state.is_closed()) };
        let tick = |now| {
            let env = Env { now, random: 0, outages: &outages };
            decide(state, &Command::of_server(Action::Tick), &env)
        };
        assert!(matches!(tick(due), Ok(Decision::Due(_))), "{:?} at {due:?}", tick(due));
        if due > state.touched() {
            assert_eq!(tick(Timestamp(due.0 - 1)), Ok(Decision::Nothing));
        }
    }

    /// Stored, read and replayed, each prefix of the log gives the room that was there; and each event shows what a
    /// snapshot shows.
    pub(super) fn end(self) {
        let text = serde_json::to_string(&self.room.log).unwrap();
        let read: Vec<Recorded> = serde_json::from_str(&text).unwrap();
        assert_eq!(read, self.room.log);
        let outages = self.known(0);
        let mut replayed = RoomState::replay(id(), &read[..1]).unwrap();
        for (length, live) in (1..).zip(&self.states) {
            let last = &read[length - 1];
            if length > 1 {
                replayed.apply(last).unwrap();
            }
            let [now, then] = [&replayed, live].map(|state| snapshot_view(state, None, last.time, &outages));
            assert_eq!(now, then);
            assert_eq!(due(&replayed, &outages), due(live, &outages));
            let event = event_view(&replayed, last, &outages).unwrap();
            assert_eq!((event.to_move, event.passed_over), (now.to_move, now.passed_over));
            assert_eq!((event.offer, event.claim, event.clocks), (now.offer, now.claim, now.clocks));
            match event.event {
                EventBody::Moved(moved) => {
                    let game = now.game.unwrap();
                    assert_eq!((Some(moved.played), moved.board), (game.last_move, game.board));
                }
                EventBody::TakenBack(back) => {
                    let game = now.game.unwrap();
                    assert_eq!((back.last_move, back.board), (game.last_move, game.board));
                    assert_eq!(game.moves.len(), usize::try_from(back.ply).unwrap());
                }
                _ => {}
            }
            // What cannot be seen shows in what would be decided.
            for command in self.questions(live) {
                for wait in [0, 100_000, 200 * 86_400_000] {
                    let env = Env { now: Timestamp(last.time.0 + wait), random: 7, outages: &outages };
                    assert_eq!(decide(&replayed, &command, &env), decide(live, &command, &env), "{command:?}");
                }
            }
        }
        for (command, seq) in &self.accepted {
            let (seat, id) = (command.seat.unwrap(), command.id.as_ref().unwrap());
            assert_eq!(replayed.accepted(seat, id), Some(*seq));
        }
    }

    /// Commands that could make a difference between two rooms.
    fn questions(&self, state: &RoomState) -> Vec<Command> {
        let game = state.current().map_or(1, |game| game.number);
        let offer = self.states.iter().map(RoomState::seq).take_while(|seq| *seq < state.seq()).last().unwrap_or(1);
        let kinds = [OfferKind::Draw, OfferKind::TakeBack, OfferKind::Rematch];
        let offers = kinds.map(|what| Action::Offer { game, what, next: None });
        let others = [
            Action::Answer { offer, accept: true },
            Action::Answer { offer: state.seq(), accept: true },
            Action::Abort { game },
            Action::Claim { game, away_since: Some(Timestamp(0)) },
            Action::Show,
        ];
        let actions = offers.into_iter().chain(others);
        actions
            .flat_map(|action| Seat::BOTH.map(|seat| Command { seat: Some(seat), id: None, action: action.clone() }))
            .collect()
    }
}

/// The side to move, if a game is running.
fn to_move(state: &RoomState) -> Option<protocol::Side> {
    state.running_game().map(|game| game.position.to_move().into())
}
