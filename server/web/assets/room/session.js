/**
 * A room as this page lives in it: the connection, what is known of the room, and what the person at this page may
 * do. It keeps no rules of any game.
 */
import { displayName } from '../display-name.js';
import { Connection } from '../net/connection.js';
import { ServerTime } from '../net/server-time.js';
import { socketAddress } from '../net/socket-address.js';
import { PROTOCOL } from '../protocol.js';
import { ensureToken, tokenFor } from '../tokens.js';
import { moveSent, NOTHING_KNOWN, reduce } from './state.js';

/** @import { Channel, Command, Join, OfferKind, Ok, Refusal, ServerMessage, Snapshot } from '../protocol.js' */
/** @import { Listener, Status } from '../net/connection.js' */
/** @import { RoomState } from './state.js' */

/** Refusals of a `join` for want of a seat; one may watch all the same. */
const NO_SEAT = new Set(['unknown_token', 'seats_taken']);

/**
 * @typedef {object} Surroundings what the session needs from outside, so that tests can give their own
 * @property {(room: string, listener: Listener) => Pick<Connection, 'open' | 'close' | 'send' | 'rejoin' | 'wake' | 'leave'>} connect
 * @property {(room: string) => string | null} tokenFor
 * @property {(room: string) => string} ensureToken
 * @property {() => string | null} displayName
 * @property {() => number} now this device's time
 */

