//! Random lives of rooms: whatever two players, watchers and time do, the log stays right.
//!
//! Each event is told to a model that knows nothing but a few sentences of the rules of room life, and keeps the clocks
//! by counting down where the room subtracts times. Where the two differ, one of them is wrong.

mod life;
mod model;

use proptest::prelude::*;
use protocol::ComputerLevel;

use super::*;
use life::{Life, Step};

fn seat() -> impl Strategy<Value = Seat> {
    prop::sample::select(Seat::BOTH.to_vec())
}

fn anybody() -> impl Strategy<Value = Option<Seat>> {
    prop::sample::select(vec![None, HOST, GUEST])
}

fn what() -> impl Strategy<Value = OfferKind> {
    prop::sample::select(vec![OfferKind::Draw, OfferKind::TakeBack, OfferKind::TakeBack, OfferKind::Rematch])
}

fn next_game() -> impl Strategy<Value = Option<String>> {
    let ids = ["halma8", "jarmo", "moon", "chess"].map(|id| Some(id.to_owned()));
    prop::sample::select([vec![None; 4], ids.to_vec()].concat())
}

/// What is added to the number of the game that is meant: mostly nothing.
fn off() -> impl Strategy<Value = i64> {
    prop::sample::select(vec![0, 0, 0, -1, 1])
}

/// From a moment to months, mostly short.
fn span() -> impl Strategy<Value = u64> {
    prop_oneof![
        8 => 0..4000_u64,
        4 => 4000..40_000_u64,
        2 => 70_000..900_000_u64,
        1 => prop::sample::select(vec![3_600_000, 86_400_000, 31 * 86_400_000, 100 * 86_400_000_u64]),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        16 => span().prop_map(Step::Pass),
        2 => span().prop_map(Step::Outage),
        2 => (0..40_000_u64).prop_map(Step::Lag),
        4 => Just(Step::Tick),
        2 => (0..4_u128).prop_map(Step::Sit),
        6 => seat().prop_map(Step::Show),
        40 => any::<usize>().prop_map(Step::Legal),
        2 => (anybody(), 0..80_u64, "([a-q][0-9]{1,2}[-*]?){0,4}|\\PC{0,12}")
            .prop_map(|(seat, position, text)| Step::Nonsense(seat, position, text)),
        6 => (seat(), any::<usize>()).prop_map(|(seat, number)| Step::Delayed(seat, number)),
        2 => (anybody(), off()).prop_map(|(seat, off)| Step::Resign(seat, off)),
        1 => (anybody(), off()).prop_map(|(seat, off)| Step::Abort(seat, off)),
        12 => (seat(), what(), next_game()).prop_map(|(seat, what, next)| Step::Offer(seat, what, next)),
        12 => (seat(), prop::bool::weighted(0.6)).prop_map(|(seat, accept)| Step::Answer(seat, accept)),
        3 => seat().prop_map(Step::Withdraw),
        1 => (anybody(), 0..80_u64, any::<bool>()).prop_map(|(seat, offer, accept)| Step::Guess(seat, offer, accept)),
        8 => (anybody(), 30_000..120_000_u64).prop_map(|(seat, away)| Step::Claim(seat, away)),
        4 => any::<usize>().prop_map(Step::Again),
        2 => Just(Step::Reload),
    ]
}

fn setups() -> impl Strategy<Value = RoomSetup> {
    let games = prop::sample::select(vec!["halma8", "halma", "jarmo", "moon", "nerma"]);
    let clocks = prop::sample::select(vec![
        None,
        Some(TimeControl::RealTime { base: 60_000, increment: 2000 }),
        Some(TimeControl::RealTime { base: 600_000, increment: 0 }),
        Some(TimeControl::RealTime { base: 0, increment: 5000 }),
        Some(TimeControl::PerMove { time: 60_000 }),
        Some(TimeControl::PerMove { time: 86_400_000 }),
    ]);
    let opponents = prop::sample::select(vec![
        (Table::Two, None),
        (Table::Two, None),
        (Table::Two, None),
        (Table::OneDevice, None),
        (Table::Two, Some(ComputerLevel::MIN)),
    ]);
    let sides = prop::sample::select(vec![SidesChoice::First, SidesChoice::Second, SidesChoice::Lot]);
    (games, clocks, opponents, sides).prop_map(|(game, clock, (table, computer), sides)| RoomSetup {
        sides,
        table,
        computer,
        ..setup(game, clock)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_happens_the_log_stays_right(
        setup in setups(),
        random in any::<u64>(),
        steps in prop::collection::vec(step(), 0..120),
        seated in prop::bool::weighted(0.9),
        closed in prop::bool::weighted(0.1),
    ) {
        let mut life = Life::begin(&setup, random);
        if seated {
            [Step::Sit(2), Step::Show(Seat::Host), Step::Show(Seat::Guest)].into_iter().for_each(|step| life.step(step));
        }
        for step in steps {
            life.step(step);
        }
        if closed {
            life.step(Step::Close);
            life.step(Step::Legal(0));
        }
        life.end();
    }
}
