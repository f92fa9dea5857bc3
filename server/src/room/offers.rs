//! What one player may ask of the other: a draw, to take moves back, another game.
//!
//! At most one offer is open in a room. A draw, or to take moves back, is offered until the offerer's next move or the
//! end of the game; a rematch until a game starts. Whoever was turned down has to make a move before asking the same
//! again, and may offer a rematch [`MAX_REMATCHES`] times after each game.

use protocol::{OfferKind, OpenOffer, Outcome, PerSeat, PerSide, Reason, Seat};

use super::command::Env;
use super::computer::COMPUTER;
use super::decide::end;
use super::game::GameState;
use super::log::LogEvent;
use super::refusal::Refusal;
use super::state::{BadLog, RoomState, misfit};

/// The most games in one room, so that its log stays in bounds.
pub const MAX_GAMES: u32 = 1000;

/// How often each player may offer a rematch after a game.
pub const MAX_REMATCHES: u32 = 3;

/// What is offered in a room, and what may be.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    pub(super) open: Option<OpenOffer>,
    spent: PerSeat<Spent>,
}

/// What a player may not offer again for now.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    draw: bool,
    take_back: bool,
    rematches: u32,
}

impl Offers {
    /// An offer is made.
    pub(super) fn make(&mut self, offer: OpenOffer) -> Result<(), BadLog> {
        if self.open.is_some() {
            return Err(misfit(offer.seq, "another offer is open"));
        }
        if offer.what == OfferKind::Rematch {
            self.spent.get_mut(offer.seat).rematches += 1;
        }
        self.open = Some(offer);
        Ok(())
    }

    /// The open offer, made by event `offer`, is turned down, or withdrawn by its maker.
    pub(super) fn turn_down(&mut self, seq: u64, offer: u64) -> Result<(), BadLog> {
        let Some(open) = self.open.take_if(|open| open.seq == offer) else {
            return Err(misfit(seq, "this offer is not open"));
        };
        let spent = self.spent.get_mut(open.seat);
        match open.what {
            OfferKind::Draw => spent.draw = true,
            OfferKind::TakeBack => spent.take_back = true,
            OfferKind::Rematch => {}
        }
        Ok(())
    }

    /// A player has moved: what that player offered is withdrawn, and may be offered again.
    pub(super) fn moved(&mut self, seat: Seat) {
        self.open.take_if(|open| open.seat == seat);
        let spent = self.spent.get_mut(seat);
        (spent.draw, spent.take_back) = (false, false);
    }

    /// Moves were taken back, as was offered.
    pub(super) fn taken_back(&mut self) {
        self.open = None;
    }

    /// A game has started or ended: everything may be offered that fits.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn is_spent(&self, seat: Seat, what: OfferKind) -> Option<Refusal> {
        let spent = self.spent.get(seat);
        match what {
            OfferKind::Draw => spent.draw.then_some(Refusal::TooSoon),
            OfferKind::TakeBack => spent.take_back.then_some(Refusal::TooSoon),
            OfferKind::Rematch => (spent.rematches >= MAX_REMATCHES).then_some(Refusal::TooManyRematches),
        }
    }
}

/// Decides on an offer. On one device it takes effect at once; so does what the other player has offered, too, and what
/// the computer always grants.
pub(super) fn offer(
    state: &RoomState,
    seat: Seat,
    number: u32,
    what: OfferKind,
    next: Option<&str>,
    env: &Env<'_>,
) -> Result<Vec<LogEvent>, Refusal> {
    let game = state.game_named(number)?;
    let next = match what {
        OfferKind::Draw | OfferKind::TakeBack => {
            state.running()?;
            None
        }
        OfferKind::Rematch => Some(next_game(game, next)?),
    };
    if state.is_on_one_device() {
        // Whoever has the device in hand takes the last move back, whosever it was.
        let seat = game.plies.last().map_or(seat, |last| game.seat_of(last.side));
        return accepted(game, seat, what, next, env);
    }
    if let Some(open) = &state.offers.open {
        let is_the_same = open.what == what && open.next.as_deref() == next && what != OfferKind::TakeBack;
        if open.seat == seat || !is_the_same {
            return Err(Refusal::OfferOpen(open.seq));
        }
        return accepted(game, open.seat, what, next, env);
    }
    if what == OfferKind::TakeBack && game.ply_before_last_of(game.side_of(seat)).is_none() {
        return Err(Refusal::NothingToTakeBack);
    }
    if state.computer().is_some() && seat != COMPUTER && what != OfferKind::Draw {
        return accepted(game, seat, what, next, env);
    }
    match state.offers.is_spent(seat, what) {
        Some(refusal) => Err(refusal),
        None => Ok(vec![LogEvent::Offered { seat, what, next: next.map(str::to_owned) }]),
    }
}

/// The id of the game that would be played next.
fn next_game(last: &GameState, next: Option<&str>) -> Result<&'static str, Refusal> {
    if last.is_running() {
        return Err(Refusal::GameRunning);
    }
    if last.number >= MAX_GAMES {
        return Err(Refusal::RoomFull);
    }
    match next {
        None => Ok(last.position.game().id()),
        Some(id) => rules::game(id).map(rules::Game::id).ok_or_else(|| Refusal::UnknownGame(id.to_owned())),
    }
}

/// Decides on an answer.
pub(super) fn answer(
    state: &RoomState,
    seat: Seat,
    offer: u64,
    accept: bool,
    env: &Env<'_>,
) -> Result<Vec<LogEvent>, Refusal> {
    let open = open(state, offer)?;
    if open.seat == seat {
        return Err(Refusal::NotYourOffer);
    }
    if accept {
        accepted(state.current().ok_or(Refusal::NotStarted)?, open.seat, open.what, open.next.as_deref(), env)
    } else {
        Ok(vec![LogEvent::Declined { seat, offer }])
    }
}

/// Decides on taking an offer back.
pub(super) fn withdraw(state: &RoomState, seat: Seat, offer: u64) -> Result<Vec<LogEvent>, Refusal> {
    if open(state, offer)?.seat == seat {
        Ok(vec![LogEvent::Withdrawn { seat, offer }])
    } else {
        Err(Refusal::NotYourOffer)
    }
}

fn open(state: &RoomState, offer: u64) -> Result<&OpenOffer, Refusal> {
    state.offers.open.as_ref().filter(|open| open.seq == offer).ok_or(Refusal::NoSuchOffer(offer))
}

/// What follows when an offer of `seat` is accepted.
fn accepted(
    game: &GameState,
    seat: Seat,
    what: OfferKind,
    next: Option<&str>,
    env: &Env<'_>,
) -> Result<Vec<LogEvent>, Refusal> {
    let event = match what {
        OfferKind::Draw => end(game, Outcome::Draw, Reason::Agreement, env),
        OfferKind::TakeBack => {
            let ply = game.ply_before_last_of(game.side_of(seat)).ok_or(Refusal::NothingToTakeBack)?;
            LogEvent::TakenBack { seat, ply }
        }
        OfferKind::Rematch => {
            let rules = next.and_then(rules::game).unwrap_or_else(|| game.position.game());
            LogEvent::Started {
                number: game.number + 1,
                game: rules.id().to_owned(),
                rules_version: rules.rules_version(),
                sides: PerSide { first: game.sides.second, second: game.sides.first },
            }
        }
    };
    Ok(vec![event])
}
