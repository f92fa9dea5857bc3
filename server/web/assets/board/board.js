/**
 * A board with what stands on it, on which a person may choose and play: by tapping or clicking, by dragging, or by
 * keyboard.
 */
import { Component, createRef, html } from '../html.js';
import { currentLanguage, localized, t } from '../i18n/index.js';
import { otherSide } from '../protocol.js';
import { settings } from '../settings.js';
import { attributesOf, isChequered, viewBoxOf } from './canvas.js';
import { Cells, squareOf } from './cells.js';
import { explanation } from './explain.js';
import { Field } from './field.js';
import { Frame, frameWidth } from './frame.js';
import { hasCornerCamps, layOut, squareAt } from './geometry.js';
import { beginGesture, endGesture, isDragging, moveGesture } from './gesture.js';
import { ChoiceMarks, LastMoveMarks, WayAhead } from './hints.js';
import { Loupe } from './loupe.js';
import { Man } from './man.js';
import { Men } from './men.js';
import { CAPTURED, NO_CHOICES, parseMove, press, stillChosen, targetsOf } from './moves.js';
import { preview, sideAt, wayOf } from './preview.js';
import { capturedMen, Tray } from './tray.js';

/** @import { BoardState, CatalogueEntry, Geometry, LastMove, Side, Square } from '../protocol.js' */
/** @import { Drawn, Ref } from '../html.js' */
/** @import { Layout } from './geometry.js' */
/** @import { Gesture } from './gesture.js' */
/** @import { Choices, Chosen } from './moves.js' */

/** Squares that are smaller than this, in pixels, need a loupe under a finger. */
const FINGER = 36;

/** For so many milliseconds after a finger or mouse was lifted, a click is the same press once more. */
const SAME_PRESS_MS = 700;

/** @type {number} counts the boards on the page, to name them */
let boards = 0;

/**
 * @typedef {object} BoardProps
 * @property {CatalogueEntry} entry
 * @property {Side} bottom the side that sits at the lower edge
 * @property {BoardState} board
 * @property {LastMove | null} lastMove
 * @property {number} ply
 * @property {Choices} choices
 * @property {(move: string) => void} onPlay
 * @property {Side | null} [toMove] whose men can be moved, if that is known
 * @property {string} [label] how a screen reader calls the board
 * @property {boolean} [quiet] whether moves are played without asking, and nothing is explained
 * @property {(side: Side, tray: Drawn) => Drawn} [beside] draws what lies beside the board at that side's edge, with its
 *   captured men in it; by default these alone
 */

/**
 * @typedef {object} BoardOwnState
 * @property {Chosen | null} chosen
 * @property {Square | null} aim the square that a mouse or the keyboard is on
 * @property {Gesture | null} gesture
 * @property {{ x: number, y: number } | null} pointer where it is while pressed, in pixels of the window
 * @property {string | null} asked the move that waits to be confirmed
 * @property {string | null} dropped the move that was just played by dragging
 */

/** @extends {Component<BoardProps, BoardOwnState>} */
export class Board extends Component {
  /** @type {Ref<HTMLElement>} */
  area = createRef();
  /** @type {Ref<SVGGElement>} what is drawn in squares */
  plane = createRef();
  id = `board-${(boards += 1)}`;
  /** @type {BoardOwnState} */
  state = { chosen: null, aim: null, gesture: null, pointer: null, asked: null, dropped: null };
  /** @type {{ id: number, x: number, y: number } | null} the pointer that is pressed, and where it was */
  pressed = null;
  /** When it was lifted. */
  lifted = -Infinity;
  /** @type {{ geometry: Geometry, layout: Layout } | null} kept as long as it is the same */
  laidOut = null;

  componentDidMount() {
    document.addEventListener('pointerdown', this.onPressAnywhere);
  }

  componentWillUnmount() {
    document.removeEventListener('pointerdown', this.onPressAnywhere);
  }

  /** @param {BoardProps} before */
  componentDidUpdate(before) {
    const { asked } = this.state;
    // A question about a move that can no longer be played is answered.
    if (asked !== null && before.choices !== this.props.choices && !canPlay(this.props.choices, asked)) {
      this.setState({ asked: null });
    }
  }

