//! A room as one client knows it: the last snapshot, brought up to date by the events that followed.

use protocol::{
    ChatLine, Declined, Ended, Event, EventBody, FinishedGame, GameSnapshot, Moved, Names, Presence, Seat, Series,
    Side, Snapshot, Started, TakenBack, Timestamp, Withdrawn,
};

/// What a client knows of its room.
#[derive(Clone, Debug)]
pub struct RoomView {
    /// Always what a snapshot taken at `seq` would hold, but for `time`.
    state: Snapshot,
}

impl RoomView {
    /// What a snapshot says.
    #[must_use]
    pub fn new(snapshot: Snapshot) -> Self {
        Self { state: snapshot }
    }

    /// Brings the room up to date.
    ///
    /// # Panics
    /// If the event is not the next one, or cannot follow what is known.
    pub fn apply(&mut self, event: &Event) {
        let state = &mut self.state;
        assert_eq!(event.seq, state.seq + 1, "event numbers have no gaps: {event:?}");
        match &event.event {
            EventBody::Opened => panic!("the opening is in every snapshot, so nobody is sent it: {event:?}"),
            EventBody::Seated(seated) => state.seats.get_mut(seated.seat).taken = true,
            EventBody::Started(started) => state.game = Some(start(started, event)),
            EventBody::Moved(moved) => {
                let game = state.game.as_mut().expect("a move belongs to a game");
                play(game, moved, event);
            }
            EventBody::TakenBack(taken_back) => {
                let game = state.game.as_mut().expect("moves that are taken back belong to a game");
                take_back(game, taken_back, event);
            }
            EventBody::Ended(ended) => {
                let game = state.game.as_mut().expect("an end belongs to a game");
                assert_eq!((ended.number, &game.result), (game.number, &None), "a game ends once");
                game.result = Some(ended.clone());
                let games = &mut state.series.games;
                games.drain(..(games.len() + 1).saturating_sub(Series::MAX_GAMES));
                games.push(finished(game, ended, event));
                state.series.score = ended.series;
            }
            EventBody::Closed(_) => state.closed = true,
            EventBody::Offered(_) => assert_eq!(state.offer, None, "one offer at most is open: {event:?}"),
            EventBody::Declined(Declined { offer, .. }) | EventBody::Withdrawn(Withdrawn { offer, .. }) => {
                let open = state.offer.as_ref().map(|open| open.seq);
                assert_eq!(open, Some(*offer), "only an open offer is answered: {event:?}");
            }
            EventBody::Claimed(_) => assert_eq!(state.claim, None, "one claim at most is open: {event:?}"),
            EventBody::ClaimCancelled => assert!(state.claim.is_some(), "a claim is cancelled: {event:?}"),
            EventBody::Arrived(_) => assert!(state.setup.clock.is_some(), "clocks wait for somebody: {event:?}"),
        }
        state.seq = event.seq;
        state.to_move = event.to_move;
        state.passed_over = event.passed_over;
        state.offer.clone_from(&event.offer);
        state.claim = event.claim;
        state.clocks = event.clocks;
    }

    /// Takes in what the players are called.
    pub fn call(&mut self, names: &Names) {
        self.state.names = names.clone();
    }

    /// Takes in who is there.
    pub fn count(&mut self, presence: Presence) {
        self.state.presence = presence;
    }

    /// Takes in what is said.
    pub fn hear(&mut self, line: &ChatLine) {
        self.state.chat.as_mut().expect("talk comes where there is a chat").push(line.clone());
    }

    /// All that is known.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.state
    }

    /// The number of the last event.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.state.seq
    }

    /// This client's seat.
    #[must_use]
    pub fn you(&self) -> Option<Seat> {
        self.state.you
    }

    /// The game, if one has started.
    #[must_use]
    pub fn game(&self) -> Option<&GameSnapshot> {
        self.state.game.as_ref()
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        self.game().map_or(&[], |game| &game.moves)
    }

    /// Whether a game was played to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game().is_some_and(|game| game.result.is_some())
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Option<Side> {
        self.state.to_move
    }

    /// Whether it is this client's turn.
    #[must_use]
    pub fn my_turn(&self) -> bool {
        let seat_to_move = self.game().zip(self.to_move()).map(|(game, side)| match side {
            Side::First => game.sides.first,
            Side::Second => game.sides.second,
        });
        seat_to_move.is_some() && seat_to_move == self.you()
    }

    /// What everybody in the room knows alike, see [`shared`].
    #[must_use]
    pub fn shared(&self) -> Snapshot {
        shared(self.state.clone())
    }
}

/// What everybody in a room knows alike of a snapshot: all but who looks and when, and what is not in the log. A clock
/// that runs shows what it would have shown at time 0.
#[must_use]
pub fn shared(mut snapshot: Snapshot) -> Snapshot {
    if let Some(clocks) = &mut snapshot.clocks {
        match clocks.running {
            Some(Side::First) => clocks.first += clocks.at.0,
            Some(Side::Second) => clocks.second += clocks.at.0,
            None => {}
        }
        clocks.at = Timestamp(0);
    }
    let (names, presence) = (Names::default(), Presence::default());
    Snapshot { you: None, time: Timestamp(0), names, presence, chat: None, ..snapshot }
}

fn start(started: &Started, event: &Event) -> GameSnapshot {
    GameSnapshot {
        number: started.number,
        game: started.game.clone(),
        rules_version: started.rules_version,
        sides: started.sides,
        started: event.time,
        position: event.seq,
        board: started.board.clone(),
        moves: Vec::new(),
        passed_over_at: Vec::new(),
        last_move: None,
        result: None,
    }
}

fn play(game: &mut GameSnapshot, moved: &Moved, event: &Event) {
    assert_eq!(game.result, None, "nothing is played after the end: {event:?}");
    assert_eq!(usize::try_from(moved.ply), Ok(game.moves.len() + 1), "plies are counted from 1: {event:?}");
    if game.last_move.as_ref().is_some_and(|last| last.side == moved.played.side) {
        game.passed_over_at.push(moved.ply);
    }
    game.moves.push(moved.played.text.clone());
    game.last_move = Some(moved.played.clone());
    game.board = moved.board.clone();
    game.position = event.seq;
}

fn take_back(game: &mut GameSnapshot, back: &TakenBack, event: &Event) {
    assert_eq!(game.result, None, "nothing is taken back after the end: {event:?}");
    let left = usize::try_from(back.ply).expect("a number of moves");
    assert!(left < game.moves.len(), "something is taken back: {event:?}");
    game.moves.truncate(left);
    game.passed_over_at.retain(|ply| *ply <= back.ply);
    game.last_move.clone_from(&back.last_move);
    game.board = back.board.clone();
    game.position = event.seq;
}

fn finished(game: &GameSnapshot, ended: &Ended, event: &Event) -> FinishedGame {
    FinishedGame {
        number: game.number,
        id: ended.id,
        game: game.game.clone(),
        sides: Some(game.sides),
        outcome: ended.outcome,
        reason: ended.reason,
        ended: event.time,
    }
}
