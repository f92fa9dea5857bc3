import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { speak } from '../assets/i18n/index.js';
import {
  clockChoiceWords, clockFace, clockText, isLow, timeInWords, timeLeft, untilLow, untilNextLook,
} from '../assets/room/clocks.js';
import './languages.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @type {import('../assets/protocol.js').TimeControl} */
const FIVE = { kind: 'real_time', base: 5 * MINUTE, increment: 3 * SECOND };
/** @type {import('../assets/protocol.js').TimeControl} */
const DAYS = { kind: 'per_move', time: 3 * DAY };

globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
after(() => speak('en'));

test('only the running side loses time, and never more than it has', () => {
  /** @type {import('../assets/protocol.js').Clocks} */
  const clocks = { first: 10_000, second: 7_000, running: 'first', at: 100_000, deadline: 110_000 };
  assert.equal(timeLeft(clocks, 'first', 103_500), 6_500);
  assert.equal(timeLeft(clocks, 'second', 103_500), 7_000);
  assert.equal(timeLeft(clocks, 'first', 999_999), 0);
  // A clock of ours that is a little behind gives nobody more than the server does.
  assert.equal(timeLeft(clocks, 'first', 99_000), 10_000);
  assert.equal(timeLeft({ ...clocks, running: null }, 'first', 103_500), 10_000);
});

test('a clock shows whole seconds rounded up, and tenths at the end', () => {
  assert.equal(clockFace(5 * MINUTE), '5:00');
  assert.equal(clockFace(5 * MINUTE - 1), '5:00');
  assert.equal(clockFace(65_000), '1:05');
  assert.equal(clockFace(10_000), '0:10');
  assert.equal(clockFace(9_999), '9.9');
  assert.equal(clockFace(50), '0.0');
  assert.equal(clockFace(0), '0.0');
  assert.equal(clockFace(HOUR + 2 * MINUTE + 3 * SECOND), '1:02:03');
  speak('fr');
  assert.equal(clockFace(9_999), '9,9');
  speak('en');
});

test('hours and days are told in words', () => {
  assert.equal(timeInWords(2 * DAY + 3 * HOUR + 59 * MINUTE), '2 days 3 hours');
  assert.equal(timeInWords(DAY), '1 day');
  assert.equal(timeInWords(HOUR + MINUTE), '1 hour 1 minute');
  assert.equal(timeInWords(MINUTE + 30 * SECOND), '1 minute 30 seconds');
  assert.equal(timeInWords(0), '0 seconds');
  assert.equal(clockText(2 * DAY, DAYS), '2 d');
  assert.equal(clockText(2 * DAY + 3 * HOUR + MINUTE, DAYS), '2 d 3 h');
  assert.equal(clockText(HOUR + 59 * MINUTE, DAYS), '1 h 59 min');
  assert.equal(clockText(59 * MINUTE, DAYS), '59:00');
  assert.equal(clockText(2 * HOUR, FIVE), '2:00:00');
});

test('a clock looks different just when it was said to, and not before', () => {
  const seconds = [65_432, 12_000, 10_001, 10_000, 9_950, 9_900, 100].map((left) => /** @type {const} */ ([FIVE, left]));
  const days = [3 * HOUR + 7, HOUR, HOUR - 1].map((left) => /** @type {const} */ ([DAYS, left]));
  for (const [control, from] of [...seconds, ...days]) {
    const sleep = untilNextLook(from, control);
    const shown = clockText(from, control);
    assert.notEqual(clockText(from - sleep, control), shown, String(from));
    assert.equal(clockText(from - sleep + 1, control), shown, String(from));
  }
  assert.equal(untilNextLook(0, FIVE), Infinity);
});

test('a clock is low towards its end', () => {
  assert.equal(isLow(31_000, FIVE), false);
  assert.equal(isLow(29_000, FIVE), true);
  assert.equal(isLow(8_000, { kind: 'real_time', base: MINUTE, increment: 0 }), true);
  assert.equal(isLow(9_500, { kind: 'real_time', base: MINUTE, increment: 0 }), false);
  assert.equal(isLow(700, { kind: 'real_time', base: 0, increment: 5_000 }), true);
  assert.equal(isLow(7 * HOUR, DAYS), false);
  assert.equal(isLow(5 * HOUR, DAYS), true);
});

test('when a running clock gets low is known beforehand', () => {
  /** @type {import('../assets/protocol.js').Clocks} */
  const clocks = { first: 60_000, second: 20_000, running: 'first', at: 100_000, deadline: 160_000 };
  const left = (/** @type {number} */ now) => untilLow(clocks, FIVE, 'first', now);
  assert.equal(left(110_000), 20_000);
  assert.equal(isLow(timeLeft(clocks, 'first', 110_000 + 20_001), FIVE), true);
  assert.equal(left(131_000), null);
  assert.equal(untilLow(clocks, FIVE, 'second', 110_000), null);
  assert.equal(untilLow(clocks, null, 'first', 110_000), null);
  assert.equal(untilLow(null, FIVE, 'first', 110_000), null);
});

test('what was chosen is told in words', () => {
  assert.equal(clockChoiceWords(null), 'no clock');
  assert.equal(clockChoiceWords(FIVE), '5 min + 3 s');
  assert.equal(clockChoiceWords({ kind: 'real_time', base: 90_000, increment: 0 }), '1.5 min + 0 s');
  assert.equal(clockChoiceWords(DAYS), '3 days per move');
});
