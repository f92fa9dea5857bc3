/**
 * The rules of Jarmo: archers move along lines, capture where they arrive, and may buy captured ones back.
 */
import { parseMove } from '../board/moves.js';
import { otherSide, SIDES } from '../protocol.js';
import { byPoints, bySquare, giveTurn, NONE } from './position.js';

/** @import { BoardState, CatalogueEntry, LastMove, Side, Square } from '../protocol.js' */
/** @import { Ending, Position, Rules } from './position.js' */

/**
 * How often a side has just taken one archer straight back where it came from.
 *
 * @typedef {{ from: Square, to: Square, turns: number } | null} Run
 */

/** So many turns in a row between the same two points are allowed: back and forth twice. */
const MOST_TURNS = 4;

/** @type {Record<Side, Run>} */
const NO_RUNS = { first: null, second: null };

/**
 * @param {CatalogueEntry} entry
 * @returns {Rules}
 */
export function linesRules(entry) {
  const { camps, goals } = entry.board;
  /** @type {Map<Square, Square[]>} */
  const neighbours = new Map(entry.board.squares.map((square) => [square, []]));
  for (const [a, b] of entry.board.lines) {
    neighbours.get(a)?.push(b);
    neighbours.get(b)?.push(a);
  }

  /**
   * The archers of a side that can still move.
   *
   * @param {BoardState} board
   * @param {Side} side
   */
  const free = (board, side) => board[side].filter((square) => !goals[side].includes(square));

  /**
   * @param {Position} position
   * @param {Side} side
   * @returns {string[]}
   */
  function movesOf({ board, memory }, side) {
    const run = /** @type {Record<Side, Run>} */ (memory)[side];
    const forbidden = run !== null && run.turns >= MOST_TURNS ? `${run.to}-${run.from}` : null;
    const going = free(board, side).flatMap((from) =>
      (neighbours.get(from) ?? []).filter((to) => !board[side].includes(to)).map((to) => `${from}-${to}`),
    );
    const payers = board.captured[side] > 0 ? goals[side].filter((square) => board[side].includes(square)) : [];
    const empty = camps[side].filter((square) => !board.first.includes(square) && !board.second.includes(square));
    const returning = payers
      .filter((square) => board.marked?.includes(square))
      .flatMap((payer) => empty.map((to) => `${payer}*${to}`));
    return [...going.filter((move) => move !== forbidden), ...returning];
  }

  /**
   * @param {Position} position
   * @param {Side} side
   */
  const hasMove = (position, side) => movesOf(position, side).length > 0;

  /**
   * @param {BoardState} board
   * @param {Ending['reason']} reason
   * @returns {Ending}
   */
  function scored(board, reason) {
    const points = (/** @type {Side} */ side) => 2 * board[side].length - free(board, side).length;
    const score = { first: points('first'), second: points('second') };
    return { outcome: byPoints(score), reason, score };
  }

  /**
   * @param {Position} position
   * @param {Side} next
   * @returns {Position}
   */
  function concluded(position, next) {
    const { board } = position;
    if (SIDES.some((side) => free(board, side).length === 0)) {
      return { ...position, passedOver: null, ending: scored(board, 'all_home') };
    }
    const turned = giveTurn(position, next, hasMove, () => scored(board, 'no_moves'));
    if (turned.passedOver === null) return turned;
    return { ...turned, memory: { .../** @type {Record<Side, Run>} */ (turned.memory), [turned.passedOver]: null } };
  }

  /**
   * @param {BoardState} board
   * @param {Side} toMove
   * @returns {Position}
   */
  function from(board, toMove) {
    const marked = board.marked ?? [];
    const bare = { board: { ...board, marked }, toMove, passedOver: null, lastMove: null, ending: null };
    return concluded({ ...bare, memory: NO_RUNS }, toMove);
  }

  /**
   * @param {Position} position
   * @param {string} text
   * @returns {LastMove}
   */
  function describe({ board, toMove }, text) {
    const { from, to, back } = parseMove(text);
    const move = { side: toMove, move: text, path: from === null || back ? [to] : [from, to] };
    return board[otherSide(toMove)].includes(to) ? { ...move, taken: [to] } : move;
  }

  /**
   * @param {Run} run the side's run before
   * @param {Side} side
   * @param {Square} from
   * @param {Square} to
   * @returns {Run}
   */
  function runAfter(run, side, from, to) {
    // On the goal rank it never moves again.
    if (goals[side].includes(to)) return null;
    const back = run !== null && run.from === to && run.to === from;
    return { from, to, turns: back ? Math.min(run.turns + 1, MOST_TURNS) : 1 };
  }

  return {
    start: () => from({ ...camps, moves_made: NONE, captured: NONE }, 'first'),
    from,
    describe,
    legalMoves: (position) => (position.ending === null ? movesOf(position, position.toMove).sort() : []),
    play(position, text) {
      const lastMove = describe(position, text);
      const { from: origin, to, back } = parseMove(text);
      const side = position.toMove;
      const enemy = otherSide(side);
      const taken = lastMove.taken?.length ?? 0;
      const old = position.board;
      const marks = new Set(old.marked);
      const earned = !back && origin !== null && (taken > 0 || marks.has(origin));
      // Whoever moves takes his mark along, and whoever lets one come back pays with his.
      if (origin !== null) marks.delete(origin);
      marks.delete(to);
      if (earned) marks.add(to);
      const board = {
        ...old,
        [side]: [...old[side].filter((square) => back || square !== origin), to].sort(bySquare),
        [enemy]: old[enemy].filter((square) => square !== to),
        marked: [...marks].sort(bySquare),
        captured: {
          ...old.captured,
          [enemy]: old.captured[enemy] + taken,
          [side]: old.captured[side] - Number(back),
        },
      };
      const runs = /** @type {Record<Side, Run>} */ (position.memory);
      const memory = {
        [side]: back || origin === null ? null : runAfter(runs[side], side, origin, to),
        [enemy]: taken > 0 && runs[enemy]?.to === to ? null : runs[enemy],
      };
      return concluded({ ...position, board, lastMove, memory }, enemy);
    },
  };
}
