//! What a link shows before anyone opens it: titles, descriptions and pictures.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use protocol::http::{CreateRoom, RoomCreated};
use protocol::{ComputerLevel, SidesChoice};
use tests::client::{Client, go_on, new_token};
use tests::database::Database;
use tests::http::{Api, room_of};
use tests::in_process::{Setup, TestServer};
use tests::process::Launch;
use tests::staged::Staged;
use tests::table::Table;
use tokio::task::JoinSet;

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
    // But for the modules: to find out that there is none, the page of a room asks for it.
    let told = |page: &str| page.lines().filter(|line| !line.contains("modulepreload")).collect::<Vec<_>>().join("\n");
    assert_eq!(told(&unknown.text.replace("zzzzzzzzzzzz", "what")), told(&nonsense.text));
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

#[tokio::test(flavor = "multi_thread")]
async fn many_previews_bring_no_room_into_memory() {
    let server = public_server().await;
    let api = Api::new(server.address());
    let mut paths = Vec::new();
    for _ in 0..60 {
        paths.push(open(&api, room_of("halma", new_token(), SidesChoice::First)).await.path);
    }
    let ask = |path: String| {
        let api = api.clone();
        async move { api.get(&path).await }
    };
    let asked: JoinSet<_> = paths.iter().chain(&paths).chain(&paths).cloned().map(ask).collect();
    let replies = asked.join_all().await;
    assert_eq!(replies.len(), 180);
    assert!(replies.iter().all(|reply| reply.status == 200 && reply.text.contains("/assets/app.js")));
    assert_eq!(api.health().await.rooms, 0);
    // However many ask, a room is soon told of again.
    tests::eventually("a preview tells of its room", async || {
        (title(&api.get(&paths[0]).await.text) == "Halma: an opponent is waiting · Sauterelle").then_some(())
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn a_page_does_not_wait_for_a_store_that_is_silent() {
    let setup = Setup::without_bounds().through(|store| Staged::new(store).without_glimpses());
    let server = TestServer::with(setup).await;
    let api = Api::new(server.address());
    let token = new_token();
    let room = open(&api, room_of("nerma", token, SidesChoice::First)).await;
    // One that waited for the store would have no answer at all.
    for _ in 0..5 {
        let page = api.get(&room.path).await.text;
        assert_eq!(title(&page), "Sauterelle");
        assert!(page.contains("/assets/app.js"), "the page itself works all the same: {page}");
    }
    Client::joined(server.address(), go_on(room.room, token)).await;
    server.stop().await;
}

#[tokio::test]
async fn a_game_that_is_over_is_told_with_its_result_and_its_last_position() {
    let server = public_server().await;
    let api = Api::new(server.address());
    let mut table = Table::open(server.address(), "halma").await;
    table.play_all(&["l2-l3", "a13-c11"]).await;
    table.host.resign().await.expect("a game can be given up");
    let room = api.get(&format!("/r/{}", table.room)).await.text;
    assert_eq!(title(&room), "Halma: the game is over · Sauterelle");
    assert!(!room.contains("waiting"), "{room}");
    let id = table.now().await.game.and_then(|game| game.result).expect("a result").id;
    let replay = api.get(&format!("/games/{id}")).await.text;
    assert_eq!(title(&replay), "A game of Halma · Sauterelle");
    assert!(replay.contains("Black won. Replay it move by move."), "{replay}");
    assert!(!replay.contains("noindex"), "{replay}");
    let picture = format!("/preview/en/games/{id}.png");
    assert!(replay.contains(&format!("content=\"{PUBLIC_URL}{picture}\"")), "{replay}");
    let png = api.get(&picture).await;
    assert_eq!(png.status, 200);
    assert_eq!(png.headers.get("content-type").map(|kind| kind.as_bytes()), Some(b"image/png".as_slice()));
    let start = api.get("/preview/en/halma.png").await;
    assert_ne!(png.headers["etag"], start.headers["etag"], "it shows another position than the start");
    server.stop().await;
}

#[tokio::test]
async fn no_page_tells_what_holds_a_seat() {
    let server = public_server().await;
    let table = Table::open(server.address(), "moon").await;
    let page = Api::new(server.address()).get(&format!("/r/{}", table.room)).await.text;
    for token in [table.host_token, table.guest_token] {
        let token = serde_json::to_string(&token).expect("a token is text");
        let token = token.trim_matches('"');
        assert!(!token.is_empty() && !page.contains(token), "{page}");
    }
    server.stop().await;
}

#[tokio::test]
async fn nothing_in_an_address_gets_into_the_page() {
    let server = public_server().await;
    let api = Api::new(server.address());
    let evil = "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    let room = open(&api, room_of("halma", new_token(), SidesChoice::Lot)).await.path;
    for path in [format!("/?lang={evil}"), format!("{room}?lang={evil}&{evil}={evil}"), format!("{room}?lang=%FF%FE")] {
        let page = api.get(&path).await.text;
        assert!(page.contains("/assets/app.js") && !page.contains("alert"), "{path}: {page}");
    }
    for path in [format!("/r/{evil}"), format!("/rules/{evil}"), format!("/stats/{evil}"), format!("/games/{evil}")] {
        let page = api.get(&path).await.text;
        assert!(page.contains("/assets/app.js"), "{path}: {page}");
        assert!(!page.contains("<script>") && !page.contains("</script>\""), "{path}: {page}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_page_that_has_not_changed_is_not_sent_again() {
    let server = public_server().await;
    let api = Api::new(server.address());
    let path = open(&api, room_of("nerma", new_token(), SidesChoice::First)).await.path;
    let first = api.get(&path).await;
    let tag = first.headers["etag"].to_str().expect("a tag is text").to_owned();
    let among_others = format!("\"other\", {tag}");
    for known in [tag.as_str(), among_others.as_str(), "*"] {
        assert_eq!(api.get_with(&path, &[("if-none-match", known)]).await.status, 304, "{known}");
    }
    let french = api.get_with(&path, &[("if-none-match", &tag), ("accept-language", "fr-CH, en;q=0.5")]).await;
    assert_eq!(french.status, 200, "in another language it is another page");
    assert!(french.text.contains("un adversaire attend"), "{}", french.text);
    server.stop().await;
}
