//! Who is there, apart from the life of any one socket.

use protocol::{ErrorCode, OfferKind, PerSeat, ServerMessage, Timestamp};
use server::room::Action;
use server::rooms::Wish;

use super::table::{GUEST, HOST, MINUTE, SECOND, Socket, Table, here, joining, pass, settle};
use crate::memory::MemoryStore;

/// How often a socket was told who is there.
fn tellings(socket: &mut Socket) -> usize {
    socket.received().iter().filter(|message| matches!(message, ServerMessage::Presence(_))).count()
}

fn since(socket: &mut Socket) -> PerSeat<Option<Timestamp>> {
    let presence = socket.seen().presence;
    PerSeat { host: presence.host.since, guest: presence.guest.since }
}

#[tokio::test(start_paused = true)]
async fn coming_and_going_are_told_at_once() {
    let table = Table::new().await;
    let mut host = table.come(Some(HOST)).await;
    let came = table.now();
    assert_eq!((here(host.seen().presence), since(&mut host).host), ((true, false), Some(came)));
    assert_eq!(since(&mut host).guest, None, "never seen");
    pass(MINUTE).await;
    let guest = table.come(Some(GUEST)).await;
    settle().await;
    assert_eq!(here(host.seen().presence), (true, true));
    pass(MINUTE).await;
    let left = table.now();
    guest.leave().await;
    assert_eq!((here(host.seen().presence), since(&mut host).guest), ((true, false), Some(left)));
    assert_eq!(since(&mut host).host, Some(came));
}

#[tokio::test(start_paused = true)]
async fn several_tabs_are_one_player() {
    let table = Table::new().await;
    let (mut host, guest) = table.players().await;
    let tabs = [table.come(Some(GUEST)).await, table.come(Some(GUEST)).await];
    for tab in tabs {
        tab.leave().await;
    }
    pass(2 * SECOND).await;
    assert_eq!(tellings(&mut host), 0, "nothing has changed");
    // The tab is in the room as somebody else now: the player has gone.
    let mut guest = guest;
    guest.ask(Wish::Join(joining(None, None))).await.unwrap();
    pass(2 * SECOND).await;
    assert_eq!((here(host.seen().presence), host.seen().presence.watchers), ((true, false), 1));
}

#[tokio::test(start_paused = true)]
async fn the_number_of_watchers_is_told_at_most_once_a_second() {
    let table = Table::new().await;
    let (mut host, _guest) = table.players().await;
    let mut watchers = Vec::new();
    for _ in 0..30 {
        watchers.push(table.come(None).await);
        pass(10).await;
    }
    pass(2 * SECOND).await;
    assert_eq!(host.seen().presence.watchers, 30);
    assert!(tellings(&mut host) <= 2);
    let (_, snapshot, _) = table.join(None).await;
    assert_eq!(snapshot.presence.watchers, 31);
    for watcher in watchers {
        watcher.leave().await;
    }
    pass(2 * SECOND).await;
    assert_eq!(host.seen().presence.watchers, 1);
    assert!(tellings(&mut host) <= 2);
}

#[tokio::test(start_paused = true)]
async fn the_number_of_watchers_at_another_server_is_told_no_more_often() {
    let table = Table::with(MemoryStore::hinting()).await;
    let other = Table::beside(&table);
    let (mut host, _guest) = table.players().await;
    let mut watchers = Vec::new();
    for _ in 0..30 {
        watchers.push(other.come(None).await);
        pass(100).await;
    }
    pass(2 * SECOND).await;
    assert_eq!(host.seen().presence.watchers, 30);
    assert!(tellings(&mut host) <= 5);
}

#[tokio::test(start_paused = true)]
async fn servers_tell_each_other_who_is_there() {
    for (store, soon) in [(MemoryStore::hinting(), 300), (MemoryStore::shared(), 4200)] {
        let table = Table::with(store).await;
        let other = Table::beside(&table);
        let mut host = table.come(Some(HOST)).await;
        let mut guest = other.come(Some(GUEST)).await;
        let watcher = other.come(None).await;
        pass(soon + SECOND).await;
        for socket in [&mut host, &mut guest] {
            assert_eq!((here(socket.seen().presence), socket.seen().presence.watchers), ((true, true), 1));
        }
        // Both of the guest's tabs have to go.
        let tab = table.come(Some(GUEST)).await;
        pass(soon).await;
        let left = table.now().0;
        guest.leave().await;
        watcher.leave().await;
        pass(soon + SECOND).await;
        assert_eq!((here(host.seen().presence), host.seen().presence.watchers), ((true, true), 0));
        pass(MINUTE).await;
        let gone = table.now();
        tab.leave().await;
        assert_eq!((here(host.seen().presence), since(&mut host).guest), ((true, false), Some(gone)));
        assert!(gone.0 > left);
    }
}

#[tokio::test(start_paused = true)]
async fn since_when_somebody_is_gone_is_known_after_their_server_has_let_go_of_the_room() {
    let table = Table::with(MemoryStore::shared()).await;
    let other = Table::beside(&table);
    let mut host = table.come(Some(HOST)).await;
    let guest = other.come(Some(GUEST)).await;
    pass(5 * SECOND).await;
    let left = table.now();
    guest.leave().await;
    pass(5 * SECOND).await;
    assert_eq!(since(&mut host).guest, Some(left));
    pass(2 * MINUTE).await;
    assert_eq!(other.rooms.count(), 0);
    assert_eq!((here(host.seen().presence), since(&mut host).guest), ((true, false), Some(left)));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_takes_its_people_with_it() {
    let table = Table::with(MemoryStore::hinting()).await;
    let other = Table::beside(&table);
    let mut host = table.come(Some(HOST)).await;
    let _guest = other.come(Some(GUEST)).await;
    pass(5 * SECOND).await;
    assert_eq!(here(host.seen().presence), (true, true));
    other.stop().await;
    pass(3 * SECOND).await;
    assert_eq!(here(host.seen().presence), (true, false));
}

#[tokio::test(start_paused = true)]
async fn watchers_neither_see_nor_do_what_belongs_to_a_seat() {
    let table = Table::new().await;
    let (mut host, mut guest) = table.players().await;
    let (mut watcher, snapshot, rest) = table.join(None).await;
    assert_eq!((snapshot.you, rest.len()), (None, 0));
    host.play_on("l2-l3").await.unwrap();
    guest.play_on("e15-e14").await.unwrap();
    settle().await;
    let received = watcher.received();
    assert!(received.iter().all(|message| matches!(message, ServerMessage::Event(_))), "{received:?}");
    let position = watcher.seen().position;
    for action in [
        Action::Move { position, text: "l3-l2".to_owned() },
        Action::Resign { game: 1 },
        Action::Abort { game: 1 },
        Action::Offer { game: 1, what: OfferKind::Draw, next: None },
        Action::Claim { game: 1, away_since: None },
    ] {
        assert_eq!(watcher.act(action).await, Err(ErrorCode::NotSeated));
    }
    assert_eq!(watcher.ask(Wish::LegalMoves).await, Err(ErrorCode::NotSeated));
    // Only the player who is to move is told what is legal.
    let told = |socket: &mut Socket| {
        socket.received().iter().filter(|message| matches!(message, ServerMessage::LegalMoves(_))).count()
    };
    assert_eq!((told(&mut host), told(&mut guest)), (1, 1));
}
