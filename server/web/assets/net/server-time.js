/**
 * What the server's clock says now. The two clocks of a page and its server may differ by hours, so the difference is
 * narrowed down from both sides: a time that the server names was its time before we heard it, and the answer to a
 * question carries a time that was its time after we asked.
 */

/** Two clocks drift apart by at most so much of the time that passes. */
const DRIFT = 1 / 2_000;

export class ServerTime {
  #here;
  /** The server's time less ours lies from `#least` to `#most`, as far as it was known at `#at`. */
  #least = -Infinity;
  #most = Infinity;
  #at;

  /** @param {() => number} here this device's time, in milliseconds */
  constructor(here = Date.now) {
    this.#here = here;
    this.#at = here();
  }

  /** @returns {number} the server's time now, in milliseconds; this device's as long as nothing was heard */
  now() {
    const here = this.#here();
    if (this.#least === -Infinity) return here;
    // A message takes at least no time at all; without a question there is nothing better to say.
    if (this.#most === Infinity) return here + this.#least;
    return here + (this.#least + this.#most) / 2;
  }

  /**
   * Something that the server says now names its time.
   *
   * @param {number} time
   */
  heard(time) {
    this.#narrow(time - this.#here(), Infinity);
  }

  /**
   * The server answers now, with its time, what was asked a while ago.
   *
   * @param {number} time
   * @param {number} asked this device's time when it was asked
   */
  answered(time, asked) {
    this.#narrow(time - this.#here(), time - asked);
  }

  /**
   * @param {number} least
   * @param {number} most
   */
  #narrow(least, most) {
    const here = this.#here();
    const drift = Math.abs(here - this.#at) * DRIFT;
    this.#at = here;
    this.#least = Math.max(this.#least - drift, least);
    this.#most = Math.min(this.#most + drift, most);
    if (this.#least <= this.#most) return;
    // One of the clocks was set, or this device slept: only the newest counts.
    this.#least = least;
    this.#most = most;
  }
}
