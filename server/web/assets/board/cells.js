/**
 * The part of the board that is pressed: one invisible cell over each square or point. To a keyboard or a screen
 * reader it is a grid: Tab enters it, arrows move about in it, Enter or Space presses.
 */
import { Component, createRef, html } from '../html.js';
import { squareTowards } from './geometry.js';

/** @import { Square } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */

/**
 * @typedef {object} CellsProps
 * @property {string} label
 * @property {Layout} layout
 * @property {(square: Square) => string} describe the name of a square, with what stands there
 * @property {(square: Square) => boolean} pressable whether pressing it does something
 * @property {Square | null} chosen
 * @property {(square: Square) => void} onPress
 * @property {() => void} onLetGo
 */

/** @extends {Component<CellsProps, { cursor: Square | null }>} */
export class Cells extends Component {
  grid = createRef();
  /** @type {{ cursor: Square | null }} */
  state = { cursor: null };

  /** @param {KeyboardEvent} event */
  onKeyDown = (event) => {
    const square = squareOf(event.target);
    if (square === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = squareTowards(this.props.layout, square, event.key);
    if (next !== null) {
      this.grid.current.querySelector(`[data-square="${next}"]`).focus();
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
  onClick = (event) => {
    const square = squareOf(event.target);
    if (square !== null) this.props.onPress(square);
  };

  /** @param {Event} event */
  onFocus = (event) => this.setState({ cursor: squareOf(event.target) });

  render() {
    const { label, layout } = this.props;
    // One cell alone can be reached by Tab; the arrows then move that place about.
    const cursor = this.state.cursor ?? layout.rows[layout.rows.length - 1][0];
    return html`
      <g
        ref=${this.grid}
        class="cells"
        role="grid"
        aria-label=${label}
        onClick=${this.onClick}
        onKeyDown=${this.onKeyDown}
        onFocusIn=${this.onFocus}
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
   * @param {Square} cursor
   */
  cell(square, cursor) {
    const { layout, describe, pressable, chosen } = this.props;
    const { x, y } = layout.centre(square);
    return html`
      <rect
        key=${square}
        class=${pressable(square) ? 'cell pressable' : 'cell'}
        role="gridcell"
        data-square=${square}
        tabindex=${square === cursor ? 0 : -1}
        aria-label=${describe(square)}
        aria-selected=${square === chosen}
        x=${x - 0.5}
        y=${y - 0.5}
        width="1"
        height="1"
      />
    `;
  }
}

/**
 * @param {EventTarget | null} target
 * @returns {Square | null}
 */
function squareOf(target) {
  return target instanceof SVGElement ? (target.dataset.square ?? null) : null;
}
