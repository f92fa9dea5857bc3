/** The level at which the computer is to play: each with a word for it, and the one that was chosen last. */
import { recall, remember } from '../storage.js';

/** @import { TextKey } from '../i18n/index.js' */

const KEY = 'level';

/** @type {Record<number, { word: TextKey, hint: TextKey }>} */
export const LEVELS = {
  1: { word: 'level.1', hint: 'level.1.hint' },
  2: { word: 'level.2', hint: 'level.2.hint' },
  3: { word: 'level.3', hint: 'level.3.hint' },
  4: { word: 'level.4', hint: 'level.4.hint' },
  5: { word: 'level.5', hint: 'level.5.hint' },
};

/** @returns {number} the level that this person chose last; at first, the lowest */
export function lastLevel() {
  const level = Number(recall(KEY));
  return level in LEVELS ? level : 1;
}

/** @param {number} level */
export function keepLevel(level) {
  remember(KEY, String(level));
}
