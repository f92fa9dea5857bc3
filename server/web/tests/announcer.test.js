import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesBetween } from '../assets/room/announcer.js';
import { NOTHING_KNOWN, reduce } from '../assets/room/state.js';
import { viewOf } from '../assets/room/view.js';
import { catalogue, entryOf } from './catalogue.js';
import './languages.js';
import { EMPTY_BOARD, movedEvent, roomEvent, STARTING, waitingRoom } from './support.js';

/** @import { EventBody, OpenOffer, ServerMessage } from '../assets/protocol.js' */

/**
 * What is said about the last of the messages.
 *
 * @param {any[]} messages
 * @param {{ room?: object, muted?: boolean, refusal?: string | null }} [how]
 */
function saidOn(messages, { room = {}, muted = false, refusal = null } = {}) {
  const scene = (/** @type {ServerMessage[]} */ some, /** @type {string | null} */ refused) => {
    const state = [waitingRoom(room), ...some].reduce(reduce, NOTHING_KNOWN);
    const view = viewOf(state);
    assert.ok(state.room && view);
    return { room: state.room, view, news: state.news, refusal: refused };
  };
  const about = { entry: entryOf('halma'), catalogue: catalogue(), muted, time: 40_000 };
  return sentencesBetween(scene(messages.slice(0, -1), null), scene(messages, refusal), about);
}

/** @type {OpenOffer} */
const offer = { seq: 4, seat: 'guest', what: 'draw' };
const OFFERED = roomEvent(4, { kind: 'offered', seat: 'guest', what: 'draw' }, { to_move: 'first', offer });
const MOVED = movedEvent(4, 1, 'first', ['l2', 'l3'], { to_move: 'second' });

test('a beginning game is told with the side one plays and whose turn it is', () => {
  assert.deepEqual(saidOn(STARTING), ['The game begins. You play white.', 'Your turn']);
  assert.deepEqual(saidOn(STARTING, { room: { you: null } }), ['The game begins.', 'White to move']);
});

test('a move is told with who is to move now, and once', () => {
  assert.deepEqual(saidOn([...STARTING, MOVED]), ['White: l2-l3.', 'Black to move']);
  assert.deepEqual(saidOn([...STARTING, MOVED, MOVED]), []);
});

test('being passed over is told', () => {
  const moved = movedEvent(4, 1, 'first', ['l2', 'l3'], { to_move: 'first', passed_over: 'second' });
  assert.deepEqual(saidOn([...STARTING, moved]), ['White: l2-l3.', 'Black had no move and was passed over.', 'Your turn']);
});

test('offers and what becomes of them are told to those whom they concern', () => {
  assert.deepEqual(saidOn([...STARTING, OFFERED]), ['Your opponent offers a draw.']);
  const names = { host: null, guest: 'Zoé' };
  assert.deepEqual(saidOn([...STARTING, OFFERED], { room: { names } }), ['Zoé offers a draw.']);
  assert.deepEqual(saidOn([...STARTING, OFFERED], { room: { you: 'guest' } }), ['You have offered a draw.']);
  const declined = roomEvent(5, { kind: 'declined', seat: 'host', offer: 4 }, { to_move: 'first' });
  assert.deepEqual(saidOn([...STARTING, OFFERED, declined], { room: { you: 'guest' } }), [
    'Your opponent does not want a draw.',
  ]);
  assert.deepEqual(saidOn([...STARTING, OFFERED, declined]), []);
});

test('a rematch is told with the game that is offered', () => {
  const series = { host: 0, guest: 1, draws: 0 };
  const ended = roomEvent(4, { kind: 'ended', number: 1, outcome: 'second', reason: 'time', id: 'abcdefghjkmn', series });
  assert.deepEqual(saidOn([...STARTING, ended]), ['You lose. White ran out of time.']);
  /** @type {OpenOffer} */
  const next = { seq: 5, seat: 'guest', what: 'rematch', next: 'moon' };
  const rematch = roomEvent(5, { kind: 'offered', seat: 'guest', what: 'rematch', next: 'moon' }, { offer: next });
  assert.deepEqual(saidOn([...STARTING, ended, rematch]), ['Your opponent wants to play on: The Man in the Moon.']);
});

test('what is taken back is told, and not as a move', () => {
  /** @type {EventBody} */
  const back = { kind: 'taken_back', seat: 'guest', ply: 0, board: EMPTY_BOARD, last_move: null };
  assert.deepEqual(saidOn([...STARTING, MOVED, roomEvent(5, back, { to_move: 'first' })]), [
    'A move was taken back.',
    'Your turn',
  ]);
});

test('that the other one goes and comes is told, and one\'s own going is not', () => {
  const presence = { host: { here: false, since: 5 }, guest: { here: true, since: 5 }, watchers: 4 };
  assert.deepEqual(saidOn([...STARTING, { type: 'presence', ...presence }]), ['Your opponent is here.']);
});

test('what others say is told unless they are muted', () => {
  const line = { type: 'chat', n: 1, channel: 'players', from: 'guest', name: 'Zoé', text: 'hello', time: 39_000 };
  assert.deepEqual(saidOn([...STARTING, line]), ['Zoé: hello']);
  assert.deepEqual(saidOn([...STARTING, line], { muted: true }), []);
  assert.deepEqual(saidOn([...STARTING, { ...line, from: 'host' }]), []);
  assert.deepEqual(saidOn([...STARTING, { ...line, time: 1_000 }]), []);
});

test('a refusal is told', () => {
  assert.deepEqual(saidOn([...STARTING, STARTING[1]], { refusal: 'too_soon' }), [
    'This was declined or withdrawn just now. Make a move before you ask again.',
  ]);
});
