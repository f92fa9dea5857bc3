//! How long the answers take.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use server::{Config, SystemClock, store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// What is asked for, each with what it is called. Of statistics with days there is one with few whole months and many
/// single days.
const ANSWERS: [(&str, &str); 26] = [
    ("all games", "/api/stats"),
    ("all games, the computer", "/api/stats?opponent=computer"),
    ("all games, with days and clocks", "/api/stats?from=2024-01-02&to=2026-11-29&clocked=true"),
    ("one game", "/api/stats/halma"),
    ("one game, with clocks", "/api/stats/halma?clocked=true"),
    ("one game, the computer", "/api/stats/halma?opponent=computer"),
    ("one game, the computer at a level", "/api/stats/halma?opponent=computer&level=3"),
    ("one game, with days", "/api/stats/halma?from=2024-01-02&to=2026-11-29"),
    ("one game, the computer, with days", "/api/stats/jarmo?opponent=computer&from=2024-01-02&to=2026-11-29"),
    ("one game, two months without a whole one", "/api/stats/moon?from=2025-03-02&to=2025-04-29"),
    ("one game, one day", "/api/stats/nerma?from=2025-05-05&to=2025-05-05"),
    ("newest games", "/api/games"),
    ("a full page", "/api/games?limit=200"),
    ("of a game", "/api/games?game=halma"),
    ("far back", "/api/games?game=halma&after=1720000000000-zzzzzzzzzzzz"),
    ("by outcome", "/api/games?game=halma&outcome=draw"),
    ("by reason", "/api/games?reason=agreement"),
    ("by game and reason", "/api/games?game=jarmo&reason=time"),
    ("by opponent", "/api/games?opponent=computer&level=4"),
    ("by length", "/api/games?min_plies=195&clocked=true"),
    ("by day", "/api/games?game=moon&from=2024-06-01&to=2024-06-01"),
    ("by first move", "/api/games?game=halma&moves={move}"),
    ("by four first moves", "/api/games?game=halma&moves={moves}"),
    ("where hardly any fits", "/api/games?game=halma8&reason=no_moves&min_plies=199&opponent=computer&level=1"),
    ("where none fits", "/api/games?outcome=none&reason=time"),
    ("one, as a text", "/api/games/{id}/text"),
];

/// Measures all answers of a server on a database, and prints the table.
pub(crate) async fn print(url: &str, times: u32) {
    let store = store::open_with(url, store::Options { hints: false }).await.expect("the database can be used");
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("there is a free port");
    let address = listener.local_addr().expect("a bound listener has an address");
    let shutdown = CancellationToken::new();
    let serving =
        tokio::spawn(server::run(listener, store, Config::default(), Arc::new(SystemClock), shutdown.clone()));

    let client = reqwest::Client::new();
    let get = async |path: &str| {
        let begin = Instant::now();
        let answer = client.get(format!("http://{address}{path}")).send().await.expect("the server answers");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        let text = answer.text().await.expect("the answer has an end");
        (begin.elapsed(), text)
    };
    let (_, newest) = get("/api/games?game=halma&min_plies=4&limit=1").await;
    let newest: protocol::http::GamePage = serde_json::from_str(&newest).expect("a page of games");
    let game = newest.games.first().expect("there are games");
    let moves = game.opening.join(",").replace('*', "%2A");
    let first = game.opening.first().cloned().unwrap_or_default();

    println!();
    println!("| answer | request | bytes | median | slowest |");
    println!("|---|---|---|---|---|");
    let mut slowest_of_all = Duration::ZERO;
    for (name, path) in ANSWERS {
        let path = path.replace("{moves}", &moves).replace("{move}", &first).replace("{id}", game.id.as_str());
        let (_, text) = get(&path).await;
        let mut taken = Vec::new();
        for _ in 0..times {
            taken.push(get(&path).await.0);
        }
        taken.sort_unstable();
        let (median, slowest) = (taken[taken.len() / 2], taken[taken.len() - 1]);
        slowest_of_all = slowest_of_all.max(slowest);
        println!("| {name} | `{path}` | {} | {} | {} |", text.len(), milliseconds(median), milliseconds(slowest));
    }
    println!();
    println!("The slowest answer took {} ms.", milliseconds(slowest_of_all));
    shutdown.cancel();
    serving.await.expect("the server does not panic").expect("the server ends well");
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}
