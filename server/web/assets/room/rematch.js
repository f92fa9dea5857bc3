/** What to play next with the same opponent: the same game with sides swapped, or another one. */
import { Component, html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { otherSide } from '../protocol.js';

/** @import { CatalogueEntry, Side } from '../protocol.js' */
/** @import { RoomSession } from './session.js' */

/**
 * @typedef {object} RematchProps
 * @property {CatalogueEntry[]} catalogue
 * @property {string} game the game that is over
 * @property {Side | null} side the side this person had in it; nothing if that was both
 * @property {boolean} atOnce whether it needs nobody's consent, as there is nobody else
 * @property {boolean} agrees whether the other player agrees to anything
 * @property {RoomSession} session
 */

/** @extends {Component<RematchProps, { next: string | null }>} */
export class Rematch extends Component {
  /** @type {{ next: string | null }} */
  state = { next: null };

  /** @param {Event} event */
  choose = (event) => this.setState({ next: /** @type {HTMLSelectElement} */ (event.currentTarget).value });

  offer = () => this.props.session.offer('rematch', this.state.next ?? this.props.game);

  render() {
    const { catalogue, game, side, atOnce, agrees, session } = this.props;
    const next = this.state.next ?? game;
    const entry = catalogue.find(({ id }) => id === next);
    const colour = side && entry ? localized(entry.colours[otherSide(side)]) : null;
    const again = next === game && !atOnce;
    const label = again ? 'rematch.again' : atOnce || agrees ? 'rematch.start' : 'rematch.other';
    return html`
      <section class="rematch">
        <p class="actions">
          <label class="next-game">
            <span class="visually-hidden">${t('rematch.next')}</span>
            <select name="next" onChange=${this.choose}>
              ${catalogue.map(
                ({ id, name }) => html`<option key=${id} value=${id} selected=${id === next}>${localized(name)}</option>`,
              )}
            </select>
          </label>
          <button
            type="button"
            class="primary"
            data-action="rematch"
            disabled=${session.isPending('offer')}
            onClick=${this.offer}
          >
            ${t(label)}
          </button>
        </p>
        ${colour && html`<p class="details">${t('rematch.swapped', { colour })}</p>`}
      </section>
    `;
  }
}
