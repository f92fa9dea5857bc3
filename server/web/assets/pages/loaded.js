/**
 * What a page shows once it has what it needs from the server; until then it says so, and it offers to try again. If it
 * needs something else later, it goes on showing what it has until the other is there.
 */
import { Component, html } from '../html.js';
import { keyFor, t } from '../i18n/index.js';
import { ApiError } from '../net/api.js';

/** @import { Drawn } from '../html.js' */

/**
 * @template T
 * @typedef {object} LoadedProps
 * @property {() => Promise<T>} load
 * @property {(loaded: T) => Drawn} show draws what was loaded
 * @property {string} [of] names what is loaded: once it changes, all is loaded anew
 */

/**
 * @template T
 * @extends {Component<LoadedProps<T>, { loaded: T | null, error: string | null }>}
 */
export class Loaded extends Component {
  /** @type {{ loaded: T | null, error: string | null }} */
  state = { loaded: null, error: null };

  componentDidMount() {
    this.load();
  }

  /** @param {LoadedProps<T>} before */
  componentDidUpdate(before) {
    if (before.of !== this.props.of) this.load();
  }

  load = () => {
    const { of } = this.props;
    // An answer that comes after something else was asked for is of no use.
    const take = (/** @type {Partial<{ loaded: T | null, error: string | null }>} */ state, then = () => {}) =>
      of === this.props.of && this.setState(state, then);
    this.setState({ error: null });
    this.props.load().then(
      (loaded) => take({ loaded }, this.state.loaded === null ? scrollToNamedPlace : undefined),
      (error) => take({ loaded: null, error: error instanceof ApiError ? error.code : 'unreachable' }),
    );
  };

  render() {
    const { loaded, error } = this.state;
    if (loaded !== null) return this.props.show(loaded);
    if (error === null) {
      return html`
        <section class="message">
          <h1 class="visually-hidden">Sauterelle</h1>
          <p>${t('app.loading')}</p>
        </section>
      `;
    }
    return html`
      <section class="message">
        <h1 class="visually-hidden">Sauterelle</h1>
        <p role="alert">${t(keyFor('error', error))}</p>
        <p>
          ${error === 'not_found' || error === 'unknown_game'
            ? html`<a class="button" href="/">${t('app.home')}</a>`
            : html`<button class="primary" type="button" onClick=${this.load}>${t('app.tryAgain')}</button>`}
        </p>
      </section>
    `;
  }
}

/** Does what the browser does by itself where a document is whole from the beginning. */
function scrollToNamedPlace() {
  if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
