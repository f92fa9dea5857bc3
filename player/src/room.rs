//! A room as this player knows it, and what there is to do in it. Touches no network.

use std::time::{Duration, Instant};

use protocol::{Clocks, EventBody, GameSnapshot, OfferKind, Seat, Side, Snapshot, TimeControl};

/// What the player has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    /// To move in the position that this event made.
    Move { position: u64 },
    /// To answer the offer of a draw that this event made.
    Draw { offer: u64 },
    /// To answer an offer of another kind.
    Answer { offer: u64, what: OfferKind },
}

/// What is known of a room: the last snapshot, brought up to date by the events that followed.
#[derive(Debug)]
pub(crate) struct Room {
    state: Snapshot,
    /// When the clocks were heard of.
    heard: Instant,
}

impl Room {
    /// What a snapshot says.
    pub(crate) fn new(snapshot: Snapshot) -> Self {
        Self { state: snapshot, heard: Instant::now() }
    }

    /// Brings the room up to date. `false` if it cannot be done, and only another snapshot helps.
    #[must_use]
    pub(crate) fn apply(&mut self, event: &protocol::Event) -> bool {
        let state = &mut self.state;
        if event.seq <= state.seq {
            // A snapshot may have been sent after it.
            return true;
        }
        if event.seq != state.seq + 1 {
            return false;
        }
        match (&event.event, &mut state.game) {
            (EventBody::Started(started), game) => {
                *game = Some(GameSnapshot {
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
                });
            }
            (EventBody::Moved(moved), Some(game)) => {
                game.moves.push(moved.played.text.clone());
                game.position = event.seq;
            }
            (EventBody::TakenBack(back), Some(game)) => {
                game.moves.truncate(usize::try_from(back.ply).unwrap_or(usize::MAX));
                game.position = event.seq;
            }
            (EventBody::Ended(ended), Some(game)) => game.result = Some(ended.clone()),
            (EventBody::Moved(_) | EventBody::TakenBack(_) | EventBody::Ended(_), None) => return false,
            (EventBody::Closed(_), _) => state.closed = true,
            _ => {}
        }
        state.seq = event.seq;
        state.time = event.time;
        state.to_move = event.to_move;
        state.offer.clone_from(&event.offer);
        state.clocks = event.clocks;
        self.heard = Instant::now();
        true
    }

    /// The number of the last event.
    pub(crate) fn seq(&self) -> u64 {
        self.state.seq
    }

    /// The player's seat.
    pub(crate) fn you(&self) -> Option<Seat> {
        self.state.you
    }

    /// The game, if one has started.
    pub(crate) fn game(&self) -> Option<&GameSnapshot> {
        self.state.game.as_ref()
    }

    /// Whether nothing more will happen here.
    pub(crate) fn is_closed(&self) -> bool {
        self.state.closed
    }

    /// The number of the player's own offer, if it is open.
    pub(crate) fn own_offer(&self) -> Option<u64> {
        self.state.offer.as_ref().filter(|offer| Some(offer.seat) == self.state.you).map(|offer| offer.seq)
    }

    /// The player's side in the game.
    pub(crate) fn side(&self) -> Option<Side> {
        let sides = self.game()?.sides;
        [Side::First, Side::Second].into_iter().find(|side| Some(*sides.get(*side)) == self.state.you)
    }

    /// What the player has to do now. An offer is answered before a move is made.
    pub(crate) fn duty(&self) -> Option<Duty> {
        let game = self.game()?;
        if let Some(offer) = self.state.offer.as_ref().filter(|offer| Some(offer.seat) != self.state.you) {
            return Some(match offer.what {
                OfferKind::Draw => Duty::Draw { offer: offer.seq },
                what => Duty::Answer { offer: offer.seq, what },
            });
        }
        let is_to_move = game.result.is_none() && self.state.to_move.is_some() && self.state.to_move == self.side();
        is_to_move.then_some(Duty::Move { position: game.position })
    }

    /// How long the player may think about a move; `None` without clocks.
    pub(crate) fn thinking_time(&self) -> Option<Duration> {
        let Clocks { first, second, running, at, .. } = self.state.clocks?;
        let side = self.side()?;
        let told = if side == Side::First { first } else { second };
        let elapsed = if running == Some(side) {
            Duration::from_millis(self.state.time.0.saturating_sub(at.0)) + self.heard.elapsed()
        } else {
            Duration::ZERO
        };
        let increment = match self.state.setup.clock? {
            TimeControl::RealTime { increment, .. } => increment,
            TimeControl::PerMove { .. } => 0,
        };
        Some(share(Duration::from_millis(told).saturating_sub(elapsed), Duration::from_millis(increment)))
    }
}

