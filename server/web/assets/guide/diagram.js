/**
 * The positions of the diagrams, and what trying a move in one leads to. Nothing here is drawn.
 */
import { rulesOf } from '../rules/index.js';
import { NONE } from '../rules/position.js';

/** @import { BoardState, CatalogueEntry } from '../protocol.js' */
/** @import { Position } from '../rules/position.js' */
/** @import { Diagram } from './index.js' */

/**
 * The game as it is on a cut of its board: the same men, but no camps.
 *
 * @param {CatalogueEntry} entry
 * @param {number} size
 * @returns {CatalogueEntry}
 */
export function cutOf(entry, size) {
  const squares = entry.board.squares.filter(
    (square) => square.charCodeAt(0) - 97 < size && Number(square.slice(1)) <= size,
  );
  const nobody = { first: [], second: [] };
  const { evacuation, ...rest } = entry;
  return { ...rest, board: { ...entry.board, files: size, ranks: size, squares, camps: nobody, goals: nobody } };
}

/**
 * @param {CatalogueEntry} entry
 * @param {Diagram} diagram
 * @returns {{ entry: CatalogueEntry, position: Position } | null} nothing if the page does not know the game's rules
 */
export function setUp(entry, diagram) {
  const shown = diagram.cut === undefined ? entry : cutOf(entry, diagram.cut);
  const rules = rulesOf(shown);
  if (rules === null) return null;
  if (diagram.start) return { entry: shown, position: rules.start() };
  /** @type {BoardState} */
  const board = { first: diagram.first, second: diagram.second, moves_made: NONE, captured: diagram.captured ?? NONE };
  if (diagram.marked) board.marked = diagram.marked;
  if (diagram.quiet !== undefined) board.quiet_moves = diagram.quiet;
  return { entry: shown, position: rules.from(board, diagram.turn) };
}

/**
 * @param {CatalogueEntry} entry the one of the set-up
 * @param {Diagram} diagram
 * @param {Position} position
 * @param {string} move a legal one
 * @returns {Position} with the turn of whoever may try on
 */
export function tried(entry, diagram, position, move) {
  const rules = rulesOf(entry);
  if (rules === null) return position;
  const played = rules.play(position, move);
  if (diagram.both || played.ending !== null) return played;
  return { ...rules.from(played.board, diagram.turn), lastMove: played.lastMove };
}
