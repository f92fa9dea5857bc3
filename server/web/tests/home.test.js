import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { CLOCKS, CUSTOM_AT_FIRST, customClock } from '../assets/home/clock-choice.js';
import { lookIn, worthAGlance } from '../assets/home/looking-in.js';
import { fewAtATime, glance } from '../assets/net/glance.js';
import { dropNote, inOrder, keepNote, keptNotes, noteFor, noteOf } from '../assets/room-notes.js';
import { seatLink, settleBrought, takeSeatFromAddress, wasBrought } from '../assets/seat-link.js';
import { forget, remember } from '../assets/storage.js';
import { keepToken, tokenFor } from '../assets/tokens.js';
import { FakeSocket, roomEvent, STARTING, waitingRoom } from './support.js';
import { NOTHING_KNOWN, reduce } from '../assets/room/state.js';

/** @import { RoomNote } from '../assets/room-notes.js' */

const ROOM = '0123456789ab';
const TOKEN = '0123456789abcdef0123456789abcdef';
const OTHER = 'fedcba9876543210fedcba9876543210';

afterEach(() => {
  for (const { room } of keptNotes()) dropNote(room);
  forget(`seat.${ROOM}`);
});

/**
 * @param {object} [changes]
 * @returns {RoomNote}
 */
function note(changes) {
  const room = waitingRoom();
  return { ...noteOf(room, 'host'), ...changes };
}

test('clocks are read with a point or a comma, within the server\'s bounds', () => {
  const real = (/** @type {string} */ minutes, /** @type {string} */ increment) =>
    customClock({ ...CUSTOM_AT_FIRST, kind: 'real_time', minutes, increment });
  assert.deepEqual(real('1,5', '2'), { kind: 'real_time', base: 90_000, increment: 2_000 });
  assert.deepEqual(real('0', '1.5'), { kind: 'real_time', base: 0, increment: 1_500 });
  assert.deepEqual(real('180', '180'), { kind: 'real_time', base: 10_800_000, increment: 180_000 });
  for (const [minutes, increment] of [['0', '0'], ['181', '0'], ['1', '181'], ['', '1'], ['x', '1'], ['-1', '5'], ['Infinity', '0']]) {
    assert.equal(real(minutes, increment), null, `${minutes} + ${increment}`);
  }
  const move = (/** @type {string} */ amount, /** @type {'days' | 'hours' | 'minutes'} */ unit) =>
    customClock({ ...CUSTOM_AT_FIRST, kind: 'per_move', amount, unit });
  assert.deepEqual(move('14', 'days'), { kind: 'per_move', time: 14 * 86_400_000 });
  assert.deepEqual(move('1', 'minutes'), { kind: 'per_move', time: 60_000 });
  assert.equal(move('14.1', 'days'), null);
  assert.equal(move('0.5', 'minutes'), null);
  for (const clock of Object.values(CLOCKS)) {
    if (clock?.kind === 'real_time') assert.ok(real(String(clock.base / 60_000), String(clock.increment / 1_000)));
  }
});

test('a note tells whose turn it is', () => {
  const started = [waitingRoom(), ...STARTING].reduce(reduce, NOTHING_KNOWN).room;
  assert.ok(started);
  assert.equal(noteOf(waitingRoom(), 'host').turn, 'waiting');
  assert.equal(noteOf(started, 'host').turn, 'mine');
  assert.equal(noteOf(started, 'guest').turn, 'theirs');
  assert.equal(noteOf({ ...started, setup: { ...started.setup, table: 'one_device' } }, 'guest').turn, 'mine');
  assert.equal(noteOf({ ...started, closed: true }, 'host').turn, 'closed');
  const series = { host: 1, guest: 0, draws: 0 };
  const ended = roomEvent(4, { kind: 'ended', number: 1, outcome: 'first', reason: 'time', id: 'abcdefghjkmn', series });
  const over = [waitingRoom(), ...STARTING, ended].reduce(reduce, NOTHING_KNOWN).room;
  assert.ok(over);
  assert.equal(noteOf(over, 'host').turn, 'over');
  assert.equal(noteOf({ ...over, offer: { seq: 5, seat: 'guest', what: 'rematch', next: 'halma' } }, 'host').offered, true);
});

test('notes are kept and dropped, and what makes no sense is passed over', () => {
  keepNote(note());
  assert.deepEqual(keptNotes(), [note()]);
  remember('room.broken', '{"room":');
  remember('room.strange', '{"room":"strange","turn":"somebody"}');
  assert.equal(keptNotes().length, 1);
  dropNote(ROOM);
  assert.equal(noteFor(ROOM), null);
  forget('room.broken');
  forget('room.strange');
});

test('only so many notes are kept, those of late', () => {
  for (let index = 0; index < 70; index += 1) keepNote(note({ room: `room-${index}`, time: index }));
  const times = keptNotes().map(({ time }) => time);
  assert.equal(times.length, 60);
  assert.equal(Math.min(...times), 10);
});

