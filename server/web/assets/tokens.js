/**
 * The tokens that hold this person's seats, one per room. They are the keys to the seats: they go to the server in
 * messages alone, never into an address.
 */
import { randomHex } from './random.js';
import { recall, remember } from './storage.js';

const TOKEN_BYTES = 16;

/** @param {string} room */
const key = (room) => `seat.${room}`;

/** @returns {string} a token that holds nothing yet */
export function newToken() {
  return randomHex(TOKEN_BYTES);
}

/**
 * @param {string} room
 * @returns {string | null} the token for this room, if there is one
 */
export function tokenFor(room) {
  return recall(key(room));
}

/**
 * @param {string} room
 * @param {string} token
 */
export function keepToken(room, token) {
  remember(key(room), token);
}

/**
 * The token for this room, made and stored now if there is none. It is stored before anybody sends it: should the
 * answer get lost and the tab be closed, the seat is still ours.
 *
 * @param {string} room
 * @returns {string}
 */
export function ensureToken(room) {
  const known = tokenFor(room);
  if (known) return known;
  const token = newToken();
  keepToken(room, token);
  return token;
}
