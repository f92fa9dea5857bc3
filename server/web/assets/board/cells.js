/**
 * The part of the board that is pressed: one invisible cell over each square or point. To a keyboard or a screen
 * reader it is a grid: Tab enters it, arrows move about in it, Enter or Space presses. Fingers and mice are the board's
 * own affair.
 */
import { PureComponent, createRef, html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { squareTowards } from './geometry.js';
import { targetsOf } from './moves.js';
import { sideAt } from './preview.js';

/** @import { BoardState, CatalogueEntry, Square } from '../protocol.js' */
/** @import { Ref } from '../html.js' */
/** @import { Layout } from './geometry.js' */
/** @import { Choices, Chosen } from './moves.js' */

/**
 * @typedef {object} CellsProps
 * @property {string} label
 * @property {string} language in which the cells are named
 * @property {CatalogueEntry} entry
 * @property {Layout} layout
 * @property {BoardState} board
 * @property {Choices} choices
 * @property {Chosen | null} chosen
 * @property {(square: Square) => void} onPress
 * @property {() => void} onLetGo
 * @property {(square: Square | null) => void} onAim told where the keyboard is
 */

/** @extends {PureComponent<CellsProps, { cursor: Square | null }>} */
export class Cells extends PureComponent {
  /** @type {Ref<SVGGElement>} */
  grid = createRef();
  /** @type {{ cursor: Square | null }} */
  state = { cursor: null };

  /** @param {KeyboardEvent} event */
  onKeyDown = (event) => {
    const square = squareOf(event.target);
    if (square === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = squareTowards(this.props.layout, square, event.key);
    if (next !== null) {
      /** @type {SVGElement | null | undefined} */
      const cell = this.grid.current?.querySelector(`[data-square="${next}"]`);
      cell?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.props.onPress(square);
    } else if (event.key === 'Escape') {
      this.props.onLetGo();
    } else {
      return;
    }
    event.preventDefault();
  };

  /** @param {Event} event */
  onFocus = (event) => {
    const square = squareOf(event.target);
    this.setState({ cursor: square });
    if (event.target instanceof Element && event.target.matches(':focus-visible')) this.props.onAim(square);
  };

  onBlur = () => this.props.onAim(null);

  render() {
    const { label, layout } = this.props;
    // One cell alone can be reached by Tab; the arrows then move that place about.
    const cursor = this.state.cursor ?? layout.rows.at(-1)?.[0] ?? null;
    return html`
      <g
        ref=${this.grid}
        class="cells"
        role="grid"
        aria-label=${label}
        onKeyDown=${this.onKeyDown}
        onFocusIn=${this.onFocus}
        onFocusOut=${this.onBlur}
      >
        ${layout.rows.map(
          (row) => html`
            <g key=${row[0]} role="row">
              ${row.map((square) => this.cell(square, cursor))}
            </g>
          `,
        )}
      </g>
    `;
  }

  /**
   * @param {Square} square
   * @param {Square | null} cursor
   */
  cell(square, cursor) {
    const { layout, choices, chosen } = this.props;
    const { x, y } = layout.centre(square);
    const pressable = targetsOf(choices, chosen).has(square) || choices.men.has(square);
    return html`
      <rect
        key=${square}
        class=${pressable ? 'cell pressable' : 'cell'}
        role="gridcell"
        data-square=${square}
        tabindex=${square === cursor ? 0 : -1}
        aria-label=${this.describe(square)}
        aria-selected=${square === chosen}
        x=${x - 0.5}
        y=${y - 0.5}
        width="1"
        height="1"
      />
    `;
  }

  /**
   * @param {Square} square
   * @returns {string} its name, with what stands there and what can be done
   */
  describe(square) {
    const { entry, board, choices, chosen } = this.props;
    const side = sideAt(board, square);
    const parts = [side ? t('board.man', { square, colour: localized(entry.colours[side]) }) : square];
    if (board.marked?.includes(square)) parts.push(t('board.marked'));
    if (square === chosen) parts.push(t('board.chosen'));
    else if (targetsOf(choices, chosen).has(square)) parts.push(t('board.target'));
    else if (choices.men.has(square)) parts.push(t('board.movable'));
    return parts.join(', ');
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {Square | null}
 */
export function squareOf(target) {
  return target instanceof SVGElement ? (target.dataset.square ?? null) : null;
}
