import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveSent, NOTHING_KNOWN, reduce } from '../assets/room/state.js';
import { isBeginning, isFirstTurn, movesToEvacuate, standingOf, viewOf } from '../assets/room/view.js';
import { entryOf } from './catalogue.js';
import { EMPTY_BOARD, movedEvent, roomEvent, STARTING, waitingRoom } from './support.js';

/** @import { EventBody, ServerMessage } from '../assets/protocol.js' */

/**
 * @param {ServerMessage[]} messages
 * @param {object} [room]
 */
const stateAfter = (messages, room) => [waitingRoom(room), ...messages].reduce(reduce, NOTHING_KNOWN);

/**
 * @param {ServerMessage[]} messages
 * @param {object} [room]
 */
function viewAfter(messages, room) {
  const view = viewOf(stateAfter(messages, room));
  assert.ok(view);
  return view;
}

/** @type {ServerMessage} */
const LEGAL = { type: 'legal_moves', position: 3, side: 'first', moves: ['l2-l3'] };

test('there is nothing to see before a snapshot', () => {
  assert.equal(viewOf(NOTHING_KNOWN), null);
});

test('before the game the sides are known unless lots will be drawn', () => {
  assert.equal(viewAfter([]).mySide, 'first');
  assert.equal(viewAfter([], { setup: { game: 'halma', sides: 'second' } }).mySide, 'second');
  assert.equal(viewAfter([], { setup: { game: 'halma', sides: 'lot' } }).mySide, null);
  assert.equal(viewAfter([], { you: null }).mySide, null);
  assert.equal(viewAfter([]).seatFree, true);
  assert.equal(viewAfter([]).phase, 'waiting');
});

test('the player to move may move, the others may not', () => {
  const mine = viewAfter([...STARTING, LEGAL]);
  assert.equal(mine.myTurn, true);
  assert.deepEqual([...mine.choices.men.keys()], ['l2']);
  for (const you of ['guest', null]) {
    const view = viewAfter([...STARTING, LEGAL], { you });
    assert.equal(view.myTurn, false);
    assert.equal(view.choices.men.size, 0);
  }
});

test('a sent move is on the board, and nothing can be moved until it was answered', () => {
  const view = viewOf(moveSent(stateAfter([...STARTING, LEGAL]), { id: 'm', position: 3, move: 'l2-l3' }));
  assert.deepEqual(view?.board?.first, ['l3']);
  assert.equal(view?.ply, 1);
  assert.equal(view?.toMove, null);
  assert.equal(view?.choices.men.size, 0);
});

test('giving up aborts until both have moved', () => {
  const moves = [
    movedEvent(4, 1, 'first', ['l2', 'l3']),
    movedEvent(5, 2, 'first', ['l3', 'l4']),
    movedEvent(6, 3, 'second', ['a12', 'a11']),
  ];
  const aborts = [0, 1, 2, 3].map((count) => viewAfter([...STARTING, ...moves.slice(0, count)]).aborts);
  assert.deepEqual(aborts, [true, true, true, false]);
});

test('who was passed over is seen', () => {
  const moved = movedEvent(4, 1, 'first', ['l2', 'l3'], { to_move: 'first', passed_over: 'second' });
  const view = viewAfter([...STARTING, moved]);
  assert.equal(view.passedOver, 'second');
  assert.equal(view.myTurn, true);
});

test('a game that has ended is over', () => {
  const series = { host: 0, guest: 1, draws: 0 };
  /** @type {EventBody} */
  const ended = { kind: 'ended', number: 1, outcome: 'second', reason: 'resignation', id: 'abcdefghjkmn', series };
  const view = viewAfter([...STARTING, LEGAL, roomEvent(4, ended)]);
  assert.equal(view.phase, 'over');
  assert.equal(view.myTurn, false);
  assert.equal(view.choices.men.size, 0);
});

test('the moves left to leave the camp are counted down', () => {
  const board = { ...EMPTY_BOARD, moves_made: { first: 58, second: 60 } };
  const entry = /** @type {any} */ ({ evacuation: 60 });
  assert.equal(movesToEvacuate(entry, board, 'first'), 2);
  assert.equal(movesToEvacuate(entry, board, 'second'), null);
  assert.equal(movesToEvacuate(/** @type {any} */ ({}), board, 'first'), null);
});

/**
 * @param {string} game
 * @param {Partial<import('../assets/protocol.js').BoardState>} board
 * @param {import('../assets/protocol.js').Side} side
 */
function standing(game, board, side) {
  return standingOf(entryOf(game), { ...EMPTY_BOARD, ...board }, side);
}

test('men that are home are counted in the camp opposite, and nowhere else', () => {
  const board = { first: ['a8', 'b8', 'h1', 'd4'], second: ['h1', 'a5'] };
  assert.deepEqual(standing('halma8', board, 'first'), { kind: 'home', count: 2, men: 10 });
  assert.deepEqual(standing('halma8', board, 'second'), { kind: 'home', count: 1, men: 10 });
});

test('archers count one point each, and two when they are home', () => {
  const board = { first: ['a5', 'c3'], second: ['a1', 'b1', 'e4'] };
  assert.deepEqual(standing('jarmo', board, 'first'), { kind: 'points', count: 3 });
  assert.deepEqual(standing('jarmo', board, 'second'), { kind: 'points', count: 5 });
});

test('where nobody has to get anywhere there is nothing to count', () => {
  assert.equal(standing('moon', { first: ['a5'] }, 'first'), null);
});

test('how to move is told in the first turn of either side, and what the game is about for some moves', () => {
  const view = /** @type {import('../assets/room/view.js').RoomView} */ ({ phase: 'running', myTurn: true, ply: 1 });
  assert.deepEqual([0, 1, 2].map((ply) => isFirstTurn({ ...view, ply })), [true, true, false]);
  assert.equal(isFirstTurn({ ...view, myTurn: false }), false);
  assert.deepEqual([0, 5, 6].map((ply) => isBeginning({ ...view, ply })), [true, true, false]);
  assert.equal(isBeginning({ ...view, phase: 'over' }), false);
});
