//! What is said in a room, who hears it, and what people are called.

use protocol::{Channel, ChatLine, ErrorCode, ServerMessage, Speaker};
use server::room::Action;
use server::rooms::{RoomsConfig, Wish};
use server::store::{self, AsideStore};
use tokio::time::Instant;
use uuid::Uuid;

use super::table::{GUEST, HOST, MINUTE, ROOM, SECOND, Socket, Table, joining, pass, settle, setup};
use crate::memory::MemoryStore;
use crate::promises::room;

use Channel::{Players, Watchers};

/// What was said, as far as a client knows.
fn texts(socket: &mut Socket) -> Vec<String> {
    socket.seen().said.iter().map(|line| line.text.as_str().to_owned()).collect()
}

fn numbers(lines: &[ChatLine]) -> Vec<(Channel, u64)> {
    lines.iter().map(|line| (line.channel, line.n)).collect()
}

/// Somebody of this name.
async fn named(table: &Table, token: Option<u128>, name: &str) -> Socket {
    let mut socket = table.socket(room(ROOM), joining(token, Some(name)));
    socket.answer().await.unwrap();
    settle().await;
    socket
}

fn called(name: &str) -> Wish {
    Wish::Name(Some(name.parse().unwrap()))
}

fn names(socket: &mut Socket) -> (Option<String>, Option<String>) {
    let names = socket.seen().names.clone();
    let text = |name: Option<protocol::DisplayName>| name.map(|name| name.as_str().to_owned());
    (text(names.host), text(names.guest))
}

#[tokio::test(start_paused = true)]
async fn during_the_game_players_and_watchers_are_apart() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    let mut watchers = [named(&table, None, "Eve").await, table.come(None).await];
    host.say(Players, "Bonjour").await.unwrap();
    guest.say(Players, "Hello").await.unwrap();
    watchers[0].say(Watchers, "l2-l3!").await.unwrap();
    watchers[1].say(Watchers, "No").await.unwrap();
    assert_eq!(watchers[0].say(Players, "l2-l3!").await, Err(ErrorCode::WrongChannel));
    assert_eq!(host.say(Watchers, "What?").await, Err(ErrorCode::WrongChannel));
    settle().await;
    for player in [&mut host, &mut guest] {
        assert_eq!(texts(player), ["Bonjour", "Hello"]);
    }
    for watcher in &mut watchers {
        assert_eq!(texts(watcher), ["l2-l3!", "No"]);
    }
    let said = &watchers[1].seen().said;
    assert_eq!(numbers(said), [(Watchers, 1), (Watchers, 2)]);
    assert_eq!(said.iter().map(|line| line.from).collect::<Vec<_>>(), [Speaker::Watcher; 2]);
    assert_eq!(said[0].name.as_ref().map(protocol::DisplayName::as_str), Some("Eve"));
    assert_eq!(said[1].name, None);
    assert_eq!(host.seen().said.iter().map(|line| line.from).collect::<Vec<_>>(), [Speaker::Host, Speaker::Guest]);

    // Whoever comes now is told the same.
    for (token, heard) in [(Some(HOST), ["Bonjour", "Hello"]), (None, ["l2-l3!", "No"])] {
        let (_, snapshot, _) = table.join(token).await;
        let chat = snapshot.chat.unwrap();
        assert_eq!(chat.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), heard);
    }
    // And whoever joins again as somebody else hears as that from now on.
    let mut turncoat = watchers.into_iter().next().unwrap();
    turncoat.ask(Wish::Join(joining(Some(GUEST), None))).await.unwrap();
    assert_eq!(texts(&mut turncoat), ["Bonjour", "Hello"]);
    table.come(None).await.say(Watchers, "Psst").await.unwrap();
    settle().await;
    assert_eq!(texts(&mut turncoat), ["Bonjour", "Hello"]);
}

