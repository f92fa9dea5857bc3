//! How fast moves are found and played: `cargo bench -p rules`.
//!
//! The figures of the playouts are in moves played (plies) per second, with the full legal list made
//! before each of them, on one core.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rules::halma::{HALMA, HALMA_8, HALMA_10, HalmaPosition, NERMA, Variant};
use rules::jarmo::JarmoPosition;
use rules::moon::MoonPosition;
use rules::{Game, GamePosition, Move, perft};

/// Playouts that have not ended by then are broken off.
const PLY_CAP: u32 = 1_000;

/// A small generator (xorshift64*), so that every run plays the same games.
struct Lots(u64);

impl Lots {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((high * bound as u64) >> 32) as usize
    }
}

/// Plays random moves until the end or `cap`; the number of moves played.
fn play_out<P: GamePosition>(position: &mut P, lots: &mut Lots, moves: &mut Vec<Move>, cap: u32) -> u32 {
    for ply in 0..cap {
        moves.clear();
        position.legal_moves_into(moves);
        if moves.is_empty() {
            return ply;
        }
        position.play_unchecked(moves[lots.below(moves.len())]);
    }
    cap
}

/// A position so many random moves after the start, in a game that has not ended by then.
fn after<P: GamePosition>(start: &P, plies: u32) -> P {
    let mut moves = Vec::new();
    (1..)
        .map(|seed| {
            let mut position = start.clone();
            play_out(&mut position, &mut Lots(seed), &mut moves, plies);
            position
        })
        .find(|position| position.ending().is_none())
        .unwrap_or_else(|| start.clone())
}

fn bench_game<P: GamePosition>(c: &mut Criterion, start: &P, [middle, late]: [u32; 2], depth: u32) {
    let id = start.game().id();
    let mut moves = Vec::with_capacity(1024);

    let mut group = c.benchmark_group("legal_moves");
    for (stage, plies) in [("start", 0), ("middle", middle), ("late", late)] {
        let position = after(start, plies);
        group.bench_function(BenchmarkId::new(id, stage), |b| {
            b.iter(|| {
                moves.clear();
                black_box(&position).legal_moves_into(&mut moves);
                moves.len()
            });
        });
    }
    group.finish();

    let mut position = after(start, middle);
    moves.clear();
    position.legal_moves_into(&mut moves);
    let mut group = c.benchmark_group("play_and_undo");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function(id, |b| {
        b.iter(|| {
            for &mv in &moves {
                let undo = position.play_unchecked(black_box(mv));
                position.undo(undo);
            }
        });
    });
    group.finish();

    let mut lots = Lots(1);
    let plies: u32 = (0..20).map(|_| play_out(&mut start.clone(), &mut lots, &mut moves, PLY_CAP)).sum();
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(u64::from(plies)));
    group.bench_function(id, |b| {
        b.iter(|| {
            let mut lots = Lots(1);
            for _ in 0..20 {
                black_box(play_out(&mut start.clone(), &mut lots, &mut moves, PLY_CAP));
            }
        });
    });
    group.finish();

    let mut position = start.clone();
    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(&mut position, depth)));
    group.bench_function(BenchmarkId::new(id, depth), |b| b.iter(|| perft(&mut position, depth)));
    group.finish();
}

fn halma(c: &mut Criterion, variant: &'static Variant, stages: [u32; 2]) {
    bench_game(c, &HalmaPosition::start(variant), stages, 3);
}

fn all_games(c: &mut Criterion) {
    halma(c, &HALMA, [60, 400]);
    halma(c, &NERMA, [60, 110]);
    halma(c, &HALMA_8, [25, 50]);
    halma(c, &HALMA_10, [40, 90]);
    bench_game(c, &JarmoPosition::start(), [10, 20], 4);
    bench_game(c, &MoonPosition::start(), [24, 40], 3);
    // The dynamic face, for comparison.
    c.bench_function("dynamic/halma/legal_moves", |b| {
        let position = HALMA.start();
        b.iter(|| position.legal_moves().len());
    });
}

criterion_group!(benches, all_games);
criterion_main!(benches);
