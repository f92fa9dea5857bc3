//! What a player owes to the other one: to get on, to leave his camp, and to let a decided game end.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what helps a test may stop it at the first surprise")]

use engine::contest::{Conditions, play};
use engine::{History, Level, Limits, Player, Searcher, Style};
use rules::{Outcome, Position, Reason};

fn choose(position: &Position, nodes: u64) -> rules::Move {
    let history = History::new(position);
    Searcher::new().search(position, &history, &Limits::default(), &Style::of_nodes(nodes), 1).unwrap().mv
}

/// The first player's last man at home in the corner, the second player's about to fill the camp around him.
const LAST_MAN_AT_HOME: &str = "first p1,a12,b12,a13,b13,c13,a14,b14,c14,d14,a15,b15,c15,d15,a16,b16,c16,d16,f14 \
                                l1,m1,n1,l2,m2,n2,m3,n3,n4,o4,p4,o5,p5,o3,p3,k5,j6,i7,h8";

#[test]
fn the_last_man_leaves_before_he_is_shut_in() {
    let halma = rules::game("halma").unwrap();
    let position = halma.parse_position(LAST_MAN_AT_HOME).unwrap();
    for nodes in [400, 2_000, 10_000] {
        assert!(choose(&position, nodes).to_string().starts_with("p1-"), "{nodes} nodes");
    }
}

#[test]
fn whoever_has_lost_makes_room() {
    // The second player's camp is full but for the man who sits in it, and he could sit there for ever.
    let halma = rules::game("halma").unwrap();
    let text = "first l2,f9,g9,f10,g10,a13,b13,a14,b14,c14,d14,a15,b15,c15,d15,a16,b16,c16,d16 \
                l1,m1,n1,o1,p1,m2,n2,o2,p2,m3,n3,o3,p3,n4,o4,p4,o5,p5,k4";
    let mut position = halma.parse_position(text).unwrap();
    assert!(choose(&position, 2_000).to_string().starts_with("l2-"));
    // Both go on, and the game ends soon.
    let mut history = History::new(&position);
    for seed in 0..40 {
        if position.ending().is_some() {
            break;
        }
        let style = Style::of_nodes(2_000);
        let choice = Searcher::new().search(&position, &history, &Limits::default(), &style, seed).unwrap();
        position.play_unchecked(choice.mv);
        history.record(&position);
    }
    let Some(ending) = position.ending() else { panic!("{position}") };
    assert_eq!((ending.outcome, ending.reason), (Outcome::Second, Reason::CampFilled));
}

#[test]
fn a_dead_game_is_ended_by_repetition() {
    // The first player's man in the corner can never come out again.
    let halma = rules::game("halma").unwrap();
    let text = "first p1,f9,g9,f10,a12,a13,b13,a14,b14,c14,d14,a15,b15,c15,d15,a16,b16,c16,d16 \
                l1,m1,n1,o1,l2,m2,n2,o2,p2,m3,n3,o3,p3,n4,o4,p4,o5,p5,h7";
    let mut position = halma.parse_position(text).unwrap();
    let mut history = History::new(&position);
    let mut plies = 0;
    while position.ending().is_none() && plies < 60 {
        let style = Style::of_nodes(500);
        let choice = Searcher::new().search(&position, &history, &Limits::default(), &style, plies).unwrap();
        position.play_unchecked(choice.mv);
        history.record(&position);
        plies += 1;
    }
    assert_eq!(position.ending().map(|ending| ending.reason), Some(Reason::Repetition), "{position}");
}

#[test]
fn camps_are_empty_in_time() {
    for id in ["nerma", "halma8", "halma10"] {
        let game = rules::game(id).unwrap();
        let players = [Player::Level(Level::ALL[2]); 2];
        let record = play(game, players, &Conditions::default(), 0, &mut Searcher::new()).unwrap();
        assert_eq!(record.ending.map(|ending| ending.reason), Some(Reason::CampFilled), "{id}: {}", record.last);
    }
}

#[test]
fn level_1_gets_its_last_man_out() {
    // In these games the man in the corner once stayed behind enemies until his time was up.
    let level_1 = [Player::Level(Level::ALL[0]); 2];
    for (id, numbers) in [("halma8", [15, 18, 21, 54, 60]), ("nerma", [13, 49, 99, 170, 189])] {
        let game = rules::game(id).unwrap();
        for number in numbers {
            let record = play(game, level_1, &Conditions::default(), number, &mut Searcher::new()).unwrap();
            let reason = record.ending.map(|ending| ending.reason);
            assert_eq!(reason, Some(Reason::CampFilled), "{id} game {number}: {}", record.last);
        }
    }
}

#[test]
fn archers_find_the_points_that_are_free() {
    // The way from c3 by a4 or e4 ends at c5, where an archer stands already.
    let jarmo = rules::game("jarmo").unwrap();
    let mut position = jarmo.parse_position("first c3,c5,b5 a3,b1 captured=2,3").unwrap();
    let mut history = History::new(&position);
    let mut plies = 0;
    while position.ending().is_none() && plies < 60 {
        let style = Level::ALL[1].style();
        let choice = Searcher::new().search(&position, &history, &Limits::default(), &style, plies).unwrap();
        position.play_unchecked(choice.mv);
        history.record(&position);
        plies += 1;
    }
    assert!(position.ending().is_some(), "{position}");
}
