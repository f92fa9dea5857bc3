/**
 * The page's beginning: its language, its header, and which page an address stands for.
 */
import { Component, html, render } from './html.js';
import { chooseLanguage, currentLanguage, initialLanguage, LANGUAGES, speak, t, TEXTS } from './i18n/index.js';
import { HomePage } from './pages/home.js';
import { NotFoundPage } from './pages/not-found.js';
import { RoomPage } from './pages/room.js';
import { go, onNavigation } from './router.js';

/** @import { Language } from './i18n/index.js' */

/** Ids of rooms leave out the letters that are easily misread. */
const ROOM_PATH = /^\/r\/([0-9a-hjkmnp-tv-z]{12})\/?$/i;

/** @param {string} path */
function pageAt(path) {
  if (path === '/') return html`<${HomePage} onRoom=${(/** @type {string} */ room) => go(`/r/${room}`)} />`;
  const room = ROOM_PATH.exec(path)?.[1].toLowerCase();
  // The key makes another room another page, with a connection of its own.
  return room ? html`<${RoomPage} key=${room} room=${room} />` : html`<${NotFoundPage} />`;
}

/** @extends {Component<{}, { path: string }>} */
class App extends Component {
  state = { path: location.pathname };

  componentDidMount() {
    onNavigation((path) => this.setState({ path }));
  }

  /** @param {Language} language */
  choose(language) {
    chooseLanguage(language);
    this.forceUpdate();
  }

  render() {
    return html`
      <header class="masthead">
        <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="32" height="32" /> Sauterelle</a>
        <div class="languages" role="group" aria-label=${t('language.switch')}>
          ${LANGUAGES.map(
            (language) => html`
              <button
                key=${language}
                type="button"
                lang=${language}
                aria-pressed=${language === currentLanguage()}
                title=${TEXTS[language]['language.name']}
                onClick=${() => this.choose(language)}
              >
                ${language.toUpperCase()}
              </button>
            `,
          )}
        </div>
      </header>
      <main>${pageAt(this.state.path)}</main>
    `;
  }
}

speak(initialLanguage(navigator.languages));
render(html`<${App} />`, /** @type {Element} */ (document.getElementById('app')));
