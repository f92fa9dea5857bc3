/** What the picture of a board is like as a whole: its attributes, what it shows, and whether it is chequered. */
import { settings } from '../settings.js';
import { lookOf } from './looks.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

/** Boards of up to so many files are drawn with a finer pen. */
const FEW_SQUARES = 6;

/**
 * @param {CatalogueEntry} entry
 * @returns {boolean}
 */
export function isChequered(entry) {
  if (!entry.board.chequered) return false;
  return !lookOf(entry).plain || settings().chequered;
}

/**
 * @param {CatalogueEntry} entry
 * @param {Layout} layout
 * @returns {Record<string, string>}
 */
export function attributesOf(entry, layout) {
  return {
    'data-game': entry.id,
    'data-look': entry.board.look,
    'data-squares': layout.width > FEW_SQUARES ? 'many' : 'few',
  };
}

/**
 * @param {Layout} layout
 * @param {number} margin in squares
 * @returns {string}
 */
export function viewBoxOf({ width, height, turn }, margin) {
  if (turn === 0) return [-margin, -margin, width + 2 * margin, height + 2 * margin].join(' ');
  const diagonal = (width + height + 4 * margin) / Math.SQRT2;
  return [(width - diagonal) / 2, (height - diagonal) / 2, diagonal, diagonal].join(' ');
}
