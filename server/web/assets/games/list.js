/** A list of finished games that grows as long as somebody asks for more. */
import { Component, html } from '../html.js';
import { keyFor, localized, locale, t } from '../i18n/index.js';
import { ApiError, fetchGames } from '../net/api.js';
import { count } from '../stats/parts.js';

/** @import { CatalogueEntry, GameEntry, GamePage } from '../protocol.js' */

/**
 * @typedef {object} GameListState
 * @property {GameEntry[]} games
 * @property {string | null} next
 * @property {boolean} asking
 * @property {string | null} error
 */

/** @extends {Component<{ catalogue: CatalogueEntry[], query: string, first: GamePage }, GameListState>} */
export class GameList extends Component {
  /** @type {GameListState} */
  state = { ...this.props.first, asking: false, error: null };

  more = async () => {
    const { next } = this.state;
    if (next === null) return;
    this.setState({ asking: true, error: null });
    try {
      const page = await fetchGames(this.props.query, next);
      this.setState(({ games }) => ({ games: [...games, ...page.games], next: page.next, asking: false }));
    } catch (error) {
      this.setState({ asking: false, error: error instanceof ApiError ? error.code : 'unreachable' });
    }
  };

  render() {
    const { games, next, asking, error } = this.state;
    if (games.length === 0) return html`<p class="none">${t('games.none')}</p>`;
    const when = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
    return html`
      <div class="scrolled" tabindex="0" role="region" aria-label=${t('games.heading')}>
        <table class="games-list">
          <caption class="visually-hidden">${t('games.heading')}</caption>
          <thead>
            <tr>
              <th scope="col">${t('games.when')}</th>
              <th scope="col">${t('games.game')}</th>
              <th scope="col">${t('games.outcome')}</th>
              <th scope="col">${t('games.ending')}</th>
              <th scope="col">${t('games.plies')}</th>
              <th scope="col">${t('games.opening')}</th>
              <th scope="col">${t('games.opponent')}</th>
            </tr>
          </thead>
          <tbody>
            ${games.map((game) => this.row(game, when.format(game.ended)))}
          </tbody>
        </table>
      </div>
      <p class="none" role="status">${t('games.shown', { count: games.length })}</p>
      ${error && html`<p role="alert">${t(keyFor('error', error))}</p>`}
      ${next !== null &&
      html`<p><button type="button" disabled=${asking} onClick=${this.more}>${t('games.more')}</button></p>`}
    `;
  }

  /**
   * @param {GameEntry} game
   * @param {string} when
   */
  row(game, when) {
    const entry = this.props.catalogue.find(({ id }) => id === game.game);
    const name = entry ? localized(entry.name) : game.game;
    const { outcome } = game;
    const winner =
      outcome === 'draw' ? t('result.draw') : outcome === 'none' ? t('result.none') : entry ? localized(entry.colours[outcome]) : outcome;
    return html`
      <tr key=${game.id}>
        <th scope="row"><a href="/games/${game.id}" aria-label=${t('games.replay', { game: name, when })}>${when}</a></th>
        <td>${name}</td>
        <td><span class="label">${winner}</span></td>
        <td>${t(keyFor('ending', game.reason))}</td>
        <td>${count(game.plies)}</td>
        <td class="opening">${game.opening.join(' ')}</td>
        <td>${game.computer === null ? t('stats.people') : t('computer.called', { level: game.computer })}</td>
      </tr>
    `;
  }
}
