//! A rough network: it knows where one WebSocket frame ends and the next begins, and does to them, by its seed, what
//! networks do. Frames are late, are lost with all that follows, come twice, or arrive on an old connection when a new
//! one is long in use; connections end at any moment. Within one connection frames stay in order, as they do in TCP.

mod connection;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::{ClientMessage, CommandId};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::PATIENCE;
use crate::frames::Frame;

/// How long a frame is held back at most for new ones to overtake it, should none come.
const HELD_AT_MOST: Duration = Duration::from_millis(300);

/// Where connections go: the servers that run now. All clones point to the same.
#[derive(Clone, Debug)]
pub struct Servers(Arc<Mutex<Vec<SocketAddr>>>);

impl Servers {
    /// Some servers. Each connection goes to one of them.
    #[must_use]
    pub fn new(addresses: Vec<SocketAddr>) -> Self {
        Self(Arc::new(Mutex::new(addresses)))
    }

    /// A server has been started anew, at another address.
    ///
    /// # Panics
    /// If there is no such server.
    pub fn moved(&self, which: usize, to: SocketAddr) {
        self.0.lock().expect("no holder panics")[which] = to;
    }

    fn any(&self, random: &mut impl Rng) -> SocketAddr {
        *self.0.lock().expect("no holder panics").choose(random).expect("there is a server")
    }
}

/// What a rough network does to connections and frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// A frame is held up for some milliseconds, and with it all behind it.
    Delayed,
    /// A frame of the client arrives twice in a row.
    Doubled,
    /// A frame of the client arrives once more when others have arrived since, be it on another connection.
    Echoed,
    /// The connection ends, perhaps in the middle of a frame.
    Cut,
    /// All frames of the client are lost for a moment, then the connection ends.
    LostOnTheWay,
    /// All frames of the server are lost for a moment, then the connection ends.
    AnswersLost,
    /// The client finds the connection ended; the server does not, and is given what the client had sent when frames of
    /// the client's next connection have overtaken it.
    Overtaken,
}

impl Trouble {
    /// All there are.
    pub const ALL: [Self; 7] =
        [Self::Delayed, Self::Doubled, Self::Echoed, Self::Cut, Self::LostOnTheWay, Self::AnswersLost, Self::Overtaken];
}

/// How often each kind of trouble was made.
pub type Troubles = BTreeMap<Trouble, u32>;

/// The network of one client. It stops when it is dropped.
#[derive(Debug)]
pub struct RoughNetwork {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    servers: Servers,
    seed: u64,
    calm: watch::Sender<bool>,
    /// How many connections are about to end.
    doomed: watch::Sender<usize>,
    /// How many frames of the client have arrived.
    arrived: watch::Sender<u64>,
    /// Copies that are to arrive, each once so many frames have.
    echoes: Mutex<VecDeque<(u64, Frame)>>,
    copied: Mutex<HashSet<CommandId>>,
    troubles: Mutex<Troubles>,
}

impl RoughNetwork {
    /// Starts a network between one client and some servers. Must be called within a tokio runtime.
    #[must_use]
    pub fn start(servers: Servers, seed: u64) -> Self {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port on the loopback interface");
        listener.set_nonblocking(true).expect("a listener that does not block");
        let address = listener.local_addr().expect("a bound listener has an address");
        let listener = TcpListener::from_std(listener).expect("a listener for the runtime");
        let shared = Arc::new(Shared {
            servers,
            seed,
            calm: watch::Sender::new(false),
            doomed: watch::Sender::new(0),
            arrived: watch::Sender::new(0),
            echoes: Mutex::default(),
            copied: Mutex::default(),
            troubles: Mutex::default(),
        });
        Self { address, accepting: tokio::spawn(accept(listener, Arc::clone(&shared))), shared }
    }

