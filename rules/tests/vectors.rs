//! Every recorded game and position in `tests/vectors`, in full.

mod vectors_check;

use std::fs;
use std::path::Path;

/// Checks the lines of a file that are about one of the games the crate has.
#[test]
fn every_line_agrees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut passed = 0;
    let mut failures = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for (number, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            match vectors_check::check_line(line) {
                Ok(()) => passed += 1,
                Err(found) => failures.push(format!("{}:{number}: {}", path.display(), found.join("\n  "))),
            }
        }
    }
    assert!(failures.is_empty(), "{passed} passed, {} failed\n{}", failures.len(), failures.join("\n"));
    assert!(passed >= 545, "only {passed} lines found");
}
