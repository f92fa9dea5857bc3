//! What a link shows before anyone opens it: titles, descriptions and pictures.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;

use protocol::http::{CreateRoom, RoomCreated};
use protocol::{ComputerLevel, SidesChoice};
use tests::client::new_token;
use tests::database::Database;
use tests::http::{Api, room_of};
use tests::in_process::{Setup, TestServer};
use tests::process::Launch;
use tests::table::Table;

const PUBLIC_URL: &str = "https://example.org";

async fn public_server() -> TestServer {
    let url = PUBLIC_URL.parse().expect("an address");
    TestServer::with(Setup::with(|config| config.public_url = Some(url))).await
}

async fn open(api: &Api, request: CreateRoom) -> RoomCreated {
    api.create(&request).await
}

fn title(html: &str) -> &str {
    html.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).expect("a title").0
}

#[tokio::test]
async fn a_rooms_link_invites_in_the_readers_language() {
    let server = public_server().await;
    let api = Api::new(server.address());
    let name = "<b>\"Léa\"</b>".parse().expect("a name");
    let room = open(&api, CreateRoom { name: Some(name), ..room_of("nerma", new_token(), SidesChoice::Lot) }).await;
    let english = api.get(&room.path).await.text;
    assert_eq!(title(&english), "Nerma: an opponent is waiting · Sauterelle");
    assert!(english.contains("&lt;b&gt;&quot;Léa&quot;&lt;/b&gt; invites you"), "{english}");
    assert!(!english.contains("<b>"), "{english}");
    assert!(english.contains("content=\"noindex\""), "{english}");
    assert!(english.contains("content=\"https://example.org/preview/en/nerma-waiting.png\""), "{english}");
    let french = api.get(&format!("{}?lang=fr", room.path)).await.text;
    assert_eq!(title(&french), "Nerma : un adversaire attend · Sauterelle");
    assert!(french.contains("<html lang=\"fr\">") && french.contains("vous invite"), "{french}");
    assert_eq!(api.health().await.rooms, 0, "no room is taken into memory for a preview");
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_is_taken_invites_nobody() {
    let server = public_server().await;
    let api = Api::new(server.address());
    let table = Table::open(server.address(), "halma").await;
    let running = api.get(&format!("/r/{}", table.room)).await.text;
    assert_eq!(title(&running), "Halma: a game is under way · Sauterelle");
    assert!(!running.contains("halma-waiting"), "{running}");
    let request = CreateRoom { computer: Some(ComputerLevel::MIN), ..room_of("moon", new_token(), SidesChoice::Lot) };
    let alone = open(&api, request).await;
    assert_eq!(title(&api.get(&alone.path).await.text), "The Man in the Moon against the computer · Sauterelle");
    server.stop().await;
}

#[tokio::test]
async fn where_there_are_no_names_none_is_told() {
    let database = std::sync::Arc::new(Database::temporary());
    let server = TestServer::on(&database, Setup::without_bounds()).await;
    let name = "Lea".parse().expect("a name");
    let request = CreateRoom { name: Some(name), ..room_of("nerma", new_token(), SidesChoice::Lot) };
    let room = open(&Api::new(server.address()), request).await;
    assert!(Api::new(server.address()).get(&room.path).await.text.contains("Lea invites you"));
    server.stop().await;
    let server = TestServer::on(&database, Setup::with(|config| config.no_names = true)).await;
    let page = Api::new(server.address()).get(&room.path).await.text;
    assert!(page.contains("Somebody invites you") && !page.contains("Lea"), "{page}");
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_is_not_there_looks_like_any_other_wrong_address() {
    let server = public_server().await;
    let api = Api::new(server.address());
    let (unknown, nonsense) = (api.get("/r/zzzzzzzzzzzz").await, api.get("/r/what").await);
    assert_eq!((unknown.status, nonsense.status), (200, 200));
    assert_eq!(unknown.text.replace("zzzzzzzzzzzz", "what"), nonsense.text);
    server.stop().await;
}

#[tokio::test]
async fn without_a_public_address_nothing_is_said_that_a_client_could_forge() {
    let server = TestServer::start().await;
    let address = server.address();
    let request = reqwest::Client::builder().no_proxy().build().expect("a client").get(format!("http://{address}/"));
    let page = request.header("host", "evil.example").header("x-forwarded-host", "evil.example").send().await;
    let page = page.expect("an answer").text().await.expect("a page");
    assert!(page.contains("og:title") && page.contains("og:description"), "{page}");
    assert!(!page.contains("evil.example") && !page.contains("og:image") && !page.contains("canonical"), "{page}");
    server.stop().await;
}

#[tokio::test]
async fn a_wrong_public_address_is_refused_at_the_start() {
    let database = Database::temporary();
    for wrong in ["example.org", "ftp://example.org", "https://example.org/halma"] {
        let refused = Launch::new(&database.url()).argument("--public-url", wrong).refused().await;
        let words = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{words}");
        assert!(words.contains("https://example.org") && words.contains("--public-url"), "{words}");
    }
}

#[tokio::test]
async fn pictures_are_kept_by_who_fetched_them() {
    let server = public_server().await;
    let address = server.address();
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let url = format!("http://{address}/preview/fr/jarmo-waiting.png");
    let first = client.get(&url).send().await.expect("an answer");
    assert_eq!(
        (first.status().as_u16(), &first.headers()["content-type"]),
        (200, &"image/png".parse().expect("a value"))
    );
    let tag = first.headers()["etag"].clone();
    assert!(first.bytes().await.expect("a file").starts_with(b"\x89PNG"));
    let again = client.get(&url).header("if-none-match", tag).send().await.expect("an answer");
    assert_eq!(again.status().as_u16(), 304);
    for path in ["/preview/de/jarmo.png", "/preview/fr/chess.png", "/preview/fr/games/zzzzzzzzzzzz.png"] {
        assert_eq!(Api::new(address).get(path).await.status, 404, "{path}");
    }
    server.stop().await;
}

/// The most that the first load of a page may cost, in bytes as they are sent to a browser that reads Brotli, as all do
/// over an encrypted connection.
const BUDGET: usize = 150_000;

/// What a text refers to within the site: what tags, style sheets and modules load.
fn references(path: &str, text: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut found = Vec::new();
    // Comments name modules for their types only.
    let is_code = |line: &&str| !line.trim_start().starts_with(['*', '/']);
    let text = &text.lines().filter(is_code).collect::<Vec<_>>().join("\n");
    let starts: &[(&str, char)] = match path.rsplit_once('.').map(|(_, kind)| kind) {
        Some("js") => &[("from '", '\''), ("import('", '\''), ("import '", '\''), ("src=\"/assets", '"')],
        Some("css") => &[("url('", '\'')],
        Some(_) => &[],
        None => &[
            ("stylesheet\" href=\"/", '"'),
            ("icon\" href=\"/assets/icon", '"'),
            ("preload\" href=\"/", '"'),
            ("src=\"/", '"'),
        ],
    };
    for (start, end) in starts {
        for rest in text.split(start).skip(1) {
            let name = rest.split(*end).next().unwrap_or_default();
            found.push(match start.rsplit_once("=\"") {
                Some((_, kept)) => format!("{kept}{name}"),
                None if name.starts_with('/') => name.to_owned(),
                None => name.split('/').fold(folder.to_owned(), |at, part| match part {
                    "." => at,
                    ".." => at.rsplit_once('/').map_or(String::new(), |(up, _)| up.to_owned()),
                    part => format!("{at}/{part}"),
                }),
            });
        }
    }
    found
}

#[tokio::test]
async fn the_first_load_of_a_page_is_small() {
    let server = TestServer::start().await;
    let address = server.address();
    let api = Api::new(address);
    let room = open(&api, room_of("halma", new_token(), SidesChoice::Lot)).await.path;
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    for (page, module) in [("/", "home"), (room.as_str(), "room"), ("/rules/halma", "rules")] {
        let mut sizes = BTreeMap::new();
        let mut ahead = vec![page.to_owned(), "/api/catalogue".to_owned()];
        while let Some(path) = ahead.pop() {
            // Of the pages, each loads its own only.
            let of_other = path.starts_with("/assets/pages/")
                && ["home", "room", "rules", "stats", "replay"]
                    .iter()
                    .any(|other| *other != module && path == format!("/assets/pages/{other}.js"));
            if of_other || sizes.contains_key(&path) {
                continue;
            }
            let sent = client
                .get(format!("http://{address}{path}"))
                .header("accept-encoding", "gzip, deflate, br")
                .send()
                .await;
            let sent = sent.expect("an answer");
            assert_eq!(sent.status().as_u16(), 200, "{path}");
            sizes.insert(path.clone(), sent.bytes().await.expect("a body").len());
            if path.ends_with(".js") || path.ends_with(".css") || path == page {
                let named = if path == page { "/" } else { &path };
                ahead.extend(references(named, &api.get(&path).await.text));
            }
        }
        let total: usize = sizes.values().sum();
        println!("{page}: {total} bytes in {} answers", sizes.len());
        assert!(sizes.contains_key(&format!("/assets/pages/{module}.js")), "{sizes:?}");
        assert!(total < BUDGET, "{page} costs {total} bytes: {sizes:#?}");
    }
    server.stop().await;
}
