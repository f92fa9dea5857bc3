//! Every game from its first move to its end on the screen: by mouse, by finger, by the keyboard alone.

use protocol::{Outcome, Reason};
use rules::{MoveInput, Position};
use tests::http::Api;
use tests::in_process::Setup;
use tests::{table, vectors};

use super::hand::Hand;
use super::scene::{Cast, Scene};
use super::window::{AT_A_LAPTOP, Person, WITH_A_SMALL_PHONE};

/// So many moves are made of a game that is then drawn or given up, as its own ends are far.
const OPENING: usize = 16;

/// A game of more moves is long.
const LONG: usize = 22;

/// A game to be played.
struct Plan {
    game: &'static str,
    moves: Vec<String>,
    end: End,
}

/// How it comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// By its last move.
    ByTheRules(Outcome, Reason),
    /// The guest accepts a draw.
    Agreement,
    /// The guest gives up.
    Resignation,
}

impl Plan {
    /// The shortest recorded game that ends in one of these ways, and has a move of which `wanted` is true.
    fn recorded(game: &'static str, reasons: &[Reason], wanted: impl Fn(&str) -> bool) -> Self {
        let good = |record: &vectors::Record| {
            let reason = record.result.as_ref().map(|result| result.reason);
            reason.is_some_and(|reason| reasons.contains(&reason)) && record.moves.iter().any(|text| wanted(text))
        };
        let shortest = vectors::games(game).into_iter().filter(good).min_by_key(|record| record.moves.len());
        let moves = shortest.expect("such a game is recorded").moves;
        let end = position_after(game, &moves).ending().expect("the record goes to the end");
        Self { game, moves, end: End::ByTheRules(end.outcome.into(), end.reason.into()) }
    }

    /// The beginning of a recorded game.
    fn opening(game: &'static str, end: End) -> Self {
        let moves = vectors::games(game).remove(0).moves.into_iter().take(OPENING).collect();
        Self { game, moves, end }
    }

    /// The beginning of a recorded game, after which both go to and fro until the position repeats for the third time.
    fn repeated(game: &'static str) -> Self {
        let mut plan = Self::opening(game, End::ByTheRules(Outcome::Draw, Reason::Repetition));
        let round = there_and_back(&position_after(game, &plan.moves)).expect("some man can go to and fro");
        plan.moves.extend([round.clone(), round].concat());
        plan
    }

    /// Who plays it. In a long game nothing moves by itself, for whoever looks at it would never get to the end.
    fn person(&self, hand: Hand) -> Person {
        let person = if hand == Hand::Finger { WITH_A_SMALL_PHONE } else { AT_A_LAPTOP };
        Person { still: self.moves.len() > LONG, ..person }
    }

    /// Plays it on the page, both sides with this hand, and looks at each ply what the server and both pages make of it.
    async fn play(self, hand: Hand) {
        let person = self.person(hand);
        let Self { game, moves, end } = self;
        let cast = Cast { game, host: person, guest: person, hand };
        let scene = Scene::of(cast, Setup::without_bounds(), async |_| {}).await;
        let Scene { host, guest, address, room, .. } = &scene;
        let mut position = position_after(game, &[]);
        for (ply, text) in moves.iter().enumerate() {
            let window = if position.to_move() == rules::Side::First { host } else { guest };
            hand.play(window, ply, text).await;
            play(&mut position, text);
            let now = scene.both_show(ply + 1).await;
            let game = now.game.as_ref().expect("a game");
            assert_eq!(game.moves.last(), Some(text), "ply {ply}");
            assert_eq!(game.board, protocol::Board::from(&position.set_up()), "after {text}");
        }
        let (outcome, reason) = match end {
            End::ByTheRules(outcome, reason) => (outcome, reason),
            End::Agreement => {
                hand.press(host, "[data-action='draw']").await;
                hand.press(guest, "[data-action='accept']").await;
                (Outcome::Draw, Reason::Agreement)
            }
            End::Resignation => {
                hand.press(guest, "[data-action='resign']").await;
                hand.press(guest, "[data-action='confirm-resign']").await;
                (Outcome::First, Reason::Resignation)
            }
        };
        let (first, second) = match outcome {
            Outcome::First => ("You win", "You lose"),
            Outcome::Second => ("You lose", "You win"),
            Outcome::Draw => ("Draw", "Draw"),
            Outcome::None => panic!("the game counts"),
        };
        host.reads(".result h2", first).await;
        guest.reads(".result h2", second).await;

        // It is in the archive as it was played, and the page leads there.
        let now = table::now(*address, *room).await;
        let result = now.game.and_then(|game| game.result).expect("the game is over");
        let archived = Api::new(*address).archived(result.id).await;
        assert_eq!(archived.moves, moves);
        assert_eq!((archived.outcome, archived.reason), (outcome, reason));
        hand.press(host, ".result a[href^='/games/']").await;
        host.sees(&format!(".replay .last-move[data-move='{}']", moves[moves.len() - 1])).await;
        scene.close().await;
    }
}

