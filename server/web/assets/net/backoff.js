/**
 * How long to wait before connecting again: longer each time, up to a bound, and never quite the same, so that a
 * restarted server is not met by all its clients at once.
 */

const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * @param {number} attempt how often connecting has failed since it last worked, from 0
 * @param {() => number} random a number from 0 up to 1
 * @returns {number} milliseconds
 */
export function reconnectDelay(attempt, random) {
  const bound = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return bound * (0.5 + 0.5 * random());
}
