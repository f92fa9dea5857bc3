/**
 * The rules of the Man in the Moon: all men are placed first; then they move, and frame the others' men to capture them.
 */
import { parseSquare, squareName } from '../board/geometry.js';
import { parseMove } from '../board/moves.js';
import { otherSide, SIDES } from '../protocol.js';
import { byPoints, bySquare, giveTurn, NONE } from './position.js';

/** @import { BoardState, CatalogueEntry, LastMove, Side, Square } from '../protocol.js' */
/** @import { Ending, Position, Rules } from './position.js' */

/** The four ways in which a man goes, and in which it frames. */
const WAYS = [
  { file: 0, rank: -1 },
  { file: -1, rank: 0 },
  { file: 1, rank: 0 },
  { file: 0, rank: 1 },
];

/**
 * @param {CatalogueEntry} entry
 * @returns {Rules}
 */
export function framingRules(entry) {
  const { squares, closed } = entry.board;
  const exists = new Set(squares);

  /**
   * @param {Square} square
   * @param {{ file: number, rank: number }} way
   * @returns {Square | null} nothing beyond the edge
   */
  function next(square, way) {
    const { file, rank } = parseSquare(square);
    const name = squareName(file + way.file, rank + way.rank);
    return exists.has(name) ? name : null;
  }

  /** @param {BoardState} board */
  const isPlacing = (board) => board.quiet_moves === undefined;

  /**
   * @param {Position} position
   * @param {Side} side
   * @returns {string[]}
   */
  function movesOf({ board }, side) {
    const occupied = new Set([...board.first, ...board.second]);
    if (isPlacing(board)) return squares.filter((square) => !occupied.has(square) && !closed.includes(square));
    return board[side].flatMap((from) =>
      WAYS.map((way) => next(from, way))
        .filter((to) => to !== null && !occupied.has(to))
        .map((to) => `${from}-${to}`),
    );
  }

  /**
   * The men that a man captures by going somewhere: in each direction an unbroken run of the other side's, with an own
   * man right behind it.
   *
   * @param {BoardState} board
   * @param {Side} side
   * @param {Square} from
   * @param {Square} to
   * @returns {Square[]}
   */
  function framed(board, side, from, to) {
    const own = new Set(board[side].filter((square) => square !== from));
    const enemies = new Set(board[otherSide(side)]);
    return WAYS.flatMap((way) => {
      const run = [];
      let at = next(to, way);
      while (at !== null && enemies.has(at)) {
        run.push(at);
        at = next(at, way);
      }
      return at !== null && own.has(at) ? run : [];
    }).sort(bySquare);
  }

  /**
   * @param {Position} position
   * @param {Side} side
   */
  const hasMove = (position, side) => movesOf(position, side).length > 0;

  /**
   * @param {Position} position
   * @param {Side} next
   * @returns {Position}
   */
  function concluded(position, next) {
    const { board } = position;
    const score = { first: board.first.length, second: board.second.length };
    const end = (/** @type {Ending['reason']} */ reason) => ({ outcome: byPoints(score), reason, score });
    if (!isPlacing(board)) {
      const alone = SIDES.some((side) => score[side] < 2);
      const quiet = entry.quiet_limit !== undefined && (board.quiet_moves ?? 0) >= entry.quiet_limit;
      if (alone || quiet) {
        return { ...position, passedOver: null, ending: end(alone ? 'man_in_the_moon' : 'no_capture') };
      }
    }
    return giveTurn(position, next, hasMove, () => end('no_moves'));
  }

  /**
   * @param {BoardState} board
   * @param {Side} toMove
   * @returns {Position}
   */
  function from(board, toMove) {
    return concluded({ board, toMove, passedOver: null, lastMove: null, ending: null, memory: null }, toMove);
  }

  /**
   * @param {Position} position
   * @param {string} text
   * @returns {LastMove}
   */
  function describe({ board, toMove }, text) {
    const { from, to } = parseMove(text);
    if (from === null) return { side: toMove, move: text, path: [to] };
    const taken = framed(board, toMove, from, to);
    return { side: toMove, move: text, path: [from, to], ...(taken.length > 0 && { taken }) };
  }

  return {
    start: () => from({ first: [], second: [], moves_made: NONE, captured: NONE }, 'first'),
    from,
    describe,
    legalMoves: (position) => (position.ending === null ? movesOf(position, position.toMove).sort() : []),
    play(position, text) {
      const lastMove = describe(position, text);
      const { from: origin, to } = parseMove(text);
      const side = position.toMove;
      const enemy = otherSide(side);
      const taken = lastMove.taken ?? [];
      const old = position.board;
      const board = {
        ...old,
        [side]: [...old[side].filter((square) => square !== origin), to].sort(bySquare),
        [enemy]: old[enemy].filter((square) => !taken.includes(square)),
      };
      if (!isPlacing(old)) board.quiet_moves = taken.length > 0 ? 0 : (old.quiet_moves ?? 0) + 1;
      const placed = isPlacing(old) && SIDES.every((one) => board[one].length >= entry.men);
      if (placed) board.quiet_moves = 0;
      return concluded({ ...position, board, lastMove }, placed ? 'first' : enemy);
    },
  };
}