    /// Where the client connects.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.address
    }

    /// From now on nothing is done to frames any more. Waits until what was held back has arrived, and the connections
    /// that were about to end have.
    ///
    /// # Panics
    /// If that takes unreasonably long.
    pub async fn calm_down(&self) {
        self.shared.calm.send_replace(true);
        let mut doomed = self.shared.doomed.subscribe();
        let waited = timeout(PATIENCE, doomed.wait_for(|doomed| *doomed == 0)).await;
        waited.expect("connections end that are about to").expect("the sender is here");
    }

    /// Whether a message of the client may have arrived more often than the client sent it.
    ///
    /// # Panics
    /// Never: no holder of the lock does.
    #[must_use]
    pub fn has_copied(&self, id: &CommandId) -> bool {
        self.shared.copied.lock().expect("no holder panics").contains(id)
    }

    /// The trouble it made so far.
    ///
    /// # Panics
    /// Never: no holder of the lock does.
    #[must_use]
    pub fn troubles(&self) -> Troubles {
        self.shared.troubles.lock().expect("no holder panics").clone()
    }
}

impl Drop for RoughNetwork {
    fn drop(&mut self) {
        self.shared.calm.send_replace(true);
        self.accepting.abort();
    }
}

impl Shared {
    fn is_calm(&self) -> bool {
        *self.calm.borrow()
    }

    fn make(&self, trouble: Trouble) {
        *self.troubles.lock().expect("no holder panics").entry(trouble).or_default() += 1;
    }

    /// Waits until so many frames more have arrived, or no more are to be waited for.
    async fn overtaken_by(&self, frames: u64) {
        let (mut arrived, mut calm) = (self.arrived.subscribe(), self.calm.subscribe());
        let until = *arrived.borrow_and_update() + frames;
        // However it ends, the wait is over.
        let _ = timeout(HELD_AT_MOST, async {
            tokio::select! {
                _ = arrived.wait_for(|arrived| *arrived >= until) => {}
                _ = calm.wait_for(|calm| *calm) => {}
            }
        })
        .await;
    }

    /// Holds a frame up now and then.
    async fn delay(&self, random: &mut StdRng) {
        let delay = match random.random_range(0..100) {
            0..72 => 0,
            72..97 => random.random_range(1..4),
            _ => random.random_range(4..25),
        };
        if delay > 0 && !self.is_calm() {
            self.make(Trouble::Delayed);
            sleep(Duration::from_millis(delay)).await;
        }
    }

    /// Notes that a frame is to arrive once more. Returns whether that is possible.
    fn copy(&self, frame: &Frame) -> bool {
        let Some(message) = frame.text().and_then(|text| serde_json::from_str::<ClientMessage>(&text).ok()) else {
            return false;
        };
        self.copied.lock().expect("no holder panics").extend(message.id().cloned());
        true
    }

