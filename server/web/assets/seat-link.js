/**
 * Taking a seat along to another device: a link whose fragment, which browsers send to no server, holds the token.
 */
import { noteFor } from './room-notes.js';
import { forget, recall, remember } from './storage.js';
import { keepToken, tokenFor } from './tokens.js';

const PATH = /^\/r\/([0-9a-hjkmnp-tv-z]{12})\/?$/i;
const FRAGMENT = /^#seat=([0-9a-f]{32})$/;

/** @param {string} room */
const broughtKey = (room) => `brought.${room}`;

/**
 * @param {string} origin
 * @param {string} room
 * @param {string} token
 */
export function seatLink(origin, room, token) {
  return `${origin}/r/${room}#seat=${token}`;
}

/**
 * Stores the token that the address brings, and takes it out of the address, where others could read it. A token
 * with which this browser has sat in the same room is not overwritten: that is for the person to decide.
 *
 * @param {Pick<Location, 'pathname' | 'search' | 'hash'>} location
 * @param {Pick<History, 'replaceState' | 'state'>} history
 */
export function takeSeatFromAddress({ pathname, search, hash }, history) {
  if (!hash.startsWith('#seat=')) return;
  history.replaceState(history.state, '', pathname + search);
  const room = PATH.exec(pathname)?.[1]?.toLowerCase();
  const token = FRAGMENT.exec(hash)?.[1];
  if (!room || !token) return;
  const known = tokenFor(room);
  if (known === null || noteFor(room) === null) keepToken(room, token);
  else if (known !== token) remember(broughtKey(room), token);
}

/**
 * @param {string} room
 * @returns {boolean} whether another seat was brought than the one that is here
 */
export function wasBrought(room) {
  return recall(broughtKey(room)) !== null;
}

/**
 * Answers what {@link wasBrought} leaves open.
 *
 * @param {string} room
 * @param {boolean} take
 */
export function settleBrought(room, take) {
  const token = recall(broughtKey(room));
  if (take && token !== null) keepToken(room, token);
  forget(broughtKey(room));
}
