/** Which rules the page has, and going through whole games by them. */
import { framingRules } from './framing.js';
import { hoppingRules } from './hopping.js';
import { linesRules } from './lines.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { Position, Rules } from './position.js' */

/** The version of each game's rules that is known here. Another one is left to the server alone. */
const KNOWN_VERSION = 1;

/** @type {Record<string, (entry: CatalogueEntry) => Rules>} */
const RULES = {
  halma: (entry) => hoppingRules(entry, { goalCampIsFinal: true, repetitionIsDraw: true }),
  nerma: (entry) => hoppingRules(entry, { goalCampIsFinal: false, repetitionIsDraw: false }),
  jarmo: linesRules,
  moon: framingRules,
  halma8: (entry) => hoppingRules(entry, { goalCampIsFinal: false, repetitionIsDraw: false }),
  halma10: (entry) => hoppingRules(entry, { goalCampIsFinal: false, repetitionIsDraw: false }),
};

/** @type {WeakMap<CatalogueEntry, Rules | null>} */
const made = new WeakMap();

/**
 * @param {CatalogueEntry} entry
 * @returns {Rules | null} nothing for a game, or a version of its rules, that this page does not know
 */
export function rulesOf(entry) {
  let rules = made.get(entry);
  if (rules === undefined) {
    rules = entry.rules_version === KNOWN_VERSION ? (RULES[entry.id]?.(entry) ?? null) : null;
    made.set(entry, rules);
  }
  return rules;
}

/**
 * All positions of a game, from the start on: one more than there are moves.
 *
 * @param {Rules} rules
 * @param {string[]} moves legal ones
 * @returns {Position[]}
 */
export function positionsOf(rules, moves) {
  let position = rules.start();
  const positions = [position];
  for (const move of moves) {
    position = rules.play(position, move);
    positions.push(position);
  }
  return positions;
}
