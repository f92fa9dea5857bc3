//! Checks files of recorded games and positions: `cargo run --release -p rules --example vectors --
//! FILE...` prints every disagreement and a last line `N passed, M failed`.

#[path = "../tests/vectors_check/mod.rs"]
mod vectors_check;

use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let (mut passed, mut failed) = (0u64, 0u64);
    for file in env::args().skip(1) {
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                println!("{file}: {error}");
                failed += 1;
                continue;
            }
        };
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            match vectors_check::check_line(line) {
                Ok(()) => passed += 1,
                Err(found) => {
                    failed += 1;
                    println!("{file}:{number}: {}", found.join("\n  "));
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
