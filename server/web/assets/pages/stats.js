/** How finished games came out: all of them, or those of one game. */
import { Man } from '../board/man.js';
import { Component, html } from '../html.js';
import { currentLanguage, localized, share, t } from '../i18n/index.js';
import { fetchCatalogue, fetchStats } from '../net/api.js';
import { Loaded } from './loaded.js';
import { Siblings } from './siblings.js';
import { gamesCounted } from '../games/search.js';
import { Details } from '../stats/details.js';
import { filterIn, queryOf } from '../stats/filter.js';
import { FilterForm } from '../stats/filter-form.js';
import { ResultBar } from '../stats/parts.js';

/** @import { CatalogueEntry, DetailedStats, GameStats } from '../protocol.js' */
/** @import { StatsFilter } from '../stats/filter.js' */

/** @extends {Component<{ game: string | null }>} */
export class StatsPage extends Component {
  render() {
    const { game } = this.props;
    const filter = filterIn(location.search);
    const query = queryOf(filter);
    return html`
      <${Loaded}
        key=${game}
        of=${query}
        load=${() => Promise.all([fetchCatalogue(), fetchStats(game, query)])}
        show=${(/** @type {[CatalogueEntry[], (GameStats | DetailedStats)[]]} */ [games, stats]) => shown(game, filter, games, stats)}
      />
    `;
  }
}

/**
 * @param {string | null} game
 * @param {StatsFilter} filter
 * @param {CatalogueEntry[]} games
 * @param {(GameStats | DetailedStats)[]} stats
 */
function shown(game, filter, games, stats) {
  const entry = games.find(({ id }) => id === game);
  const query = queryOf(filter);
  const heading = entry ? t('stats.of', { game: localized(entry.name) }) : t('stats.heading');
  document.title = `${heading} · Sauterelle`;
  return html`
    <div class="reading statistics">
      ${entry && html`<${Siblings} games=${games} game=${game} section="/stats" query=${query} />`}
      <h1>${heading}</h1>
      <p class="lead">${t('stats.intro')}</p>
      <${FilterForm} filter=${filter} />
      ${stats.map((one) => {
        const of = games.find(({ id }) => id === one.game);
        return of && html`<${GameFigures} key=${one.game} entry=${of} stats=${one} alone=${entry !== undefined} filter=${filter} />`;
      })}
      <p class="actions closing">
        ${entry
          ? html`
              <a class="button" href="/stats${query}">${t('stats.all')}</a>
              <a class="button" href=${gamesCounted(entry.id, filter)}>${t('games.of', { game: localized(entry.name) })}</a>
              <a class="button" href="/rules/${entry.id}">${t('rules.of', { game: localized(entry.name) })}</a>
            `
          : html`
              <a class="button primary" href="/">${t('result.newGame')}</a>
              <a class="button" href="/games">${t('games.heading')}</a>
              <a class="button" href="/developers">${t('developers.heading')}</a>
            `}
      </p>
    </div>
  `;
}

/** @param {{ entry: CatalogueEntry, stats: GameStats | DetailedStats, alone: boolean, filter: StatsFilter }} props */
function GameFigures({ entry, stats, alone, filter }) {
  const query = queryOf(filter);
  const name = localized(entry.name);
  const count = new Intl.NumberFormat(currentLanguage());
  const rows = [
    { key: 'first', label: localized(stats.first.name), games: stats.first.wins, percent: stats.first.percent },
    { key: 'second', label: localized(stats.second.name), games: stats.second.wins, percent: stats.second.percent },
    { key: 'draw', label: t('stats.draws'), games: stats.draws.games, percent: stats.draws.percent },
  ];
  return html`
    <section class="figures" data-game=${entry.id}>
      ${!alone && html`<h2><a href="/stats/${entry.id}${query}">${name}</a></h2>`}
      ${stats.games === 0
        ? html`<p class="none">${t(query === '' ? 'stats.none' : 'stats.noneFound')}</p>`
        : html`
            <${ResultBar} entry=${entry} games=${stats.games} first=${stats.first.wins} second=${stats.second.wins} draws=${stats.draws.games} />
            <table>
              <caption class="visually-hidden">${t('stats.of', { game: name })}</caption>
              <thead>
                <tr>
                  <th scope="col">${t('stats.winner')}</th>
                  <th scope="col">${t('stats.count')}</th>
                  <th scope="col">${t('stats.share')}</th>
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  ({ key, label, games, percent }) => html`
                    <tr key=${key} data-row=${key}>
                      <th scope="row"><${Token} entry=${entry} row=${key} /> <span class="label">${label}</span></th>
                      <td>${count.format(games)}</td>
                      <td>${share(percent)}</td>
                    </tr>
                  `,
                )}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">${t('stats.total')}</th>
                  <td>${count.format(stats.games)}</td>
                  <td></td>
                </tr>
              </tfoot>
            </table>
          `}
    </section>
    ${alone && html`<${Details} entry=${entry} stats=${/** @type {DetailedStats} */ (stats)} filter=${filter} />`}
  `;
}

/**
 * What stands for a row of the table in the picture.
 *
 * @param {{ entry: CatalogueEntry, row: string }} props
 */
function Token({ entry, row }) {
  return html`
    <svg class="emblem" viewBox="-.5 -.5 1 1" aria-hidden="true">
      ${row === 'draw'
        ? html`<g class="draw"><circle class="body" r="0.38" /><path d="M-.18,-.08h.36M-.18,.1h.36" /></g>`
        : html`<${Man} entry=${entry} side=${row} />`}
    </svg>
  `;
}
