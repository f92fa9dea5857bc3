/** The games there are, as the server told them: `catalogue.json` is its answer to `GET /api/catalogue`. */
import { readFileSync } from 'node:fs';

/** @import { CatalogueEntry } from '../assets/protocol.js' */

/** @returns {CatalogueEntry[]} */
export function catalogue() {
  return JSON.parse(readFileSync(new URL('catalogue.json', import.meta.url), 'utf8')).games;
}

/**
 * @param {string} game
 * @returns {CatalogueEntry}
 */
export function entryOf(game) {
  const entry = catalogue().find(({ id }) => id === game);
  if (entry === undefined) throw new Error(`no game ${game}`);
  return entry;
}
