//! How much a browser has to fetch before it shows a page for the first time.

use std::collections::BTreeSet;

use protocol::SidesChoice;
use serde::Deserialize;
use serde_json::json;
use tests::client::new_token;
use tests::http::{Api, room_of};
use tests::in_process::TestServer;

use super::driver::Driver;
use super::window::{WITH_A_PHONE, Window};

/// The most bytes that a first load may take, as they come over the network: packed, without the headers.
const MOST: u64 = 150_000;

/// Something that a page fetched.
#[derive(Debug, Deserialize)]
struct Fetched {
    name: String,
    /// With its headers, as the browser reckons them; 0, if it came from its memory.
    transferred: u64,
    /// As it came.
    encoded: u64,
    /// Unpacked.
    decoded: u64,
}

/// What the page was told to fetch ahead, and what it has fetched once nothing more has come for half a second.
#[derive(Debug, Deserialize)]
struct FirstLoad {
    hints: BTreeSet<String>,
    fetched: Vec<Fetched>,
}

/// Tells it.
const FETCHED: &str = "const done = arguments[0]; \
    const all = () => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind)); \
    let before = -1; \
    const look = () => { \
        const entries = all(); \
        if (entries.length !== before) { before = entries.length; setTimeout(look, 500); return; } \
        done({ \
            hints: Array.from(document.querySelectorAll('link[rel=modulepreload]'), (link) => link.href), \
            fetched: entries.map((entry) => ({ name: entry.name, transferred: entry.transferSize, \
                encoded: entry.encodedBodySize, decoded: entry.decodedBodySize })), \
        }); \
    }; \
    look();";

#[tokio::test(flavor = "multi_thread")]
async fn a_first_load_takes_less_than_150_kilobytes() {
    let server = TestServer::start().await;
    let address = server.address();
    let origin = format!("http://{address}/");
    let driver = Driver::start().await;
    let room = Api::new(address).create(&room_of("nerma", new_token(), SidesChoice::First)).await.path;
    let mut figures = Vec::new();
    for (page, path, shown) in [
        ("the start page", "/", "button[type='submit']"),
        ("a room", room.as_str(), ".table .board .man"),
        ("a rules page", "/rules/halma", ".reading .board .man"),
    ] {
        let mut sizes = Vec::new();
        // Browsers read Brotli on this machine and where the connection is encrypted, elsewhere gzip only.
        for coding in ["br", "gzip"] {
            // A new window has nothing in its memory.
            let window = Window::open(&driver, WITH_A_PHONE).await;
            window.ask_browser("Network.enable", json!({})).await;
            let headers = json!({ "headers": { "Accept-Encoding": coding } });
            window.ask_browser("Network.setExtraHTTPHeaders", headers).await;
            window.go(address, path).await;
            window.sees(shown).await;
            let FirstLoad { hints, fetched } = window.run_async(FETCHED).await;
            let elsewhere: Vec<_> = fetched.iter().filter(|one| !one.name.starts_with(&origin)).collect();
            assert!(elsewhere.is_empty(), "{elsewhere:?}");

            // Modules are told of before they are asked for, and of the texts only those of the reader's language are.
            let modules: BTreeSet<_> =
                fetched.iter().map(|one| &one.name).filter(|name| name.ends_with(".js")).collect();
            assert!(modules.len() > 30, "{page} was not loaded: {modules:?}");
            let late: Vec<_> = modules.iter().filter(|name| !hints.contains(**name)).collect();
            assert!(late.iter().all(|name| name.contains("/vendor/lean-qr/")), "{page} finds out late: {late:?}");
            assert!(modules.iter().any(|name| name.ends_with("/i18n/fr.js")), "{modules:?}");
            assert!(!modules.iter().any(|name| name.ends_with("/i18n/en.js")), "{modules:?}");

            let came: Vec<_> = fetched.iter().filter(|one| one.transferred > 0).collect();
            let names: BTreeSet<_> = came.iter().map(|one| &one.name).collect();
            let missing: Vec<_> = fetched.iter().filter(|one| !names.contains(&one.name)).collect();
            assert!(missing.is_empty(), "what came from the browser's memory does not count: {missing:?}");
            let sum = |part: fn(&Fetched) -> u64| came.iter().map(|one| part(one)).sum::<u64>();
            let bytes = sum(|one| one.encoded);
            let figure = format!(
                "{page}, {coding}: {bytes} bytes in {} answers, {} with headers, {} unpacked",
                came.len(),
                sum(|one| one.transferred),
                sum(|one| one.decoded)
            );
            println!("{figure}");
            figures.push((figure, bytes));
            sizes.push(bytes);
            window.close_without_errors().await;
        }
        assert!(sizes[0] < sizes[1], "each was packed in its own way: {figures:#?}");
    }
    assert!(figures.iter().all(|(_, bytes)| *bytes < MOST), "{figures:#?}");
    server.stop().await;
}
