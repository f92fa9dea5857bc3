import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outlineOf } from '../assets/qr-code.js';
import { callBetween } from '../assets/room/attention.js';
import { dealingsOf, seatAt } from '../assets/room/dealings.js';
import { personAt } from '../assets/room/people.js';
import { NOTHING_KNOWN, reduce } from '../assets/room/state.js';
import { channelsOf, heardIn, unreadOf } from '../assets/room/talk-state.js';
import { cleanName, cleanTalk } from '../assets/room/texts.js';
import { viewOf } from '../assets/room/view.js';
import { generate } from '../assets/vendor/lean-qr/lean-qr-2.7.4.js';
import { movedEvent, roomEvent, STARTING, waitingRoom } from './support.js';

/** @import { ChatLine, OpenOffer, ServerMessage, Snapshot } from '../assets/protocol.js' */

/**
 * @param {ServerMessage[]} messages
 * @param {object} [room]
 * @returns {Snapshot}
 */
function roomAfter(messages, room) {
  const after = [waitingRoom(room), ...messages].reduce(reduce, NOTHING_KNOWN).room;
  assert.ok(after);
  return after;
}

const SETUP = waitingRoom().setup;
const REAL_TIME = { ...SETUP, clock: { kind: 'real_time', base: 60_000, increment: 0 } };
/** @type {Partial<Snapshot>} */
const ONE_DEVICE = {
  setup: { ...SETUP, table: 'one_device' },
  seats: { host: { taken: true }, guest: { taken: true } },
};
const MOVES = [
  movedEvent(4, 1, 'first', ['l2', 'l3'], { to_move: 'second' }),
  movedEvent(5, 2, 'second', ['a12', 'a11'], { to_move: 'first' }),
];
const ENDED = roomEvent(6, {
  kind: 'ended', number: 1, outcome: 'first', reason: 'resignation', id: 'abcdefghjkmn',
  series: { host: 1, guest: 0, draws: 0 },
});

test('a player may offer a draw in a running game, and one who watches may not', () => {
  assert.equal(dealingsOf(roomAfter([])).mayOfferDraw, false);
  assert.equal(dealingsOf(roomAfter(STARTING)).mayOfferDraw, true);
  assert.equal(dealingsOf(roomAfter(STARTING, { you: null })).mayOfferDraw, false);
  assert.equal(dealingsOf(roomAfter([...STARTING, ...MOVES, ENDED])).mayOfferDraw, false);
});

test('whoever has not moved has nothing to take back', () => {
  const may = (/** @type {number} */ count, /** @type {string} */ you) =>
    dealingsOf(roomAfter([...STARTING, ...MOVES.slice(0, count)], { you })).mayTakeBack;
  assert.deepEqual([0, 1, 2].map((count) => may(count, 'host')), [false, true, true]);
  assert.deepEqual([0, 1, 2].map((count) => may(count, 'guest')), [false, false, true]);
  // Two moves by the same side, as the other was passed over: the other has made none.
  const twice = movedEvent(5, 2, 'first', ['l3', 'l4'], { to_move: 'second' });
  assert.equal(dealingsOf(roomAfter([...STARTING, MOVES[0], twice], { you: 'guest' })).mayTakeBack, false);
});

test('while an offer is open there is no other', () => {
  /** @type {OpenOffer} */
  const offer = { seq: 6, seat: 'guest', what: 'draw' };
  const offered = roomEvent(6, { kind: 'offered', seat: 'guest', what: 'draw' }, { to_move: 'first', offer });
  const dealings = dealingsOf(roomAfter([...STARTING, ...MOVES, offered]));
  assert.deepEqual(dealings.offer, { what: 'draw', next: null, mine: false, seat: 'guest' });
  assert.equal(dealings.mayOfferDraw || dealings.mayTakeBack, false);
  assert.equal(dealingsOf(roomAfter([...STARTING, ...MOVES, offered], { you: 'guest' })).offer?.mine, true);
});

