//! How many nodes a second the search looks at, and how deep that gets it: `cargo bench -p engine --bench search`.
//!
//! The positions are those a quick game has come to after the opening, in the middle and late. The depth that 100,000
//! nodes reach is printed before the times.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use engine::{Choice, History, Limits, NoChoice, Player, Searcher, Style};
use rules::{Game, Position};

const NODES: u64 = 100_000;

/// Where a game has come to after so many plies of quick play, before its end.
fn reached(game: &'static dyn Game, plies: u32) -> Result<(Position, History), NoChoice> {
    let mut position = game.start();
    let mut history = History::new(&position);
    let mut searcher = Searcher::new();
    for seed in 0..u64::from(plies) {
        let mv = Player::Nodes(500).choose(&mut searcher, &position, &history, &Limits::default(), seed)?;
        let mut next = position.clone();
        next.play_unchecked(mv);
        if next.ending().is_some() {
            break;
        }
        position = next;
        history.record(&position);
    }
    Ok((position, history))
}

fn search(searcher: &mut Searcher, position: &Position, history: &History) -> Result<Choice, NoChoice> {
    searcher.search(position, history, &Limits::default(), &Style::of_nodes(NODES), 1)
}

fn all_games(c: &mut Criterion) {
    let stages = |id: &str| match id {
        "halma" | "nerma" => [4, 60, 120],
        "halma10" => [4, 35, 70],
        "halma8" => [4, 20, 40],
        "jarmo" => [2, 12, 20],
        _ => [4, 26, 40],
    };
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    for &game in rules::games() {
        for (stage, plies) in ["opening", "middle", "late"].into_iter().zip(stages(game.id())) {
            let mut searcher = Searcher::new();
            let found = reached(game, plies).and_then(|(position, history)| {
                search(&mut searcher, &position, &history).map(|choice| (position, history, choice))
            });
            let Ok((position, history, choice)) = found else {
                eprintln!("{} {stage}: no search", game.id());
                continue;
            };
            println!("{} {stage}: depth {}, {} nodes, {}", game.id(), choice.depth, choice.nodes, choice.score);
            group.throughput(Throughput::Elements(choice.nodes));
            group.bench_function(BenchmarkId::new(game.id(), stage), |b| {
                b.iter(|| black_box(search(&mut searcher, black_box(&position), &history)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, all_games);
criterion_main!(benches);
