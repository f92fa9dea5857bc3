/** All that is counted of one game beside who won: how long it takes, how it ends and begins, when it is played. */
import { gamesCounted } from '../games/search.js';
import { html } from '../html.js';
import { currentLanguage, keyFor, localized, share, t } from '../i18n/index.js';
import { columnsOf } from './columns.js';
import { count, dayWords, duration, percentOf, ResultBar } from './parts.js';

/** @import { CatalogueEntry, DetailedStats } from '../protocol.js' */
/** @import { Drawn } from '../html.js' */
/** @import { StatsFilter } from './filter.js' */

/** How many first moves are shown before the others are asked for. */
const FIRST_MOVES = 10;

/** @param {{ entry: CatalogueEntry, stats: DetailedStats, filter: StatsFilter }} props */
export function Details({ entry, stats, filter }) {
  if (stats.length === null) return null;
  return html`
    <${Length} stats=${stats} />
    <${Reasons} entry=${entry} stats=${stats} filter=${filter} />
    <${FirstMoves} entry=${entry} stats=${stats} filter=${filter} />
    <${Pairs} stats=${stats} />
    <${Days} stats=${stats} />
  `;
}

/** @param {{ stats: DetailedStats }} props */
function Length({ stats: { length } }) {
  if (length === null) return null;
  return html`
    <section class="figures" data-figures="length">
      <h2>${t('stats.length')}</h2>
      <dl class="facts-list">
        <div><dt>${t('stats.averageMoves')}</dt><dd>${count(length.average_plies)}</dd></div>
        <div><dt>${t('stats.shortest')}</dt><dd>${count(length.shortest_plies)}</dd></div>
        <div><dt>${t('stats.longest')}</dt><dd>${count(length.longest_plies)}</dd></div>
        <div><dt>${t('stats.duration')}</dt><dd>${duration(length.mean_duration)}</dd></div>
      </dl>
      <p class="note">${t('stats.movesOfBoth')}</p>
    </section>
  `;
}

/**
 * @typedef {object} ResultRow
 * @property {string} key
 * @property {Drawn} name
 * @property {number} games
 * @property {number} first
 * @property {number} second
 * @property {number} draws
 */

/**
 * Results by something, each row with its numbers and their picture.
 *
 * @param {{ entry: CatalogueEntry, all: number, caption: string, what: string, rows: ResultRow[] }} props
 */
