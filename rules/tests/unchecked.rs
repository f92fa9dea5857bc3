//! Positions built without a check: the same as with one where the set-up is good, and never worse
//! than unspecified where it is not.

mod random;

use rules::{Game, Move, Position, SetUp, Side, Square, games};

/// Unoptimised, it would take too long.
const SEEDS: u64 = if cfg!(debug_assertions) { 100 } else { 4_000 };

fn assert_same(checked: &Position, unchecked: &Position, seed: u64) {
    let id = checked.game().id();
    assert_eq!(checked.text(), unchecked.text(), "{id} seed {seed}");
    assert_eq!(checked.set_up(), unchecked.set_up(), "{id} seed {seed}");
    assert_eq!(checked.hash(), unchecked.hash(), "{id} seed {seed}");
    assert_eq!(checked.legal_moves(), unchecked.legal_moves(), "{id} seed {seed}");
    assert_eq!(checked.passed_over(), unchecked.passed_over(), "{id} seed {seed}");
    assert_eq!(checked.ending(), unchecked.ending(), "{id} seed {seed}");
    assert_eq!(checked.score(), unchecked.score(), "{id} seed {seed}");
}

/// Builds the position both ways and gives back the one built without a check.
fn both_ways(game: &'static dyn Game, set_up: &SetUp, seed: u64) -> Position {
    let checked = game.position(set_up);
    assert!(checked.is_ok(), "{} seed {seed}: {checked:?}", game.id());
    let unchecked = game.position_unchecked(set_up);
    if let Ok(checked) = &checked {
        assert_same(checked, &unchecked, seed);
    }
    unchecked
}

/// In a random game every position, the last one included, is built both ways.
#[test]
fn positions_of_games_are_the_same_both_ways() {
    for &game in games() {
        for seed in 0..SEEDS / 10 {
            let mut lots = random::Lots(seed);
            let mut position = game.start();
            for _ in 0..200 {
                both_ways(game, &position.set_up(), seed);
                if position.ending().is_some() {
                    break;
                }
                position.play_unchecked(lots.pick(&position.legal_moves()));
            }
        }
    }
}

#[test]
fn laid_out_positions_are_the_same_both_ways() {
    for &game in games() {
        for seed in 0..SEEDS {
            both_ways(game, &random::laid_out(game, seed), seed);
        }
    }
}

/// Set-ups in which the side to move is passed over, and set-ups that have ended.
#[test]
fn turns_and_endings_are_settled_without_a_check_too() {
    for (id, text) in [
        ("halma", "first a1 a2,b1,b2,a3,c1,c3"),
        ("nerma", "first a1 a2,b1,b2,a3,c1,c3"),
        ("halma8", "first h1 a8 moves=31,29"),
        ("moon", "first a1,a2,a3,a4,a5,b1,b2,b4,b5,c1,c5,d1 b3,c2,c4,d2,d3,d4,d5,e1,e2,e3,e4,e5 quiet=0"),
        ("halma", "first - -"),
        ("halma10", "second j1 a10 moves=51,51"),
        ("jarmo", "second a5,b5 c3"),
        ("moon", "first a1,b1 b3 quiet=0"),
        ("moon", "second a1,b1 b3,b4 quiet=20"),
    ] {
        let read = rules::game(id).and_then(|game| game.parse_position(text).ok());
        assert!(read.is_some(), "{id}: {text}");
        if let Some(read) = read {
            // Of a player who is passed over the set-up says no more, so it is put back.
            let to_move = read.passed_over().unwrap_or(read.to_move());
            let built = both_ways(read.game(), &SetUp { to_move, ..read.set_up() }, 0);
            assert_eq!((built.passed_over(), built.ending()), (read.passed_over(), read.ending()), "{id}: {text}");
            assert!(built.passed_over().is_some() || built.ending().is_some(), "{id}: {text}");
        }
    }
}

/// Squares on the board and off it, some of them again and again.
fn any_squares(lots: &mut random::Lots) -> Vec<Square> {
    let count = lots.pick(&[0, 1, 2, 5, 12, 19, 40, 300]);
    // Small boards lie in the corner of the largest; half of the time it gets crowded there.
    let side = lots.pick(&[5, 8, 16]);
    let square = |lots: &mut random::Lots| Square::from_index((lots.below(side) * 16 + lots.below(side)) as u8);
    (0..count).map(|_| square(lots)).collect()
}

fn any_count(lots: &mut random::Lots) -> u32 {
    lots.pick(&[0, 1, 4, 5, 19, 20, 21, 29, 30, 59, 60, u32::MAX - 1, u32::MAX, lots.0 as u32])
}

fn nonsense(lots: &mut random::Lots) -> SetUp {
    SetUp {
        to_move: lots.pick(&Side::BOTH),
        first: any_squares(lots),
        second: any_squares(lots),
        moves_made: [any_count(lots), any_count(lots)],
        marked: any_squares(lots),
        captured: [any_count(lots), any_count(lots)],
        quiet_moves: Some(any_count(lots)).filter(|_| lots.below(3) > 0),
    }
}

/// A good set-up with some parts taken from a nonsensical one, so that it gets further.
fn bent(mut good: SetUp, lots: &mut random::Lots) -> SetUp {
    let bad = nonsense(lots);
    match lots.below(7) {
        0 => good.to_move = bad.to_move,
        1 => good.first = bad.first,
        2 => good.second.extend(bad.second),
        3 => good.second.clone_from(&good.first),
        4 => good.marked = bad.marked,
        5 => good.captured = bad.captured,
        _ => good.quiet_moves = bad.quiet_moves,
    }
    good.moves_made = bad.moves_made;
    good
}

fn any_move(lots: &mut random::Lots) -> Move {
    let [from, to] = [0; 2].map(|_| Square::from_index(lots.next() as u8));
    lots.pick(&[Move::Go { from, to }, Move::Place { to }, Move::BringBack { payer: from, to }])
}

/// Asks a position for everything and plays on, with legal moves and others.
fn survives(mut position: Position, lots: &mut random::Lots) {
    for _ in 0..12 {
        let _ = (position.game().parse_position(&position.text()), position.hash());
        let _ = (position.score(), position.passed_over(), position.ending());
        let stray = any_move(lots);
        let _ = (position.is_legal(stray), position.clone().play(&stray.into()));
        let legal = position.legal_moves();
        if let Some(&mv) = legal.get(lots.below(legal.len().max(1))) {
            let _ = position.clone().play(&mv.into());
            position.play_unchecked(mv);
        } else {
            position.play_unchecked(stray);
        }
    }
}

#[test]
fn nonsense_never_panics() {
    for seed in 0..SEEDS * 5 {
        for &game in games() {
            // What a panic inside the crate needs to be repeated; shown only when the test fails.
            println!("{} seed {seed}", game.id());
            let mut lots = random::Lots(seed);
            let good = random::laid_out(game, seed);
            let set_up = if lots.below(2) == 0 { nonsense(&mut lots) } else { bent(good, &mut lots) };
            survives(game.position_unchecked(&set_up), &mut lots);
        }
    }
}
