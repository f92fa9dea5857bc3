/**
 * One room's line to the server. It joins, notices when the line is dead, connects again by itself, and keeps every
 * command until it was answered: after an interruption the same command is sent again under the same id, and the
 * server, which remembers ids, sees to it that nothing happens twice.
 */
import { randomHex } from '../random.js';
import { reconnectDelay } from './backoff.js';
import { Heartbeat } from './heartbeat.js';

/** @import { ClientMessage, Command, Join, Ok, Refusal, ServerMessage } from '../protocol.js' */
/** @import { Timers } from './heartbeat.js' */

/**
 * How things stand: `connecting` for the first time, `connected` (joined, that is), `reconnecting`, `offline` (the
 * device itself says that it has no network; we keep trying all the same), `closed` for good.
 * @typedef {'connecting' | 'connected' | 'reconnecting' | 'offline' | 'closed'} Status
 */

/**
 * What the connection needs from the browser, so that tests can be the browser.
 * @typedef {Timers & {
 *   openSocket: (url: string) => WebSocket,
 *   random: () => number,
 *   now: () => number,
 *   online: () => boolean,
 * }} Platform
 */

/**
 * @typedef {object} Listener
 * @property {() => Join} join the message to join with, asked for each time anew
 * @property {(message: ServerMessage) => void} onMessage everything but answers to `join` and `ping`
 * @property {(status: Status) => void} onStatus
 * @property {() => void} onJoined
 * @property {(refusal: Refusal) => void} onJoinRefused for a reason that will not pass by itself
 * @property {(time: number, asked: number) => void} onPong the server's time, and our time when we asked for it
 * @property {(command: Command, id: string) => void} onLost whether this command arrived will never be known
 */

/**
 * @typedef {object} Unanswered
 * @property {Command & { id: string }} message
 * @property {boolean} onItsWay whether it was sent, and nothing was heard of it yet
 */

/** Refusals that mean "not now": the same message is sent again after the time they name. */
const NOT_NOW = new Set([
  'too_many_messages',
  'too_many_joins',
  'too_many_sockets',
  'busy',
  'store_unavailable',
  'restarting',
]);

/** Commands whose ids the server does not remember: sent again after an interruption, they would be done twice. */
const FLEETING = new Set(['chat']);

const ID_BYTES = 12;
const OPEN = 1;

/** So many milliseconds after a page was left that is still there all the same it makes a line again by itself. */
const LEFT_MS = 1_000;

/** After so many milliseconds in a room a connection has held, and failures before it no longer count. */
const HELD_MS = 10_000;

/** @type {Platform} */
const BROWSER = {
  openSocket: (url) => new WebSocket(url),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (timer) => window.clearTimeout(timer ?? undefined),
  random: Math.random,
  now: Date.now,
  online: () => navigator.onLine,
};

export class Connection {
  #url;
  #listener;
  #platform;
  #heartbeat;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Status} */
  #status = 'connecting';
  /** The id of the `join` that is still to be accepted; empty if there is none. */
  #joining = '';
  #joined = false;
  /** @type {Map<string, Unanswered>} in the order in which they were given */
  #unanswered = new Map();
  /** When the last `join` was sent. */
  #joinSent = 0;
  /** The last question whether anybody is there. */
  #ping = { id: '', at: 0 };
  #failures = 0;
  /** @type {number | null} waiting to see whether the connection holds */
  #holding = null;
  /** @type {number | null} waiting to connect again */
  #retry = null;
  /** @type {number | null} waiting because the server asked us to */
  #pause = null;

