//! Rooms that are played in, and the window in which that is measured.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::arguments::Load;
use crate::pace::Pace;
use crate::process::Process;
use crate::record::Recorder;
use crate::report::{Cost, Playing};
use crate::table::{PLIES, Table, Tables};
use crate::trouble::Trouble;

/// How many rooms are made at a time.
const MADE_AT_A_TIME: usize = 32;

/// How long a room that went wrong waits before it is replaced, so that errors do not become the load.
const AFTER_TROUBLE: Duration = Duration::from_secs(1);

/// Has rooms played in, first for the warm-up and then for the time that is measured.
pub(crate) async fn measure(
    load: &Load,
    tables: &Tables,
    server: Option<Process>,
    recorder: &Arc<Recorder>,
) -> Result<Playing, Box<dyn std::error::Error>> {
    let maker = Arc::new(Maker { tables: tables.clone(), places: Semaphore::new(MADE_AT_A_TIME) });
    let opened = futures_util::future::join_all((0..load.rooms).map(|_| maker.make())).await;
    let opened: Vec<Table> = opened.into_iter().collect::<Result<_, Trouble>>()?;
    let paces = Pace::of_rooms(load.rooms, load.rate, recorder)?;
    let mut playing = JoinSet::new();
    for ((table, pace), number) in opened.into_iter().zip(paces).zip(0..) {
        // Left at different times the first games keep all games from ending together.
        let plies = 1 + PLIES * number / load.rooms;
        playing.spawn(play_on(table, plies, pace, Arc::clone(&maker), Arc::clone(recorder)));
    }

    sleep(Duration::from_secs(load.warm_up.into())).await;
    let processes = [server, Some(Process::this())];
    let cpu_time = || processes.map(|process| process.and_then(|process| process.cpu_time().ok()));
    let (before, began) = (cpu_time(), Instant::now());
    recorder.set_open(true);
    sleep(Duration::from_secs(load.seconds.into())).await;
    recorder.set_open(false);
    let (after, took) = (cpu_time(), began.elapsed());
    let cost = |which: usize| {
        let cpu_percent = before[which]?.percent_until(after[which]?);
        Some(Cost { cpu_percent, memory_bytes: processes[which]?.memory().ok()? })
    };
    let (server, this) = (cost(0), cost(1));
    playing.shutdown().await;

    let times = recorder.times();
    #[expect(clippy::cast_precision_loss, reason = "a measurement is not that precise")]
    let moves_per_second = times.moves as f64 / took.as_secs_f64();
    let seconds = took.as_secs_f64();
    Ok(Playing { rooms: load.rooms, seconds, rate: load.rate, moves_per_second, times, server, load: this })
}

/// Makes rooms, but not too many at a time.
struct Maker {
    tables: Tables,
    places: Semaphore,
}

impl Maker {
    async fn make(&self) -> Result<Table, Trouble> {
        let _place = self.places.acquire().await.map_err(|_| Trouble::Unexpected)?;
        self.tables.open().await
    }
}

/// Plays one game after the other, each in a room of its own.
async fn play_on(table: Table, plies: u32, mut pace: Pace, maker: Arc<Maker>, recorder: Arc<Recorder>) {
    let (mut table, mut plies) = (Some(table), plies);
    loop {
        let played = match table.take() {
            Some(mut table) => table.play(plies, &mut pace, &recorder).await,
            None => maker.make().await.map(|made| {
                recorder.room_made();
                (table, plies) = (Some(made), PLIES);
            }),
        };
        if let Err(trouble) = played {
            recorder.error(&trouble.code());
            sleep(AFTER_TROUBLE).await;
        }
    }
}
