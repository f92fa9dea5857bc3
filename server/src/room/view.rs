//! What clients are shown of a room.

use protocol::http::LobbyEntry;
use protocol::names::square_names;
use protocol::{
    Arrived, Board, Claimed, Clocks, Closed, Declined, Ended, Event, EventBody, GameSnapshot, LastMove, LegalMoveList,
    Moved, Names, Offered, Presence, Seat, SeatState, Seated, Side, Snapshot, Started, TakenBack, Timestamp, Withdrawn,
};

use super::clocks::Outages;
use super::game::{Ending, GameState};
use super::log::{LogEvent, Recorded};
use super::state::RoomState;
use crate::identity::game_id;

/// The whole room, for a client that holds the seat `you`, or watches.
///
/// Names, presence and talk are not in a room's log. They are empty here, and to be filled in.
#[must_use]
pub fn snapshot_view(state: &RoomState, you: Option<Seat>, now: Timestamp, outages: &Outages) -> Snapshot {
    let taken = |seat: Seat| SeatState { taken: state.is_taken(seat) };
    let now = now.max(state.time);
    Snapshot {
        protocol: protocol::VERSION,
        room: state.id,
        seq: state.seq,
        time: now,
        you,
        setup: state.setup.clone(),
        seats: protocol::PerSeat { host: taken(Seat::Host), guest: taken(Seat::Guest) },
        game: state.current.as_ref().map(|game| game_view(state, game)),
        to_move: to_move(state),
        passed_over: passed_over(state),
        offer: state.offers.open.clone(),
        claim: state.claim.map(|claim| claim.view(outages)),
        clocks: clocks_view(state, now, outages),
        series: state.series.view(),
        closed: state.closed.is_some(),
        names: Names::default(),
        presence: Presence::default(),
        chat: None,
    }
}

/// An event, as everyone in the room sees it. `None` if `state` is not the room right after the event.
#[must_use]
pub fn event_view(state: &RoomState, recorded: &Recorded, outages: &Outages) -> Option<Event> {
    Some(Event {
        seq: recorded.seq,
        time: recorded.time,
        event: body_view(state, &recorded.event)?,
        to_move: to_move(state),
        passed_over: passed_over(state),
        offer: state.offers.open.clone(),
        claim: state.claim.map(|claim| claim.view(outages)),
        clocks: clocks_view(state, recorded.time, outages),
    })
}

/// The message that tells the legal moves of the side to move, as JSON, if a game is running.
#[must_use]
pub fn legal_moves_text(state: &RoomState) -> Option<String> {
    let game = state.running_game()?;
    let side = game.position.to_move().into();
    Some(LegalMoveList::encode(game.position_seq, side, &game.position.legal_moves()))
}

/// What the lobby shows of a room that is open to anyone and has a free seat; `None` for any other room. Names and
/// presence are not in a room's log, and to be filled in.
#[must_use]
pub fn lobby_view(state: &RoomState) -> Option<LobbyEntry> {
    let is_free = state.setup.open && state.closed.is_none() && !state.is_taken(Seat::Guest);
    is_free.then(|| LobbyEntry {
        room: state.id,
        game: state.setup.game.clone(),
        sides: state.setup.sides,
        clock: state.setup.clock,
        name: None,
        host_here: false,
        created: state.created,
    })
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

fn clocks_view(state: &RoomState, at: Timestamp, outages: &Outages) -> Option<Clocks> {
    let clock = state.current.as_ref()?.clock.as_ref()?;
    Some(clock.view(playable(state).map(rules::Position::to_move), at, outages))
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
        moves: game.moves(),
        passed_over_at: game.passed_over_at(),
        last_move: last_move_view(game),
        result: game.ending.map(|ending| ended_view(state, game.number, ending)),
    }
}

fn last_move_view(game: &GameState) -> Option<LastMove> {
    game.plies.last().map(|ply| LastMove {
        side: ply.side.into(),
        text: ply.mv.to_string(),
        path: square_names(&ply.path),
        taken: square_names(&ply.taken),
    })
}

fn ended_view(state: &RoomState, number: u32, ending: Ending) -> Ended {
    Ended {
        number,
        outcome: ending.outcome,
        reason: ending.reason,
        score: ending.score,
        id: game_id(state.id, number),
        series: state.series.score(),
    }
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
        LogEvent::Arrived { seat } => EventBody::Arrived(Arrived { seat: *seat }),
        LogEvent::Offered { seat, what, next } => {
            EventBody::Offered(Offered { seat: *seat, what: *what, next: next.clone() })
        }
        LogEvent::Declined { seat, offer } => EventBody::Declined(Declined { seat: *seat, offer: *offer }),
        LogEvent::Withdrawn { seat, offer } => EventBody::Withdrawn(Withdrawn { seat: *seat, offer: *offer }),
        LogEvent::TakenBack { seat, ply } => {
            let game = current?;
            EventBody::TakenBack(Box::new(TakenBack {
                seat: *seat,
                ply: *ply,
                board: board_view(game),
                last_move: last_move_view(game),
            }))
        }
        LogEvent::Claimed { seat, until } => EventBody::Claimed(Claimed { seat: *seat, until: *until }),
        LogEvent::ClaimCancelled => EventBody::ClaimCancelled,
        LogEvent::Closed { reason } => EventBody::Closed(Closed { reason: *reason }),
        LogEvent::Ended { .. } => {
            let game = current?;
            EventBody::Ended(ended_view(state, game.number, game.ending?))
        }
    })
}
