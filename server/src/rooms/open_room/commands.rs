//! From what somebody wants to what is stored: one command after the other.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use protocol::{ErrorCode, Seat, Timestamp};
use tokio::time::{Duration, Instant, sleep};
use tracing::{debug, error, warn};
use uuid::Uuid;

use super::{Broken, OpenRoom};
use crate::identity::TokenHash;
use crate::room::{
    Action, BadLog, COMPUTER_LATE, Command, Decision, Env, Recorded, Refusal, awaits, decide, due, due_after, duty,
};
use crate::rooms::request::{Closing, Join, Pending, Wish};
use crate::rooms::task::put_off;
use crate::rooms::work::{Settled, Underway, Work};
use crate::store::{Append, AppendError, Appended, Deadline, StoreError};

/// How long to wait before a log that could not be read is asked for again.
const RELOAD_PAUSE: Duration = Duration::from_millis(250);

/// How long to wait after the store has refused what was to happen by itself.
const REST: Duration = Duration::from_secs(60);

/// For how many milliseconds what is due is left to another server if only that one can know whether it still is: a
/// move that came in time may be on its way to the store there.
const LEFT_TO_OTHERS: u64 = 2000;

/// What is said to whoever asked for something that is not done as the server stops.
const RESTARTS: &str = "the server restarts; send the same again";

impl OpenRoom {
    /// Answers a wish at once if it needs nothing stored, and else when its turn comes.
    pub(super) fn on_wish(&mut self, pending: Pending) {
        match pending.wish {
            Wish::LegalMoves => self.tell_legal_moves(&pending),
            Wish::Ping => self.accept(&pending, self.state.seq()),
            Wish::Chat { .. } | Wish::Name(_) => self.on_talk(pending),
            // Whoever comes from another server may have been told there of events that are not known here yet.
            Wish::Join(_) if self.shared.store.is_shared() => match self.underway {
                None => {
                    let work = self.reload();
                    self.underway = Some(Underway { work, pending: Some(pending) });
                }
                Some(_) => self.let_wait(pending),
            },
            Wish::Join(ref join) if !self.would_take_seat(join) => self.join_as_is(&pending, &join.clone()),
            _ if self.underway.is_none() => self.start(pending),
            _ => self.let_wait(pending),
        }
    }

    /// Puts a wish in line, if the line is not too long.
    fn let_wait(&mut self, pending: Pending) {
        if self.waiting.len() < self.shared.config.mailbox {
            self.waiting.push_back(pending);
        } else {
            self.refuse(&pending, ErrorCode::Busy, "the room has too much to do; send the same again");
        }
    }

    fn would_take_seat(&self, join: &Join) -> bool {
        join.sit && join.token.is_some_and(|token| self.state.seat_of(&TokenHash::of(&token)).is_none())
    }

    /// Lets somebody in who takes no new seat.
    fn join_as_is(&mut self, pending: &Pending, join: &Join) {
        let seat = join.token.map(|token| self.state.seat_of(&TokenHash::of(&token)));
        match seat {
            _ if self.state.is_closed() => self.refuse_for(pending, &Refusal::RoomClosed),
            Some(None) => self.refuse_for(pending, &Refusal::UnknownToken),
            Some(Some(seat)) => self.let_in(pending, Some(seat), join.name.clone()),
            None => self.let_in(pending, None, join.name.clone()),
        }
    }

    /// Does what is next in line, as long as nothing is under way: reads what other servers appended, takes what was
    /// asked, and then what is to happen by itself.
    pub(super) fn go_on(&mut self) -> Result<(), Broken> {
        while self.underway.is_none() {
            if self.stale {
                let work = self.reload();
                self.underway = Some(Underway { work, pending: None });
            } else if let Some(pending) = self.waiting.pop_front() {
                self.on_wish(pending);
            } else if !self.go_on_by_itself()? {
                break;
            }
        }
        Ok(())
    }

