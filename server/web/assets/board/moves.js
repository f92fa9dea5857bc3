/**
 * The texts of moves, read just far enough to draw and choose them: `a1-b2` moves a man, `c4` places one, and
 * `a5*c1` brings one back to c1 for the mark of the one on a5. Whether a move is legal, the server says.
 */

/** @import { Square } from '../protocol.js' */

/**
 * @typedef {object} Choices
 * @property {Map<Square, Map<Square, string>>} men for each man that has moves: the move to each of its targets
 * @property {Map<Square, string>} placings the move for each square on which a man may be placed
 * @property {Map<Square, Map<Square, string>>} returns for each square on which a captured man may come back: the move
 *   for each man that could pay for it
 */

/**
 * What is chosen: a man by its square, `*` for a captured man that lies beside the board, or `*c1` for one that is to
 * come back on c1 while it is still open which of several men pays.
 *
 * @typedef {string} Chosen
 */

/** A captured man that lies beside the board. */
export const CAPTURED = '*';

/** @type {Choices} */
export const NO_CHOICES = { men: new Map(), placings: new Map(), returns: new Map() };

/**
 * @param {string} text
 * @returns {{ from: Square | null, to: Square, back: boolean }} `back` if a man is brought back
 */
export function parseMove(text) {
  const [first = '', ...others] = text.split(/[-*]/);
  const last = others.at(-1);
  const back = text.includes('*');
  return last === undefined ? { from: null, to: first, back } : { from: first, to: last, back };
}

/**
 * @param {string[]} texts legal moves
 * @returns {Choices}
 */
export function choicesAmong(texts) {
  /** @type {Choices} */
  const choices = { men: new Map(), placings: new Map(), returns: new Map() };
  const add = (/** @type {Map<Square, Map<Square, string>>} */ map, /** @type {[Square, Square, string]} */ [key, to, text]) =>
    map.set(key, (map.get(key) ?? new Map()).set(to, text));
  for (const text of texts) {
    const { from, to, back } = parseMove(text);
    if (from === null) choices.placings.set(to, text);
    else add(choices.men, [from, to, text]);
    if (from !== null && back) add(choices.returns, [to, from, text]);
  }
  return choices;
}

/**
 * @param {Choices} choices
 * @param {Chosen | null} chosen
 * @returns {Map<Square, string | null>} the squares that can be pressed next, each with the move that this plays;
 *   without one if it must still be said which man pays
 */
export function targetsOf(choices, chosen) {
  if (chosen === CAPTURED) {
    const targets = [...choices.returns].map(([to, payers]) => {
      const [only = null, ...others] = payers.values();
      return /** @type {[Square, string | null]} */ ([to, others.length === 0 ? only : null]);
    });
    return new Map(targets);
  }
  if (chosen?.startsWith(CAPTURED)) return choices.returns.get(chosen.slice(1)) ?? new Map();
  return (chosen !== null && choices.men.get(chosen)) || choices.placings;
}

/**
 * @param {Choices} choices
 * @param {Chosen | null} chosen
 * @returns {Chosen | null} what is still chosen, in a position that may have taken its moves away
 */
export function stillChosen(choices, chosen) {
  if (chosen === null) return null;
  if (!chosen.startsWith(CAPTURED)) return choices.men.has(chosen) ? chosen : null;
  return choices.returns.size > 0 && targetsOf(choices, chosen).size > 0 ? chosen : null;
}

/**
 * What pressing a square, or a captured man (`*`), means: a target is played, what can be moved is chosen, and anything
 * else, also what is chosen already, lets go of the choice.
 *
 * @param {Choices} choices
 * @param {Chosen | null} chosen
 * @param {Chosen} pressed
 * @returns {{ chosen: Chosen | null, play: string | null }}
 */
export function press(choices, chosen, pressed) {
  const play = targetsOf(choices, chosen).get(pressed);
  if (play) return { chosen: null, play };
  if (play === null) return { chosen: CAPTURED + pressed, play: null };
  const choosable = pressed === CAPTURED ? choices.returns.size > 0 : choices.men.has(pressed);
  return { chosen: pressed !== chosen && choosable ? pressed : null, play: null };
}
