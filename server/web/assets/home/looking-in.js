/**
 * Keeping the list of this person's rooms fresh: now and then, while the start page is looked at, a glance into those
 * in which something may have happened.
 */
import { fewAtATime, glance } from '../net/glance.js';
import { keepNote, noteFor, noteOf } from '../room-notes.js';

/** @import { RoomNote } from '../room-notes.js' */

/** So many rooms are looked into each time, those of late first. */
const MOST_ROOMS = 8;
/** So many at the same time; servers bound the sockets of one address. */
const AT_ONCE = 2;

/** Codes that tell that a room is no more. */
const GONE = new Set(['unknown_room', 'room_closed']);

/**
 * @param {RoomNote[]} notes
 * @returns {RoomNote[]} those of the rooms that are worth a glance
 */
export function worthAGlance(notes) {
  return notes
    .filter(({ turn }) => turn !== 'closed')
    .sort((a, b) => b.time - a.time)
    .slice(0, MOST_ROOMS);
}

/**
 * @param {RoomNote[]} notes
 * @param {() => void} onNews told after each room of which there is something new
 * @param {typeof glance} [look]
 */
export async function lookIn(notes, onNews, look = glance) {
  await fewAtATime(worthAGlance(notes), AT_ONCE, async ({ room, seat }) => {
    const found = await look(room);
    // Meanwhile the room may have been taken off the list, or been opened in another tab.
    const note = noteFor(room);
    if (note === null) return;
    if (found !== null && typeof found === 'object') {
      if (found.time >= note.time) keepNote(noteOf(found, seat));
    } else if (found !== null && GONE.has(found)) {
      keepNote({ ...note, turn: 'closed', offered: false, deadline: null });
    }
    onNews();
  });
}
