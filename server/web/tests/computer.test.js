import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { createRoom, fetchComputerLevels, fetchStats } from '../assets/net/api.js';
import { sentencesBetween } from '../assets/room/announcer.js';
import { computerThinks, levelAt } from '../assets/room/computer.js';
import { dealingsOf } from '../assets/room/dealings.js';
import { setupAt } from '../assets/room/other-levels.js';
import { calledAs, personAt } from '../assets/room/people.js';
import { NOTHING_KNOWN, moveSent, reduce } from '../assets/room/state.js';
import { headline } from '../assets/room/status.js';
import { channelsOf } from '../assets/room/talk-state.js';
import { viewOf } from '../assets/room/view.js';
import { keepLevel, lastLevel, LEVELS } from '../assets/home/level-choice.js';
import { noteOf } from '../assets/room-notes.js';
import { forget, remember } from '../assets/storage.js';
import { catalogue, entryOf } from './catalogue.js';
import './languages.js';
import { movedEvent, roomEvent, STARTING, waitingRoom } from './support.js';

/** @import { EventBody, ServerMessage, Snapshot } from '../assets/protocol.js' */

const SETUP = { ...waitingRoom().setup, computer: 3 };
const HERE = { host: { here: true, since: 900 }, guest: { here: true, since: 900 }, watchers: 0 };
const MINE = movedEvent(4, 1, 'first', ['l2', 'l3'], { to_move: 'second' });
const ITS = movedEvent(5, 2, 'second', ['a12', 'a11'], { to_move: 'first' });

/**
 * @param {ServerMessage[]} messages
 * @param {object} [changes]
 */
function stateAfter(messages, changes) {
  const room = waitingRoom({ setup: SETUP, presence: HERE, ...changes });
  return [room, ...STARTING, ...messages].reduce(reduce, NOTHING_KNOWN);
}

/**
 * @param {ServerMessage[]} [messages]
 * @param {object} [changes]
 * @returns {Snapshot}
 */
function roomAfter(messages = [], changes) {
  const { room } = stateAfter(messages, changes);
  assert.ok(room);
  return room;
}

test('the computer sits in the guest\'s seat, and thinks when it is to move', () => {
  assert.deepEqual([levelAt(roomAfter(), 'guest'), levelAt(roomAfter(), 'host')], [3, null]);
  assert.equal(levelAt(roomAfter([], { setup: { ...SETUP, computer: null } }), 'guest'), null);
  assert.equal(computerThinks(roomAfter()), false);
  assert.equal(computerThinks(roomAfter([MINE])), true);
  assert.equal(computerThinks(roomAfter([MINE, ITS])), false);
  assert.equal(computerThinks(roomAfter([MINE], { setup: { ...SETUP, computer: null } })), false);
  const series = { host: 1, guest: 0, draws: 0 };
  /** @type {EventBody} */
  const ended = { kind: 'ended', number: 1, outcome: 'first', reason: 'resignation', id: 'abcdefghjkmn', series };
  const over = roomEvent(5, ended);
  assert.equal(computerThinks(roomAfter([MINE, over])), false);
  // On a server on which it does not play it is not there, and does not think.
  const away = { ...HERE, guest: { here: false, since: null } };
  assert.equal(computerThinks(roomAfter([MINE], { presence: away })), false);
});

test('that it thinks is said instead of whose turn it is, and not while a move is on its way', () => {
  const said = (/** @type {import('../assets/room/state.js').RoomState} */ state) => {
    const view = viewOf(state);
    assert.ok(view);
    return [view.thinking, headline(view, entryOf('halma'))];
  };
  assert.deepEqual(said(stateAfter([])), [false, 'Your turn']);
  assert.deepEqual(said(stateAfter([MINE])), [true, 'The computer is thinking']);
  assert.deepEqual(said(stateAfter([MINE], { you: null })), [true, 'The computer is thinking']);
  const sent = moveSent(stateAfter([]), { id: 'm', position: 3, move: 'l2-l3' });
  assert.deepEqual(said(sent), [false, 'Sending your move …']);
});

test('to those who hear the page its move is told, and not that it thinks', () => {
  const scene = (/** @type {ServerMessage[]} */ messages, presence = HERE) => {
    const state = stateAfter(messages, { presence });
    const view = viewOf(state);
    assert.ok(state.room && view);
    return { room: state.room, view, news: state.news, refusal: null };
  };
  const about = { entry: entryOf('halma'), catalogue: catalogue(), muted: false, time: 40_000 };
  assert.deepEqual(sentencesBetween(scene([]), scene([MINE]), about), ['White: l2-l3.']);
  assert.deepEqual(sentencesBetween(scene([MINE]), scene([MINE, ITS]), about), ['Black: a12-a11.', 'Your turn']);
  const away = { ...HERE, guest: { here: false, since: 5 } };
  assert.deepEqual(sentencesBetween(scene([]), scene([], away), about), [], 'it neither comes nor goes');
});

