import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Connection } from '../assets/net/connection.js';
import { FakeClock, FakeSocket, waitingRoom } from './support.js';

/** @import { Command, Join } from '../assets/protocol.js' */

/** @type {Join} */
const JOIN = { type: 'join', protocol: 1, room: '0123456789ab' };
/** @type {Command} */
const MOVE = { type: 'move', position: 3, move: 'l2-l3' };

/** @type {FakeClock} */
let clock;
/** @type {FakeSocket[]} */
let sockets;
/** @type {string[]} what the connection told its owner */
let told;
/** @type {[number, number][]} times of the server, and of the questions for them */
let pongs;
/** @type {Connection} */
let connection;
let online = true;

const socket = () => /** @type {FakeSocket} */ (sockets.at(-1));

beforeEach(() => {
  clock = new FakeClock();
  sockets = [];
  told = [];
  pongs = [];
  online = true;
  connection = new Connection(
    'ws://here/api/socket',
    {
      join: () => JOIN,
      onMessage: ({ type }) => told.push(type),
      onStatus: (status) => told.push(status),
      onJoined: () => told.push('joined'),
      onPong: (time, asked) => pongs.push([time, asked]),
      onLost: (command) => told.push(`lost ${command.type}`),
      onJoinRefused: ({ code }) => told.push(code),
    },
    {
      now: () => clock.now,
      openSocket: () => {
        sockets.push(new FakeSocket());
        return /** @type {any} */ (socket());
      },
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      random: () => 0.5,
      online: () => online,
    },
  );
  connection.open();
});

/** The server takes the connection and lets the page in. */
function letIn() {
  socket().accept();
  const { id } = socket().last;
  socket().says(waitingRoom());
  socket().says({ type: 'ok', id, seq: 1, time: 0 });
}

/** @param {string} code */
const refuse = (code, retry_after = 3) =>
  socket().says({ type: 'error', id: socket().last.id, code, message: '', seq: 1, retry_after });

const count = (/** @type {string} */ type) => socket().sent.filter((message) => message.type === type).length;

test('joins first, with an id, and tells of it', () => {
  socket().accept();
  assert.equal(socket().sent.length, 1);
  const { id, ...join } = socket().last;
  assert.deepEqual(join, JOIN);
  assert.match(id, /^[0-9a-f]{24}$/);
  letIn();
  assert.deepEqual(told, ['snapshot', 'connected', 'joined']);
});

test('a command given before there is a connection goes out after joining', () => {
  const id = connection.send(MOVE);
  socket().accept();
  assert.equal(count('move'), 0);
  letIn();
  assert.deepEqual(socket().last, { ...MOVE, id });
});

test('an unanswered command is sent again with the same id, an answered one is not', () => {
  letIn();
  const answered = connection.send(MOVE);
  socket().says({ type: 'ok', id: answered, seq: 4, time: 0 });
  const unanswered = connection.send({ type: 'resign', game: 1 });
  socket().breaks();
  clock.pass(1_000);
  letIn();
  assert.equal(sockets.length, 2);
  assert.deepEqual(socket().sent.slice(1), [{ type: 'resign', game: 1, id: unanswered }]);
});

test('answers that nobody waits for are not passed on', () => {
  letIn();
  socket().says({ type: 'ok', seq: 4, time: 0 });
  socket().says({ type: 'error', id: 'unheard-of', code: 'illegal_move', message: '', seq: 4 });
  assert.deepEqual(told, ['snapshot', 'connected', 'joined']);
});

test('asks after silence, and gives a dead line up', () => {
  letIn();
  clock.pass(7_900);
  assert.equal(count('ping'), 0);
  clock.pass(200);
  assert.equal(count('ping'), 1);
  socket().says({ type: 'ok', seq: 1, time: 0 });
  clock.pass(8_000);
  assert.equal(count('ping'), 2);
  const dead = socket();
  clock.pass(10_000);
  assert.equal(told.at(-1), 'reconnecting');
  assert.equal(dead.readyState, 3);
  clock.pass(1_000);
  assert.equal(sockets.length, 2);
  // What the old socket still brings is nobody's business any more.
  dead.says(waitingRoom());
  assert.equal(told.at(-1), 'reconnecting');
});

test('gives up a connection that is never made', () => {
  clock.pass(10_000);
  clock.pass(1_000);
  assert.equal(sockets.length, 2);
});

/** Breaks the line, and tells how long it takes until the next attempt. */
function waitAfterBreak() {
  const attempts = sockets.length;
  const begin = clock.now;
  socket().breaks();
  while (sockets.length === attempts) clock.pass(5);
  return clock.now - begin;
}

