//! Halma and its relatives: a race in which the men are each other's ladders.
//!
//! What counts is how far the men of both sides still have to go. The map of distances is steeper far from the goal, so
//! that nobody is left behind, and falls towards the far corner of the goal camp, so that it is filled from there. When
//! few men are left outside, they are matched with the squares that are still free.

mod race;
mod walls;
mod way_out;

use rules::halma::HalmaPosition;
use rules::{Catalogue, GamePosition, Move, Side, Square};

use super::{Knowledge, Plan, Standing};
use crate::limits::Watch;
use crate::score::WON;

/// A map of distances for one side.
type Map = [i32; 256];

/// What is known about one game of the family.
#[derive(Debug)]
pub(crate) struct HalmaKnowledge {
    /// For each side and square how far a man there still has to go, in hundredths of a step.
    left: [Map; 2],
    /// For each side the squares of its goal camp, those to be filled first in front.
    goals: [Vec<Square>; 2],
    /// For each side and square whether it is in the camp that is the side's goal.
    in_goal: [[bool; 256]; 2],
    /// For each side and square of its own camp the steps it takes to leave it; 0 elsewhere.
    to_leave: [Map; 2],
    /// As many men as a camp has squares.
    men: i32,
    /// After so many moves of its own a side's camp must be empty.
    evacuation: Option<u32>,
    /// Whether men never leave their goal camp again.
    goal_is_final: bool,
    /// Who thinks.
    player: Side,
    /// Squares along an edge.
    side_length: u8,
}

/// Sums over the men of each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalmaAccount {
    /// What the maps say.
    left: [i32; 2],
    /// Men in the goal camp.
    arrived: [i32; 2],
    /// Men in the own camp.
    at_home: [i32; 2],
    /// The steps that those men need to leave it.
    to_leave: [i32; 2],
}

/// So many men outside the goal camp, or fewer, are matched with its free squares.
const FEW: i32 = 4;

/// What a side has ahead whose goal camp is full but for squares that enemies have never left: such a game is won in
/// all but name, and the other side must not think that staying at home helps.
const BLOCKED_ONLY: i32 = 20_000;

/// How much a step that men still need to leave their camp weighs, more and more with the enemies who arrive there.
const WALLING: i32 = 5;

/// Beside the steps it takes to leave the camp, this part of the time is kept in reserve, since enemies get in the way.
const RESERVE: i32 = 3;

/// What each move costs that the reserve lacks.
const HASTE: i32 = 1_000;

/// What a step between a man outside and the square he is matched with adds to what the map says.
const MATCHED_STEP: i32 = 10;

/// What it costs whoever thinks that a man is shut in at home, whosever it is: neither side can win then.
const WALLED_IN: i32 = 2_500;

/// What it costs to be bound to fail the evacuation.
const TOO_LATE: i32 = 30_000;

/// As far as a long chain of hops brings a man, players are equally far.
const LEVEL: i32 = 500;

/// Moves into the own camp help nobody but to spoil the game.
const GOES_HOME: i32 = 500;

/// What speaks for a step out of a camp that must be empty in time, when a third of that time is over; and each time
/// another third is over.
const LEAVES_IN_TIME: i32 = 150;

/// What speaks for a move that lets the last men out of such a camp a move sooner, when its time is over; before that a
/// part of it.
const SOONER_OUT: i32 = 600;

/// What speaks against staying in the camp that the enemy is about to fill: more than against losing.
const SPOILS: i32 = 2 * WON;

/// What speaks against shutting an enemy in.
const SHUTS_IN: i32 = 40_000;