/** @type {Surroundings} */
const BROWSER = {
  connect: (room, listener) => new Connection(socketAddress(room), listener),
  tokenFor,
  ensureToken,
  displayName,
  now: Date.now,
};

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
  /** @type {{ channel: Channel, text: string } | null} what could not be said, to be written once more */
  unsaid = null;
  /** @type {number | null} how long the server takes to answer, in milliseconds */
  lag = null;

  /** @type {Map<string, Command>} commands that the server has not answered yet, by their ids */
  #pending = new Map();
  /** @type {{ channel: Channel, text: string, after: number } | null} what may have been said or not */
  #unsure = null;

  #room;
  #onChange;
  #surroundings;
  #connection;
  /** Whether the server did not take the name that is stored here. */
  #nameless = false;
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
    /** What the server's clock says. */
    this.time = new ServerTime(surroundings.now);
    this.#connection = surroundings.connect(room, {
      join: () => this.#join(),
      onMessage: (message) => this.#onMessage(message),
      onStatus: (status) => this.#change({ status }),
      onJoined: () => this.#change({ sitting: false }),
      onJoinRefused: (refusal) => this.#onJoinRefused(refusal),
      onPong: (time, asked) => this.#onPong(time, asked),
      onLost: (command, id) => this.#onLost(command, id),
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

  /** Lets go of the connection for now: see {@link Connection.leave}. */
  leave() {
    this.#connection.leave();
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
    this.#aboutGame('resign');
  }

  /** Ends the game without a result, as long as not both have moved. */
  abort() {
    this.#aboutGame('abort');
  }

  /** Claims that the other player has gone away. */
  claim() {
    this.#aboutGame('claim');
  }

  /**
   * @param {OfferKind} what
   * @param {string} [next] the game to play, for a rematch
   */
  offer(what, next) {
    const game = this.state.room?.game?.number;
    if (game !== undefined) this.#send({ type: 'offer', game, what, ...(next !== undefined && { next }) });
  }

  /** @param {boolean} accept */
  answer(accept) {
    const offer = this.state.room?.offer?.seq;
    if (offer !== undefined) this.#send({ type: 'answer', offer, accept });
  }

  withdraw() {
    const offer = this.state.room?.offer?.seq;
    if (offer !== undefined) this.#send({ type: 'withdraw', offer });
  }

  /** @param {string | null} name */
  call(name) {
    this.#send({ type: 'name', name });
  }

  /**
   * @param {Channel} channel
   * @param {string} text
   */
  say(channel, text) {
    this.#send({ type: 'chat', channel, text });
  }

  /** Whoever shows what could not be said has taken it over. */
  takeUnsaid() {
    this.unsaid = null;
  }

  /** The stored token is perhaps another one now: comes in once more with it. */
  sitAgain() {
    this.#watching = false;
    this.#connection.rejoin();
    this.#onChange();
  }

  /** Something changed that is shown together with the room. */
  redraw() {
    this.#onChange();
  }

  /**
   * @param {Command['type']} type
   * @returns {boolean} whether such a command waits for its answer
   */
  isPending(type) {
    return [...this.#pending.values()].some((command) => command.type === type);
  }

  dismissRefusal() {
    this.#change({ refusal: null });
  }

  /** @param {'resign' | 'abort' | 'claim'} type */
  #aboutGame(type) {
    const game = this.state.room?.game?.number;
    if (game !== undefined) this.#send({ type, game });
  }

  /** @param {Command} command */
  #send(command) {
    this.#pending.set(this.#connection.send(command), command);
    this.#change({ refusal: null });
  }

  /** @returns {Join} */
  #join() {
    const name = this.#nameless ? null : this.#surroundings.displayName();
    const token = this.#watching ? null : this.#surroundings.tokenFor(this.#room);
    return {
      type: 'join',
      protocol: PROTOCOL,
      room: this.#room,
      ...(token !== null && { token }),
      ...(token !== null && this.sitting && { sit: true }),
      ...(name !== null && { name }),
    };
  }

  /** @param {ServerMessage} message */
  #onMessage(message) {
    if ('time' in message && message.type !== 'chat') this.time.heard(message.time);
    if (message.type === 'snapshot') this.#settleUnsure(message);
    const state = reduce(this.state, message);
    const answered = message.type === 'ok' || message.type === 'error' ? this.#answered(message) : null;
    this.#change({ state, ...answered });
    if (state.behind || this.#satElsewhere(message)) this.#connection.rejoin();
  }

  /**
   * @param {Ok | Refusal} answer
   * @returns {Partial<Pick<RoomSession, 'refusal' | 'unsaid'>>}
   */
  #answered(answer) {
    const command = this.#pending.get(answer.id ?? '');
    this.#pending.delete(answer.id ?? '');
    if (answer.type === 'ok') return {};
    const unsaid = command?.type === 'chat' ? { channel: command.channel, text: command.text } : this.unsaid;
    return { refusal: answer.code, unsaid };
  }

  /**
   * @param {number} time
   * @param {number} asked
   */
  #onPong(time, asked) {
    this.time.answered(time, asked);
    this.#change({ lag: this.#surroundings.now() - asked });
  }

  /**
   * @param {Command} command
   * @param {string} id
   */
  #onLost(command, id) {
    this.#pending.delete(id);
    if (command.type !== 'chat') return;
    const { channel, text } = command;
    const after = this.state.room?.chat?.findLast((line) => line.channel === channel)?.n ?? 0;
    this.#unsure = { channel, text, after };
  }

  /**
   * Whether what was on its way when the line broke has been said, the talk of a snapshot tells.
   *
   * @param {Snapshot} snapshot
   */
  #settleUnsure({ chat, you }) {
    const unsure = this.#unsure;
    if (unsure === null) return;
    this.#unsure = null;
    const said = (chat ?? []).some(
      ({ n, channel, from, text }) =>
        n > unsure.after && channel === unsure.channel && from === (you ?? 'watcher') && text === unsure.text,
    );
    if (!said) this.unsaid = { channel: unsure.channel, text: unsure.text };
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
    if (code === 'bad_text' && !this.#nameless) {
      this.#nameless = true;
      this.#change({ refusal: code });
      this.#connection.rejoin();
      return;
    }
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

  /**
   * @param {Partial<Pick<RoomSession, 'state' | 'status' | 'sitting' | 'hopeless' | 'refusal' | 'unsaid' | 'lag'>>} change
   */
  #change(change) {
    Object.assign(this, change);
    this.#onChange();
  }
}