    /// The copies that are to arrive by now.
    fn due_echoes(&self) -> Vec<Frame> {
        let arrived = *self.arrived.borrow();
        let mut echoes = self.echoes.lock().expect("no holder panics");
        let (due, later) = echoes.drain(..).partition::<Vec<_>, _>(|(at, _)| *at <= arrived);
        *echoes = later.into();
        due.into_iter().map(|(_, frame)| frame).collect()
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    for number in 0.. {
        let Ok((client, _)) = listener.accept().await else { return };
        tokio::spawn(connection::carry(client, number, Arc::clone(&shared)));
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWrite, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;
    use crate::frames::FrameReader;
    use crate::frames::tests::masked;

    const HEAD: &[u8] = b"HEAD\r\n\r\n";

    /// What arrived at a server: the number of the connection, and what the frame says.
    type Arrived = Arc<Mutex<Vec<(usize, String)>>>;

    /// A server that answers each frame with the same and notes what arrives.
    async fn noting() -> (Servers, Arrived) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let servers = Servers::new(vec![listener.local_addr().unwrap()]);
        let arrived = Arrived::default();
        let noted = Arc::clone(&arrived);
        tokio::spawn(async move {
            for connection in 0.. {
                let (from, mut to) = listener.accept().await.unwrap().0.into_split();
                let noted = Arc::clone(&noted);
                tokio::spawn(async move {
                    let mut from = FrameReader::new(from);
                    let head = from.head().await?;
                    to.write_all(&head).await.ok()?;
                    while let Some(frame) = from.next().await {
                        noted.lock().unwrap().push((connection, frame.text().unwrap()));
                        to.write_all(frame.bytes()).await.ok()?;
                    }
                    Some(())
                });
            }
        });
        (servers, arrived)
    }

    fn message(number: u32) -> String {
        format!(r#"{{"type":"ping","id":"{number:04}"}}"#)
    }

    async fn send(to: &mut (impl AsyncWrite + Unpin), number: u32) -> std::io::Result<()> {
        to.write_all(&masked(&message(number))).await
    }

    /// Sends forty messages, each on a connection that is there, and reads what is answered; then lets the network calm
    /// down.
    async fn forty(network: &RoughNetwork) {
        let mut connection = None;
        for number in 0..40 {
            let stream = match &mut connection {
                Some(stream) => stream,
                none => {
                    let mut stream = TcpStream::connect(network.addr()).await.unwrap();
                    // Whatever comes of it shows when it is read.
                    let _ = stream.write_all(HEAD).await;
                    none.insert(stream)
                }
            };
            let sent = send(stream, number).await;
            let is_over =
                matches!(timeout(Duration::from_millis(5), stream.read(&mut [0; 4096])).await, Ok(Ok(0) | Err(_)));
            if sent.is_err() || is_over {
                connection = None;
            }
        }
        drop(connection);
        network.calm_down().await;
    }

    #[tokio::test]
    async fn frames_are_treated_badly_but_stay_in_order_within_a_connection() {
        let (mut all, mut late) = (Troubles::new(), 0);
        for seed in 0..40 {
            let (servers, arrived) = noting().await;
            let network = RoughNetwork::start(servers, seed);
            forty(&network).await;
            let arrived = arrived.lock().unwrap().clone();
            let mut newest: BTreeMap<_, String> = BTreeMap::new();
            let mut newest_of_all = String::new();
            for (connection, text) in &arrived {
                let id = text.get(21..25).unwrap().parse().unwrap();
                let before = newest.entry(connection).or_default();
                if text > before {
                    before.clone_from(text);
                } else {
                    assert!(network.has_copied(&id), "{text} after {before}, seed {seed}");
                }
                late += u32::from(*text < newest_of_all && !network.has_copied(&id));
                newest_of_all = text.clone().max(newest_of_all);
            }
            network.troubles().into_iter().for_each(|(trouble, times)| *all.entry(trouble).or_default() += times);
        }
        assert!(Trouble::ALL.iter().all(|trouble| all.contains_key(trouble)), "{all:?}");
        assert!(late > 0, "no frame was overtaken by those of a newer connection");
    }

    #[tokio::test]
    async fn a_calm_network_carries_everything_once() {
        let (servers, arrived) = noting().await;
        let network = RoughNetwork::start(servers, 7);
        network.calm_down().await;
        let mut stream = TcpStream::connect(network.addr()).await.unwrap();
        stream.write_all(HEAD).await.unwrap();
        let expected: Vec<_> = (0..60).map(|number| (0, message(number))).collect();
        for number in 0..60 {
            send(&mut stream, number).await.unwrap();
        }
        let (from, _to) = stream.split();
        let mut from = FrameReader::new(from);
        assert_eq!(from.head().await.as_deref(), Some(HEAD));
        for (_, text) in &expected {
            assert_eq!(from.next().await.unwrap().text().as_ref(), Some(text));
        }
        assert_eq!(*arrived.lock().unwrap(), expected);
        assert!(network.troubles().is_empty());
    }
}