impl HalmaKnowledge {
    pub(crate) fn new(facts: &Catalogue, player: Side) -> Self {
        let board = &facts.board;
        let mut knowledge = Self {
            left: [[0; 256]; 2],
            goals: [Vec::new(), Vec::new()],
            in_goal: [[false; 256]; 2],
            to_leave: [[0; 256]; 2],
            men: facts.men as i32,
            evacuation: facts.evacuation,
            goal_is_final: facts.goal_camp_is_final,
            player,
            side_length: board.files,
        };
        for side in Side::BOTH {
            let i = side.index();
            for &square in board.goals[i] {
                knowledge.in_goal[i][at(square)] = true;
            }
            for &square in board.squares {
                knowledge.left[i][at(square)] = distance(facts, side, square);
            }
            for &square in board.camps[i] {
                let outside = board.squares.iter().filter(|other| !board.camps[i].contains(other));
                knowledge.to_leave[i][at(square)] =
                    outside.map(|&other| steps_between(square, other)).min().unwrap_or_default();
            }
            let mut goal = board.goals[i].to_vec();
            goal.sort_by_key(|&square| knowledge.left[i][at(square)]);
            knowledge.goals[i] = goal;
        }
        knowledge
    }

    fn left_on(&self, side: Side, square: Square) -> i32 {
        self.left[side.index()][at(square)]
    }

    fn is_goal(&self, side: Side, square: Square) -> bool {
        self.in_goal[side.index()][at(square)]
    }

    /// What a side still has before it, in hundredths of a step, everything considered.
    fn burden(&self, position: &HalmaPosition, account: &HalmaAccount, side: Side) -> i32 {
        let (mine, theirs) = (side.index(), side.opponent().index());
        let mut burden = account.left[mine];
        let outside = self.men - account.arrived[mine];
        if (1..=FEW).contains(&outside) {
            burden += self.matched(position, side);
        }
        let at_home = account.at_home[mine];
        if at_home > 0 {
            // Men who arrive wall in whoever is still there.
            burden += account.to_leave[mine] * account.arrived[theirs] * (account.arrived[theirs] + 8) * WALLING;
            burden += self.haste(position, side, account);
            let is_shut_in = self.is_walled_in(position, account, side);
            if account.arrived[theirs] > 0 && account.arrived[theirs] + at_home == self.men && !is_shut_in {
                burden += BLOCKED_ONLY;
            }
            if is_shut_in && side == self.player {
                burden += WALLED_IN;
            }
        }
        // Shutting an enemy in is no better: his square of the goal stays his for ever.
        if side == self.player && self.is_walled_in(position, account, side.opponent()) {
            burden += WALLED_IN;
        }
        burden
    }

    /// What it costs to have men at home when the camp must soon be empty.
    fn haste(&self, position: &HalmaPosition, side: Side, account: &HalmaAccount) -> i32 {
        let Some(limit) = self.evacuation else {
            return 0;
        };
        let moves_left = limit.saturating_sub(position.moves_made(side)) as i32;
        if moves_left < account.at_home[side.index()] {
            return TOO_LATE;
        }
        (account.to_leave[side.index()] + limit as i32 / RESERVE - moves_left).max(0) * HASTE
    }

    /// How far the men outside the goal camp are from its free squares, each man to one square, weighed to go with the map.
    /// The farthest man goes to the nearest free square, and so on: good enough for a guide.
    fn matched(&self, position: &HalmaPosition, side: Side) -> i32 {
        let mut is_held = [false; 32];
        let mut outside = [None; FEW as usize];
        let mut count = 0;
        for square in position.squares_of(side) {
            if self.is_goal(side, square) {
                if let Some(held) =
                    self.goals[side.index()].iter().position(|&goal| goal == square).and_then(|i| is_held.get_mut(i))
                {
                    *held = true;
                }
            } else if let Some(place) = outside.get_mut(count) {
                *place = Some(square);
                count += 1;
            }
        }
        let mut sum = 0;
        for (goal, _) in self.goals[side.index()].iter().zip(is_held).filter(|&(_, held)| !held) {
            let steps = |man: &Option<Square>| man.map_or(i32::MAX, |man| steps_between(man, *goal));
            if let Some(nearest) = outside.iter_mut().min_by_key(|man| steps(man)) {
                sum += nearest.take().map_or(0, |man| steps_between(man, *goal));
            }
        }
        sum * MATCHED_STEP
    }
}

