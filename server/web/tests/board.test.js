import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut, outline, squareTowards } from '../assets/board/geometry.js';
import { choicesAmong, parseMove, press, preview, targetsOf } from '../assets/board/moves.js';

/** @import { Geometry } from '../assets/protocol.js' */

/** @type {Geometry} a small board with a corner missing */
const GEOMETRY = {
  files: 3,
  ranks: 2,
  look: 'squares',
  chequered: false,
  squares: ['a1', 'b1', 'c1', 'a2', 'b2'],
  lines: [],
  camps: { first: ['a1'], second: ['b2'] },
  goals: { first: ['b2'], second: ['a1'] },
  closed: [],
};

test('the first side sees a1 at the lower left', () => {
  const layout = layOut(GEOMETRY, 'first');
  assert.deepEqual(layout.centre('a1'), { x: 0.5, y: 1.5 });
  assert.deepEqual(layout.centre('c1'), { x: 2.5, y: 1.5 });
  assert.deepEqual(layout.rows, [
    ['a2', 'b2'],
    ['a1', 'b1', 'c1'],
  ]);
  assert.deepEqual(layout.files[0], { text: 'a', x: 0.5 });
  assert.deepEqual(layout.ranks[0], { text: '1', y: 1.5 });
});

test('the second side sees the board turned by half', () => {
  const layout = layOut(GEOMETRY, 'second');
  assert.deepEqual(layout.centre('a1'), { x: 2.5, y: 0.5 });
  assert.deepEqual(layout.rows, [
    ['c1', 'b1', 'a1'],
    ['b2', 'a2'],
  ]);
});

test('arrow keys follow what is seen, and stay on the board', () => {
  const first = layOut(GEOMETRY, 'first');
  assert.equal(squareTowards(first, 'a1', 'ArrowRight'), 'b1');
  assert.equal(squareTowards(first, 'a1', 'ArrowUp'), 'a2');
  assert.equal(squareTowards(first, 'a1', 'ArrowLeft'), 'a1');
  assert.equal(squareTowards(first, 'c1', 'ArrowUp'), 'b2');
  assert.equal(squareTowards(first, 'b1', 'End'), 'c1');
  assert.equal(squareTowards(first, 'b1', 'x'), null);
  assert.equal(squareTowards(layOut(GEOMETRY, 'second'), 'b1', 'ArrowRight'), 'a1');
});

test('an outline leaves out what lies between two squares of the region', () => {
  const layout = layOut(GEOMETRY, 'first');
  assert.equal(outline(layout, ['a2']), 'M0,0h1M0,1h1M0,0v1M1,0v1');
  assert.equal(outline(layout, ['a2', 'b2']).match(/M/g)?.length, 6);
  assert.equal(outline(layout, []), '');
});

test('move texts are read for their ends', () => {
  assert.deepEqual(parseMove('a1-b2'), { from: 'a1', to: 'b2', back: false });
  assert.deepEqual(parseMove('a1-c3-e3'), { from: 'a1', to: 'e3', back: false });
  assert.deepEqual(parseMove('c4'), { from: null, to: 'c4', back: false });
  assert.deepEqual(parseMove('a5*c1'), { from: 'a5', to: 'c1', back: true });
});

test('choosing a man shows its targets, and pressing one plays', () => {
  const choices = choicesAmong(['a1-a2', 'a1-b2', 'b1-b2']);
  assert.deepEqual([...targetsOf(choices, null)], []);
  assert.deepEqual(press(choices, null, 'a1'), { chosen: 'a1', play: null });
  assert.deepEqual([...targetsOf(choices, 'a1').keys()], ['a2', 'b2']);
  assert.deepEqual(press(choices, 'a1', 'b2'), { chosen: null, play: 'a1-b2' });
});

test('pressing elsewhere, or the same man again, lets go; another man is chosen instead', () => {
  const choices = choicesAmong(['a1-a2', 'b1-b2']);
  assert.deepEqual(press(choices, 'a1', 'c1'), { chosen: null, play: null });
  assert.deepEqual(press(choices, 'a1', 'a1'), { chosen: null, play: null });
  assert.deepEqual(press(choices, 'a1', 'b1'), { chosen: 'b1', play: null });
});

test('placing takes one press, bringing back takes two', () => {
  assert.deepEqual(press(choicesAmong(['c4', 'd4']), null, 'd4'), { chosen: null, play: 'd4' });
  const back = choicesAmong(['a5*c1', 'b1-b2']);
  assert.deepEqual(press(back, null, 'a5'), { chosen: 'a5', play: null });
  assert.deepEqual(press(back, 'a5', 'c1'), { chosen: null, play: 'a5*c1' });
});

const BOARD = {
  first: ['a1', 'a5'],
  second: ['b3'],
  marked: ['a5'],
  moves_made: { first: 0, second: 0 },
  captured: { first: 1, second: 0 },
};

test('a move is shown before the server answers', () => {
  const { board, lastMove } = preview(BOARD, 'first', 'a1-b3');
  assert.deepEqual(board.first, ['a5', 'b3']);
  assert.deepEqual(board.second, []);
  assert.deepEqual(lastMove, { side: 'first', move: 'a1-b3', path: ['a1', 'b3'] });
});

test('a mark moves with its man, and is paid for bringing one back', () => {
  assert.deepEqual(preview(BOARD, 'first', 'a5-a4').board.marked, ['a4']);
  const { board, lastMove } = preview(BOARD, 'first', 'a5*c1');
  assert.deepEqual(board.first, ['a1', 'a5', 'c1']);
  assert.deepEqual(board.marked, []);
  assert.deepEqual(lastMove.path, ['c1']);
});
