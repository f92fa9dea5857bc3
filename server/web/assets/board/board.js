/**
 * A board with what stands on it, on which a person may choose and play.
 */
import { Component, createRef, html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { Cells } from './cells.js';
import { Field, Frame, frameWidth } from './field.js';
import { layOut } from './geometry.js';
import { ChoiceMarks, LastMoveMarks } from './hints.js';
import { Men } from './men.js';
import { press, targetsOf } from './moves.js';

/** @import { BoardState, CatalogueEntry, LastMove, Side, Square } from '../protocol.js' */
/** @import { Layout } from './geometry.js' */
/** @import { Choices } from './moves.js' */

/** Boards of up to so many files are drawn with a finer pen. */
const FEW_SQUARES = 6;

/**
 * @typedef {object} BoardProps
 * @property {CatalogueEntry} entry
 * @property {Side} bottom the side that sits at the lower edge
 * @property {BoardState} board
 * @property {LastMove | null} lastMove
 * @property {number} ply
 * @property {Choices} choices
 * @property {(move: string) => void} onPlay
 */

/** @extends {Component<BoardProps, { chosen: Square | null }>} */
export class Board extends Component {
  svg = createRef();
  /** @type {{ chosen: Square | null }} */
  state = { chosen: null };

  componentDidMount() {
    document.addEventListener('click', this.onClickAnywhere);
  }

  componentWillUnmount() {
    document.removeEventListener('click', this.onClickAnywhere);
  }

  /** @param {MouseEvent} event */
  onClickAnywhere = ({ target }) => {
    if (target instanceof Node && !this.svg.current.contains(target)) this.letGo();
  };

  letGo = () => this.setState({ chosen: null });

  /** @param {Square} square */
  onPress = (square) => {
    const { chosen, play } = press(this.props.choices, this.chosen(), square);
    this.setState({ chosen });
    if (play !== null) this.props.onPlay(play);
  };

  /** @returns {Square | null} the chosen man, unless the position took its moves away meanwhile */
  chosen() {
    const { chosen } = this.state;
    return chosen !== null && this.props.choices.men.has(chosen) ? chosen : null;
  }

  render() {
    const { entry, bottom, board, lastMove, ply, choices } = this.props;
    const layout = layOut(entry.board, bottom);
    const chosen = this.chosen();
    const targets = targetsOf(choices, chosen);
    const pressable = (/** @type {Square} */ square) => targets.has(square) || choices.men.has(square);
    return html`
      <${Canvas} entry=${entry} layout=${layout} svg=${this.svg}>
        <${Frame} layout=${layout} />
        <${Field} entry=${entry} layout=${layout} />
        <${LastMoveMarks} layout=${layout} lastMove=${lastMove} />
        <${Men} entry=${entry} layout=${layout} board=${board} lastMove=${lastMove} ply=${ply} />
        <${ChoiceMarks} layout=${layout} board=${board} chosen=${chosen} targets=${[...targets.keys()]} />
        <${Cells}
          label=${t('board.label', { game: localized(entry.name) })}
          layout=${layout}
          describe=${(/** @type {Square} */ square) => this.describe(square, chosen, targets)}
          pressable=${pressable}
          chosen=${chosen}
          onPress=${this.onPress}
          onLetGo=${this.letGo}
        />
      <//>
    `;
  }

  /**
   * @param {Square} square
   * @param {Square | null} chosen
   * @param {Map<Square, string>} targets
   * @returns {string}
   */
  describe(square, chosen, targets) {
    const { entry, board, choices } = this.props;
    const side = board.first.includes(square) ? 'first' : board.second.includes(square) ? 'second' : null;
    const parts = [side ? t('board.man', { square, colour: localized(entry.colours[side]) }) : square];
    if (board.marked?.includes(square)) parts.push(t('board.marked'));
    if (square === chosen) parts.push(t('board.chosen'));
    else if (targets.has(square)) parts.push(t('board.target'));
    else if (choices.men.has(square)) parts.push(t('board.movable'));
    return parts.join(', ');
  }
}

/**
 * A board to look at, small, such as stands beside a game's name.
 *
 * @param {{ entry: CatalogueEntry, board: BoardState }} props
 */
export function BoardPicture({ entry, board }) {
  const layout = layOut(entry.board, 'first');
  return html`
    <${Canvas} entry=${entry} layout=${layout}>
      <${Field} entry=${entry} layout=${layout} />
      <${Men} entry=${entry} layout=${layout} board=${board} lastMove=${null} ply=${0} />
    <//>
  `;
}

/**
 * @param {{ entry: CatalogueEntry, layout: Layout, svg?: object, children?: any }} props `svg` takes the element, and
 *   leaves room for a frame
 */
function Canvas({ entry, layout, svg, children }) {
  const frame = svg ? frameWidth(layout) : 0;
  const box = [-frame, -frame, layout.width + 2 * frame, layout.height + 2 * frame];
  return html`
    <svg
      ref=${svg}
      class="board"
      viewBox=${box.join(' ')}
      data-look=${entry.board.look}
      data-squares=${layout.width > FEW_SQUARES ? 'many' : 'few'}
    >
      ${children}
    </svg>
  `;
}
