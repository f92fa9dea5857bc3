/** A game's record as people read it: its moves in rows, and the whole of it as a text. Nothing here is drawn. */
import { otherSide } from '../protocol.js';

/** @import { ArchivedGame, Side, TimeControl } from '../protocol.js' */

/**
 * A game that can be replayed: one of the archive, or one that was read from a text, of which less may be known.
 *
 * @typedef {Pick<ArchivedGame, 'game' | 'rules_version' | 'moves' | 'passed_over_at'> & {
 *   id: string | null,
 *   outcome: ArchivedGame['outcome'] | null,
 *   reason: ArchivedGame['reason'] | null,
 *   score?: ArchivedGame['score'],
 *   started: number | null,
 *   ended: number | null,
 *   computer: ArchivedGame['computer'],
 *   clock?: ArchivedGame['clock'],
 * }} ReplayGame
 */

/**
 * A row of the list of moves: one turn of either side. A side that was passed over has none in that row.
 *
 * @typedef {{ number: number, first: number | null, second: number | null }} Row with plies, counted from 1
 */

/**
 * Who made each move. Sides take turns but where one was passed over.
 *
 * @param {number} plies
 * @param {number[]} passedOverAt the plies, from 1, whose side also played the ply before
 * @returns {Side[]}
 */
export function moversOf(plies, passedOverAt) {
  const again = new Set(passedOverAt);
  /** @type {Side[]} */
  const movers = [];
  for (let ply = 1; ply <= plies; ply += 1) {
    const before = movers[movers.length - 1];
    movers.push(before === undefined ? 'first' : again.has(ply) ? before : otherSide(before));
  }
  return movers;
}

/**
 * @param {Side[]} movers who made each move
 * @returns {Row[]}
 */
export function rowsOf(movers) {
  /** @type {Row[]} */
  const rows = [];
  for (const [index, side] of movers.entries()) {
    const last = rows[rows.length - 1];
    // The first side begins a row, and so does the second if it moves twice in a row.
    if (last === undefined || side === 'first' || last.second !== null) {
      rows.push({ number: rows.length + 1, first: null, second: null, [side]: index + 1 });
    } else {
      last.second = index + 1;
    }
  }
  return rows;
}

/**
 * What is told of a game in its plain-text form. It is the same in every language, so that the text can be read again by
 * whoever gets it; the server writes and reads the same.
 *
 * @param {ReplayGame} game
 * @returns {[string, string][]}
 */
export function headersOf({ game, rules_version, outcome, reason, score, clock, computer, started, ended, id }) {
  /** @type {[string, string | null | undefined][]} */
  const headers = [
    ['Game', game],
    ['Rules', String(rules_version)],
    ['Result', outcome],
    ['Reason', reason],
    ['Score', score && `${score.first}-${score.second}`],
    ['Clock', clock && clockText(clock)],
    ['Computer', computer && `${computer.side}, level ${computer.level}`],
    ['Started', started === null ? null : timeText(started)],
    ['Ended', ended === null ? null : timeText(ended)],
    ['Id', id],
  ];
  return headers.flatMap(([name, value]) => (value ? [/** @type {[string, string]} */ ([name, value])] : []));
}

/** @param {TimeControl} clock */
function clockText(clock) {
  const seconds = (/** @type {number} */ ms) => (ms % 1000 === 0 ? String(ms / 1000) : (ms / 1000).toFixed(3));
  return clock.kind === 'per_move' ? `${seconds(clock.time)} s per move` : `${seconds(clock.base)} s + ${seconds(clock.increment)} s`;
}

/** @param {number} time */
function timeText(time) {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * @param {[string, string][]} headers what is told of the game, each with its name
 * @param {string[]} moves
 * @param {Row[]} rows
 * @returns {string} a plain text with one row a line
 */
export function recordText(headers, moves, rows) {
  const width = Math.max(4, ...moves.map(({ length }) => length));
  const digits = String(rows.length).length;
  const move = (/** @type {number | null} */ ply) => (ply === null ? '...' : (moves[ply - 1] ?? '...'));
  const lines = rows.map(({ number, first, second }) => {
    const end = second === null ? '' : `  ${move(second)}`;
    return `${String(number).padStart(digits)}. ${end === '' ? move(first) : move(first).padEnd(width)}${end}`;
  });
  return `${[...headers.map(([name, value]) => `${name}: ${value}`), '', ...lines].join('\n')}\n`;
}

/**
 * @param {string} hash the end of an address
 * @param {number} plies
 * @returns {number | null} the ply that it names, from 0 for the start
 */
export function plyNamed(hash, plies) {
  const digits = /^#(\d{1,5})$/.exec(hash)?.[1];
  return digits === undefined ? null : Math.min(Number(digits), plies);
}