function Results({ entry, all, caption, what, rows }) {
  return html`
    <div class="scrolled" tabindex="0" role="region" aria-label=${caption}>
      <table>
        <caption class="visually-hidden">${caption}</caption>
        <thead>
          <tr>
            <th scope="col">${what}</th>
            <th scope="col">${t('stats.count')}</th>
            <th scope="col" class="apart">${t('stats.share')}</th>
            <th scope="col"><span class="label">${localized(entry.colours.first)}</span></th>
            <th scope="col">${t('stats.draws')}</th>
            <th scope="col"><span class="label">${localized(entry.colours.second)}</span></th>
            <th scope="col" class="small-bar"><span class="visually-hidden">${t('stats.asPicture')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ key, name, games, first, second, draws }) => html`
              <tr key=${key} data-row=${key}>
                <th scope="row">${name}</th>
                <td>${count(games)} <span class="more together">${share(percentOf(games, all))}</span></td>
                <td class="apart">${share(percentOf(games, all))}</td>
                <td>${count(first)}</td>
                <td>${count(draws)}</td>
                <td>${count(second)}</td>
                <td class="small-bar">
                  <${ResultBar} entry=${entry} games=${games} first=${first} second=${second} draws=${draws} />
                </td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** @param {{ entry: CatalogueEntry, stats: DetailedStats, filter: StatsFilter }} props */
function Reasons({ entry, stats, filter }) {
  const rows = stats.reasons.map(({ reason, ...results }) => ({
    key: reason,
    name: html`<a href=${gamesCounted(entry.id, filter, { reason })}>${t(keyFor('ending', reason))}</a>`,
    ...results,
  }));
  return html`
    <section class="figures" data-figures="reasons">
      <h2>${t('stats.reasons')}</h2>
      <${Results} entry=${entry} all=${stats.games} caption=${t('stats.reasons')} what=${t('stats.reason')} rows=${rows} />
    </section>
  `;
}

/** @param {{ entry: CatalogueEntry, stats: DetailedStats, filter: StatsFilter }} props */
function FirstMoves({ entry, stats, filter }) {
  const rows = stats.first_moves.map(({ move, ...results }) => ({
    key: move,
    name: html`<a class="move" href=${gamesCounted(entry.id, filter, { moves: move })}>${move}</a>`,
    ...results,
  }));
  const table = (/** @type {ResultRow[]} */ some) => html`
    <${Results} entry=${entry} all=${stats.games} caption=${t('stats.firstMoves')} what=${t('stats.firstMove')} rows=${some} />
  `;
  const others = rows.slice(FIRST_MOVES);
  return html`
    <section class="figures" data-figures="first-moves">
      <h2>${t('stats.firstMoves')}</h2>
      ${table(rows.slice(0, FIRST_MOVES))}
      ${others.length > 0 &&
      html`<details><summary>${t('stats.otherFirstMoves', { count: others.length })}</summary>${table(others)}</details>`}
    </section>
  `;
}

/** @param {{ stats: DetailedStats }} props */
function Pairs({ stats: { pairs } }) {
  const rows = [
    { key: 'player', name: t('stats.samePlayer'), pairs: pairs.same_player },
    { key: 'side', name: t('stats.sameSide'), pairs: pairs.same_side },
    { key: 'neither', name: t('stats.neither'), pairs: pairs.neither },
  ];
  return html`
    <section class="figures" data-figures="pairs">
      <h2>${t('stats.pairs')}</h2>
      <p>${t('stats.pairsIntro')}</p>
      ${pairs.pairs === 0
        ? html`<p class="none">${t('stats.noPairs')}</p>`
        : html`
            <table>
              <caption class="visually-hidden">${t('stats.pairs')}</caption>
              <thead>
                <tr>
                  <th scope="col">${t('stats.bothWonBy')}</th>
                  <th scope="col">${t('stats.pairCount')}</th>
                  <th scope="col">${t('stats.share')}</th>
                  <th scope="col"><span class="visually-hidden">${t('stats.asPicture')}</span></th>
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  ({ key, name, pairs: some }) => html`
                    <tr key=${key} data-row=${key}>
                      <th scope="row">${name}</th>
                      <td>${count(some)}</td>
                      <td>${share(percentOf(some, pairs.pairs))}</td>
                      <td class="small-bar">
                        <svg class="bar plain" aria-hidden="true" viewBox="0 0 100 9" preserveAspectRatio="none">
                          <rect class="part" width=${percentOf(some, pairs.pairs)} height="9" />
                        </svg>
                      </td>
                    </tr>
                  `,
                )}
              </tbody>
              <tfoot>
                <tr><th scope="row">${t('stats.allPairs')}</th><td>${count(pairs.pairs)}</td><td></td><td></td></tr>
              </tfoot>
            </table>
          `}
    </section>
  `;
}

const UNITS = /** @type {const} */ ({ day: 'stats.perDay', week: 'stats.perWeek', month: 'stats.perMonth' });

/** @param {{ stats: DetailedStats }} props */
function Days({ stats: { days, games } }) {
  const { unit, columns } = columnsOf(days);
  const [first, last] = [days[0], days[days.length - 1]];
  if (first === undefined || last === undefined) return null;
  const most = Math.max(...columns.map((column) => column.games));
  const heading = t(UNITS[unit]);
  const month = new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const name = (/** @type {string} */ from) => (unit === 'month' ? month.format(Date.parse(from)) : dayWords(from));
  const words = { from: dayWords(first.day), to: dayWords(last.day), most, count: games };
  return html`
    <section class="figures" data-figures="days">
      <h2>${heading}</h2>
      <svg class="columns" role="img" aria-label=${t('stats.daysPicture', words)} viewBox="0 0 ${columns.length} 20" preserveAspectRatio="none">
        ${columns.map(({ from, games: some }, place) => {
          const height = (some / most) * 20;
          return html`
            <rect key=${from} x=${place + 0.08} width="0.84" y=${20 - height} height=${height}>
              <title>${t('stats.column', { when: name(from), games: count(some) })}</title>
            </rect>
          `;
        })}
      </svg>
      <p class="ends" aria-hidden="true"><span>${words.from}</span><span>${t('stats.most', { most: count(most) })}</span><span>${words.to}</span></p>
      <details>
        <summary>${t('stats.asTable')}</summary>
        <table>
          <caption class="visually-hidden">${heading}</caption>
          <thead>
            <tr><th scope="col">${t('stats.when')}</th><th scope="col">${t('stats.count')}</th></tr>
          </thead>
          <tbody>
            ${columns.map(
              (column) => html`
                <tr key=${column.from}><th scope="row">${name(column.from)}</th><td>${count(column.games)}</td></tr>
              `,
            )}
          </tbody>
        </table>
      </details>
    </section>
  `;
}