    /// Starts what is to happen without anyone's asking. Returns whether there was anything.
    fn go_on_by_itself(&mut self) -> Result<bool, Broken> {
        if !self.closing.is_empty() && self.state.is_closed() {
            self.tell_closing(Closing::Closed);
            return Ok(true);
        }
        if self.shared.time.rests() {
            // Whoever opens the room next finds out what is due, once it is known whether servers lived until then.
            self.due = None;
            return Ok(false);
        }
        if !self.closing.is_empty() {
            return self.start_by_itself(&Command::of_server(Action::Close));
        }
        if self.resting_until.is_some() {
            return Ok(false);
        }
        // What the computer has found came before what is due now, however long it had to wait here.
        if self.start_for_computer()? {
            return Ok(true);
        }
        let now = self.shared.clock.now();
        if self.due.is_some_and(|due| due <= now) {
            // Outages that were not known at the last look may have put it off.
            self.look_ahead();
            if self.due.is_some_and(|due| due <= now) {
                return self.start_by_itself(&Command::of_server(Action::Tick));
            }
        }
        for seat in Seat::BOTH {
            if self.beside.is_here(seat) && awaits(&self.state, seat) {
                return self.start_by_itself(&Command { seat: Some(seat), id: None, action: Action::Show });
            }
        }
        Ok(false)
    }

    /// Tells those who want the room closed what came of it.
    fn tell_closing(&mut self, outcome: Closing) {
        for told in self.closing.drain(..) {
            // Whoever asked may have gone.
            let _ = told.send(outcome);
        }
    }

    /// Decides on a command of the server's own. Returns whether it started anything.
    fn start_by_itself(&mut self, command: &Command) -> Result<bool, Broken> {
        let outages = self.shared.time.outages();
        let env = Env { now: self.shared.clock.now(), random: 0, outages: &outages };
        let work = match decide(&self.state, command, &env) {
            Ok(Decision::Record(events) | Decision::Due(events)) => self.append(events, false)?,
            Ok(Decision::TimeUnknown { until }) => self.wait_for_time(until),
            Ok(Decision::Nothing | Decision::Recorded { .. }) => return Ok(false),
            Err(why) => {
                warn!(room = %self.state.id(), %why, "a room refuses what it is to do by itself");
                return Ok(false);
            }
        };
        self.underway = Some(Underway { work, pending: None });
        Ok(true)
    }

    /// Looks when something is due by itself.
    pub(super) fn look_ahead(&mut self) {
        let is_known_elsewhere = self.state.awaited().is_some_and(|seat| self.beside.is_only_elsewhere(seat));
        let later = if is_known_elsewhere { LEFT_TO_OTHERS } else { 0 };
        let due = due(&self.state, &self.shared.time.outages());
        self.due = due.map(|due| Timestamp(due.0.saturating_add(later)));
    }

    /// What was to happen by itself is refused by the store: nothing is gained by trying all the time.
    fn rest(&mut self) {
        self.tell_closing(Closing::Unavailable);
        self.resting_until = Some(Instant::now() + REST);
        let now = self.shared.clock.now();
        if let Some(due) = self.due.filter(|due| *due <= now) {
            // Nor is it by the sweeper's opening the room for it.
            self.postpone(put_off(Deadline { room: self.state.id(), seq: self.state.seq(), due }, now));
        }
    }

    /// Goes on as always if the rest is over.
    pub(super) fn rest_no_longer(&mut self) {
        self.resting_until.take_if(|until| *until <= Instant::now());
    }

    /// Tells the store when the sweeper is to look at the room. If that fails, the next sweep finds it again.
    fn postpone(&self, deadline: Deadline) {
        let store = Arc::clone(&self.shared.store);
        drop(tokio::spawn(async move { store.postpone(&[deadline]).await }));
    }

    /// By what the store knows something is due. If it is not, the store is told when it will be.
    pub(super) fn on_due(&mut self, deadline: Deadline) {
        self.look_ahead();
        let now = self.shared.clock.now();
        if deadline.seq == self.state.seq()
            && let Some(due) = self.due.filter(|due| *due > now)
        {
            self.postpone(Deadline { due: due.min(self.computer_due(now)), ..deadline });
        }
        if deadline.seq > self.state.seq() {
            self.stale = true;
        }
    }

