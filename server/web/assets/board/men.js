/** All men on the board, and how they come and go. */
import { PureComponent, createRef, html } from '../html.js';
import { otherSide, SIDES } from '../protocol.js';
import { standing } from './geometry.js';
import { Man } from './man.js';
import { animateMove, animateReturn } from './motion.js';
import { playMove } from './move-sound.js';

/** @import { BoardState, CatalogueEntry, LastMove, Side, Square } from '../protocol.js' */
/** @import { Ref } from '../html.js' */
/** @import { Layout } from './geometry.js' */

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
  /** @type {Ref<SVGGElement>} */
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
      const cameFrom = path[0];
      const layer = this.layer.current;
      if (layer && cameFrom && board[side].includes(cameFrom)) animateReturn(layer, layout, before.lastMove);
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
      marked: newlyMarked.some((square) => square === lastMove.path.at(-1)) && gone.length > 0,
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
