/** The moves of a game, in the notation of the rules. Each is a link to the position after it. */
import { Component, createRef, html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { SIDES } from '../protocol.js';
import { rowsOf } from './record.js';

/** @import { CatalogueEntry, Side } from '../protocol.js' */
/** @import { Ref } from '../html.js' */

/**
 * @typedef {object} MoveListProps
 * @property {CatalogueEntry} entry
 * @property {string[]} moves
 * @property {Side[]} movers
 * @property {number} ply what is seen on the board
 * @property {(ply: number) => void} onGo
 */

/** @extends {Component<MoveListProps>} */
export class MoveList extends Component {
  /** @type {Ref<HTMLElement>} */
  box = createRef();

  componentDidMount() {
    this.show();
  }

  /** @param {MoveListProps} before */
  componentDidUpdate(before) {
    if (before.ply !== this.props.ply || before.moves !== this.props.moves) this.show();
  }

  /** Scrolls the list, and nothing around it, to the present move. */
  show() {
    const box = this.box.current;
    if (box === null) return;
    const link = box.querySelector('[aria-current]');
    const down = link ? link.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2 : 0;
    box.scrollTop = link ? box.scrollTop + down : 0;
  }

  /**
   * @param {MouseEvent} event
   * @param {number} ply
   */
  go(event, ply) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.props.onGo(ply);
  }

  render() {
    const { entry, moves, movers, ply } = this.props;
    const link = (/** @type {number | null} */ to) =>
      to === null
        ? html`<td class="passed" title=${t('replay.passed')}>…</td>`
        : html`
            <td>
              <a
                href="#${to}"
                aria-current=${to === ply ? 'step' : null}
                onClick=${(/** @type {MouseEvent} */ event) => this.go(event, to)}
                >${moves[to - 1]}</a
              >
            </td>
          `;
    return html`
      <div class="moves" ref=${this.box} tabindex="0" role="region" aria-label=${t('replay.moves')}>
        <table>
          <thead>
            <tr>
              <th scope="col"><span class="visually-hidden">${t('replay.number')}</span></th>
              ${SIDES.map((side) => html`<th key=${side} scope="col">${localized(entry.colours[side])}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rowsOf(movers).map(
              ({ number, first, second }) => html`
                <tr key=${number}>
                  <th scope="row">${number}</th>
                  ${link(first)} ${second === null && (first ?? 0) === moves.length ? html`<td></td>` : link(second)}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `;
  }
}
