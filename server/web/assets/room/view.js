/**
 * What a person sees of a room: worked out from what is known, without drawing anything.
 */
import { choicesAmong, NO_CHOICES } from '../board/moves.js';
import { preview } from '../board/preview.js';
import { otherSide } from '../protocol.js';
import { computerThinks, levelOf } from './computer.js';

/** @import { BoardState, CatalogueEntry, Ended, GameState, LastMove, Side, Snapshot } from '../protocol.js' */
/** @import { Choices } from '../board/moves.js' */
/** @import { RoomState } from './state.js' */

/**
 * @typedef {object} RoomView
 * @property {'waiting' | 'running' | 'over'} phase
 * @property {Side | null} mySide the side this person plays, as far as it is settled
 * @property {Side} bottom the side at the lower edge of the board
 * @property {boolean} seated whether this person holds a seat
 * @property {boolean} oneDevice whether this person holds both seats, and the board turns
 * @property {boolean} seatFree whether somebody may still sit down
 * @property {number | null} level at which the computer plays here, if it does
 * @property {Side | null} toMove
 * @property {boolean} thinking whether the computer is to move and thinks
 * @property {boolean} myTurn
 * @property {Side | null} passedOver
 * @property {BoardState | null} board nothing before the first game
 * @property {LastMove | null} lastMove
 * @property {number} ply how many moves were made
 * @property {Choices} choices what may be moved at this moment
 * @property {Ended | null} result
 * @property {boolean} aborts whether giving up now would make the game count for nobody
 */

/**
 * @param {RoomState} state
 * @param {CatalogueEntry | null} [entry] the game, if it is known; a sent move is then shown with all it does
 * @returns {RoomView | null} nothing before the room is known
 */
export function viewOf({ room, legal, sent }, entry = null) {
  if (room === null) return null;
  const { game } = room;
  const mySide = sideOf(room);
  const seated = room.you !== null;
  const seatFree = !room.closed && (!room.seats.host.taken || !room.seats.guest.taken);
  const oneDevice = seated && room.setup.table === 'one_device';
  const bottom = mySide ?? (oneDevice && game?.last_move ? otherSide(game.last_move.side) : 'first');
  const waiting = {
    bottom, oneDevice, seated, seatFree, mySide, level: levelOf(room), result: null, choices: NO_CHOICES, aborts: false,
    thinking: false,
  };
  if (game === null) {
    const nothing = { toMove: null, myTurn: false, passedOver: null, board: null, lastMove: null, ply: 0 };
    return { ...waiting, ...nothing, phase: 'waiting' };
  }
  const played = { board: game.board, lastMove: game.last_move, ply: game.moves.length };
  const common = {
    ...waiting,
    phase: game.result ? /** @type {const} */ ('over') : /** @type {const} */ ('running'),
    result: game.result,
    aborts: !bothHaveMoved(game),
  };
  if (sent !== null && mySide !== null) {
    // Shown as if played; whose turn it is then, only the server knows, as the other side may be passed over.
    const shown = { ...preview(game.board, mySide, sent.move, entry), ply: played.ply + 1 };
    return { ...common, ...shown, toMove: null, myTurn: false, passedOver: null };
  }
  const myTurn = mySide !== null && room.to_move === mySide;
  return {
    ...common,
    ...played,
    toMove: room.to_move,
    thinking: computerThinks(room),
    passedOver: room.passed_over,
    myTurn,
    choices: myTurn && legal?.side === mySide ? choicesAmong(legal.moves) : NO_CHOICES,
  };
}

/**
 * @param {GameState} game
 * @returns {boolean}
 */
function bothHaveMoved({ moves, passed_over_at }) {
  // From the second on, each move that is not listed there is one by the other side than the move before.
  return moves.length - passed_over_at.length >= 2;
}

/**
 * @param {Snapshot} room
 * @returns {Side | null}
 */
function sideOf({ you, game, setup, to_move }) {
  if (you === null) return null;
  // Whoever holds both seats plays the side to move.
  if (setup.table === 'one_device') return to_move;
  if (game !== null) return game.sides.first === you ? 'first' : 'second';
  if (setup.sides === 'lot') return null;
  return you === 'host' ? setup.sides : otherSide(setup.sides);
}

/**
 * How many more moves a side has until its camp must be empty.
 *
 * @param {CatalogueEntry} entry
 * @param {BoardState} board
 * @param {Side} side
 * @returns {number | null} nothing where there is no such rule, or where it has been fulfilled
 */
export function movesToEvacuate(entry, board, side) {
  if (entry.evacuation === undefined) return null;
  const left = entry.evacuation - board.moves_made[side];
  return left > 0 ? left : null;
}

/**
 * How far a side has come: its men that are home, or its points where each man counts.
 *
 * @typedef {{ kind: 'home', count: number, men: number } | { kind: 'points', count: number }} Standing
 */

/**
 * @param {CatalogueEntry} entry
 * @param {BoardState} board
 * @param {Side} side
 * @returns {Standing | null} nothing where nobody has to get anywhere
 */
export function standingOf(entry, board, side) {
  const goals = new Set(entry.board.goals[side]);
  if (goals.size === 0) return null;
  const home = board[side].filter((square) => goals.has(square)).length;
  // Where captured men can come back, the game is decided by points: two for a man who is home, one for any other.
  if (entry.bringing_back) return { kind: 'points', count: board[side].length + home };
  return { kind: 'home', count: home, men: entry.men };
}

/**
 * Whether somebody may not know yet how to move: their turn has come for the first time.
 *
 * @param {RoomView} view
 */
export function isFirstTurn({ myTurn, ply }) {
  return myTurn && ply < 2;
}

/** For so many moves it is said what a game is about. */
const BEGINNING = 6;

/**
 * Whether a game is yet to begin or has just begun, so that people may still wonder what it is about.
 *
 * @param {RoomView} view
 */
export function isBeginning({ phase, ply }) {
  return phase !== 'over' && ply < BEGINNING;
}
