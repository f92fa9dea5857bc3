/** How each game looks, in the taste of its time. Colours are in the style sheet, by the game's name. */

/** @import { CatalogueEntry } from '../protocol.js' */

/**
 * @typedef {object} Look
 * @property {'lines' | 'whiplash' | 'horns' | 'stars'} frame what adorns the frame
 * @property {boolean} plain whether the board has one colour unless a person wants two
 * @property {boolean} moons whether each square holds a picture of a moon
 * @property {{ first: Glyph, second: Glyph }} glyphs what the men carry
 */

/** @typedef {'ring' | 'star' | 'bow' | 'quiver' | 'sun' | 'crescent'} Glyph */

/** @type {Look} */
const PARLOUR = { frame: 'lines', plain: false, moons: false, glyphs: { first: 'ring', second: 'star' } };

/** @type {Record<string, Look>} */
const LOOKS = {
  halma: { ...PARLOUR, plain: true },
  nerma: { ...PARLOUR, frame: 'whiplash' },
  jarmo: { ...PARLOUR, frame: 'horns', glyphs: { first: 'bow', second: 'quiver' } },
  moon: { ...PARLOUR, frame: 'stars', moons: true, glyphs: { first: 'sun', second: 'crescent' } },
};

/**
 * @param {CatalogueEntry} entry
 * @returns {Look}
 */
export function lookOf({ id }) {
  return LOOKS[id] ?? PARLOUR;
}
