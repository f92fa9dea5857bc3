//! Holds what the clients of a room were told against the log of the room.

use std::collections::{BTreeMap, HashMap};

use protocol::http::ArchivedGame;
use protocol::{
    ClientMessage, Clocks, CommandId, Event, OfferKind, OpenOffer, Outcome, RoomId, Seat, Snapshot, Timestamp,
};
use server::room::{LogEvent, Outages, Recorded, RoomState, event_view, snapshot_view};

use crate::ledger::{Decided, Ledger};
use crate::view::shared;

/// A room's log, and what it makes of the room, event by event.
pub struct Audit {
    log: Vec<Recorded>,
    /// The room after each event.
    rooms: Vec<Snapshot>,
    /// Each event as clients are shown it, but for the first one.
    events: Vec<Event>,
    /// Whether clocks were never set right after an outage, so that each shows now what it showed then.
    clocks: bool,
}

impl Audit {
    /// Replays a log, which must be one that can have come about. `outages` says whether no server lived for a while:
    /// what clocks showed before that is then let pass.
    ///
    /// # Panics
    /// If it is not.
    #[must_use]
    pub fn of(room: RoomId, log: Vec<Recorded>, outages: bool) -> Self {
        let mut state = RoomState::replay(room, &log[..1]).expect("a room begins with its opening");
        let show = |state: &RoomState| shared(snapshot_view(state, None, Timestamp(0), &Outages::NONE));
        let mut rooms = vec![show(&state)];
        let mut events = Vec::new();
        for recorded in &log[1..] {
            state.apply(recorded).unwrap_or_else(|why| panic!("{why}: {recorded:?}"));
            rooms.push(show(&state));
            events.push(event_view(&state, recorded, &Outages::NONE).expect("every event can be shown"));
        }
        Self { log, rooms, events, clocks: !outages }
    }

    /// The room as it is in the end.
    ///
    /// # Panics
    /// Never: a log has a first event.
    #[must_use]
    pub fn room(&self) -> &Snapshot {
        self.rooms.last().expect("a log has a first event")
    }

    /// How many events of each kind there are, by the names of the protocol.
    ///
    /// # Panics
    /// Never: events can be written.
    #[must_use]
    pub fn kinds(&self) -> BTreeMap<String, u32> {
        let mut kinds = BTreeMap::new();
        for event in &self.events {
            let written = serde_json::to_value(&event.event).expect("events can be written");
            *kinds.entry(written["kind"].as_str().expect("a kind").to_owned()).or_default() += 1;
        }
        kinds
    }

    fn after(&self, seq: u64) -> &Snapshot {
        &self.rooms[usize::try_from(seq - 1).expect("small")]
    }

    /// Checks all that a client was shown, at whatever time.
    ///
    /// # Panics
    /// If it was anything but what is stored.
    pub fn agrees_with_what_was_shown(&self, ledger: &Ledger) {
        for event in &ledger.events {
            let stored = &self.events[usize::try_from(event.seq - 2).expect("small")];
            let clocks = self.clocks(event.clocks, stored.clocks);
            assert_eq!(Event { clocks, ..event.clone() }, *stored);
        }
        for snapshot in &ledger.snapshots {
            self.is_right(snapshot, snapshot.seq);
        }
    }

    /// Checks what somebody knows of the room as it is in the end.
    ///
    /// # Panics
    /// If it is anything but what is stored.
    pub fn agrees_with(&self, snapshot: &Snapshot) {
        self.is_right(snapshot, self.room().seq);
    }

    fn is_right(&self, snapshot: &Snapshot, seq: u64) {
        let stored = self.after(seq);
        let clocks = self.clocks(snapshot.clocks, stored.clocks);
        assert_eq!(Snapshot { clocks, ..snapshot.clone() }, *stored);
    }

    /// The clocks that have to be right: what was shown, or else what is stored.
    const fn clocks(&self, shown: Option<Clocks>, stored: Option<Clocks>) -> Option<Clocks> {
        if self.clocks { shown } else { stored }
    }

