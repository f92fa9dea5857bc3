/**
 * Clocks as they are shown: how much time a side has now, in figures or in words, and when that will look different.
 */
import { currentLanguage, t } from '../i18n/index.js';

/** @import { Clocks, Side, TimeControl } from '../protocol.js' */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below this, tenths of a second are shown. */
const TENTHS_BELOW = 10 * SECOND;
/** A clock is low when it has less than this share of what it began with, and less than these times. */
const LOW_SHARE = 0.15;
const LOW_AT_MOST = { real_time: 30 * SECOND, per_move: 6 * HOUR };

/**
 * @param {Clocks} clocks
 * @param {Side} side
 * @param {number} now the server's time
 * @returns {number} milliseconds, never less than none
 */
export function timeLeft(clocks, side, now) {
  const spent = clocks.running === side ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, clocks[side] - spent);
}

/**
 * @param {TimeControl} control
 * @returns {number} the milliseconds below which a side should hurry
 */
export function lowBelow(control) {
  const whole = control.kind === 'per_move' ? control.time : control.base || control.increment;
  return Math.min(LOW_AT_MOST[control.kind], whole * LOW_SHARE);
}

/**
 * Whether a side should hurry.
 *
 * @param {number} left milliseconds
 * @param {TimeControl} control
 */
export function isLow(left, control) {
  return left < lowBelow(control);
}

/**
 * @param {Clocks | null} clocks
 * @param {TimeControl | null} control
 * @param {Side | null} side
 * @param {number} now the server's time
 * @returns {number | null} in how many milliseconds this side's time becomes low; nothing if it does not run, or is low
 */
export function untilLow(clocks, control, side, now) {
  if (clocks === null || control === null || side === null || clocks.running !== side) return null;
  const left = timeLeft(clocks, side, now) - lowBelow(control);
  return left > 0 ? left : null;
}

/**
 * A time as clocks at a board show it, such as `4:05`, `1:00:00` or `8.3`. It is rounded up, so that a clock that
 * shows nothing has nothing left; only tenths are cut off, as there they are seen to pass.
 *
 * @param {number} left milliseconds
 * @returns {string}
 */
export function clockFace(left) {
  if (left < TENTHS_BELOW) return new Intl.NumberFormat(currentLanguage(), TENTHS).format(Math.floor(left / 100) / 10);
  const seconds = Math.ceil(left / SECOND);
  const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/**
 * A time in words, by its two biggest units, such as "2 days 3 hours". The smaller one is cut off.
 *
 * @param {number} left milliseconds
 * @returns {string}
 */
export function timeInWords(left) {
  const [days, hours] = [Math.floor(left / DAY), Math.floor(left / HOUR) % 24];
  const [minutes, seconds] = [Math.floor(left / MINUTE) % 60, Math.floor(left / SECOND) % 60];
  const day = t('time.days', { count: days });
  const hour = t('time.hours', { count: hours });
  const minute = t('time.minutes', { count: minutes });
  if (days > 0) return hours > 0 ? `${day} ${hour}` : day;
  if (hours > 0) return minutes > 0 ? `${hour} ${minute}` : hour;
  const second = t('time.seconds', { count: seconds });
  if (minutes > 0) return seconds > 0 ? `${minute} ${second}` : minute;
  return second;
}

/**
 * A time of an hour or more as a narrow clock shows it, such as "2 d 3 h".
 *
 * @param {number} left milliseconds
 * @returns {string}
 */
function timeInShort(left) {
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor(left / HOUR) % 24, Math.floor(left / MINUTE) % 60];
  const day = t('time.shortDays', { count: days });
  const hour = t('time.shortHours', { count: hours });
  if (days > 0) return hours > 0 ? `${day} ${hour}` : day;
  return minutes > 0 ? `${hour} ${t('time.shortMinutes', { count: minutes })}` : hour;
}

/**
 * @param {number} left milliseconds
 * @param {TimeControl} control
 * @returns {string} how the side's clock shows it
 */
export function clockText(left, control) {
  // Who has hours for a move has no use for seconds.
  return control.kind === 'per_move' && left >= HOUR ? timeInShort(left) : clockFace(left);
}

/**
 * After how long a running clock will look different.
 *
 * @param {number} left milliseconds
 * @param {TimeControl} control
 * @returns {number} milliseconds; infinity once nothing is left
 */
export function untilNextLook(left, control) {
  if (left <= 0) return Infinity;
  if (control.kind === 'per_move' && left >= HOUR) return (left % MINUTE) + 1;
  if (left < TENTHS_BELOW) return (left % 100) + 1;
  // Seconds are rounded up, so that they change as a full one is reached.
  return Math.min(((left - 1) % SECOND) + 1, left - TENTHS_BELOW + 1);
}

/**
 * What was chosen for the clocks, such as "5 + 3" or "3 days a move".
 *
 * @param {TimeControl | null} control
 * @returns {string}
 */
export function clockChoiceWords(control) {
  if (control === null) return t('clock.none');
  if (control.kind === 'per_move') return t('clock.perMove', { time: timeInWords(control.time) });
  return t('clock.realTime', { base: control.base / MINUTE, increment: control.increment / SECOND });
}