/// A thirtieth of the time that is left and most of what the move adds, but so little that much stays for whatever
/// may come between.
fn share(left: Duration, increment: Duration) -> Duration {
    (left / 30 + increment * 3 / 4).min(left / 5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn snapshot(changes: &Value) -> Snapshot {
        let board = json!({"first": ["a1"], "second": ["e5"], "moves_made": {"first": 0, "second": 0},
                           "captured": {"first": 0, "second": 0}});
        let mut snapshot = json!({
            "protocol": 1, "room": "p8p7n59fx03v", "seq": 3, "time": 1000, "you": "guest",
            "setup": {"game": "jarmo", "sides": "first", "clock": null, "open": false, "table": "two", "computer": null},
            "seats": {"host": {"taken": true}, "guest": {"taken": true}},
            "game": {"number": 1, "game": "jarmo", "rules_version": 1, "sides": {"first": "host", "second": "guest"},
                     "started": 0, "position": 3, "board": board, "moves": ["a1-b3"], "passed_over_at": [],
                     "last_move": null, "result": null},
            "to_move": "second", "passed_over": null, "offer": null, "claim": null, "clocks": null,
            "series": {"score": {"host": 0, "guest": 0, "draws": 0}, "games": []}, "closed": false,
            "names": {"host": null, "guest": null},
            "presence": {"host": {"here": true, "since": 0}, "guest": {"here": true, "since": 0}, "watchers": 0},
            "chat": null});
        for (key, value) in changes.as_object().unwrap() {
            snapshot[key] = value.clone();
        }
        serde_json::from_value(snapshot).unwrap()
    }

    fn room(changes: &Value) -> Room {
        Room::new(snapshot(changes))
    }

    fn event(seq: u64, body: &Value, envelope: &Value) -> protocol::Event {
        let mut event = json!({"seq": seq, "time": 2000, "event": body, "to_move": "first", "passed_over": null,
                               "offer": null, "claim": null, "clocks": null});
        for (key, value) in envelope.as_object().unwrap() {
            event[key] = value.clone();
        }
        serde_json::from_value(event).unwrap()
    }

    #[test]
    fn who_is_to_move_moves_and_answers_first() {
        assert_eq!(room(&json!({})).duty(), Some(Duty::Move { position: 3 }));
        assert_eq!(room(&json!({"to_move": "first"})).duty(), None);
        assert_eq!(room(&json!({"you": null})).duty(), None);
        assert_eq!(room(&json!({"game": null})).duty(), None);
        for (seat, what, duty) in [
            ("host", "draw", Some(Duty::Draw { offer: 2 })),
            ("host", "take_back", Some(Duty::Answer { offer: 2, what: OfferKind::TakeBack })),
            ("guest", "draw", Some(Duty::Move { position: 3 })),
        ] {
            let room = room(&json!({"offer": {"seq": 2, "seat": seat, "what": what}}));
            assert_eq!(room.duty(), duty, "{seat} {what}");
            assert_eq!(room.own_offer(), (seat == "guest").then_some(2));
        }
    }

    #[test]
    fn events_bring_the_room_up_to_date() {
        let mut room = room(&json!({}));
        let board = json!({"first": [], "second": [], "moves_made": {"first": 1, "second": 1},
                           "captured": {"first": 0, "second": 0}});
        let moved = json!({"kind": "moved", "ply": 2, "side": "second", "move": "e5-d3", "path": ["e5", "d3"],
                           "board": board});
        assert!(room.apply(&event(4, &moved, &json!({}))));
        assert!(room.apply(&event(4, &moved, &json!({}))), "what is known already changes nothing");
        assert_eq!((room.seq(), room.game().unwrap().moves.len(), room.duty()), (4, 2, None));
        let back = json!({"kind": "taken_back", "seat": "host", "ply": 1, "board": board, "last_move": null});
        assert!(room.apply(&event(5, &back, &json!({"to_move": "second"}))));
        assert_eq!((room.game().unwrap().moves.len(), room.duty()), (1, Some(Duty::Move { position: 5 })));
        assert!(!room.apply(&event(7, &back, &json!({}))), "one is missing");
        let ended = json!({"kind": "ended", "number": 1, "outcome": "draw", "reason": "agreement", "id": "0q9xjd2tzb4c",
                           "series": {"host": 0, "guest": 0, "draws": 1}});
        assert!(room.apply(&event(6, &ended, &json!({"to_move": null}))));
        assert_eq!(room.duty(), None);
    }

    #[test]
    fn time_is_shared_out() {
        assert_eq!(room(&json!({})).thinking_time(), None);
        let setup = json!({"game": "jarmo", "sides": "first", "clock": {"kind": "real_time", "base": 300_000, "increment": 4000}});
        let clocks = json!({"first": 1, "second": 310_000, "running": "second", "at": 0, "deadline": 310_000});
        let time = room(&json!({"setup": setup, "clocks": clocks, "time": 10_000})).thinking_time().unwrap();
        assert!(time <= Duration::from_secs(13) && time > Duration::from_secs(12), "{time:?}");
        assert_eq!(share(Duration::from_secs(1), Duration::from_secs(60)), Duration::from_millis(200));
    }
}
