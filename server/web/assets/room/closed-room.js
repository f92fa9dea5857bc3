/** What the link of a closed room shows: the games that were played in it. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';
import { ApiError, fetchRoomGames } from '../net/api.js';
import { FinishedGames } from './series.js';

/** @import { CatalogueEntry, FinishedGame } from '../protocol.js' */

/**
 * @typedef {object} ClosedRoomProps
 * @property {string} room
 * @property {CatalogueEntry[]} catalogue
 */

/** @extends {Component<ClosedRoomProps, { games: FinishedGame[] }>} */
export class ClosedRoom extends Component {
  /** @type {{ games: FinishedGame[] }} */
  state = { games: [] };

  componentDidMount() {
    fetchRoomGames(this.props.room).then(
      ({ games }) => this.setState({ games }),
      (error) => {
        // That the room is closed is said in any case.
        if (!(error instanceof ApiError)) throw error;
      },
    );
  }

  render() {
    const { games } = this.state;
    return html`
      <section class="message">
        <h1 class="visually-hidden">Sauterelle</h1>
        <p role="alert">${t('error.room_closed')}</p>
        ${games.length > 0 && html`
          <p>${t('closed.games')}</p>
          <${FinishedGames} games=${games} catalogue=${this.props.catalogue} seat=${null} />
        `}
        <p><a class="button" href="/">${t('app.home')}</a></p>
      </section>
    `;
  }
}
