//! Numbers of move sequences, counted by an independent implementation.
//!
//! The deep ones take minutes without optimisation, so they are only counted with it
//! (`cargo test --release`).

use rules::halma::{HALMA, HALMA_8, HALMA_10, HalmaPosition, NERMA, Variant};
use rules::jarmo::JarmoPosition;
use rules::moon::MoonPosition;
use rules::{GamePosition, perft};

/// Checks the counts for depth 1, 2, 3, …; those of a million and more only in optimised builds.
fn check<P: GamePosition>(mut position: P, counts: &[u64]) {
    let before = position.hash();
    for (depth, &count) in (1..).zip(counts) {
        if count < 250_000 || !cfg!(debug_assertions) {
            assert_eq!(perft(&mut position, depth), count, "depth {depth}");
            assert_eq!(position.hash(), before, "everything is taken back");
        }
    }
}

fn check_halma(variant: &'static Variant, counts: &[u64]) {
    check(HalmaPosition::start(variant), counts);
}

#[test]
fn halma_and_nerma() {
    for variant in [&HALMA, &NERMA] {
        check_halma(variant, &[40, 1_600, 85_440, 4_562_496]);
    }
}

#[test]
fn halma10() {
    check_halma(&HALMA_10, &[32, 1_024, 46_016, 2_067_884]);
}

#[test]
fn halma8() {
    check_halma(&HALMA_8, &[24, 576, 20_050, 700_034]);
}

#[test]
fn jarmo() {
    check(JarmoPosition::start(), &[11, 121, 1_452, 17_059, 206_926]);
}

#[test]
fn moon_placing() {
    check(MoonPosition::start(), &[24, 552, 12_144]);
}

#[test]
fn moon_after_placing_row_by_row() {
    let mut position = MoonPosition::start();
    for rank in (1..=5).rev() {
        for file in ["a", "b", "c", "d", "e"] {
            let square = format!("{file}{rank}");
            if square != "c3" {
                position.play_unchecked(square.parse().unwrap());
            }
        }
    }
    check(position, &[2, 7, 57, 295, 2_359, 16_893, 145_585]);
}
