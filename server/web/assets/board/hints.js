/**
 * What lies on the board to help: the way of the last move, the chosen man, and where it may go.
 */
import { html } from '../html.js';

/** @import { BoardState, LastMove, Square } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

/**
 * Where the last move began, ended, and passed, and what it took. It lies under the men.
 *
 * @param {{ layout: Layout, lastMove: LastMove | null }} props
 */
export function LastMoveMarks({ layout, lastMove }) {
  if (lastMove === null) return null;
  const way = lastMove.path.map(layout.centre);
  const end = way[way.length - 1];
  return html`
    <g class="last-move" data-move=${lastMove.move} aria-hidden="true">
      <rect x=${end.x - 0.5} y=${end.y - 0.5} width="1" height="1" />
      ${way.length > 1 &&
      html`
        <circle class="origin" cx=${way[0].x} cy=${way[0].y} r="0.3" />
        <polyline points=${way.map(({ x, y }) => `${x},${y}`).join(' ')} />
        ${way.slice(1, -1).map(({ x, y }) => html`<circle class="landing" cx=${x} cy=${y} r="0.11" />`)}
      `}
      ${lastMove.taken?.map((square) => {
        const { x, y } = layout.centre(square);
        return html`<path class="taken" d="M${x - 0.2},${y - 0.2}l.4,.4m0,-.4l-.4,.4" />`;
      })}
    </g>
  `;
}

/**
 * The chosen man and its targets. They lie over the men, since a target may be a man that would be taken.
 *
 * @param {{ layout: Layout, board: BoardState, chosen: Square | null, targets: Square[] }} props
 */
export function ChoiceMarks({ layout, board, chosen, targets }) {
  const at = chosen === null ? null : layout.centre(chosen);
  const occupied = new Set([...board.first, ...board.second]);
  return html`
    <g class="choice" aria-hidden="true">
      ${at && html`<circle class="chosen" cx=${at.x} cy=${at.y} r="0.44" />`}
      ${targets.map((square) => {
        const { x, y } = layout.centre(square);
        return occupied.has(square)
          ? html`<circle key=${square} class="capture" cx=${x} cy=${y} r="0.45" />`
          : html`<circle key=${square} class="target" cx=${x} cy=${y} r="0.17" />`;
      })}
    </g>
  `;
}
