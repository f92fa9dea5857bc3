/** What this person wants to be called, in all rooms. */
import { cleanName } from './room/texts.js';
import { forget, recall, remember } from './storage.js';

const KEY = 'name';

/** @returns {string | null} */
export function displayName() {
  return cleanName(recall(KEY) ?? '');
}

/** @param {string | null} name */
export function keepDisplayName(name) {
  if (name === null) forget(KEY);
  else remember(KEY, name);
}
