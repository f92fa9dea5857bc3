/**
 * The page's beginning: its language, its header, and which page an address stands for.
 */
import { Component, createRef, html, render } from './html.js';
import {
  chooseLanguage,
  currentLanguage,
  initialLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  learn,
  speak,
  t,
} from './i18n/index.js';
import { Later } from './later.js';
import { NotFoundPage } from './pages/not-found.js';
import { go, onNavigation } from './router.js';
import { takeSeatFromAddress } from './seat-link.js';
import { onSettings, reloadSettings } from './settings.js';
import { SettingsButtons } from './settings-panel.js';
import { keepTheme } from './theme.js';

/** @import { Ref } from './html.js' */
/** @import { Language, TextKey } from './i18n/index.js' */

/** Ids of rooms and games leave out the letters that are easily misread. */
const ID = '([0-9a-hjkmnp-tv-z]{12})';
const ROOM_PATH = new RegExp(`^/r/${ID}/?$`, 'i');
const GAME_PATH = new RegExp(`^/games/${ID}/?$`, 'i');
const GAMES_PATH = /^\/games\/?$/;
const RULES_PATH = /^\/rules(?:\/([a-z0-9]+))?\/?$/;
const DEVELOPERS_PATH = /^\/developers\/?$/;
const STATS_PATH = /^\/stats(?:\/([a-z0-9]+))?\/?$/;

/** @type {[string, TextKey][]} */
const SECTIONS = [
  ['/rules', 'app.rules'],
  ['/stats', 'app.stats'],
];

const homePage = () => import('./pages/home.js').then(({ HomePage }) => HomePage);
const roomPage = () => import('./pages/room.js').then(({ RoomPage }) => RoomPage);
const rulesPage = () => import('./pages/rules.js').then(({ RulesPage }) => RulesPage);
const statsPage = () => import('./pages/stats.js').then(({ StatsPage }) => StatsPage);
const gamesPage = () => import('./pages/games.js').then(({ GamesPage }) => GamesPage);
const developersPage = () => import('./pages/developers.js').then(({ DevelopersPage }) => DevelopersPage);
const replayPage = () => import('./pages/replay.js').then(({ ReplayPage }) => ReplayPage);

/** @param {string} path */
function pageAt(path) {
  if (path === '/') {
    const onRoom = (/** @type {string} */ room) => go(`/r/${room}`);
    return html`<${Later} key="home" load=${homePage} with=${{ onRoom }} />`;
  }
  // The key makes another room another page, with a connection of its own.
  const room = ROOM_PATH.exec(path)?.[1]?.toLowerCase();
  if (room) return html`<${Later} key=${room} load=${roomPage} with=${{ room }} />`;
  const id = GAME_PATH.exec(path)?.[1]?.toLowerCase();
  if (id) return html`<${Later} key=${id} load=${replayPage} with=${{ id }} />`;
  if (GAMES_PATH.test(path)) return html`<${Later} key="games" load=${gamesPage} with=${{}} />`;
  if (DEVELOPERS_PATH.test(path)) return html`<${Later} key="developers" load=${developersPage} with=${{}} />`;
  const rules = RULES_PATH.exec(path);
  if (rules) return html`<${Later} key="rules" load=${rulesPage} with=${{ game: rules[1] ?? null }} />`;
  const stats = STATS_PATH.exec(path);
  if (stats) return html`<${Later} key="stats" load=${statsPage} with=${{ game: stats[1] ?? null }} />`;
  return html`<${NotFoundPage} />`;
}

/**
 * @typedef {object} AppState
 * @property {string} path
 * @property {boolean} unlearned whether the texts of the language that was wanted last could not be fetched
 */

/** @extends {Component<{}, AppState>} */
class App extends Component {
  /** @type {AppState} */
  state = { path: location.pathname, unlearned: false };
  /** @type {Language | null} the language whose texts are awaited */
  awaited = null;
  /** @type {Ref<HTMLElement>} */
  main = createRef();

  componentDidMount() {
    onNavigation((path) => this.setState({ path }));
    onSettings(() => this.forceUpdate());
    addEventListener('storage', () => reloadSettings());
  }

  /**
   * @param {{}} _
   * @param {AppState} before
   */
  componentDidUpdate(_, before) {
    // As after loading a document, reading and Tab begin at the new page.
    if (before.path !== this.state.path) this.main.current?.focus({ preventScroll: true });
  }

  /** @param {Language} language */
  choose(language) {
    this.awaited = language;
    // Whoever chooses again meanwhile gets the last one.
    const settle = (/** @type {boolean} */ known) => {
      if (this.awaited !== language) return;
      this.awaited = null;
      if (known) chooseLanguage(language);
      this.setState({ unlearned: !known });
    };
    learn(language).then(
      () => settle(true),
      () => settle(false),
    );
  }

  render() {
    const { path, unlearned } = this.state;
    return html`
      <a class="skip" href="#main">${t('app.skip')}</a>
      <header class="masthead">
        <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="32" height="32" /> <span>Sauterelle</span></a>
        <nav aria-label=${t('app.sections')}>
          ${SECTIONS.map(
            ([section, name]) => html`
              <a key=${section} href=${section} aria-current=${path.startsWith(section) ? 'page' : null}>${t(name)}</a>
            `,
          )}
        </nav>
        <div class="tools">
          <${SettingsButtons} />
          <div class="languages" role="group" aria-label=${t('language.switch')}>
            ${LANGUAGES.map(
              (language) => html`
                <button
                  key=${language}
                  type="button"
                  lang=${language}
                  aria-pressed=${language === currentLanguage()}
                  title=${LANGUAGE_NAMES[language]}
                  onClick=${() => this.choose(language)}
                >
                  ${language.toUpperCase()}
                </button>
              `,
            )}
          </div>
        </div>
      </header>
      ${unlearned && html`<p class="notice" role="alert">${t('error.unreachable')}</p>`}
      <main id="main" ref=${this.main} tabindex="-1">${pageAt(path)}</main>
    `;
  }
}

// Before anything else: the token of a seat must not stay where it can be read.
takeSeatFromAddress(location, history);
addEventListener('hashchange', () => {
  const before = location.href;
  takeSeatFromAddress(location, history);
  // A link to a seat in a room that is shown already: the page begins anew, with that seat.
  if (location.href !== before) location.reload();
});
keepTheme();
const language = initialLanguage(navigator.languages, new URLSearchParams(location.search).get('lang'));
await learn(language);
speak(language);
render(html`<${App} />`, /** @type {Element} */ (document.getElementById('app')));
