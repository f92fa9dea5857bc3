/** What a person wants in a room that the page is just going to: a seat, if it was chosen from the list. */

/** @type {string | null} */
let wanted = null;

/** @param {string} room */
export function wantSeat(room) {
  wanted = room;
}

/**
 * @param {string} room
 * @returns {boolean} whether a seat is wanted there; asked once
 */
export function wantsSeat(room) {
  const wants = wanted === room;
  wanted = null;
  return wants;
}
