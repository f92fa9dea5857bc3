/** What describes the API, as it stands on a page: paragraphs, code, and what a value can be. */
import { html } from '../html.js';
import { t } from '../i18n/index.js';

/** @import { Drawn } from '../html.js' */
/** @import { Field, Kind } from './document.js' */

/**
 * A text in which an empty line parts paragraphs and code stands between backquotes.
 *
 * @param {{ text: string }} props
 */
export function Paragraphs({ text }) {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((paragraph) => html`<p lang="en">${withCode(paragraph)}</p>`);
}

/**
 * @param {string} text
 * @returns {Drawn}
 */
export function withCode(text) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/**
 * @param {Kind} kind
 * @returns {Drawn}
 */
export function kindInWords(kind) {
  return html`
    <span class="kind">
      ${kind.is === 'type' && html`<a href="#type-${kind.name}">${kind.name}</a>`}
      ${kind.is === 'plain' && kind.name}
      ${kind.is === 'values' && kind.values.map((value) => html`<code>${value}</code> `)}
      ${kind.is === 'list' && kind.of && html`${t(kind.name === 'lines' ? 'developers.lineOf' : 'developers.listOf')} ${kindInWords(kind.of)}`}
      ${kind.bounds.map((bound) => html` <code>${bound}</code>`)}
      ${kind.orNull && ` ${t('developers.orNull')}`}
      ${kind.byDefault !== null && html` <span>(${t('developers.default', { value: kind.byDefault })})</span>`}
    </span>
  `;
}

/** @type {Record<string, 'developers.inPath' | 'developers.inQuery' | 'developers.inHeader'>} */
const PLACES = { path: 'developers.inPath', query: 'developers.inQuery', header: 'developers.inHeader' };

/**
 * Parameters, headers or the fields of an object.
 *
 * @param {{ fields: Field[] }} props
 */
export function Fields({ fields }) {
  return html`
    <dl class="fields">
      ${fields.map(({ name, place, required, description, kind }) => {
        const where = PLACES[place];
        return html`
          <div key=${place + name}>
            <dt>
              <code>${name}</code> ${kindInWords(kind)}
              ${where && html` <span class="note">${t(where)}</span>`}
              ${required && html` <span class="note">${t('developers.required')}</span>`}
            </dt>
            ${description !== '' && html`<dd lang="en">${withCode(description)}</dd>`}
          </div>
        `;
      })}
    </dl>
  `;
}

/**
 * An example, to be unfolded.
 *
 * @param {{ text: string }} props
 */
export function Example({ text }) {
  return html`
    <details class="example">
      <summary>${t('developers.example')}</summary>
      <pre>${text}</pre>
    </details>
  `;
}
