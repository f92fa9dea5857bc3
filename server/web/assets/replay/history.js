/** The positions of a game that goes on: each move is worked out once. */
import { rulesOf } from '../rules/index.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { Position } from '../rules/position.js' */

export class History {
  /** @type {CatalogueEntry | null} */
  #entry = null;
  /** @type {string[]} */
  #moves = [];
  /** @type {Position[]} */
  #positions = [];

  /**
   * @param {CatalogueEntry} entry
   * @param {string[]} moves legal ones, from the start of the game
   * @returns {Position[] | null} all positions, one more than there are moves; nothing if the page does not know the rules
   */
  of(entry, moves) {
    const rules = rulesOf(entry);
    if (rules === null) return null;
    const known = this.#entry === entry ? commonLength(this.#moves, moves) : -1;
    this.#positions = known < 0 ? [] : this.#positions.slice(0, known + 1);
    let position = this.#positions.at(-1) ?? rules.start();
    if (known < 0) this.#positions.push(position);
    for (const move of moves.slice(Math.max(known, 0))) {
      position = rules.play(position, move);
      this.#positions.push(position);
    }
    this.#entry = entry;
    this.#moves = moves;
    return this.#positions;
  }
}

/**
 * @param {string[]} a
 * @param {string[]} b
 * @returns {number} how many moves they begin with in common
 */
function commonLength(a, b) {
  const differing = a.findIndex((move, index) => move !== b[index]);
  return differing < 0 ? a.length : differing;
}
