/** A page whose module is fetched when somebody goes there, so that the way into a game stays short. */
import { Component, html } from './html.js';
import { t } from './i18n/index.js';

/** @import { Page } from './html.js' */

/**
 * @typedef {object} LaterProps
 * @property {() => Promise<Page>} load gives the component
 * @property {object} with its properties
 */

/** @extends {Component<LaterProps, { page: Page | null, failed: boolean }>} */
export class Later extends Component {
  /** @type {{ page: Page | null, failed: boolean }} */
  state = { page: null, failed: false };

  componentDidMount() {
    this.load();
  }

  load = () => {
    this.setState({ failed: false });
    this.props.load().then(
      (page) => this.setState({ page }),
      () => this.setState({ failed: true }),
    );
  };

  render() {
    const { page, failed } = this.state;
    if (page !== null) return html`<${page} ...${this.props.with} />`;
    if (!failed) {
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
        <p role="alert">${t('error.unreachable')}</p>
        <p><button class="primary" type="button" onClick=${this.load}>${t('app.tryAgain')}</button></p>
      </section>
    `;
  }
}
