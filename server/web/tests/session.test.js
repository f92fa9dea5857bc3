import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { RoomSession } from '../assets/room/session.js';
import { roomEvent, STARTING, waitingRoom } from './support.js';

/** @import { Listener } from '../assets/net/connection.js' */
/** @import { ErrorCode, EventBody } from '../assets/protocol.js' */

const ROOM = '0123456789ab';
const TOKEN = '0123456789abcdef0123456789abcdef';

/** @type {string | null} the token that this browser keeps for the room */
let stored;
/** @type {string | null} what the person is called */
let name;
/** This device's time. */
let now = 0;
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
  name = null;
  now = 1_000;
  asked = [];
  commands = [];
  session = new RoomSession(ROOM, () => {}, {
    connect: (_room, listener) => {
      server = listener;
      const note = (/** @type {string} */ what) => () => void asked.push(what);
      const send = (/** @type {any} */ command) => `c${commands.push(command)}`;
      return { open: note('open'), close: note('close'), rejoin: note('rejoin'), wake: note('wake'), leave: note('leave'), send };
    },
    tokenFor: () => stored,
    ensureToken: () => (stored ??= TOKEN),
    displayName: () => name,
    now: () => now,
  });
});

/** @type {EventBody} */
/** @type {EventBody} */
const OFFERED = { kind: 'offered', seat: 'guest', what: 'draw' };

/** @param {ErrorCode} code */
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

test('the name goes along, unless the server did not take it', () => {
  name = 'Zoé';
  assert.equal(server.join().name, 'Zoé');
  server.onJoinRefused(refusal('bad_text'));
  assert.deepEqual(asked, ['open', 'rejoin']);
  assert.equal(session.refusal, 'bad_text');
  assert.equal('name' in server.join(), false);
});

test('offers, answers and the rest name what they are about', () => {
  server.onMessage(waitingRoom());
  session.offer('draw');
  session.answer(true);
  session.withdraw();
  assert.deepEqual(commands, []);
  STARTING.forEach(server.onMessage);
  session.offer('draw');
  session.offer('rematch', 'moon');
  session.abort();
  session.claim();
  server.onMessage(roomEvent(4, OFFERED, { offer: { seq: 4, seat: 'guest', what: 'draw' } }));
  session.answer(false);
  session.withdraw();
  assert.deepEqual(commands, [
    { type: 'offer', game: 1, what: 'draw' },
    { type: 'offer', game: 1, what: 'rematch', next: 'moon' },
    { type: 'abort', game: 1 },
    { type: 'claim', game: 1 },
    { type: 'answer', offer: 4, accept: false },
    { type: 'withdraw', offer: 4 },
  ]);
});

test('what waits for its answer is known until then', () => {
  server.onMessage(waitingRoom());
  STARTING.forEach(server.onMessage);
  session.offer('draw');
  assert.equal(session.isPending('offer'), true);
  assert.equal(session.isPending('answer'), false);
  server.onMessage({ type: 'ok', id: 'c1', seq: 4, time: 0 });
  assert.equal(session.isPending('offer'), false);
  session.offer('take_back');
  server.onMessage({ ...refusal('too_soon'), id: 'c2' });
  assert.equal(session.isPending('offer'), false);
  assert.equal(session.refusal, 'too_soon');
});

test('what could not be said comes back to be written once more', () => {
  server.onMessage(waitingRoom());
  session.say('watchers', 'hello');
  server.onMessage({ ...refusal('wrong_channel'), id: 'c1' });
  assert.deepEqual(session.unsaid, { channel: 'watchers', text: 'hello' });
  session.takeUnsaid();
  assert.equal(session.unsaid, null);
});

test('whether something was said when the line broke, the next snapshot tells', () => {
  const old = { n: 3, channel: /** @type {const} */ ('players'), from: /** @type {const} */ ('host'), text: 'hello', time: 0 };
  server.onMessage(waitingRoom({ chat: [old] }));
  session.say('players', 'hello');
  server.onLost(commands[0], 'c1');
  assert.equal(session.isPending('chat'), false);
  server.onMessage(waitingRoom({ chat: [old, { ...old, n: 5 }] }));
  assert.equal(session.unsaid, null);
  session.say('players', 'hello');
  server.onLost(commands[1], 'c2');
  server.onMessage(waitingRoom({ chat: [old, { ...old, n: 5 }, { ...old, n: 6, from: 'guest' }] }));
  assert.deepEqual(session.unsaid, { channel: 'players', text: 'hello' });
});

test('the server\'s clock and the lag are learnt from its answers', () => {
  now = 1_100;
  server.onPong(501_050, 1_000);
  assert.equal(session.lag, 100);
  assert.equal(session.time.now(), 501_100);
  now = 2_100;
  assert.equal(Math.round(session.time.now()), 502_100);
});
