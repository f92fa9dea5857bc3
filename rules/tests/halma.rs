//! What must hold for the Halma family: agreement with a plain second implementation, chains given
//! square by square, and the symmetry of the board.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

mod random;
mod reference;

use proptest::prelude::*;
use reference::Outlook;
use rules::{Game, Move, MoveInput, Position, SetUp, Square};

const FAMILY: [&str; 4] = ["halma", "nerma", "halma8", "halma10"];

fn member() -> impl Strategy<Value = &'static dyn Game> {
    (0..FAMILY.len()).prop_filter_map("in the list", |place| rules::game(FAMILY[place]))
}

fn config() -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { 64 } else { 1_000 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    /// The same moves by the same ways as the plain implementation finds.
    #[test]
    fn moves_and_ways_agree_with_the_reference(game in member(), seed: u64, plies in 0..400u32) {
        let position = random::any(game, seed, plies);
        let mut moves = Vec::new();
        for &from in position.set_up().men(position.to_move()) {
            if position.ending().is_some() {
                break;
            }
            for (to, way) in Outlook::of(&position, from).moves() {
                let mv = Move::Go { from, to };
                let path = position.clone().play(&mv.into()).map(|played| played.path);
                prop_assert_eq!(path, Ok(way), "{}", mv);
                moves.push(mv);
            }
        }
        moves.sort();
        prop_assert_eq!(moves, position.legal_moves());
    }

    /// A chain given square by square is accepted exactly if each hop is possible and it may stop at
    /// its end. The chains are random walks, some of which go wrong.
    #[test]
    fn chains_are_accepted_if_every_hop_is(game in member(), seed: u64, plies in 0..400u32) {
        let position = random::any(game, seed, plies);
        prop_assume!(position.ending().is_none());
        let mut lots = random::Lots(seed);
        for &from in position.set_up().men(position.to_move()) {
            let outlook = Outlook::of(&position, from);
            for _ in 0..20 {
                let chain = random_chain(&position, from, &mut lots);
                if chain.len() < 3 {
                    continue;
                }
                let input = MoveInput::from_chain(&chain).unwrap();
                let played = position.clone().play(&input);
                prop_assert_eq!(played.is_ok(), outlook.accepts_chain(&chain), "{}: {:?}", input, played);
                if let Ok(played) = played {
                    prop_assert_eq!(&played.path, &chain);
                    prop_assert!(position.is_legal(input.mv()));
                }
            }
        }
    }

    /// Turning the board by half a turn and swapping the sides changes nothing.
    #[test]
    fn half_turned_positions_have_half_turned_moves(game in member(), seed: u64, plies in 0..400u32) {
        let position = random::any(game, seed, plies);
        // A position with its past could be drawn by repetition where the turned one is not yet.
        let position = game.position(&position.set_up()).unwrap();
        let turned = game.position(&half_turned(game, &position.set_up())).unwrap();
        prop_assert_eq!(position.ending(), turned.ending());
        let turn = |mv: &Move| match *mv {
            Move::Go { from, to } => Move::Go { from: turn(game, from), to: turn(game, to) },
            other => other,
        };
        let mut moves: Vec<Move> = position.legal_moves().iter().map(turn).collect();
        moves.sort();
        prop_assert_eq!(&moves, &turned.legal_moves());
        for mv in position.legal_moves() {
            let (mut after, mut turned_after) = (position.clone(), turned.clone());
            after.play_unchecked(mv);
            turned_after.play_unchecked(turn(&mv));
            let expected = half_turned(game, &after.set_up());
            if after.ending().is_none() {
                prop_assert_eq!(&turned_after.set_up(), &expected);
            }
            let swapped = after.ending().map(|ending| (ending.reason, ending.outcome.winner().map(|side| side.opponent())));
            let found = turned_after.ending().map(|ending| (ending.reason, ending.outcome.winner()));
            prop_assert_eq!(found, swapped);
        }
    }
}

