/** What lies under a finger, larger, beside it. */
import { html } from '../html.js';

/** @import { Square } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

/** The width of the loupe on the screen, in pixels, and how far it keeps from the finger. */
const SIZE = 148;
const DISTANCE = 34;

/** So many squares are seen across it. */
const SEEN = 4.2;

/**
 * @param {object} props
 * @param {string} props.board the id of the board's contents
 * @param {Layout} props.layout
 * @param {Record<string, string>} props.look the attributes that give a board its look
 * @param {{ x: number, y: number }} props.finger in pixels of the window
 * @param {{ x: number, y: number }} props.point in squares of the board, as it is seen
 * @param {Square | null} props.aim
 */
export function Loupe({ board, layout, look, finger, point, aim }) {
  const above = finger.y - DISTANCE - SIZE;
  const place = {
    left: Math.min(Math.max(4, finger.x - SIZE / 2), innerWidth - SIZE - 4),
    top: above >= 4 ? above : finger.y + DISTANCE,
  };
  const half = SEEN / 2;
  const target = aim === null ? null : layout.centre(aim);
  return html`
    <div class="loupe" aria-hidden="true" style=${{ left: `${place.left}px`, top: `${place.top}px` }}>
      <svg class="board" ...${look} viewBox="${point.x - half} ${point.y - half} ${SEEN} ${SEEN}">
        <use href="#${board}" />
        ${target &&
        html`
          <g transform=${layout.turn === 0 ? null : `rotate(${layout.turn} ${layout.width / 2} ${layout.height / 2})`}>
            <rect class="aimed" x=${target.x - 0.5} y=${target.y - 0.5} width="1" height="1" />
          </g>
        `}
      </svg>
      <span class="name">${aim}</span>
    </div>
  `;
}