#[inline]
const fn at(square: Square) -> usize {
    square.index() as usize
}

fn steps_between(one: Square, other: Square) -> i32 {
    i32::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
}

/// How far it is for a man of `side` from a square to the end of its goal camp, in hundredths of a step.
fn distance(facts: &Catalogue, side: Side, square: Square) -> i32 {
    let board = &facts.board;
    // The first player's goal is the corner at the top left.
    let (files, ranks) = match side {
        Side::First => (square.file(), board.ranks - 1 - square.rank()),
        Side::Second => (board.files - 1 - square.file(), square.rank()),
    };
    let (long, short) = (i32::from(files.max(ranks)), i32::from(files.min(ranks)));
    // Steps go along the diagonals, but ladders in all directions, and those of the middle are better than those of the
    // edge. So the short way counts nearly as much as the long one.
    let way = 100 * long + 80 * short;
    let straggling = way * way / (140 * i32::from(board.files));
    let mut distance = way + straggling;
    if !board.goals[side.index()].contains(&square) {
        // A man who may never leave the camp again had better not hurry to enter it anywhere.
        distance += if facts.goal_camp_is_final { -60 } else { 80 };
    }
    if board.camps[side.index()].contains(&square) {
        // Who sits far behind in the own camp must get out before enemies shut him in.
        distance += 100 * (long + 6 - i32::from(board.files));
    }
    distance
}

impl HalmaKnowledge {
    /// Where nobody can win any more, the way to an end is to repeat the position: a man goes to and fro.
    ///
    /// The pair of squares that comes first is used by the move and by the one that takes it back.
    fn mark_time(&self, position: &HalmaPosition) -> Option<Plan> {
        let mut moves = Vec::new();
        position.legal_moves_into(&mut moves);
        let pair = |mv: &Move| match *mv {
            Move::Go { from, to } => (from.min(to), from.max(to)),
            Move::Place { to } | Move::BringBack { to, .. } => (to, to),
        };
        moves.into_iter().min_by_key(pair).map(|mv| Plan { mv, value: 0, depth: 0 })
    }
}

impl Knowledge for HalmaKnowledge {
    type Position = HalmaPosition;
    type Account = HalmaAccount;

    const SHARP_PLIES: usize = 0;
    const REFUTATION_PROMISE: i32 = 200;
    const WHIM: i32 = 100;
    const MERIT_PROMISE: i32 = 200;

    fn account(&self, position: &HalmaPosition) -> HalmaAccount {
        let sum = |side: Side, worth: &dyn Fn(Square) -> i32| position.squares_of(side).map(worth).sum();
        HalmaAccount {
            left: Side::BOTH.map(|side| sum(side, &|square| self.left_on(side, square))),
            arrived: Side::BOTH.map(|side| sum(side, &|square| self.is_goal(side, square).into())),
            at_home: Side::BOTH.map(|side| sum(side, &|square| self.is_goal(side.opponent(), square).into())),
            to_leave: Side::BOTH.map(|side| sum(side, &|square| self.to_leave[side.index()][at(square)])),
        }
    }

    #[inline]
    fn account_after(&self, position: &HalmaPosition, mut account: HalmaAccount, mv: Move) -> HalmaAccount {
        if let Move::Go { from, to } = mv {
            let side = position.to_move();
            let (i, enemy) = (side.index(), side.opponent());
            account.left[i] += self.left_on(side, to) - self.left_on(side, from);
            account.arrived[i] += i32::from(self.is_goal(side, to)) - i32::from(self.is_goal(side, from));
            account.to_leave[i] += self.to_leave[i][at(to)] - self.to_leave[i][at(from)];
            account.at_home[i] += i32::from(self.is_goal(enemy, to)) - i32::from(self.is_goal(enemy, from));
        }
        account
    }