#[tokio::test(start_paused = true)]
async fn before_and_after_the_game_the_players_hear_the_watchers() {
    let table = Table::new().await;
    let mut host = table.come(Some(HOST)).await;
    let mut watcher = table.come(None).await;
    host.say(Watchers, "Who plays?").await.unwrap();
    watcher.say(Watchers, "Not me").await.unwrap();
    settle().await;
    assert_eq!((texts(&mut host), texts(&mut watcher)), (vec!["Who plays?".into(), "Not me".into()], texts(&mut host)));

    let mut guest = table.come(Some(GUEST)).await;
    assert_eq!(texts(&mut guest), [""; 0], "the game has begun");
    watcher.say(Watchers, "l2-l3!").await.unwrap();
    host.say(Players, "Shall we?").await.unwrap();
    settle().await;
    assert_eq!(texts(&mut host), ["Who plays?", "Not me", "Shall we?"]);
    guest.act(Action::Abort { game: 1 }).await.unwrap();
    settle().await;
    // What was said meanwhile is told when the game is over; by channel and number a client knows what it has.
    assert_eq!(numbers(&guest.seen().said), [(Players, 1), (Watchers, 1), (Watchers, 2), (Watchers, 3)]);
    assert!(numbers(&host.seen().said).contains(&(Watchers, 3)));
    assert!(!numbers(&watcher.seen().said).contains(&(Players, 1)));
    guest.say(Watchers, "Thank you").await.unwrap();
    settle().await;
    for socket in [&mut host, &mut guest, &mut watcher] {
        assert_eq!(texts(socket).last().unwrap(), "Thank you");
    }

    let offer = host.offer(protocol::OfferKind::Rematch).await.unwrap();
    guest.accept(offer).await.unwrap();
    watcher.say(Watchers, "Again").await.unwrap();
    settle().await;
    assert_eq!(texts(&mut host).last().unwrap(), "Thank you");
    assert_eq!(host.say(Watchers, "?").await, Err(ErrorCode::WrongChannel));
}

#[tokio::test(start_paused = true)]
async fn what_a_player_says_again_under_the_same_id_is_said_once() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    let wish = || Wish::Chat { channel: Players, text: "Bonjour".parse().unwrap() };
    for _ in 0..2 {
        host.wish("t1", wish());
        assert!(host.answer().await.is_ok());
    }
    // The other player's ids are others.
    guest.wish("t1", wish());
    assert!(guest.answer().await.is_ok());
    assert_eq!(numbers(&guest.seen().said), [(Players, 1), (Players, 2)]);
}

