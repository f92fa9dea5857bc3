/**
 * A glance into a room: whoever comes in to watch, without a token, sees it as it stands and goes away again. The
 * token stays at home, as it would tell everybody that its player is there, start clocks, and end claims.
 */
import { PROTOCOL } from '../protocol.js';
import { randomHex } from '../random.js';
import { socketAddress } from './socket-address.js';

/** @import { Join, ServerMessage, Snapshot } from '../protocol.js' */

const PATIENCE_MS = 6_000;
const ID_BYTES = 12;

/**
 * @param {string} room
 * @param {(url: string) => WebSocket} [openSocket]
 * @returns {Promise<Snapshot | string | null>} the room, or the code of why there is none to be seen; nothing if there
 *   was no answer
 */
export function glance(room, openSocket = (url) => new WebSocket(url)) {
  return new Promise((resolve) => {
    const socket = openSocket(socketAddress(room));
    /** @param {Snapshot | string | null} found */
    const done = (found) => {
      clearTimeout(timer);
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      resolve(found);
    };
    const timer = setTimeout(() => done(null), PATIENCE_MS);
    /** @type {Join} */
    const join = { type: 'join', id: randomHex(ID_BYTES), protocol: PROTOCOL, room };
    socket.onopen = () => socket.send(JSON.stringify(join));
    socket.onmessage = ({ data }) => {
      const message = /** @type {ServerMessage} */ (JSON.parse(data));
      if (message.type === 'snapshot') done(message);
      else if (message.type === 'error') done(message.code);
    };
    socket.onclose = () => done(null);
  });
}

/**
 * Does something for each of some things, a few at a time.
 *
 * @template T
 * @param {T[]} things
 * @param {number} atOnce
 * @param {(thing: T) => Promise<void>} act
 */
export async function fewAtATime(things, atOnce, act) {
  const waiting = [...things];
  const work = async () => {
    for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) await act(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
