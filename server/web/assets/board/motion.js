/** How men move before one's eyes: steps, hops, placing, going and coming back. Nothing moves for who wants it still. */
import { distance } from './geometry.js';
import { parseMove } from './moves.js';

/** @import { LastMove, Square } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

const MS_PER_HOP = 190;
const LONGEST_MS = 1_400;
const MS_TO_GO = 260;
const MS_TO_APPEAR = 240;

/** How much larger a man is in the middle of a hop. */
const LIFT = 1.28;

/** @returns {boolean} whether this person has asked for as little motion as possible */
export function isStill() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * @param {number} hops of one move
 * @returns {number} how many seconds each of them takes
 */
export function hopSeconds(hops) {
  return Math.min(LONGEST_MS / Math.max(hops, 1), MS_PER_HOP) / 1000;
}

/**
 * Moves the man that has moved along its way, then lets go what it has taken.
 *
 * @param {Element} layer holds the men
 * @param {Layout} layout
 * @param {LastMove} lastMove
 * @param {{ walked: boolean, marked: boolean }} facts `walked` if the man is there already, `marked` if it was marked
 *   by this move
 * @returns {Promise<void>} done when all stand still
 */
export async function animateMove(layer, layout, lastMove, { walked, marked }) {
  const { path, move } = lastMove;
  const to = path.at(-1);
  if (isStill() || to === undefined) return;
  const man = manOn(layer, to);
  let walk = 0;
  if (path.length > 1 && !walked) {
    walk = hopSeconds(path.length - 1) * (path.length - 1) * 1000;
    man?.animate(way(layout, path), { duration: walk, easing: 'linear' });
  } else if (path.length === 1) {
    man?.firstElementChild?.animate(appearing(), { duration: MS_TO_APPEAR, easing: 'ease-out' });
    const { from, back } = parseMove(move);
    if (back && from !== null) pulse(manOn(layer, from), 0);
  }
  const going = [...layer.querySelectorAll('.going')].map((one) =>
    one.animate(
      [
        { transform: 'scale(1)', opacity: 1 },
        { transform: 'scale(1.25)', opacity: 1, offset: 0.3 },
        { transform: 'scale(.2)', opacity: 0 },
      ],
      { duration: MS_TO_GO, delay: Math.max(0, walk - 60), fill: 'both', easing: 'ease-in' },
    ),
  );
  if (marked) pulse(man?.querySelector('.stripe'), walk + MS_TO_GO);
  await Promise.all(going.map(({ finished }) => finished)).catch(() => {});
}

/**
 * Moves a man back where it came from, after its move was taken back or refused.
 *
 * @param {Element} layer
 * @param {Layout} layout
 * @param {LastMove} lastMove the move that is no longer
 */
export function animateReturn(layer, layout, { path }) {
  const [from] = path;
  if (isStill() || from === undefined || path.length < 2) return;
  const duration = hopSeconds(path.length - 1) * (path.length - 1) * 1000;
  manOn(layer, from)?.animate(way(layout, [...path].reverse()), { duration, easing: 'linear' });
}

/**
 * @param {Element} layer
 * @param {Square} square
 */
function manOn(layer, square) {
  return layer.querySelector(`[data-square="${square}"]`);
}

/**
 * @param {Layout} layout
 * @param {Square[]} path
 * @returns {Keyframe[]}
 */
function way(layout, path) {
  const upright = layout.turn === 0 ? '' : ` rotate(${-layout.turn}deg)`;
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale) =>
    `translate(${x}px, ${y}px)${upright} scale(${scale})`;
  return path.flatMap((square, index) => {
    const { x, y } = layout.centre(square);
    const here = { transform: at(x, y, 1), easing: 'ease-in' };
    const next = path[index + 1];
    if (next === undefined) return [here];
    const there = layout.centre(next);
    // Over a neighbour a man slides; farther it leaps.
    const lift = distance(square, next) > 1 ? LIFT : 1;
    const middle = at((x + there.x) / 2, (y + there.y) / 2, lift);
    return [here, { transform: middle, easing: 'ease-out' }];
  });
}

/** @returns {Keyframe[]} */
function appearing() {
  return [
    { transform: 'scale(1.7)', opacity: 0 },
    { transform: 'scale(1)', opacity: 1 },
  ];
}

/**
 * @param {Element | null | undefined} element
 * @param {number} delay
 */
function pulse(element, delay) {
  const frames = [{ transform: 'scale(1)' }, { transform: 'scale(1.6)' }, { transform: 'scale(1)' }];
  // The man's own place is an attribute; its sign is pulsed, not it.
  const target = element?.classList.contains('stripe') ? element : element?.firstElementChild;
  target?.animate(frames, { duration: 420, delay, easing: 'ease-in-out' });
}