    /// When somebody is to look again whether the computer has done what it has to do; in the end of all time, if that
    /// is nothing.
    fn computer_due(&self, now: Timestamp) -> Timestamp {
        if duty(&self.state).is_none() {
            return Timestamp(u64::MAX);
        }
        let again = match self.shared.computer.is_on() {
            true => COMPUTER_LATE,
            // Another server may have what it takes, but if none has, the room must not be opened all the time.
            false => now.0.saturating_sub(self.state.time().0).max(COMPUTER_LATE),
        };
        Timestamp(now.0.saturating_add(again))
    }

    /// Decides on a wish; nothing else is under way.
    fn start(&mut self, pending: Pending) {
        let Some(command) = self.command(&pending) else { return };
        let outages = self.shared.time.outages();
        let env = Env { now: pending.at, random: Uuid::new_v4().as_u64_pair().1, outages: &outages };
        match decide(&self.state, &command, &env) {
            Err(refusal) => self.refuse_for(&pending, &refusal),
            Ok(Decision::Recorded { seq }) => match &pending.wish {
                Wish::Join(join) => self.join_as_is(&pending, &join.clone()),
                _ => self.accept(&pending, seq),
            },
            Ok(Decision::Nothing) => self.accept(&pending, self.state.seq()),
            Ok(Decision::TimeUnknown { until }) => {
                let work = self.wait_for_time(until);
                self.underway = Some(Underway { work, pending: Some(pending) });
            }
            Ok(Decision::Record(events)) => self.store(events, pending, false),
            Ok(Decision::Due(events)) => self.store(events, pending, true),
        }
    }

    /// Has events stored, and then answers a wish or, if they came before it, decides on it.
    fn store(&mut self, events: Vec<Recorded>, pending: Pending, again: bool) {
        match self.append(events, again) {
            Ok(work) => self.underway = Some(Underway { work, pending: Some(pending) }),
            Err(why) => {
                error!(room = %self.state.id(), %why, "a decision does not fit its own room");
                self.refuse(&pending, ErrorCode::Internal, "the server made a mistake; nothing was changed");
            }
        }
    }

    /// The command that a wish stands for; `None` if it stands for none.
    fn command(&self, pending: &Pending) -> Option<Command> {
        let seat = pending.seat;
        let action = match &pending.wish {
            Wish::Join(join) => Action::Sit { token: TokenHash::of(&join.token?) },
            Wish::Act(Action::Claim { game, .. }) => {
                let away_since = seat.and_then(|seat| self.beside.away_since(seat.other()));
                Action::Claim { game: *game, away_since }
            }
            Wish::Act(action) => action.clone(),
            Wish::Chat { .. } | Wish::Name(_) | Wish::LegalMoves | Wish::Ping => return None,
        };
        Some(Command { seat, id: pending.id.clone(), action })
    }

    /// Hands events to the store.
    pub(super) fn append(&self, events: Vec<Recorded>, again: bool) -> Result<Work, BadLog> {
        let mut archive = None;
        if events.iter().any(Recorded::ends_game) {
            let mut ended = self.state.clone();
            events.iter().try_for_each(|event| ended.apply(event))?;
            archive = ended.archive_row();
        }
        let append = Append {
            id: Uuid::new_v4(),
            room: self.state.id(),
            after: self.state.seq(),
            due: due_after(&self.state, &events, &self.shared.time.outages())?,
            // Whatever happens after a room was made, somebody has come, or it is closed.
            listing: None,
            closes: events.iter().any(Recorded::closes_room),
            events: events.clone(),
            archive,
        };
        let appender = self.shared.appender.clone();
        Ok(Work::Append { events, again, outcome: Box::pin(async move { appender.append(append).await }) })
    }

    /// Waits until it is known whether servers lived at a time.
    pub(super) fn wait_for_time(&self, until: Timestamp) -> Work {
        let shared = Arc::clone(&self.shared);
        Work::Time { known: Box::pin(async move { shared.time.known_until(until).await }) }
    }

