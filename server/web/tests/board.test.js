import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCornerCamps, layOut, outline, squareAt, squareTowards } from '../assets/board/geometry.js';
import { beginGesture, endGesture, isDragging, moveGesture } from '../assets/board/gesture.js';
import { CAPTURED, choicesAmong, parseMove, press, stillChosen, targetsOf } from '../assets/board/moves.js';
import { preview, wayOf } from '../assets/board/preview.js';
import { catalogue, entryOf } from './catalogue.js';

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

test('a point lies on a square, also a little beside the board', () => {
  const layout = layOut(GEOMETRY, 'first');
  assert.equal(squareAt(layout, { x: 0.2, y: 1.9 }), 'a1');
  assert.equal(squareAt(layout, { x: 2.5, y: 1.1 }), 'c1');
  assert.equal(squareAt(layout, { x: -0.5, y: 2.4 }), 'a1');
  assert.equal(squareAt(layout, { x: 3.4, y: 1.5 }), 'c1');
  assert.equal(squareAt(layout, { x: 2.5, y: 0.5 }), null);
  assert.equal(squareAt(layout, { x: 3.7, y: 1.5 }), null);
  assert.equal(squareAt(layout, { x: 1, y: -0.7 }), null);
});

test('boards with camps in opposite corners can stand on one of them', () => {
  const cornered = ['halma', 'nerma', 'halma8', 'halma10'];
  for (const { id, board } of catalogue()) assert.equal(hasCornerCamps(board), cornered.includes(id), id);
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

test('a captured man is brought back by choosing it and then a point', () => {
  const choices = choicesAmong(['a5*c1', 'a5*d1', 'b1-b2']);
  assert.deepEqual(press(choices, null, CAPTURED), { chosen: CAPTURED, play: null });
  assert.deepEqual([...targetsOf(choices, CAPTURED).keys()], ['c1', 'd1']);
  assert.deepEqual(press(choices, CAPTURED, 'd1'), { chosen: null, play: 'a5*d1' });
  assert.deepEqual(press(choices, CAPTURED, CAPTURED), { chosen: null, play: null });
  assert.deepEqual(press(choices, CAPTURED, 'b1'), { chosen: 'b1', play: null });
  assert.deepEqual(press(choicesAmong(['b1-b2']), null, CAPTURED), { chosen: null, play: null });
});

test('where several could pay, the third press says who', () => {
  const choices = choicesAmong(['a5*c1', 'b5*c1', 'b1-b2']);
  assert.deepEqual(press(choices, CAPTURED, 'c1'), { chosen: '*c1', play: null });
  assert.deepEqual([...targetsOf(choices, '*c1').keys()], ['a5', 'b5']);
  assert.deepEqual(press(choices, '*c1', 'b5'), { chosen: null, play: 'b5*c1' });
});

test('what was chosen is let go when the position takes its moves away', () => {
  const before = choicesAmong(['a5*c1', 'b5*c1', 'b1-b2']);
  const after = choicesAmong(['a1-b2']);
  for (const chosen of ['b1', CAPTURED, '*c1']) {
    assert.equal(stillChosen(before, chosen), chosen);
    assert.equal(stillChosen(after, chosen), null);
  }
  assert.equal(stillChosen(before, null), null);
});

test('with the rules a preview knows the chain, and what is taken', () => {
  const none = { first: 0, second: 0 };
  const hops = { first: ['b1', 'b2'], second: ['c4'], moves_made: none, captured: none };
  assert.deepEqual(preview(hops, 'first', 'b1-d5', entryOf('nerma')).lastMove.path, ['b1', 'b3', 'd5']);
  const moon = { first: ['b2', 'e3'], second: ['c3', 'd3', 'a5'], moves_made: none, captured: none, quiet_moves: 4 };
  const { board, lastMove } = preview(moon, 'first', 'b2-b3', entryOf('moon'));
  assert.deepEqual(board.second, ['a5']);
  assert.deepEqual(lastMove.taken, ['c3', 'd3']);
  assert.deepEqual(wayOf(entryOf('moon'), moon, 'b2-b3'), lastMove);
  assert.equal(wayOf(entryOf('moon'), moon, 'c4'), null);
});

/** Two men with moves, on a board whose squares are so many pixels wide. */
const CHOICES = choicesAmong(['a1-a3', 'a1-c3', 'b1-b3']);

/**
 * A finger or mouse that is pressed, led over squares, and let go.
 *
 * @param {{ chosen?: string | null, small?: boolean }} how
 * @param {[string | null, number, number][]} steps each a square with the distance moved since the press, in squares
 */
function led({ chosen = null, small = false }, steps) {
  const [[origin], ...moves] = steps;
  let gesture = beginGesture({ square: origin, chosen, small }, CHOICES);
  for (const [square, squares, pixels] of moves) gesture = moveGesture(gesture, { square, squares, pixels }, CHOICES);
  return { ...endGesture(gesture, CHOICES), dragging: isDragging(gesture), shown: gesture.chosen };
}

test('a tap presses the square, once', () => {
  assert.deepEqual(led({}, [['a1', 0, 0]]), { chosen: 'a1', play: null, dropped: false, dragging: false, shown: 'a1' });
  assert.equal(led({ chosen: 'a1' }, [['c3', 0, 0]]).play, 'a1-c3');
  assert.equal(led({ chosen: 'a1' }, [['a1', 0, 0]]).chosen, null);
  assert.equal(led({ chosen: 'a1' }, [['b1', 0, 0]]).chosen, 'b1');
});

test('a trembling hand still taps', () => {
  assert.equal(led({}, [['a1', 0, 0], ['a1', 0.1, 3]]).chosen, 'a1');
});

test('dragging a man onto a target plays, and anywhere else keeps it chosen', () => {
  const dragged = led({}, [['a1', 0, 0], ['b2', 1.4, 60], ['c3', 2.8, 120]]);
  assert.deepEqual(dragged, { chosen: null, play: 'a1-c3', dropped: true, dragging: true, shown: 'a1' });
  assert.deepEqual(led({}, [['a1', 0, 0], ['b2', 1.4, 60]]).play, null);
  assert.equal(led({}, [['a1', 0, 0], ['b2', 1.4, 60]]).chosen, 'a1');
  assert.equal(led({}, [['a1', 0, 0], [null, 5, 200]]).chosen, 'a1');
});

test('a press that slides away from an empty square does nothing', () => {
  assert.deepEqual(led({ chosen: 'a1' }, [['c2', 0, 0], ['c3', 1, 40]]).play, null);
});

test('where squares are small, sliding a little aims anew, and release acts there', () => {
  assert.equal(led({ small: true }, [['a1', 0, 0], ['b1', 1, 20]]).chosen, 'b1');
  assert.equal(led({ small: true, chosen: 'a1' }, [['c2', 0, 0], ['c3', 1, 20]]).play, 'a1-c3');
});

test('where squares are small, what is shown is what is played', () => {
  // The finger came down on b1, but meant a target of the man that was chosen.
  const meant = led({ small: true, chosen: 'a1' }, [['b1', 0, 0], ['c3', 1.2, 24]]);
  assert.deepEqual([meant.shown, meant.play], ['a1', 'a1-c3']);
  // A man is slid onto its target nearby.
  const near = led({ small: true }, [['b1', 0, 0], ['b3', 1.4, 28]]);
  assert.deepEqual([near.shown, near.play], ['b1', 'b1-b3']);
});

test('where squares are small, a man that is dragged over another one is the one that was pressed', () => {
  const over = led({ small: true }, [['a1', 0, 0], ['b1', 1, 20], ['b2', 1.4, 28], ['c3', 2.8, 56]]);
  assert.deepEqual([over.shown, over.play], ['a1', 'a1-c3']);
  // Also to a square nearby, to which the one on the way could go as well.
  const both = led({ small: true }, [['b1', 0, 0], ['a1', 0.7, 14], ['b3', 1.4, 28]]);
  assert.equal(both.play, 'b1-b3');
  // From an empty square beside it, the man that was aimed at first goes along.
  assert.equal(led({ small: true }, [['a2', 0, 0], ['a1', 1, 20], ['c3', 2.8, 56]]).play, 'a1-c3');
});

test('where squares are small, sliding far drags, and sliding off the board cancels', () => {
  assert.equal(led({ small: true }, [['a1', 0, 0], ['b2', 1.4, 28], ['c3', 2.8, 56]]).play, 'a1-c3');
  assert.equal(led({ small: true, chosen: 'b1' }, [['c3', 0, 0], [null, 4, 80]]).chosen, 'b1');
  assert.equal(led({ small: true, chosen: 'b1' }, [['c3', 0, 0], [null, 4, 80]]).play, null);
  assert.equal(led({ small: true }, [['a1', 0, 0], [null, 4, 80]]).chosen, null);
  assert.equal(led({ small: true, chosen: 'b1' }, [['a1', 0, 0], [null, 4, 80]]).chosen, 'b1');
});
