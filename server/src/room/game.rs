//! One game of a room: its moves, its clocks, and how it ended.

use protocol::{PerSide, Reason, Seat, TimeControl, Timestamp};
use rules::{Game, Move, MoveInput, Position, Side, Square};

use super::clocks::GameClock;
use super::state::BadLog;

/// A game in which so many moves were made, taken back or not, is aborted. This is a bound of the server and no rule of
/// the games; it keeps every log in bounds.
pub const MAX_MOVES: u32 = 5000;

/// The game that is played in a room, or was played last.
#[derive(Clone, Debug)]
pub struct GameState {
    /// Its number in the room, from 1.
    pub number: u32,
    /// Which seat plays which side.
    pub sides: PerSide<Seat>,
    /// When it started.
    pub started: Timestamp,
    /// What stands on the board.
    pub position: Position,
    /// The event that made the position.
    pub position_seq: u64,
    /// How it ended, once it has.
    pub ending: Option<Ending>,
    /// The moves that led to the position, oldest first.
    pub(super) plies: Vec<Ply>,
    /// How many moves were made, with those that were taken back.
    pub(super) moves_made: u32,
    pub(super) clock: Option<GameClock>,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    pub(super) side: Side,
    pub(super) mv: Move,
    /// Every square the man stood on, as it was recorded.
    pub(super) path: Box<[Square]>,
    pub(super) taken: Box<[Square]>,
    /// What both sides had on their clocks when the mover's turn began.
    left_before: Option<PerSide<u64>>,
}

/// How a room's game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// How it came out.
    pub outcome: protocol::Outcome,
    /// Why.
    pub reason: Reason,
    /// Each side's points or men, where the game counts them.
    pub score: Option<PerSide<u32>>,
    /// When.
    pub time: Timestamp,
}

impl GameState {
    pub(super) fn start(
        number: u32,
        game: &'static dyn Game,
        sides: PerSide<Seat>,
        control: Option<TimeControl>,
        seq: u64,
        time: Timestamp,
    ) -> Self {
        Self {
            number,
            sides,
            started: time,
            position: game.start(),
            position_seq: seq,
            ending: None,
            plies: Vec::new(),
            moves_made: 0,
            clock: control.map(GameClock::start),
        }
    }

    /// Whether moves can be made.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.ending.is_none()
    }

    /// The seat that plays a side.
    #[must_use]
    pub const fn seat_of(&self, side: Side) -> Seat {
        match side {
            Side::First => self.sides.first,
            Side::Second => self.sides.second,
        }
    }

    /// The side that a seat plays.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Side {
        if self.sides.first == seat { Side::First } else { Side::Second }
    }

    /// The seat of the side to move; meaningless once the game has ended.
    #[must_use]
    pub fn seat_to_move(&self) -> Seat {
        self.seat_of(self.position.to_move())
    }

    /// How many moves led to the position.
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::try_from(self.plies.len()).unwrap_or(u32::MAX)
    }

    /// The moves that led to the position, each by its two ends.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.plies.iter().map(|ply| ply.mv.to_string()).collect()
    }

    /// The same, for the rules.
    pub fn played(&self) -> impl Iterator<Item = Move> {
        self.plies.iter().map(|ply| ply.mv)
    }

    /// The plies, from 1, that were played by the side of the ply before.
    #[must_use]
    pub fn passed_over_at(&self) -> Vec<u32> {
        let pairs = self.plies.iter().zip(self.plies.iter().skip(1));
        (2..).zip(pairs).filter(|(_, (before, ply))| before.side == ply.side).map(|(number, _)| number).collect()
    }

    /// Whether both sides have moved.
    #[must_use]
    pub fn both_have_moved(&self) -> bool {
        Side::BOTH.iter().all(|side| self.plies.iter().any(|ply| ply.side == *side))
    }

    /// How many moves would be left if the last move of a side, and what came after it, were taken back; `None` if it
    /// has made none.
    pub(super) fn ply_before_last_of(&self, side: Side) -> Option<u32> {
        let place = self.plies.iter().rposition(|ply| ply.side == side)?;
        u32::try_from(place).ok()
    }

    /// Plays a recorded move. The rules judge it again: a log that holds an illegal move is not ours.
    pub(super) fn play(
        &mut self,
        seq: u64,
        time: Timestamp,
        text: &str,
        path: &[Square],
        left: Option<u64>,
    ) -> Result<Seat, BadLog> {
        let misfit = |why: String| BadLog::Misfit { seq, why };
        let side = self.position.to_move();
        let seat = self.seat_of(side);
        let input = text.parse::<MoveInput>().map_err(|error| misfit(error.to_string()))?;
        let played = self.position.play(&input).map_err(|error| misfit(error.to_string()))?;
        self.plies.push(Ply {
            side,
            mv: played.mv,
            // The way a chain took was chosen when it was played, by the rules or by the player; it stays that way.
            path: path.into(),
            taken: played.taken.into(),
            left_before: self.clock.as_ref().map(GameClock::at_turn),
        });
        match (&mut self.clock, left) {
            (Some(clock), Some(left)) => clock.moved(side, seat, left, time),
            (None, None) => {}
            (clock, _) => return Err(misfit(format!("clocks: {}, and the move tells otherwise", clock.is_some()))),
        }
        self.moves_made = self.moves_made.saturating_add(1);
        self.position_seq = seq;
        Ok(seat)
    }

    /// Goes back to an earlier position, with the clocks it had.
    pub(super) fn take_back(&mut self, seq: u64, time: Timestamp, ply: u32) -> Result<(), BadLog> {
        let length = usize::try_from(ply).unwrap_or(usize::MAX);
        let Some(first_gone) = self.plies.get(length) else {
            return Err(BadLog::Misfit { seq, why: format!("there is no ply after {ply} to be taken back") });
        };
        if let (Some(clock), Some(left)) = (&mut self.clock, first_gone.left_before) {
            clock.set_back(left, time);
        }
        self.plies.truncate(length);
        let mut position = self.position.game().start();
        self.plies.iter().for_each(|ply| position.play_unchecked(ply.mv));
        self.position = position;
        self.position_seq = seq;
        Ok(())
    }
}
