/**
 * What this browser remembers of the rooms its person sits in, so that the start page can list them: which game, who
 * sits opposite, and whose turn it was when the room was last seen.
 */
import { otherSeat } from './protocol.js';
import { forget, recall, recallKeys, remember } from './storage.js';

/** @import { Seat, Snapshot } from './protocol.js' */

/**
 * Whose turn it is: `mine`, `theirs`, `waiting` for somebody to sit down, `over` when the game has ended, `closed`
 * when nothing more will happen in the room.
 * @typedef {'mine' | 'theirs' | 'waiting' | 'over' | 'closed'} Turn
 */

/**
 * @typedef {object} RoomNote
 * @property {string} room
 * @property {string} game
 * @property {Seat} seat
 * @property {boolean} oneDevice whether this person holds both seats
 * @property {Turn} turn
 * @property {string | null} opponent how the other player is called
 * @property {number | null} computer the level of the computer, if it is the other player
 * @property {boolean} offered whether the other player has made an offer that waits for an answer
 * @property {number | null} deadline when the time of whoever is to move is up, with a time per move (the server's time)
 * @property {number} time when something last happened in the room (the server's time)
 */

const PREFIX = 'room.';
/** More rooms than these are forgotten, those first in which nothing has happened for the longest time. */
const MOST_NOTES = 60;

/**
 * @param {Snapshot} room
 * @param {Seat} seat this person's
 * @returns {RoomNote}
 */
export function noteOf({ room, setup, game, to_move, offer, clocks, names, closed, time }, seat) {
  const oneDevice = setup.table === 'one_device';
  /** @returns {Turn} */
  const turn = () => {
    if (closed) return 'closed';
    if (game === null) return 'waiting';
    if (game.result !== null || to_move === null) return 'over';
    return oneDevice || game.sides[to_move] === seat ? 'mine' : 'theirs';
  };
  return {
    room,
    game: game?.game ?? setup.game,
    seat,
    oneDevice,
    turn: turn(),
    opponent: oneDevice ? null : names[otherSeat(seat)],
    computer: setup.computer ?? null,
    offered: !closed && offer !== null && offer.seat !== seat,
    deadline: setup.clock?.kind === 'per_move' ? (clocks?.deadline ?? null) : null,
    time,
  };
}

/** @param {RoomNote} note */
export function keepNote(note) {
  remember(PREFIX + note.room, JSON.stringify(note));
  const notes = keptNotes();
  for (const { room } of notes.sort((a, b) => b.time - a.time).slice(MOST_NOTES)) dropNote(room);
}

/** @param {string} room */
export function dropNote(room) {
  forget(PREFIX + room);
}

/**
 * @param {string} room
 * @returns {RoomNote | null}
 */
export function noteFor(room) {
  return read(recall(PREFIX + room));
}

/** @returns {RoomNote[]} */
export function keptNotes() {
  return recallKeys(PREFIX).flatMap((room) => noteFor(room) ?? []);
}

/** @type {Turn[]} what needs this person first */
const ORDER = ['mine', 'theirs', 'waiting', 'over', 'closed'];

/**
 * @param {RoomNote[]} notes
 * @returns {RoomNote[]} those first in which this person has something to do, and then those of late
 */
export function inOrder(notes) {
  const rank = (/** @type {RoomNote} */ { turn, offered }) => (offered ? 0 : ORDER.indexOf(turn));
  return [...notes].sort((a, b) => rank(a) - rank(b) || b.time - a.time);
}

/**
 * @param {string | null} stored
 * @returns {RoomNote | null} nothing if it makes no sense
 */
function read(stored) {
  try {
    /** @type {RoomNote | null} */
    const note = JSON.parse(stored ?? 'null');
    const makesSense =
      typeof note?.room === 'string' && typeof note.game === 'string' && ORDER.includes(note.turn) &&
      Number.isFinite(note.time);
    return makesSense ? note : null;
  } catch {
    return null;
  }
}
