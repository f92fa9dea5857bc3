/** From a page about a game to the same about another. */
import { html } from '../html.js';
import { localized, t } from '../i18n/index.js';

/** @import { CatalogueEntry } from '../protocol.js' */

/**
 * @param {{ games: CatalogueEntry[], game: string | null, section: string, query?: string }} props `query` is what each
 *   address goes on with
 */
export function Siblings({ games, game, section, query = '' }) {
  return html`
    <nav class="siblings" aria-label=${t('rules.games')}>
      ${games.map(
        ({ id, name }) => html`
          <a key=${id} href="${section}/${id}${query}" aria-current=${id === game ? 'page' : null}>${localized(name)}</a>
        `,
      )}
    </nav>
  `;
}