    /// Asks the store for what happened since the last event known here.
    fn reload(&mut self) -> Work {
        self.stale = false;
        let (store, room, after) = (Arc::clone(&self.shared.store), self.state.id(), self.state.seq());
        let outcome = Box::pin(async move {
            loop {
                match store.load(room, after).await {
                    Err(StoreError::Unavailable(_)) => sleep(RELOAD_PAUSE).await,
                    outcome => return outcome,
                }
            }
        });
        Work::Reload { outcome }
    }

    pub(super) fn on_settled(&mut self, settled: Settled) -> Result<(), Broken> {
        let pending = self.underway.take().and_then(|underway| underway.pending);
        match settled {
            Settled::Append(events, again, Ok(Appended::Stored)) => {
                let seq = self.take_in(&events)?;
                if let Some(pending) = pending {
                    match &pending.wish {
                        _ if again => self.start(pending),
                        Wish::Join(join) => self.join_as_is(&pending, &join.clone()),
                        _ => self.accept(&pending, seq),
                    }
                }
            }
            Settled::Append(_, _, Ok(Appended::Conflict)) => {
                debug!(room = %self.state.id(), "another owner was faster");
                let work = self.reload();
                self.underway = Some(Underway { work, pending });
            }
            Settled::Append(_, _, Err(why)) => {
                if let Some(pending) = pending {
                    match why {
                        AppendError::Rejected => {
                            self.refuse(&pending, ErrorCode::Internal, "this could not be stored; nothing was changed");
                        }
                        AppendError::Stopped => {
                            self.refuse(&pending, ErrorCode::Restarting, RESTARTS);
                        }
                    }
                } else {
                    self.rest();
                    self.mind.rest();
                }
            }
            Settled::Time(false) => {
                if let Some(pending) = pending {
                    self.refuse(&pending, ErrorCode::Restarting, RESTARTS);
                }
            }
            Settled::Time(true) => {
                self.look_ahead();
                if let Some(pending) = pending {
                    self.start(pending);
                }
            }
            Settled::Reload(events) => {
                let events = events?;
                let is_gapless = events.first().is_none_or(|event| event.seq == self.state.seq() + 1);
                if !is_gapless && events.last().is_some_and(Recorded::closes_room) {
                    // What came before the closing, and was missed here, is deleted.
                    self.tell_closing(Closing::Closed);
                    return Err(Broken::Closed);
                }
                self.take_in(&events)?;
                if let Some(pending) = pending {
                    match &pending.wish {
                        Wish::Join(join) if !self.would_take_seat(join) => self.join_as_is(&pending, &join.clone()),
                        _ => self.start(pending),
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes stored events into the state and tells everyone. Returns the number of the first one.
    fn take_in(&mut self, events: &[Recorded]) -> Result<u64, Broken> {
        let position_before = self.position();
        for event in events {
            self.state.apply(event)?;
            self.show_event(event)?;
        }
        self.seq.store(self.state.seq(), Ordering::Release);
        if self.position() != position_before {
            self.push_legal_moves();
        }
        self.look_ahead();
        Ok(events.first().map_or(self.state.seq(), |event| event.seq))
    }

    /// Answers those who have waited too long, mostly that they send the same again. What is being stored goes on
    /// being stored.
    pub(super) fn give_up_waiting(&mut self) {
        let now = Instant::now();
        let mut late = Vec::new();
        if let Some(underway) = &mut self.underway {
            late.extend(underway.pending.take_if(|pending| pending.deadline <= now));
        }
        while let Some(pending) = self.waiting.pop_front_if(|pending| pending.deadline <= now) {
            late.push(pending);
        }
        for pending in late {
            match &pending.wish {
                // The room is shown as far as it is known; what is missing follows when the store is back.
                Wish::Join(join) if !self.would_take_seat(join) => self.join_as_is(&pending, &join.clone()),
                _ => {
                    let why = "this could not be stored in time; send the same again";
                    self.refuse(&pending, ErrorCode::StoreUnavailable, why);
                }
            }
        }
    }
}
