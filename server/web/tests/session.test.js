import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { RoomSession } from '../assets/room/session.js';
import { roomEvent, STARTING, waitingRoom } from './support.js';

/** @import { Listener } from '../assets/net/connection.js' */

const ROOM = '0123456789ab';
const TOKEN = '0123456789abcdef0123456789abcdef';

/** @type {string | null} the token that this browser keeps for the room */
let stored;
/** @type {Listener} the session's ear */
let server;
/** @type {string[]} what the session asked of its connection */
let asked;
/** @type {any[]} the commands it sent */
let commands;
/** @type {RoomSession} */
let session;

beforeEach(() => {
  stored = null;
  asked = [];
  commands = [];
  session = new RoomSession(ROOM, () => {}, {
    connect: (_room, listener) => {
      server = listener;
      const note = (/** @type {string} */ what) => () => void asked.push(what);
      const send = (/** @type {any} */ command) => `c${commands.push(command)}`;
      return { open: note('open'), close: note('close'), rejoin: note('rejoin'), wake: note('wake'), send };
    },
    tokenFor: () => stored,
    ensureToken: () => (stored ??= TOKEN),
  });
});

/** @param {string} code */
const refusal = (code) => /** @type {const} */ ({ type: 'error', code, message: '', seq: null });

test('watches without a token', () => {
  assert.deepEqual(server.join(), { type: 'join', protocol: 1, room: ROOM });
});

test('sits with its token, and asks for a seat only when told to', () => {
  stored = TOKEN;
  assert.deepEqual(server.join(), { type: 'join', protocol: 1, room: ROOM, token: TOKEN });
});

test('taking the seat stores the token before it is sent, until the server has answered', () => {
  session.sit();
  assert.equal(stored, TOKEN);
  assert.deepEqual(asked, ['open', 'rejoin']);
  assert.deepEqual(server.join(), { type: 'join', protocol: 1, room: ROOM, token: TOKEN, sit: true });
  // The answer was lost; the same is asked again.
  assert.equal(server.join().sit, true);
  server.onJoined();
  assert.deepEqual(server.join(), { type: 'join', protocol: 1, room: ROOM, token: TOKEN });
});

test('a token that holds no seat watches, and serves when sitting down after all', () => {
  stored = TOKEN;
  server.onJoinRefused(refusal('unknown_token'));
  assert.deepEqual(asked, ['open', 'rejoin']);
  assert.deepEqual(server.join(), { type: 'join', protocol: 1, room: ROOM });
  assert.equal(session.refusal, null);
  session.sit();
  assert.equal(server.join().token, TOKEN);
});

test('whoever comes too late for the seat watches, and is told', () => {
  session.sit();
  server.onJoinRefused(refusal('seats_taken'));
  assert.equal(session.refusal, 'seats_taken');
  assert.equal(session.sitting, false);
  assert.deepEqual(server.join(), { type: 'join', protocol: 1, room: ROOM });
});

test('a room that does not exist ends it', () => {
  server.onJoinRefused(refusal('unknown_room'));
  assert.equal(session.hopeless, 'unknown_room');
  assert.deepEqual(asked, ['open', 'close']);
});

test('another tab of the same person that takes the seat takes this one along', () => {
  server.onMessage(waitingRoom({ you: null }));
  stored = TOKEN;
  server.onMessage(STARTING[0]);
  assert.deepEqual(asked, ['open', 'rejoin']);
  assert.equal(server.join().token, TOKEN);
});

test('somebody else taking the seat changes nothing for a watcher', () => {
  server.onMessage(waitingRoom({ you: null }));
  server.onMessage(STARTING[0]);
  assert.deepEqual(asked, ['open']);
});

test('a gap asks for a snapshot', () => {
  server.onMessage(waitingRoom());
  server.onMessage(roomEvent(7, { kind: 'seated', seat: 'guest' }));
  assert.deepEqual(asked, ['open', 'rejoin']);
});

test('a move is sent for the position it was chosen in, shown at once, and taken back if refused', () => {
  server.onMessage(waitingRoom());
  STARTING.forEach(server.onMessage);
  server.onMessage({ type: 'legal_moves', position: 3, side: 'first', moves: ['l2-l3'] });
  session.play('l2-l3');
  assert.deepEqual(commands, [{ type: 'move', position: 3, move: 'l2-l3' }]);
  assert.equal(session.state.sent?.move, 'l2-l3');
  server.onMessage({ ...refusal('stale_position'), id: 'c1' });
  assert.equal(session.state.sent, null);
  assert.equal(session.refusal, 'stale_position');
});

test('resigning names the game', () => {
  server.onMessage(waitingRoom());
  session.resign();
  assert.deepEqual(commands, []);
  STARTING.forEach(server.onMessage);
  session.resign();
  assert.deepEqual(commands, [{ type: 'resign', game: 1 }]);
});
