/** The page's copies of the rules against the recorded games that the server's rules are tested with. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { positionsOf, rulesOf } from '../assets/rules/index.js';
import { entryOf } from './catalogue.js';

/** @import { BoardState, Side } from '../assets/protocol.js' */
/** @import { Position } from '../assets/rules/position.js' */

const VECTORS = new URL('../../../rules/tests/vectors/', import.meta.url);

/** @param {string} name */
const recordsOf = (name) =>
  readFileSync(new URL(`${name}.jsonl`, VECTORS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** @param {string} game */
function rulesFor(game) {
  const rules = rulesOf(entryOf(game));
  assert.ok(rules, game);
  return rules;
}

const MASK = (1n << 64n) - 1n;

/** @param {string} text */
function fnv1a(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  return hash.toString(16).padStart(16, '0');
}

/** @param {[number, number]} [pair] */
const perSide = ([first, second] = [0, 0]) => ({ first, second });

/** @param {any} recorded */
const boardOf = ({ first, second, moves_made, marked, captured, quiet_moves }) => ({
  first,
  second,
  moves_made: perSide(moves_made),
  captured: perSide(captured),
  ...(marked && { marked }),
  ...(quiet_moves !== undefined && quiet_moves !== null && { quiet_moves }),
});

/**
 * @param {Position} position
 * @param {any} record
 */
function sameResult({ ending }, record) {
  const { result, score, men } = record;
  const found = ending && { winner: ending.outcome === 'draw' ? null : ending.outcome, reason: ending.reason };
  assert.deepEqual(found, result);
  const points = score ?? men;
  if (points && ending) assert.deepEqual(ending.score, perSide(points));
}

for (const game of ['halma', 'nerma', 'halma8', 'halma10', 'jarmo', 'moon']) {
  test(`every recorded game of ${game} goes the same way`, () => {
    const rules = rulesFor(game);
    const records = recordsOf(game);
    assert.ok(records.length >= 20);
    for (const [number, { moves, trace, ...record }] of records.entries()) {
      const positions = positionsOf(rules, moves);
      for (const [ply, before] of trace.entries()) {
        const where = `game ${number + 1}, before move ${ply + 1}`;
        const legal = rules.legalMoves(positions[ply]);
        assert.equal(positions[ply].toMove, before.to_move, where);
        assert.equal(legal.length, before.legal, where);
        assert.equal(fnv1a(legal.join(' ')), before.hash, where);
      }
      sameResult(positions[moves.length], record);
    }
  });
}

for (const file of ['positions', 'special']) {
  test(`every position of ${file} is read the same way`, () => {
    const records = recordsOf(file);
    assert.ok(records.length >= 40);
    for (const record of records) {
      const rules = rulesFor(record.game);
      const { position, moves = [], legal, move, after } = record;
      let now = position ? rules.from(boardOf(position), position.to_move) : rules.start();
      for (const played of moves) now = rules.play(now, played);
      if (legal) assert.deepEqual(rules.legalMoves(now), legal, record.about);
      if (move) now = rules.play(now, move);
      if (after) sameBoard(now.board, after, record.about);
      if (after && !now.ending) assert.equal(now.toMove, after.to_move, record.about);
      if ('result' in record) sameResult(now, record);
    }
  });
}

/**
 * @param {BoardState} board
 * @param {any} recorded
 * @param {string} about
 */
function sameBoard(board, recorded, about) {
  const wanted = boardOf(recorded);
  for (const side of /** @type {Side[]} */ (['first', 'second'])) {
    assert.deepEqual([...board[side]].sort(), [...wanted[side]].sort(), about);
  }
  assert.deepEqual([...(board.marked ?? [])].sort(), [...(wanted.marked ?? [])].sort(), about);
  if (recorded.captured) assert.deepEqual(board.captured, wanted.captured, about);
  if (recorded.moves_made) assert.deepEqual(board.moves_made, wanted.moves_made, about);
  assert.equal(board.quiet_moves, wanted.quiet_moves, about);
}
