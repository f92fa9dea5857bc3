//! What one client sent, what it was answered, and what it was shown.

use std::collections::HashMap;

use protocol::{Channel, ChatLine, ClientMessage, CommandId, ErrorCode, Event, Okay, Refused, Seat, Snapshot};

use crate::client::Answer;
use crate::view::shared;

/// A message and what is known of it.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The message.
    pub message: ClientMessage,
    /// How often the client sent it.
    pub times: u32,
    /// The last answer that decided on it.
    pub answer: Option<Decided>,
}

/// What the server decided on a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It is accepted, and for a command this event recorded it.
    Accepted(u64),
    /// It is refused.
    Refused(ErrorCode),
}

/// A client's own record, kept over all its connections.
#[derive(Debug)]
pub struct Ledger {
    /// The client's seat; `None` if it watches.
    pub seat: Option<Seat>,
    /// All it sent that had an id.
    pub sent: HashMap<CommandId, Sent>,
    /// All events that it was shown, in order.
    pub events: Vec<Event>,
    /// All snapshots that it was shown, in order, as everybody knows them.
    pub snapshots: Vec<Snapshot>,
}

impl Ledger {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(seat: Option<Seat>) -> Self {
        Self { seat, sent: HashMap::new(), events: Vec::new(), snapshots: Vec::new() }
    }

    /// Something is sent, for the first time or again.
    ///
    /// # Panics
    /// If it has no id.
    pub fn sends(&mut self, message: &ClientMessage) {
        let id = message.id().expect("what may be sent again has an id").clone();
        let new = || Sent { message: message.clone(), times: 0, answer: None };
        self.sent.entry(id).or_insert_with(new).times += 1;
    }

    /// An answer came, to a client that knows of events up to `seq`. Returns the message's id if it is decided on now.
    ///
    /// # Panics
    /// If no message was sent that this can answer, if an acknowledged event was not shown before, or if a command that
    /// was accepted is now said to be another event, or to be refused.
    pub fn is_answered(&mut self, answer: &Answer, seq: u64) -> Option<CommandId> {
        let (Ok(Okay { id, .. }) | Err(Refused { id, .. })) = answer;
        let id = id.clone().unwrap_or_else(|| panic!("an answer to a message that had an id: {answer:?}"));
        let sent = self.sent.get_mut(&id).unwrap_or_else(|| panic!("an answer to nothing: {answer:?}"));
        let decided = match answer {
            Ok(okay) => {
                assert!(seq >= okay.seq, "shown events up to {seq} before {okay:?}");
                Decided::Accepted(okay.seq)
            }
            Err(refused) if asks_to_wait(sent, refused) => return None,
            Err(refused) => Decided::Refused(refused.code),
        };
        if let Some(before @ Decided::Accepted(_)) = sent.answer.filter(|_| is_command(&sent.message)) {
            assert_eq!(decided, before, "{:?} was decided on before, now {answer:?}", sent.message);
        }
        sent.answer = Some(decided);
        Some(id)
    }

    /// A snapshot came.
    ///
    /// # Panics
    /// If it is not meant for this client, or shows less than the client knew before.
    pub fn is_shown(&mut self, snapshot: &Snapshot, known: u64) {
        assert_eq!(snapshot.you, self.seat, "a snapshot says where its client sits");
        assert!(snapshot.seq >= known, "event {known} was known before a snapshot of event {}", snapshot.seq);
        self.hears(snapshot.chat.iter().flatten());
        self.snapshots.push(shared(snapshot.clone()));
    }

    /// Something that was said came.
    ///
    /// # Panics
    /// If it is not for this client.
    pub fn hears<'line>(&self, lines: impl IntoIterator<Item = &'line ChatLine>) {
        for line in lines {
            assert!(self.seat.is_some() || line.channel == Channel::Watchers, "for the players alone: {line:?}");
        }
    }

    /// The commands that were accepted, each with the event that recorded it.
    pub fn accepted(&self) -> impl Iterator<Item = (&ClientMessage, u64)> {
        self.sent.values().filter_map(|sent| match sent.answer {
            Some(Decided::Accepted(seq)) if is_command(&sent.message) => Some((&sent.message, seq)),
            _ => None,
        })
    }

    /// What this client was told it has said in a channel.
    pub fn said(&self, channel: Channel) -> impl Iterator<Item = &str> {
        self.sent.values().filter_map(move |sent| match (&sent.message, sent.answer) {
            (ClientMessage::Chat(chat), Some(Decided::Accepted(_))) if chat.channel == channel => {
                Some(chat.text.as_str())
            }
            _ => None,
        })
    }
}

/// Whether an event records it.
#[must_use]
pub const fn is_command(message: &ClientMessage) -> bool {
    matches!(
        message,
        ClientMessage::Move(_)
            | ClientMessage::Resign(_)
            | ClientMessage::Abort(_)
            | ClientMessage::Offer(_)
            | ClientMessage::Answer(_)
            | ClientMessage::Withdraw(_)
            | ClientMessage::Claim(_)
    )
}

/// Whether the same is to be sent again.
fn asks_to_wait(sent: &Sent, refused: &Refused) -> bool {
    match refused.code {
        ErrorCode::Busy | ErrorCode::Restarting | ErrorCode::StoreUnavailable | ErrorCode::TooManySockets => true,
        // Whoever talks too much may as well be silent.
        ErrorCode::TooManyMessages => !matches!(sent.message, ClientMessage::Chat(_)),
        _ => false,
    }
}
