//! The plain-text form of a game: what is written can be read again, and what is wrong is named with its line.

use std::fs;
use std::path::Path;

use protocol::http::{ArchivedGame, ReadGame};
use protocol::{GameId, Outcome, Reason, Timestamp};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use server::record::{Problem, read, write};

/// A text of this folder, which the page's tests read, too.
fn text(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/record").join(name)).unwrap()
}

/// A game in which both sides play whatever they may.
fn random_game(random: &mut StdRng, game: &'static dyn rules::Game) -> ArchivedGame {
    let mut position = game.start();
    let (mut moves, mut passed_over_at) = (Vec::new(), Vec::new());
    let most = random.random_range(0..300);
    while position.ending().is_none() && moves.len() < most {
        let mv = *position.legal_moves().choose(random).unwrap();
        moves.push(mv.to_string());
        if position.passed_over().is_some() {
            passed_over_at.push(moves.len() as u32);
        }
        position.play(&mv.into()).unwrap();
    }
    let ending = position.ending();
    let started = random.random_range(0..2_000_000_000) * 1000;
    ArchivedGame {
        id: GameId::from_bits(random.random()),
        game: game.id().to_owned(),
        rules_version: game.rules_version(),
        outcome: ending.map_or(Outcome::Second, |ending| ending.outcome.into()),
        reason: ending.map_or(Reason::Resignation, |ending| ending.reason.into()),
        score: None,
        moves,
        passed_over_at,
        started: Timestamp(started),
        ended: Timestamp(started + 1000 * random.random_range(0..10_000_000)),
        computer: None,
        clock: None,
    }
}

fn as_read(game: ArchivedGame) -> ReadGame {
    ReadGame {
        game: game.game,
        rules_version: game.rules_version,
        moves: game.moves,
        passed_over_at: game.passed_over_at,
        outcome: Some(game.outcome),
        reason: Some(game.reason),
        started: Some(game.started),
        ended: Some(game.ended),
    }
}

#[test]
fn every_game_can_be_read_again() {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(rand::random);
    println!("SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let mut passed_over = 0;
    for game in rules::games() {
        for _ in 0..20 {
            let game = random_game(&mut random, *game);
            passed_over += game.passed_over_at.len();
            let text = write(&game);
            assert_eq!(read(&text), Ok(as_read(game.clone())), "{text}");
            // A mail or an editor may change what cannot be seen.
            let sloppy = format!("\u{feff}{}", text.replace('\n', "  \r\n\r\n"));
            assert_eq!(read(&sloppy), Ok(as_read(game)), "{sloppy}");
        }
    }
    println!("{passed_over} sides were passed over");
}

#[test]
fn a_game_is_written_as_the_page_writes_it() {
    let game: ArchivedGame = serde_json::from_str(&text("game.json")).unwrap();
    assert_eq!(write(&game), text("game.txt"));
    let read = read(&text("game.txt")).unwrap();
    assert_eq!((read.moves, read.outcome, read.reason), (game.moves, Some(game.outcome), Some(game.reason)));
}

#[test]
fn moves_may_stand_without_numbers_and_headers_without_need() {
    let read = read("Game: halma\nWhite: Ada\nSite: a friend's kitchen\nl2-l3 a13-c11\nl3-l4").unwrap();
    assert_eq!(read.moves, ["l2-l3", "a13-c11", "l3-l4"]);
    assert_eq!((read.outcome, read.reason, read.started), (None, None, None));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (text, line, word, problem) in [
        ("", 1, "", Problem::NoGame),
        ("\n\n1. l2-l3", 3, "", Problem::NoGame),
        ("Game: chess\n\n1. e2-e4", 1, "chess", Problem::UnknownGame),
        ("Game: halma\nRules: 99\n\n1. l2-l3", 2, "99", Problem::OtherRules),
        ("Game: halma\nResult: white\n", 2, "white", Problem::BadHeader),
        ("Game: halma\nReason: because\n", 2, "because", Problem::BadHeader),
        ("Game: halma\nStarted: yesterday\n", 2, "yesterday", Problem::BadHeader),
        ("Game: halma\nEnded: 2026-11-30 24:00:00 UTC\n", 2, "2026-11-30 24:00:00 UTC", Problem::BadHeader),
        ("Game: halma\nGame: moon\n", 2, "moon", Problem::BadHeader),
        ("Game: halma\n\n1. l2-l3 a13-c11\n3. l3-l4", 4, "3.", Problem::WrongRow),
        ("Game: halma\n\n1. ... l2-l3", 3, "l2-l3", Problem::WrongSide),
        ("Game: halma\n\n1. l2-l3 a13-c11 l3-l4", 3, "l3-l4", Problem::WrongSide),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!((error.line, error.text.as_str(), error.problem), (line, word, problem), "{text}");
        assert!(error.to_string().starts_with(&format!("line {line}: ")), "{error}");
    }
    let error = read("Game: halma\n\n1. l2-l3 a13-c11\n2. l3-l9").unwrap_err();
    assert!(matches!(error.problem, Problem::Illegal(_)) && error.line == 4, "{error}");
    let error = read("Game: halma\n\n1. l2-l3 hello").unwrap_err();
    assert!(
        matches!(error.problem, Problem::NotAMove(_)) && (error.line, error.text.as_str()) == (3, "hello"),
        "{error}"
    );
}

#[test]
fn an_end_by_the_rules_cannot_be_another_one() {
    let moves = "1. l2-k3 e15-f14\n2. k3-l2 f14-e15\n3. l2-k3 e15-f14\n4. k3-l2 f14-e15";
    let read_with = |headers: &str| read(&format!("Game: halma\n{headers}\n\n{moves}\n"));
    let game = read_with("Result: draw").unwrap();
    assert_eq!((game.outcome, game.reason), (Some(Outcome::Draw), Some(Reason::Repetition)));
    let error = read_with("Result: first").unwrap_err();
    assert_eq!((error.line, error.text.as_str(), error.problem), (2, "first", Problem::OtherEnd));
    let error = read_with("Result: draw\nReason: agreement").unwrap_err();
    assert_eq!((error.line, error.problem), (3, Problem::OtherEnd));
    let error = read(&format!("Game: halma\n\n{moves}\n5. l2-l3")).unwrap_err();
    assert!(matches!(error.problem, Problem::Illegal(rules::IllegalMove::GameOver)) && error.line == 7, "{error}");
}

#[test]
fn any_text_is_read_or_refused() {
    proptest::proptest!(|(text in "(Game: (halma|moon|jarmo)\n)?([ -~\n]|[0-9]{1,3}\\. |[a-p][0-9]{1,2}-[a-p][0-9]{1,2} |\\PC){0,80}")| {
        if let Err(error) = read(&text) {
            proptest::prop_assert!(error.line >= 1 && error.line as usize <= text.lines().count().max(1));
            proptest::prop_assert!(!error.to_string().is_empty());
        }
    });
}