fn position_after(game: &str, moves: &[String]) -> Position {
    let mut position = rules::game(game).expect("a game of the catalogue").start();
    moves.iter().for_each(|text| play(&mut position, text));
    position
}

fn play(position: &mut Position, text: &str) {
    let input: MoveInput = text.parse().expect("a move");
    position.play(&input).unwrap_or_else(|illegal| panic!("{text}: {illegal:?}"));
}

/// Four moves after which the same men stand where they stood.
fn there_and_back(start: &Position) -> Option<Vec<String>> {
    let texts = |position: &Position| position.legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>();
    let back = |text: &str| text.split_once('-').map(|(from, to)| format!("{to}-{from}"));
    texts(start).into_iter().find_map(|there| {
        let mut after = start.clone();
        play(&mut after, &there);
        texts(&after).into_iter().find_map(|answer| {
            let round = vec![there.clone(), answer.clone(), back(&there)?, back(&answer)?];
            let mut position = start.clone();
            let legal = round.iter().all(|text| {
                let legal = texts(&position).contains(text);
                if legal {
                    play(&mut position, text);
                }
                legal
            });
            (legal && position.ending().is_none()).then_some(round)
        })
    })
}

/// A game in which men are captured, marked, and brought back.
fn jarmo() -> Plan {
    Plan::recorded("jarmo", &[Reason::AllHome], |text| text.contains('*'))
}

/// A game in which men are placed and captured until one side has too few.
fn moon() -> Plan {
    Plan::recorded("moon", &[Reason::ManInTheMoon], |_| true)
}

macro_rules! played {
    ($($name:ident: $plan:expr, $hand:expr;)*) => {
        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                $plan.play($hand).await;
            }
        )*
    };
}

played! {
    jarmo_by_mouse: jarmo(), Hand::Mouse;
    jarmo_by_finger: jarmo(), Hand::Finger;
    jarmo_by_keyboard: jarmo(), Hand::Keys;
    moon_by_mouse: moon(), Hand::Mouse;
    moon_by_finger: moon(), Hand::Finger;
    moon_by_keyboard: moon(), Hand::Keys;
    halma_by_mouse: Plan::repeated("halma"), Hand::Mouse;
    halma_by_finger: Plan::repeated("halma"), Hand::Finger;
    halma_by_keyboard: Plan::repeated("halma"), Hand::Keys;
    halma8_by_mouse: Plan::recorded("halma8", &[Reason::CampFilled], |_| true), Hand::Mouse;
    halma8_by_finger: Plan::recorded("halma8", &[Reason::CampNotEvacuated], |_| true), Hand::Finger;
    halma8_by_keyboard: Plan::opening("halma8", End::Agreement), Hand::Keys;
    halma10_by_mouse: Plan::recorded("halma10", &[Reason::CampNotEvacuated], |_| true), Hand::Mouse;
    halma10_by_finger: Plan::opening("halma10", End::Agreement), Hand::Finger;
    halma10_by_keyboard: Plan::opening("halma10", End::Resignation), Hand::Keys;
    nerma_by_mouse: Plan::recorded("nerma", &[Reason::CampNotEvacuated], |_| true), Hand::Mouse;
    nerma_by_finger: Plan::opening("nerma", End::Resignation), Hand::Finger;
    nerma_by_keyboard: Plan::opening("nerma", End::Agreement), Hand::Keys;
}
