/**
 * A room as this page lives in it: the connection, what is known of the room, and what the person at this page may
 * do. It keeps no rules of any game.
 */
import { Connection } from '../net/connection.js';
import { PROTOCOL } from '../protocol.js';
import { ensureToken, tokenFor } from '../tokens.js';
import { moveSent, NOTHING_KNOWN, reduce } from './state.js';

/** @import { Join, Refusal, ServerMessage } from '../protocol.js' */
/** @import { Listener, Status } from '../net/connection.js' */
/** @import { RoomState } from './state.js' */

/** Refusals of a `join` for want of a seat; one may watch all the same. */
const NO_SEAT = new Set(['unknown_token', 'seats_taken']);

/**
 * @typedef {object} Surroundings what the session needs from outside, so that tests can give their own
 * @property {(room: string, listener: Listener) => Pick<Connection, 'open' | 'close' | 'send' | 'rejoin' | 'wake'>} connect
 * @property {(room: string) => string | null} tokenFor
 * @property {(room: string) => string} ensureToken
 */

/** @type {Surroundings} */
const BROWSER = {
  connect: (room, listener) => new Connection(socketAddress(room), listener),
  tokenFor,
  ensureToken,
};

/**
 * The server does not need the room here; a balancer before several servers keeps the room's sockets together by it.
 * @param {string} room
 */
function socketAddress(room) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/socket?room=${encodeURIComponent(room)}`;
}

export class RoomSession {
  /** @type {RoomState} */
  state = NOTHING_KNOWN;
  /** @type {Status} */
  status = 'connecting';
  /** Whether we have asked for the free seat and wait for the answer. */
  sitting = false;
  /** @type {string | null} the code of what makes this room impossible to show */
  hopeless = null;
  /** @type {string | null} the code of the last refusal, to be told to the person */
  refusal = null;

  #room;
  #onChange;
  #surroundings;
  #connection;
  /** Whether the stored token is known to hold no seat here, so that we watch. */
  #watching = false;

  /**
   * @param {string} room
   * @param {() => void} onChange
   * @param {Surroundings} [surroundings]
   */
  constructor(room, onChange, surroundings = BROWSER) {
    this.#room = room;
    this.#onChange = onChange;
    this.#surroundings = surroundings;
    this.#connection = surroundings.connect(room, {
      join: () => this.#join(),
      onMessage: (message) => this.#onMessage(message),
      onStatus: (status) => this.#change({ status }),
      onJoined: () => this.#change({ sitting: false }),
      onJoinRefused: (refusal) => this.#onJoinRefused(refusal),
    });
    this.#connection.open();
  }

  close() {
    this.#connection.close();
  }

  /** Looks after the connection at once: see {@link Connection.wake}. */
  wake() {
    this.#connection.wake();
  }

  /** Takes the free seat. */
  sit() {
    this.#surroundings.ensureToken(this.#room);
    this.#watching = false;
    this.#change({ sitting: true, refusal: null });
    this.#connection.rejoin();
  }

  /** @param {string} move one of the legal moves */
  play(move) {
    const { legal } = this.state;
    if (legal === null) return;
    const { position } = legal;
    const id = this.#connection.send({ type: 'move', position, move });
    this.#change({ state: moveSent(this.state, { id, position, move }), refusal: null });
  }

  resign() {
    const number = this.state.room?.game?.number;
    if (number !== undefined) this.#connection.send({ type: 'resign', game: number });
  }

  dismissRefusal() {
    this.#change({ refusal: null });
  }

  /** @returns {Join} */
  #join() {
    const token = this.#watching ? null : this.#surroundings.tokenFor(this.#room);
    return {
      type: 'join',
      protocol: PROTOCOL,
      room: this.#room,
      ...(token !== null && { token }),
      ...(token !== null && this.sitting && { sit: true }),
    };
  }

  /** @param {ServerMessage} message */
  #onMessage(message) {
    const state = reduce(this.state, message);
    this.#change({ state, ...(message.type === 'error' && { refusal: message.code }) });
    if (state.behind || this.#satElsewhere(message)) this.#connection.rejoin();
  }

  /**
   * Whether somebody took a seat while we watch and hold a token: that was this person, in another tab.
   *
   * @param {ServerMessage} message
   */
  #satElsewhere(message) {
    if (message.type !== 'event' || message.event.kind !== 'seated' || this.state.room?.you) return false;
    this.#watching = false;
    return this.#surroundings.tokenFor(this.#room) !== null;
  }

  /** @param {Refusal} refusal */
  #onJoinRefused({ code }) {
    if (!NO_SEAT.has(code)) {
      this.#connection.close();
      this.#change({ hopeless: code });
      return;
    }
    // The token is kept: it was perhaps stored by a tab that never got to send it, and serves when we sit down.
    this.#watching = true;
    this.#change({ sitting: false, ...(code === 'seats_taken' && { refusal: code }) });
    this.#connection.rejoin();
  }

  /** @param {Partial<Pick<RoomSession, 'state' | 'status' | 'sitting' | 'hopeless' | 'refusal'>>} change */
  #change(change) {
    Object.assign(this, change);
    this.#onChange();
  }
}
