//! The computer at its place in the room: it is asked what it would do when it has something to do, and that is then
//! decided like anybody's command.

use std::future::pending;

use protocol::Timestamp;
use tokio::time::{Duration, Instant};
use tracing::{debug, warn};

use super::{Broken, OpenRoom};
use crate::computer::{Asked, Question, Reply, Thinking, Unasked};
use crate::identity::thinking_seed;
use crate::room::{Action, COMPUTER, Command, Decision, Duty, Env, decide, duty, thinking_time};
use crate::rooms::work::Underway;

/// How long the computer lets be what it could not do, before it tries again.
const REST: Duration = Duration::from_secs(1);

/// What the computer is at.
#[derive(Debug, Default)]
pub(super) enum Mind {
    /// Nothing.
    #[default]
    Idle,
    /// It thinks about what it has to do.
    Thinking { about: Duty, thinking: Thinking },
    /// It knows what to do since then, and it is to be decided on.
    Decided { about: Duty, action: Action, at: Timestamp },
    /// Something was in the way, and is tried again after this.
    Resting { until: Instant },
}

impl Mind {
    /// Waits for what the computer finds, or for ever.
    pub(super) async fn reply(&mut self) -> Option<Reply> {
        match self {
            Self::Thinking { thinking, .. } => thinking.reply().await,
            _ => pending().await,
        }
    }

    /// When the computer tries again what it could not do.
    pub(super) const fn rests_until(&self) -> Option<Instant> {
        match self {
            Self::Resting { until } => Some(*until),
            _ => None,
        }
    }

    /// Lets what it is at be for a while.
    pub(super) fn rest(&mut self) {
        // A computer that is at nothing need not come back to anything, and where none plays nobody would.
        if !matches!(self, Self::Idle) {
            *self = Self::Resting { until: Instant::now() + REST };
        }
    }
}

impl OpenRoom {
    /// Has the computer think about what it has to do, and stop thinking about what it has no more to do.
    pub(super) fn let_computer_think(&mut self) {
        if self.state.computer().is_none() {
            return;
        }
        let duty = duty(&self.state);
        let is_at_it = match &self.mind {
            Mind::Idle => duty.is_none(),
            Mind::Thinking { about, .. } | Mind::Decided { about, .. } => Some(*about) == duty,
            Mind::Resting { until } => *until > Instant::now(),
        };
        if !is_at_it {
            // Whatever was thought about until now is given up first, so that the room has no two questions in line.
            self.mind = Mind::Idle;
            self.mind = duty.map_or(Mind::Idle, |duty| self.begin_to_think(duty));
        }
    }

    fn begin_to_think(&self, about: Duty) -> Mind {
        let (Some(level), Some(game)) = (self.state.computer(), self.state.running_game()) else { return Mind::Idle };
        let (now, outages) = (self.shared.clock.now(), self.shared.time.outages());
        let question = Question {
            asked: match about {
                Duty::Move { .. } => Asked::Move,
                Duty::Answer { .. } => Asked::Draw(game.side_of(COMPUTER)),
            },
            game: game.position.game(),
            moves: game.played().collect(),
            level,
            seed: thinking_seed(self.state.id(), game.position_seq),
            time: thinking_time(&self.state, now, &outages),
        };
        match self.shared.computer.ask(question) {
            Ok(thinking) => Mind::Thinking { about, thinking },
            Err(Unasked::Full) => {
                debug!(room = %self.state.id(), "the computer has too much to think about");
                Mind::Resting { until: Instant::now() + REST }
            }
            // Another server may know what to do.
            Err(Unasked::Off) => Mind::Idle,
        }
    }

    /// The computer has found what to do; nothing, if something went wrong.
    pub(super) fn on_reply(&mut self, reply: Option<Reply>) {
        let Mind::Thinking { about, .. } = self.mind else { return };
        let action = match (about, reply) {
            (Duty::Move { position }, Some(Reply::Move(mv))) => Action::Move { position, text: mv.to_string() },
            (Duty::Answer { offer }, Some(Reply::Draw(accept))) => Action::Answer { offer, accept },
            _ => return self.mind.rest(),
        };
        self.mind = Mind::Decided { about, action, at: self.shared.clock.now() };
    }

    /// Decides on what the computer wants to do, if it wants anything and it still matters. Returns whether that started
    /// anything.
    pub(super) fn start_for_computer(&mut self) -> Result<bool, Broken> {
        let Mind::Decided { about, action, at } = &self.mind else { return Ok(false) };
        if duty(&self.state) != Some(*about) {
            return Ok(false);
        }
        let command = Command { seat: Some(COMPUTER), id: None, action: action.clone() };
        let outages = self.shared.time.outages();
        let env = Env { now: *at, random: 0, outages: &outages };
        // It keeps what it wants to do until the room has changed: if another owner of the room was faster with something
        // that does not matter, the same is decided again.
        let work = match decide(&self.state, &command, &env) {
            Ok(Decision::Record(events) | Decision::Due(events)) => self.append(events, false)?,
            Ok(Decision::TimeUnknown { until }) => self.wait_for_time(until),
            Ok(Decision::Nothing | Decision::Recorded { .. }) => {
                self.mind.rest();
                return Ok(false);
            }
            Err(why) => {
                warn!(room = %self.state.id(), %why, ?command, "a room refuses what the computer wants to do");
                self.mind.rest();
                return Ok(false);
            }
        };
        self.underway = Some(Underway { work, pending: None });
        Ok(true)
    }
}
