/** The clocks that one may choose from, and those that one may put together. Draws nothing. */

/** @import { TimeControl } from '../protocol.js' */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @type {(minutes: number, seconds: number) => TimeControl} */
const realTime = (minutes, seconds) => ({ kind: 'real_time', base: minutes * MINUTE, increment: seconds * SECOND });

/** @type {(time: number) => TimeControl} */
const perMove = (time) => ({ kind: 'per_move', time });

/** @type {Record<string, TimeControl | null>} */
export const CLOCKS = {
  none: null,
  'r3-2': realTime(3, 2),
  'r5-5': realTime(5, 5),
  'r10-10': realTime(10, 10),
  'r25-15': realTime(25, 15),
  d1: perMove(DAY),
  d3: perMove(3 * DAY),
};

const UNITS = { minutes: MINUTE, hours: HOUR, days: DAY };

/**
 * What a person has written into the fields.
 *
 * @typedef {object} CustomClock
 * @property {'real_time' | 'per_move'} kind
 * @property {string} minutes
 * @property {string} increment
 * @property {string} amount
 * @property {keyof typeof UNITS} unit
 */

/** @type {Readonly<CustomClock>} */
export const CUSTOM_AT_FIRST = { kind: 'real_time', minutes: '15', increment: '10', amount: '2', unit: 'days' };

/**
 * @param {CustomClock} custom
 * @returns {TimeControl | null} nothing if the server would not take it
 */
export function customClock({ kind, minutes, increment, amount, unit }) {
  if (kind === 'per_move') {
    const time = milliseconds(amount, UNITS[unit]);
    return time !== null && time >= MINUTE && time <= 14 * DAY ? { kind, time } : null;
  }
  const base = milliseconds(minutes, MINUTE);
  const added = milliseconds(increment, SECOND);
  if (base === null || added === null || base > 3 * HOUR || added > 3 * MINUTE || base + added === 0) return null;
  return { kind, base, increment: added };
}

/**
 * @param {string} text a number, with a point or a comma
 * @param {number} unit
 * @returns {number | null} nothing if it is no number, or less than nothing
 */
function milliseconds(text, unit) {
  const number = text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'));
  return Number.isFinite(number) && number >= 0 ? Math.round(number * unit) : null;
}
