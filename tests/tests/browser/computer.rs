//! A person who plays the computer, all alone.

use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;

use engine::{History, Level, Limits, Searcher};
use protocol::http::{CreateRoom, RoomCreated};
use protocol::{Abort, ClientMessage, ComputerLevel, ErrorBody, ErrorCode, RoomId, Seat, SidesChoice, Snapshot};
use rules::Move;
use tests::client::{Client, go_on, new_id, new_token};
use tests::http::{Api, room_of};
use tests::in_process::{Setup, TestServer};
use tests::{eventually, table};

use super::accessibility::{broken_rules, rules_broken_now};
use super::driver::Driver;
use super::hand::Hand;
use super::scene::{after_moves, make_chosen_room};
use super::window::{AT_A_LAPTOP, Person, WITH_A_PHONE, Window};

/// Somebody with a small phone, who reads French.
const WITH_A_SMALL_PHONE: Person = Person { width: 360, height: 640, ..WITH_A_PHONE };

/// Chooses a game against the computer on the start page.
async fn choose(person: &Window, server: SocketAddr, game: &str, level: u8, hand: Hand) {
    person.go(server, "/").await;
    for (name, value) in [("game", game), ("opponent", "computer"), ("level", &level.to_string()), ("sides", "first")] {
        hand.press(person, &format!("input[name='{name}'][value='{value}']")).await;
    }
}

/// Waits until more moves were made than these, and it is the host's turn or the game is over.
async fn until_my_turn(server: SocketAddr, room: RoomId, moves: usize) -> Snapshot {
    eventually("the computer has moved", async || {
        let now = table::now(server, room).await;
        let game = now.game.as_ref()?;
        let is_mine = now.to_move.is_some_and(|side| *game.sides.get(side) == Seat::Host);
        (game.result.is_some() || is_mine && game.moves.len() > moves).then_some(now)
    })
    .await
}

/// A good move in a game.
fn good_move(room: &Snapshot) -> String {
    let game = room.game.as_ref().expect("a game was started");
    let moves = game.moves.iter().map(|text| text.parse::<Move>().expect("a move"));
    let (position, history) = History::replay(&rules::game(&game.game).expect("a game").start(), moves);
    let limits = Limits { stop: Some(&AtomicBool::new(false)), ..Limits::default() };
    let style = Level::new(3).expect("a level").style();
    Searcher::new().search(&position, &history, &limits, &style, 1).expect("there is a move").mv.to_string()
}