    /// Checks what became of the players' commands: what was accepted was done once, at the event that was told, and
    /// as it was meant; what was refused was not done; and nothing was done that nobody wanted. `copied` tells of a
    /// message that may have arrived more often than it was sent.
    ///
    /// # Panics
    /// If it was otherwise.
    pub fn agrees_with_what_was_wanted(&self, ledgers: [&Ledger; 2], copied: impl Fn(&CommandId) -> bool) {
        let mut recorded: HashMap<(Seat, &CommandId), u64> = HashMap::new();
        let mut last = None;
        for event in &self.log {
            let author = event.by.as_ref().and_then(|by| Some((by.seat, by.id.as_ref()?)));
            let Some((seat, id)) = author else {
                let by_itself = matches!(
                    event.event,
                    LogEvent::Opened { .. }
                        | LogEvent::Seated { .. }
                        | LogEvent::Started { number: 1, .. }
                        | LogEvent::Arrived { .. }
                );
                assert!(by_itself, "nobody asked for {event:?}");
                last = None;
                continue;
            };
            if last == Some((seat, id)) {
                // The move that was just recorded ends the game.
                assert!(matches!(event.event, LogEvent::Ended { .. }), "one command, done twice: {event:?}");
                continue;
            }
            last = author;
            let before = self.after(event.seq - 1);
            let ledger = ledgers.into_iter().find(|ledger| ledger.seat == Some(seat)).expect("a ledger for each seat");
            let sent = ledger.sent.get(id).unwrap_or_else(|| panic!("nobody sent {event:?}"));
            assert!(is_meant(&sent.message, seat, before, event), "{:?} led to {event:?}", sent.message);
            let twice = recorded.insert((seat, id), event.seq);
            assert_eq!(twice, None, "{:?} was done twice", sent.message);
        }
        for ledger in ledgers {
            for (id, sent) in &ledger.sent {
                let seq = ledger.seat.and_then(|seat| recorded.get(&(seat, id)).copied());
                match sent.answer {
                    Some(Decided::Accepted(told)) if crate::ledger::is_command(&sent.message) => {
                        assert_eq!(seq, Some(told), "acknowledged: {:?}", sent.message);
                    }
                    Some(Decided::Refused(code)) if sent.times == 1 && !copied(id) => {
                        assert_eq!(seq, None, "refused with {code:?}: {:?}", sent.message);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The games that ended, by their numbers, as the archive must have them.
    ///
    /// # Panics
    /// Never: an end belongs to a game.
    #[must_use]
    pub fn archive(&self) -> Vec<(u32, ArchivedGame)> {
        let ended = self.log.iter().filter(|event| event.ends_game());
        ended.map(|event| archived(self.after(event.seq), event).expect("an end belongs to a game")).collect()
    }
}

/// The game that ended with an event, after which the room is `room`.
fn archived(room: &Snapshot, event: &Recorded) -> Option<(u32, ArchivedGame)> {
    let game = room.game.as_ref()?;
    let result = game.result.as_ref()?;
    let archived = ArchivedGame {
        id: result.id,
        game: game.game.clone(),
        rules_version: game.rules_version,
        outcome: result.outcome,
        reason: result.reason,
        score: result.score,
        moves: game.moves.clone(),
        passed_over_at: game.passed_over_at.clone(),
        started: game.started,
        ended: event.time,
        computer: None,
        clock: room.setup.clock,
    };
    Some((game.number, archived))
}

/// Whether an event is what a player wanted with a message, in the room as it was before.
fn is_meant(message: &ClientMessage, by: Seat, before: &Snapshot, event: &Recorded) -> bool {
    let Some(game) = &before.game else { return false };
    let open = before.offer.as_ref();
    match (message, &event.event) {
        (ClientMessage::Move(wanted), LogEvent::Moved { text, .. }) => {
            wanted.position == game.position && wanted.text == *text
        }
        (ClientMessage::Resign(wanted), LogEvent::Ended { .. }) => wanted.game == game.number,
        (ClientMessage::Abort(wanted), LogEvent::Ended { outcome: Outcome::None, .. }) => wanted.game == game.number,
        (ClientMessage::Offer(wanted), LogEvent::Offered { seat, what, next }) => {
            let meant = wanted.next.as_ref().or((*what == OfferKind::Rematch).then_some(&game.game));
            open.is_none() && wanted.game == game.number && (*seat, *what, next.as_ref()) == (by, wanted.what, meant)
        }
        (ClientMessage::Offer(wanted), event) => {
            let meant = wanted.next.as_ref().or((wanted.what == OfferKind::Rematch).then_some(&game.game));
            let is_same = |open: &OpenOffer| open.what == wanted.what && open.next.as_ref() == meant;
            wanted.game == game.number
                && open.is_some_and(|open| open.seat != by && is_same(open) && fulfils(event, open))
        }
        (ClientMessage::Answer(wanted), LogEvent::Declined { seat, offer }) => {
            let answered = open.is_some_and(|open| open.seq == wanted.offer && open.seat != by);
            !wanted.accept && (*seat, *offer) == (by, wanted.offer) && answered
        }
        (ClientMessage::Answer(wanted), event) => {
            let answered = |open: &OpenOffer| open.seq == wanted.offer && open.seat != by && fulfils(event, open);
            wanted.accept && open.is_some_and(answered)
        }
        (ClientMessage::Withdraw(wanted), LogEvent::Withdrawn { seat, offer }) => {
            let open = open.is_some_and(|open| open.seq == wanted.offer && open.seat == by);
            (*seat, *offer) == (by, wanted.offer) && open
        }
        _ => false,
    }
}

/// Whether an event is what was offered.
fn fulfils(event: &LogEvent, offer: &OpenOffer) -> bool {
    match (offer.what, event) {
        (OfferKind::Draw, LogEvent::Ended { outcome, .. }) => *outcome == Outcome::Draw,
        (OfferKind::TakeBack, LogEvent::TakenBack { seat, .. }) => *seat == offer.seat,
        (OfferKind::Rematch, LogEvent::Started { game, .. }) => Some(game) == offer.next.as_ref(),
        _ => false,
    }
}
