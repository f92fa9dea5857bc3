/** After a game against the computer: the same once more, at a level above or below. That is another room. */
import { displayName } from '../display-name.js';
import { Component, html } from '../html.js';
import { keyFor, t } from '../i18n/index.js';
import { ApiError, createRoom } from '../net/api.js';
import { go } from '../router.js';

/** @import { RoomSetup, Snapshot } from '../protocol.js' */

/** The levels there are. */
const [LOWEST, HIGHEST] = [1, 5];

/**
 * @param {Pick<Snapshot, 'setup' | 'game'>} room
 * @param {number} level
 * @returns {RoomSetup} what to choose for a room in which the game that was played last is played at another level
 */
export function setupAt({ setup, game }, level) {
  return { ...setup, game: game?.game ?? setup.game, computer: level };
}

/** @extends {Component<{ room: Snapshot, level: number }, { making: boolean, error: string | null }>} */
export class OtherLevels extends Component {
  /** @type {{ making: boolean, error: string | null }} */
  state = { making: false, error: null };
  gone = false;

  componentWillUnmount() {
    this.gone = true;
  }

  /** @param {number} level */
  async play(level) {
    this.setState({ making: true, error: null });
    try {
      const made = await createRoom(setupAt(this.props.room, level), displayName());
      if (!this.gone) go(`/r/${made}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.setState({ making: false, error: error.code });
    }
  }

  render() {
    const { level } = this.props;
    const { making, error } = this.state;
    const button = (/** @type {number} */ other, /** @type {'level.stronger' | 'level.weaker'} */ words) => html`
      <button type="button" data-level=${other} disabled=${making} onClick=${() => this.play(other)}>
        ${t(words, { level: other })}
      </button>
    `;
    return html`
      <p class="actions other-levels">
        ${level < HIGHEST && button(level + 1, 'level.stronger')}
        ${level > LOWEST && button(level - 1, 'level.weaker')}
      </p>
      ${error !== null && html`<p class="details" role="alert">${t(keyFor('error', error))}</p>`}
    `;
  }
}