#[tokio::test(start_paused = true)]
async fn the_snapshot_holds_the_last_fifty_lines() {
    let table = Table::new().await;
    for n in 1..=60 {
        let line = store::ChatLine {
            id: Uuid::new_v4(),
            channel: Watchers,
            from: None,
            name: None,
            text: format!("line {n}"),
            time: table.now(),
        };
        table.store.say(room(ROOM), &line).await.unwrap();
    }
    let (_, snapshot, _) = table.join(None).await;
    let chat = snapshot.chat.unwrap();
    assert_eq!(numbers(&chat), (11..=60).map(|n| (Watchers, n)).collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn nobody_can_say_very_much_at_once() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    let mut watcher = table.come(None).await;
    let mut refusals = 0;
    for n in 0..100 {
        host.send(Wish::Chat { channel: Players, text: format!("line {n}").parse().unwrap() });
        match host.until_answered().await.pop() {
            Some(ServerMessage::Okay(_)) => {}
            Some(ServerMessage::Error(error)) => {
                assert!(n >= 10, "ten lines at once are allowed");
                assert_eq!(error.code, ErrorCode::TooManyMessages);
                assert!((1..=2).contains(&error.retry_after.unwrap()), "{error:?}");
                refusals += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(refusals > 0);
    // That is no matter of the others'.
    assert!(guest.say(Players, "Easy!").await.is_ok());
    assert!(watcher.say(Watchers, "Easy!").await.is_ok());
    assert!(host.play_on("l2-l3").await.is_ok(), "nor of the game");
}

#[tokio::test(start_paused = true)]
async fn names_are_shown_and_kept() {
    let table = Table::new().await;
    let mut host = named(&table, Some(HOST), "Ada").await;
    let mut watcher = named(&table, None, "Eve").await;
    assert_eq!(names(&mut host), (Some("Ada".into()), None));
    assert_eq!(names(&mut watcher), (Some("Ada".into()), None));
    let mut guest = table.come(Some(GUEST)).await;
    guest.ask(called("李雷")).await.unwrap();
    settle().await;
    for socket in [&mut host, &mut guest, &mut watcher] {
        assert_eq!(names(socket), (Some("Ada".into()), Some("李雷".into())));
    }
    // A join without a name leaves it as it is, and what was said keeps the name it was said under.
    host.say(Players, "Bonjour").await.unwrap();
    host.ask(Wish::Name(None)).await.unwrap();
    guest.ask(Wish::Join(joining(Some(GUEST), None))).await.unwrap();
    settle().await;
    assert_eq!(names(&mut guest), (None, Some("李雷".into())));
    assert_eq!(guest.seen().said[0].name.as_ref().unwrap().as_str(), "Ada");

    // A watcher's name is known by what the watcher says, and by nothing else.
    watcher.ask(called("Mallory")).await.unwrap();
    watcher.say(Watchers, "Hm").await.unwrap();
    settle().await;
    assert_eq!(watcher.seen().said[0].name.as_ref().unwrap().as_str(), "Mallory");
    for socket in [host, guest, watcher] {
        socket.leave().await;
    }
    pass(2 * MINUTE).await;
    assert_eq!(table.rooms.count(), 0);
    let mut later = table.come(None).await;
    assert_eq!(names(&mut later), (None, Some("李雷".into())));
}

#[tokio::test(start_paused = true)]
async fn names_and_talk_go_from_server_to_server() {
    for (store, soon) in [(MemoryStore::hinting(), 200), (MemoryStore::shared(), 2500)] {
        let table = Table::with(store).await;
        let other = Table::beside(&table);
        let mut host = table.come(Some(HOST)).await;
        let mut guest = other.come(Some(GUEST)).await;
        let mut watchers = [table.come(None).await, other.come(None).await];
        pass(3 * SECOND).await;
        host.say(Players, "one").await.unwrap();
        host.ask(called("Ada")).await.unwrap();
        pass(soon).await;
        assert_eq!((texts(&mut guest), names(&mut guest)), (vec!["one".into()], (Some("Ada".into()), None)));
        guest.ask(called("Bob")).await.unwrap();
        // Both talk at the same time: each server knows lines that the other does not.
        for n in 0..3 {
            let (here, there) = (format!("here {n}"), format!("there {n}"));
            host.say(Players, &here).await.unwrap();
            guest.say(Players, &there).await.unwrap();
            watchers[0].say(Watchers, &here).await.unwrap();
            watchers[1].say(Watchers, &there).await.unwrap();
        }
        pass(soon).await;
        for socket in [&mut host, &mut guest] {
            assert_eq!(numbers(&socket.seen().said), (1..=7).map(|n| (Players, n)).collect::<Vec<_>>());
            assert_eq!(names(socket), (Some("Ada".into()), Some("Bob".into())));
        }
        let [here, there] = &mut watchers;
        assert_eq!(numbers(&here.seen().said), (1..=6).map(|n| (Watchers, n)).collect::<Vec<_>>());
        assert_eq!(here.seen().said, there.seen().said);
        assert_eq!(host.seen().said, guest.seen().said);
        let (_, snapshot, _) = other.join(Some(HOST)).await;
        assert_eq!(snapshot.chat.as_ref(), Some(&guest.seen().said));
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_said_while_a_server_missed_much_is_caught_up_with() {
    let table = Table::with(MemoryStore::shared()).await;
    let other = Table::beside(&table);
    let mut host = table.come(Some(HOST)).await;
    let mut guest = other.come(Some(GUEST)).await;
    pass(3 * SECOND).await;
    other.store.set_answers(false);
    for n in 0..5 {
        host.say(Players, &format!("line {n}")).await.unwrap();
    }
    pass(20 * SECOND).await;
    assert_eq!(texts(&mut guest), [""; 0]);
    other.store.set_answers(true);
    pass(5 * SECOND).await;
    assert_eq!(texts(&mut guest).len(), 5);
}

#[tokio::test(start_paused = true)]
async fn whoever_talks_while_the_store_is_away_is_told_so_in_time() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    let mut watchers = [table.come(None).await, table.come(None).await];
    table.store.set_answers(false);
    let began = Instant::now();
    host.send(Wish::Chat { channel: Players, text: "Bonjour".parse().unwrap() });
    guest.send(called("Bob"));
    for watcher in &mut watchers {
        watcher.send(Wish::Chat { channel: Watchers, text: "Hm".parse().unwrap() });
    }
    let [one, two] = &mut watchers;
    for socket in [&mut host, &mut guest, one, two] {
        assert_eq!(socket.answer().await, Err(ErrorCode::StoreUnavailable));
        assert_eq!(began.elapsed().as_secs(), 5, "all have waited equally long");
    }
    table.store.set_answers(true);
    assert!(host.say(Players, "Bonjour").await.is_ok());
    pass(SECOND).await;
    assert!(texts(&mut guest).contains(&"Bonjour".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_server_can_do_without_names_and_talk() {
    let config = RoomsConfig { chat: false, names: false, ..RoomsConfig::default() };
    let table = Table::configured(MemoryStore::new(), &setup(None), config).await;
    let mut host = named(&table, Some(HOST), "Ada").await;
    let (mut watcher, snapshot, _) = table.join(None).await;
    assert_eq!((snapshot.chat, snapshot.names.host), (None, None));
    assert_eq!(host.say(Players, "?").await, Err(ErrorCode::ChatOff));
    assert_eq!(watcher.say(Watchers, "?").await, Err(ErrorCode::ChatOff));
    assert_eq!(host.ask(called("Ada")).await, Err(ErrorCode::NamesOff));
    assert_eq!(watcher.ask(called("Eve")).await, Err(ErrorCode::NamesOff));
    assert_eq!(names(&mut host), (None, None));
}
