//! Lets players of the engine play against each other.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Parser;
use engine::contest::{Conditions, Record, Tally, play};
use engine::{NoChoice, Player, Searcher};
use rules::{Game, Side};

/// Plays games between two players, sides swapped after each, and prints what came of them.
#[derive(Debug, Parser)]
#[command(name = "match", version)]
struct CommandLine {
    /// halma, nerma, halma8, halma10, jarmo or moon.
    #[arg(value_parser = game)]
    game: &'static dyn Game,

    /// A level from 1 to 5, random, greedy, or nodes:NUMBER for the best that so many nodes a move allow.
    a: Player,

    /// The other player.
    b: Player,

    /// How many games; of two in a row that have the same opening, each player is first once.
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// All chance follows from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Random plies that open each game.
    #[arg(long, default_value_t = 4)]
    opening: u32,

    /// Games that have not ended by then are broken off.
    #[arg(long, default_value_t = 10_000)]
    most_plies: u32,

    /// Games played at the same time. With more than there are cores, time limits mean less thought.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Prints every game with its moves.
    #[arg(long)]
    moves: bool,
}

fn game(id: &str) -> Result<&'static dyn Game, String> {
    rules::game(id).ok_or_else(|| {
        let ids: Vec<&str> = rules::games().iter().map(|game| game.id()).collect();
        format!("the games are {}", ids.join(", "))
    })
}

fn main() -> ExitCode {
    let line = CommandLine::parse();
    match run(&line) {
        Ok(tally) => {
            // Nobody is left to tell if the output is closed.
            let _ = report(&line, &tally);
            if tally.unfinished == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(line: &CommandLine) -> Result<Tally, NoChoice> {
    let conditions = Conditions { opening_plies: line.opening, most_plies: line.most_plies, seed: line.seed };
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Ok(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..line.threads {
            scope.spawn(|| {
                let mut searcher = Searcher::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= line.games {
                        break;
                    }
                    let a = if number.is_multiple_of(2) { Side::First } else { Side::Second };
                    let players = if a == Side::First { [line.a, line.b] } else { [line.b, line.a] };
                    let played = play(line.game, players, &conditions, number, &mut searcher);
                    let mut tally = tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    match (played, tally.as_mut()) {
                        (Ok(record), Ok(tally)) => {
                            tally.add(&record, a);
                            if line.moves {
                                tell(number, a, &record);
                            }
                        }
                        (Err(error), Ok(_)) => *tally = Err(error),
                        (_, Err(_)) => break,
                    }
                }
            });
        }
    });
    tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// One line for a game.
fn tell(number: u64, a: Side, record: &Record) {
    let moves: Vec<String> = record.moves.iter().map(ToString::to_string).collect();
    let ending =
        record.ending.map_or("unfinished".to_owned(), |ending| format!("{} {}", ending.outcome, ending.reason));
    println!("game {number}: a is {a}, {ending} after {} plies: {}", moves.len(), moves.join(" "));
}

fn report(line: &CommandLine, tally: &Tally) -> std::io::Result<()> {
    let mut lengths = tally.lengths.clone();
    lengths.sort_unstable();
    let middle = lengths.get(lengths.len() / 2).copied().unwrap_or_default();
    let longest = lengths.last().copied().unwrap_or_default();
    let mean = |(time, moves): (Duration, u32)| time.as_secs_f64() * 1e3 / f64::from(moves.max(1));
    let [a, b] = tally.thought.map(mean);
    let [most_a, most_b] = tally.longest.map(|time| time.as_secs_f64() * 1e3);
    writeln!(
        std::io::stdout(),
        "{}: {} - {}: {:.1} % of {} games (won {}, drawn {}, lost {}, unfinished {}); plies: half of the games up to \
         {middle}, the longest {longest}; ms a move: {a:.2} - {b:.2}, at most {most_a:.1} - {most_b:.1}",
        line.game.id(),
        line.a,
        line.b,
        100.0 * tally.score(),
        tally.games(),
        tally.won,
        tally.drawn,
        tally.lost,
        tally.unfinished,
    )
}
