/** Talk as one person hears it: which channels there are, and what of it is new. Draws nothing. */

import { levelOf } from './computer.js';

/** @import { Channel, ChatLine, Snapshot } from '../protocol.js' */

/**
 * The channels that this person may hear and write in now, as far as there is somebody to talk to; the dearest first.
 *
 * @param {Snapshot} room
 * @returns {Channel[]}
 */
export function channelsOf(room) {
  const { chat, you, seats, setup, game, closed, presence } = room;
  if (chat === null || closed) return [];
  if (you === null) return ['watchers'];
  const running = game !== null && game.result === null;
  // Whoever sits alone, plays both sides, or plays the computer, has nobody to talk to but those who watch.
  const two = setup.table === 'two' && levelOf(room) === null && seats.host.taken && seats.guest.taken;
  const players = /** @type {Channel[]} */ (two ? ['players'] : []);
  const watched = presence.watchers > 0 || chat.some(({ channel }) => channel === 'watchers');
  return running || !watched ? players : [...players, 'watchers'];
}

/**
 * @param {ChatLine[]} lines
 * @param {{ readTo: Record<Channel, number>, you: Snapshot['you'], muted: boolean, channels: Channel[] }} reader
 *   `readTo` has the number of the last line that was seen in each channel
 * @returns {ChatLine[]} the lines of others that were not seen yet
 */
export function unreadOf(lines, { readTo, you, muted, channels }) {
  if (muted) return [];
  return lines.filter(({ n, channel, from }) => n > readTo[channel] && channels.includes(channel) && from !== you);
}

/**
 * @param {ChatLine[]} lines
 * @param {Channel} channel
 * @param {{ you: Snapshot['you'], muted: boolean }} reader one who is muted hears nobody but himself
 * @returns {ChatLine[]}
 */
export function heardIn(lines, channel, { you, muted }) {
  return lines.filter((line) => line.channel === channel && (!muted || (you !== null && line.from === you)));
}
