/** A side's clock, which runs by itself from what the server last said. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';
import { clockText, isLow, timeInWords, timeLeft, untilNextLook } from './clocks.js';

/** @import { Clocks, Side, TimeControl } from '../protocol.js' */
/** @import { Drawn } from '../html.js' */

/** Timers of browsers reach no further than some weeks, and what is far away is looked at again in between. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * @typedef {object} ClockFaceProps
 * @property {Clocks} clocks
 * @property {TimeControl} control
 * @property {Side} side
 * @property {string} colour the side's
 * @property {() => number} now the server's time
 */

/** @extends {Component<ClockFaceProps>} */
export class ClockFace extends Component {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  componentDidMount() {
    this.wind();
  }

  componentDidUpdate() {
    this.wind();
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  /** Looks again when there is something else to be seen. */
  wind() {
    const { clocks, control, side, now } = this.props;
    clearTimeout(this.timer);
    if (clocks.running !== side) return;
    const sleep = untilNextLook(timeLeft(clocks, side, now()), control);
    if (sleep !== Infinity) this.timer = setTimeout(() => this.forceUpdate(), Math.min(sleep, LONGEST_SLEEP_MS));
  }

  render() {
    const { clocks, control, side, colour, now } = this.props;
    const left = timeLeft(clocks, side, now());
    const running = clocks.running === side;
    const text = clockText(left, control);
    return html`
      <span
        class="clock"
        role="timer"
        aria-label=${t('clock.label', { colour, time: timeInWords(left) })}
        data-running=${String(running)}
        data-low=${String(isLow(left, control))}
        data-out=${String(left === 0)}
        data-words=${String(/[^\d:.,]/.test(text))}
      >
        ${text}
      </span>
    `;
  }
}

/**
 * The seconds until something happens.
 *
 * @extends {Component<{ until: number, now: () => number, say: (seconds: number) => Drawn }>}
 */
export class Countdown extends Component {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  componentDidMount() {
    this.wind();
  }

  componentDidUpdate() {
    this.wind();
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  wind() {
    clearTimeout(this.timer);
    const left = this.props.until - this.props.now();
    if (left > 0) this.timer = setTimeout(() => this.forceUpdate(), (left % 1_000) + 1);
  }

  render() {
    const { until, now, say } = this.props;
    return say(Math.max(0, Math.ceil((until - now()) / 1_000)));
  }
}
