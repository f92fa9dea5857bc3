//! What clients are shown of a room.

use protocol::names::square_names;
use protocol::{
    Board, Ended, Event, EventBody, GameSnapshot, LastMove, LegalMoveList, Moved, RoomSetup, Seat, SeatState, Seated,
    Side, Snapshot, Started, Timestamp,
};

use super::log::{LogEvent, Recorded};
use super::state::{Ending, GameState, RoomState};
use crate::identity::game_id;

/// The whole room, for a client that holds the seat `you`, or watches.
#[must_use]
pub fn snapshot_view(state: &RoomState, you: Option<Seat>, now: Timestamp) -> Snapshot {
    let taken = |seat: Seat| SeatState { taken: state.seats.get(seat).is_some() };
    Snapshot {
        protocol: protocol::VERSION,
        room: state.id,
        seq: state.seq,
        time: now.max(state.time),
        you,
        setup: RoomSetup { game: state.game.id().to_owned(), sides: state.sides },
        seats: protocol::PerSeat { host: taken(Seat::Host), guest: taken(Seat::Guest) },
        game: state.current.as_ref().map(|game| game_view(state, game)),
        to_move: to_move(state),
        passed_over: passed_over(state),
    }
}

/// An event, as everyone in the room sees it. `None` if `state` is not the room right after the event.
#[must_use]
pub fn event_view(state: &RoomState, recorded: &Recorded) -> Option<Event> {
    Some(Event {
        seq: recorded.seq,
        time: recorded.time,
        event: body_view(state, &recorded.event)?,
        to_move: to_move(state),
        passed_over: passed_over(state),
    })
}

/// The message that tells the legal moves of the side to move, as JSON, if a game is running.
#[must_use]
pub fn legal_moves_text(state: &RoomState) -> Option<String> {
    let game = state.running_game()?;
    let side = game.position.to_move().into();
    Some(LegalMoveList::encode(game.position_seq, side, &game.position.legal_moves()))
}

/// The position in which somebody is to move. Between the move that ends a game by its rules and the event that says
/// so, nobody is.
fn playable(state: &RoomState) -> Option<&rules::Position> {
    state.running_game().map(|game| &game.position).filter(|position| position.ending().is_none())
}

fn to_move(state: &RoomState) -> Option<Side> {
    playable(state).map(|position| position.to_move().into())
}

fn passed_over(state: &RoomState) -> Option<Side> {
    playable(state).and_then(rules::Position::passed_over).map(Side::from)
}

fn board_view(game: &GameState) -> Board {
    Board::from(&game.position.set_up())
}

fn game_view(state: &RoomState, game: &GameState) -> GameSnapshot {
    let rules = game.position.game();
    GameSnapshot {
        number: game.number,
        game: rules.id().to_owned(),
        rules_version: rules.rules_version(),
        sides: game.sides,
        started: game.started,
        position: game.position_seq,
        board: board_view(game),
        moves: game.moves.clone(),
        passed_over_at: game.passed_over_at.clone(),
        last_move: last_move_view(game),
        result: game.ending.map(|ending| ended_view(state, game.number, ending)),
    }
}

fn last_move_view(game: &GameState) -> Option<LastMove> {
    game.last.as_ref().map(|(side, played)| LastMove {
        side: (*side).into(),
        text: played.mv.to_string(),
        path: square_names(&played.path),
        taken: square_names(&played.taken),
    })
}

fn ended_view(state: &RoomState, number: u32, ending: Ending) -> Ended {
    Ended { number, outcome: ending.outcome, reason: ending.reason, score: ending.score, id: game_id(state.id, number) }
}

/// What happened, in the words of the protocol. `None` if `state` is not the state right after the event.
fn body_view(state: &RoomState, event: &LogEvent) -> Option<EventBody> {
    let current = state.current.as_ref();
    Some(match event {
        LogEvent::Opened { .. } => EventBody::Opened,
        LogEvent::Seated { seat, .. } => EventBody::Seated(Seated { seat: *seat }),
        LogEvent::Started { number, game, rules_version, sides } => EventBody::Started(Started {
            number: *number,
            game: game.clone(),
            rules_version: *rules_version,
            sides: *sides,
            board: board_view(current?),
        }),
        LogEvent::Moved { .. } => {
            let game = current?;
            EventBody::Moved(Box::new(Moved {
                ply: game.ply(),
                played: last_move_view(game)?,
                board: board_view(game),
            }))
        }
        LogEvent::Ended { .. } => {
            let game = current?;
            EventBody::Ended(ended_view(state, game.number, game.ending?))
        }
    })
}
