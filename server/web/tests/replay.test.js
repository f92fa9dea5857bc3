import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { History } from '../assets/replay/history.js';
import { headersOf, moversOf, plyNamed, recordText, rowsOf } from '../assets/replay/record.js';
import { positionsOf, rulesOf } from '../assets/rules/index.js';
import { entryOf } from './catalogue.js';

const RECORDS = new URL('../../tests/suite/record/', import.meta.url);
const MOON = new URL('../../../rules/tests/vectors/moon.jsonl', import.meta.url);

test('sides take turns but where one was passed over', () => {
  assert.deepEqual(moversOf(5, []), ['first', 'second', 'first', 'second', 'first']);
  assert.deepEqual(moversOf(5, [3, 4]), ['first', 'second', 'second', 'second', 'first']);
  assert.deepEqual(moversOf(0, []), []);
});

test('a row holds a turn of either side, and a gap where one was passed over', () => {
  assert.deepEqual(rowsOf(moversOf(3, [])), [
    { number: 1, first: 1, second: 2 },
    { number: 2, first: 3, second: null },
  ]);
  assert.deepEqual(rowsOf(moversOf(4, [2])), [
    { number: 1, first: 1, second: null },
    { number: 2, first: 2, second: 3 },
    { number: 3, first: 4, second: null },
  ]);
  assert.deepEqual(rowsOf(moversOf(4, [3])), [
    { number: 1, first: 1, second: 2 },
    { number: 2, first: null, second: 3 },
    { number: 3, first: 4, second: null },
  ]);
});

test('who moved is the same as by the rules', () => {
  const games = readFileSync(MOON, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const rules = rulesOf(entryOf('moon'));
  assert.ok(rules);
  let passed = 0;
  for (const { moves, trace } of games) {
    const sides = trace.map((/** @type {any} */ { to_move }) => to_move);
    const again = sides.flatMap((/** @type {string} */ side, /** @type {number} */ index) =>
      index > 0 && side === sides[index - 1] ? [index + 1] : [],
    );
    passed += again.length;
    assert.deepEqual(moversOf(moves.length, again), sides);
    assert.deepEqual(positionsOf(rules, moves).slice(1).map(({ lastMove }) => lastMove?.side), sides);
  }
  assert.ok(passed > 0, 'nobody was passed over in any of these games');
});

test('the record is a text that lines up', () => {
  const moves = ['l2-l3', 'a13-c11', 'o4-n5'];
  assert.equal(
    recordText([['Game', 'Halma']], moves, rowsOf(moversOf(3, []))),
    'Game: Halma\n\n1. l2-l3    a13-c11\n2. o4-n5\n',
  );
  assert.equal(recordText([], ['c4', 'd4'], [{ number: 1, first: null, second: 2 }]), '\n1. ...   d4\n');
});

test('a game is written down as the server writes it', () => {
  const game = JSON.parse(readFileSync(new URL('game.json', RECORDS), 'utf8'));
  const text = recordText(headersOf(game), game.moves, rowsOf(moversOf(game.moves.length, game.passed_over_at)));
  assert.equal(text, readFileSync(new URL('game.txt', RECORDS), 'utf8'));
});

test('an address may name a ply', () => {
  assert.equal(plyNamed('#12', 20), 12);
  assert.equal(plyNamed('#0', 20), 0);
  assert.equal(plyNamed('#99', 20), 20);
  for (const hash of ['', '#', '#x', '#-1', '#1.5', '#123456']) assert.equal(plyNamed(hash, 20), null, hash);
});

test('the history of a running game goes on, and follows a move that was taken back', () => {
  const history = new History();
  const entry = entryOf('halma');
  const rules = rulesOf(entry);
  assert.ok(rules);
  const boards = (/** @type {string[]} */ moves) => history.of(entry, moves)?.map(({ board }) => board);
  const fresh = (/** @type {string[]} */ moves) => positionsOf(rules, moves).map(({ board }) => board);
  const games = [[], ['l2-l3'], ['l2-l3', 'a13-c11', 'o4-n5'], ['l2-l3', 'a13-c11'], ['l2-l3', 'c13-d12'], ['n4-n6']];
  for (const moves of games) assert.deepEqual(boards(moves), fresh(moves));
  const unknown = { ...entry, rules_version: 99 };
  assert.equal(history.of(unknown, []), null);
});
