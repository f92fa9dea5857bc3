/**
 * What a finger or a mouse means by pressing, sliding and letting go, without anything drawn.
 *
 * A tap presses the square it hits. Sliding from a man that can move drags it. Where squares are small under a finger,
 * a slide of a square or so is aiming: the square that counts is the one where the finger is lifted. Whoever slides
 * farther drags the man from which he began, whatever lay on the way.
 */
import { press, targetsOf } from './moves.js';

/** @import { Square } from '../protocol.js' */
/** @import { Choices, Chosen } from './moves.js' */

/**
 * @typedef {object} Gesture
 * @property {Square | null} origin where it was pressed
 * @property {Square | null} aim where the pointer is now; nothing beside the board
 * @property {Chosen | null} before what was chosen when it began
 * @property {Chosen | null} chosen what is chosen meanwhile
 * @property {Square | null} grabbed the man that would be dragged
 * @property {boolean} small whether squares are small under a finger
 * @property {boolean} slid whether it has ever left the place where it was pressed
 * @property {boolean} far whether it has ever gone farther than aiming goes
 */

/** So many pixels a hand trembles. */
const TREMBLING = 6;

/** So many squares off, one still aims. */
const AIMING = 1.6;

/**
 * @param {{ square: Square | null, chosen: Chosen | null, small: boolean }} start
 * @param {Choices} choices
 * @returns {Gesture}
 */
export function beginGesture({ square, chosen, small }, choices) {
  const grabbed = grabbable(square, chosen, choices);
  return {
    origin: square,
    aim: square,
    before: chosen,
    chosen: grabbed ?? chosen,
    grabbed,
    small,
    slid: false,
    far: false,
  };
}

/**
 * @param {Gesture} gesture
 * @param {{ square: Square | null, squares: number, pixels: number }} pointer where it is, and how far from where it
 *   was pressed
 * @param {Choices} choices
 * @returns {Gesture}
 */
export function moveGesture(gesture, { square, squares, pixels }, choices) {
  const slid = gesture.slid || pixels > TREMBLING;
  const far = gesture.far || squares > AIMING;
  const moved = { ...gesture, aim: square, slid, far };
  if (!gesture.small || gesture.far) return moved;
  return { ...moved, ...(far ? takenAlong(gesture, choices) : aimedAnew(gesture, square, choices)) };
}

/**
 * What is in the hand once it no longer aims: the man from which it began, if there was one.
 *
 * @param {Gesture} gesture
 * @param {Choices} choices
 * @returns {Partial<Gesture>}
 */
function takenAlong({ origin, before }, choices) {
  const grabbed = grabbable(origin, before, choices);
  return grabbed === null ? {} : { grabbed, chosen: grabbed };
}

/**
 * What is in the hand after the aim has moved: a target of what was chosen before counts as that, one of the man that was
 * hit first as its own, and another man is taken instead of that.
 *
 * @param {Gesture} gesture
 * @param {Square | null} square
 * @param {Choices} choices
 * @returns {Partial<Gesture>}
 */
function aimedAnew({ origin, before }, square, choices) {
  if (square !== null && targetsOf(choices, before).has(square)) return { grabbed: null, chosen: before };
  const first = grabbable(origin, before, choices);
  if (first !== null && square !== null && targetsOf(choices, first).has(square)) return { grabbed: first, chosen: first };
  const grabbed = grabbable(square, before, choices);
  return grabbed === null ? {} : { grabbed, chosen: grabbed };
}

/**
 * Whether the grabbed man follows the pointer.
 *
 * @param {Gesture} gesture
 */
export function isDragging({ grabbed, small, slid, far }) {
  return grabbed !== null && (small ? far : slid);
}

/**
 * @param {Gesture} gesture
 * @param {Choices} choices
 * @returns {{ chosen: Chosen | null, play: string | null, dropped: boolean }} `dropped` if the man was dragged there
 */
export function endGesture(gesture, choices) {
  const { aim, origin, before, chosen, grabbed, small, slid } = gesture;
  // Under the loupe sliding off the board takes everything back.
  if (small && aim === null) return { chosen: before, play: null, dropped: false };
  const reached = (aim !== null && targetsOf(choices, chosen).get(aim)) || null;
  if (isDragging(gesture)) return { chosen: reached === null ? grabbed : null, play: reached, dropped: reached !== null };
  // What the loupe has shown is what is played.
  if (small && slid && reached !== null) return { chosen: null, play: reached, dropped: false };
  const hits = aim !== null && (small || !slid || aim === origin);
  return hits ? { ...press(choices, before, aim), dropped: false } : { chosen: before, play: null, dropped: false };
}

/**
 * @param {Square | null} square
 * @param {Chosen | null} chosen
 * @param {Choices} choices
 * @returns {Square | null} the man there, if it can move and is not itself a target
 */
function grabbable(square, chosen, choices) {
  if (square === null || !choices.men.has(square)) return null;
  return targetsOf(choices, chosen).has(square) ? null : square;
}
