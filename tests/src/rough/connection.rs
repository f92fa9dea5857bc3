//! One connection through the network, and what becomes of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::{HELD_AT_MOST, Shared, Trouble};
use crate::frames::{Frame, FrameReader};
use crate::seed::generator;

/// How long the server may take to read what arrived last on a connection that its client has left.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// What is to become of a connection.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// What ends it; `None` if its ends do.
    trouble: Option<Trouble>,
    /// Whether a cut follows the client's frames or the server's.
    follows_client: bool,
    /// After how many frames it begins.
    after: u32,
    /// What is lost is lost for so long before the connection ends.
    moment: Duration,
}

impl Plan {
    fn draw(random: &mut StdRng) -> Self {
        let troubles = [Trouble::Cut, Trouble::LostOnTheWay, Trouble::AnswersLost, Trouble::Overtaken];
        let mut after = random.random_range(0..24);
        if random.random_range(0..10) == 0 {
            after = 0;
        }
        Self {
            trouble: random.random_bool(0.85).then(|| *troubles.choose(random).expect("some")),
            follows_client: random.random_bool(0.5),
            after,
            moment: Duration::from_millis(random.random_range(1..15)),
        }
    }
}

/// One connection.
struct Connection {
    shared: Arc<Shared>,
    plan: Plan,
    /// Whether it is counted among those that are about to end.
    is_doomed: AtomicBool,
    /// Both ends are to find it ended.
    ended: CancellationToken,
    /// The client is to find it ended.
    left: CancellationToken,
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.is_doomed.load(Relaxed) {
            self.shared.doomed.send_modify(|doomed| *doomed -= 1);
        }
    }
}

/// Carries a connection until it ends. There is nobody to tell of errors: they end it, too.
pub(super) async fn carry(client: TcpStream, number: u64, shared: Arc<Shared>) {
    let mut random = generator(shared.seed, 3 * number);
    let plan = Plan::draw(&mut random);
    let Ok(server) = TcpStream::connect(shared.servers.any(&mut random)).await else { return };
    if client.set_nodelay(true).and_then(|()| server.set_nodelay(true)).is_err() {
        return;
    }
    let ways = [generator(shared.seed, 3 * number + 1), generator(shared.seed, 3 * number + 2)];
    let connection = Connection {
        shared,
        plan,
        is_doomed: AtomicBool::new(false),
        ended: CancellationToken::new(),
        left: CancellationToken::new(),
    };
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    let [up, down] = ways;
    let both = async {
        tokio::join!(connection.up(from_client, to_server, up), connection.down(from_server, to_client, down))
    };
    tokio::select! {
        _ = both => {}
        () = connection.ended.cancelled() => {}
    }
}

impl Connection {
    /// Whether the trouble planned for this connection begins at a frame. It will end the connection.
    fn begins(&self, trouble: Trouble, frame: u32) -> bool {
        if self.plan.trouble != Some(trouble) || frame != self.plan.after || self.is_doomed.swap(true, Relaxed) {
            return false;
        }
        // Counted first, so that whoever calms the network down waits for it, or else it is seen to be calm here.
        self.shared.doomed.send_modify(|doomed| *doomed += 1);
        let spared = self.shared.is_calm();
        if spared {
            self.is_doomed.store(false, Relaxed);
            self.shared.doomed.send_modify(|doomed| *doomed -= 1);
        }
        !spared
    }

    /// Ends the connection at a frame of which only some bytes, or none, get through.
    async fn cut(&self, to: &mut OwnedWriteHalf, frame: &Frame, random: &mut StdRng) {
        self.shared.make(Trouble::Cut);
        let some = random.random_range(0..=frame.bytes().len());
        let _ = to.write_all(&frame.bytes()[..some]).await;
        self.ended.cancel();
    }

    /// Loses everything from now on, and ends the connection in a moment.
    async fn lose(&self, trouble: Trouble) {
        self.shared.make(trouble);
        sleep(self.plan.moment).await;
        self.ended.cancel();
    }

    /// Carries what the client sends.
    async fn up(&self, from: OwnedReadHalf, mut to: OwnedWriteHalf, mut random: StdRng) -> Option<()> {
        let mut from = FrameReader::new(from);
        let head = from.head().await?;
        to.write_all(&head).await.ok()?;
        for number in 0.. {
            let next = if self.left.is_cancelled() {
                // A client that does nothing just now finds out late that the connection has ended.
                timeout(HELD_AT_MOST, from.next()).await.ok().flatten()
            } else {
                from.next().await
            };
            let Some(frame) = next else { break };
            self.shared.delay(&mut random).await;
            if self.plan.follows_client && self.begins(Trouble::Cut, number) {
                self.cut(&mut to, &frame, &mut random).await;
                return None;
            }
            if self.begins(Trouble::LostOnTheWay, number) {
                self.lose(Trouble::LostOnTheWay).await;
                return None;
            }
            if self.begins(Trouble::Overtaken, number) {
                self.shared.make(Trouble::Overtaken);
                self.left.cancel();
                self.shared.overtaken_by(random.random_range(1..6)).await;
            }
            to.write_all(frame.bytes()).await.ok()?;
            if !self.left.is_cancelled() {
                self.shared.arrived.send_modify(|arrived| *arrived += 1);
                self.repeat(&frame, &mut to, &mut random).await?;
            }
        }
        // What was sent is read by the server before it finds that the client is gone.
        to.shutdown().await.ok()
    }

    /// Lets copies of the client's frames arrive, of this one or of earlier ones.
    async fn repeat(&self, frame: &Frame, to: &mut OwnedWriteHalf, random: &mut StdRng) -> Option<()> {
        if self.shared.is_calm() {
            return Some(());
        }
        match random.random_range(0..100) {
            0..7 if self.shared.copy(frame) => {
                self.shared.make(Trouble::Doubled);
                to.write_all(frame.bytes()).await.ok()?;
            }
            7..14 if self.shared.copy(frame) => {
                let at = *self.shared.arrived.borrow() + random.random_range(1..8);
                self.shared.echoes.lock().expect("no holder panics").push_back((at, frame.clone()));
            }
            _ => {}
        }
        for echo in self.shared.due_echoes() {
            self.shared.make(Trouble::Echoed);
            to.write_all(echo.bytes()).await.ok()?;
        }
        Some(())
    }

    /// Carries what the server sends.
    async fn down(&self, from: OwnedReadHalf, mut to: OwnedWriteHalf, mut random: StdRng) -> Option<()> {
        let mut from = FrameReader::new(from);
        let carried = async {
            let head = from.head().await?;
            to.write_all(&head).await.ok()?;
            for number in 0.. {
                let frame = from.next().await?;
                self.shared.delay(&mut random).await;
                if !self.plan.follows_client && self.begins(Trouble::Cut, number) {
                    self.cut(&mut to, &frame, &mut random).await;
                    return None;
                }
                if self.begins(Trouble::AnswersLost, number) {
                    self.lose(Trouble::AnswersLost).await;
                    return None;
                }
                to.write_all(frame.bytes()).await.ok()?;
            }
            Some(())
        };
        tokio::select! {
            carried = carried => {
                // The server has closed, and so the client finds it closed.
                let _ = to.shutdown().await;
                return carried;
            }
            () = self.left.cancelled() => {}
        }
        drop(to);
        // The server is read to its end, or else what is still to arrive there would be thrown away with the connection.
        timeout(LAST_WORDS, async { while from.next().await.is_some() {} }).await.ok()
    }
}
