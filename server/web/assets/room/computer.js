/** The computer as a player: where it sits, and what it is called. */
import { t } from '../i18n/index.js';

/** @import { Seat, Snapshot } from '../protocol.js' */

/** The seat in which the computer sits, where it plays. */
const COMPUTER = 'guest';

/**
 * @param {Pick<Snapshot, 'setup'>} room
 * @param {Seat} seat
 * @returns {number | null} the level at which the computer plays from there; nothing if it does not
 */
export function levelAt({ setup }, seat) {
  return seat === COMPUTER ? levelOf({ setup }) : null;
}

/**
 * @param {Pick<Snapshot, 'setup'>} room
 * @returns {number | null} the level at which the computer plays in a room; nothing if people play there
 */
export function levelOf({ setup }) {
  return setup.computer ?? null;
}

/**
 * @param {Snapshot} room
 * @returns {boolean} whether it is the computer's turn, and it is there to think
 */
export function computerThinks(room) {
  const { game, to_move, presence } = room;
  if (levelOf(room) === null || game === null || game.result !== null || to_move === null) return false;
  return game.sides[to_move] === COMPUTER && presence[COMPUTER].here;
}

/** @param {number} level */
export function computerCalled(level) {
  return t('computer.called', { level });
}
