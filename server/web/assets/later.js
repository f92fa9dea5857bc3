/** A page whose module is fetched when somebody goes there, so that the way into a game stays short. */
import { html } from './html.js';
import { Loaded } from './pages/loaded.js';

/** @import { Drawn, Page } from './html.js' */

/**
 * @param {object} props
 * @param {() => Promise<Page>} props.load gives the component
 * @param {object} props.with its properties
 * @returns {Drawn}
 */
export function Later({ load, with: properties }) {
  return html`<${Loaded} load=${load} show=${(/** @type {Page} */ page) => html`<${page} ...${properties} />`} />`;
}
