/** What a move will do, shown before the server has answered, or before it is played at all. */
import { rulesOf } from '../rules/index.js';
import { parseMove } from './moves.js';

/** @import { BoardState, CatalogueEntry, LastMove, Side, Square } from '../protocol.js' */
/** @import { Position } from '../rules/position.js' */

/** @typedef {{ board: BoardState, lastMove: LastMove }} Preview */

/**
 * The board as it will look after a move.
 *
 * @param {BoardState} board
 * @param {Side} side
 * @param {string} text a legal move
 * @param {CatalogueEntry | null} [entry] the game, if it is known
 * @returns {Preview}
 */
export function preview(board, side, text, entry = null) {
  const rules = entry && rulesOf(entry);
  if (!rules) return guess(board, side, text);
  const { board: after, lastMove } = rules.play(rules.from(board, side), text);
  return { board: after, lastMove: lastMove ?? guess(board, side, text).lastMove };
}

/**
 * The squares that a move passes, and those on which it takes something.
 *
 * @param {CatalogueEntry} entry
 * @param {BoardState} board
 * @param {string} text a legal move
 * @returns {LastMove | null} nothing if a man is placed or comes back, since then there is no way
 */
export function wayOf(entry, board, text) {
  const { from, back } = parseMove(text);
  if (from === null || back) return null;
  const side = sideAt(board, from);
  if (side === null) return null;
  const rules = rulesOf(entry);
  if (!rules) return guess(board, side, text).lastMove;
  /** @type {Position} */
  const position = { board, toMove: side, passedOver: null, lastMove: null, ending: null, memory: null };
  return rules.describe(position, text);
}

/**
 * @param {BoardState} board
 * @param {Square} square
 * @returns {Side | null}
 */
export function sideAt(board, square) {
  if (board.first.includes(square)) return 'first';
  return board.second.includes(square) ? 'second' : null;
}

/**
 * The same without the rules: men caught between others stay until the server's answer takes them.
 *
 * @param {BoardState} board
 * @param {Side} side
 * @param {string} text
 * @returns {Preview}
 */
function guess(board, side, text) {
  const { from, to, back } = parseMove(text);
  const moves = from !== null && !back;
  const others = side === 'first' ? 'second' : 'first';
  const marked = board.marked ?? [];
  return {
    board: {
      ...board,
      [side]: [...board[side].filter((square) => !moves || square !== from), to],
      [others]: board[others].filter((square) => square !== to),
      marked: marked.filter((square) => square !== from && square !== to).concat(
        moves && marked.includes(from) ? to : [],
      ),
    },
    lastMove: { side, move: text, path: moves ? [from, to] : [to] },
  };
}
