//! Both players at one device: one person, who holds both seats.

use protocol::{ErrorCode, OfferKind, Outcome, Reason, RoomSetup, Seat, ServerMessage, Side, Table as Tables};
use server::room::{Action, LogEvent};
use server::rooms::Wish;

use super::table::{GUEST, HOST, MINUTE, MINUTE_EACH, SECOND, Table, arrivals, pass, settle, setup};
use crate::memory::MemoryStore;

async fn one_device() -> Table {
    let setup = RoomSetup { table: Tables::OneDevice, ..setup(Some(MINUTE_EACH)) };
    Table::made(MemoryStore::new(), &setup).await
}

#[tokio::test(start_paused = true)]
async fn one_person_plays_both_sides() {
    let table = one_device().await;
    assert!(matches!(table.log().await[..], [_, LogEvent::Seated { .. }, LogEvent::Started { .. }]));
    pass(MINUTE).await;
    let began = table.now().0;
    let (mut host, snapshot, rest) = table.join(Some(HOST)).await;
    assert_eq!((snapshot.you, snapshot.setup.table), (Some(Seat::Host), Tables::OneDevice));
    assert!(matches!(rest[..], [ServerMessage::LegalMoves(_)]), "{rest:?}");
    settle().await;
    assert_eq!(arrivals(&table.log().await), [Seat::Host, Seat::Guest]);
    assert_eq!(host.deadline(), began + MINUTE);

    let mut watcher = table.come(None).await;
    for (text, side) in [("l2-l3", Side::First), ("e15-e14", Side::Second), ("l3-l4", Side::First)] {
        pass(10 * SECOND).await;
        host.received();
        host.ask(Wish::LegalMoves).await.unwrap();
        let legal = host.received().into_iter().find_map(|message| match message {
            ServerMessage::LegalMoves(legal) => Some(legal.side),
            _ => None,
        });
        assert_eq!(legal, Some(side));
        host.play_on(text).await.unwrap();
    }
    settle().await;
    assert_eq!(host.clocks().0, watcher.clocks().0);
    assert_eq!(host.clocks().1, MINUTE - 8 * SECOND);

    // The last move is taken back at once, and the game is drawn at once.
    host.offer(OfferKind::TakeBack).await.unwrap();
    assert_eq!(host.seen().clocks.unwrap().running, Some(Side::First));
    host.play_on("l3-l4").await.unwrap();
    host.offer(OfferKind::Draw).await.unwrap();
    assert_eq!(host.seen().ended.as_ref().map(|ended| ended.reason), Some(Reason::Agreement));
    // So is a rematch begun, and its clocks run as the person is there.
    host.offer(OfferKind::Rematch).await.unwrap();
    settle().await;
    assert_eq!(host.seen().ended, None);
    assert_eq!(host.seen().clocks.unwrap().running, Some(Side::First));
    assert_eq!(arrivals(&table.log().await).len(), 4);
}

#[tokio::test(start_paused = true)]
async fn nobody_else_can_sit_down() {
    let table = one_device().await;
    assert_eq!(table.refusal(Some(GUEST)).await, ErrorCode::SeatsTaken);
    let mut host = table.come(Some(HOST)).await;
    let watcher = table.come(None).await;
    pass(2 * SECOND).await;
    assert_eq!(host.seen().presence.watchers, 1);
    assert_eq!(host.claim().await, Err(ErrorCode::NotClaimable));
    watcher.leave().await;
}

#[tokio::test(start_paused = true)]
async fn flags_fall_for_both_sides() {
    let table = one_device().await;
    let mut host = table.come(Some(HOST)).await;
    host.play_on("l2-l3").await.unwrap();
    pass(2 * MINUTE).await;
    let ended = host.seen().ended.clone().unwrap();
    assert_eq!((ended.outcome, ended.reason), (Outcome::First, Reason::Time));
    assert_eq!(host.act(Action::Resign { game: 1 }).await, Err(ErrorCode::GameOver));
}
