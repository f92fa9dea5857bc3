//! A room as one client knows it: the last snapshot, brought up to date by the events that followed.

use protocol::{Event, EventBody, GameSnapshot, Moved, Seat, Side, Snapshot, Started, Timestamp};

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
            EventBody::Ended(ended) => {
                let game = state.game.as_mut().expect("an end belongs to a game");
                assert_eq!((ended.number, &game.result), (game.number, &None), "a game ends once");
                game.result = Some(ended.clone());
            }
        }
        state.seq = event.seq;
        state.to_move = event.to_move;
        state.passed_over = event.passed_over;
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

    /// What everybody in the room knows alike: all but who looks, and when.
    #[must_use]
    pub fn shared(&self) -> Snapshot {
        Snapshot { you: None, time: Timestamp(0), ..self.state.clone() }
    }
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
