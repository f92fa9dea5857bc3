/** The level at which the computer is to play: each with a word for it, and the one that was chosen last. */
import { recall, remember } from '../storage.js';

/** @import { TextKey } from '../i18n/index.js' */

const KEY = 'level';

/** @type {readonly { level: number, word: TextKey, hint: TextKey }[]} weakest first */
export const LEVELS = [
  { level: 1, word: 'level.1', hint: 'level.1.hint' },
  { level: 2, word: 'level.2', hint: 'level.2.hint' },
  { level: 3, word: 'level.3', hint: 'level.3.hint' },
  { level: 4, word: 'level.4', hint: 'level.4.hint' },
  { level: 5, word: 'level.5', hint: 'level.5.hint' },
];

/**
 * @param {number} number
 * @returns {boolean}
 */
export function isLevel(number) {
  return LEVELS.some(({ level }) => level === number);
}

/** @returns {number} the level that this person chose last; at first, the lowest */
export function lastLevel() {
  const level = Number(recall(KEY));
  return isLevel(level) ? level : 1;
}

/** @param {number} level */
export function keepLevel(level) {
  remember(KEY, String(level));
}