test('first comes what one has to do, then what happened last', () => {
  const notes = [
    note({ room: 'a', turn: 'over', time: 9 }),
    note({ room: 'b', turn: 'theirs', time: 5 }),
    note({ room: 'c', turn: 'mine', time: 1 }),
    note({ room: 'd', turn: 'mine', time: 2 }),
    note({ room: 'e', turn: 'over', time: 8, offered: true }),
  ];
  assert.deepEqual(inOrder(notes).map(({ room }) => room), ['e', 'd', 'c', 'b', 'a']);
});

test('a glance asks to watch, without the token, and goes away', async () => {
  keepToken(ROOM, TOKEN);
  globalThis.location ??= /** @type {any} */ ({ protocol: 'http:', host: 'here' });
  const socket = new FakeSocket();
  const found = glance(ROOM, () => /** @type {any} */ (socket));
  socket.accept();
  const { id, ...join } = socket.last;
  assert.deepEqual(join, { type: 'join', protocol: 1, room: ROOM });
  socket.says(waitingRoom({ you: null }));
  assert.deepEqual(await found, waitingRoom({ you: null }));
  assert.equal(socket.readyState, 3);
});

test('a glance tells why there is nothing to be seen', async () => {
  const refused = new FakeSocket();
  const code = glance(ROOM, () => /** @type {any} */ (refused));
  refused.accept();
  refused.says({ type: 'error', id: refused.last.id, code: 'room_closed', message: '', seq: null });
  assert.equal(await code, 'room_closed');
  const broken = new FakeSocket();
  const nothing = glance(ROOM, () => /** @type {any} */ (broken));
  broken.breaks();
  assert.equal(await nothing, null);
});

test('only so many rooms are looked into, and never more than a few at a time', async () => {
  const notes = Array.from({ length: 12 }, (_, index) => note({ room: `room-${index}`, time: index }));
  notes[11].turn = 'closed';
  assert.deepEqual(worthAGlance(notes).map(({ time }) => time), [10, 9, 8, 7, 6, 5, 4, 3]);
  let now = 0;
  let most = 0;
  await fewAtATime([1, 2, 3, 4, 5], 2, async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
  });
  assert.deepEqual([now, most], [0, 2]);
});

test('looking in brings the notes up to date, and leaves alone what is newer or was taken off the list', async () => {
  const found = /** @type {any} */ ({
    old: waitingRoom({ room: 'old', time: 50 }),
    newer: waitingRoom({ room: 'newer', time: 50 }),
    dropped: waitingRoom({ room: 'dropped', time: 50 }),
    closed: 'room_closed',
    silent: null,
  });
  for (const room of Object.keys(found)) keepNote(note({ room, turn: 'theirs', time: room === 'newer' ? 90 : 10 }));
  const notes = keptNotes();
  dropNote('dropped');
  await lookIn(notes, () => {}, async (room) => found[room]);
  assert.deepEqual(keptNotes().map(({ room, turn, time }) => [room, turn, time]).sort(), [
    ['closed', 'closed', 10],
    ['newer', 'theirs', 90],
    ['old', 'waiting', 50],
    ['silent', 'theirs', 10],
  ]);
});

/** @param {string} address */
function open(address) {
  const { pathname, search, hash } = new URL(address);
  /** @type {string[]} */
  const shown = [];
  takeSeatFromAddress({ pathname, search, hash }, {
    state: null,
    replaceState: (_state, _title, url) => void shown.push(String(url)),
  });
  return shown;
}

test('a seat\'s link is stored and taken out of the address', () => {
  const link = seatLink('https://example.org', ROOM, TOKEN);
  assert.equal(link, `https://example.org/r/${ROOM}#seat=${TOKEN}`);
  assert.deepEqual(open(link), [`/r/${ROOM}`]);
  assert.equal(tokenFor(ROOM), TOKEN);
  assert.equal(wasBrought(ROOM), false);
});

test('a broken link is taken out of the address, too, and stores nothing', () => {
  assert.deepEqual(open(`https://example.org/r/${ROOM}?x=1#seat=12`), [`/r/${ROOM}?x=1`]);
  assert.deepEqual(open(`https://example.org/#seat=${TOKEN}`), ['/']);
  assert.equal(tokenFor(ROOM), null);
  assert.deepEqual(open(`https://example.org/r/${ROOM}#main`), []);
});

test('a token that was stored but never sat gives way', () => {
  keepToken(ROOM, OTHER);
  open(seatLink('https://example.org', ROOM, TOKEN));
  assert.equal(tokenFor(ROOM), TOKEN);
});

test('a seat that is here already is not lost to another one', () => {
  for (const [take, expected] of /** @type {const} */ ([[false, TOKEN], [true, OTHER]])) {
    keepToken(ROOM, TOKEN);
    keepNote(note());
    open(seatLink('https://example.org', ROOM, OTHER));
    assert.equal(tokenFor(ROOM), TOKEN);
    assert.equal(wasBrought(ROOM), true);
    settleBrought(ROOM, take);
    assert.equal(tokenFor(ROOM), expected);
    assert.equal(wasBrought(ROOM), false);
  }
});
