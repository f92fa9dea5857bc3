/** The frame around the board, with coordinates below and on the left, and on the other two edges what adorns it. */
import { html } from '../html.js';
import { lookOf } from './looks.js';

/** @import { CatalogueEntry } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

/** On a small board everything is drawn larger, so letters must be smaller in squares to look the same. */
const SQUARES_AT_FULL_SIZE = 16;

/**
 * @param {Layout} layout
 * @returns {number} how wide the frame around the board is, in squares
 */
export function frameWidth({ width }) {
  return (0.8 * Math.max(width, 7)) / SQUARES_AT_FULL_SIZE;
}

/** @param {{ entry: CatalogueEntry, layout: Layout }} props */
export function Frame({ entry, layout }) {
  const { width, height, turn } = layout;
  const frame = frameWidth(layout);
  const ring = (/** @type {number} */ part) => ({
    x: -frame * part,
    y: -frame * part,
    width: width + 2 * frame * part,
    height: height + 2 * frame * part,
  });
  const middle = frame * 0.57;
  const corners = [-middle, width + middle].flatMap((x) => [-middle, height + middle].map((y) => [x, y]));
  const upright = (/** @type {number} */ x, /** @type {number} */ y) =>
    turn === 0 ? null : `rotate(${-turn} ${x} ${y})`;
  return html`
    <g class="frame" aria-hidden="true" font-size=${frame * 0.62}>
      <rect class="frame-wood" ...${ring(1)} rx=${frame * 0.4} />
      <rect class="frame-edge" ...${ring(0.93)} rx=${frame * 0.34} stroke-width=${frame * 0.045} />
      <rect class="frame-line" ...${ring(0.12)} stroke-width=${frame * 0.07} />
      <g transform="translate(0 ${-middle}) scale(${frame})">${ornament(entry, width / frame)}</g>
      <g transform="translate(${width + middle} 0) rotate(90) scale(${frame})">${ornament(entry, height / frame)}</g>
      ${corners.map(([x, y]) => html`<circle class="stud" cx=${x} cy=${y} r=${frame * 0.16} />`)}
      ${layout.files.map(({ text, x }) => {
        const y = height + middle;
        return html`<text x=${x} y=${y} transform=${upright(x, y)}>${text}</text>`;
      })}
      ${layout.ranks.map(({ text, y }) => html`<text x=${-middle} y=${y} transform=${upright(-middle, y)}>${text}</text>`)}
    </g>
  `;
}

/**
 * A border along one edge, from 0 to `length`, about 0 and less than 1 high.
 *
 * @param {CatalogueEntry} entry
 * @param {number} length
 */
function ornament(entry, length) {
  switch (lookOf(entry).frame) {
    case 'whiplash':
      return html`
        <path class="ornament" d=${whiplash(length)} />
        <path class="ornament" transform="translate(${length} 0) scale(-1 1)" d=${whiplash(length)} />
        <path class="blossom" transform="translate(${length / 2} 0)" d="M0,.36C-.5,.2 -.5,-.16 -.34,-.3C-.24,-.12 -.12,-.08 0,-.34C.12,-.08 .24,-.12 .34,-.3C.5,-.16 .5,.2 0,.36Z" />
      `;
    case 'horns':
      return html`<path class="ornament" d=${horns(length)} /><path class="blossom" d=${lozenges(length)} />`;
    case 'stars':
      return html`<path class="blossom" d=${stars(length)} />`;
    case 'lines':
      return html`<path class="ornament" d="M.5,-.09H${length - 0.5}M.5,.09H${length - 0.5}" />`;
  }
}

/**
 * Half of a border: a stem that swings and curls, as Art Nouveau liked it.
 *
 * @param {number} length
 */
function whiplash(length) {
  const half = length / 2;
  const swing = (half - 0.9) / 3;
  const stem = [1, 2, 3].map((step) => {
    const up = step % 2 === 0 ? -0.42 : 0.42;
    const from = 0.2 + (step - 1) * swing;
    return `C${from + swing * 0.35},${up} ${from + swing * 0.65},${up} ${from + swing},0`;
  });
  const curls = [1, 2].map((step) => {
    const at = 0.2 + step * swing;
    const up = step % 2 === 0 ? 0.3 : -0.3;
    return `M${at},0c.5,${-up} 1,${-up * 0.6} .95,${-up * 0.1}c-.05,${up * 0.6} -.55,${up * 0.5} -.5,${up * 0.1}`;
  });
  return `M.2,0${stem.join('')}${curls.join('')}`;
}

/** @param {number} length */
function horns(length) {
  const count = Math.floor(length / 1.6);
  const step = length / count;
  return Array.from({ length: count }, (_, index) => {
    const at = (index + 0.5) * step;
    return `M${at},.3V-.05c0,-.35 -.5,-.35 -.5,0c0,.2 .28,.2 .28,.02M${at},-.05c0,-.35 .5,-.35 .5,0c0,.2 -.28,.2 -.28,.02`;
  }).join('');
}

/** @param {number} length */
function lozenges(length) {
  const count = Math.floor(length / 1.6);
  const step = length / count;
  return Array.from({ length: count - 1 }, (_, index) => `M${(index + 1) * step},-.2l.14,.2l-.14,.2l-.14,-.2z`).join('');
}

/** @param {number} length */
function stars(length) {
  const count = Math.floor(length / 1.1);
  const step = length / count;
  return Array.from({ length: count }, (_, index) => {
    // A little disorder, the same each time.
    const x = (index + 0.5) * step + 0.25 * Math.sin(index * 5);
    const y = 0.2 * Math.sin(index * 2.4 + 1);
    const size = 0.12 + 0.1 * (((index * 7) % 5) / 4);
    const inner = size * 0.22;
    return (
      `M${x},${y - size}L${x + inner},${y - inner}L${x + size},${y}L${x + inner},${y + inner}` +
      `L${x},${y + size}L${x - inner},${y + inner}L${x - size},${y}L${x - inner},${y - inner}Z`
    );
  }).join('');
}
