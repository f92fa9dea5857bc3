/** The types that the API's operations take and give. */
import { html } from '../html.js';
import { Fields, kindInWords, Paragraphs, withCode } from './words.js';

/** @import { TypeShown } from './document.js' */

/** @param {{ types: TypeShown[] }} props */
export function Types({ types }) {
  return types.map(
    ({ name, description, kind, fields, variants }) => html`
      <article key=${name} class="type">
        <h3 id="type-${name}"><code>${name}</code></h3>
        <${Paragraphs} text=${description} />
        ${kind !== null && html`<p>${kindInWords(kind)}</p>`}
        ${fields.length > 0 && html`<${Fields} fields=${fields} />`}
        ${variants.length > 0 &&
        html`
          <ul class="variants">
            ${variants.map(
              (variant) => html`
                <li key=${variant.value}>
                  <p><code>${variant.value}</code> <span lang="en">${withCode(variant.description)}</span></p>
                  ${variant.fields.length > 0 && html`<${Fields} fields=${variant.fields} />`}
                </li>
              `,
            )}
          </ul>
        `}
      </article>
    `,
  );
}
