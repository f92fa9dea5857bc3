/** Whether the page and the server hear each other. */
import { html } from '../html.js';
import { t } from '../i18n/index.js';

/** @import { Status } from '../net/connection.js' */

/** @param {{ status: Status }} props */
export function ConnectionLine({ status }) {
  return html`<p class="connection" data-status=${status}>${t(`connection.${status}`)}</p>`;
}
