/** How finished games came out: all of them, or those of one game. */
import { Man } from '../board/man.js';
import { Component, html } from '../html.js';
import { currentLanguage, localized, share, t } from '../i18n/index.js';
import { fetchCatalogue, fetchStats } from '../net/api.js';
import { Loaded } from './loaded.js';
import { Siblings } from './siblings.js';
import { Opponents, opponentIn, queryFor } from './stats-opponents.js';

/** @import { CatalogueEntry, GameStats } from '../protocol.js' */
/** @import { Opponent } from './stats-opponents.js' */

/** @extends {Component<{ game: string | null }>} */
export class StatsPage extends Component {
  render() {
    const { game } = this.props;
    const opponent = opponentIn(location.search);
    const query = queryFor(opponent);
    return html`
      <${Loaded}
        key=${(game ?? '') + query}
        load=${() => Promise.all([fetchCatalogue(), fetchStats(game, query)])}
        show=${(/** @type {[CatalogueEntry[], GameStats[]]} */ [games, stats]) => shown(game, opponent, games, stats)}
      />
    `;
  }
}

/**
 * @param {string | null} game
 * @param {Opponent} opponent
 * @param {CatalogueEntry[]} games
 * @param {GameStats[]} stats
 */
function shown(game, opponent, games, stats) {
  const entry = games.find(({ id }) => id === game);
  const heading = entry ? t('stats.of', { game: localized(entry.name) }) : t('stats.heading');
  document.title = `${heading} · Sauterelle`;
  return html`
    <div class="reading statistics">
      ${entry && html`<${Siblings} games=${games} game=${game} section="/stats" query=${queryFor(opponent)} />`}
      <h1>${heading}</h1>
      <p class="lead">${t('stats.intro')}</p>
      <${Opponents} opponent=${opponent} />
      ${stats.map((one) => {
        const of = games.find(({ id }) => id === one.game);
        return of && html`<${GameFigures} key=${one.game} entry=${of} stats=${one} alone=${entry !== undefined} query=${queryFor(opponent)} />`;
      })}
      <p class="actions closing">
        ${entry
          ? html`
              <a class="button" href="/stats${queryFor(opponent)}">${t('stats.all')}</a>
              <a class="button" href="/rules/${entry.id}">${t('rules.of', { game: localized(entry.name) })}</a>
            `
          : html`<a class="button primary" href="/">${t('result.newGame')}</a>`}
      </p>
    </div>
  `;
}

/** @param {{ entry: CatalogueEntry, stats: GameStats, alone: boolean, query: string }} props */
function GameFigures({ entry, stats, alone, query }) {
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
        ? html`<p class="none">${t('stats.none')}</p>`
        : html`
            <${Bar} entry=${entry} stats=${stats} />
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

/**
 * The shares as lengths, first, draws, second, so that the two sides pull at the middle.
 *
 * @param {{ entry: CatalogueEntry, stats: GameStats }} props
 */
function Bar({ entry, stats }) {
  const { first, second, draws } = stats;
  // Shares are cut, not rounded: what is missing to the whole is nobody's, and too little to be seen.
  const middle = first.percent + draws.percent;
  const label = t('stats.picture', {
    first: localized(first.name),
    firstShare: share(first.percent),
    drawShare: share(draws.percent),
    second: localized(second.name),
    secondShare: share(second.percent),
  });
  return html`
    <svg class="bar" role="img" aria-label=${label} viewBox="0 0 100 9" preserveAspectRatio="none">
      <g data-side="first" data-colour=${entry.colours.first.en}>
        <rect class="part" width=${first.percent} height="9" />
      </g>
      <rect class="part draws" x=${first.percent} width=${draws.percent} height="9" />
      <g data-side="second" data-colour=${entry.colours.second.en}>
        <rect class="part" x=${middle} width=${100 - middle} height="9" />
      </g>
      <path class="half" d="M50,0v9" />
    </svg>
  `;
}
