//! The page as an app of one's own: what a browser wants of it before it offers to install it.

use serde_json::{Value, json};
use tests::http::Api;
use tests::in_process::TestServer;

use super::driver::Driver;
use super::window::{AT_A_LAPTOP, WITH_A_PHONE, Window};

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_finds_nothing_that_keeps_it_from_installing_the_page() {
    let server = TestServer::start().await;
    let driver = Driver::start().await;
    for (person, language, words) in [(AT_A_LAPTOP, "en", "No account"), (WITH_A_PHONE, "fr", "Sans compte")] {
        let window = Window::open(&driver, person).await;
        window.go(server.address(), "/").await;
        window.sees("button[type='submit']").await;
        let found = window.ask_browser("Page.getAppManifest", json!({})).await;
        assert_eq!(found["errors"], json!([]), "{found}");
        let manifest: Value = serde_json::from_str(found["data"].as_str().expect("a text")).expect("JSON");
        assert_eq!(manifest["lang"], json!(language));
        assert!(manifest["description"].as_str().is_some_and(|text| text.contains(words)), "{manifest}");
        let found = window.ask_browser("Page.getInstallabilityErrors", json!({})).await;
        assert_eq!(found["installabilityErrors"], json!([]), "{found}");
        window.close_without_errors().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn every_icon_of_the_manifest_is_there() {
    let server = TestServer::start().await;
    let api = Api::new(server.address());
    let reply = api.get("/manifest.webmanifest").await;
    let kind = reply.headers.get("content-type").map(|kind| kind.as_bytes());
    assert_eq!(kind, Some(b"application/manifest+json".as_slice()));
    let manifest: Value = reply.json();
    let icons = manifest["icons"].as_array().expect("icons");
    let of = |purpose: &str, size: &str| {
        icons.iter().any(|icon| icon["purpose"].as_str().unwrap_or("any") == purpose && icon["sizes"] == size)
    };
    assert!(of("any", "192x192") && of("any", "512x512") && of("maskable", "512x512"), "{manifest}");
    let paths = icons.iter().map(|icon| icon["src"].as_str().expect("an address"));
    for path in paths.chain(["/favicon.ico", "/assets/icons/apple-touch-180.png"]) {
        let reply = api.get(path).await;
        let kind = reply.headers.get("content-type").and_then(|kind| kind.to_str().ok());
        assert_eq!(reply.status, 200, "{path}");
        assert!(kind.is_some_and(|kind| kind.starts_with("image/")), "{path}: {kind:?}");
    }
    server.stop().await;
}