  /** @param {PointerEvent} event */
  onPressAnywhere = ({ target }) => {
    if (target instanceof Node && !this.area.current?.contains(target) && this.state.chosen !== null) this.letGo();
  };

  letGo = () => this.setState({ chosen: null, asked: null });

  /** @param {Chosen} pressed */
  onPress = (pressed) => {
    const { asked } = this.state;
    if (asked !== null) {
      // Pressing where the man would go says yes, and anything else no.
      if (asked.endsWith(pressed)) this.confirm();
      else this.setState({ asked: null });
      return;
    }
    const { chosen, play } = press(this.props.choices, this.chosen(), pressed);
    this.setState({ chosen });
    if (play !== null) this.play(play, false);
  };

  /**
   * @param {string} move
   * @param {boolean} dropped whether its man was dragged there
   */
  play(move, dropped) {
    const asks = settings().confirm && !this.props.quiet;
    this.setState({ chosen: null, aim: null, dropped: dropped ? move : null, asked: asks ? move : null });
    if (!asks) this.props.onPlay(move);
  }

  confirm = () => {
    const { asked } = this.state;
    this.setState({ asked: null, dropped: asked });
    if (asked !== null) this.props.onPlay(asked);
  };

  /** @returns {Chosen | null} */
  chosen() {
    return stillChosen(this.props.choices, this.state.chosen);
  }

  /** @param {Square | null} aim */
  onAim = (aim) => {
    if (aim !== this.state.aim) this.setState({ aim });
  };

  /**
   * @param {{ clientX: number, clientY: number }} event
   * @returns {{ square: Square | null, x: number, y: number, pixels: number }} where that is on the board, in squares,
   *   and how many pixels a square is wide; nowhere if the board is not to be seen at all
   */
  locate({ clientX, clientY }) {
    const matrix = this.plane.current?.getScreenCTM();
    if (!matrix) return { square: null, x: 0, y: 0, pixels: 1 };
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { square: squareAt(this.layout(), { x, y }), x, y, pixels: Math.hypot(matrix.a, matrix.b) };
  }

  /** @param {PointerEvent} event */
  onPointerDown = (event) => {
    if (!event.isPrimary) {
      // A second finger zooms; what the first one began is over.
      this.cancel();
      return;
    }
    if (event.button !== 0 || this.state.asked !== null) return;
    const { square, pixels } = this.locate(event);
    if (square === null) return;
    const small = event.pointerType !== 'mouse' && pixels < FINGER;
    this.pressed = { id: event.pointerId, x: event.clientX, y: event.clientY };
    const gesture = beginGesture({ square, chosen: this.chosen(), small }, this.props.choices);
    this.setState({ gesture, pointer: { x: event.clientX, y: event.clientY }, dropped: null });
    if (gesture.grabbed !== null || small) this.area.current?.setPointerCapture(event.pointerId);
  };

  /** @param {PointerEvent} event */
  onPointerMove = (event) => {
    const { pressed } = this;
    const { gesture } = this.state;
    if (pressed === null || gesture === null) {
      if (event.pointerType === 'mouse') this.onAim(this.locate(event).square);
      return;
    }
    if (event.pointerId !== pressed.id) return;
    const { square, pixels } = this.locate(event);
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    const pointer = { square, squares: far / pixels, pixels: far };
    this.setState({
      gesture: moveGesture(gesture, pointer, this.props.choices),
      pointer: { x: event.clientX, y: event.clientY },
      aim: square,
    });
  };

  /** @param {PointerEvent} event */
  onPointerUp = (event) => {
    const { gesture } = this.state;
    if (this.pressed?.id !== event.pointerId || gesture === null) return;
    this.pressed = null;
    this.lifted = event.timeStamp;
    const { chosen, play, dropped } = endGesture(gesture, this.props.choices);
    this.setState({ gesture: null, pointer: null, chosen, aim: event.pointerType === 'mouse' ? gesture.aim : null });
    if (play !== null) this.play(play, dropped);
  };

  cancel = () => {
    const { gesture } = this.state;
    this.pressed = null;
    if (gesture !== null) this.setState({ gesture: null, pointer: null, chosen: gesture.before, aim: null });
  };

