/**
 * The board itself, without anything that moves: squares, or points with lines; camps.
 */
import { PureComponent, html } from '../html.js';
import { SIDES } from '../protocol.js';
import { outline, parseSquare, standing } from './geometry.js';
import { lookOf } from './looks.js';

/** @import { CatalogueEntry, Geometry } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

/** @extends {PureComponent<{ entry: CatalogueEntry, layout: Layout, chequered: boolean }, {}>} */
export class Field extends PureComponent {
  render() {
    const { entry, layout, chequered } = this.props;
    const { board } = entry;
    const look = lookOf(entry);
    return html`
      <g class="field" aria-hidden="true">
        <rect class="ground" width=${layout.width} height=${layout.height} />
        ${board.look === 'squares' && html`<${Squares} board=${board} layout=${layout} chequered=${chequered} />`}
        <${Camps} entry=${entry} layout=${layout} />
        ${look.moons
          ? html`<${Moons} board=${board} layout=${layout} />`
          : html`<${Closed} board=${board} layout=${layout} />`}
        ${board.look === 'points' && html`<${Points} board=${board} layout=${layout} />`}
      </g>
    `;
  }
}

/** @param {{ board: Geometry, layout: Layout, chequered: boolean }} props */
function Squares({ board, layout, chequered }) {
  const dark = board.squares.filter((square) => {
    const { file, rank } = parseSquare(square);
    return chequered && (file + rank) % 2 === 0;
  });
  const corner = (/** @type {string} */ square) => {
    const { x, y } = layout.centre(square);
    return `M${x - 0.5},${y - 0.5}h1v1h-1z`;
  };
  return html`
    <path class="dark" d=${dark.map(corner).join('')} />
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
  const lines = board.lines.map(([from, to]) => {
    const [a, b] = [layout.centre(from), layout.centre(to)];
    return `M${a.x},${a.y}L${b.x},${b.y}`;
  });
  return html`
    <path class="line-bed" d=${lines.join('')} />
    <path class="line" d=${lines.join('')} />
    ${board.squares.map((square) => {
      const { x, y } = layout.centre(square);
      return html`
        <g key=${square} class="point" transform="translate(${x} ${y})">
          <circle r="0.13" />
          <path d="M0,-.1L.03,-.03L.1,0L.03,.03L0,.1L-.03,.03L-.1,0L-.03,-.03Z" />
        </g>
      `;
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

/** How far each phase of the moon is lit, from -1 (not at all) to 1 (full); it returns after so many squares. */
const PHASES = [-0.55, 0, 0.55, 1, 0.55, 0, -0.55];

/**
 * A picture of a moon on each square. On a square that is closed for placing it has a face.
 *
 * @param {{ board: Geometry, layout: Layout }} props
 */
function Moons({ board, layout }) {
  return board.squares.map((square) => {
    const { file, rank } = parseSquare(square);
    const place = standing(layout, layout.centre(square));
    if (board.closed.includes(square)) return html`<${Face} key=${square} place=${place} />`;
    const index = (file + 2 * rank) % PHASES.length;
    const lit = PHASES[index] ?? 0;
    const mirrored = index > PHASES.length / 2 ? ' scale(-1 1)' : '';
    // The edge of the shadow is half an ellipse, bulging to either side.
    const edge = `A${Math.abs(lit) * 0.37},.37 0 0 ${lit > 0 ? 1 : 0} 0,-.37`;
    return html`
      <g key=${square} class="moon" transform=${place + mirrored}>
        <circle class="night" r="0.37" />
        <path class="lit" d="M0,-.37A.37,.37 0 0 1 0,.37${edge}Z" />
      </g>
    `;
  });
}

/** @param {{ place: string }} props */
function Face({ place }) {
  const rays = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)];
    const length = index % 2 === 0 ? 0.48 : 0.45;
    return `M${x * 0.42},${y * 0.42}L${x * length},${y * length}`;
  });
  return html`
    <g class="moon closed-moon" transform=${place}>
      <path class="rays" d=${rays.join('')} />
      <circle class="lit" r="0.37" />
      <path
        class="face"
        d="M-.2,-.1q.07,-.07 .14,0M.06,-.1q.07,-.07 .14,0M0,-.06q-.06,.12 -.05,.15h.09M-.16,.15q.16,.14 .32,0M-.25,.07a.05,.03 0 0 1 .1,0M.15,.07a.05,.03 0 0 1 .1,0"
      />
    </g>
  `;
}

/**
 * Each side's camp in the colour of its owner, also when nobody stands there any more.
 *
 * @param {{ entry: CatalogueEntry, layout: Layout }} props
 */
function Camps({ entry, layout }) {
  return SIDES.map((side) => {
    const camp = entry.board.camps[side];
    const line = outline(layout, camp);
    return html`
      <g key=${side} class="camp" data-side=${side} data-colour=${entry.colours[side].en}>
        <path class="area" d=${camp.map((square) => areaOf(layout, square)).join('')} />
        <path class="casing" d=${line} />
        <path class="edge" d=${line} />
      </g>
    `;
  });
}

/**
 * @param {Layout} layout
 * @param {string} square
 */
function areaOf(layout, square) {
  const { x, y } = layout.centre(square);
  return `M${x - 0.5},${y - 0.5}h1v1h-1z`;
}