  /**
   * @param {string} url
   * @param {Listener} listener
   * @param {Platform} [platform]
   */
  constructor(url, listener, platform = BROWSER) {
    this.#url = url;
    this.#listener = listener;
    this.#platform = platform;
    this.#heartbeat = new Heartbeat(platform, {
      ask: () => this.#askForTime(),
      giveUp: () => this.#reconnectLater(),
    });
  }

  get status() {
    return this.#status;
  }

  open() {
    this.#platform.clearTimeout(this.#retry);
    this.#retry = null;
    const socket = this.#platform.openSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.rejoin();
    socket.onmessage = ({ data }) => this.#receive(/** @type {ServerMessage} */ (JSON.parse(data)));
    socket.onclose = () => this.#reconnectLater();
    this.#heartbeat.expect();
  }

  close() {
    this.#hangUp();
    this.#platform.clearTimeout(this.#retry);
    this.#retry = null;
    this.#become('closed');
  }

  /**
   * Sends a command, now or as soon as there is a connection, until it is answered.
   *
   * @param {Command} command
   * @returns {string} the id that the answer will name
   */
  send(command) {
    const id = randomHex(ID_BYTES);
    const unanswered = { message: { ...command, id }, onItsWay: false };
    this.#unanswered.set(id, unanswered);
    if (this.#joined) this.#transmitCommand(unanswered);
    return id;
  }

  /** Joins on the present socket, once more if need be: for a seat, or for a new snapshot. */
  rejoin() {
    if (this.#socket?.readyState !== OPEN) return;
    this.#joining = randomHex(ID_BYTES);
    this.#joinSent = this.#platform.now();
    this.#transmit({ ...this.#listener.join(), id: this.#joining });
  }

  /** The network is said to be back, or a person looks at the page again: no more waiting. */
  wake() {
    if (this.#retry !== null) {
      this.open();
    } else if (this.#joined) {
      this.#heartbeat.probe();
    }
  }

  /**
   * The page is left, though perhaps not for good: browsers keep pages for whoever goes back, some with open sockets,
   * and this person would seem to be here for as long. The line is made again when the page runs again.
   */
  leave() {
    // Not at once: by then the page stands still, and its clocks with it.
    if (this.#socket !== null) this.#reconnectLater(LEFT_MS);
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.#heartbeat.heard();
    if (message.type === 'restart') {
      this.#reconnectLater(message.retry_after * 1000);
    } else if (message.type !== 'ok' && message.type !== 'error') {
      this.#listener.onMessage(message);
    } else if (message.id === this.#joining) {
      this.#joinAnswered(message);
    } else if (message.id !== undefined && message.id === this.#ping.id) {
      this.#ping.id = '';
      if (message.type === 'ok') this.#listener.onPong(message.time, this.#ping.at);
    } else if (message.type === 'error' && NOT_NOW.has(message.code)) {
      const refused = this.#unanswered.get(message.id ?? '');
      if (refused) refused.onItsWay = false;
      this.#sendAgainAfter(message.retry_after);
    } else if (message.id !== undefined && this.#unanswered.delete(message.id)) {
      this.#listener.onMessage(message);
    }
  }

  /** @param {Ok | Refusal} answer */
  #joinAnswered(answer) {
    if (answer.type === 'error' && (NOT_NOW.has(answer.code) || answer.code === 'internal')) {
      this.#sendAgainAfter(answer.retry_after);
      return;
    }
    this.#joining = '';
    if (answer.type === 'error') {
      this.#listener.onJoinRefused(answer);
      return;
    }
    const first = !this.#joined;
    this.#joined = true;
    if (first) this.#holding = this.#platform.setTimeout(() => (this.#failures = 0), HELD_MS);
    this.#become('connected');
    this.#listener.onPong(answer.time, this.#joinSent);
    this.#listener.onJoined();
    if (first) this.#transmitUnanswered();
  }

  /** @param {number} [seconds] */
  #sendAgainAfter(seconds = 1) {
    this.#platform.clearTimeout(this.#pause);
    const ms = this.#atLeast(seconds * 1000);
    this.#pause = this.#platform.setTimeout(() => {
      if (this.#joining !== '') this.rejoin();
      if (this.#joined) this.#transmitUnanswered();
    }, ms);
  }

  /**
   * Somewhat more than the server asked for, as it has asked others, too.
   *
   * @param {number} ms
   */
  #atLeast(ms) {
    return ms * (1 + 0.2 * this.#platform.random());
  }

  #transmitUnanswered() {
    for (const unanswered of this.#unanswered.values()) {
      if (!(unanswered.onItsWay && FLEETING.has(unanswered.message.type))) this.#transmitCommand(unanswered);
    }
  }

  /** @param {Unanswered} unanswered */
  #transmitCommand(unanswered) {
    unanswered.onItsWay = true;
    this.#transmit(unanswered.message);
  }

  #askForTime() {
    this.#ping = { id: randomHex(ID_BYTES), at: this.#platform.now() };
    this.#transmit({ type: 'ping', id: this.#ping.id });
  }

  /** What was on its way when the line broke, and may not be sent again. */
  #dropFleeting() {
    for (const [id, { message, onItsWay }] of [...this.#unanswered]) {
      if (!onItsWay || !FLEETING.has(message.type)) continue;
      this.#unanswered.delete(id);
      this.#listener.onLost(message, id);
    }
  }

  /** @param {ClientMessage} message */
  #transmit(message) {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {number} [atLeast] milliseconds that the server asked for */
  #reconnectLater(atLeast = 0) {
    this.#hangUp();
    const delay = this.#atLeast(atLeast) + reconnectDelay(this.#failures, this.#platform.random);
    this.#failures += 1;
    this.#retry = this.#platform.setTimeout(() => this.open(), delay);
    if (!this.#platform.online()) this.#become('offline');
    else if (this.#status !== 'connecting') this.#become('reconnecting');
  }

  /** Lets go of the socket without waiting for it: on a dead line its closing would take minutes. */
  #hangUp() {
    this.#joined = false;
    this.#heartbeat.stop();
    this.#platform.clearTimeout(this.#pause);
    this.#platform.clearTimeout(this.#holding);
    const socket = this.#socket;
    if (socket === null) return;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#dropFleeting();
  }

  /** @param {Status} status */
  #become(status) {
    if (status === this.#status) return;
    this.#status = status;
    this.#listener.onStatus(status);
  }
}
