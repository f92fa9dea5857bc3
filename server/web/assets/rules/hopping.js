/**
 * The rules of the Halma family: a man steps to a neighbouring square, or hops over single men, as often as it likes.
 */
import { parseSquare, squareName } from '../board/geometry.js';
import { otherSide, SIDES } from '../protocol.js';
import { bySquare, giveTurn, NONE } from './position.js';

/** @import { BoardState, CatalogueEntry, LastMove, Side, Square } from '../protocol.js' */
/** @import { Ending, Position, Rules } from './position.js' */

/**
 * What a game of the family has beside what the catalogue tells.
 *
 * @typedef {object} Facts
 * @property {boolean} goalCampIsFinal whether a man may not leave its goal camp
 * @property {boolean} repetitionIsDraw whether the third time of a position ends the game
 */

/** In the order of the squares they lead to. */
const DIRECTIONS = [-1, 0, 1].flatMap((rank) => [-1, 0, 1].map((file) => ({ file, rank })).filter(isNoStandstill));

/** @param {{ file: number, rank: number }} direction */
function isNoStandstill({ file, rank }) {
  return file !== 0 || rank !== 0;
}

/**
 * @param {CatalogueEntry} entry
 * @param {Facts} facts
 * @returns {Rules}
 */
export function hoppingRules(entry, { goalCampIsFinal, repetitionIsDraw }) {
  const squares = new Set(entry.board.squares);
  const camps = { first: new Set(entry.board.camps.first), second: new Set(entry.board.camps.second) };
  const goals = { first: new Set(entry.board.goals.first), second: new Set(entry.board.goals.second) };

  /**
   * @param {Square} square
   * @param {{ file: number, rank: number }} direction
   * @param {number} distance
   * @returns {Square | null} nothing beyond the edge
   */
  function beside(square, { file, rank }, distance) {
    const at = parseSquare(square);
    const name = squareName(at.file + file * distance, at.rank + rank * distance);
    return squares.has(name) ? name : null;
  }

  /**
   * @param {Side} side
   * @param {Square} from
   * @param {Square} to
   */
  const leavesGoal = (side, from, to) => goalCampIsFinal && goals[side].has(from) && !goals[side].has(to);

  /**
   * @param {BoardState} board
   * @param {Side} side
   */
  const mustBeOutOfCamp = (board, side) =>
    entry.evacuation !== undefined && board.moves_made[side] >= entry.evacuation;

  /**
   * All squares that a man reaches, each with the way there: of the shortest ones the first in the order of squares.
   *
   * @param {BoardState} board
   * @param {Side} side
   * @param {Square} from
   * @returns {Map<Square, Square[]>}
   */
  function waysFrom(board, side, from) {
    const occupied = new Set([...board.first, ...board.second]);
    /** @type {Map<Square, Square[]>} */
    const ways = new Map();
    for (const direction of DIRECTIONS) {
      const to = beside(from, direction, 1);
      if (to !== null && !occupied.has(to) && !leavesGoal(side, from, to)) ways.set(to, [from, to]);
    }
    // A hop changes file and rank by 0 or 2, so that a chain never ends where a step does, and never meets its man.
    const queue = [[from]];
    const reached = new Set([from]);
    for (const way of queue) {
      const at = way.at(-1) ?? from;
      for (const direction of DIRECTIONS) {
        const over = beside(at, direction, 1);
        const to = beside(at, direction, 2);
        if (over === null || to === null || !occupied.has(over) || occupied.has(to)) continue;
        if (reached.has(to) || leavesGoal(side, at, to)) continue;
        reached.add(to);
        queue.push([...way, to]);
        ways.set(to, [...way, to]);
      }
    }
    if (mustBeOutOfCamp(board, side)) camps[side].forEach((square) => ways.delete(square));
    return ways;
  }

  /**
   * @param {Position} position
   * @param {Side} side
   */
  const hasMove = ({ board }, side) => board[side].some((from) => waysFrom(board, side, from).size > 0);

  /** @returns {Ending} */
  const nobodyMoves = () => ({ outcome: 'draw', reason: 'no_moves' });

  /**
   * @param {BoardState} board
   * @param {Side} mover
   * @returns {Ending | null}
   */
  function endingAfter(board, mover) {
    const men = new Set(board[mover]);
    // The cut of a board, as diagrams show it, has no camps to fill.
    const filled = goals[mover].size > 0 && [...goals[mover]].every((square) => men.has(square));
    if (filled) return { outcome: mover, reason: 'camp_filled' };
    const late = board.moves_made[mover] === entry.evacuation && board[mover].some((square) => camps[mover].has(square));
    return late ? { outcome: otherSide(mover), reason: 'camp_not_evacuated' } : null;
  }

  /**
   * Counts how often positions have stood on the board.
   *
   * @param {Position} position
   * @returns {Position}
   */
  function counted(position) {
    if (!repetitionIsDraw) return position;
    const { board, toMove, ending } = position;
    const key = [toMove, ...SIDES.map((side) => [...board[side]].sort().join())].join(' ');
    const before = /** @type {Map<string, number> | null} */ (position.memory);
    const times = (before?.get(key) ?? 0) + 1;
    const memory = new Map(before).set(key, times);
    if (times < 3 || ending !== null) return { ...position, memory };
    return { ...position, memory, passedOver: null, ending: { outcome: 'draw', reason: 'repetition' } };
  }

  /**
   * @param {BoardState} board
   * @param {Side} toMove
   * @returns {Position}
   */
  function from(board, toMove) {
    const bare = { board, toMove, passedOver: null, lastMove: null, ending: null, memory: null };
    return counted(giveTurn(bare, toMove, hasMove, nobodyMoves));
  }

  /**
   * @param {Position} position
   * @param {string} move
   * @returns {LastMove}
   */
  function describe({ board, toMove }, move) {
    const named = move.split('-');
    const [start = move] = named;
    const end = named.at(-1) ?? start;
    const path = named.length > 2 ? named : (waysFrom(board, toMove, start).get(end) ?? [start, end]);
    return { side: toMove, move: `${start}-${end}`, path };
  }

  return {
    start: () => from({ ...entry.board.camps, moves_made: NONE, captured: NONE }, 'first'),
    from,
    describe,
    legalMoves({ board, toMove, ending }) {
      if (ending !== null) return [];
      const men = board[toMove].flatMap((man) => [...waysFrom(board, toMove, man).keys()].map((to) => `${man}-${to}`));
      return men.sort();
    },
    play(position, move) {
      const lastMove = describe(position, move);
      const { side, path } = lastMove;
      const men = position.board[side].filter((square) => square !== path[0]);
      const board = {
        ...position.board,
        [side]: [...men, ...path.slice(-1)].sort(bySquare),
        moves_made: { ...position.board.moves_made, [side]: position.board.moves_made[side] + 1 },
      };
      const ending = endingAfter(board, side);
      const moved = { ...position, board, lastMove, ending, passedOver: null };
      return counted(ending ? moved : giveTurn(moved, otherSide(side), hasMove, nobodyMoves));
    },
  };
}
