/** Whether the page and the server hear each other, and how fast. */
import { html } from '../html.js';
import { t } from '../i18n/index.js';

/** @import { Status } from '../net/connection.js' */

/** @param {{ status: Status, lag?: number | null }} props `lag` in milliseconds */
export function ConnectionLine({ status, lag = null }) {
  return html`
    <p class="connection" data-status=${status}>
      ${t(`connection.${status}`)}
      ${status === 'connected' && lag !== null && html`<span class="lag">${t('connection.lag', { lag: Math.round(lag) })}</span>`}
    </p>
  `;
}
