/**
 * Notices a connection that died without saying so: after a while of silence it asks, and if nothing comes back it
 * gives the connection up. The server speaks up every now and then by itself, but browsers keep its pings from us.
 */

/** How long silence is natural. */
export const QUIET_MS = 8_000;
/** How long an answer may take. */
export const ANSWER_MS = 10_000;

/**
 * @typedef {object} Timers
 * @property {(run: () => void, ms: number) => number} setTimeout
 * @property {(timer: number | null) => void} clearTimeout does nothing for `null`
 */

export class Heartbeat {
  #timers;
  #ask;
  #giveUp;
  /** @type {number | null} */
  #timer = null;
  #waiting = false;

  /**
   * @param {Timers} timers
   * @param {{ ask: () => void, giveUp: () => void }} actions
   */
  constructor(timers, { ask, giveUp }) {
    this.#timers = timers;
    this.#ask = ask;
    this.#giveUp = giveUp;
  }

  /** Something is to be heard within the time for an answer. */
  expect() {
    this.#set(this.#giveUp, ANSWER_MS);
    this.#waiting = true;
  }

  /** Something was heard. */
  heard() {
    this.#set(() => this.probe(), QUIET_MS);
  }

  /** Asks now, without waiting for silence. An answer that is due already is not put off. */
  probe() {
    if (this.#waiting) return;
    this.#ask();
    this.expect();
  }

  stop() {
    this.#timers.clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = false;
  }

  /**
   * @param {() => void} run
   * @param {number} ms
   */
  #set(run, ms) {
    this.stop();
    this.#timer = this.#timers.setTimeout(run, ms);
  }
}