/// A walk in hops over men that mostly, but not always, stand where they should.
fn random_chain(position: &Position, from: Square, lots: &mut random::Lots) -> Vec<Square> {
    let set_up = position.set_up();
    let men: Vec<Square> = set_up.first.iter().chain(&set_up.second).copied().collect();
    let mut chain = vec![from];
    let mut at = from;
    for _ in 0..lots.below(6) + 2 {
        let mut landings = Vec::new();
        for (files, ranks) in [(0, 2), (2, 2), (2, 0), (2, -2), (0, -2), (-2, -2), (-2, 0), (-2, 2)] {
            let shift = |files: i8, ranks: i8| {
                Square::new(at.file().wrapping_add_signed(files), at.rank().wrapping_add_signed(ranks))
            };
            if let (Some(over), Some(to)) = (shift(files / 2, ranks / 2), shift(files, ranks)) {
                let good = men.contains(&over) && over != from && (!men.contains(&to) || to == from);
                if good || lots.below(30) == 0 {
                    landings.push(to);
                }
            }
        }
        if landings.is_empty() {
            break;
        }
        at = lots.pick(&landings);
        chain.push(at);
    }
    chain
}

fn turn(game: &'static dyn Game, square: Square) -> Square {
    let board = &game.catalogue().board;
    square.half_turned(board.files, board.ranks).unwrap_or(square)
}

fn half_turned(game: &'static dyn Game, set_up: &SetUp) -> SetUp {
    let turn_all = |men: &[Square]| {
        let mut men: Vec<Square> = men.iter().map(|&square| turn(game, square)).collect();
        men.sort_unstable();
        men
    };
    let [first, second] = set_up.moves_made;
    SetUp {
        to_move: set_up.to_move.opponent(),
        first: turn_all(&set_up.second),
        second: turn_all(&set_up.first),
        moves_made: [second, first],
        ..SetUp::default()
    }
}

fn position(game: &str, set_up: &SetUp) -> Position {
    rules::game(game).unwrap().position(set_up).unwrap()
}

fn squares(text: &str) -> Vec<Square> {
    text.split_whitespace().map(|square| square.parse().unwrap()).collect()
}

fn refusal(position: &Position, text: &str) -> String {
    position.clone().play(&text.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn refusals_say_why() {
    let start = rules::game("halma").unwrap().start();
    assert_eq!(refusal(&start, "h8-h9"), "you have no man on h8");
    assert_eq!(refusal(&start, "a16-a15"), "you have no man on a16");
    assert_eq!(refusal(&start, "n3-n4"), "a man already stands on n4");
    assert_eq!(refusal(&start, "n3-n9"), "the man on n3 cannot reach n9");
    assert_eq!(refusal(&start, "n3-n3"), "a move cannot end on n3, where it began");
    assert_eq!(refusal(&start, "n3-n5-n7"), "hop 2, from n5 to n7, is not possible");
    assert_eq!(refusal(&start, "c4"), "no man is placed now: move one, like a1-b2");
    let small = rules::game("halma8").unwrap().start();
    assert_eq!(refusal(&small, "h4-h9"), "this board has no square h9");
    let late = SetUp { first: squares("d4 e2"), second: squares("a1"), moves_made: [30, 30], ..SetUp::default() };
    assert_eq!(
        refusal(&position("halma8", &late), "e2-e1"),
        "no move may end in your own camp any more, so none on e1"
    );
    let home = SetUp { first: squares("b12 b13"), second: squares("p1"), ..SetUp::default() };
    assert_eq!(
        refusal(&position("halma", &home), "b12-b11"),
        "a man in its goal camp stays there, so it cannot go from b12 to b11"
    );
}

#[test]
fn a_chain_may_pass_the_square_it_began_on_but_not_end_there() {
    // Round and back again, then off in another direction.
    let set_up = SetUp { first: squares("d3"), second: squares("d4 e5 e4 d2"), ..SetUp::default() };
    let before = position("halma", &set_up);
    let mut after = before.clone();
    let played = after.play(&"d3-d5-f5-d3-d1".parse().unwrap()).unwrap();
    assert_eq!(played.path, squares("d3 d5 f5 d3 d1"));
    assert_eq!(refusal(&before, "d3-d5-f5-d3"), "a move cannot end on d3, where it began");
}

#[test]
fn the_third_occurrence_draws() {
    let game = rules::game("halma").unwrap();
    let mut position = game.start();
    let round = ["n3-n5", "c14-c12", "n5-n3", "c12-c14"];
    for (ply, mv) in round.iter().cycle().take(8).enumerate() {
        assert_eq!(position.ending(), None, "before move {ply}");
        position.play(&mv.parse().unwrap()).unwrap();
    }
    assert_eq!(position.ending().map(|ending| ending.reason), Some(rules::Reason::Repetition));
    let mut nerma = rules::game("nerma").unwrap().start();
    for mv in round.iter().cycle().take(40) {
        nerma.play(&mv.parse().unwrap()).unwrap();
    }
    assert_eq!(nerma.ending(), None);
}
