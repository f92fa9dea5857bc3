/** What several tests need: a clock that the test turns, a server's side of a socket, and messages. */

import { webcrypto } from 'node:crypto';

// What every browser has, and Node.js since version 20.
globalThis.crypto ??= /** @type {Crypto} */ (webcrypto);

/** A clock whose timers run when the test says so. */
export class FakeClock {
  now = 0;
  /** @type {Map<number, { at: number, run: () => void }>} */
  #timers = new Map();
  #next = 1;

  setTimeout = (/** @type {() => void} */ run, /** @type {number} */ ms) => {
    this.#timers.set(this.#next, { at: this.now + ms, run });
    return this.#next++;
  };

  clearTimeout = (/** @type {number | null} */ timer) => {
    if (timer !== null) this.#timers.delete(timer);
  };

  /** @param {number} ms */
  pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (due === undefined) break;
      const [timer, { at, run }] = due;
      this.#timers.delete(timer);
      this.now = at;
      run();
    }
    this.now = end;
  }
}

/** A socket as the page sees it, with the server's end in the hands of the test. */
export class FakeSocket {
  readyState = 0;
  /** @type {any[]} what the page sent, as messages */
  sent = [];
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {(() => void) | null} */
  onclose = null;

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** The server accepts the connection. */
  accept() {
    this.readyState = 1;
    this.onopen?.();
  }

  /** @param {object} message */
  says(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection breaks, and the browser notices. */
  breaks() {
    this.readyState = 3;
    this.onclose?.();
  }

  /** @returns {any} the message that the page sent last */
  get last() {
    return this.sent.at(-1);
  }
}

export const EMPTY_BOARD = {
  first: ['l2'],
  second: ['a12'],
  moves_made: { first: 0, second: 0 },
  captured: { first: 0, second: 0 },
};

/**
 * @param {Partial<import('../assets/protocol.js').Snapshot>} [changes]
 * @returns {import('../assets/protocol.js').Snapshot} a room with a host, and nobody else yet
 */
export function waitingRoom(changes) {
  return {
    type: 'snapshot',
    protocol: 1,
    room: '0123456789ab',
    seq: 1,
    time: 1000,
    you: 'host',
    setup: { game: 'halma', sides: 'first', clock: null, open: false, table: 'two', computer: null },
    seats: { host: { taken: true }, guest: { taken: false } },
    game: null,
    to_move: null,
    passed_over: null,
    offer: null,
    claim: null,
    clocks: null,
    series: { score: { host: 0, guest: 0, draws: 0 }, games: [] },
    closed: false,
    names: { host: null, guest: null },
    presence: { host: { here: true, since: 900 }, guest: { here: false, since: null }, watchers: 0 },
    chat: [],
    ...changes,
  };
}

/**
 * @param {number} seq
 * @param {import('../assets/protocol.js').EventBody} event
 * @param {Partial<import('../assets/protocol.js').RoomEvent>} [envelope]
 * @returns {import('../assets/protocol.js').RoomEvent}
 */
export function roomEvent(seq, event, envelope) {
  const nothing = { to_move: null, passed_over: null, offer: null, claim: null, clocks: null };
  return { type: 'event', seq, time: 2000 + seq, event, ...nothing, ...envelope };
}

/** The events by which a guest sits down and the game starts, for a room that waits. */
export const STARTING = [
  roomEvent(2, { kind: 'seated', seat: 'guest' }),
  roomEvent(
    3,
    {
      kind: 'started',
      number: 1,
      game: 'halma',
      rules_version: 1,
      sides: { first: 'host', second: 'guest' },
      board: EMPTY_BOARD,
    },
    { to_move: 'first' },
  ),
];

/**
 * @param {number} seq
 * @param {number} ply
 * @param {import('../assets/protocol.js').Side} side
 * @param {[string, string]} ends
 * @param {Partial<import('../assets/protocol.js').RoomEvent>} [envelope]
 */
export function movedEvent(seq, ply, side, [from, to], envelope) {
  const board = { ...EMPTY_BOARD, [side]: [to] };
  return roomEvent(seq, { kind: 'moved', ply, side, move: `${from}-${to}`, path: [from, to], board }, envelope);
}
