/** The rooms in which somebody waits for anyone; the list keeps itself up to date as long as it is looked at. */
import { Component, html } from '../html.js';
import { localized, t } from '../i18n/index.js';
import { otherSide } from '../protocol.js';
import { clockChoiceWords } from '../room/clocks.js';

/** @import { CatalogueEntry, LobbyEntry } from '../protocol.js' */

/**
 * @typedef {object} LobbyProps
 * @property {LobbyEntry[] | null} rooms nothing as long as there was no answer
 * @property {boolean} failed whether the last question was not answered
 * @property {CatalogueEntry[]} catalogue
 * @property {Set<string>} mine rooms in which this person sits
 * @property {(room: string) => void} onJoin
 */

/** @extends {Component<LobbyProps>} */
export class Lobby extends Component {
  render() {
    const { rooms, failed } = this.props;
    return html`
      <section class="lobby" id="lobby" aria-labelledby="lobby-heading">
        <h2 id="lobby-heading">${t('lobby.heading')}</h2>
        ${failed && html`<p class="facts">${t('lobby.unreachable')}</p>`}
        ${rooms !== null && rooms.length === 0 && html`<p class="facts">${t('lobby.empty')}</p>`}
        ${rooms !== null && rooms.length > 0 && html`
          <ul class="rooms">
            ${rooms.map((room) => this.row(room))}
          </ul>
        `}
      </section>
    `;
  }

  /** @param {LobbyEntry} room */
  row({ room, game, sides, clock, name, host_here }) {
    const { catalogue, mine, onJoin } = this.props;
    const entry = catalogue.find(({ id }) => id === game);
    if (!entry) return null;
    const player = name ?? t('lobby.someone');
    const colour = sides === 'lot' ? t('lobby.lot') : t('lobby.youPlay', { colour: localized(entry.colours[otherSide(sides)]) });
    return html`
      <li key=${room} data-room=${room}>
        <span class="what">
          <span class="name">${localized(entry.name)}</span>
          <span class="facts">
            <span class="presence" data-here=${String(host_here)} role="img" aria-label=${t(host_here ? 'lobby.here' : 'lobby.away')}></span>
            <bdi>${player}</bdi> · ${clockChoiceWords(clock)} · ${colour}
          </span>
        </span>
        ${mine.has(room)
          ? html`<a class="button" href="/r/${room}">${t('lobby.mine')}</a>`
          : html`
              <button
                type="button"
                class="primary"
                aria-label=${t('lobby.joinRoom', { game: localized(entry.name), player })}
                onClick=${() => onJoin(room)}
              >
                ${t('lobby.join')}
              </button>
            `}
      </li>
    `;
  }
}
