/** What programs can ask of the server: the document that describes it, to be read. */
import { chaptersOf, typesOf } from '../developers/document.js';
import { OperationShown } from '../developers/operation.js';
import { Types } from '../developers/types.js';
import { Paragraphs } from '../developers/words.js';
import { Component, html } from '../html.js';
import { t } from '../i18n/index.js';
import { fetchApiDocument } from '../net/api.js';
import { Loaded } from './loaded.js';

/** @import { ApiDocument } from '../developers/document.js' */

export class DevelopersPage extends Component {
  render() {
    return html`<${Loaded} load=${fetchApiDocument} show=${shown} />`;
  }
}

/** @param {ApiDocument} document */
function shown(document) {
  globalThis.document.title = `${t('developers.heading')} · Sauterelle`;
  const chapters = chaptersOf(document);
  const { version, description } = document.info;
  return html`
    <div class="reading developers">
      <h1>${t('developers.heading')}</h1>
      <p class="lead">${t('developers.intro')}</p>
      <p class="actions">
        <a class="button primary" href="/api/guide.md" target="_blank">${t('developers.guide')}</a>
        <a class="button" href="/api/openapi.json" target="_blank">${t('developers.openapi')}</a>
        <a class="button" href="/api/protocol.json" target="_blank">${t('developers.schema')}</a>
      </p>
      <p class="note">${t('developers.version', { version })}. ${t('developers.english')}</p>
      <${Paragraphs} text=${description} />
      <nav class="contents" aria-label=${t('developers.contents')}>
        <ul>
          ${chapters.flatMap(({ operations }) =>
            operations.map(
              ({ id, method, path }) => html`<li key=${id}><a href="#${id}"><code>${method} ${path}</code></a></li>`,
            ),
          )}
          <li><a href="#types">${t('developers.types')}</a></li>
        </ul>
      </nav>
      ${chapters.map(
        ({ name, description: about, operations }) => html`
          <section key=${name} class="chapter">
            <h2 id=${name} lang="en">${name.charAt(0).toUpperCase() + name.slice(1)}</h2>
            <${Paragraphs} text=${about} />
            ${operations.map((operation) => html`<${OperationShown} key=${operation.id} operation=${operation} />`)}
          </section>
        `,
      )}
      <section class="chapter">
        <h2 id="types">${t('developers.types')}</h2>
        <${Types} types=${typesOf(document)} />
      </section>
    </div>
  `;
}
