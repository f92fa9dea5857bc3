//! Games that nobody has played.

use protocol::http::ArchivedGame;
use protocol::{ComputerLevel, ComputerPlayed, GameId, Outcome, Reason, RoomId, Side, TimeControl, Timestamp};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde::Serialize;
use serde_json::Value;
use sqlx::{Connection, PgConnection};

/// How many games go into the database at once.
const BATCH: u32 = 5_000;

/// How many random games of each kind the made-up ones are pieces of.
const PLAYED: usize = 200;

/// The most moves of a game.
const LONGEST: usize = 200;

/// 2024-01-01, and three years.
const BEGIN: u64 = 1_704_067_200_000;
const SPAN: u64 = 3 * 365 * 86_400_000;

const INSERT: &str = "
insert into games (id, room, number, game, outcome, started, ended, computer, body)
select * from unnest(
    $1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::smallint[], $9::text[]
)";

/// A game that was played at random, to its end or to a bound.
struct Played {
    moves: Vec<String>,
    passed_over_at: Vec<u32>,
}

fn play(random: &mut StdRng, game: &'static dyn rules::Game) -> Played {
    let mut position = game.start();
    let mut played = Played { moves: Vec::new(), passed_over_at: Vec::new() };
    while position.ending().is_none() && played.moves.len() < LONGEST {
        let moves = position.legal_moves();
        let Some(mv) = moves.choose(random).copied() else { break };
        played.moves.push(mv.to_string());
        if position.passed_over().is_some() {
            played.passed_over_at.extend(u32::try_from(played.moves.len()));
        }
        position.play_unchecked(mv);
    }
    played
}

/// A room in which games follow each other.
struct Room {
    id: RoomId,
    number: u32,
    game: usize,
    computer: Option<ComputerLevel>,
    clock: Option<TimeControl>,
}

impl Room {
    fn open(random: &mut StdRng) -> Self {
        let level = |random: &mut StdRng| ComputerLevel::new(random.random_range(1..=5)).ok();
        Self {
            id: RoomId::from_bits(random.random()),
            number: 0,
            game: random.random_range(0..rules::games().len()),
            computer: if random.random_bool(0.3) { level(random) } else { None },
            clock: random.random_bool(0.4).then_some(TimeControl::RealTime { base: 300_000, increment: 3_000 }),
        }
    }
}

/// Fills a database.
pub(crate) async fn fill(url: &str, games: u32, seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    let played: Vec<Vec<Played>> =
        rules::games().iter().map(|game| (0..PLAYED).map(|_| play(&mut random, *game)).collect()).collect();
    let mut connection = PgConnection::connect(url).await.expect("the database can be reached");
    let mut room = Room::open(&mut random);
    let mut done = 0;
    while done < games {
        let size = BATCH.min(games - done);
        let mut columns = Columns::default();
        for number in done..done + size {
            if room.number > 0 && !random.random_bool(0.33) {
                room = Room::open(&mut random);
            }
            room.number += 1;
            let time = BEGIN + SPAN * u64::from(number) / u64::from(games) + random.random_range(0..60_000);
            columns.add(&room, &made_up(&mut random, &room, &played[room.game], time));
        }
        columns.insert(&mut connection).await;
        done += size;
        if done % 100_000 == 0 {
            eprintln!("{done} games");
        }
    }
    connection.close().await.expect("a connection can be closed");
}

fn made_up(random: &mut StdRng, room: &Room, played: &[Played], ended: u64) -> ArchivedGame {
    let game = rules::games()[room.game];
    let Played { moves, passed_over_at } = played.choose(random).expect("some games were played");
    let length = random.random_range(10.min(moves.len())..=moves.len());
    let (outcome, reason) = result(random);
    ArchivedGame {
        id: GameId::from_bits(random.random()),
        game: game.id().to_owned(),
        rules_version: game.rules_version(),
        outcome,
        reason,
        score: None,
        moves: moves[..length].to_vec(),
        passed_over_at: passed_over_at.iter().copied().filter(|ply| *ply as usize <= length).collect(),
        started: Timestamp(ended - 3_000 * length as u64 - random.random_range(0..600_000)),
        ended: Timestamp(ended),
        computer: room.computer.map(|level| ComputerPlayed { level, side: Side::Second }),
        clock: room.clock,
    }
}

fn result(random: &mut StdRng) -> (Outcome, Reason) {
    const WON: [Reason; 6] =
        [Reason::CampFilled, Reason::CampFilled, Reason::CampFilled, Reason::Resignation, Reason::Time, Reason::Left];
    const DRAWN: [Reason; 3] = [Reason::Repetition, Reason::Agreement, Reason::NoMoves];
    let pick = |random: &mut StdRng, of: &[Reason]| of.choose(random).copied().unwrap_or(Reason::Resignation);
    match random.random_range(0..20) {
        0 => (Outcome::None, Reason::Aborted),
        1..4 => (Outcome::Draw, pick(random, &DRAWN)),
        4..11 => (Outcome::First, pick(random, &WON)),
        _ => (Outcome::Second, pick(random, &WON)),
    }
}

/// The rows of a batch, column by column.
#[derive(Default)]
struct Columns {
    ids: Vec<String>,
    rooms: Vec<String>,
    numbers: Vec<i64>,
    games: Vec<String>,
    outcomes: Vec<String>,
    started: Vec<i64>,
    ended: Vec<i64>,
    computers: Vec<Option<i16>>,
    bodies: Vec<String>,
}

impl Columns {
    fn add(&mut self, room: &Room, game: &ArchivedGame) {
        let time = |time: Timestamp| i64::try_from(time.0).expect("times are small");
        self.ids.push(game.id.to_string());
        self.rooms.push(room.id.to_string());
        self.numbers.push(room.number.into());
        self.games.push(game.game.clone());
        self.outcomes.push(word(game.outcome));
        self.started.push(time(game.started));
        self.ended.push(time(game.ended));
        self.computers.push(game.computer.map(|computer| computer.level.get().into()));
        self.bodies.push(serde_json::to_string(game).expect("a game can be written"));
    }

    async fn insert(self, connection: &mut PgConnection) {
        let insert = sqlx::query(INSERT)
            .bind(self.ids)
            .bind(self.rooms)
            .bind(self.numbers)
            .bind(self.games)
            .bind(self.outcomes)
            .bind(self.started)
            .bind(self.ended)
            .bind(self.computers)
            .bind(self.bodies);
        insert.execute(connection).await.expect("the games can be stored");
    }
}

fn word(word: impl Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}