  onPointerLeave = () => {
    if (this.pressed === null) this.onAim(null);
  };

  /**
   * A click that no finger and no mouse has made, such as a screen reader's; and the answer to a question.
   *
   * @param {MouseEvent} event
   */
  onClick = (event) => {
    if (event.timeStamp - this.lifted < SAME_PRESS_MS) return;
    const square = squareOf(event.target);
    if (square !== null) this.onPress(square);
  };

  /** @returns {Layout} */
  layout() {
    const { entry, bottom } = this.props;
    const turn = settings().diamond && hasCornerCamps(entry.board) ? 45 : 0;
    const kept = this.laidOut;
    if (kept?.geometry === entry.board && kept.layout.bottom === bottom && kept.layout.turn === turn) return kept.layout;
    const layout = layOut(entry.board, bottom, turn);
    this.laidOut = { geometry: entry.board, layout };
    return layout;
  }

  /** @returns {{ board: BoardState, lastMove: LastMove | null, ply: number, choices: Choices }} what is to be seen */
  shown() {
    const { entry, board, lastMove, ply, choices, toMove } = this.props;
    const { asked } = this.state;
    if (asked === null || !canPlay(choices, asked)) return { board, lastMove, ply, choices };
    const { from } = parseMove(asked);
    const mover = (from === null ? null : sideAt(board, from)) ?? toMove ?? 'first';
    return { ...preview(board, mover, asked, entry), ply: ply + 1, choices: NO_CHOICES };
  }

  render() {
    const { entry, bottom, label, beside } = this.props;
    const { gesture, pointer } = this.state;
    const layout = this.layout();
    const { board, lastMove, ply, choices } = this.shown();
    const chosen = stillChosen(choices, gesture ? gesture.chosen : this.state.chosen);
    const targets = targetsOf(choices, chosen);
    const aim = gesture ? gesture.aim : this.state.aim;
    const aimed = aim === null || chosen === null ? null : targets.get(aim);
    const dragged = gesture !== null && isDragging(gesture) ? gesture.grabbed : null;
    const strip = beside ?? ((/** @type {Side} */ _, /** @type {Drawn} */ tray) => besideAlone(entry, tray));
    const trayOf = (/** @type {Side} */ side) => this.tray(side, board, choices, chosen);
    const look = attributesOf(entry, layout);
    const turned = layout.turn === 0 ? null : `rotate(${layout.turn} ${layout.width / 2} ${layout.height / 2})`;
    return html`
      <div class="board-area" ref=${this.area} data-gesture=${gesture !== null}
        onPointerDown=${this.onPointerDown}
        onPointerMove=${this.onPointerMove}
        onPointerUp=${this.onPointerUp}
        onPointerCancel=${this.cancel}
        onPointerLeave=${this.onPointerLeave}
        onClick=${this.onClick}
      >
        ${strip(otherSide(bottom), trayOf(otherSide(bottom)))}
        <svg class="board" ...${look} viewBox=${viewBoxOf(layout, frameWidth(layout))}>
          <g id=${this.id} class="contents" ...${look}>
            <g ref=${this.plane} transform=${turned}>
              <${Frame} entry=${entry} layout=${layout} />
              <${Field} entry=${entry} layout=${layout} chequered=${isChequered(entry)} />
              <${LastMoveMarks} layout=${layout} lastMove=${lastMove} />
              <${Men}
                entry=${entry}
                layout=${layout}
                board=${board}
                lastMove=${lastMove}
                ply=${ply}
                lifted=${dragged}
                dropped=${this.state.dropped}
              />
              <${ChoiceMarks}
                layout=${layout}
                board=${board}
                chosen=${chosen !== null && sideAt(board, chosen) !== null ? chosen : null}
                targets=${[...targets.keys()]}
                aim=${aim}
              />
              <${WayAhead} layout=${layout} way=${aimed ? wayOf(entry, board, aimed) : null} />
              ${dragged !== null && pointer !== null && this.carried(dragged, board, layout, pointer)}
            </g>
          </g>
          <g transform=${turned}>
            <${Cells}
              label=${label ?? t('board.label', { game: localized(entry.name) })}
              language=${currentLanguage()}
              entry=${entry}
              layout=${layout}
              board=${board}
              choices=${choices}
              chosen=${chosen}
              onPress=${this.onPress}
              onLetGo=${this.letGo}
              onAim=${this.onAim}
            />
          </g>
        </svg>
        ${gesture?.small && pointer !== null && this.loupe(layout, look, pointer, aim)}
        ${strip(bottom, trayOf(bottom))}
        ${this.question()}
        ${!this.props.quiet && this.explained(board, lastMove)}
      </div>
    `;
  }

