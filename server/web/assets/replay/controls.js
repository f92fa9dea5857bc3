/** Going through a game: to its ends, step by step, by itself, or anywhere at once. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';

/** @import { EventOn } from '../html.js' */
/** @import { TextKey } from '../i18n/index.js' */

/** How long each position stands when the game is played by itself. */
const MS_PER_MOVE = 1_500;

/** @type {Record<string, string>} */
const SIGNS = {
  start: 'M6 5v14M19 5l-9 7l9 7z',
  back: 'M16 5l-9 7l9 7z',
  play: 'M7 4l12 8l-12 8z',
  pause: 'M8 5v14M16 5v14',
  next: 'M8 5l9 7l-9 7z',
  end: 'M18 5v14M5 5l9 7l-9 7z',
  flip: 'M8 4v15m-4-4l4 4l4-4M16 20V5m-4 4l4-4l4 4',
};

/**
 * @typedef {object} ControlsProps
 * @property {number} ply
 * @property {number} plies
 * @property {(ply: number) => void} onGo
 * @property {() => void} [onFlip]
 */

/** @extends {Component<ControlsProps, { playing: boolean }>} */
export class Controls extends Component {
  state = { playing: false };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  componentDidMount() {
    document.addEventListener('keydown', this.onKey);
  }

  componentWillUnmount() {
    document.removeEventListener('keydown', this.onKey);
    clearTimeout(this.timer);
  }

  /** @param {KeyboardEvent} event */
  onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // The board, and everything one can type in or slide, have arrow keys of their own.
    if (event.target instanceof Element && event.target.closest('[role=grid], input, textarea, dialog, .moves')) return;
    const { ply, plies } = this.props;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: plies }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  };

  /** @param {number} ply */
  go = (ply) => {
    this.stop();
    this.step(ply);
  };

  /** @param {number} ply */
  step(ply) {
    const { plies, onGo } = this.props;
    onGo(Math.max(0, Math.min(plies, ply)));
  }

  stop() {
    clearTimeout(this.timer);
    if (this.state.playing) this.setState({ playing: false });
  }

  toggle = () => {
    if (this.state.playing) {
      this.stop();
      return;
    }
    this.setState({ playing: true });
    const { ply, plies } = this.props;
    if (ply === plies) this.step(0);
    else this.step(ply + 1);
    this.timer = setTimeout(this.onward, MS_PER_MOVE);
  };

  onward = () => {
    const { ply, plies } = this.props;
    if (ply >= plies) {
      this.stop();
      return;
    }
    this.step(ply + 1);
    this.timer = setTimeout(this.onward, MS_PER_MOVE);
  };

  render() {
    const { ply, plies, onFlip } = this.props;
    const { playing } = this.state;
    return html`
      <div class="controls" role="group" aria-label=${t('replay.controls')}>
        <input
          type="range"
          min="0"
          max=${plies}
          value=${ply}
          aria-label=${t('replay.jump')}
          aria-valuetext=${t('replay.at', { ply, plies })}
          onInput=${(/** @type {EventOn} */ event) => this.go(Number(event.currentTarget.value))}
        />
        <div class="buttons">
          ${this.button('start', 'replay.start', () => this.go(0), ply === 0)}
          ${this.button('back', 'replay.back', () => this.go(ply - 1), ply === 0)}
          ${this.button(playing ? 'pause' : 'play', playing ? 'replay.pause' : 'replay.play', this.toggle, plies === 0)}
          ${this.button('next', 'replay.next', () => this.go(ply + 1), ply === plies)}
          ${this.button('end', 'replay.end', () => this.go(plies), ply === plies)}
          ${onFlip && this.button('flip', 'replay.flip', onFlip, false)}
        </div>
      </div>
    `;
  }

  /**
   * @param {string} sign
   * @param {TextKey} label
   * @param {() => void} onClick
   * @param {boolean} disabled
   */
  button(sign, label, onClick, disabled) {
    return html`
      <button
        type="button"
        class="icon-button"
        data-step=${sign}
        aria-label=${t(label)}
        title=${t(label)}
        disabled=${disabled}
        onClick=${onClick}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[sign]} /></svg>
      </button>
    `;
  }
}
