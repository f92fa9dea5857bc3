//! What several servers on one Postgres database can rely on when they do things at the same time.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use protocol::{PerSeat, Seat, Timestamp};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use server::Store;
use server::store::{
    Append, Appended, Aside, AsideStore, Channel, Heartbeat, Hint, PerChannel, PostgresStore, Presence, SeatPresence,
    ServerId,
};
use sqlx::PgPool;
use test_postgres::Cluster;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::promises::{append, aside, ending, line, make_rooms, moving, opening, room};

/// Long enough for anything that happens at all.
const PATIENCE: Duration = Duration::from_secs(30);

/// The stores of so many servers on one new database.
async fn stores<const N: usize>() -> [Arc<PostgresStore>; N] {
    stores_on(&Cluster::shared().new_database().await).await
}

async fn stores_on<const N: usize>(url: &str) -> [Arc<PostgresStore>; N] {
    let mut stores = Vec::new();
    for _ in 0..N {
        stores.push(Arc::new(PostgresStore::open(url, true).await.unwrap()));
    }
    stores.try_into().unwrap()
}

/// A generator whose seed is printed, and can be given as `SEED`.
fn generator() -> StdRng {
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(rand::random);
    println!("SEED={seed}");
    StdRng::seed_from_u64(seed)
}

#[tokio::test(flavor = "multi_thread")]
async fn beats_at_the_same_time_record_each_outage_once() {
    let stores: [_; 3] = stores().await;
    let gap = Duration::from_secs(10);
    let mut random = generator();
    let mut time = 1_000_000;
    let servers = [(); 3].map(|()| ServerId::new());
    stores[0].beat(servers[0], Timestamp(time), gap).await.unwrap();
    let mut outages = 0;
    let mut known: Vec<Heartbeat> = Vec::new();
    for _ in 0..60 {
        // All beat several times, by clocks that differ by up to four seconds; often after an outage.
        if random.random_bool(0.4) {
            time += random.random_range(15_000..100_000);
            outages += 1;
        } else {
            time += 1_000;
        }
        let mut beats = JoinSet::new();
        for (store, server) in stores.iter().chain(&stores).zip(servers.into_iter().chain(servers)) {
            let (store, now) = (Arc::clone(store), Timestamp(time + random.random_range(0..4_000)));
            beats.spawn(async move { (now, store.beat(server, now, gap).await.unwrap()) });
        }
        for (now, told) in beats.join_all().await {
            assert!(told.time >= now);
            known.push(told);
        }
        time += 4_000;
    }
    let end = stores[0].beat(servers[0], Timestamp(time), gap).await.unwrap();
    assert_eq!(end.outages.len(), outages, "each was recorded once");
    assert!(end.outages.iter().all(|(began, ended)| ended.0 - began.0 > 10_000));
    assert!(end.outages.is_sorted_by(|(_, ended), (began, _)| ended <= began), "they overlap: {:?}", end.outages);
    for told in known {
        // Whoever is told a time is told all outages until then, whatever else is going on.
        let until = |outages: &[(Timestamp, Timestamp)]| {
            outages.iter().filter(|(_, ended)| *ended <= told.time).copied().collect::<Vec<_>>()
        };
        assert_eq!(until(&told.outages), until(&end.outages));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_all_rest_and_start_at_the_same_time_record_one_outage() {
    let stores: [_; 3] = stores().await;
    let gap = Duration::from_secs(10);
    let mut random = generator();
    let mut time = 1_000_000;
    let mut last_rest = None;
    let mut outages: Vec<(Timestamp, Timestamp)> = Vec::new();
    for round in 0..40 {
        // Their clocks differ a little.
        let servers = [(); 6].map(|()| (ServerId::new(), random.random_range(0..1_000)));
        let stores = || servers.into_iter().zip(stores.iter().chain(&stores).cloned());
        let mut starts = JoinSet::new();
        for ((server, ahead), store) in stores() {
            starts.spawn(async move { store.beat(server, Timestamp(time + ahead), gap).await.unwrap() });
        }
        let told = starts.join_all().await;
        if let Some(began) = last_rest {
            // It ended when the first one came, by whichever clock.
            let ended = told[0].outages.last().unwrap().1;
            assert!(servers.iter().any(|(_, ahead)| Timestamp(time + ahead) == ended));
            outages.push((began, ended));
        }
        assert!(told.iter().all(|told| told.outages == outages), "round {round}: {told:?}, not {outages:?}");
        time += random.random_range(2_000..4_000);
        let mut rests = JoinSet::new();
        for ((server, ahead), store) in stores() {
            rests.spawn(async move { store.rest(server, Timestamp(time + ahead), gap).await.unwrap() });
        }
        rests.join_all().await;
        last_rest = servers.iter().map(|(_, ahead)| Timestamp(time + ahead)).max();
        time += random.random_range(1_000..4_000);
    }
    assert_eq!(outages.len(), 39);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_process_has_died_is_known_not_to_live() {
    let gap = Duration::from_secs(10);
    let url = Cluster::shared().new_database().await;
    let [first, second, third] = stores_on(&url).await;
    let pool = PgPool::connect(&url).await.unwrap();
    let sessions = async || {
        let count = "select count(*) from pg_stat_activity join servers on application_name = session";
        sqlx::query_scalar::<_, i64>(count).fetch_one(&pool).await.unwrap()
    };
    let start = async |store: &PostgresStore, now| store.beat(ServerId::new(), Timestamp(now), gap).await.unwrap();
    assert_eq!(start(&first, 1_000_000).await.outages, []);
    assert_eq!(start(&second, 1_002_000).await.outages, [], "the first one lives");
    // It dies without a word; its connections end with it.
    first.close().await;
    drop(first);
    assert_eq!(start(&third, 1_003_000).await.outages, [], "the second one lives");
    assert!(sessions().await > 0);
    for store in [second, third] {
        store.close().await;
    }
    timeout(PATIENCE, async {
        while sessions().await > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await
    .expect("connections stay behind");
    let [fourth] = stores_on(&url).await;
    assert_eq!(start(&fourth, 1_004_500).await.outages, [(Timestamp(1_003_000), Timestamp(1_004_500))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_are_said_at_the_same_time_appear_in_the_order_of_their_numbers() {
    const SPEAKERS: u64 = 4;
    const LINES: u64 = 25;
    let stores: [_; 3] = stores().await;
    make_rooms(stores[0].as_ref(), 1..2).await;
    let mut speakers = JoinSet::new();
    for speaker in 0..SPEAKERS {
        let store = Arc::clone(&stores[usize::from(speaker % 2 == 0)]);
        let channel = if speaker < SPEAKERS / 2 { Channel::Players } else { Channel::Watchers };
        speakers.spawn(async move {
            let mut numbers = Vec::new();
            for n in 0..LINES {
                let line = line(channel, &format!("{speaker}: {n}"));
                // An impatient server says it again before it has got an answer.
                let (first, again) = tokio::join!(store.say(room(1), &line), store.say(room(1), &line));
                let n = first.unwrap().unwrap();
                assert_eq!(again.unwrap(), Some(n), "said once");
                numbers.push(n);
            }
            assert!(numbers.is_sorted());
            (channel, numbers)
        });
    }
    let reading = tokio::spawn({
        let store = Arc::clone(&stores[2]);
        async move {
            let mut read = PerChannel::<u64>::default();
            while read != (PerChannel { players: SPEAKERS / 2 * LINES, watchers: SPEAKERS / 2 * LINES }) {
                let Aside { lines, head } = aside(store.as_ref(), room(1), read, u32::MAX).await;
                for channel in [Channel::Players, Channel::Watchers] {
                    let last = read.get_mut(channel);
                    for said in lines.get(channel) {
                        assert_eq!(said.n, *last + 1, "a gap could be seen");
                        *last = said.n;
                    }
                    assert_eq!(head.said.get(channel), last);
                }
            }
        }
    });
    let mut numbers = PerChannel::<Vec<u64>>::default();
    for (channel, said) in speakers.join_all().await {
        numbers.get_mut(channel).extend(said);
    }
    for mut numbers in [numbers.players, numbers.watchers] {
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(1..=SPEAKERS / 2 * LINES));
    }
    timeout(PATIENCE, reading).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_closed_or_goes_on_and_never_half() {
    const ROOMS: u64 = 60;
    let [one, other] = stores().await;
    make_rooms(one.as_ref(), 0..ROOMS).await;
    let mut random = generator();
    let (mut closed, mut went_on) = (0, 0);
    for first in (0..ROOMS).step_by(3) {
        // One server closes some rooms while the other one appends to them, and people talk and give themselves names.
        let rooms = first..first + 3;
        let closing = |number| Append { closes: true, ..append(room(number), vec![ending(2)]) };
        let closing: Vec<_> = rooms.clone().map(closing).collect();
        let moves: Vec<_> = rooms.clone().map(|number| append(room(number), vec![moving(2)])).collect();
        // Closing takes longer, so the other one often waits a little.
        let pauses: [u64; 2] = [random.random_range(0..2000), random.random_range(0..5000)];
        let talking = rooms.clone().flat_map(|number| [(number, &one), (number, &other)]).map(|(number, store)| {
            let (store, pause) = (Arc::clone(store), random.random_range(0..2000));
            async move {
                tokio::time::sleep(Duration::from_micros(pause)).await;
                store.set_name(room(number), Seat::Guest, Some("Zoé")).await.unwrap();
                store.say(room(number), &line(Channel::Players, "still here")).await.unwrap()
            }
        });
        let talking: JoinSet<_> = talking.collect();
        let append_after = async |store: &PostgresStore, pause, batch: &[Append]| {
            tokio::time::sleep(Duration::from_micros(pause)).await;
            store.append(batch).await.unwrap()
        };
        let (closings, moves) =
            tokio::join!(append_after(&one, pauses[0], &closing), append_after(&other, pauses[1], &moves));
        talking.join_all().await;

        for (number, outcome) in rooms.zip(closings.into_iter().zip(moves)) {
            let log = one.load(room(number), 0).await.unwrap();
            let beside = aside(one.as_ref(), room(number), PerChannel::default(), 10).await;
            let seqs: Vec<_> = log.iter().map(|event| event.seq).collect();
            match outcome {
                (Appended::Stored, Appended::Conflict) => {
                    closed += 1;
                    assert_eq!(seqs, [2], "only the end is left");
                    assert_eq!(log[0], ending(2));
                    assert_eq!(beside, Aside::default(), "whatever was said, before or after");
                }
                (Appended::Conflict, Appended::Stored) => {
                    went_on += 1;
                    assert_eq!(seqs, [1, 2]);
                    assert_eq!(log[1], moving(2));
                    assert_eq!((beside.head.said.players, beside.lines.players.len()), (2, 2));
                }
                other => panic!("room {number}: {other:?}"),
            }
        }
    }
    println!("{closed} closed, {went_on} went on");
    assert!(closed > 0 && went_on > 0, "they met");
}

/// The next hints of a store, until some are there.
async fn hints_until(store: &PostgresStore, wanted: &[Hint]) {
    let rooms_of = |hint: &Hint| match hint {
        Hint::Logs(rooms) => rooms.iter().map(|room| ("logs", *room)).collect::<Vec<_>>(),
        Hint::Asides(rooms) => rooms.iter().map(|room| ("asides", *room)).collect(),
    };
    let wanted: HashSet<_> = wanted.iter().flat_map(rooms_of).collect();
    let mut heard = HashSet::new();
    while heard != wanted {
        let hint = timeout(PATIENCE, store.next_hint()).await.unwrap();
        heard.extend(rooms_of(&hint));
        assert!(heard.is_subset(&wanted), "{heard:?} of {wanted:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_servers_are_told_what_changes_and_nothing_else() {
    let [one, other] = stores().await;
    // From when on it hears nobody can say, so something is changed until it has heard.
    let heard = tokio::spawn({
        let other = Arc::clone(&other);
        async move { other.next_hint().await }
    });
    let mut number = 100;
    while !heard.is_finished() {
        assert_eq!(one.append(&[append(room(number), vec![opening()])]).await.unwrap(), [Appended::Stored]);
        number += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let drained = async { while timeout(Duration::from_millis(300), other.next_hint()).await.is_ok() {} };
    drained.await;

    let server = ServerId::new();
    let now = Timestamp(10_000);
    let here = |watchers| Presence { seats: PerSeat::default(), watchers };
    make_rooms(one.as_ref(), 1..9).await;
    hints_until(&other, &[Hint::Logs((1..9).map(room).collect())]).await;
    one.say(room(1), &line(Channel::Watchers, "psst")).await.unwrap();
    hints_until(&other, &[Hint::Asides(vec![room(1)])]).await;
    assert!(one.set_name(room(2), Seat::Host, Some("Zoé")).await.unwrap());
    hints_until(&other, &[Hint::Asides(vec![room(2)])]).await;
    one.attend(server, now, &[(room(3), here(1)), (room(4), here(1)), (room(5), here(0))]).await.unwrap();
    hints_until(&other, &[Hint::Asides(vec![room(3), room(4)])]).await;

    // Nothing of this is news, not even after a while; but then one thing is.
    assert!(!one.set_name(room(2), Seat::Host, Some("Zoé")).await.unwrap());
    for later in (0..20_000).step_by(2000) {
        let same = [(room(3), here(1)), (room(4), here(1)), (room(5), here(0))];
        one.attend(server, Timestamp(now.0 + later), &same).await.unwrap();
    }
    let gone =
        Presence { seats: PerSeat { host: Some(SeatPresence { here: false, since: now }), guest: None }, watchers: 1 };
    one.attend(server, Timestamp(now.0 + 20_000), &[(room(3), here(1)), (room(4), gone)]).await.unwrap();
    hints_until(&other, &[Hint::Asides(vec![room(4)])]).await;
    one.attend(server, Timestamp(now.0 + 20_000), &[(room(4), here(0))]).await.unwrap();
    hints_until(&other, &[Hint::Asides(vec![room(4)])]).await;
    one.part(server).await.unwrap();
    hints_until(&other, &[Hint::Asides(vec![room(3)])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_tell_and_forget_the_same_things_do_not_wait_for_each_other() {
    const ROOMS: u64 = 300;
    let url = Cluster::shared().new_database().await;
    let stores: [_; 3] = stores_on(&url).await;
    let pool = PgPool::connect(&url).await.unwrap();
    make_rooms(stores[0].as_ref(), 0..ROOMS).await;
    let mut random = generator();
    let servers = [(); 3].map(|()| ServerId::new());
    for round in 0..40 {
        // After a long silence all of them beat and tell at the same time, and forget what was told so long ago.
        let mut telling = JoinSet::new();
        for (store, server) in stores.iter().zip(servers) {
            let (store, now) = (Arc::clone(store), Timestamp(1_000_000 + round * 100_000));
            let watchers = random.random_range(1..1000);
            let presence = Presence { seats: PerSeat::default(), watchers };
            let here = (0..ROOMS).filter(|_| random.random_bool(0.7));
            let here: Vec<_> = here.map(|number| (room(number), presence)).collect();
            telling.spawn(async move {
                let gap = Duration::from_secs(1_000_000);
                let (beaten, told) = tokio::join!(store.beat(server, now, gap), store.attend(server, now, &here));
                beaten.map(|_| ()).and(told.map(|_| ()))
            });
        }
        for told in timeout(PATIENCE, telling.join_all()).await.unwrap() {
            told.unwrap();
        }
    }
    // Those that have died are not only not believed any more, but forgotten.
    let kept = async || {
        let count = sqlx::query_scalar::<_, i64>("select count(*) from presence");
        count.fetch_one(&pool).await.unwrap()
    };
    assert!(kept().await > 0);
    stores[0].beat(servers[0], Timestamp(9_000_000), PATIENCE).await.unwrap();
    assert_eq!(kept().await, 0);
}
