/** What is shown where there is nothing. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';

export class NotFoundPage extends Component {
  render() {
    document.title = 'Sauterelle';
    return html`
      <section class="message">
        <h1 class="visually-hidden">Sauterelle</h1>
        <p>${t('app.notFound')}</p>
        <p><a class="button" href="/">${t('app.home')}</a></p>
      </section>
    `;
  }
}
