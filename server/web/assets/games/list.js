/** A list of finished games that grows as long as somebody asks for more. */
import { Component, html } from '../html.js';
import { keyFor, localized, locale, t } from '../i18n/index.js';
import { ApiError, fetchGames } from '../net/api.js';
import { count } from '../stats/parts.js';

/** @import { CatalogueEntry, GameEntry } from '../protocol.js' */

/**
 * How many pages are asked for until one has a game. Where hardly any game fits, the server looks at a piece of the archive
 * for each page.
 */
const PAGES_AT_ONCE = 20;

/**
 * @typedef {object} GameListState
 * @property {GameEntry[]} games
 * @property {string | null | undefined} next where the list goes on; `undefined` before it has begun, `null` at its end
 * @property {boolean} asking
 * @property {string | null} error
 */

/** @extends {Component<{ catalogue: CatalogueEntry[], query: string }, GameListState>} */
export class GameList extends Component {
  /** @type {GameListState} */
  state = { games: [], next: undefined, asking: true, error: null };
  gone = false;

  componentDidMount() {
    this.more();
  }

  componentWillUnmount() {
    this.gone = true;
  }

  more = async () => {
    this.setState({ asking: true, error: null });
    try {
      let { next } = this.state;
      for (let pages = 0; pages < PAGES_AT_ONCE && next !== null; pages += 1) {
        const page = await fetchGames(this.props.query, next);
        if (this.gone) return;
        next = page.next;
        this.setState(({ games }) => ({ games: [...games, ...page.games], next: page.next }));
        if (page.games.length > 0) break;
      }
      this.setState({ asking: false });
    } catch (error) {
      this.setState({ asking: false, error: error instanceof ApiError ? error.code : 'unreachable' });
    }
  };

  render() {
    const { games, next, asking, error } = this.state;
    const senseless = error === 'bad_message';
    return html`
      <section class="found" aria-busy=${asking}>
        ${games.length > 0 && this.table()}
        <p class="none" role="status">${this.standing()}</p>
        ${error !== null && html`<p role="alert">${t(senseless ? 'games.senseless' : keyFor('error', error))}</p>`}
        ${(error !== null || next !== null) &&
        !senseless &&
        html`
          <p>
            <button type="button" disabled=${asking} onClick=${this.more}>
              ${t(error !== null ? 'app.tryAgain' : games.length > 0 ? 'games.more' : 'games.further')}
            </button>
          </p>
        `}
        ${(games.length > 0 || typeof next === 'string') &&
        html`
          <p class="taking">
            <a class="button" href="/api/games/export${this.props.query}" download="sauterelle-games.ndjson">${t('games.export')}</a>
            <span class="note">${t('games.exportHint')}</span>
          </p>
        `}
      </section>
    `;
  }

  /** @returns {string} what there is so far */
  standing() {
    const { games, next, asking, error } = this.state;
    if (games.length > 0) return t('games.shown', { count: games.length });
    if (asking) return t('app.loading');
    if (error !== null) return '';
    return t(next === null ? 'games.none' : 'games.noneYet');
  }

  table() {
    const when = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
    return html`
      <div class="scrolled" tabindex="0" role="region" aria-label=${t('games.heading')}>
        <table class="games-list">
          <caption class="visually-hidden">${t('games.heading')}</caption>
          <thead>
            <tr>
              <th scope="col">${t('games.game')}</th>
              <th scope="col">${t('games.outcome')}</th>
              <th scope="col">${t('games.opponent')}</th>
              <th scope="col">${t('games.plies')}</th>
              <th scope="col" class="opening">${t('games.opening')}</th>
            </tr>
          </thead>
          <tbody>
            ${this.state.games.map((game) => this.row(game, when.format(game.ended)))}
          </tbody>
        </table>
      </div>
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
        <th scope="row">
          <a href="/games/${game.id}" aria-label=${t('games.replay', { game: name, when })}>${name}</a>
          <span class="more">${when}</span>
        </th>
        <td><span class="label">${winner}</span> <span class="more">${t(keyFor('ending', game.reason))}</span></td>
        <td>
          ${game.computer === null ? t('stats.people') : t('computer.called', { level: game.computer })}${' '}
          <span class="more">${t(game.clocked ? 'stats.clocksWith' : 'stats.clocksWithout')}</span>
        </td>
        <td>${count(game.plies)}</td>
        <td class="opening">${game.opening.join(' ')}</td>
      </tr>
    `;
  }
}
