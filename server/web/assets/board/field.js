/**
 * The board itself, without anything that moves: frame, coordinates, squares or points with lines, camps.
 */
import { html } from '../html.js';
import { SIDES } from '../protocol.js';
import { outline, parseSquare } from './geometry.js';

/** @import { CatalogueEntry, Geometry } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

/** On a small board everything is drawn larger, so letters must be smaller in squares to look the same. */
const SQUARES_AT_FULL_SIZE = 16;

/**
 * @param {Layout} layout
 * @returns {number} how wide the frame around the board is, in squares
 */
export function frameWidth({ width }) {
  return (0.75 * width) / SQUARES_AT_FULL_SIZE;
}

/** @param {{ layout: Layout }} props */
export function Frame({ layout }) {
  const { width, height } = layout;
  const frame = frameWidth(layout);
  const ring = (/** @type {number} */ part) => ({
    x: -frame * part,
    y: -frame * part,
    width: width + 2 * frame * part,
    height: height + 2 * frame * part,
  });
  const middle = frame * 0.57;
  const corners = [-middle, width + middle].flatMap((x) => [-middle, height + middle].map((y) => [x, y]));
  return html`
    <g class="frame" aria-hidden="true" font-size=${frame * 0.62}>
      <rect class="frame-wood" ...${ring(1)} rx=${frame * 0.5} />
      <rect class="frame-line" ...${ring(0.14)} stroke-width=${frame * 0.07} />
      ${corners.map(([x, y]) => html`<circle class="stud" cx=${x} cy=${y} r=${frame * 0.16} />`)}
      ${layout.files.map(({ text, x }) => html`<text x=${x} y=${height + middle}>${text}</text>`)}
      ${layout.ranks.map(({ text, y }) => html`<text x=${-middle} y=${y}>${text}</text>`)}
    </g>
  `;
}

/** @param {{ entry: CatalogueEntry, layout: Layout }} props */
export function Field({ entry, layout }) {
  const { board } = entry;
  return html`
    <g class="field" aria-hidden="true">
      <rect class="ground" width=${layout.width} height=${layout.height} />
      ${board.look === 'squares' && html`<${Squares} board=${board} layout=${layout} />`}
      <${Camps} entry=${entry} layout=${layout} />
      <${Closed} board=${board} layout=${layout} />
      ${board.look === 'points' && html`<${Points} board=${board} layout=${layout} />`}
    </g>
  `;
}

/** @param {{ board: Geometry, layout: Layout }} props */
function Squares({ board, layout }) {
  const dark = board.squares.filter((square) => {
    const { file, rank } = parseSquare(square);
    return board.chequered && (file + rank) % 2 === 0;
  });
  return html`
    ${dark.map((square) => {
      const { x, y } = layout.centre(square);
      return html`<rect key=${square} class="dark" x=${x - 0.5} y=${y - 0.5} width="1" height="1" />`;
    })}
    <path class="grid" d=${gridLines(layout)} />
  `;
}

/** @param {Layout} layout */
function gridLines({ width, height }) {
  const across = Array.from({ length: height - 1 }, (_, y) => `M0,${y + 1}h${width}`);
  const down = Array.from({ length: width - 1 }, (_, x) => `M${x + 1},0v${height}`);
  return [...across, ...down].join('');
}

/** @param {{ board: Geometry, layout: Layout }} props */
function Points({ board, layout }) {
  return html`
    ${board.lines.map(([from, to]) => {
      const [a, b] = [layout.centre(from), layout.centre(to)];
      return html`<line key=${from + to} class="line" x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} />`;
    })}
    ${board.squares.map((square) => {
      const { x, y } = layout.centre(square);
      return html`<circle key=${square} class="point" cx=${x} cy=${y} r="0.09" />`;
    })}
  `;
}

/**
 * A ring on each square on which no man may be placed.
 *
 * @param {{ board: Geometry, layout: Layout }} props
 */
function Closed({ board, layout }) {
  return board.closed.map((square) => {
    const { x, y } = layout.centre(square);
    return html`<circle key=${square} class="closed" cx=${x} cy=${y} r="0.3" />`;
  });
}

/**
 * Each side's camp in the colour of its owner, also when nobody stands there any more.
 *
 * @param {{ entry: CatalogueEntry, layout: Layout }} props
 */
function Camps({ entry, layout }) {
  return SIDES.map((side) => {
    const camp = entry.board.camps[side];
    return html`
      <g key=${side} class="camp" data-side=${side} data-colour=${entry.colours[side].en}>
        ${camp.map((square) => {
          const { x, y } = layout.centre(square);
          return html`<rect key=${square} x=${x - 0.5} y=${y - 0.5} width="1" height="1" />`;
        })}
        <path d=${outline(layout, camp)} />
      </g>
    `;
  });
}
