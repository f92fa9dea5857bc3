/**
 * The texts of the rules pages. Each game has a module of its own, fetched when it is read.
 */

/** @import { Language } from '../i18n/index.js' */
/** @import { Side, Square } from '../protocol.js' */

/**
 * A position to try things in.
 *
 * @typedef {object} Diagram
 * @property {Square[]} first
 * @property {Square[]} second
 * @property {Side} turn whose men can be moved
 * @property {boolean} [both] whether the sides take turns; otherwise the same side goes on moving
 * @property {boolean} [start] whether this is the start of the game; then no men are named
 * @property {number} [cut] how many files and ranks of the board to show, from a1 on, without camps
 * @property {Square[]} [marked]
 * @property {Record<Side, number>} [captured]
 * @property {number} [quiet] moves without a capture so far; men are moved, not placed, if it is given
 * @property {string} [wanted] the move that the caption asks for
 */

/**
 * A paragraph, in which texts between backquotes are notation, a list of such, or a diagram with what is said below it.
 *
 * @typedef {string | { list: string[] } | { diagram: string, caption: string, done?: string }} Block
 */

/** @typedef {{ id: string, heading: string, blocks: Block[] }} Section */

/**
 * @typedef {object} Guide
 * @property {Record<string, Diagram>} diagrams
 * @property {Record<Language, Section[]>} texts
 */

/** @type {Record<string, () => Promise<{ GUIDE: Guide }>>} */
export const GUIDES = {
  halma: () => import('./halma.js'),
  nerma: () => import('./nerma.js'),
  jarmo: () => import('./jarmo.js'),
  moon: () => import('./moon.js'),
  halma8: () => import('./halma8.js'),
  halma10: () => import('./halma10.js'),
};