    fn evaluate(&self, position: &HalmaPosition, account: HalmaAccount, moves: &mut Vec<Move>) -> i32 {
        let side = position.to_move();
        moves.clear();
        position.legal_moves_into(moves);
        // Whoever is to move has one more move: the best there is, which says whether his ladders hold. It does not count
        // in full, because the other side would have an answer to it; three quarters did best in matches.
        let next = moves.iter().map(|&mv| self.advance(position, mv)).max().unwrap_or_default();
        self.burden(position, &account, side.opponent()) - self.burden(position, &account, side) + next * 3 / 4
    }

    #[inline]
    fn promise(&self, position: &HalmaPosition, mv: Move) -> i32 {
        self.advance(position, mv)
    }

    fn is_sharp(&self, _: &HalmaPosition, _: Move) -> bool {
        false
    }

    #[inline]
    fn advance(&self, position: &HalmaPosition, mv: Move) -> i32 {
        let side = position.to_move();
        match mv {
            Move::Go { from, to } => self.left_on(side, from) - self.left_on(side, to),
            Move::Place { .. } | Move::BringBack { .. } => 0,
        }
    }

    fn conduct(&self, position: &HalmaPosition, mv: Move) -> i32 {
        let Move::Go { from, to } = mv else {
            return 0;
        };
        let side = position.to_move();
        let enemy = side.opponent();
        let account = self.account(position);
        let mut conduct = 0;
        let is_home = |square| self.is_goal(enemy, square);
        // Who has lost must not hold out at home, where nobody can be driven out.
        let enemy_wants_in = account.arrived[enemy.index()] + account.at_home[side.index()] + 3 >= self.men;
        if is_home(to) && !is_home(from) {
            conduct -= if enemy_wants_in { SPOILS } else { GOES_HOME };
        }
        if enemy_wants_in && account.at_home[side.index()] > 0 && (is_home(to) || !is_home(from)) {
            let mut moves = Vec::new();
            position.legal_moves_into(&mut moves);
            let leaves = |mv: &Move| matches!(*mv, Move::Go { from, to } if is_home(from) && !is_home(to));
            conduct -= if moves.iter().any(leaves) { SPOILS } else { 0 };
        }
        // In good time the camp becomes more and more urgent, before there is nothing but haste.
        if let Some(limit) = self.evacuation {
            let [made, limit] = [position.moves_made(side), limit].map(|moves| moves.min(1_000) as i32);
            let steps = self.to_leave[side.index()][at(from)] - self.to_leave[side.index()][at(to)];
            conduct += steps * (3 * made - limit).max(0) * LEAVES_IN_TIME / limit.max(1);
            conduct += self.moves_saved(position, mv, &account) * made * SOONER_OUT / limit.max(1);
        }
        // Shutting a man in is no way to win: he keeps a square of the goal for ever.
        if account.at_home[enemy.index()] > 0 && !self.is_walled_in(position, &account, enemy) {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if self.is_walled_in(&after, &self.account(&after), enemy) {
                conduct -= SHUTS_IN;
            }
        }
        conduct
    }

    fn is_level(&self, position: &HalmaPosition, side: Side, _: i32) -> bool {
        // Whose turn it is may be worth a long chain of hops, so the way that is left says more than the search.
        let left = self.standing(position).left;
        left[side.index()] + LEVEL >= left[side.opponent().index()]
    }

    fn width(&self, depth: i32) -> usize {
        match depth {
            ..=1 => 16,
            2 => 20,
            3 => 28,
            _ => 40,
        }
    }

    fn plan(&self, position: &HalmaPosition, watch: &mut Watch<'_>) -> Option<Plan> {
        if self.is_dead(position, &self.account(position)) {
            return self.mark_time(position);
        }
        self.run_home(position, watch)
    }

    fn standing(&self, position: &HalmaPosition) -> Standing {
        let account = self.account(position);
        let left = Side::BOTH.map(|side| {
            let outside = self.men - account.arrived[side.index()];
            let matched = if (1..=FEW).contains(&outside) { self.matched(position, side) } else { 0 };
            account.left[side.index()] + matched
        });
        Standing { stage: 0, left }
    }
}
