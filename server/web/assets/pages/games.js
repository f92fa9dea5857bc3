/** The archive: finished games to be found and replayed, and games that somebody brings along as a text. */
import { GameList } from '../games/list.js';
import { Paste } from '../games/paste.js';
import { queryOfSearch, searchIn } from '../games/search.js';
import { SearchForm } from '../games/search-form.js';
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';
import { fetchCatalogue } from '../net/api.js';
import { Loaded } from './loaded.js';
import { Replay } from './replay.js';

/** @import { CatalogueEntry, ReadGame } from '../protocol.js' */

/** @extends {Component<{}, { text: string, game: ReadGame | null }>} */
export class GamesPage extends Component {
  /** @type {{ text: string, game: ReadGame | null }} */
  state = { text: '', game: null };
  /** The address at which a text was pasted. */
  address = '';

  componentDidMount() {
    addEventListener('popstate', this.onBack);
  }

  componentWillUnmount() {
    removeEventListener('popstate', this.onBack);
  }

  onBack = () => {
    if (location.href === this.address) this.setState({ game: null });
  };

  /**
   * @param {string} text
   * @param {ReadGame} game
   */
  onRead = (text, game) => {
    // From the board, going back leads to the text that it was read from.
    this.address = location.href;
    history.pushState(null, '', location.pathname + location.search);
    scrollTo(0, 0);
    this.setState({ text, game });
  };

  render() {
    return html`<${Loaded} load=${fetchCatalogue} show=${(/** @type {CatalogueEntry[]} */ games) => this.shown(games)} />`;
  }

  /** @param {CatalogueEntry[]} games */
  shown(games) {
    const { text, game } = this.state;
    const entry = game && games.find(({ id }) => id === game.game);
    if (game && entry) {
      return html`<${Replay} entry=${entry} game=${{ id: null, computer: null, ...game }} onBack=${() => history.back()} />`;
    }
    const search = searchIn(location.search);
    const query = queryOfSearch(search);
    document.title = `${t('games.heading')} · Sauterelle`;
    return html`
      <div class="reading statistics archive">
        <h1>${t('games.heading')}</h1>
        <p class="lead">${t('games.intro')}</p>
        <${SearchForm} games=${games} search=${search} />
        <${GameList} key=${query} catalogue=${games} query=${query} />
        <section>
          <h2 id="paste">${t('games.paste')}</h2>
          <${Paste} text=${text} onRead=${this.onRead} />
        </section>
        <p class="actions closing">
          <a class="button" href="/stats">${t('stats.heading')}</a>
          <a class="button" href="/developers">${t('developers.heading')}</a>
        </p>
      </div>
    `;
  }
}
