/**
 * The men on the board. The sides differ by shape and by the sign they carry as well as by colour, so that nobody needs
 * to tell colours.
 */
import { PureComponent, createRef, html } from '../html.js';
import { otherSide, SIDES } from '../protocol.js';
import { standing } from './geometry.js';
import { lookOf } from './looks.js';
import { animateMove, animateReturn } from './motion.js';
import { playMove } from './move-sound.js';

/** @import { BoardState, CatalogueEntry, LastMove, Side, Square } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */
/** @import { Glyph } from './looks.js' */

const OCTAGON = 'M-.16,-.385h.32L.385,-.16v.32L.16,.385h-.32L-.385,.16v-.32z';

/** @type {Record<Glyph, () => any>} the signs on the men, around 0, 0 */
const GLYPHS = {
  ring: () => html`<circle class="ring" r="0.2" />`,
  star: () => html`<path class="sign" d="M0,-.26Q.05,-.05 .26,0Q.05,.05 0,.26Q-.05,.05 -.26,0Q-.05,-.05 0,-.26Z" />`,
  bow: () => html`
    <path class="stroke" d="M-.17,.1A.24,.24 0 0 1 .17,.1M-.17,.1L0,.2L.17,.1M0,.2V-.25" />
    <path class="sign" d="M0,-.31L.07,-.19H-.07Z" />
  `,
  quiver: () => html`
    <path class="stroke" d="M-.13,.25V-.12M0,.25V-.2M.13,.25V-.12" />
    <path class="sign" d="M-.13,-.22l.06,.11h-.12ZM0,-.3l.06,.11h-.12ZM.13,-.22l.06,.11h-.12Z" />
  `,
  sun: () => html`<circle class="ring" r="0.24" /><circle class="sign" r="0.11" />`,
  crescent: () => html`<path class="sign" d="M.08,-.24A.25,.25 0 1 0 .08,.24A.2,.2 0 1 1 .08,-.24Z" />`,
};

/**
 * One man, around 0, 0. If it is marked it carries a small line in the other side's colour.
 *
 * @param {{ entry: CatalogueEntry, side: Side, marked?: boolean }} props
 */
export function Man({ entry, side, marked = false }) {
  const other = otherSide(side);
  return html`
    <g class="man" data-side=${side} data-colour=${entry.colours[side].en}>
      ${side === 'first' ? html`<circle class="body" r="0.38" />` : html`<path class="body" d=${OCTAGON} />`}
      ${GLYPHS[lookOf(entry).glyphs[side]]()}
      ${marked &&
      html`
        <g class="stripe" data-side=${other} data-colour=${entry.colours[other].en}>
          <path class="casing" d="M-.25,.25h.5" />
          <path class="line-of-mark" d="M-.25,.25h.5" />
        </g>
      `}
    </g>
  `;
}

/**
 * @typedef {object} MenProps
 * @property {CatalogueEntry} entry
 * @property {Layout} layout
 * @property {BoardState} board
 * @property {LastMove | null} lastMove
 * @property {number} ply
 * @property {Square | null} lifted the man that is being dragged, and so is not where it stands
 * @property {string | null} dropped the move that was played by dragging: the man is there already
 */

/** @typedef {{ side: Side, square: Square, marked: boolean }} Gone a man that was just taken */

/**
 * All men. The one that moved last walks its way; what it takes goes when it arrives.
 *
 * @extends {PureComponent<MenProps, { gone: Gone[] }>}
 */
export class Men extends PureComponent {
  layer = createRef();
  /** @type {{ gone: Gone[] }} */
  state = { gone: [] };

  /** @param {MenProps} before */
  componentDidUpdate(before) {
    const { ply, lastMove, board, layout } = this.props;
    // Anything but one move onward or back (a fresh snapshot, another game) is shown at once.
    if (ply === before.ply + 1 && lastMove !== null) this.#show(lastMove, before);
    if (ply === before.ply - 1 && before.lastMove !== null) {
      const { side, path } = before.lastMove;
      if (board[side].includes(path[0])) animateReturn(this.layer.current, layout, before.lastMove);
    }
  }

  /**
   * @param {LastMove} lastMove
   * @param {MenProps} before
   */
  async #show(lastMove, before) {
    const enemy = otherSide(lastMove.side);
    const gone = before.board[enemy]
      .filter((square) => lastMove.taken?.includes(square))
      .map((square) => ({ side: enemy, square, marked: before.board.marked?.includes(square) ?? false }));
    // They stay to be seen going. A move that was shown before it was sent is not shown again.
    await new Promise((drawn) => this.setState({ gone }, () => drawn(null)));
    if (this.layer.current === null) return;
    playMove(lastMove);
    const newlyMarked = this.props.board.marked?.filter((square) => !before.board.marked?.includes(square)) ?? [];
    await animateMove(this.layer.current, this.props.layout, lastMove, {
      walked: this.props.dropped === lastMove.move,
      marked: newlyMarked.includes(lastMove.path[lastMove.path.length - 1]) && gone.length > 0,
    });
    if (this.state.gone === gone) this.setState({ gone: [] });
  }

  render() {
    const { entry, layout, board, lastMove, lifted } = this.props;
    const moved = lastMove?.path.at(-1);
    const men = SIDES.flatMap((side) => board[side].map((square) => ({ side, square })));
    // What is drawn last lies on top: the man that moves passes over the others.
    men.sort((a, b) => Number(a.square === moved) - Number(b.square === moved));
    const here = (/** @type {Square} */ square) => standing(layout, layout.centre(square));
    return html`
      <g ref=${this.layer} aria-hidden="true">
        ${this.state.gone.map(
          ({ side, square, marked }) => html`
            <g key=${`gone ${square}`} class="gone" transform=${here(square)}>
              <g class="going"><${Man} entry=${entry} side=${side} marked=${marked} /></g>
            </g>
          `,
        )}
        ${men.map(
          ({ side, square }) => html`
            <g
              key=${side + square}
              class=${square === lifted ? 'lifted' : null}
              data-square=${square}
              transform=${here(square)}
            >
              <${Man} entry=${entry} side=${side} marked=${board.marked?.includes(square)} />
            </g>
          `,
        )}
      </g>
    `;
  }
}
