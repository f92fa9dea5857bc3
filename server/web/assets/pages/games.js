/** The archive: finished games to be found and replayed, and games that somebody brings along as a text. */
import { GameList } from '../games/list.js';
import { Paste } from '../games/paste.js';
import { queryOfSearch, searchIn } from '../games/search.js';
import { SearchForm } from '../games/search-form.js';
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';
import { fetchCatalogue, fetchGames } from '../net/api.js';
import { Loaded } from './loaded.js';
import { Replay } from './replay.js';

/** @import { CatalogueEntry, GamePage, ReadGame } from '../protocol.js' */

/** @extends {Component<{}, { text: string, game: ReadGame | null }>} */
export class GamesPage extends Component {
  /** @type {{ text: string, game: ReadGame | null }} */
  state = { text: '', game: null };

  render() {
    const query = queryOfSearch(searchIn(location.search));
    return html`
      <${Loaded}
        key=${query}
        load=${() => Promise.all([fetchCatalogue(), fetchGames(query)])}
        show=${(/** @type {[CatalogueEntry[], GamePage]} */ [games, page]) => this.shown(games, page, query)}
      />
    `;
  }

  /**
   * @param {CatalogueEntry[]} games
   * @param {GamePage} page
   * @param {string} query
   */
  shown(games, page, query) {
    const { text, game } = this.state;
    const entry = game && games.find(({ id }) => id === game.game);
    if (game && entry) {
      const back = () => this.setState({ game: null });
      return html`<${Replay} entry=${entry} game=${{ id: null, computer: null, ...game }} onBack=${back} />`;
    }
    document.title = `${t('games.heading')} · Sauterelle`;
    return html`
      <div class="reading statistics archive">
        <h1>${t('games.heading')}</h1>
        <p class="lead">${t('games.intro')}</p>
        <${SearchForm} games=${games} search=${searchIn(location.search)} />
        <${GameList} catalogue=${games} query=${query} first=${page} />
        ${page.games.length > 0 &&
        html`
          <p>
            <a class="button" href="/api/games/export${query}" download="sauterelle-games.ndjson">${t('games.export')}</a>
            <span class="note">${t('games.exportHint')}</span>
          </p>
        `}
        <section>
          <h2 id="paste">${t('games.paste')}</h2>
          <${Paste}
            text=${text}
            onRead=${(/** @type {string} */ pasted, /** @type {ReadGame} */ read) => this.setState({ text: pasted, game: read })}
          />
        </section>
        <p class="actions closing"><a class="button" href="/stats">${t('stats.heading')}</a></p>
      </div>
    `;
  }
}
