/**
 * How long to wait before connecting again, as the protocol's guide asks for: not at all the first time, then longer each
 * time, up to a bound, and never quite the same, so that a restarted server is not met by all its clients at once.
 */

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * @param {number} attempt how often connecting has failed since it last worked, from 0
 * @param {() => number} random a number from 0 up to 1
 * @returns {number} milliseconds
 */
export function reconnectDelay(attempt, random) {
  if (attempt === 0) return 0;
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + 0.5 * random());
}