test('it is called by what it is, by its level where it sits, and in sentences without', () => {
  assert.equal(calledAs(roomAfter(), 'guest'), 'the computer');
  assert.equal(calledAs(roomAfter(), 'host'), 'You');
  assert.equal(calledAs(roomAfter([], { you: null }), 'guest'), 'the computer');
  assert.equal(personAt(roomAfter(), 'second')?.level, 3);
  assert.equal(personAt(roomAfter(), 'first')?.level, null);
});

test('nobody talks with it, claims from it, or has to ask it for a move back', () => {
  assert.deepEqual(channelsOf(roomAfter()), []);
  assert.deepEqual(channelsOf(roomAfter([], { you: null })), ['watchers']);
  const clock = { kind: 'real_time', base: 60_000, increment: 0 };
  const away = { ...HERE, guest: { here: false, since: 5 } };
  const dealings = dealingsOf(roomAfter([MINE], { setup: { ...SETUP, clock }, presence: away }));
  assert.equal(dealings.claimableAt, null);
  assert.deepEqual([dealings.agrees, dealings.atOnce, dealings.mayTakeBack, dealings.mayOfferDraw], [true, false, true, true]);
  assert.equal(dealingsOf(waitingRoom()).agrees, false);
});

test('another level is the same game in another room', () => {
  const room = roomAfter([], { setup: { ...SETUP, sides: 'lot' } });
  assert.deepEqual(setupAt(room, 4), { ...SETUP, sides: 'lot', computer: 4 });
  assert.equal(setupAt({ ...room, game: room.game && { ...room.game, game: 'moon' } }, 2).game, 'moon');
});

test('a note tells that it is the computer', () => {
  assert.equal(noteOf(roomAfter([MINE]), 'host').computer, 3);
  assert.equal(noteOf(waitingRoom(), 'host').computer, null);
});

test('the level that was chosen last is the first to be offered', () => {
  forget('level');
  assert.equal(lastLevel(), 1);
  assert.deepEqual(LEVELS.map(({ level }) => level), [1, 2, 3, 4, 5]);
  for (const { level } of LEVELS) {
    keepLevel(level);
    assert.equal(lastLevel(), level);
  }
  for (const broken of ['0', '6', 'x', '']) {
    remember('level', broken);
    assert.equal(lastLevel(), 1, broken);
  }
});

/** @type {{ path: string, body: any }[]} what was asked of the server */
let asked = [];
/** @type {{ status: number, body: any }[]} what it answers, the last of them for ever */
let answers = [];
const { fetch } = globalThis;

beforeEach(() => {
  asked = [];
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ path, /** @type {any} */ options) => {
    asked.push({ path, body: options?.body && JSON.parse(options.body) });
    const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? assert.fail('no answer is left');
    return new Response(JSON.stringify(body), { status });
  });
});

afterEach(() => {
  globalThis.fetch = fetch;
  mock.timers.reset();
});

const BUSY = { status: 503, body: { code: 'computer_busy', message: '', retry_after: 5 } };

test('while the computer is busy the same request is sent again, no sooner than was said', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  answers = [BUSY, BUSY, { status: 201, body: { room: '0123456789ab' } }];
  /** @type {string[]} */
  const delays = [];
  const made = createRoom(SETUP, null, ({ code }) => delays.push(code));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  for (const [sent, wait] of [[1, 4_999], [1, 1], [2, 4_999], [2, 20_000]]) {
    assert.equal(asked.length, sent);
    mock.timers.tick(wait);
    await settle();
  }
  assert.equal(await made, '0123456789ab');
  assert.deepEqual(delays, ['computer_busy', 'computer_busy']);
  assert.equal(asked[0].body.computer, 3);
  assert.deepEqual(asked[1], asked[0]);
  assert.deepEqual(asked[2], asked[0]);
});

test('a server without the computer is believed at once', async () => {
  answers = [{ status: 403, body: { code: 'computer_off', message: '' } }];
  await assert.rejects(createRoom(SETUP, null), { code: 'computer_off' });
  assert.equal(asked.length, 1);
});

test('a room that is asked for at another level is another room', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  answers = [BUSY];
  createRoom(SETUP, null).catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  answers = [{ status: 201, body: { room: '0123456789ab' } }];
  await createRoom({ ...SETUP, computer: 4 }, null);
  assert.notEqual(asked[0].body.id, asked[1].body.id);
  assert.equal(asked[1].body.computer, 4);
});

test('statistics and levels are asked of the server', async () => {
  answers = [{ status: 200, body: { games: [] } }];
  await fetchStats(null, '?opponent=computer');
  await fetchStats('halma', '?opponent=computer&level=2');
  assert.deepEqual(asked.map(({ path }) => path), [
    '/api/stats?opponent=computer',
    '/api/stats/halma?opponent=computer&level=2',
  ]);
  answers = [{ status: 200, body: { games: [], computer: [1, 2, 3] } }];
  assert.deepEqual(await fetchComputerLevels(), [1, 2, 3]);
});
