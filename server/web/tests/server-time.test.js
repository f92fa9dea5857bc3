import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ServerTime } from '../assets/net/server-time.js';

/** How far the server's clock is ahead of ours. */
const AHEAD = 1_000_000;

let here = 0;
/** @type {ServerTime} */
let time;

/** How wrong the time is that the page believes, in milliseconds. */
const error = () => time.now() - (here + AHEAD);

/** @param {number} there @param {number} back milliseconds that a question takes there, and its answer back */
function ask(there, back) {
  const asked = here;
  here += there;
  const answer = here + AHEAD;
  here += back;
  time.answered(answer, asked);
}

beforeEach(() => {
  here = 5_000;
  time = new ServerTime(() => here);
});

test('before anything was heard, this device is believed', () => {
  assert.equal(time.now(), 5_000);
});

test('a message that took a while leaves the time behind by no more than that', () => {
  time.heard(here + AHEAD - 300);
  assert.equal(error(), -300);
  time.heard(here + AHEAD - 20);
  time.heard(here + AHEAD - 400);
  assert.equal(error(), -20);
});

test('a question is wrong by at most half of the way there and back', () => {
  ask(100, 20);
  assert.ok(Math.abs(error()) <= 60, String(error()));
  ask(10, 10);
  assert.ok(Math.abs(error()) <= 10, String(error()));
  // A slow question later does not spoil what is known.
  ask(3_000, 10);
  assert.ok(Math.abs(error()) <= 15, String(error()));
});

test('what is known fades as the clocks drift apart', () => {
  ask(10, 10);
  here += 3_600_000;
  ask(400, 400);
  assert.ok(Math.abs(error()) <= 400, String(error()));
});

test('after one of the clocks was set, only what is new counts', () => {
  ask(10, 10);
  here -= 600_000;
  ask(20, 20);
  assert.ok(Math.abs(error()) <= 20, String(error()));
});

test('time goes on between messages', () => {
  ask(10, 10);
  const before = time.now();
  here += 1_234;
  assert.equal(time.now() - before, 1_234);
});