test('connects again at once, then waits longer from failure to failure, up to a bound', () => {
  const waits = Array.from({ length: 8 }, waitAfterBreak);
  assert.deepEqual(waits, [5, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]);
});

test('starts anew once a connection has held, and no sooner', () => {
  assert.deepEqual([waitAfterBreak(), waitAfterBreak()], [5, 750]);
  letIn();
  clock.pass(9_000);
  assert.equal(waitAfterBreak(), 1_500);
  letIn();
  clock.pass(10_000);
  assert.equal(waitAfterBreak(), 5);
});

test('waking up ends the waiting at once, and asks on a line that seems to be there', () => {
  letIn();
  connection.wake();
  assert.equal(count('ping'), 1);
  socket().breaks();
  connection.wake();
  assert.equal(sockets.length, 2);
  clock.pass(9_000);
  assert.equal(sockets.length, 2);
});

test('a page that is left lets go of the line, and has one again when it is shown again', () => {
  letIn();
  const left = socket();
  connection.leave();
  clock.pass(500);
  assert.deepEqual([left.readyState, sockets.length, told.at(-1)], [3, 1, 'reconnecting']);
  connection.wake();
  assert.equal(sockets.length, 2);
  letIn();
  assert.equal(told.at(-1), 'joined');
  connection.close();
  connection.leave();
  clock.pass(60_000);
  assert.equal(sockets.length, 2);
});

test('waking up again and again does not put off giving up', () => {
  letIn();
  for (let step = 0; step < 11; step += 1) {
    connection.wake();
    clock.pass(1_000);
  }
  const pings = sockets[0].sent.filter(({ type }) => type === 'ping');
  assert.deepEqual([pings.length, sockets.length], [1, 2]);
});

test('says that it is offline when the device knows', () => {
  letIn();
  online = false;
  socket().breaks();
  assert.equal(told.at(-1), 'offline');
});

test('waits as long as a restarting server asks', () => {
  letIn();
  socket().says({ type: 'restart', message: '', retry_after: 2 });
  assert.equal(told.at(-1), 'reconnecting');
  clock.pass(2_000);
  assert.equal(sockets.length, 1);
  clock.pass(1_000);
  assert.equal(sockets.length, 2);
});

for (const code of ['too_many_messages', 'busy', 'store_unavailable']) {
  test(`sends the same again when the server says ${code}`, () => {
    letIn();
    const id = connection.send(MOVE);
    refuse(code);
    assert.deepEqual(told, ['snapshot', 'connected', 'joined']);
    clock.pass(2_900);
    assert.equal(count('move'), 1);
    clock.pass(1_000);
    assert.equal(count('move'), 2);
    assert.deepEqual(socket().last, { ...MOVE, id });
  });
}

test('joins again when a join met a busy server', () => {
  socket().accept();
  refuse('busy', 1);
  clock.pass(2_000);
  assert.equal(count('join'), 2);
});

test('tells when a join is refused for good', () => {
  socket().accept();
  refuse('unknown_room');
  assert.deepEqual(told, ['unknown_room']);
  connection.close();
  clock.pass(60_000);
  assert.equal(sockets.length, 1);
});

test('a refusal of a command is told once', () => {
  letIn();
  connection.send(MOVE);
  refuse('illegal_move');
  refuse('illegal_move');
  assert.deepEqual(told.slice(3), ['error']);
});

/** @type {Command} */
const CHAT = { type: 'chat', channel: 'players', text: 'hello' };

test('what was said is not said twice after an interruption, but told as lost', () => {
  letIn();
  connection.send(CHAT);
  socket().breaks();
  assert.deepEqual(told.slice(3), ['lost chat', 'reconnecting']);
  clock.pass(1_000);
  letIn();
  assert.equal(count('chat'), 0);
});

test('what was said without a connection is said once there is one', () => {
  connection.send(CHAT);
  letIn();
  assert.equal(count('chat'), 1);
});

test('what was refused for being too much is said again, and nothing beside it', () => {
  letIn();
  connection.send(CHAT);
  refuse('too_many_messages', 1);
  connection.send(CHAT);
  clock.pass(1_200);
  assert.equal(count('chat'), 3);
});

test('the server\'s time comes with the answers to a join and to a ping', () => {
  clock.pass(100);
  socket().accept();
  const { id } = socket().last;
  clock.pass(50);
  socket().says({ type: 'ok', id, seq: 1, time: 5_000 });
  clock.pass(8_000);
  const ping = socket().last;
  assert.equal(ping.type, 'ping');
  socket().says({ type: 'ok', id: ping.id, seq: 1, time: 13_000 });
  assert.deepEqual(pongs, [[5_000, 100], [13_000, 8_150]]);
});
