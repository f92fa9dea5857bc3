/**
 * What the page's copies of the rules have in common. The server alone decides what is legal; the page needs the rules
 * where nobody plays: to show the way of a chain before it is played, to go through an old game, and to let people try
 * the diagrams of the rules pages.
 */
/** @import { BoardState, Ended, LastMove, Outcome, Side, Square } from '../protocol.js' */

/**
 * How a game ends.
 *
 * @typedef {Pick<Ended, 'outcome' | 'reason' | 'score'>} Ending
 */

/**
 * A position, never changed once it is made.
 *
 * @typedef {object} Position
 * @property {BoardState} board
 * @property {Side} toMove means nothing once the game has ended
 * @property {Side | null} passedOver who would have been to move, but had no move
 * @property {LastMove | null} lastMove the move that led here
 * @property {Ending | null} ending
 * @property {unknown} memory what a game must remember beside the board
 */

/**
 * The rules of one game.
 *
 * @typedef {object} Rules
 * @property {() => Position} start the position in which the game starts
 * @property {(board: BoardState, toMove: Side) => Position} from the position with these men on the board
 * @property {(position: Position) => string[]} legalMoves in the order of their texts; none once the game has ended
 * @property {(position: Position, move: string) => LastMove} describe a legal move with the squares it passes and takes
 * @property {(position: Position, move: string) => Position} play plays a legal move
 */

/** @type {Record<Side, number>} */
export const NONE = { first: 0, second: 0 };

/**
 * The order of squares: by rank, then by file.
 *
 * @param {Square} a
 * @param {Square} b
 */
export function bySquare(a, b) {
  return Number(a.slice(1)) - Number(b.slice(1)) || a.charCodeAt(0) - b.charCodeAt(0);
}

/**
 * @param {Record<Side, number>} points
 * @returns {Outcome}
 */
export function byPoints({ first, second }) {
  if (first === second) return 'draw';
  return first > second ? 'first' : 'second';
}

/**
 * Gives the turn to `next`, or past that side to the other one, or ends a game in which nobody can move.
 *
 * @param {Position} position
 * @param {Side} next
 * @param {(position: Position, side: Side) => boolean} hasMove
 * @param {() => Ending} nobodyMoves
 * @returns {Position}
 */
export function giveTurn(position, next, hasMove, nobodyMoves) {
  if (hasMove(position, next)) return { ...position, toMove: next, passedOver: null };
  const other = next === 'first' ? 'second' : 'first';
  if (hasMove(position, other)) return { ...position, toMove: other, passedOver: next };
  return { ...position, passedOver: null, ending: nobodyMoves() };
}
