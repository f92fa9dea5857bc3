//! Chat and names.

use protocol::{PerSeat, RoomId, Seat, Timestamp};
use server::Store;
use server::store::{
    Append, Appended, Aside, AsideHead, Channel, ChatLine, KEPT_LINES, Names, PerChannel, Presence, Said, ServerId,
};
use uuid::Uuid;

use super::{append, moving, opening, room};

const ALL: PerChannel<u64> = PerChannel { players: 0, watchers: 0 };

pub(crate) fn line(channel: Channel, text: &str) -> ChatLine {
    let from = (channel == Channel::Players).then_some(Seat::Guest);
    let (name, text) = (from.map(|_| "Zoé 𝄞".to_owned()), text.to_owned());
    ChatLine { id: Uuid::new_v4(), channel, from, name, text, time: Timestamp(1234) }
}

pub(crate) async fn make_rooms(store: &dyn Store, numbers: std::ops::Range<u64>) {
    let batch: Vec<_> = numbers.map(|number| append(room(number), vec![opening()])).collect();
    store.append(&batch).await.unwrap();
}

/// What lies beside a room's log, for a server that tells of nobody.
pub(crate) async fn aside(store: &dyn Store, room: RoomId, after: PerChannel<u64>, limit: u32) -> Aside {
    store.aside(ServerId::new(), Timestamp(2000), room, after, limit).await.unwrap()
}

pub(crate) async fn lines_are_numbered_in_each_channel_of_a_room(store: &dyn Store) {
    make_rooms(store, 1..3).await;
    let players = [line(Channel::Players, "bonjour"), line(Channel::Players, "\u{202e}'\"\\ 🦗\n")];
    let watchers = [line(Channel::Watchers, "hush")];
    assert_eq!(store.say(room(1), &players[0]).await.unwrap(), Some(1));
    assert_eq!(store.say(room(1), &watchers[0]).await.unwrap(), Some(1));
    assert_eq!(store.say(room(1), &players[1]).await.unwrap(), Some(2));
    assert_eq!(store.say(room(2), &line(Channel::Players, "elsewhere")).await.unwrap(), Some(1));
    assert_eq!(store.say(room(3), &players[0]).await.unwrap(), None, "there is no such room");

    let said =
        |lines: &[ChatLine]| (1..).zip(lines).map(|(n, line)| Said { n, line: line.clone() }).collect::<Vec<_>>();
    let kept = aside(store, room(1), ALL, 10).await;
    assert_eq!(kept.lines, PerChannel { players: said(&players), watchers: said(&watchers) });
    assert_eq!(kept.head.said, PerChannel { players: 2, watchers: 1 });
    assert_eq!(aside(store, room(3), ALL, 10).await, Aside::default());
}

pub(crate) async fn a_line_that_is_said_again_is_known(store: &dyn Store) {
    make_rooms(store, 1..3).await;
    let first = line(Channel::Players, "one");
    assert_eq!(store.say(room(1), &first).await.unwrap(), Some(1));
    assert_eq!(store.say(room(1), &line(Channel::Players, "two")).await.unwrap(), Some(2));
    assert_eq!(store.say(room(1), &first).await.unwrap(), Some(1));
    assert_eq!(store.say(room(2), &first).await.unwrap(), Some(1), "another room is another chat");
    let kept = aside(store, room(1), ALL, 10).await;
    assert_eq!((kept.lines.players.len(), kept.head.said.players), (2, 2));
}

