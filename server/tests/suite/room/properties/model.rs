//! What a room's log must look like, told event by event.

use protocol::{Clocks, OpenOffer, SeriesScore};

use super::super::*;

/// The clocks, counted down as time passes.
#[derive(Clone, Debug)]
struct ModelClock {
    control: TimeControl,
    left: [u64; 2],
    arrived: [bool; 2],
    /// What both had when each turn that led here began; the present turn's is the last one.
    turns: Vec<[u64; 2]>,
}

/// A game as far as the model knows it.
#[derive(Clone, Debug)]
struct ModelGame {
    number: u32,
    /// The seats of the first and the second side.
    sides: [Seat; 2],
    running: bool,
    /// Who made each move that led here.
    movers: Vec<Seat>,
    moves: Vec<String>,
    clock: Option<ModelClock>,
}

/// A room as far as the model knows it.
#[derive(Clone, Debug)]
pub(super) struct Model {
    setup: RoomSetup,
    time: Timestamp,
    seq: u64,
    game: Option<ModelGame>,
    offer: Option<OpenOffer>,
    /// What each seat may not offer before its next move.
    spent: Vec<(Seat, OfferKind)>,
    rematches: [u32; 2],
    claim: Option<Seat>,
    score: SeriesScore,
    closed: bool,
}

const fn place(seat: Seat) -> usize {
    match seat {
        Seat::Host => 0,
        Seat::Guest => 1,
    }
}

const fn side_place(side: protocol::Side) -> usize {
    match side {
        protocol::Side::First => 0,
        protocol::Side::Second => 1,
    }
}

impl Model {
    pub(super) fn new(setup: &RoomSetup) -> Self {
        Self {
            setup: setup.clone(),
            time: Timestamp(0),
            seq: 0,
            game: None,
            offer: None,
            spent: Vec::new(),
            rematches: [0; 2],
            claim: None,
            score: SeriesScore::default(),
            closed: false,
        }
    }

    /// Lets time pass in which servers live, or none does.
    pub(super) fn pass(&mut self, milliseconds: u64, lived: bool, to_move: Option<protocol::Side>) {
        let Some(ModelGame { running: true, clock: Some(clock), .. }) = &mut self.game else { return };
        let is_slow = matches!(clock.control, TimeControl::PerMove { time } if time >= 3_600_000);
        if clock.arrived == [true; 2] && (lived || is_slow) {
            let left = &mut clock.left[side_place(to_move.expect("somebody is to move while a game runs"))];
            *left = left.saturating_sub(milliseconds);
        }
    }

    /// Takes an event in. `mover` is the side that was to move before it.
    pub(super) fn tell(&mut self, recorded: &Recorded, mover: Option<protocol::Side>) {
        assert_eq!(recorded.seq, self.seq + 1, "the log has a gap");
        assert!(recorded.time >= self.time, "time went back");
        assert!(!self.closed, "something happened in a closed room");
        (self.seq, self.time) = (recorded.seq, recorded.time);
        let seq = recorded.seq;
        match &recorded.event {
            LogEvent::Opened { .. } => assert_eq!(seq, 1),
            LogEvent::Seated { seat, .. } => {
                assert_eq!((*seat, seq, self.setup.computer), (Seat::Guest, 2, None));
            }
            LogEvent::Started { number, sides, .. } => {
                let sides = [sides.first, sides.second];
                assert_ne!(sides[0], sides[1]);
                match &self.game {
                    None => assert_eq!(*number, 1),
                    Some(last) => {
                        assert!(!last.running, "a game started while another ran");
                        assert_eq!((*number, sides), (last.number + 1, [last.sides[1], last.sides[0]]));
                    }
                }
                let clock = self.setup.clock.map(|control| ModelClock {
                    control,
                    left: [control.start(); 2],
                    arrived: [false; 2],
                    turns: vec![[control.start(); 2]],
                });
                let game = ModelGame { number: *number, sides, running: true, movers: vec![], moves: vec![], clock };
                self.game = Some(game);
                self.clear_offers();
            }
            LogEvent::Arrived { seat } => {
                let clock = self.playing().clock.as_mut().expect("clocks that wait");
                assert!(!clock.arrived[place(*seat)], "a player arrives once");
                clock.arrived[place(*seat)] = true;
            }
            LogEvent::Moved { text, left, .. } => {
                let side = side_place(mover.expect("somebody was to move"));
                let game = self.playing();
                let seat = game.sides[side];
                game.movers.push(seat);
                game.moves.push(text.clone());
                assert_eq!(left.is_some(), game.clock.is_some());
                if let Some(clock) = &mut game.clock {
                    assert!(clock.left[side] > 0, "a move without time");
                    match clock.control {
                        TimeControl::RealTime { increment, .. } => clock.left[side] += increment,
                        TimeControl::PerMove { time } => clock.left[side] = time,
                    }
                    assert_eq!(*left, Some(clock.left[side]), "what the mover has left");
                    clock.arrived[place(seat)] = true;
                    clock.turns.push(clock.left);
                }
                self.spent.retain(|(spent, _)| *spent != seat);
                self.offer.take_if(|offer| offer.seat == seat);
            }
            LogEvent::Offered { seat, what, next } => {
                assert_eq!(self.offer, None, "two offers are open");
                assert!(!self.spent.contains(&(*seat, *what)), "offered again too soon");
                let running = self.game.as_ref().expect("a game").running;
                assert_eq!(running, *what != OfferKind::Rematch);
                assert_eq!(next.is_some(), *what == OfferKind::Rematch);
                if *what == OfferKind::Rematch {
                    self.rematches[place(*seat)] += 1;
                    assert!(self.rematches[place(*seat)] <= 3, "a flood of rematches");
                }
                self.offer = Some(OpenOffer { seq, seat: *seat, what: *what, next: next.clone() });
            }
            LogEvent::Declined { seat, offer } | LogEvent::Withdrawn { seat, offer } => {
                let open = self.offer.take().expect("an open offer");
                assert_eq!(open.seq, *offer);
                assert_eq!(open.seat == *seat, matches!(recorded.event, LogEvent::Withdrawn { .. }));
                if open.what != OfferKind::Rematch {
                    self.spent.push((open.seat, open.what));
                }
            }
            LogEvent::TakenBack { seat, ply } => {
                let offer = self.offer.take();
                let granted = self.setup.computer.is_some() && *seat == Seat::Host;
                if self.setup.table == Table::Two && !granted {
                    let accepted = offer.expect("nothing is taken back unasked");
                    assert_eq!((accepted.what, accepted.seat), (OfferKind::TakeBack, *seat));
                }
                let game = self.playing();
                let length = usize::try_from(*ply).unwrap();
                assert_eq!(game.movers.iter().rposition(|mover| mover == seat), Some(length), "the asker's last turn");
                game.movers.truncate(length);
                game.moves.truncate(length);
                if let Some(clock) = &mut game.clock {
                    clock.left = clock.turns[length];
                    clock.turns.truncate(length + 1);
                }
            }
            LogEvent::Claimed { seat, until } => {
                assert!(self.setup.clock.is_some_and(TimeControl::is_real_time) && self.setup.table == Table::Two);
                assert_eq!(self.setup.computer, None, "the computer does not go away");
                assert!(self.playing().running);
                assert_eq!(self.claim.replace(*seat), None);
                assert_eq!(until.0, recorded.time.0 + 30_000);
            }
            LogEvent::ClaimCancelled => {
                let absent = self.claim.take().expect("an open claim").other();
                assert_eq!(recorded.by.as_ref().map(|by| by.seat), Some(absent), "only the absent player cancels");
            }
            LogEvent::Ended { outcome, reason, left, .. } => self.told_of_the_end(*outcome, *reason, *left),
            LogEvent::Closed { .. } => {
                assert!(self.game.as_ref().is_none_or(|game| !game.running), "closed while a game runs");
                self.closed = true;
                self.clear_offers();
            }
        }
    }

