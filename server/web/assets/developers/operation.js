/** One operation of the API: what it does, what it takes and what it answers. */
import { html } from '../html.js';
import { t } from '../i18n/index.js';
import { Example, Fields, kindInWords, Paragraphs, withCode } from './words.js';

/** @import { Answer, Operation } from './document.js' */

/** @param {{ operation: Operation }} props */
export function OperationShown({ operation }) {
  const { id, method, path, summary, description, parameters, body, answers } = operation;
  const good = answers.filter(({ refusal }) => !refusal);
  const refusals = answers.filter(({ refusal }) => refusal);
  return html`
    <article class="operation" data-operation=${id}>
      <h3 id=${id}><span class="method">${method}</span> <code>${path}</code></h3>
      <p class="purpose" lang="en">${withCode(summary)}</p>
      <${Paragraphs} text=${description} />
      ${parameters.length > 0 && html`<h4>${t('developers.parameters')}</h4><${Fields} fields=${parameters} />`}
      ${body !== null &&
      html`
        <h4>${t('developers.body')}</h4>
        <p>${kindInWords(body.kind)} <span class="note">${body.media}</span></p>
        <${Example} text=${body.example} />
      `}
      <h4>${t('developers.answers')}</h4>
      <${Answers} answers=${good} />
      ${refusals.length > 0 && html`<h4>${t('developers.refusals')}</h4><${Refusals} refusals=${refusals} />`}
    </article>
  `;
}

/** @param {{ answers: Answer[] }} props */
function Answers({ answers }) {
  return html`
    <ul class="answers">
      ${answers.map(
        ({ status, description, headers, media, kind, example }) => html`
          <li key=${status} data-status=${status}>
            <p>
              <strong>${status}</strong> <span lang="en">${withCode(description)}</span>
              ${kind !== null && html` ${kindInWords(kind)}`}
              ${media !== null && html` <span class="note">${media}</span>`}
            </p>
            ${headers.length > 0 && html`<p class="note">${t('developers.headers')}</p><${Fields} fields=${headers} />`}
            ${example !== null && html`<${Example} text=${example} />`}
          </li>
        `,
      )}
    </ul>
  `;
}

/**
 * Refusals all have the same type; what tells them apart are their codes.
 *
 * @param {{ refusals: Answer[] }} props
 */
function Refusals({ refusals }) {
  return html`
    <dl class="refusals">
      ${refusals.map(
        ({ status, headers, codes }) => html`
          <div key=${status} data-status=${status}>
            <dt>
              <strong>${status}</strong>
              ${headers.map(({ name }) => html` <span class="note">${name}</span>`)}
            </dt>
            ${codes.map(
              ({ code, message }) => html`<dd key=${code} lang="en"><code>${code}</code> ${message}</dd>`,
            )}
          </div>
        `,
      )}
    </dl>
  `;
}