pub(crate) async fn the_last_lines_after_one_are_read(store: &dyn Store) {
    make_rooms(store, 1..2).await;
    for n in 1..=6 {
        store.say(room(1), &line(Channel::Players, &format!("{n}"))).await.unwrap();
        store.say(room(1), &line(Channel::Watchers, &format!("{n}"))).await.unwrap();
    }
    let read = async |players, watchers, limit| {
        let Aside { lines, head } = aside(store, room(1), PerChannel { players, watchers }, limit).await;
        assert_eq!(head.said, PerChannel { players: 6, watchers: 6 });
        let numbers = |lines: Vec<Said>| lines.into_iter().map(|said| said.n).collect::<Vec<_>>();
        (numbers(lines.players), numbers(lines.watchers))
    };
    assert_eq!(read(0, 4, 3).await, (vec![4, 5, 6], vec![5, 6]));
    assert_eq!(read(6, 5, 3).await, (vec![], vec![6]));
    assert_eq!(read(u64::MAX, 0, 0).await, (vec![], vec![]));
}

pub(crate) async fn a_chat_has_an_end(store: &dyn Store) {
    make_rooms(store, 1..2).await;
    store.say(room(1), &line(Channel::Watchers, "first")).await.unwrap();
    for n in 1..=KEPT_LINES + 2 {
        assert_eq!(store.say(room(1), &line(Channel::Players, "again")).await.unwrap(), Some(n));
    }
    let lines = aside(store, room(1), ALL, u32::MAX).await.lines;
    assert!(lines.players.iter().map(|said| said.n).eq(3..=KEPT_LINES + 2), "the oldest are gone");
    assert_eq!(lines.watchers.len(), 1, "the other channel's are not");
}

pub(crate) async fn players_have_names(store: &dyn Store) {
    make_rooms(store, 1..3).await;
    let names = async || aside(store, room(1), ALL, 10).await.head.names;
    assert!(!store.set_name(room(1), Seat::Guest, None).await.unwrap(), "there was none");
    assert!(store.set_name(room(1), Seat::Guest, Some("蝗虫")).await.unwrap());
    assert_eq!(names().await, Names { host: None, guest: Some("蝗虫".to_owned()) });
    assert!(store.set_name(room(1), Seat::Host, Some("Zoé")).await.unwrap());
    assert!(!store.set_name(room(1), Seat::Host, Some("Zoé")).await.unwrap(), "nothing new");
    assert!(store.set_name(room(1), Seat::Guest, None).await.unwrap());
    assert_eq!(names().await, PerSeat { host: Some("Zoé".to_owned()), guest: None });
    assert!(!store.set_name(room(3), Seat::Host, Some("Zoé")).await.unwrap(), "there is no such room");
}