    fn told_of_the_end(&mut self, outcome: Outcome, reason: Reason, left: Option<PerSide<u64>>) {
        let (offer, claim) = (self.offer.take(), self.claim.take());
        let one_device = self.setup.table == Table::OneDevice;
        let game = self.playing();
        let winner = match outcome {
            Outcome::First => Some(game.sides[0]),
            Outcome::Second => Some(game.sides[1]),
            Outcome::Draw | Outcome::None => None,
        };
        match reason {
            Reason::Time => {
                let loser = winner.expect("a flag loses the game").other();
                let side = usize::from(game.sides[1] == loser);
                assert_eq!(game.clock.as_ref().map(|clock| clock.left[side]), Some(0), "the flag of one who had time");
            }
            Reason::Left => assert_eq!((winner, outcome), (claim, outcome)),
            Reason::Agreement => {
                assert_eq!(outcome, Outcome::Draw);
                assert!(one_device || offer.is_some_and(|offer| offer.what == OfferKind::Draw));
            }
            Reason::Aborted | Reason::Abandoned => assert_eq!(outcome, Outcome::None),
            Reason::Resignation => assert!(game.movers.contains(&Seat::Host) && game.movers.contains(&Seat::Guest)),
            _ => assert!(!game.movers.is_empty(), "the rules end a game with a move"),
        }
        assert_eq!(left.map(|left| [left.first, left.second]), game.clock.as_ref().map(|clock| clock.left));
        game.running = false;
        match (winner, outcome) {
            (Some(Seat::Host), _) => self.score.host += 1,
            (Some(Seat::Guest), _) => self.score.guest += 1,
            (None, Outcome::Draw) => self.score.draws += 1,
            (None, _) => {}
        }
        self.clear_offers();
    }

    fn playing(&mut self) -> &mut ModelGame {
        self.game.as_mut().filter(|game| game.running).expect("a game is running")
    }

    fn clear_offers(&mut self) {
        (self.offer, self.spent, self.rematches) = (None, Vec::new(), [0; 2]);
    }

    /// Checks that clients are shown what the model knows.
    pub(super) fn check(&self, snapshot: &Snapshot) {
        assert_eq!((snapshot.seq, snapshot.closed), (self.seq, self.closed));
        assert_eq!(snapshot.offer, self.offer);
        assert_eq!(snapshot.claim.map(|claim| claim.seat), self.claim);
        assert_eq!(snapshot.series.score, self.score);
        let game = self.game.as_ref();
        assert_eq!(snapshot.game.as_ref().map(|game| &game.moves), game.map(|game| &game.moves));
        assert_eq!(snapshot.to_move.is_some(), game.is_some_and(|game| game.running));
        let clock = game.and_then(|game| game.clock.as_ref());
        assert_eq!(snapshot.clocks.map(|Clocks { first, second, .. }| [first, second]), clock.map(|clock| clock.left));
        let runs = clock.is_some_and(|clock| clock.arrived == [true; 2]) && snapshot.to_move.is_some();
        assert_eq!(snapshot.clocks.and_then(|clocks| clocks.running), snapshot.to_move.filter(|_| runs));
    }
}
