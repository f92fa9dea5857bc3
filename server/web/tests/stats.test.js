import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamesCounted, queryOfSearch, searchIn } from '../assets/games/search.js';
import { speak } from '../assets/i18n/index.js';
import { columnsOf } from '../assets/stats/columns.js';
import { filterIn, queryOf } from '../assets/stats/filter.js';
import { count, duration, percentOf } from '../assets/stats/parts.js';
import './languages.js';

test('an address says which games are counted, and what makes no sense is not in it', () => {
  for (const opponent of /** @type {const} */ (['people', 'computer', 1, 5])) {
    for (const clocked of [null, true, false]) {
      const filter = { opponent, clocked, from: '2026-01-31', to: null };
      assert.deepEqual(filterIn(queryOf(filter)), filter);
    }
  }
  const all = { opponent: 'people', clocked: null, from: null, to: null };
  assert.equal(queryOf(filterIn('')), '');
  for (const search of ['?level=3', '?clocked=maybe', '?from=yesterday', '?to=2026-13-01', '?from=0020-01-01', '?opponent=nobody']) {
    assert.deepEqual(filterIn(search), all, search);
  }
  for (const level of ['0', '6', 'x', '']) assert.equal(filterIn(`?opponent=computer&level=${level}`).opponent, 'computer');
});

test('an address says which games are looked for', () => {
  const address = '?game=moon&outcome=draw&reason=no_capture&opponent=computer&level=2&clocked=false&min_plies=10&max_plies=90&from=2026-01-01&to=2026-02-01&moves=c4%2Ce5';
  assert.equal(queryOfSearch(searchIn(address)), address);
  assert.equal(searchIn('?moves=l2-l3++a13-c11,').moves, 'l2-l3,a13-c11');
  assert.equal(queryOfSearch(searchIn('')), '');
  assert.equal(queryOfSearch(searchIn('?min_plies=-1&max_plies=x&opponent=')), '');
});

test('the games that statistics count are those that are listed', () => {
  const filter = /** @type {const} */ ({ opponent: 'people', clocked: true, from: null, to: '2026-02-01' });
  assert.equal(gamesCounted('moon', filter), '/games?game=moon&opponent=people&clocked=true&to=2026-02-01');
  assert.equal(
    gamesCounted('jarmo', { ...filter, opponent: 3, clocked: null, to: null }, { moves: 'c4*e5' }),
    '/games?game=jarmo&opponent=computer&level=3&moves=c4*e5',
  );
  assert.equal(
    gamesCounted('halma', { ...filter, opponent: 'computer', clocked: null, to: null }, { reason: 'time' }),
    '/games?game=halma&reason=time&opponent=computer',
  );
});

test('columns are days, weeks or months, without gaps, and hold every game', () => {
  const day = (/** @type {number} */ number) => new Date(Date.UTC(2025, 10, 28) + number * 86_400_000).toISOString().slice(0, 10);
  for (const [span, unit] of /** @type {const} */ ([[1, 'day'], [62, 'day'], [63, 'week'], [434, 'week'], [435, 'month'], [3000, 'month']])) {
    const days = [...new Set([0, Math.floor(span / 3), span - 1])].map((number) => ({ day: day(number), games: 7 }));
    const { unit: chosen, columns } = columnsOf(days);
    assert.equal(chosen, unit, String(span));
    assert.equal(columns.reduce((sum, { games }) => sum + games, 0), days.length * 7);
    for (const [index, { from, to }] of columns.entries()) {
      assert.ok(from <= to);
      const next = columns[index + 1];
      if (next) assert.equal(Date.parse(next.from) - Date.parse(to), 86_400_000);
    }
    for (const { day: played } of days) {
      assert.ok(columns.some(({ from, to, games }) => from <= played && played <= to && games > 0), played);
    }
  }
  assert.deepEqual(columnsOf([]).columns, []);
});

test('numbers and times are written as the language writes them', () => {
  globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
  assert.equal(count(1_234.567), '1,234.57');
  assert.equal(duration(125_400), '2 min 5 s');
  assert.equal(duration(3_600_000), '1 h 0 min');
  assert.equal(duration(200_000_000), '2 d 7 h');
  speak('fr');
  assert.equal(count(1_234.567).replace(/\s/, ' '), '1 234,57');
  assert.equal(duration(200_000_000), '2 j 7 h');
  speak('en');
});

test('shares are cut, not rounded, and never more than a whole together', () => {
  assert.equal(percentOf(2, 3), 66.66);
  assert.equal(percentOf(0, 0), 0);
  for (let whole = 1; whole < 200; whole += 1) {
    for (let part = 0; part <= whole; part += 1) {
      assert.ok(percentOf(part, whole) + percentOf(whole - part, whole) <= 100 + 1e-9);
    }
  }
});
