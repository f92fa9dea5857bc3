/** What is shown where there is nothing. */
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';

export class NotFoundPage extends Component {
  render() {
    document.title = 'Sauterelle';
    return html`
      <section class="message">
        <p>${t('app.notFound')}</p>
        <p><a class="button" href="/">${t('app.home')}</a></p>
      </section>
    `;
  }
}
