/**
 * Follows a room and prints the moves of its game, until that is over.
 *
 *     node --experimental-websocket watch.mjs http://127.0.0.1:8420/r/p8p7n59fx03v
 *
 * It watches: it has no token, and takes no seat. It needs nothing but what every browser has; Node.js has it since
 * version 22, and in version 20 with --experimental-websocket. watch.py does the same in Python. Comments name the
 * sections of the guide (protocol/README.md).
 */

const PROTOCOL = 1;
/** After so much silence a `ping` asks whether the server is there ("Staying connected"). */
const SILENCE_MS = 8_000;

/** Going on is of no use. */
class GivenUp extends Error {}

/** What is known of the room, and how much of it was printed. */
class Watcher {
  number = null; // the game's number in the room
  moves = [];
  printed = [];
  over = false;

  /** Takes in a message of the server ("What you receive"). Those that tell nothing of moves are passed over. */
  learn(message) {
    if (message.type === 'snapshot') {
      const { game, closed } = message;
      if (game !== null) {
        this.start(game);
        this.moves = [...game.moves];
        this.printMoves();
        if (game.result !== null) this.end(game.result);
      }
      if (closed) this.over = true;
    } else if (message.type === 'event') {
      this.happened(message.event);
    } else if (message.type === 'error' && message.retry_after === undefined) {
      throw new GivenUp(`${message.code}: ${message.message}`);
    }
  }

  /** Takes in an event ("Events"). */
  happened(event) {
    if (event.kind === 'started') this.start(event);
    if (event.kind === 'moved') this.moves.push(event.move);
    if (event.kind === 'taken_back') this.moves.length = event.ply;
    if (event.kind === 'ended') this.end(event);
    if (event.kind === 'closed') this.over = true;
    this.printMoves();
  }

  start({ number, game }) {
    if (number === this.number) return;
    Object.assign(this, { number, moves: [], printed: [] });
    console.log(`${game}, game ${number}`);
  }

  end({ outcome, reason }) {
    this.over = true;
    console.log(`${outcome}: ${reason}`);
  }

  /** Prints what was not printed yet. Where a snapshot came in the place of events, that may be several moves. */
  printMoves() {
    const { moves, printed } = this;
    let same = 0;
    while (same < Math.min(moves.length, printed.length) && moves[same] === printed[same]) same += 1;
    if (same < printed.length) console.log(`back to move ${same}`);
    for (let ply = same; ply < moves.length; ply += 1) console.log(`${ply + 1}. ${moves[ply]}`);
    this.printed = [...moves];
  }
}

/**
 * One connection: watches until the game is over or the connection is lost.
 *
 * @returns {Promise<{ heard: boolean, wait: number }>} whether anything came, and how many seconds to wait at least
 */
function connect(address, room, watcher) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    const state = { heard: false, wait: 0 };
    const send = (message) => socket.send(JSON.stringify(message));
    let timer;
    const listen = (asked) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (asked || socket.readyState !== WebSocket.OPEN) return leave();
        send({ type: 'ping' });
        listen(true);
      }, SILENCE_MS);
    };
    const leave = () => {
      clearTimeout(timer);
      socket.close();
      resolve(state);
    };
    socket.onopen = () => send({ type: 'join', id: 'j1', protocol: PROTOCOL, room });
    socket.onclose = leave;
    socket.onerror = leave;
    socket.onmessage = ({ data }) => {
      state.heard = true;
      listen(false);
      const message = JSON.parse(data);
      state.wait = message.retry_after ?? 0;
      try {
        watcher.learn(message);
      } catch (error) {
        clearTimeout(timer);
        socket.close();
        return reject(error);
      }
      // What asks to wait asks to come again, too.
      if (watcher.over || state.wait > 0) leave();
    };
    listen(false);
  });
}

/** Watches on as many connections as it takes ("Staying connected"). */
async function follow(link, room) {
  const address = new URL('/api/socket', link);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const watcher = new Watcher();
  for (let failures = 0; ; failures += 1) {
    const { heard, wait } = await connect(address, room, watcher);
    if (watcher.over) return;
    if (heard) failures = 0;
    const pause = failures === 0 ? 0 : Math.min(30, 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause, wait) * 1000));
  }
}

const link = process.argv[2] ?? '';
const room = /^https?:\/\/[^/]+\/r\/([^/]+)\/?$/.exec(link)?.[1];
if (room === undefined) {
  console.error('usage: watch.mjs http://HOST/r/ROOM');
  process.exitCode = 2;
} else {
  await follow(link, room).catch((error) => {
    if (!(error instanceof GivenUp)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });
}