test('a rematch is for a game that is over, in a room that is open', () => {
  assert.equal(dealingsOf(roomAfter([...STARTING, ...MOVES])).mayRematch, false);
  assert.equal(dealingsOf(roomAfter([...STARTING, ...MOVES, ENDED])).mayRematch, true);
  assert.equal(dealingsOf(roomAfter([...STARTING, ...MOVES, ENDED], { closed: true })).mayRematch, false);
  assert.equal(dealingsOf(roomAfter([...STARTING, ...MOVES, ENDED], { you: null })).mayRematch, false);
});

test('one may claim a minute after the other has gone, with a clock for the whole game alone', () => {
  const gone = { host: { here: true, since: 1 }, guest: { here: false, since: 5_000 }, watchers: 0 };
  const at = (/** @type {object} */ room) => dealingsOf(roomAfter(STARTING, { presence: gone, ...room })).claimableAt;
  assert.equal(at({ setup: REAL_TIME }), 65_000);
  assert.equal(at({}), null);
  assert.equal(at({ setup: { ...SETUP, clock: { kind: 'per_move', time: 86_400_000 } } }), null);
  assert.equal(at({ setup: REAL_TIME, you: 'guest' }), null);
  assert.equal(at({ setup: REAL_TIME, you: null }), null);
  const unseen = { ...gone, guest: { here: false, since: null } };
  assert.equal(at({ setup: REAL_TIME, presence: unseen }), null);
});

test('at one device the board turns to the side to move, and both sides are this person\'s', () => {
  const view = (/** @type {number} */ count, /** @type {ServerMessage[]} */ more = []) =>
    viewOf([waitingRoom(ONE_DEVICE), STARTING[1], ...MOVES.slice(0, count), ...more].map(renumbered).reduce(reduce, NOTHING_KNOWN));
  assert.deepEqual([0, 1, 2].map((count) => view(count)?.bottom), ['first', 'second', 'first']);
  assert.deepEqual([0, 1, 2].map((count) => view(count)?.myTurn), [true, true, true]);
  assert.equal(view(1)?.oneDevice, true);
  // After the end it stays as it was, and nobody is told that he has won or lost.
  const over = view(2, [ENDED]);
  assert.equal(over?.bottom, 'first');
  assert.equal(over?.mySide, null);
});

/**
 * The same messages without the guest's sitting down.
 *
 * @param {ServerMessage} message
 */
const renumbered = (message) => (message.type === 'event' ? { ...message, seq: message.seq - 1 } : message);

test('who sits where is known unless lots will be drawn', () => {
  assert.equal(seatAt(roomAfter([]), 'first'), 'host');
  assert.equal(seatAt(roomAfter([]), 'second'), 'guest');
  assert.equal(seatAt(roomAfter([], { setup: { ...SETUP, sides: 'lot' } }), 'first'), null);
  assert.equal(personAt(roomAfter(STARTING, { names: { host: 'Ada', guest: null } }), 'first')?.name, 'Ada');
  assert.equal(personAt(roomAfter(STARTING), 'first')?.me, true);
  assert.equal(personAt(roomAfter([], ONE_DEVICE), 'first'), null);
});

test('players talk with each other, and hear those who watch only when no game is running', () => {
  const presence = { ...waitingRoom().presence, watchers: 1 };
  assert.deepEqual(channelsOf(roomAfter([])), []);
  assert.deepEqual(channelsOf(roomAfter([], { presence })), ['watchers']);
  assert.deepEqual(channelsOf(roomAfter(STARTING, { presence })), ['players']);
  assert.deepEqual(channelsOf(roomAfter([...STARTING, ...MOVES, ENDED])), ['players']);
  assert.deepEqual(channelsOf(roomAfter([...STARTING, ...MOVES, ENDED], { presence })), ['players', 'watchers']);
  assert.deepEqual(channelsOf(roomAfter([], { chat: LINES })), ['watchers']);
  assert.deepEqual(channelsOf(roomAfter(STARTING, { you: null })), ['watchers']);
  assert.deepEqual(channelsOf(roomAfter(STARTING, { chat: null })), []);
  assert.deepEqual(channelsOf(roomAfter([], { ...ONE_DEVICE, presence })), ['watchers']);
});

