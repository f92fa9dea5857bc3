/**
 * The men on the board. They differ by colour and by the mark they carry, so that nobody needs to tell colours.
 */
import { Component, createRef, html } from '../html.js';
import { otherSide, SIDES } from '../protocol.js';

/** @import { BoardState, CatalogueEntry, LastMove, Side } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

const MS_PER_HOP = 180;
const LONGEST_MS = 900;

const STAR = 'M0,-.25 Q.05,-.05 .25,0 Q.05,.05 0,.25 Q-.05,.05 -.25,0 Q-.05,-.05 0,-.25Z';

/**
 * One man, around 0, 0. If it is marked it carries a small line in the other side's colour.
 *
 * @param {{ entry: CatalogueEntry, side: Side, marked?: boolean }} props
 */
export function Man({ entry, side, marked = false }) {
  return html`
    <g class="man" data-side=${side} data-colour=${entry.colours[side].en}>
      <circle class="body" r="0.38" />
      ${side === 'first' ? html`<circle class="ring" r="0.2" />` : html`<path class="star" d=${STAR} />`}
      ${marked &&
      html`<path
        class="stripe"
        data-side=${otherSide(side)}
        data-colour=${entry.colours[otherSide(side)].en}
        d="M-.2,.26h.4"
      />`}
    </g>
  `;
}

/**
 * All men; the one that moved last walks its way.
 *
 * @extends {Component<{
 *   entry: CatalogueEntry, layout: Layout, board: BoardState, lastMove: LastMove | null, ply: number,
 * }>}
 */
export class Men extends Component {
  layer = createRef();

  /** @param {{ ply: number }} before */
  componentDidUpdate(before) {
    // Anything but one move onward (a fresh snapshot, another game) is shown at once.
    if (this.props.ply === before.ply + 1) this.#walk();
  }

  #walk() {
    const { lastMove, layout } = this.props;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (still || lastMove === null || lastMove.path.length < 2) return;
    const steps = lastMove.path.map((square) => {
      const { x, y } = layout.centre(square);
      return { transform: `translate(${x}px, ${y}px)`, easing: 'ease-in-out' };
    });
    const man = this.layer.current.querySelector(`[data-square="${lastMove.path.at(-1)}"]`);
    man?.animate(steps, { duration: Math.min(LONGEST_MS, MS_PER_HOP * (steps.length - 1)) });
  }

  render() {
    const { entry, layout, board, lastMove } = this.props;
    const moved = lastMove?.path.at(-1);
    const men = SIDES.flatMap((side) => board[side].map((square) => ({ side, square })));
    // What is drawn last lies on top: the man that moves passes over the others.
    men.sort((a, b) => Number(a.square === moved) - Number(b.square === moved));
    return html`
      <g ref=${this.layer} aria-hidden="true">
        ${men.map(({ side, square }) => {
          const { x, y } = layout.centre(square);
          return html`
            <g key=${side + square} data-square=${square} transform="translate(${x} ${y})">
              <${Man} entry=${entry} side=${side} marked=${board.marked?.includes(square)} />
            </g>
          `;
        })}
      </g>
    `;
  }
}