/// Plays until the game is over.
async fn play_to_the_end(person: &Window, server: SocketAddr, room: RoomId, hand: Hand) -> Snapshot {
    let mut now = table::now(server, room).await;
    loop {
        person.shows(&now).await;
        if now.game.as_ref().is_some_and(|game| game.result.is_some()) {
            return now;
        }
        let moves = now.game.as_ref().map_or(0, |game| game.moves.len());
        hand.play(person, moves, &good_move(&now)).await;
        now = until_my_turn(server, room, moves).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_with_a_few_taps() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let person = Window::open(&driver, AT_A_LAPTOP).await;
    choose(&person, address, "jarmo", 1, Hand::Mouse).await;
    person.reads("button[type='submit']", "Play the computer").await;
    person.misses("input[name='name']").await;
    person.picture("home-computer").await;
    let mut broken = broken_rules(&person, "choosing the computer").await;

    // The game has begun, with nobody to invite and nobody to talk to.
    let room = make_chosen_room(&person, Hand::Mouse).await;
    person.reads(".headline", "Your turn").await;
    person.reads(".player[data-side='second'] .who", "Computer, level 1").await;
    for absent in [".invitation", ".talk", "[data-action='notify']", ".player[data-side='second'] .presence"] {
        person.misses(absent).await;
    }
    let over = play_to_the_end(&person, address, room, Hand::Mouse).await;
    let result = over.game.and_then(|game| game.result).expect("a result");
    person.sees(".result h2").await;
    person.says(".series .score", "The computer").await;
    person.picture("computer-over").await;
    broken += &broken_rules(&person, "a game against the computer that is over").await;

    // It can be gone through, and says against whom it was.
    person.click(".result a[href^='/games/']").await;
    person.reads(".replay .opponent", "Black: computer, level 1").await;
    assert_eq!(person.path().await, format!("/games/{}", result.id));

    // It is counted apart.
    person.go(address, "/stats/jarmo").await;
    person.sees(".figures .none").await;
    person.click(".opponents a[href='/stats/jarmo?opponent=computer']").await;
    person.reads(".figures tfoot td", "1").await;
    person.click(".opponents a[href='/stats/jarmo?opponent=computer&level=2']").await;
    person.sees(".figures .none").await;
    person.click(".opponents a[href='/stats/jarmo?opponent=computer&level=1']").await;
    person.reads(".figures tfoot td", "1").await;
    broken += &broken_rules(&person, "the statistics of games against the computer").await;
    person.go_back().await;
    person.sees(".figures .none").await;

    person.click(".brand").await;
    person.says(".my-rooms li", "against the computer, level 1").await;
    person.close_without_errors().await;
    server.stop().await;
    assert!(broken.is_empty(), "{broken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_with_the_keyboard_alone() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let person = Window::open(&driver, AT_A_LAPTOP).await;
    choose(&person, address, "jarmo", 1, Hand::Keys).await;
    let room = make_chosen_room(&person, Hand::Keys).await;
    person.reads(".player[data-side='second'] .who", "Computer, level 1").await;
    play_to_the_end(&person, address, room, Hand::Keys).await;
    person.sees(".result h2").await;

    // Once more, a level higher.
    Hand::Keys.press(&person, ".other-levels [data-level='2']").await;
    person.reads(".player[data-side='second'] .who", "Computer, level 2").await;
    person.reads(".headline", "Your turn").await;
    person.close_without_errors().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_takes_back_answers_offers_and_plays_again() {
    let server = TestServer::start().await;
    let address = server.address();
    let driver = Driver::start().await;
    let person = Window::open(&driver, WITH_A_SMALL_PHONE).await;
    choose(&person, address, "halma", 2, Hand::Finger).await;
    let fits = "return document.documentElement.scrollWidth <= innerWidth";
    assert!(person.run::<bool>(fits).await, "nothing sticks out of the start page");
    person.picture("home-computer").await;
    let room = make_chosen_room(&person, Hand::Mouse).await;
    person.reads(".player[data-side='second'] .who", "Ordinateur, niveau 2").await;
    let name = "const name = document.querySelector('.player[data-side=\"second\"] .who bdi'); \
                return name.scrollWidth <= name.clientWidth || getComputedStyle(name).overflow === 'visible'";
    assert!(person.run::<bool>(name).await, "the level can be read");
    assert!(person.run::<bool>(fits).await, "nothing sticks out of the room");

    // Its answer and one's own move are taken back, at once.
    person.play("l2", "l3").await;
    let two = after_moves(address, room, 2).await;
    person.shows(&two).await;
    person.picture("computer-playing").await;
    person.reads("[data-action='take-back']", "Reprendre le coup").await;
    person.click("[data-action='take-back']").await;
    person.reads(".news", "Un coup a été repris.").await;
    person.shows(&after_moves(address, room, 0).await).await;
    person.misses(".offer").await;

    // A draw is declined in words.
    person.play("l2", "l3").await;
    person.shows(&after_moves(address, room, 2).await).await;
    person.click("[data-action='draw']").await;
    person.reads(".news", "L’ordinateur ne veut pas de la nulle.").await;

    // Again, with sides swapped; and then somewhat harder, in another room.
    person.click("[data-action='resign']").await;
    person.click("[data-action='confirm-resign']").await;
    person.reads(".result h2", "Vous perdez").await;
    person.reads("[data-action='rematch']", "Revanche").await;
    person.click("[data-action='rematch']").await;
    person.shows(&after_moves(address, room, 1).await).await;
    person.reads(".player[data-side='first'] .who", "Ordinateur, niveau 2").await;
    person.click("[data-action='abort']").await;
    person.click("[data-action='confirm-abort']").await;
    person.click(".other-levels [data-level='3']").await;
    person.reads(".player[data-side='second'] .who", "Ordinateur, niveau 3").await;
    assert_ne!(person.path().await, format!("/r/{room}"));
    person.reads(".headline", "À vous de jouer").await;

    // The level is remembered.
    person.go(address, "/?opponent=computer&game=moon").await;
    person.sees("input[name='level'][value='2']:checked").await;
    person.close_without_errors().await;
    server.stop().await;
}

/// Games against the computer that keep it busy, as many as the server lets be made.
async fn keep_busy(server: SocketAddr) -> Vec<Client> {
    let mut clients = Vec::new();
    loop {
        let token = new_token();
        let level = ComputerLevel::MAX;
        let request = CreateRoom { computer: Some(level), ..room_of("halma", token, SidesChoice::Second) };
        let body = serde_json::to_string(&request).expect("JSON");
        let reply = Api::new(server).post("/api/rooms", &body).await.expect("an answer");
        if reply.status != 201 {
            assert_eq!(reply.json::<ErrorBody>().code, ErrorCode::ComputerBusy);
            return clients;
        }
        let room = reply.json::<RoomCreated>().room;
        clients.push(Client::joined(server, go_on(room, token)).await);
        assert!(clients.len() < 100, "somewhere is an end");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_finds_it_busy_waits_and_sees_it_think() {
    let server = TestServer::with(Setup::with(|config| config.computer_threads = Some(1))).await;
    let address = server.address();
    let driver = Driver::start().await;
    let person = Window::open(&driver, AT_A_LAPTOP).await;
    choose(&person, address, "halma", 5, Hand::Mouse).await;
    let others = keep_busy(address).await;
    person.click("button[type='submit']").await;
    person.says(".notice", "The computer is busy with other games.").await;
    person.picture("home-computer-busy").await;

    // The page asks again by itself.
    person.reads(".headline", "Your turn").await;
    let path = person.path().await;
    let room: RoomId = path.strip_prefix("/r/").and_then(|room| room.parse().ok()).expect("a room");

    // Its move waits in line with those of the others. Meanwhile the page may be loaded again.
    person.play("l2", "l3").await;
    person.reads(".headline", "The computer is thinking").await;
    person.sees(".player[data-side='second'] .turn.thinking").await;
    person.reload().await;
    person.reads(".headline", "The computer is thinking").await;
    assert_eq!(table::now(address, room).await.game.expect("a game").moves.len(), 1);
    // Its sign moves all the time.
    let broken = rules_broken_now(&person, "a computer that thinks").await;
    for mut other in others {
        let abort = Abort { id: Some(new_id()), game: 1 };
        // Those in which both have moved can no longer be aborted, and the computer is not to move there.
        let _ = other.call(&ClientMessage::Abort(abort)).await;
    }
    let two = after_moves(address, room, 2).await;
    person.shows(&two).await;
    person.reads(".headline", "Your turn").await;
    // The browser notes the refusal, as it notes every one.
    assert_eq!(person.errors(|message| message.contains("/api/rooms")).await, Vec::<String>::new());
    person.close().await;
    server.stop().await;
    assert!(broken.is_empty(), "{broken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_computer_does_not_play_it_is_not_offered() {
    let server = TestServer::with(Setup::with(|config| config.computer_threads = Some(0))).await;
    let driver = Driver::start().await;
    let person = Window::open(&driver, AT_A_LAPTOP).await;
    person.go(server.address(), "/?opponent=computer").await;
    person.sees("input[name='opponent'][value='link']:checked").await;
    person.misses("input[name='opponent'][value='computer']").await;
    person.close_without_errors().await;
    server.stop().await;
}