/** @type {ChatLine[]} */
const LINES = [
  { n: 1, channel: 'players', from: 'host', text: 'mine', time: 0 },
  { n: 2, channel: 'players', from: 'guest', text: 'theirs', time: 0 },
  { n: 4, channel: 'watchers', from: 'watcher', text: 'far away', time: 0 },
];

test('unread is what others said since, in channels that are heard, unless they are muted', () => {
  const reader = { readTo: { players: 0, watchers: 0 }, you: /** @type {const} */ ('host'), muted: false };
  const unread = (/** @type {object} */ change) =>
    unreadOf(LINES, { ...reader, channels: ['players', 'watchers'], ...change }).map(({ n }) => n);
  assert.deepEqual(unread({}), [2, 4]);
  assert.deepEqual(unread({ readTo: { players: 3, watchers: 0 } }), [4]);
  assert.deepEqual(unread({ channels: ['players'] }), [2]);
  assert.deepEqual(unread({ muted: true }), []);
  assert.deepEqual(heardIn(LINES, 'players', { you: 'host', muted: false }).map(({ n }) => n), [1, 2]);
  assert.deepEqual(heardIn(LINES, 'players', { you: 'host', muted: true }).map(({ n }) => n), [1]);
  assert.deepEqual(heardIn(LINES, 'watchers', { you: null, muted: true }), []);
});

test('names and lines are cut and checked as the server does it', () => {
  assert.equal(cleanName('  Zoé  '), 'Zoé');
  assert.equal(cleanName('Ζωή 李'), 'Ζωή 李');
  assert.equal(cleanName('👩‍👩‍👧'), '👩‍👩‍👧');
  for (const bad of ['', '   ', 'a\nb', 'a\u0000', '\u202eevil', '\u200b\u200d', '\u2800', 'x'.repeat(33), '€'.repeat(34)]) {
    assert.equal(cleanName(bad), null, JSON.stringify(bad));
  }
  assert.equal(cleanName('x'.repeat(32))?.length, 32);
  assert.equal(cleanTalk('x'.repeat(300))?.length, 300);
  assert.equal(cleanTalk('x'.repeat(301)), null);
  assert.equal(cleanTalk('👍'.repeat(251)), null);
});

test('what calls somebody who looks elsewhere is what was not so before', () => {
  const idle = { myTurn: false, game: 1, over: null, offer: null };
  assert.equal(callBetween(idle, idle), null);
  assert.equal(callBetween(idle, { ...idle, myTurn: true }), 'turn');
  assert.equal(callBetween({ ...idle, myTurn: true }, { ...idle, myTurn: true }), null);
  assert.equal(callBetween({ ...idle, game: null }, { ...idle, myTurn: true }), 'start');
  assert.equal(callBetween({ ...idle, over: 1 }, { ...idle, game: 2 }), 'start');
  assert.equal(callBetween({ ...idle, myTurn: true }, { ...idle, over: 1 }), 'end');
  assert.equal(callBetween(idle, { ...idle, offer: 7 }), 'offer');
  assert.equal(callBetween({ ...idle, offer: 7 }, { ...idle, offer: 7 }), null);
});

test('the path of a QR code covers what is dark in it, and nothing else', () => {
  const code = generate('https://example.org/r/0123456789ab#seat=0123456789abcdef0123456789abcdef');
  const covered = new Set();
  for (const [, x, y, width] of outlineOf(code).matchAll(/M(\d+),(\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(width); step += 1) covered.add(`${Number(x) + step},${y}`);
  }
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) assert.equal(covered.has(`${x},${y}`), code.get(x, y), `${x},${y}`);
  }
});
