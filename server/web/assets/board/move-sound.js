/** How a move sounds: a knock for each square the man comes down on, and a dull one for what it takes. */
import { play } from '../sound.js';
import { distance } from './geometry.js';
import { hopSeconds, isStill } from './motion.js';

/** @import { LastMove } from '../protocol.js' */

/** @param {LastMove} lastMove */
export function playMove({ path, taken = [] }) {
  const hops = path.length - 1;
  const [from, next] = path;
  const each = isStill() ? 0 : hopSeconds(hops);
  if (hops === 0) play('place');
  else if (hops === 1 && from && next && distance(from, next) === 1) play('step', each);
  else for (let hop = 1; hop <= (isStill() ? 1 : hops); hop += 1) play('hop', hop * each);
  if (taken.length > 0) play('capture', hops * each);
}
