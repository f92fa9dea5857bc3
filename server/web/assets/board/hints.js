/**
 * What lies on the board to help: the way of the last move, the chosen man, where it may go, and the way there.
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
  const [start] = way;
  const end = way.at(-1);
  if (start === undefined || end === undefined) return null;
  return html`
    <g class="last-move" data-move=${lastMove.move} aria-hidden="true">
      <rect x=${end.x - 0.5} y=${end.y - 0.5} width="1" height="1" />
      ${way.length > 1 &&
      html`
        <circle class="origin" cx=${start.x} cy=${start.y} r="0.3" />
        <polyline points=${pointsOf(way)} />
        ${way.slice(1, -1).map(({ x, y }) => html`<circle class="landing" cx=${x} cy=${y} r="0.11" />`)}
      `}
      ${lastMove.taken?.map((square) => html`<${Cross} layout=${layout} square=${square} />`)}
    </g>
  `;
}

/**
 * The chosen man and its targets. They lie over the men, since a target may be a man that would be taken.
 *
 * @param {{ layout: Layout, board: BoardState, chosen: Square | null, targets: Square[], aim: Square | null }} props
 */
export function ChoiceMarks({ layout, board, chosen, targets, aim }) {
  const at = chosen === null ? null : layout.centre(chosen);
  const occupied = new Set([...board.first, ...board.second]);
  return html`
    <g class="choice" aria-hidden="true">
      ${at && html`<circle class="chosen" cx=${at.x} cy=${at.y} r="0.44" />`}
      ${targets.map((square) => {
        const { x, y } = layout.centre(square);
        return occupied.has(square)
          ? html`<circle key=${square} class="capture" cx=${x} cy=${y} r="0.45" />`
          : html`<circle key=${square} class="target" cx=${x} cy=${y} r=${square === aim ? 0.26 : 0.17} />`;
      })}
    </g>
  `;
}

/**
 * The way of a move that is not played yet, and what it would take.
 *
 * @param {{ layout: Layout, way: LastMove | null }} props
 */
export function WayAhead({ layout, way }) {
  if (way === null) return null;
  const points = way.path.map(layout.centre);
  return html`
    <g class="way-ahead" data-path=${way.path.join('-')} aria-hidden="true">
      <polyline class="casing" points=${pointsOf(points)} />
      <polyline points=${pointsOf(points)} />
      ${points.slice(1).map(({ x, y }) => html`<circle cx=${x} cy=${y} r="0.12" />`)}
      ${way.taken?.map((square) => html`<${Cross} layout=${layout} square=${square} />`)}
    </g>
  `;
}

/** @param {{ layout: Layout, square: Square }} props */
function Cross({ layout, square }) {
  const { x, y } = layout.centre(square);
  return html`<path class="taken" d="M${x - 0.2},${y - 0.2}l.4,.4m0,-.4l-.4,.4" />`;
}

/** @param {{ x: number, y: number }[]} points */
function pointsOf(points) {
  return points.map(({ x, y }) => `${x},${y}`).join(' ');
}