pub(crate) async fn what_somebody_said_and_was_called_can_be_forgotten(store: &dyn Store) {
    make_rooms(store, 1..3).await;
    let (host, guest) = (Some(Seat::Host), Some(Seat::Guest));
    let said = |from, text| ChatLine { from, ..line(Channel::Players, text) };
    let lines = [said(host, "one"), said(guest, "two"), said(host, "three")];
    let hush = ChatLine { name: Some("Léa".to_owned()), ..line(Channel::Watchers, "hush") };
    let among_watchers = ChatLine { from: host, ..line(Channel::Watchers, "a player's") };
    for number in 1..3 {
        for line in lines.iter().chain([&hush, &among_watchers]) {
            store.say(room(number), line).await.unwrap();
        }
        store.set_name(room(number), Seat::Host, Some("Zoé")).await.unwrap();
        store.set_name(room(number), Seat::Guest, Some("蝗虫")).await.unwrap();
    }
    let log = store.load(room(1), 0).await.unwrap();
    let texts = async |number| {
        let Aside { lines, head } = aside(store, room(number), ALL, 10).await;
        let all = lines.players.into_iter().chain(lines.watchers);
        let all: Vec<_> = all.map(|said| (said.n, said.line.name.is_some(), said.line.text)).collect();
        (all, head.names, head.forgotten, head.said)
    };
    let untouched = texts(2).await;
    let line = |n, named, text: &str| (n, named, text.to_owned());

    assert!(store.forget(room(1), host).await.unwrap());
    let (players, watchers) = ([line(1, false, ""), line(2, true, "two"), line(3, false, "")], line(1, true, "hush"));
    let (left, names, forgotten, numbers) = texts(1).await;
    assert_eq!(left, [&players[..], &[watchers, line(2, false, "")]].concat());
    assert_eq!(names, Names { host: None, guest: Some("蝗虫".to_owned()) });
    assert_eq!((forgotten, numbers), (1, PerChannel { players: 3, watchers: 2 }));
    assert_eq!(store.say(room(1), &said(guest, "four")).await.unwrap(), Some(4), "numbers go on");
    assert_eq!(store.say(room(1), &lines[0]).await.unwrap(), Some(1), "what was said is not said again");

    assert!(store.forget(room(1), None).await.unwrap());
    let (left, names, forgotten, _) = texts(1).await;
    let last = [line(4, true, "four"), line(1, false, ""), line(2, false, "")];
    assert_eq!(left, [&players[..], &last].concat());
    assert_eq!((names.guest.as_deref(), forgotten), (Some("蝗虫"), 2));
    let told = store.attend(ServerId::new(), Timestamp(2000), &[(room(1), Presence::default())]).await.unwrap();
    assert_eq!(told[0].1.forgotten, 2);

    assert_eq!(store.load(room(1), 0).await.unwrap(), log, "the log is as it was");
    assert_eq!(texts(2).await, untouched, "the other room is as it was");
    assert!(!store.forget(room(9), host).await.unwrap(), "there is no such room");
    let closing = Append { closes: true, ..append(room(2), vec![moving(2)]) };
    assert_eq!(store.append(&[closing]).await.unwrap(), [Appended::Stored]);
    assert!(!store.forget(room(2), host).await.unwrap(), "it is closed");
}

pub(crate) async fn the_lobby_forgets_a_name(store: &dyn Store) {
    for number in 1..3 {
        let listing = Some(r#"{"name": "Zoé", "game": "halma"}"#.to_owned());
        let listed = Append { listing, ..append(room(number), vec![opening()]) };
        assert_eq!(store.append(&[listed]).await.unwrap(), [Appended::Stored]);
    }
    let names = async || {
        let mut listed = store.listings(Timestamp(2000), 10).await.unwrap().rooms;
        listed.sort_by_key(|listing| listing.room);
        let entries = listed.iter().map(|listing| serde_json::from_str(&listing.entry).unwrap());
        entries.map(|entry: serde_json::Value| (entry["name"].is_null(), entry["game"].clone())).collect::<Vec<_>>()
    };
    assert!(store.forget(room(1), Some(Seat::Guest)).await.unwrap());
    assert_eq!(names().await, [(false, "halma".into()), (false, "halma".into())], "it is the host's");
    assert!(store.forget(room(1), Some(Seat::Host)).await.unwrap());
    assert_eq!(names().await, [(true, "halma".into()), (false, "halma".into())]);
}

pub(crate) async fn whoever_attends_is_told_what_lies_beside_the_logs(store: &dyn Store) {
    make_rooms(store, 1..5).await;
    store.say(room(1), &line(Channel::Watchers, "psst")).await.unwrap();
    store.set_name(room(3), Seat::Host, Some("Zoé")).await.unwrap();
    store.set_name(room(4), Seat::Host, Some("Léa")).await.unwrap();
    let here: Vec<_> = [3, 2, 1, 9].map(|number| (room(number), Presence::default())).into();
    let mut told = store.attend(ServerId::new(), Timestamp(2000), &here).await.unwrap();
    told.sort_by_key(|(room, _)| *room);
    let chat = AsideHead { said: PerChannel { players: 0, watchers: 1 }, ..AsideHead::default() };
    let names = AsideHead { names: Names { host: Some("Zoé".to_owned()), guest: None }, ..AsideHead::default() };
    assert_eq!(told, [(room(1), chat), (room(3), names)]);
    assert_eq!(store.attend(ServerId::new(), Timestamp(2000), &[]).await.unwrap(), []);
}