  /**
   * @param {Side} side
   * @param {BoardState} board
   * @param {Choices} choices
   * @param {Chosen | null} chosen
   */
  tray(side, board, choices, chosen) {
    const { entry, toMove } = this.props;
    const count = capturedMen(entry, board, side);
    if (count === 0) return null;
    const [payers] = choices.returns.values();
    const [payer] = payers?.keys() ?? [];
    const choosable = payer !== undefined && sideAt(board, payer) === side && (toMove ?? side) === side;
    return html`
      <${Tray}
        entry=${entry}
        side=${side}
        count=${count}
        choosable=${choosable}
        chosen=${choosable && (chosen?.startsWith(CAPTURED) ?? false)}
        onPress=${() => this.onPress(CAPTURED)}
      />
    `;
  }

  /**
   * The man in the hand.
   *
   * @param {Square} square where it was taken from
   * @param {BoardState} board
   * @param {Layout} layout
   * @param {{ x: number, y: number }} pointer
   */
  carried(square, board, layout, pointer) {
    const side = sideAt(board, square);
    if (side === null) return null;
    const { x, y } = this.locate({ clientX: pointer.x, clientY: pointer.y });
    const place = `translate(${x} ${y}) rotate(${-layout.turn}) scale(1.15)`;
    return html`
      <g class="carried" aria-hidden="true" transform=${place}>
        <${Man} entry=${this.props.entry} side=${side} marked=${board.marked?.includes(square)} />
      </g>
    `;
  }

  /**
   * @param {Layout} layout
   * @param {Record<string, string>} look
   * @param {{ x: number, y: number }} finger
   * @param {Square | null} aim
   */
  loupe(layout, look, finger, aim) {
    const matrix = this.plane.current?.ownerSVGElement?.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(finger.x, finger.y).matrixTransform(matrix.inverse());
    return html`<${Loupe} board=${this.id} layout=${layout} look=${look} finger=${finger} point=${point} aim=${aim} />`;
  }

  question() {
    const { asked } = this.state;
    if (asked === null) return null;
    return html`
      <div class="question confirmation" role="group" aria-label=${t('board.confirm', { move: asked })}>
        <span>${t('board.confirm', { move: asked })}</span>
        <button type="button" class="primary" data-action="play-move" ref=${focus} onClick=${this.confirm}>
          ${t('board.confirmYes')}
        </button>
        <button type="button" data-action="keep-move" onClick=${this.letGo}>${t('board.confirmNo')}</button>
      </div>
    `;
  }

  /**
   * @param {BoardState} board
   * @param {LastMove | null} lastMove
   */
  explained(board, lastMove) {
    const { entry } = this.props;
    // Where moves need no explaining no room is kept for it.
    if (!entry.placing && !entry.bringing_back) return null;
    return html`<p class="explanation">${explanation(entry, board, lastMove)}</p>`;
  }
}

/**
 * What lies beside a board that stands for itself. Where men are captured, the room for them is kept from the beginning.
 *
 * @param {CatalogueEntry} entry
 * @param {Drawn} tray
 */
function besideAlone(entry, tray) {
  return entry.placing || entry.bringing_back ? html`<div class="beside">${tray}</div>` : null;
}

/**
 * @param {Choices} choices
 * @param {string} move
 */
function canPlay({ men, placings }, move) {
  const { from, to } = parseMove(move);
  return from === null ? placings.has(to) : men.get(from)?.get(to) === move;
}

/** @param {HTMLElement | null} element */
function focus(element) {
  element?.focus({ preventScroll: true });
}
