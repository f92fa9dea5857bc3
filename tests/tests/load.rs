//! The load tool against a server: it plays, measures, and says so in a form that scripts can read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::process::{Output, Stdio};

use serde_json::{Value, json};
use tests::in_process::TestServer;
use tokio::process::Command;

async fn load(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_load"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null()).kill_on_drop(true);
    tokio::time::timeout(tests::PATIENCE, command.output()).await.expect("it ends").expect("it runs")
}

fn number(report: &Value, pointer: &str) -> f64 {
    report.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("no {pointer} in {report}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn measures_as_fast_as_it_can() {
    let server = TestServer::start().await;
    let url = format!("http://{}", server.address());
    let output = load(&format!("--url {url} --rooms 3 --seconds 1 --warm-up 0 --idle 4 --baseline --json")).await;
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(number(&report, "/moves") > 10.0, "{report}");
    assert!(number(&report, "/moves_per_second") > 10.0, "{report}");
    assert!(number(&report, "/move_to_opponent_us/p50") > 0.0, "{report}");
    assert!(number(&report, "/server/memory_bytes") > 0.0, "{report}");
    assert!(number(&report, "/baseline/messages_per_second") > 0.0, "{report}");
    assert!(number(&report, "/ratio") > 0.0, "{report}");
    assert_eq!(report["idle"]["connections"], json!(4));
    assert_eq!(report["errors"], json!({}));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_a_rate() {
    let server = TestServer::start().await;
    let url = format!("http://{}", server.address());
    let output = load(&format!("--url {url} --rooms 5 --seconds 2 --rate 50 --json")).await;
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let moves = number(&report, "/moves_per_second");
    assert!((25.0..=60.0).contains(&moves), "{report}");
    server.stop().await;
}

#[tokio::test]
async fn says_why_it_cannot_measure() {
    // Nobody listens on the port of TCP's discard service here.
    let output = load("--url http://127.0.0.1:9 --rooms 1").await;
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("load: "), "{output:?}");
}
